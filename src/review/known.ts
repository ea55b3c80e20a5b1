/**
 * What is known of a transaction, for the review. Whatever the transaction itself commits to is plain data. What a draft adds is
 * marked as proven, supplied by the reader, or claimed; a claim can be read only as text for display (`Claimed`).
 */

import { type ChainName, chainArgument, unsignedTxArgument } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { Draft } from '../draft/draft.ts';
import { choicesMade } from '../draft/mark.ts';
import { digestOf, withReading } from '../draft/reading.ts';
import { readable } from '../errors/arguments.ts';
import { AvalancheError, formatPath, isError } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import {
  differenceOf,
  fuji,
  knownNetworks,
  local,
  mainnet,
  testnodeNetwork,
} from '../network/known.ts';
import { type Chain, type Network, networkArgument } from '../network/network.ts';
import {
  type Asked,
  type Knowledge,
  knowledgeOf,
  type Ownership,
  type ReaderKnowledge,
  type Said,
} from '../owners/knowledge.ts';
import type { SignedTx } from '../rules/subject.ts';
import { aListOf, anObject, aText, checkArgument, objectOf, optional } from '../schema/check.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import { withTx } from '../tx/bytes.ts';
import { type CredentialUse, credentialUsesOf } from '../tx/credentials.ts';
import { headOf } from '../tx/effects.ts';
import type { UTXOID } from '../tx/order.ts';
import { lockOf, transferOutputOf, unlocked } from '../tx/output.ts';
import { inputsOf } from '../tx/parts.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';

const credentialsArgument = /* @__PURE__ */ (() => optional(aListOf(anObject)))();

/** A value that `review` accepts: a draft, a transaction, or the result of `open` for one. */
export type Reviewable =
  | Draft
  | AnyTx
  | { readonly kind: string; readonly chain?: ChainName | undefined; readonly value: unknown };

/** What the reader of a transaction knows. */
export interface Reader extends ReaderKnowledge {
  /** Another instance of the AVM, if the transaction is not on the X-chain. */
  readonly blockchain?: Chain;
  /**
   * Whether the reader knows that a node accepted the transaction. Locks are then compared with `time`, the time of its block;
   * without `time` they count as expired.
   */
  readonly accepted?: boolean;
}

/**
 * What one credential authorizes. Asset, amount and stakeable lock are taken from the input: a node refuses an input that states them
 * wrongly.
 */
export interface Credit {
  /** Path in the transaction of the input, operation or authorization. */
  readonly path: string;
  /** Kind of the credential. */
  readonly kind: CredentialUse['kind'];
  /** CB58; undefined for an authorization, a right or a token. */
  readonly asset: string | undefined;
  readonly amount: bigint;
  /** Unix seconds of a `LockIn`. A plain input counts as not locked, whatever a draft claims about its UTXO. */
  readonly stakeableUntil: bigint | undefined;
  /** Number of required signatures. With 0, no signature counts. */
  readonly signers: number;
  readonly ownership: Ownership;
  readonly isAccount: boolean;
  /** CB58 of the subnet, validation or validator that an authorization is for. */
  readonly of: string | undefined;
  /** The UTXO that is consumed. */
  readonly id: UTXOID | undefined;
}

/** The parts of a value to review. */
export interface Parts {
  readonly chain: ChainName;
  readonly tx: AnyUnsignedTx;
  readonly signed: SignedTx | undefined;
  readonly draft: Draft | undefined;
  readonly txID: string | undefined;
}

/** Everything that is known of a transaction. Claims of its maker appear only as text. */
export interface Known extends Knowledge {
  readonly tx: AnyUnsignedTx;
  readonly chain: ChainName;
  readonly network: Network;
  /** Whether the parameters of the network are only claimed by the draft. */
  readonly isNetworkClaimed: boolean;
  /** The chain of the transaction. */
  readonly here: Chain;
  /**
   * Unix seconds of the reader's clock, with which locks are compared. For a transaction that a node accepted at an unknown time, the largest
   * uint64, so that every lock counts as expired.
   */
  readonly time: bigint | undefined;
  readonly credits: readonly Credit[];
  /** Whether the draft was built here, and its builder made a choice with this key. */
  readonly isMadeHere: (choice: string) => boolean;
  /** False claims of the draft. */
  readonly contradictions: readonly { readonly path: string; readonly detail: string }[];
}

const reviewableArgument = /* @__PURE__ */ objectOf(
  { kind: aText },
  { name: 'a draft, a signed transaction or what open() returns' },
);

