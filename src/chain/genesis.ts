import { AvalancheError, within } from '../errors/error.ts';
import { decode, encode, versioned } from '../wire/codec.ts';
import type { Infer } from '../wire/type.ts';
import { idOf, inputIDOf } from './ids.ts';
import { Genesis as PGenesis } from './pchain/genesis.ts';
import type { CreateChainTx } from './pchain/subnets.ts';
import { GenesisTx, type UTXO as PUTXO } from './pchain/tx.ts';
import { type GenesisAsset, Genesis as XGenesis } from './xchain/genesis.ts';
import { TxBody as XTxBody, type UTXO as XUTXO } from './xchain/tx.ts';

/** An asset in the genesis of the X-chain. */
export interface FirstAsset {
  /** Alias of the asset in the node. */
  readonly alias: string;
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** The name that its creation transaction gives it; not unique. */
  readonly name: string;
  /** Its symbol, such as `AVAX`. */
  readonly symbol: string;
  /** Number of decimals. */
  readonly denomination: number;
}

/** A UTXO in the genesis of a chain. */
export interface FirstUTXO<UTXO> {
  /** The UTXO, with its ID from the genesis. */
  readonly utxo: UTXO;
  /** Its inputID, by which an input spends it. */
  readonly id: Uint8Array;
}

/** Facts derived from a P-chain genesis: the ids needed for `customNetwork`, and the first UTXOs. */
export interface GenesisSummary {
  /** 1 for mainnet, 5 for Fuji, 12345 for a local network, others for custom ones. */
  readonly networkID: number;
  /** Parent ID of the first P-chain block. */
  readonly genesisID: Uint8Array;
  /** The asset AVAX; 32 bytes. */
  readonly avaxAssetID: Uint8Array;
  /** Blockchain ids. */
  readonly chains: {
    /** The X-chain. */
    readonly X: Uint8Array;
    /** The C-chain. */
    readonly C: Uint8Array;
  };
  /** The assets, sorted by alias, AVAX first. */
  readonly assets: readonly FirstAsset[];
  /** The first UTXOs of the chains. */
  readonly utxos: {
    /** Of the P-chain. */
    readonly P: readonly FirstUTXO<PUTXO>[];
    /** Of the X-chain. */
    readonly X: readonly FirstUTXO<XUTXO>[];
  };
}

/** Transactions of a genesis may exceed the size limit of issued ones. */
const XTx = /* @__PURE__ */ versioned('tx', XTxBody, 0x7fff_ffff);

/** Returns the VM name from the ID: ASCII, padded with zeros to 32 bytes. */
const vmOf = ({ vmID }: CreateChainTx): string =>
  String.fromCharCode(...vmID.subarray(0, Math.max(0, vmID.indexOf(0))));

/**
 * Derives facts from the bytes of a P-chain genesis: the ids of the X- and C-chain, which are those of the
 * transactions that create them; AVAX and the X-chain's other first assets, from the genesis inside; and every
 * UTXO that both chains start with, with its id. Source: avalanchego `genesis/genesis.go` `VMGenesis`,
 * `AVAXAssetID`; `vms/avm/vm.go` `initGenesis`.
 * @throws {AvalancheError} As `decode`, with a path in the genesis; `MissingState`: it creates no X- or C-chain,
 *   or no asset.
 * @example
 * import { readFileSync } from 'node:fs';
 * import { gunzipSync } from 'node:zlib';
 * const bytes = gunzipSync(readFileSync('vectors/genesis-mainnet.bin.gz'));
 * const { avaxAssetID, chains, utxos } = genesisSummaryOf(bytes);
 * formatID(avaxAssetID); // 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z'
 * formatID(chains.X); // '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'
 * utxos.P.length; // 15344
 */
