/**
 * Rehearsal: tries transactions, before they are issued, on a test node that starts from the state of a real node.
 */

import type { ChainName } from '../chain/declared.ts';
import { unsignedTxArgument } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import type { NodeClient } from '../rpc/client.ts';
import type { CallOptions } from '../rpc/service.ts';
import { checkTx } from '../rules/check.ts';
import type { Verdict } from '../rules/verdict.ts';
import {
  aFunction,
  aList,
  aListOf,
  anObject,
  anything,
  aText,
  checkArgument,
  either,
  objectOf,
  optional,
} from '../schema/check.ts';
import { type Balance, balancesOf } from '../state/balances.ts';
import type { Address } from '../state/owner.ts';
import { formatID } from '../text/id.ts';
import { type Effects, effectsOf } from '../tx/effects.ts';
import { type Fetched, fetchFor, textsOf } from './fetched.ts';
import { makeBlock, type RefusedTx, refusalIn } from './issue.ts';
import { partialFacts, partialWorld } from './partial.ts';
import { markWorld, revertWorld } from './records.ts';
import type { World } from './world.ts';

/** Whose funds a rehearsal reads, besides those of the signers. */
export interface RehearsalOptions extends CallOptions {
  /** Addresses and accounts whose UTXOs and balances are included, in addition to those of the keys that signed. */
  readonly addresses?: readonly Address[];
}

/** The result for one transaction. */
export interface RehearsedTx {
  /** The chain of the transaction. */
  readonly chain: ChainName;
  /** CB58. */
  readonly txID: string;
  /**
   * `accepted`: in a block of the test node; `refused`: a rule refuses it; `unknown`: no rule refuses it, but it
   * depends on something that the node did not report, or on an earlier transaction that was not accepted.
   */
  readonly result: Verdict['result'];
  /** The findings of the rules. */
  readonly verdict: Verdict;
  /** If refused: the reply that a node would give. */
  readonly refusal?: RefusedTx;
  /** If unknown: the facts that are missing. */
  readonly unknown?: readonly string[];
  /**
   * If accepted: the height of its block, provided that the node accepts no other block first. Omitted on the
   * C-chain.
   */
  readonly height?: bigint;
  /** UTXOs consumed and produced, and amounts burned with the reason. */
  readonly effects: Effects<Uint8Array>;
  /** If accepted and staking: the reward in nAVAX, or the subnet's unit, provided that the validator is online. */
  readonly potentialReward?: bigint;
}

/** The balance of the addresses in an asset on a chain. */
export interface RehearsedBalance {
  /** The chain of the balance. */
  readonly chain: ChainName;
  /** The asset; 32 bytes. */
  readonly assetID: Uint8Array;
  /** Units of the asset before the transactions. */
  readonly before: bigint;
  /** Units of the asset after the transactions. */
  readonly after: bigint;
}

/** The balance of a C-chain account, in wei. */
export interface RehearsedAccount {
  /** `0x` and 40 digits in lower case. */
  readonly address: string;
  /** Wei before the transactions. */
  readonly before: bigint;
  /** Wei after the transactions. */
  readonly after: bigint;
}

/** The result of a rehearsal. */
export interface Rehearsal {
  /** `accepted` only if every transaction is. */
  readonly result: Verdict['result'];
  /** The result for each transaction. */
  readonly txs: readonly RehearsedTx[];
  /** Total balances of the addresses, by chain and asset: UTXOs of the chain itself, including locked ones. */
  readonly balances: readonly RehearsedBalance[];
  /** C-chain accounts whose balance changes. */
  readonly accounts: readonly RehearsedAccount[];
  /** Everything that was read, as text by name; `changesSince` compares it. */
  readonly read: ReadonlyMap<string, string>;
  /** What `changesSince` needs to read the same again. */
  readonly reading: {
    /** The transactions that were rehearsed. */
    readonly txs: readonly AnyTx[];
    /** Addresses whose UTXOs were read. */
    readonly addresses: readonly Address[];
  };
}