/**
 * Reads a draft, transaction or opened value once, and runs a synchronous step with own copies of its parts.
 * @throws {AvalancheError} `Unsupported`: an opened value that is not a transaction; `BadArgument`; as `withReading` and `encode`.
 */
export function withParts<T>(given: Reviewable, step: (parts: Parts) => T): T {
  readable('a draft or a transaction', () =>
    checkArgument<object>(given, reviewableArgument, 'of'),
  );
  const isDraft = readable(
    'a draft or a transaction',
    () => checkArgument<{ kind?: unknown }>(given, anObject, 'of').kind === 'draft',
  );
  if (isDraft)
    return withReading(['of'], given as Draft, ({ draft }) =>
      step({
        chain: checkArgument<ChainName>(draft.chain, chainArgument, 'of', 'chain'),
        tx: draft.unsignedTx,
        signed: undefined,
        draft,
        txID: undefined,
      }),
    );
  const { chain, unsignedTx, credentials, txID } = readable('a transaction', () => {
    const { signed, ...parts } = txGiven(given as Exclude<Reviewable, Draft>);
    return { ...parts, credentials: signed && deepCopy(signed.credentials) };
  });
  checkArgument<ChainName>(chain, chainArgument, 'of', 'chain');
  checkArgument(unsignedTx, unsignedTxArgument, 'of', 'unsignedTx');
  checkArgument(credentials, credentialsArgument, 'of', 'credentials');
  return withTx(unsignedTx, (tx) =>
    step({
      chain,
      tx,
      signed: credentials && ({ unsignedTx: tx, credentials } as SignedTx),
      draft: undefined,
      txID,
    }),
  );
}

/** Returns the parts of a transaction or opened value, as they were given. */
function txGiven(given: Exclude<Reviewable, Draft>): {
  readonly chain: ChainName;
  readonly unsignedTx: AnyUnsignedTx;
  readonly signed?: SignedTx;
  readonly txID: string | undefined;
} {
  const chain = given.chain as ChainName;
  if (given.kind === 'unsignedTx')
    return { chain, unsignedTx: (given as { value: AnyUnsignedTx }).value, txID: undefined };
  if (given.kind !== 'tx')
    throw new AvalancheError('Unsupported', `a ${given.kind} is not a transaction`);
  if ('txID' in given)
    return { chain, unsignedTx: given.unsignedTx, signed: given, txID: given.txID };
  const signed = checkArgument((given as { value: SignedTx }).value, anObject, 'of', 'value');
  return { chain, unsignedTx: signed.unsignedTx, signed, txID: (given as { id?: string }).id };
}

/**
 * Returns the network that a transaction names. mainnet, fuji and other known networks have fixed parameters; others have those that
 * the reader gives. A transaction without a networkID belongs to the reader's network.
 */
export function networkOf(
  networkID: number | undefined,
  said: Network | undefined,
): Network | undefined {
  const isIt = (of: Network | undefined) =>
    of !== undefined && (networkID === undefined || of.networkID === networkID);
  return (
    [mainnet, fuji].find((of) => of.networkID === networkID) ??
    [said].find(isIt) ??
    (networkID === undefined ? undefined : knownNetworks.find(isIt))
  );
}

/** Returns the credentials of a transaction; none if its authorization is of a type that decodes but that no node accepts. */
export function credentialUsesOrNone(tx: AnyUnsignedTx): readonly CredentialUse[] {
  try {
    return credentialUsesOf(tx);
  } catch (e) {
    if (isError(e, 'UnknownTypeID')) return [];
    throw e;
  }
}

/** Returns what a credential authorizes, as the transaction commits to it. */
function askedOf(use: CredentialUse): Asked | undefined {
  if (use.kind === 'account') return { is: 'account', address: use.input.address };
  if (use.kind === 'auth') return { is: 'authority', of: use.of };
  const id = use.kind === 'input' ? use.input : use.operation.inputIDs[0];
  const amount = use.kind === 'input' ? unlocked(use.input.input).amount : undefined;
  return id && { is: 'utxo', id, amount };
}

/**
 * Gathers what is known about the owners of a transaction's inputs and authorities.
 * @throws {AvalancheError} As the parsers of addresses and owners for `own` and `authorities`.
 */
