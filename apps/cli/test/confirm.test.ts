import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../../src/builder/index.ts';
import type { UTXO as XUTXO } from '../../../src/chain/xchain/tx.ts';
import { formatDraft } from '../../../src/draft/file.ts';
import { customNetwork, formatNetwork } from '../../../src/network/custom.ts';
import { fuji } from '../../../src/network/known.ts';
import { avax } from '../../../src/text/amount.ts';
import { formatID } from '../../../src/text/id.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { asset, key as keyOf, pState, utxo, xState } from '../../../test/support/state.ts';
import type { Terminal } from '../src/shell.ts';

const file = testFiles();

const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const intentOf = (name: string) => `${folder}P.${name}.json`;
const draftOf = (name: string) =>
  output(['build', intentOf(name), '--state', `${folder}states/P.json`]);
const key = file('confirm-key', `0x${'01'.repeat(32)}`);
const [quiet, other] = await Promise.all([draftOf('BaseTx'), draftOf('CreateSubnetTx')]);
const utxos = ['--utxos', `${folder}states/P.json`];

describe('sign without a terminal', () => {
  it('signs nothing by itself: an ordinary payment to a thief has no warnings', async () => {
    const drain = buildBaseTx(pState([utxo(1, avax('5000'))]), {
      outputs: [{ to: keyOf(9).shortID, amount: avax('4999') }],
    });
    const refused = await run(['sign', '-', '--key', key, '--finalize'], formatDraft(drain));
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).not.toMatch(/^(Warning|Danger) /m);
    expect(refused.stderr).toMatch(/^error: Declined: .*--intent FILE.*--policy FILE.*--yes/m);
    expect(refused.stderr).toContain(`  4,999 AVAX to ${keyOf(9).address('P', fuji)}\n`);
  });

  it('says that the parameters of a custom network are the maker’s word, unless they are given', async () => {
    const chains = { X: asset(42), C: asset(43) };
    const network = customNetwork({ networkID: 77, avaxAssetID: asset(41), chains });
    const assetID = network.avaxAssetID;
    const draft = formatDraft(
      buildBaseTx(pState([utxo(1, avax('5'), { assetID })], { network }), {
        outputs: [{ to: keyOf(9).shortID, amount: avax('1') }],
      }),
    );
    const args = ['sign', '-', '--key', key];
    const claimed = 'Only the draft says what the parameters of network network-77 are';
    expect((await run(args, draft)).stderr).toContain(claimed);
    const given = file('custom-network', formatNetwork(network));
    expect((await run([...args, '--network', given], draft)).stderr).not.toContain(claimed);
  });

  it('signs with --yes, with the intent, and with a policy: the same', async () => {
    const { status, stdout, stderr } = await run(['sign', '-', '--key', key, '--yes'], quiet);
    expect(status).toBe(0);
    expect(stderr).toContain('Send 11.5 AVAX');
    expect(await output(['finalize', '-'], stdout)).toContain('platform.issueTx');
    const policy = file('confirm-policy', await output(['policy', '-'], quiet));
    const args = ['sign', '-', '--key', key, ...utxos];
    expect(await output([...args, '--intent', intentOf('BaseTx')], quiet)).toBe(stdout);
    expect(await output([...args, '--policy', policy], quiet)).toBe(stdout);
  });

  it('lets --yes answer the question only: a policy and an intent still refuse', async () => {
    const policy = file('other-policy', await output(['policy', '-'], quiet));
    const args = ['sign', '-', '--key', key, '--yes', ...utxos];
    for (const allows of [
      ['--policy', policy],
      ['--intent', intentOf('BaseTx')],
      ['--policy', policy, '--intent', intentOf('CreateSubnetTx')],
    ]) {
      const refused = await run([...args, ...allows], other);
      expect(refused).toMatchObject({ status: 1, stdout: '' });
      expect(refused.stderr).toContain('error: Refused: TypeNotAllowed');
    }
  });
});

describe('sign on a terminal', () => {
  /** Signs with a person who answers; what the terminal showed and asked. */
  async function asked(draft: string, answer: boolean, more: readonly string[] = []) {
    const shown: string[] = [];
    const questions: string[] = [];
    const terminal: Terminal = {
      write: (text) => void shown.push(text),
      confirms: (question) => {
        questions.push(question);
        return answer;
      },
      asks: () => '',
      close: () => {},
    };
    const ran = await run(['sign', '-', '--key', key, ...more], draft, { terminal });
    return { ...ran, shown: shown.join(''), questions };
  }

  const payees = Array.from({ length: 14 }, (_, i) => keyOf(100 + i));
  const ids = Array.from({ length: 9 }, (_, i) => asset(i + 1));
  const dust = ids.map((assetID, i) => utxo(i + 20, 10n, { assetID }) as XUTXO);
  const crowd = formatDraft(
    buildBaseTx(xState([utxo(1, avax('5000')) as XUTXO, ...dust]), {
      outputs: [
        ...ids.map((assetID) => ({ to: keyOf(8).shortID, amount: 10n, assetID })),
        ...payees.map(({ shortID }) => ({ to: shortID, amount: avax('100') })),
        { to: keyOf(9).shortID, amount: avax('3000') },
      ],
    }),
  );

  it('lists every receiver with the amount, and asks with the number and the totals', async () => {
    const { questions, shown, status, stdout } = await asked(crowd, false);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    for (const of of payees) expect(shown).toContain(`  100 AVAX to ${of.address('X', fuji)}\n`);
    expect(shown).toContain(`  3,000 AVAX to ${keyOf(9).address('X', fuji)}\n`);
    const [question = ''] = questions;
    expect(question).not.toContain(' more');
    expect(question).toContain('16 receivers who are not you get 4,400 AVAX, ');
    for (const id of ids) expect(question).toContain(`10 units of ${formatID(id)}`);
    expect(question).toMatch(/ Fee: [\d.]+ AVAX\. Sign it/);
  });

  it('says that nobody else gets anything', async () => {
    const home = buildBaseTx(pState([utxo(1, avax('5000'))]), {
      outputs: [{ to: keyOf(1).shortID, amount: avax('4999') }],
    });
    const { questions, status } = await asked(formatDraft(home), true);
    expect(status).toBe(0);
    expect(questions).toEqual([expect.stringContaining('. Nobody but you gets anything. Fee: ')]);
  });

  it('names what is warned of', async () => {
    const locked = { addresses: [keyOf(1).shortID], threshold: 1, locktime: 4_070_908_800n };
    const draft = buildBaseTx(
      pState([utxo(1, avax('5000'))], { time: locked.locktime + 1n }),
      { outputs: [{ to: keyOf(9).shortID, amount: avax('1') }] },
      { change: locked },
    );
    const { questions } = await asked(formatDraft(draft), false);
    expect(questions).toEqual([
      expect.stringMatching(/Sign it, despite \d warnings? \(ReturnsLocked.*\)\?$/),
    ]);
    // At a time that the signer says, the lock is over.
    const then = await asked(formatDraft(draft), true, ['--time', '2099-01-01T00:00:01Z']);
    expect(then.questions).toEqual([expect.stringMatching(/Sign it\?$/)]);
  });
});