/** A difference on a node: `before` is undefined if it is new, `after` if it is gone. */
export interface NodeChange {
  /** Name, such as `P UTXO …`, `P price` or `validators …`. */
  readonly name: string;
  /** Value when the rehearsal read it. */
  readonly before: string | undefined;
  /** Current value. */
  readonly after: string | undefined;
}

/** A client of a node, as an argument. */
const nodeArgument = /* @__PURE__ */ objectOf(
  { network: aFunction, pchain: anObject, xchain: anObject, cchain: anObject },
  { name: 'what connect() returns' },
);
const signedArgument = /* @__PURE__ */ objectOf(
  { unsignedTx: unsignedTxArgument, credentials: aList, chain: aText, txID: aText },
  { name: 'a signed transaction' },
);
const txsArgument = /* @__PURE__ */ (() =>
  either(Array.isArray, aListOf(signedArgument), signedArgument))();
const rehearsalOptions = /* @__PURE__ */ (() =>
  objectOf({ addresses: optional(aListOf(anything)) }))();
const rehearsedArgument = /* @__PURE__ */ (() =>
  objectOf({ txs: aListOf(anObject) }, { name: 'what rehearse() returns' }))();
const rehearsalArgument = /* @__PURE__ */ (() =>
  objectOf(
    { read: anObject, reading: objectOf({ txs: aListOf(signedArgument), addresses: aList }) },
    { name: 'what rehearse() returns' },
  ))();

/**
 * Tries signed transactions, in order, on a test node that starts from the state of a real node: the UTXOs of the
 * signers and of the given addresses, the fee state, the time, and everything the transactions refer to. Only
 * reads are sent to the node.
 *
 * Only what was read is known. A transaction that depends on anything else is `unknown`, never `accepted`: for
 * example on a UTXO of another owner, the number of active L1 validators, or earlier registrations.
 * @throws {AvalancheError} As the calls of `connect`.
 */
export async function rehearse(
  txs: AnyTx | readonly AnyTx[],
  node: NodeClient,
  options: RehearsalOptions = {},
): Promise<Rehearsal> {
  checkArgument(node, nodeArgument, 'node');
  checkArgument(txs, txsArgument, 'txs');
  checkArgument(options, rehearsalOptions, 'options');
  const { addresses = [], ...callOptions } = options;
  const reading = {
    txs: Array.isArray(txs) ? (txs as readonly AnyTx[]) : [txs as AnyTx],
    addresses,
  };
  const fetched = await fetchFor(node, reading, callOptions);
  const world = partialWorld(fetched);
  const before = holdingsOf(world, fetched);
  const spent = new Set<string>();
  const rehearsed = reading.txs.map((tx) => rehearseTx(world, tx, fetched, spent));
  const after = holdingsOf(world, fetched);
  return {
    result: worstOf(rehearsed),
    txs: rehearsed,
    balances: balanceChanges(before, after),
    accounts: [...before.accounts].map(([address, wei]) => ({
      address,
      before: wei,
      after: after.accounts.get(address)!,
    })),
    read: textsOf(fetched),
    reading,
  };
}

/**
 * Reads the same data again and returns what changed on the node since a rehearsal. Heights and times are ignored,
 * prices are not.
 * @throws {AvalancheError} As the calls of `connect`.
 */
export async function changesSince(
  rehearsal: Rehearsal,
  node: NodeClient,
  callOptions: CallOptions = {},
): Promise<readonly NodeChange[]> {
  checkArgument(node, nodeArgument, 'node');
  checkArgument(rehearsal, rehearsalArgument, 'rehearsal');
  checkArgument(callOptions, anObject, 'options');
  const { read, reading } = rehearsal;
  const now = textsOf(await fetchFor(node, reading, callOptions));
  return [...new Set([...read.keys(), ...now.keys()])]
    .map((name) => ({ name, before: read.get(name), after: now.get(name) }))
    .filter(({ before, after }) => before !== after);
}

