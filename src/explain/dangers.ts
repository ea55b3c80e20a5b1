import { type AvalancheError, formatPath, isError } from '../errors/error.ts';
import { xTariff } from '../fee/tariff.ts';
import { avax } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { flowsOf, type LockFlow } from '../tx/flows.ts';
import { unlocked } from '../tx/output.ts';
import { inputsOf } from '../tx/parts.ts';
import type { Party, Payment } from './explanation.ts';
import type { FlowsOf } from './flows.ts';
import { amountText, partyText, timeText } from './format.ts';
import { say, type WarningCode } from './messages.ts';
import { sameParty } from './parties.ts';
import type { Subject } from './subject.ts';

/** Adds a warning, unless the same is there already. */
export type Warn = (
  code: WarningCode,
  values?: Readonly<Record<string, string>>,
  path?: string | undefined,
) => void;

/** A fee above this is a mistake wherever gas or a flat fee is paid; the dearest type costs a tenth of it. */
const ordinaryFee = avax('0.1');

/** nAVAX above which a fee is a mistake: as the caller says, what is ordinary, or on X what the network asks. */
export const feeCeiling = ({ tx, chain, network, context }: Subject): bigint | undefined =>
  network && (context.maxFee ?? (chain === 'X' ? xTariff(network, tx.type).flat : ordinaryFee));

/** What is burned, lost, or not there. */
export function warnOfFunds(subject: Subject, { assets, flows, sums }: FlowsOf, warn: Warn): void {
  const { tx, utxoOf } = subject;
  for (const { asset, unfunded } of sums)
    if (unfunded > 0n) warn('Unfunded', { what: amountText(unfunded, assets[asset]!) });
  for (const { why, asset, amount = 0n } of flows) {
    const what = amountText(amount, assets[asset]!);
    if (why === 'lost') warn('AssetLost', { what });
    const ceiling = feeCeiling(subject);
    if (why === 'fee' && ceiling !== undefined && amount > ceiling)
      warn('HugeFee', { fee: what, ceiling: amountText(ceiling, assets[asset]!) });
  }
  for (const { path, value } of inputsOf(tx)) {
    const utxo = utxoOf(value);
    if (!utxo) continue;
    const input = unlocked(value.input);
    const output = unlocked(utxo.output);
    const detail = !equalBytes(utxo.assetID, value.assetID)
      ? say('not', { is: formatID(utxo.assetID), said: formatID(value.assetID) })
      : 'amount' in output && output.amount === input.amount
        ? undefined
        : 'amount' in output
          ? say('not', { is: String(output.amount), said: String(input.amount) })
          : say('not', { is: output.type, said: input.type });
    if (detail !== undefined) warn('InputMismatch', { detail }, formatPath(path));
  }
}

/** Who can spend what others could before: change for others, a weaker owner that gets more of an asset than it paid. */
export function warnOfOwners({ flows, payments }: FlowsOf, warn: Warn): void {
  const keyOf = (asset: number, party: Party) =>
    `${asset} ${party.threshold} ${bearers(party).join()}`;
  const gains = new Map<string, bigint>();
  const add = (asset: number, party: Party | undefined, amount: bigint) => {
    if (!party) return;
    const key = keyOf(asset, party);
    gains.set(key, (gains.get(key) ?? 0n) + amount);
  };
  for (const { asset, to, amount = 1n } of flows) add(asset, to, amount);
  for (const { asset, from, amount = 1n } of payments) add(asset, from, -amount);
  for (const { why, to, from } of flows)
    if (why === 'change' && to && !from?.some((party) => sameParty(party, to)))
      warn('ChangeElsewhere', { to: partyText(to) });
  for (const { to, from = [], asset } of flows)
    if (to && gains.get(keyOf(asset, to))! > 0n)
      for (const party of from)
        if (isWeaker(to, party))
          warn('WeakenedOwner', { from: partyText(party), to: partyText(to) });
}

/** Addresses without their chain, which an export changes. */
const bearers = ({ addresses }: Party): readonly string[] =>
  addresses.map((address) => address.slice(address.indexOf('-') + 1));

/** Fewer of the same people, or as many of more, can sign. */
function isWeaker(to: Party, from: Party): boolean {
  const [few, many] = [bearers(to), bearers(from)];
  const isWithin = few.every((of) => many.includes(of));
  const isAround = many.every((of) => few.includes(of)) && few.length > many.length;
  return (
    to.threshold > 0 &&
    ((isWithin && to.threshold < from.threshold) || (isAround && to.threshold <= from.threshold))
  );
}

const year = 366n * 86_400n;
/** 1 Jan 2100: what is locked until then is locked for good, whatever time it is now. */
const farAway = 4_102_444_800n;

/** What cannot be spent for long, and locks that are lost or made. */
export function warnOfLocks(
  subject: Subject,
  { assets, flows, payments, sums }: FlowsOf,
  warn: Warn,
): void {
  const { tx, time, network, utxoOf } = subject;
  const limit = time === undefined ? farAway : time + year;
  const isNew = (until: bigint, old: (payment: Payment) => bigint | undefined) =>
    until > limit && !payments.some((payment) => old(payment) === until);
  for (const { to, asset, amount, stakeableUntil = 0n } of flows) {
    const what = amount === undefined ? say('it') : amountText(amount, assets[asset]!);
    const { locktime = 0n } = to ?? {};
    if (isNew(locktime, ({ from }) => from?.locktime))
      warn('LongLock', { what, time: timeText(locktime, time) });
    if (isNew(stakeableUntil, (payment) => payment.stakeableUntil))
      warn('LongStakeLock', { what, time: timeText(stakeableUntil, time) });
  }
  // Without the time nobody knows which locks are open by now.
  if (!network || time === undefined) return;
  for (const { from } of payments)
    if (from && from.locktime > time)
      warn('StillLocked', { from: partyText(from), time: timeText(from.locktime, time) });
  const known = inputsOf(tx).flatMap(({ value }) => utxoOf(value) ?? []);
  const flowState = {
    avaxAssetID: network.avaxAssetID,
    time,
    ...(known.length === inputsOf(tx).length && { utxos: known }),
  };
  let locks: readonly LockFlow[] = [];
  const error = errorOf(() => {
    locks = flowsOf(tx, flowState).locks;
  });
  // Where more comes out than goes in at all, that is told already.
  if (error?.code === 'Unbalanced' && sums.every(({ unfunded }) => unfunded === 0n))
    warn('Unlocks');
  for (const { assetID, lost, added } of locks) {
    const asset = assets.find(({ id }) => id === formatID(assetID))!;
    if (lost > 0n) warn('LockLost', { what: amountText(lost, asset) });
    if (added > 0n) warn('BecomesLocked', { what: amountText(added, asset) });
  }
}

/** The error of a check, if it has one. */
export function errorOf(check: () => void): AvalancheError | undefined {
  try {
    check();
  } catch (e) {
    if (isError(e)) return e;
    throw e;
  }
  return undefined;
}
