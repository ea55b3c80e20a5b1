/**
 * Builds the transactions of a payment from free coins.
 *
 * - All attempts of a step have at least one coin in common, so that at most one of them is ever accepted. One that spends `max` uses only
 *   the coins of the first attempt.
 * - A payment that lacks coins waits for change: of other payments, and of a node that is behind. To avoid deadlock, a payment that holds
 *   coins never waits for others.
 */
import { build } from '../builder/build.ts';
import { consolidations } from '../builder/consolidate.ts';
import { type BuildOptions, keyOfRef } from '../builder/intent.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { Draft, DraftOf } from '../draft/draft.ts';
import { choicesMade, markMade } from '../draft/mark.ts';
import { digestOf, draftCopy } from '../draft/reading.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { feeStateNow } from '../fee/gas.ts';
import { ordinaryFee } from '../fee/transactions.ts';
import { chooseSigners } from '../sign/sign.ts';
import {
  allUTXOsOf,
  type CState,
  type PState,
  type State,
  type UTXOState,
} from '../state/state.ts';
import { type Wei, wei, weiPerNAVAX } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { outputOrder, utxoKey } from '../tx/order.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import { type Account, ownerOn } from './account.ts';
import {
  type Limits,
  type Run,
  type Shared,
  signalOf,
  unlessAborted,
  verifyGoing,
  type WalletCall,
} from './call.ts';
import { type CoinKey, coinsOf, common, exclusivesOf, includable, withUTXOs } from './coins.ts';
import { type Meant, readFor, takesAll } from './plan.ts';
import { mostAttempts, openIn, type Step } from './record.ts';
import { explained } from './shortage.ts';

/** Reads the state from which an intent is built. */
export async function readState(
  { nodes }: Pick<Shared, 'nodes'>,
  { addresses, accounts, paths }: Account,
  meant: Meant,
  call: Pick<WalletCall, 'signal'>,
): Promise<State> {
  const { chain } = meant;
  const { imports, authorities } = readFor(meant);
  const callOptions = signalOf(call);
  const options = {
    ...callOptions,
    paths: paths[chain],
    ...(imports && { imports: imports as never }),
  };
  return nodes.read<State>(
    chain,
    (node) => {
      switch (chain) {
        case 'P':
          return node.pchain.state(addresses, { ...options, ...(authorities && { authorities }) });
        case 'X':
          return node.xchain.state(addresses, options);
        case 'C':
          return node.cchain.state([...accounts, ...addresses], options);
      }
    },
    callOptions,
  );
}

/**
 * Builds the draft of an intent. On C, whose price changes with every block, it pays 1.5 times the price of the last block. Limits, and what
 * is the wallet's own, come from the call and the wallet.
 */
export function draftOf(
  state: State,
  { change, own, shared, signing, addresses }: Account,
  { intent, options, chain }: Meant,
  limits: Limits,
  more: BuildOptions = {},
): Draft {
  const draft = build(withoutCapacity(state), intent, {
    ...options,
    ...(chain !== 'C' && { change: ownerOn(change, chain, state.network) }),
    own,
    maxFee: limits.maxFee ?? ordinaryFee,
    priceMargin: marginOn(chain, limits),
    ...more,
  });
  return signable(draft, { shared, signing, addresses });
}

/** Returns a draft for which the wallet's own signers are chosen. */
const signable = (
  draft: Draft,
  { shared, signing, addresses }: Pick<Account, 'shared' | 'signing' | 'addresses'>,
): Draft =>
  shared
    ? chooseSigners(
        draft,
        addresses.filter((address) => signing.has(formatHex(address))),
      ).draft
    : draft;

/** Builds the next transaction that consolidates; undefined if nothing can be merged. */
export function mergedOf(
  state: State,
  account: Account,
  { merge, chain }: Meant,
  limits: Limits,
): Draft | undefined {
  const { own, receive } = account;
  const to = ownerOn(receive, chain, state.network);
  const options = {
    change: to,
    own,
    maxFee: limits.maxFee ?? ordinaryFee,
    priceMargin: marginOn(chain, limits),
  };
  const from = withoutCapacity(state) as UTXOState;
  const [draft] = consolidations(from, { ...merge, to }, options, 1);
  return draft && signable(draft, account);
}

const marginOn = (chain: Meant['chain'], { priceMargin }: Limits): number =>
  priceMargin ?? (chain === 'C' ? 1.5 : 1);

/** Gas that is used up for the moment comes back, so that it is no limit of a build. */
function withoutCapacity(state: State): State {
  if (state.chain !== 'P') return state;
  const { capacity: _, ...feeState } = state.feeState;
  return { ...state, feeState };
}

/** Seconds until a chain has the gas that a draft needs. */
function secondsFor({ fee }: Draft, state: State): number {
  if (state.chain !== 'P') return 0;
  const { capacity } = feeStateNow(state);
  if (!capacity || fee.gas === undefined || fee.gas <= capacity) return 0;
  const { maxPerSecond } = state.network.pFees;
  return Number((fee.gas - capacity + maxPerSecond - 1n) / maxPerSecond);
}

