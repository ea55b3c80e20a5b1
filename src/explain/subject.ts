import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { Draft } from '../draft/draft.ts';
import type { Own } from '../draft/proofs.ts';
import { draftShape } from '../draft/shape.ts';
import { checkShape } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { identify } from '../network/identity.ts';
import { fuji, mainnet } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Opened } from '../open/opened.ts';
import type { SignedTx } from '../rules/subject.ts';
import type { LedgerScreens } from '../sign/hardware/screens.ts';
import type { Evidence } from '../state/evidence.ts';
import type { Owner } from '../state/owner.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { reading } from '../tx/bytes.ts';
import { headOf } from '../tx/effects.ts';
import type { UTXOID } from '../tx/order.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { nameText } from './format.ts';
import { type Knowledge, knowledgeOf } from './trust.ts';

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
  /**
   * What is spent, in any order, and others. The caller vouches for them: they win over what a draft claims, and where the two are
   * not the same there is a warning.
   */
  readonly utxos?: readonly AnyUTXO[];
  /** The reader's own: addresses of any chain, accounts (`0x…`), whole owners, or for a draft a wallet. Without it nobody is a stranger. */
  readonly own?: Own;
  /** Transactions that prove owners, beside those that a draft has. */
  readonly evidence?: readonly Evidence[];
  /** What `ledgerScreens` says of the same draft: what the device hides is warned of. */
  readonly device?: Pick<LedgerScreens, 'hidden' | 'unreadable'>;
  /** The next nonces of accounts of the C-chain, by `0x…` in lower case: another one in the transaction is warned of. */
  readonly nonces?: Readonly<Record<string, bigint>>;
  /** Unix seconds. */
  readonly time?: bigint;
  /** Names of assets by their CB58 id. */
  readonly assets?: Readonly<Record<string, AssetName>>;
  /**
   * Who must agree, as in a state: by CB58 of a subnet, an L1 validation, or the transaction that began a validator. The caller vouches for
   * them as for `utxos`.
   */
  readonly authorities?: Readonly<Record<string, Owner>>;
  /**
   * nAVAX; a fee above it is warned of. A tenth of an AVAX if not given; on X what mainnet, fuji, local or `network` asks, whatever
   * a draft says.
   */
  readonly maxFee?: bigint;
}

/** What can be explained. */
export type Explainable = Draft | AnyTx | Opened;

/** A transaction with all that is known of it. */
export interface Subject extends Knowledge {
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
  readonly context: ExplainContext;
  /** What a UTXO is, by the best word there is. */
  readonly utxoOf: (id: UTXOID) => AnyUTXO | undefined;
}

/**
 * @throws {AvalancheError} `Unsupported`: something opened that is no transaction; what `context.own` is not.
 */
export function subjectOf(of: Explainable, context: ExplainContext): Subject {
  const { chain, tx, signed, draft, txID } = partsOf(of);
  checkShape(tx, { type: 'text' });
  if (draft) checkShape(draft, draftShape);
  if (signed) checkShape(signed, { credentials: ['an object'] });
  checkShape(
    context,
    {
      utxos: { '?': ['an object'] },
      evidence: { '?': ['an object'] },
      nonces: { '?': 'an object' },
      assets: { '?': 'an object' },
      authorities: { '?': 'an object' },
    },
    'context',
  );
  const { networkID } = headOf(tx);
  const network = networkOf(networkID, [context.network, draft?.network]);
  const identity = network ?? (networkID === undefined ? undefined : identify(networkID));
  const blockchain = draft?.chain === 'X' ? draft.blockchain : context.blockchain;
  const facts = {
    chain,
    tx,
    signed,
    draft,
    txID,
    network,
    hrp: identity?.hrp,
    networkName: identity && nameText(identity.name),
    alias: chain === 'X' && blockchain ? nameText(blockchain.alias) : chain,
    time: context.time ?? draft?.time,
    context: blockchain ? { ...context, blockchain } : context,
  };
  const knowledge = reading(tx, () => knowledgeOf(facts));
  return { ...facts, ...knowledge, utxoOf: (id) => knowledge.holdingOf(id).utxo };
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
  const signed = 'txID' in of ? of : checkShape(of.value, 'an object');
  return { ...rest, tx: signed.unsignedTx, signed, txID: 'txID' in of ? of.txID : of.id };
}

/**
 * The network that a transaction names: mainnet and fuji are what everybody knows them as, others what the caller says, and then
 * what the draft says. One that names no network is of the first that is said.
 */
function networkOf(
  networkID: number | undefined,
  said: readonly (Network | undefined)[],
): Network | undefined {
  const known = [mainnet, fuji].find((network) => network.networkID === networkID);
  const isIt = (of: Network | undefined) =>
    of !== undefined && (networkID === undefined || of.networkID === networkID);
  return known ?? said.find(isIt);
}

/** How people call a chain: `P-chain`, or the id of one that has no name here. */
export function chainAlias(id: Uint8Array, { network, tx, alias }: Subject): string {
  const own = headOf(tx).blockchainID;
  if (own && equalBytes(own, id)) return alias;
  const chains = network ? Object.values(network.chains) : [];
  const found = chains.find(({ blockchainID }) => equalBytes(blockchainID, id));
  return found ? nameText(found.alias) : formatID(id);
}
