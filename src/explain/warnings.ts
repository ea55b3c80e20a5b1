/**
 * The warnings of an explanation. They combine the findings of the review with what a node would refuse or silently accept, what a
 * device hides, and what a draft says about itself. The review alone decides whether an output is change.
 */
import type { Warning } from '../draft/draft.ts';
import { hasPassed } from '../draft/passed.ts';
import { type AvalancheError, formatPath, isError } from '../errors/error.ts';
import { isActive } from '../network/network.ts';
import type { Finding } from '../review/codes.ts';
import { credentialUsesOrNone } from '../review/known.ts';
import type { Purpose } from '../review/receivers.ts';
import type { Judged } from '../review/review.ts';
import { verifyNoMistake } from '../rules/care.ts';
import { rulesFor } from '../rules/check.ts';
import { check } from '../rules/verdict.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { durationText, grouped } from '../text/words.ts';
import { headOf } from '../tx/effects.ts';
import { flowsOf, type LockFlow } from '../tx/flows.ts';
import { assetNamed, type ExplainedTx, partyOf, toldText } from './explained.ts';
import type { CredentialText, ExplanationWarning, Party } from './explanation.ts';
import type { ExplainedFlows } from './flows.ts';
import { amountText, listed, partyText, printable, quoted, timeText } from './format.ts';
import { fill, type WarningCode, type WarningLevel, warnings } from './warningcodes.ts';

/**
 * Returns the warnings to read before signing, most serious first: findings of the review, and what a node would refuse.
 */