/** What is free of a state for a payment, and what the wallet knows of it. */
interface Funds {
  readonly state: State;
  readonly isBehind: boolean;
  /** The whole state. */
  readonly all: State;
}

/**
 * Builds a draft from the free coins, and reserves the coins that it spends.
 * @param only The coins that it may import; all if omitted.
 * @param turnedDown How often a node refused the attempts so far.
 * @returns Undefined if no attempt with other bytes is possible, or nothing is left to consolidate.
 */
export async function reserve(
  run: Run,
  step: Step,
  meant: Meant,
  only: ReadonlySet<CoinKey> | undefined,
  turnedDown: number,
): Promise<Draft | undefined> {
  const { shared, payment, account, call } = run;
  const { coins, running, alone, nodes, attempts } = shared;
  const { id } = payment;
  const others = (): boolean =>
    [...coins.holders()].some((holder) => holder !== id && running.has(holder));
  const mayWait = (): boolean => openIn(step).length === 0 && !coins.holders().has(id);
  if (step.count >= mostAttempts) return undefined;
  for (let waits = 0, pause = 500; ; ) {
    verifyGoing(call.signal);
    let changed: Promise<void> | undefined;
    let isBusy = false;
    let funds: Funds | undefined;
    let seconds = 0;
    try {
      const draft = await alone(async () => {
        changed = coins.changed();
        // Payments that end while the state is read count as busy too: the state lacks their change.
        isBusy = others();
        const isAll = takesAll(meant);
        if (mayWait() && isAll && !meant.merge && isBusy) return undefined;
        const state = await readState(shared, account, meant, call);
        funds = fundsIn(run, state, only);
        if (isAll && funds.isBehind && waits < attempts) return undefined;
        const made = attemptOf(run, funds.state, step, meant, turnedDown);
        seconds = made ? secondsFor(made, state) : 0;
        if (seconds > 0 && waits < 10 * attempts) return undefined;
        if (made) coins.hold(id, coinsOf(made.unsignedTx));
        return made ?? 'none';
      });
      if (draft === 'none') return undefined;
      if (draft) {
        call.onProgress?.({ step: 'built', chain: meant.chain, draft: draftCopy(draft) });
        return draft;
      }
    } catch (e) {
      if (!isError(e, 'Insufficient')) throw e;
      if (!funds?.isBehind || waits >= attempts) {
        if (funds?.isBehind) coins.forget(meant.chain);
        const missed = funds && mayWait() ? coins.missedBy(funds.all) : undefined;
        if (missed !== undefined) throw missing(missed, meant);
        if (!mayWait() || !isBusy)
          throw await explained({ ...run, id }, e, meant.chain, funds?.all);
        funds = undefined;
      }
    }
    if (seconds > 0) {
      waits++;
      await nodes.wait(seconds * 1000, call.signal);
    } else if (funds?.isBehind) {
      waits++;
      await nodes.wait(pause, call.signal);
      pause = Math.min(pause * 2, 10_000);
    } else await unlessAborted(changed!, call.signal);
  }
}

/** The error of a node that lists the coins of a transaction that was accepted, however often it is asked. */
const missing = (txID: string, { chain }: Meant): AvalancheError =>
  new AvalancheError(
    'Inconsistent',
    `the node does not have ${txID}, which was accepted on ${chain}: it is behind, or was reset. For a test node that was reverted, create a new wallet`,
  );

/** Returns what a payment may spend of a state. */
function fundsIn(
  { shared: { coins }, payment: { id }, account }: Run,
  state: State,
  only: ReadonlySet<CoinKey> | undefined,
): Funds {
  const utxos = allUTXOsOf(state);
  const listed = new Set(utxos.map(utxoKey));
  const lacks = [...(only ?? [])].some((key) => !listed.has(key));
  return {
    state: coins.freeFor(id, state, account, only),
    isBehind: coins.isBehind(state) || lacks,
    all: state,
  };
}

/**
 * Builds the next attempt of a step.
 * @throws {AvalancheError} `NotFound`: no common coin is left; as `build`.
 */
function attemptOf(
  { account, call }: Run,
  state: State,
  step: Step,
  meant: Meant,
  turnedDown: number,
): Draft | undefined {
  const before = openIn(step);
  const [firstTx] = before;
  if (!firstTx) {
    const build = meant.merge ? mergedOf : draftOf;
    return build(turnedDown > 0 ? atChainTime(state) : state, account, meant, call);
  }
  const usual = takesAll(meant) ? only(state, firstTx) : state;
  const from = turnedDown > 0 ? atChainTime(usual) : usual;
  const every = common(before.map(exclusivesOf));
  const { options, intent } = meant;
  const named = new Set((options.include ?? []).map(keyOfRef));
  const include = includable(from, intent.type === 'ImportTx', every).filter(
    (utxo) => !named.has(keyOfRef(utxo)),
  );
  const keeping: BuildOptions =
    include.length > 0 ? { include: [...(options.include ?? []), ...include] } : {};
  const isNew = (draft: Draft): boolean => !before.some((tx) => signs(tx, draft));
  const first = draftOf(from, account, meant, call, keeping);
  const draft = isNew(first)
    ? first
    : varied(first, from, { account, call }, meant, keeping, isNew);
  if (!draft) return undefined;
  if ([...exclusivesOf(draft.unsignedTx)].some((coin) => every.has(coin))) return draft;
  throw new AvalancheError(
    'NotFound',
    'the coins that all transactions of this payment spend are gone, so that another one could pay twice',
    { what: 'UTXO' },
  );
}