export function knowledgeOfTx(
  { tx, draft }: Parts,
  network: Network | undefined,
  blockchain: Chain | undefined,
  chain: ChainName,
  reader: Reader,
): Knowledge {
  const accepted = inputsOf(tx).map(({ value }) => value.txID);
  return knowledgeOf(
    {
      network,
      blockchain,
      chain: blockchain ?? network?.chains[chain],
      ...(draft && { paths: draft.paths, evidence: draft.evidence }),
    },
    reader,
    accepted,
  );
}

/** Returns each credential with how well its owner is known, and the false claims of the draft. */
export function creditsOf(
  { tx, draft }: Parts,
  knowledge: Knowledge,
): Pick<Known, 'credits' | 'contradictions'> {
  const contradictions: { path: string; detail: string }[] = [];
  const credits = credentialUsesOrNone(tx).map((use, i): Credit => {
    const path = formatPath(use.path);
    const asked = askedOf(use);
    const said = draft?.slots[i] as Said | undefined;
    const ownership: Ownership = asked ? knowledge.ownershipOf(asked, said) : { is: 'unknown' };
    const of = { path, kind: use.kind, signers: use.signatureIndices.length, ownership };
    const none = { asset: undefined, amount: 0n, stakeableUntil: undefined, of: undefined };
    if (ownership.disproved) contradictions.push({ path, detail: ownership.disproved.detail });
    if (use.kind === 'auth')
      return { ...of, ...none, id: undefined, isAccount: false, of: formatID(use.of) };
    if (use.kind === 'operation')
      return { ...of, ...none, id: use.operation.inputIDs[0], isAccount: false };
    if (use.kind === 'account') {
      const { assetID, amount } = use.input;
      return { ...of, ...none, asset: formatID(assetID), amount, id: undefined, isAccount: true };
    }
    const asset = formatID(use.input.assetID);
    const { amount } = unlocked(use.input.input);
    const utxo = 'utxo' in ownership ? ownership.utxo : undefined;
    if (utxo && !ownership.disproved) {
      const holds = transferOutputOf(utxo);
      if (holds?.amount !== amount || !equalBytes(utxo.assetID, use.input.assetID))
        contradictions.push({
          path,
          detail: holds
            ? `it holds ${holds.amount} of ${formatID(utxo.assetID)}`
            : `it is a ${unlocked(utxo.output).type}`,
        });
    }
    const stakeableUntil = lockOf(use.input.input);
    return { ...of, ...none, asset, amount, stakeableUntil, id: use.input, isAccount: false };
  });
  return { credits, contradictions };
}

/**
 * Gathers everything that is known of a transaction.
 * @throws {AvalancheError} `MissingState`: the network is not known; as `knowledgeOfTx`.
 */
export function knownOf(parts: Parts, reader: Reader): Known {
  const { chain, tx, draft } = parts;
  const { networkID } = headOf(tx);
  const found = networkOf(networkID, reader.network);
  // Anybody can start a network with the id of a local one, under another name.
  const isOther =
    found !== reader.network &&
    draft !== undefined &&
    [local, testnodeNetwork].some((one) => one === found && draft.network.name !== one.name);
  const known = isOther ? undefined : found;
  const network = known ?? draft?.network;
  if (!network)
    throw new AvalancheError('MissingState', 'is needed', { what: 'network' }).at('network');
  const blockchain = reader.blockchain ?? (draft?.chain === 'X' ? draft.blockchain : undefined);
  const knowledge = knowledgeOfTx(parts, network, blockchain, chain, reader);
  const { credits, contradictions } = creditsOf(parts, knowledge);
  const difference = known && draft && differenceOf(draft.network, known);
  const detail =
    difference && `the parameters of ${known.name} are others: ${difference.join('.')}`;
  return {
    ...knowledge,
    tx,
    chain,
    network,
    isNetworkClaimed: known === undefined,
    here: blockchain ?? network.chains[chain],
    time: reader.time ?? (reader.accepted ? maxUint64 : undefined),
    credits,
    isMadeHere: (choice) =>
      draft !== undefined && choicesMade(draft, digestOf(draft)).includes(choice),
    contradictions: [...(detail ? [{ path: 'network', detail }] : []), ...contradictions],
  };
}

const readerArgument = /* @__PURE__ */ (() =>
  objectOf({
    utxos: optional(aListOf(anObject)),
    evidence: optional(aListOf(anObject)),
    network: optional(networkArgument),
    nonces: optional(anObject),
    authorities: optional(anObject),
  }))();

/**
 * Checks the types of the reader's options.
 * @throws {AvalancheError} `BadArgument`, under `context`.
 */
export function checkReader(context: Reader): void {
  checkArgument(context, readerArgument, 'context');
}
