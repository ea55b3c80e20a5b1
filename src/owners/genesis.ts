import { Genesis } from '../chain/pchain/genesis.ts';
import { GenesisTx } from '../chain/pchain/tx.ts';
import { Genesis as XGenesis } from '../chain/xchain/genesis.ts';
import { TxBody as XTxBody } from '../chain/xchain/tx.ts';
import { toBytes } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import { type Evidence, maxEvidenceBytes } from '../state/evidence.ts';
import { decode, encode, versioned } from '../wire/codec.ts';

/** Codec of an X-chain transaction. Assets of the genesis are larger than the limit for issued transactions. */
export const XTx = /* @__PURE__ */ versioned('tx', XTxBody, maxEvidenceBytes);

/**
 * Extracts evidence from a genesis of the P-chain: its own bytes, which prove the first UTXOs of the P-chain (mainnet, fuji and local
 * only), and the transactions of the first validators and of the first X-chain assets. The genesis of mainnet has 4.8 MB.
 * @throws {AvalancheError} As `decode`, with a path in the genesis.
 * @example
 * import { readFileSync } from 'node:fs';
 * import { gunzipSync } from 'node:zlib';
 * const bytes = gunzipSync(readFileSync('vectors/genesis-fuji.bin.gz'));
 * genesisEvidenceOf(bytes).length; // 22
 */
export function genesisEvidenceOf(genesis: Uint8Array): readonly Evidence[] {
  const bytes = toBytes(genesis).slice();
  const { Validators, Chains } = decode(Genesis, bytes);
  const assets = Chains.flatMap(({ unsignedTx }, i) =>
    unsignedTx.type === 'platformvm.CreateChainTx' && isAVM(unsignedTx.vmID)
      ? within(['genesis', 'Chains', i, 'unsignedTx', 'genesisData'], () =>
          decode(XGenesis, unsignedTx.genesisData),
        ).Txs
      : [],
  );
  return [
    { chain: 'P', bytes },
    ...Validators.map((tx): Evidence => ({ chain: 'P', bytes: encode(GenesisTx, tx) })),
    ...assets.map(({ Alias: _, ...asset }): Evidence => {
      const unsignedTx = { type: 'avm.CreateAssetTx', ...asset } as const;
      return { chain: 'X', bytes: encode(XTx, { unsignedTx, credentials: [] }) };
    }),
  ];
}

/** ASCII, zero padded. */
const isAVM = ([a, v, m, end]: Uint8Array): boolean =>
  a === 0x61 && v === 0x76 && m === 0x6d && end === 0;