function worstOf(txs: readonly RehearsedTx[]): Rehearsal['result'] {
  const has = (result: Rehearsal['result']) => txs.some((tx) => tx.result === result);
  return has('refused') ? 'refused' : has('unknown') ? 'unknown' : 'accepted';
}

function rehearseTx(world: World, tx: AnyTx, fetched: Fetched, spent: Set<string>): RehearsedTx {
  const { chain, txID } = tx;
  const facts = partialFacts(world, chain, fetched, spent);
  const verdict = checkTx(tx, facts);
  const effects = effectsOf(tx, { network: world.network });
  const outcome = { chain, txID, verdict, effects };
  if (verdict.result === 'refused')
    return { ...outcome, result: 'refused', refusal: refusalIn(chain, verdict)! };
  if (verdict.result === 'unknown')
    return { ...outcome, result: 'unknown', unknown: missingIn(verdict) };
  const start = markWorld(world);
  try {
    makeBlock(world, [tx]);
  } catch (e) {
    if (!isError(e, 'MissingState')) throw e;
    revertWorld(world, start);
    return { ...outcome, result: 'unknown', unknown: [e.detail] };
  }
  for (const { id } of effects.consumed) spent.add(formatID(id));
  const reward = world.P.ledger.current.get(txID)?.potentialReward;
  return {
    ...outcome,
    result: 'accepted',
    ...(chain !== 'C' && { height: world[chain].ledger.height }),
    ...(reward ? { potentialReward: reward } : {}),
  };
}

const missingIn = ({ findings }: Verdict): readonly string[] =>
  findings
    .filter(({ result }) => result === 'not checked')
    .map(({ rule, detail }) => `${rule}: ${detail}`);

interface Holdings {
  readonly balances: ReadonlyMap<ChainName, readonly Balance[]>;
  readonly accounts: ReadonlyMap<string, bigint>;
}

/** Returns the balances of the addresses and accounts in a world. */
function holdingsOf(world: World, { P, X, C, addresses }: Fetched): Holdings {
  const balanceOptions = { time: world.clock, of: addresses };
  const on = (chain: 'P' | 'X') => {
    const utxos = world[chain].ledger.utxos.entries().map(([, utxo]) => utxo);
    return [chain, balancesOf(utxos, balanceOptions)] as const;
  };
  return {
    balances: new Map([...(P ? [on('P')] : []), ...(X ? [on('X')] : [])]),
    accounts: new Map(
      (C?.accounts ?? []).map(({ address }) => [address, world.C.accounts.get(address)!.balance]),
    ),
  };
}

function balanceChanges(before: Holdings, after: Holdings): readonly RehearsedBalance[] {
  return [...before.balances.keys()].flatMap((chain) => {
    const [was, now] = [before, after].map(({ balances }) => balances.get(chain)!) as [
      readonly Balance[],
      readonly Balance[],
    ];
    const all = new Map([...was, ...now].map(({ assetID }) => [formatID(assetID), assetID]));
    const totalIn = (list: readonly Balance[], id: string): bigint =>
      list.find(({ assetID }) => formatID(assetID) === id)?.total ?? 0n;
    return [...all].map(([id, assetID]) => ({
      chain,
      assetID,
      before: totalIn(was, id),
      after: totalIn(now, id),
    }));
  });
}

/**
 * Throws unless a rehearsal accepted everything.
 * @throws {AvalancheError} The error of the rule that rejects a transaction; `MissingState`: something is not
 *   known.
 */
export function assertRehearsed(rehearsal: Pick<Rehearsal, 'txs'>): void {
  checkArgument(rehearsal, rehearsedArgument, 'rehearsal');
  const { txs } = rehearsal;
  for (const { txID, refusal, unknown } of txs) {
    if (refusal) throw refusal.error;
    if (unknown)
      throw new AvalancheError('MissingState', `${txID} is unknown: ${unknown.join('; ')}`, {
        what: unknown.join('; '),
      });
  }
}
