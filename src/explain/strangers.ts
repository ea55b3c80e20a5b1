import { soleOwnerOf } from '../draft/proofs.ts';
import { formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { type Warn, warnOfFarLock } from './dangers.ts';
import type { CredentialText, Fact, Flow, Party } from './explanation.ts';
import type { FlowsOf } from './flows.ts';
import { amountText, listed, partyText, printable } from './format.ts';
import type { WarningCode } from './messages.ts';
import { bearers, partyOf } from './parties.ts';
import { claimsIn, disprovedIn } from './signatures.ts';
import type { Subject } from './subject.ts';

/** Whose coins are spent, and how well that is known. */
export function warnOfTrust(
  subject: Subject,
  { payments }: FlowsOf,
  credentials: readonly CredentialText[],
  warn: Warn,
): void {
  const { draft, isOwn, unusable } = subject;
  for (const { path, detail } of disprovedIn(subject))
    warn('Contradicted', { detail: printable(detail) }, path);
  for (const detail of unusable()) warn('UnusableEvidence', { detail: printable(detail) });
  const isSole = !isOwn && draft && soleOwnerOf(draft) !== undefined;
  const claimed = credentials.filter(({ trust }) => trust === 'claimed');
  if (draft && !isSole && claimed.length > 0)
    warn('ClaimedOwners', { count: String(claimed.length), all: String(credentials.length) });
  for (const { from, trust, isOwn: isMine } of payments) {
    if (!from || isMine || from.threshold === 0) continue;
    const isShared = from.addresses.length > 1;
    if (isShared && trust !== 'proven')
      warn('SharedOwner', { from: partyText(from), threshold: String(from.threshold) });
    if (!isShared && isMine === false) warn('ForeignInputs', { from: partyText(from) });
  }
  if (credentials.some(({ trust }) => trust === 'changeable')) warn('ChangeableAuthority');
}

/** What is told of an owner that a transaction names and who does not pay. */
const elsewhere: { readonly [key: string]: WarningCode } = {
  rewards: 'RewardsElsewhere',
  delegationRewards: 'RewardsElsewhere',
  remainingBalanceOwner: 'RefundElsewhere',
  disableOwner: 'AuthorityElsewhere',
  validatorAuthority: 'AuthorityElsewhere',
  owner: 'AuthorityElsewhere',
};

/** Whatever should come back to who pays, and goes to somebody else. */
export function warnOfReturns(
  subject: Subject,
  moves: FlowsOf,
  facts: readonly Fact[],
  warn: Warn,
): void {
  const { tx, isOwn, time } = subject;
  const { payments, flows, unknown } = moves;
  const payers = new Set(payments.flatMap(({ from }) => (from ? [signersKey(from)] : [])));
  const { own = [] } = subject.context;
  const namesAccounts = !('owner' in own) && own.some((of) => String(of).startsWith('0x'));
  const pays = (party: Party) => payers.has(signersKey(party));
  // Who is not the reader is a stranger; if nobody said who that is, whoever does not pay, if it is known who does.
  const isStranger = (party: Party, isMine: boolean | undefined) =>
    isMine !== true && !pays(party) && (isMine === false || (unknown === 0 && payers.size > 0));
  for (const { why, to, isOwn: isMine } of flows) {
    if (!to || !isStranger(to, isMine)) continue;
    if (why === 'stake') warn('StakeElsewhere', { to: partyText(to) });
    if (why === 'import') warn('ImportElsewhere', { to: partyText(to) });
    // An account is another hash of a key: only whoever names accounts of their own can tell.
    if (why === 'deposit' && namesAccounts) warn('ImportElsewhere', { to: partyText(to) });
  }
  const newOwner = tx.type === 'platformvm.TransferSubnetOwnershipTx';
  for (const { key, path, value, isOwn: isMine } of facts) {
    if (typeof value !== 'object') continue;
    const code = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined;
    if (code && isStranger(value, isMine)) warn(code, { to: partyText(value) }, path);
    warnOfFarLock(value, time, warn, path);
  }
  if (newOwner || tx.type === 'platformvm.ConvertSubnetToL1Tx')
    if (!(newOwner && isOwn?.(tx.newOwner))) warn('AuthorityChange', { of: formatID(tx.subnetID) });
  warnOfGrowth(moves, warn);
}

/** The same signers, wherever and from whenever on. */
const signersKey = (party: Party): string => `${party.threshold} ${bearers(party).join()}`;

const returning: readonly Flow['why'][] = ['change', 'stake', 'import'];

/** Whoever pays a little, and gets back what others pay. */
function warnOfGrowth({ payments, flows, assets }: FlowsOf, warn: Warn): void {
  const keyOf = (asset: number, party: Party) => `${asset} ${signersKey(party)}`;
  const paid = new Map<string, bigint>();
  for (const { asset, from, amount = 0n } of payments)
    if (from) {
      const key = keyOf(asset, from);
      paid.set(key, (paid.get(key) ?? 0n) + amount);
    }
  const back = new Map<string, { readonly to: Party; readonly asset: number; amount: bigint }>();
  for (const { why, to, isOwn, asset, amount = 0n } of flows) {
    if (!to || isOwn || !returning.includes(why) || !paid.has(keyOf(asset, to))) continue;
    const sum = back.get(keyOf(asset, to));
    if (sum) sum.amount += amount;
    else back.set(keyOf(asset, to), { to, asset, amount });
  }
  for (const [key, { to, asset, amount }] of back)
    if (amount > paid.get(key)!)
      warn('ChangeGrows', {
        to: partyText(to),
        back: amountText(amount, assets[asset]!),
        paid: amountText(paid.get(key)!, assets[asset]!),
      });
}

/** A signed export waits for its nonce. */
export function warnOfNonces(subject: Subject, warn: Warn): void {
  const { nonces } = subject.context;
  for (const claim of claimsIn(subject)) {
    if (claim.kind !== 'account') continue;
    const { address, nonce } = claim.input;
    const account = formatHex(address);
    const next = nonces && Object.hasOwn(nonces, account) ? nonces[account]! : nonce;
    if (next === nonce) continue;
    const values = { account, nonce: String(nonce), next: String(next) };
    warn(nonce > next ? 'LaterNonce' : 'UsedNonce', values);
  }
}

/** What the screens of a device do not show. */
export function warnOfDevice(subject: Subject, warn: Warn): void {
  const { device } = subject.context;
  if (!device) return;
  if (device.unreadable !== undefined)
    warn('BlindSigning', { detail: printable(device.unreadable) });
  for (const { path, receiver } of device.hidden)
    if (receiver && !receiver.own)
      warn('HiddenReceiver', { to: partyText(partyOf(receiver, subject)), path }, path);
  const others = device.hidden.filter(({ receiver }) => !receiver);
  if (others.length > 0)
    warn('DeviceDiffers', { list: listed(others.map(({ path }) => printable(path))) });
}