export function genesisSummaryOf(bytes: Uint8Array): GenesisSummary {
  const genesis = decode(PGenesis, bytes);
  const x = chainOf(genesis, 'avm');
  const c = chainOf(genesis, 'evm');
  const xGenesis = within(['genesis', 'Chains', x.index, 'unsignedTx', 'genesisData'], () =>
    decode(XGenesis, x.tx.genesisData),
  );
  const assets = xGenesis.Txs.map(firstAsset);
  const [avax] = assets;
  if (!avax)
    throw new AvalancheError('MissingState', 'the X-chain has no first asset', { what: 'asset' });
  return {
    networkID: x.tx.networkID,
    genesisID: idOf(bytes),
    avaxAssetID: avax.assetID,
    chains: { X: x.id, C: c.id },
    assets,
    utxos: {
      P: genesis.UTXOs.map(({ message: _, ...utxo }) => ({ utxo, id: inputIDOf(utxo) })),
      X: xGenesis.Txs.flatMap((asset, i) => firstUTXOs(asset, assets[i]!.assetID)),
    },
  };
}

function chainOf({ Chains }: PGenesis, vm: 'avm' | 'evm') {
  for (const [index, tx] of Chains.entries())
    if (tx.unsignedTx.type === 'platformvm.CreateChainTx' && vmOf(tx.unsignedTx) === vm)
      return { index, tx: tx.unsignedTx, id: idOf(encode(GenesisTx, tx)) };
  throw new AvalancheError('MissingState', `the genesis creates no chain of the ${vm}`, {
    what: 'chain',
  })
    .at('Chains')
    .at('genesis');
}

/** A transaction of a genesis, with its bytes. */
export interface GenesisTxOf<Tx> {
  readonly bytes: Uint8Array;
  readonly tx: Tx;
}

/**
 * Returns the transactions of a genesis, which a node treats as if they were in blocks: those that add validators
 * and chains on P, and those that create the assets of X. Source: avalanchego `vms/platformvm/state/state.go`
 * `syncGenesis`, `vms/avm/vm.go` `initGenesis`.
 */
export function genesisTxsOf(genesis: PGenesis): {
  readonly P: readonly GenesisTxOf<PGenesis['Chains'][number]>[];
  readonly X: readonly GenesisTxOf<Infer<typeof XTx>>[];
} {
  const xGenesis = genesis.Chains.map(({ unsignedTx }) => unsignedTx as CreateChainTx)
    .filter((tx) => vmOf(tx) === 'avm')
    .map(({ genesisData }) => decode(XGenesis, genesisData));
  return {
    P: [...genesis.Validators, ...genesis.Chains].map((tx) => ({
      tx,
      bytes: encode(GenesisTx, tx),
    })),
    X: xGenesis.flatMap(({ Txs }) =>
      Txs.map((asset) => {
        const tx = createdBy(asset);
        return { tx, bytes: encode(XTx, tx) };
      }),
    ),
  };
}

const createdBy = ({ Alias: _, ...asset }: GenesisAsset): Infer<typeof XTx> => ({
  unsignedTx: { type: 'avm.CreateAssetTx', ...asset },
  credentials: [],
});

function firstAsset({ Alias, ...asset }: GenesisAsset): FirstAsset {
  return {
    alias: Alias,
    assetID: idOf(encode(XTx, createdBy({ Alias, ...asset }))),
    name: asset.name,
    symbol: asset.symbol,
    denomination: asset.denomination,
  };
}

/**
 * Returns the UTXOs of an asset's creation: outputs first, then the initial states. Source: avalanchego
 * `vms/avm/txs/tx.go` `UTXOs`.
 */
function firstUTXOs(asset: GenesisAsset, assetID: Uint8Array): readonly FirstUTXO<XUTXO>[] {
  const made = [
    ...asset.outputs,
    ...asset.initialStates.flatMap(({ outputs }) => outputs.map((output) => ({ assetID, output }))),
  ];
  return made.map((output, outputIndex) => {
    const utxo = { txID: assetID, outputIndex, ...output };
    return { utxo, id: inputIDOf(utxo) };
  });
}
