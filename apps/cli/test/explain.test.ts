import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../../src/builder/index.ts';
import { fuji } from '../../../src/network/known.ts';
import { formatDraft } from '../../../src/sign/index.ts';
import { outputOwners } from '../../../src/state/owner.ts';
import { formatState } from '../../../src/state/statefile.ts';
import { avax } from '../../../src/text/amount.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { parseJSON } from '../../../src/text/json.ts';
import { amountOf } from '../../../src/tx/output.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { parent, spending } from '../../../test/support/parents.ts';
import { key as keyOf, pState } from '../../../test/support/state.ts';
import { rows } from '../../../test/support/vectors.ts';

const file = testFiles();

const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const state = `${folder}states/P.json`;
const draft = await output(['build', `${folder}P.BaseTx.json`, '--state', state]);
const key = file('explain1', `0x${'01'.repeat(32)}`);
const request = await output(['sign', '-', '--finalize', '--key', key, '--yes'], draft);
const { tx } = (JSON.parse(request) as { readonly params: { readonly tx: string } }).params;

const [key1, key2] = [keyOf(1), keyOf(2)];
const output1 = amountOf(avax('100'), outputOwners(key1.shortID, fuji.chains.P, fuji));
const parentTx = parent('P', {
  type: 'platformvm.BaseTx',
  ...spending(),
  outputs: [{ assetID: fuji.avaxAssetID, output: output1 }],
});
const coin = { txID: parentTx.txID, outputIndex: 0, assetID: fuji.avaxAssetID, output: output1 };
/** The same coin, said to be of somebody else. */
const lie = formatDraft(
  buildBaseTx(
    pState([{ ...coin, output: { ...output1, addresses: [key2.shortID] } }], {
      from: [key2.shortID],
    }),
    { outputs: [{ to: keyOf(9).shortID, amount: avax('1') }] },
  ),
);

