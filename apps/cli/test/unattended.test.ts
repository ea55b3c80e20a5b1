/** Thefts, and what a service makes of them that signs with the command line and nobody at a terminal. */
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/builder/index.ts';
import { formatDraft } from '../../../src/draft/file.ts';
import { fuji } from '../../../src/network/known.ts';
import { formatID } from '../../../src/text/id.ts';
import { run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import {
  alice,
  common,
  givesRare,
  gold,
  honest,
  pays,
  shop,
  thefts,
} from '../../../test/support/thefts.ts';

const file = testFiles();
const key = file('alice', `0x${'01'.repeat(32)}`);
const sign = (draft: string, ...more: readonly string[]) =>
  run(['sign', '-', '--key', key, '--finalize', ...more], draft);

/** Files of the intents that the thefts are drafts of. */
const to = shop.address('P', fuji);
const pay = { type: 'BaseTx', outputs: [{ to, amount: '1' }] };
const fileOf = (intent: object) =>
  file(JSON.stringify(intent).replace(/\W/g, ''), JSON.stringify(intent));
const meantBy = (intent: Intent): object => {
  if (intent.type === 'ImportTx')
    return { type: 'ImportTx', from: 'C', to: alice.address('P', fuji) };
  return intent === pays ? pay : { type: 'BaseTx', outputs: [{ to, amount: 'max' }] };
};

describe('the command line, unattended', () => {
  it.each(thefts)('does not sign %s', async (_, intent, theft) => {
    const meant = fileOf(meantBy(intent));
    const draft = formatDraft(theft);
    expect(await sign(draft)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: Declined/m),
    });
    expect(await sign(draft, '--intent', meant)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: Refused/m),
    });
  });

  it('signs no other NFT than the one that was meant', async () => {
    const give = (more: object) =>
      fileOf({
        type: 'OperationTx',
        operations: [
          { type: 'transferNFT', assetID: formatID(gold), to: shop.address('X', fuji), ...more },
        ],
      });
    const draft = formatDraft(givesRare);
    const utxo = { txID: formatID(common.txID), outputIndex: common.outputIndex };
    for (const more of [{ groupID: 1 }, { utxo }, { groupID: 1, utxo }])
      expect(await sign(draft, '--intent', give(more))).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining(
          'error: Refused: ItemNotAllowed at unsignedTx.operations[0]',
        ),
      });
    // The group may have several kinds, of which only the funds say which there are.
    expect((await sign(draft, '--intent', give({ groupID: 999 }))).stderr).toContain(
      'error: Refused: NotConfirmed at unsignedTx: nothing confirms that it is the only NFT that fits: give the state that it was built from (state, or --utxos on the command line)',
    );
    const rare = { groupID: 999, payload: { hex: '0x03' } };
    const meant = await sign(draft, '--intent', give(rare));
    expect({ status: meant.status, stderr: meant.stderr }).toMatchObject({ status: 0 });
  });

  it('signs the honest draft of the intent, whoever built it', async () => {
    const { status, stdout, stderr } = await sign(formatDraft(honest), '--intent', fileOf(pay));
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).toContain('platform.issueTx');
  });
});
