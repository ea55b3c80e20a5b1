import { expect, it } from 'vitest';
import { Block as PBlock } from '../../src/chain/pchain/index.ts';
import { Tx as PTx } from '../../src/chain/pchain/tx.ts';
import { Block as XBlock } from '../../src/chain/xchain/index.ts';
import { Tx as XTx } from '../../src/chain/xchain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { evidenceOf, genesisEvidenceOf } from '../../src/owners/evidenceowners.ts';
import { proofOfUTXO } from '../../src/owners/proof.ts';
import type { Evidence } from '../../src/state/evidence.ts';
import { lockedUntil, lockOf, unlocked } from '../../src/tx/output.ts';
import type { AnyUTXO } from '../../src/tx/types.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { type Replay, replay } from '../support/history.ts';
import { describeRecorded, recordedNode } from '../support/recorded.ts';

/** The transactions of a block of the P-chain. */
const pTxsOf = (bytes: Uint8Array): readonly Evidence[] => {
  const block = decode(PBlock, bytes);
  const txs = [...('tx' in block ? [block.tx] : []), ...('txs' in block ? block.txs : [])];
  return txs.map((tx) => ({ chain: 'P', bytes: encode(PTx, tx) }));
};

const xTxsOf = (bytes: Uint8Array): readonly Evidence[] =>
  decode(XBlock, bytes).txs.map((tx) => ({ chain: 'X', bytes: encode(XTx, tx) }));

/** Every transaction of a node. */
const txsOf = ({ genesis, blocks }: Replay): readonly Evidence[] => [
  ...genesisEvidenceOf(genesis),
  ...blocks.flatMap(({ chain, bytes }) => (chain === 'P' ? pTxsOf(bytes) : xTxsOf(bytes))),
];

/** The same UTXO, said to be somebody else's. */
function ofAnother(utxo: AnyUTXO): AnyUTXO {
  const inner = {
    ...unlocked(utxo.output),
    threshold: 1,
    addresses: [new Uint8Array(20).fill(66)],
  };
  return { ...utxo, output: lockedUntil(inner as never, lockOf(utxo.output)) } as AnyUTXO;
}

const nodes = [
  ['--history', '--populate', '--min-stake-duration', '2s'],
  ['--history', '--populate', '--upgrade', 'etna'],
  ['--history', '--populate', '--upgrade', 'granite'],
];

describeRecorded('evidence about a populated node', () => {
  it.each(nodes)(
    'proves every UTXO that the node ever had, and disproves each for another owner: %s %s %s %s',
    async (...args) => {
      const found = await replay(await recordedNode('history', args));
      const { network } = found.p;
      const index = evidenceOf(txsOf(found), { network });
      const facts = { index, isOwn: () => false };
      const made: readonly (readonly [why: string, utxo: AnyUTXO])[] = [
        ...[...found.pChanges, ...found.xChanges].flatMap(({ produced, exported }) => [
          ...produced.map(({ why, utxo }) => [why, utxo] as const),
          ...exported.map(({ utxo }) => ['export', utxo] as const),
        ]),
        ...[...(found.x.utxos as Map<string, AnyUTXO>).values()].map((u) => ['kept', u] as const),
      ];
      const whys = new Map<string, string[]>();
      for (const [why, utxo] of made) {
        const { status, by, why: reason } = proofOfUTXO(utxo, facts);
        whys.set(why, [...(whys.get(why) ?? []), reason ?? status]);
        expect(by.length).toBeGreaterThan(0);
        let lie: unknown;
        try {
          lie = proofOfUTXO(ofAnother(utxo), facts).status;
        } catch (e) {
          lie = isError(e, 'Disproved') ? 'disproved' : e;
        }
        expect(lie).toBe('disproved');
      }
      expect(Object.fromEntries([...whys].map(([why, of]) => [why, new Set(of)]))).toEqual(
        Object.fromEntries([...whys.keys()].map((why) => [why, new Set(['proven'])])),
      );
      for (const why of ['output', 'export', 'refund', 'mint'])
        expect([...whys.keys()]).toContain(why);
    },
  );
});