describe('avalanche-tx explain', () => {
  it('says what a draft does, by the clock of this machine and not at the time that the draft claims', async () => {
    const text = await output(['explain', '-'], draft);
    const seen = /\nSeen at +(.*)\n/.exec(text)?.[1];
    expect(Math.abs(Date.parse(seen!) - Date.now())).toBeLessThan(86_400_000);
    expect(text.split('\n')[0]).toBe('Send 11.5 AVAX to 2 receivers');
    expect(text).toContain('inputs[0] (claimed): still to be signed by P-fuji1');
  });

  it('says of a transaction and a state whose the funds are and what comes back', async () => {
    const text = await output(['explain', tx, '--utxos', state]);
    expect(text.split('\n')[0]).toBe('Send 11.5 AVAX to 2 receivers');
    expect(text).toMatch(/\nChange +4,988\.49993701 AVAX\n/);
    expect(text).toMatch(/inputs\[0\] \(proven\): signed by P-fuji1/);
    expect(text).not.toContain('Warning');
  });

  it('takes what sign --finalize wrote, and says what it does not know', async () => {
    const text = await output(['explain', '-'], request);
    expect(text).toMatch(/5,000 AVAX · P-fuji1\w+ · signed\n/);
    expect(text).toContain('Who owned the inputs is not proven: 1 of 1 UTXOs were not given.');
  });

  it('tells times as --time says', async () => {
    const text = await output(['explain', '-', '--time', '2030-01-01T00:00:00Z'], draft);
    expect(text).toContain('Seen at      1 Jan 2030 00:00 UTC');
  });

  it('says whose the funds are, as --own, --utxos and --evidence prove it', async () => {
    const [own] = (JSON.parse(readFileSync(state, 'utf8')) as { from: readonly string[] }).from;
    expect(await output(['explain', '-', '--own', own!], draft)).toMatch(
      /5,000 AVAX · \S+ · yours\n/,
    );
    const proven = await output(['explain', '-', '--own', own!, '--utxos', state], draft);
    expect(proven).toMatch(/5,000 AVAX · \S+ · yours, proven\n/);
    const other = key2.address('P', fuji);
    expect(await output(['explain', '-', '--own', other, '--utxos', state], draft)).toContain(
      'which is not yours.',
    );
    expect(await run(['explain', '-', '--own', 'P-fuji1nobody'], draft)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('own[0]') as string,
    });
    const made = await output(
      ['explain', '-', '--evidence', file('parent', formatHex(parentTx.bytes))],
      lie,
    );
    expect(made).toContain('Danger       The draft contains false data: the transaction ');
  });

  it('verifies owners of a draft with --utxos', async () => {
    const honest = await run(['verify', '-', '--utxos', state], draft);
    expect(honest.stdout).toMatch(/\nowners +ok/);
    expect((await run(['verify', '-'], draft)).stdout).toMatch(
      /\nowners +not checked +1 of 1 are only claimed/,
    );
    const utxos = file('truth.json', formatState(pState([coin])));
    const lying = await run(['verify', '-', '--utxos', utxos], lie);
    expect(lying.status).toBe(1);
    expect(lying.stdout).toMatch(/\nowners +refused +Disproved/);
    const told = await output(['explain', '-', '--utxos', utxos], lie);
    expect(told).toContain(`100 AVAX · ${key1.address('P', fuji)} · proven`);
    expect(told).toContain('Danger ');
  });

  it('draws and gives data', async () => {
    const svg = await output(['explain', '-', '--svg'], draft);
    expect(svg).toMatch(/^<svg [^>]+>\n<title>Send 11\.5 AVAX to 2 receivers<\/title>/);
    expect(svg.trimEnd()).toMatch(/<\/svg>$/);
    const data = parseJSON(await output(['explain', '-', '--json'], draft));
    expect(data).toMatchObject({
      title: 'Send 11.5 AVAX to 2 receivers',
      type: 'platformvm.BaseTx',
      sums: [{ consumed: 5_000_000_000_000n, burned: 62_990n, unfunded: 0n }],
      warnings: [],
    });
    expect(Object.keys(data as object)).not.toContain('svg');
  });

  it('warns of a transaction of another network than the state’s', async () => {
    const { hex } = rows('p-public').find(
      ({ type, network }) => type === 'BaseTx' && network === 'mainnet',
    )!;
    expect(await output(['explain', hex, '--utxos', state])).toContain(
      'It is for mainnet, not for fuji: check networkID.',
    );
    expect(await run(['explain', hex, '--network', 'fuji'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('WrongNetwork') as string,
    });
  });

  it('explains what names no network as of the one that is said', async () => {
    const { hex } = rows('p-public').find(({ type }) => type === 'AdvanceTimeTx')!;
    expect(await output(['explain', hex, '--network', 'fuji'])).toContain('Network         fuji');
    expect(await output(['explain', hex])).not.toContain('Network ');
  });

  it('shows a UTXO, and refuses forms that exclude each other', async () => {
    const { utxos } = JSON.parse(readFileSync(state, 'utf8')) as {
      readonly utxos: readonly string[];
    };
    const shown = await output(['explain', utxos[0]!, '--chain', 'P', '--kind', 'utxo']);
    expect(shown).toContain('AVAX');
    expect(await run(['explain', tx, '--svg', '--json'])).toMatchObject({
      status: 2,
      stderr: 'error: --svg or --json, not both\n',
    });
    expect((await run(['verify', tx, '--svg'])).status).toBe(2);
  });
});

describe('explain --device', async () => {
  const folder = new URL('../../../examples/intents/', import.meta.url).pathname;
  const built = await output([
    'build',
    `${folder}P.BaseTx.json`,
    '--state',
    `${folder}states/P.json`,
  ]);
  it('shows the screens of the app and what they hide', async () => {
    const text = await output(['explain', '-', '--device', '1.4.4'], built);
    expect(text).toMatch(/^device\n {2}P-Chain +BaseTx\n/m);
    expect(text).toMatch(
      /^hidden by the device\n {2}outputs\[1\]\.output\.threshold +not displayed$/m,
    );
    const json = JSON.parse(
      await output(['explain', '-', '--device', '1.4.4', '--json'], built),
    ) as {
      readonly device: { readonly screens: readonly object[] };
    };
    expect(json.device.screens[0]).toEqual({ title: 'P-Chain', text: 'BaseTx' });
  });
  it('needs a draft and a version that is known', async () => {
    expect((await run(['explain', '-', '--device', '2'], built)).status).toBe(2);
    const tx = await output(
      [
        'sign',
        '-',
        '--finalize',
        '--yes',
        '--key',
        file('k1', `0x${'01'.repeat(32)}`),
        '--own',
        'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p',
      ],
      built,
    );
    expect((await run(['explain', '-', '--device', '1.4.4'], tx)).status).toBe(2);
  });
});
