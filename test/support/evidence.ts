/** Transactions of recorded nodes as evidence, and what it says of every UTXO that was made. */
import { Block as PBlock } from '../../src/chain/pchain/index.ts';
import { Tx as PTx } from '../../src/chain/pchain/tx.ts';
import { Block as XBlock } from '../../src/chain/xchain/index.ts';
import { Tx as XTx } from '../../src/chain/xchain/tx.ts';
import { genesisEvidenceOf } from '../../src/owners/genesis.ts';
import type { Evidence } from '../../src/state/evidence.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import type { Replay } from './history.ts';

/** The transactions of a block of the P-chain. */
const pTxsOf = (bytes: Uint8Array): readonly Evidence[] => {
  const block = decode(PBlock, bytes);
  const txs = [...('tx' in block ? [block.tx] : []), ...('txs' in block ? block.txs : [])];
  return txs.map((tx) => ({ chain: 'P', bytes: encode(PTx, tx) }));
};

const xTxsOf = (bytes: Uint8Array): readonly Evidence[] =>
  decode(XBlock, bytes).txs.map((tx) => ({ chain: 'X', bytes: encode(XTx, tx) }));

/** Every transaction of a node. */
export const txsOf = ({ genesis, blocks }: Replay): readonly Evidence[] => [
  ...genesisEvidenceOf(genesis),
  ...blocks.flatMap(({ chain, bytes }) => (chain === 'P' ? pTxsOf(bytes) : xTxsOf(bytes))),
];