export function warningsOf(
  explained: ExplainedTx,
  moves: ExplainedFlows,
  credentials: readonly CredentialText[],
  judged: Judged | undefined,
): readonly ExplanationWarning[] {
  const found: ExplanationWarning[] = [];
  const told = new Set<string>();
  const warn: Warn = (code, values = {}, path, level = warnings[code].level) => {
    const text = fill(warnings[code].text, values);
    const key = `${path}\n${text}`;
    if (told.has(key)) return;
    told.add(key);
    found.push({ code, level, text, ...(path !== undefined && { path }) });
  };
  for (const finding of judged?.findings ?? []) warnOfFinding(finding, explained, warn);
  warnOfPlace(explained, warn);
  warnOfChange(explained, judged, warn);
  warnOfOwners(explained, moves, credentials, warn);
  warnOfFunds(explained, moves, warn);
  warnOfNonces(explained, warn);
  warnOfDevice(explained, warn);
  const isOpen = credentials.some((of) => of.signatures.some(({ status }) => status === 'missing'));
  warnOfRules(explained, warn, isOpen);
  if (credentials.some((of) => of.signatures.some(({ status }) => isBad(status))))
    warn('WrongSignature');
  warnOfNames(explained, moves, warn);
  warnOfMaker(explained.draft?.warnings ?? [], warn);
  if (moves.unknown > 0)
    warn('UnknownOwners', { missing: String(moves.unknown), count: String(moves.consumed) });
  const rank = ({ level }: ExplanationWarning): number => levels.indexOf(level);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** Adds a warning unless an equal one exists. */
type Warn = (
  code: WarningCode,
  values?: Readonly<Record<string, string>>,
  path?: string | undefined,
  level?: WarningLevel,
) => void;

/** Names what a receiver gets that is no amount. */
const subjects: { readonly [P in Purpose]?: string } = {
  rewards: 'Rewards',
  refund: 'What is left of the balance',
  authority: 'The right to change or end it',
};

const subjectOf = (purpose: Purpose | undefined): string => (purpose && subjects[purpose]) ?? 'It';

/** Adds the warning of a review finding. Notes are skipped: the explanation itself shows who receives what. */
function warnOfFinding(
  { code, level, path, found, meant, deed }: Finding,
  explained: ExplainedTx,
  warn: Warn,
): void {
  if (level === 'note' || !Object.hasOwn(warnings, code)) return;
  const gets = deed?.is === 'gets' ? deed : undefined;
  const { owner, stakeableUntil: until = owner?.locktime ?? 0n } = gets ?? {};
  const nameOf = (id: string) => assetNamed(id, explained);
  warn(
    code as WarningCode,
    {
      what: (found && toldText({ ...found, text: '' }, nameOf)) || subjectOf(gets?.for),
      to: owner ? partyText(partyOf(owner, explained)) : printable(deed?.text ?? ''),
      time: timeText(until, explained.time),
      meant: meant ? toldText(meant, nameOf) : '',
      found: printable(found?.text ?? ''),
      detail: printable(found?.text ?? ''),
      path,
    },
    path || undefined,
    level,
  );
}

/** Warns about outputs that a draft marks as change and that go to somebody else. */
function warnOfChange(explained: ExplainedTx, judged: Judged | undefined, warn: Warn): void {
  const { draft } = explained;
  if (!draft || !judged) return;
  const places = new Map(draft.change.map((of) => [`outputs[${of.outputIndex}]`, of]));
  for (const { deed } of judged.findings)
    if (deed?.is === 'gets' && !judged.returning.has(deed) && places.has(deed.place))
      warn(
        'ChangeElsewhere',
        { to: partyText(partyOf(places.get(deed.place)!.output, explained)) },
        deed.place,
      );
}

/** Returns a key of the signers, ignoring locks. */
const signersText = ({ threshold, addresses }: Party): string => `${threshold} ${addresses.join()}`;

/** Warns about payers that are proven to be others, about change to own addresses that did not pay, and about changed authority. */
function warnOfOwners(
  { tx, knowledge }: ExplainedTx,
  { payments, flows }: ExplainedFlows,
  credentials: readonly CredentialText[],
  warn: Warn,
): void {
  const payers = new Set(payments.flatMap(({ from }) => (from ? [signersText(from)] : [])));
  for (const { why, to, isOwn } of flows)
    if (why === 'change' && to && isOwn && !payers.has(signersText(to)))
      warn('ChangeToOwn', { to: partyText(to) });
  for (const { from, trust, isOwn } of payments)
    if (from?.addresses.length === 1 && trust === 'proven' && isOwn === false)
      warn('ForeignInputs', { from: partyText(from) });
  if (credentials.some(({ trust }) => trust === 'changeable')) warn('ChangeableAuthority');
  const newOwner = tx.type === 'platformvm.TransferSubnetOwnershipTx';
  if (newOwner ? !knowledge.isOwn(tx.newOwner) : tx.type === 'platformvm.ConvertSubnetToL1Tx')
    warn('AuthorityChange', { of: formatID((tx as { readonly subnetID: Uint8Array }).subnetID) });
}

/** Warns about funds that a node would refuse or silently destroy. */
function warnOfFunds(
  { tx, time, network }: ExplainedTx,
  { assets, sums, payments }: ExplainedFlows,
  warn: Warn,
): void {
  for (const { asset, unfunded } of sums)
    if (unfunded > 0n) warn('Unfunded', { what: amountText(unfunded, assets[asset]!) });
  // Without the time, it is unknown which locks have expired.
  if (!network || time === undefined) return;
  for (const { from } of payments)
    if (from && from.locktime > time)
      warn('StillLocked', { from: partyText(from), time: timeText(from.locktime, time) });
  let locks: readonly LockFlow[] = [];
  const error = errorOf(() => {
    locks = flowsOf(tx, { avaxAssetID: network.avaxAssetID, time }).locks;
  });
  // If outputs exceed inputs even without locks, another warning covers it.
  if (error?.code === 'Unbalanced' && sums.every(({ unfunded }) => unfunded === 0n))
    warn('Unlocks');
  const byID = new Map(assets.map((asset) => [asset.id, asset]));
  for (const { assetID, lost } of locks)
    if (lost > 0n) warn('LockLost', { what: amountText(lost, byID.get(formatID(assetID))!) });
}

/** A signed export waits for its nonce. */
function warnOfNonces({ tx, context: { nonces } }: ExplainedTx, warn: Warn): void {
  for (const use of credentialUsesOrNone(tx)) {
    if (use.kind !== 'account') continue;
    const { address, nonce } = use.input;
    const account = formatHex(address);
    const next = nonces && Object.hasOwn(nonces, account) ? nonces[account]! : nonce;
    if (next === nonce) continue;
    const values = { account, nonce: String(nonce), next: String(next) };
    warn(nonce > next ? 'LaterNonce' : 'UsedNonce', values);
  }
}

/** Warns about what the device does not display. */
function warnOfDevice(explained: ExplainedTx, warn: Warn): void {
  const { device } = explained.context;
  if (!device) return;
  if (device.unreadable !== undefined)
    warn('BlindSigning', { detail: printable(device.unreadable) });
  for (const { path, receiver } of device.hidden)
    if (receiver && !receiver.own)
      warn('HiddenReceiver', { to: partyText(partyOf(receiver, explained)), path }, path);
  const others = device.hidden.filter(({ receiver }) => !receiver);
  if (others.length > 0)
    warn('DeviceDiffers', { list: listed(others.map(({ path }) => printable(path))) });
}

/** Returns the error that a check throws, if any. */
function errorOf(check: () => void): AvalancheError | undefined {
  try {
    check();
  } catch (e) {
    if (isError(e)) return e;
    throw e;
  }
  return undefined;
}

const levels: readonly WarningLevel[] = ['danger', 'caution', 'note'];

/** Maximum number of a draft's own warnings that are shown individually. */
const mostOfMaker = 20;
const ofMaker: ReadonlySet<string> = new Set<Warning['code']>(['DustBurned', 'LeftBehind']);

/** Shows a draft's own warnings as quotes, so that they cannot pass for findings of this library. */
function warnOfMaker(list: readonly Warning[], warn: Warn): void {
  for (const { code, detail } of list.slice(0, mostOfMaker))
    if (code !== 'OwnerClaimed' && ofMaker.has(code)) warn(code, { detail: quoted(detail) });
    else warn('MakerSays', { detail: quoted(`${code}: ${detail}`) });
  const rest = list.length - mostOfMaker;
  if (rest > 0) warn('MakerSays', { detail: `and ${grouped(String(rest))} more` });
}

const isBad = (status: CredentialText['signatures'][number]['status']): boolean =>
  status === 'wrong' || status === 'unreadable';

/** Warns about an unknown network. */
function warnOfPlace({ tx, network }: ExplainedTx, warn: Warn): void {
  if (!network && headOf(tx).networkID !== undefined) warn('UnknownNetwork', {}, 'networkID');
}

/**
 * Warns about what a node refuses, and about what it accepts but was probably not intended.
 * @param isOpen Whether signatures are missing. The credentials then say who has still to sign, instead of a rule.
 */
function warnOfRules(explained: ExplainedTx, warn: Warn, isOpen: boolean): void {
  const { tx, draft, signed, network, time, context, chain } = explained;
  // What nodes make for themselves names no network.
  if (headOf(tx).networkID === undefined) {
    warn('NodesOnly');
    return;
  }
  const tell = (otherwise: WarningCode, error: AvalancheError | undefined) => {
    const said = error && wordsOf(error, otherwise);
    if (said) warn(said.code, said.values, formatPath(error.path) || undefined);
  };
  const hasMemo = 'memo' in tx && tx.memo.length > 0 && chain === 'P';
  if (hasMemo && network && (time === undefined || isActive('durango', network, time)))
    warn('MemoRefused', {}, 'memo');
  if (!network) return;
  const end = 'validator' in tx ? tx.validator.end : undefined;
  const isOver = end !== undefined && time !== undefined && end <= time;
  if (isOver) warn('StakingOver', { time: timeText(end, time) }, 'validator.end');
  // The same rules passed with these facts.
  if (draft?.network === network && (time ?? draft.time) === draft.time && hasPassed(draft)) return;
  const rules = rulesFor(tx).filter(
    ({ name }) => name !== 'UTXOs' && ((signed && !isOpen) || name !== 'signatures'),
  );
  const facts = { network, blockchain: context.blockchain, time };
  // Without UTXOs or signatures, these rules would only report missing facts.
  const { findings } = check(rules, signed ?? tx, facts);
  // An old transaction is explained too, though no pool takes its type any more.
  for (const { rule, error } of findings)
    if (rule !== 'pool' && !(isOver && rule === 'duration')) tell('Refused', error);
  tell(
    'Careless',
    errorOf(() => verifyNoMistake(tx, { network })),
  );
}

/** Returns the warning for an error; undefined if another warning covers it. */
function wordsOf(
  error: AvalancheError,
  otherwise: WarningCode,
): Pick<Said, 'code' | 'values'> | undefined {
  const { code, detail, path } = error;
  const at = formatPath(path);
  if (code === 'MissingState' || code === 'WrongNetwork' || code === 'Unbalanced') return undefined;
  if (at === 'blockchainID' || (at === 'memo' && code === 'TooLong')) return undefined;
  const values = { detail: printable(detail) };
  if (code === 'NotSorted' || (code === 'Duplicate' && otherwise === 'Refused'))
    return { code: 'NonCanonical', values };
  if (code === 'Expired') return { code: 'MessageExpired', values };
  if (path.at(-1) === 'threshold' && otherwise === 'Careless')
    return { code: 'AnybodyCanSpend', values };
  if (isError(error, 'OutOfRange') && error.context.unit === 'seconds') {
    const { value, min, max } = error.context;
    const [found, least, most] = [value, min, max].map((seconds) => durationText(BigInt(seconds!)));
    return { code: 'StakingPeriod', values: { found: found!, least: least!, most: most! } };
  }
  return { code: otherwise, values };
}

interface Said {
  readonly code: WarningCode;
  readonly values: Readonly<Record<string, string>>;
}

/** Warns about asset names, which are not unique. */
function warnOfNames({ tx }: ExplainedTx, { assets }: ExplainedFlows, warn: Warn): void {
  if (tx.type === 'avm.CreateAssetTx')
    warn('AssetNameNotUnique', { name: quoted(tx.name) }, 'name');
  else
    for (const { native, symbol } of assets)
      if (!native && symbol !== undefined) warn('AssetNameNotUnique', { name: quoted(symbol) });
}