/** Returns a state whose price has not fallen since the last block: the clock of this machine may be ahead of the node's. */
function atChainTime(state: State): State {
  if (state.chain !== 'P') return state;
  const { chainTime: _, ...rest } = state;
  return rest;
}

/** Returns a state with only what a transaction spends, so that `max` does not take what came later. */
function only<S extends State>(state: S, tx: AnyUnsignedTx): S {
  const spent = coinsOf(tx);
  const paid = new Map<string, bigint>();
  if (tx.type === 'atomic.ExportTx')
    for (const { address, amount } of tx.inputs) {
      const key = formatHex(address);
      paid.set(key, (paid.get(key) ?? 0n) + amount * weiPerNAVAX);
    }
  const capped = ({ accounts }: CState) =>
    accounts.map((one) => ({ ...one, balance: least(one.balance, paid.get(one.address) ?? 0n) }));
  return {
    ...withUTXOs(state, (utxo) => spent.has(utxoKey(utxo))),
    ...(state.chain === 'C' && { accounts: capped(state) }),
  };
}
const least = (a: Wei, b: bigint): Wei => (a < b ? a : wei(b));

/**
 * Builds the same payment with other bytes: a node may refuse the same bytes again without a new check. On P and C it burns a little more;
 * on X, where the fee is fixed, it splits the change.
 * @returns Undefined if the fee limit or the coins allow no more.
 */
function varied(
  first: Draft,
  state: State,
  { account, call }: Pick<Run, 'account' | 'call'>,
  meant: Meant,
  keeping: BuildOptions,
  isNew: (draft: Draft) => boolean,
): Draft | undefined {
  for (let more = 1n; more <= 2n * BigInt(mostAttempts); more++)
    try {
      const draft =
        first.chain === 'X'
          ? withSplitChange(first, more, account)
          : draftBurning(more, first, state, { account, call }, meant, keeping);
      if (!draft || isNew(draft)) return draft;
    } catch (e) {
      if (isError(e)) return undefined;
      throw e;
    }
  return undefined;
}

/** Builds a draft that burns more, by a higher price of gas. */
function draftBurning(
  more: bigint,
  { fee: { gas = 1n } }: Draft,
  state: State,
  { account, call }: Pick<Run, 'account' | 'call'>,
  meant: Meant,
  keeping: BuildOptions,
): Draft {
  if (state.chain === 'C') {
    const baseFee = wei(state.baseFee + (more * weiPerNAVAX) / gas + 1n);
    return draftOf({ ...state, baseFee }, account, meant, call, keeping);
  }
  const { price } = feeStateNow(state as PState);
  const priceMargin = marginOn('P', call) + Number(more) / Number(price);
  return draftOf(state, account, meant, call, { ...keeping, priceMargin });
}

/** Returns a draft of X whose change is in one output more, at a point that depends on `more`. */
function withSplitChange(
  draft: DraftOf<'X'>,
  more: bigint,
  { isMine }: Account,
): Draft | undefined {
  const { unsignedTx, network, change } = draft;
  const items = unsignedTx.outputs.map((item, i) => ({
    ...item,
    change: change.find(({ outputIndex }) => outputIndex === i),
  }));
  const isImport = unsignedTx.type === 'avm.ImportTx';
  for (const item of items) {
    const { assetID, output } = item;
    if (output.type !== 'secp256k1fx.TransferOutput' || !equalBytes(assetID, network.avaxAssetID))
      continue;
    const first = output.amount / 2n - more;
    if (first < 1n || !(item.change || (isImport && isMine(output)))) continue;
    const parts = [first, output.amount - first].map((amount) => ({
      ...item,
      output: { ...output, amount },
    }));
    const all = [...items.filter((other) => other !== item), ...parts];
    const sorted = outputOrder(all as never).map((i) => all[i]!);
    const made: Draft = {
      ...draft,
      unsignedTx: {
        ...unsignedTx,
        outputs: sorted.map(({ change: _, ...output }) => output),
      } as typeof unsignedTx,
      change: sorted.flatMap(({ change: was, output }, outputIndex) =>
        was ? [{ ...was, outputIndex, output: output as typeof was.output }] : [],
      ),
    };
    return markMade(made, digestOf(made), choicesMade(draft, digestOf(draft)));
  }
  return undefined;
}

/** Whether a transaction has the same unsigned bytes as a draft. */
const signs = (tx: AnyUnsignedTx, draft: Draft): boolean =>
  equalBytes(digestOf({ unsignedTx: tx }), digestOf(draft));

/** Returns the transaction of a step that has the bytes of a draft. */
export const sameIn = ({ attempts }: Step, draft: Draft): AnyTx | undefined =>
  attempts.find(({ unsignedTx }) => signs(unsignedTx, draft));
