/** How a world starts: the genesis of the P-chain, and what the chains have before their first blocks. */
import { genesisFactsOf } from '../chain/genesis.ts';
import { Genesis, type GenesisUTXO } from '../chain/pchain/genesis.ts';
import type { AddPermissionlessValidatorTx } from '../chain/pchain/staking.ts';
import type { CreateChainTx } from '../chain/pchain/subnets.ts';
import { Genesis as XGenesis } from '../chain/xchain/genesis.ts';
import type { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import { AvalancheError } from '../errors/error.ts';
import { local } from '../network/known.ts';
import type { Network } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { decodeUTF8, encodeUTF8 } from '../text/utf8.ts';
import { decode, encode } from '../wire/codec.ts';
import { localGenesis } from './localgenesis.ts';
import type { AssetRecord, CAccount } from './world.ts';

/** Unix seconds at which a test node starts if nothing else is said: 2026-10-01, when mainnet had Helicon for a week. */
export const defaultStart = 1_790_812_800n;

/** Seconds from the genesis to the start of a test node, in which the chains get all the gas that a block can have. */
export const sinceGenesis = 3600n;

/** nAVAX that pay for what control functions give away and set up. */
const reserve = 100_000_000_000_000_000n;

/** Seconds from the genesis to the end of the last validator; each other one ends a while before. Nobody may stake for more than a year. */
const validationTime = 360n * 86_400n;
const betweenEnds = 5400n;

/** What the chains have before their first blocks. */
export interface FirstState {
  /** The genesis of the P-chain. */
  readonly genesis: Genesis;
  /** Its bytes. */
  readonly bytes: Uint8Array;
  readonly xUTXOs: readonly XUTXO[];
  readonly assets: readonly AssetRecord[];
  /** Accounts of the C-chain, by `0x` and 40 digits in lower case. */
  readonly accounts: readonly (readonly [string, CAccount])[];
}

/**
 * What follows from a genesis.
 * @throws {AvalancheError} As `genesisFactsOf`; `WrongNetwork`: the genesis is for another network.
 */
export function firstStateOf(bytes: Uint8Array, network: Network): FirstState {
  const facts = genesisFactsOf(bytes);
  if (!hasIDsOf(network, facts))
    throw new AvalancheError('WrongNetwork', 'the genesis has other ids than the network', {
      have: `network ${facts.networkID}`,
      need: network.name,
    }).at('genesis');
  const genesis = decode(Genesis, bytes);
  const { Txs } = decode(XGenesis, dataOf(genesis, 'avm'));
  return {
    genesis,
    bytes,
    xUTXOs: facts.utxos.X.map(({ utxo }) => utxo),
    assets: facts.assets.map((asset, i) => ({
      ...asset,
      fxs: Txs[i]!.initialStates.map(({ fxIndex }) => fxIndex),
    })),
    accounts: accountsIn(dataOf(genesis, 'evm')),
  };
}

/** The genesis data of the chain of a virtual machine. */
function dataOf({ Chains }: Genesis, vm: 'avm' | 'evm'): Uint8Array {
  const txs = Chains.map(({ unsignedTx }) => unsignedTx as CreateChainTx);
  return txs.find((tx) => vmOf(tx) === vm)!.genesisData;
}

const vmOf = ({ vmID }: CreateChainTx): string => String.fromCharCode(...vmID.subarray(0, 3));

/** The accounts that the C-chain's genesis funds. */
function accountsIn(data: Uint8Array): FirstState['accounts'] {
  const { alloc = {} } = JSON.parse(new TextDecoder().decode(data)) as {
    readonly alloc?: Readonly<Record<string, { readonly balance?: string }>>;
  };
  return Object.entries(alloc).map(([address, { balance = '0x0' }]) => [
    `0x${address.replace(/^0x/, '').toLowerCase()}`,
    { nonce: 0n, balance: BigInt(balance) },
  ]);
}

/**
 * What a network starts with like avalanchego's local one: the same keys and validators, and a reserve for control functions. The
 * validators have just started. A network whose ids follow from such a genesis, as those of `local` and `testnodeNetwork` do, has it
 * whole; of another one the ids are taken as they are, and no chain is in its genesis.
 * @param start Unix seconds.
 * @param address Owns the reserve.
 */
export function firstStateLike(network: Network, start: bigint, address: Uint8Array): FirstState {
  const from = decode(Genesis, localGenesis());
  const { avaxAssetID: assetID, networkID } = network;
  const genesis = startedAt(
    {
      ...from,
      UTXOs: from.UTXOs.map((utxo) => ({ ...utxo, assetID })),
      Validators: from.Validators.map((tx) => ofNetwork(tx, networkID, assetID)),
      Chains: from.Chains.map((tx) => chainOfNetwork(tx, network)),
    },
    start,
    address,
  );
  const bytes = encode(Genesis, genesis);
  if (hasIDsOf(network, genesisFactsOf(bytes))) return firstStateOf(bytes, network);
  const first = firstStateOf(localGenesis(), local);
  const other: Genesis = { ...genesis, Chains: [] };
  return {
    genesis: other,
    bytes: encode(Genesis, other),
    xUTXOs: first.xUTXOs.map((utxo) => ({ ...utxo, txID: assetID, assetID })),
    assets: first.assets.map((asset) => ({ ...asset, assetID })),
    accounts: first.accounts,
  };
}

const hasIDsOf = (
  { networkID, chains, avaxAssetID }: Network,
  facts: ReturnType<typeof genesisFactsOf>,
): boolean =>
  facts.networkID === networkID &&
  equalBytes(facts.chains.X, chains.X.blockchainID) &&
  equalBytes(facts.chains.C, chains.C.blockchainID) &&
  equalBytes(facts.avaxAssetID, avaxAssetID);

function startedAt(genesis: Genesis, start: bigint, address: Uint8Array): Genesis {
  const reserved: GenesisUTXO = {
    ...genesis.UTXOs[0]!,
    outputIndex: genesis.UTXOs.length,
    output: {
      type: 'secp256k1fx.TransferOutput',
      amount: reserve,
      locktime: 0n,
      threshold: 1,
      addresses: [address],
    },
    message: new Uint8Array(0),
  };
  return {
    ...genesis,
    UTXOs: [...genesis.UTXOs, reserved],
    Validators: genesis.Validators.map((tx, i, all) => {
      const unsignedTx = tx.unsignedTx as AddPermissionlessValidatorTx;
      const end = start + validationTime - BigInt(all.length - 1 - i) * betweenEnds;
      const validator = { ...unsignedTx.validator, start, end };
      return { ...tx, unsignedTx: { ...unsignedTx, validator } };
    }),
    Timestamp: start,
    InitialSupply: genesis.InitialSupply + reserve,
  };
}

type Validator = Genesis['Validators'][number];

function ofNetwork(tx: Validator, networkID: number, assetID: Uint8Array): Validator {
  const unsignedTx = tx.unsignedTx as AddPermissionlessValidatorTx;
  const stake = unsignedTx.stake.map((output) => ({ ...output, assetID }));
  return { ...tx, unsignedTx: { ...unsignedTx, networkID, stake } };
}

/** The transaction that makes a chain, for another network: its number is in the genesis of the X-chain and of the C-chain too. */
function chainOfNetwork(tx: Validator, { networkID, evmChainID }: Network): Validator {
  const unsignedTx = tx.unsignedTx as CreateChainTx;
  const { genesisData } = unsignedTx;
  if (vmOf(unsignedTx) === 'avm') {
    const { Txs } = decode(XGenesis, genesisData);
    const data = encode(XGenesis, { Txs: Txs.map((asset) => ({ ...asset, networkID })) });
    return { ...tx, unsignedTx: { ...unsignedTx, networkID, genesisData: data } };
  }
  const text = decodeUTF8(genesisData).replace(/("chainId":)\d+/, `$1${evmChainID ?? 0n}`);
  return { ...tx, unsignedTx: { ...unsignedTx, networkID, genesisData: encodeUTF8(text) } };
}
