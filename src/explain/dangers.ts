import { type AvalancheError, formatPath, isError } from '../errors/error.ts';
import { ordinaryFee, xTariff } from '../fee/tariff.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { flowsOf, type LockFlow } from '../tx/flows.ts';
import { unlocked } from '../tx/output.ts';
import { inputsOf } from '../tx/parts.ts';
import type { Party } from './explanation.ts';
import type { FlowsOf } from './flows.ts';
import { amountText, partyText, timeText } from './format.ts';
import { say, type WarningCode } from './messages.ts';
import { bearers } from './parties.ts';
import type { Subject } from './subject.ts';

/** Adds a warning, unless the same is there already. */
export type Warn = (
  code: WarningCode,
  values?: Readonly<Record<string, string>>,
  path?: string | undefined,
) => void;

/** nAVAX above which a fee is a mistake: as the caller says, what is ordinary, or on X what a network asks that is known here or to the caller. */
export function feeCeiling({ tx, chain, network, context }: Subject): bigint | undefined {
  if (!network || context.maxFee !== undefined) return network && context.maxFee;
  // Whoever makes a draft can say any fees of a custom network.
  const known = [mainnet, fuji, context.network, local].find(
    (of) => of?.networkID === network.networkID,
  );
  return chain === 'X' && known ? xTariff(known, tx.type).flat : ordinaryFee;
}

/** What is burned, lost, or not there. */
export function warnOfFunds(subject: Subject, { assets, flows, sums }: FlowsOf, warn: Warn): void {
  const { tx, utxoOf } = subject;
  const ceiling = feeCeiling(subject);
  for (const { asset, unfunded } of sums)
    if (unfunded > 0n) warn('Unfunded', { what: amountText(unfunded, assets[asset]!) });
  for (const { why, asset, amount = 0n } of flows) {
    const what = amountText(amount, assets[asset]!);
    if (why === 'lost') warn('AssetLost', { what });
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

const year = 366n * 86_400n;
/** 1 Jan 2100: what is locked until then is locked for good, whatever time it is now. */
const farAway = 4_102_444_800n;

/** Time from which on a lock is long. */
const limitOf = (time: bigint | undefined): bigint => (time === undefined ? farAway : time + year);

/** An owner who has to wait for long. */
export function warnOfFarLock(
  { locktime }: Party,
  time: bigint | undefined,
  warn: Warn,
  path: string,
): void {
  if (locktime > limitOf(time))
    warn('LongLock', { what: say('it'), time: timeText(locktime, time) }, path);
}

/** What cannot be spent for long, and locks that are lost or made. */
export function warnOfLocks(
  subject: Subject,
  { assets, flows, payments, sums }: FlowsOf,
  warn: Warn,
): void {
  const { tx, time, network, utxoOf } = subject;
  const limit = limitOf(time);
  const held = new Set(payments.map(({ from }) => from?.locktime));
  const staked = new Set(payments.map(({ stakeableUntil }) => stakeableUntil));
  const isNew = (until: bigint, old: ReadonlySet<bigint | undefined>) =>
    until > limit && !old.has(until);
  const latest = latestLocks(payments);
  for (const { to, asset, amount, stakeableUntil = 0n } of flows) {
    const what = amount === undefined ? say('it') : amountText(amount, assets[asset]!);
    const { locktime = 0n } = to ?? {};
    if (isNew(locktime, held)) warn('LongLock', { what, time: timeText(locktime, time) });
    else if (to && time !== undefined && locktime > time && locktime > latest(to))
      warn('ReturnsLocked', { what, to: partyText(to), time: timeText(locktime, time) });
    if (isNew(stakeableUntil, staked))
      warn('LongStakeLock', { what, time: timeText(stakeableUntil, time) });
  }
  // Without the time nobody knows which locks are open by now.
  if (!network || time === undefined) return;
  for (const { from } of payments)
    if (from && from.locktime > time)
      warn('StillLocked', { from: partyText(from), time: timeText(from.locktime, time) });
  const inputs = inputsOf(tx);
  const known = inputs.flatMap(({ value }) => utxoOf(value) ?? []);
  const flowState = {
    avaxAssetID: network.avaxAssetID,
    time,
    ...(known.length === inputs.length && { utxos: known }),
  };
  let locks: readonly LockFlow[] = [];
  const error = errorOf(() => {
    locks = flowsOf(tx, flowState).locks;
  });
  // Where more comes out than goes in at all, that is told already.
  if (error?.code === 'Unbalanced' && sums.every(({ unfunded }) => unfunded === 0n))
    warn('Unlocks');
  const byID = new Map(assets.map((asset) => [asset.id, asset]));
  for (const { assetID, lost, added } of locks) {
    const asset = byID.get(formatID(assetID))!;
    if (lost > 0n) warn('LockLost', { what: amountText(lost, asset) });
    if (added > 0n) warn('BecomesLocked', { what: amountText(added, asset) });
  }
}

const signersOf = (party: Party): string => `${party.threshold} ${bearers(party).join()}`;

/** Until when an owner who pays had to wait for what it pays; of who does not pay it is later than anything. */
function latestLocks(payments: FlowsOf['payments']): (of: Party) => bigint {
  const locks = new Map<string, bigint>();
  for (const { from } of payments) {
    if (!from) continue;
    const known = locks.get(signersOf(from)) ?? 0n;
    locks.set(signersOf(from), from.locktime > known ? from.locktime : known);
  }
  return (of) => locks.get(signersOf(of)) ?? noLock;
}

/** More than any locktime. */
const noLock = 1n << 64n;

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
