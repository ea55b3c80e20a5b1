import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { Draft } from '../draft/draft.ts';
import { AvalancheError } from '../errors/error.ts';
import { identify } from '../network/identity.ts';
import { fuji, mainnet } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Opened } from '../open/opened.ts';
import type { SignedTx } from '../rules/subject.ts';
import type { Owner } from '../state/owner.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { headOf } from '../tx/effects.ts';
import { utxoKey } from '../tx/order.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { nameText } from './format.ts';

/** How people call an asset, and the decimals that they count in: what `avm.getAssetDescription` says. */
export interface AssetName {
  readonly symbol: string;
  readonly denomination: number;
}

/** What is known beside the transaction: all of it may be missing, and what depends on it is then not said. A draft has all. */
export interface ExplainContext {
  /** Needed for networks other than mainnet and fuji. With it, a transaction of another network is warned of. */
  readonly network?: Network;
  /** The instance of the AVM, if it is not the X-chain. */
  readonly blockchain?: Chain;
  /** What is spent, in any order, and others. */
  readonly utxos?: readonly AnyUTXO[];
  /** Unix seconds. */
  readonly time?: bigint;
  /** Names of assets by their CB58 id. */
  readonly assets?: Readonly<Record<string, AssetName>>;
  /** Who must agree, as in a state: by CB58 of a subnet, an L1 validation, or the transaction that began a validator. */
  readonly authorities?: Readonly<Record<string, Owner>>;
  /** nAVAX; a fee above it is warned of. A tenth of an AVAX if not given; on X what the network asks. */
  readonly maxFee?: bigint;
}

/** What can be explained. */
export type Explainable = Draft | AnyTx | Opened;

/** A transaction with all that is known of it. */
export interface Subject {
  readonly chain: ChainName;
  readonly tx: AnyUnsignedTx;
  readonly signed: SignedTx | undefined;
  readonly draft: Draft | undefined;
  readonly txID: string | undefined;
  readonly network: Network | undefined;
  /** The hrp of its addresses, also where the network is not known. */
  readonly hrp: string | undefined;
  readonly networkName: string | undefined;
  /** Text before addresses of its own chain. */
  readonly alias: string;
  readonly time: bigint | undefined;
  readonly utxoOf: (id: {
    readonly txID: Uint8Array;
    readonly outputIndex: number;
  }) => AnyUTXO | undefined;
  readonly context: ExplainContext;
}

/**
 * @throws {AvalancheError} `Unsupported`: something opened that is no transaction.
 */
export function subjectOf(of: Explainable, context: ExplainContext): Subject {
  const { chain, tx, signed, draft, txID } = partsOf(of);
  const { networkID } = headOf(tx);
  const network = networkOf(networkID, draft?.network ?? context.network);
  const identity = network ?? (networkID === undefined ? undefined : identify(networkID));
  const known = draft
    ? draft.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []))
    : (context.utxos ?? []);
  const utxos = new Map(known.map((utxo) => [utxoKey(utxo), utxo]));
  const own = draft?.chain === 'X' ? draft.blockchain : context.blockchain;
  return {
    chain,
    tx,
    signed,
    draft,
    txID,
    network,
    hrp: identity?.hrp,
    networkName: identity && nameText(identity.name),
    alias: chain === 'X' && own ? nameText(own.alias) : chain,
    time: context.time ?? draft?.time,
    utxoOf: (id) => utxos.get(utxoKey(id)),
    context: own ? { ...context, blockchain: own } : context,
  };
}

function partsOf(of: Explainable): Pick<Subject, 'chain' | 'tx' | 'signed' | 'draft' | 'txID'> {
  const rest = {
    chain: of.chain as ChainName,
    signed: undefined,
    draft: undefined,
    txID: undefined,
  };
  if (of.kind === 'draft') return { ...rest, tx: of.unsignedTx, draft: of };
  if (of.kind === 'unsignedTx') return { ...rest, tx: of.value };
  if (of.kind !== 'tx')
    throw new AvalancheError('Unsupported', `a ${of.kind} is not a transaction`);
  const signed = 'txID' in of ? of : of.value;
  return { ...rest, tx: signed.unsignedTx, signed, txID: 'txID' in of ? of.txID : of.id };
}

/** The network that a transaction names; one that it does not name is what the caller says. */
function networkOf(networkID: number | undefined, said: Network | undefined): Network | undefined {
  if (said && (networkID === undefined || said.networkID === networkID)) return said;
  return [mainnet, fuji].find((network) => network.networkID === networkID);
}

/** How people call a chain: `P-chain`, or the id of one that has no name here. */
export function chainAlias(id: Uint8Array, { network, tx, alias }: Subject): string {
  const own = headOf(tx).blockchainID;
  if (own && equalBytes(own, id)) return alias;
  const chains = network ? Object.values(network.chains) : [];
  const found = chains.find(({ blockchainID }) => equalBytes(blockchainID, id));
  return found ? nameText(found.alias) : formatID(id);
}
