import type { Warning } from '../draft/draft.ts';
import { type AvalancheError, formatPath, isError } from '../errors/error.ts';
import { isActive } from '../network/network.ts';
import { verifyCare } from '../rules/care.ts';
import { checkTx } from '../rules/check.ts';
import { chainOf } from '../rules/context.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { headOf } from '../tx/effects.ts';
import { errorOf, type Warn, warnOfFunds, warnOfLocks } from './dangers.ts';
import type { Caution, CredentialText } from './explanation.ts';
import type { FlowsOf } from './flows.ts';
import { durationText, grouped, nameText, printable, quoted, timeText } from './format.ts';
import { fill, say, type WarningCode, warnings } from './messages.ts';
import { gainsOf, warnOfOwners } from './owners.ts';
import type { Subject } from './subject.ts';

/** What somebody should look at before they sign, the gravest first. */
export function warningsOf(
  subject: Subject,
  moves: FlowsOf,
  credentials: readonly CredentialText[],
): readonly Caution[] {
  const found: Caution[] = [];
  const told = new Set<string>();
  const warn: Warn = (code, values = {}, path) => {
    const text = fill(warnings[code], values);
    const key = `${path}\n${text}`;
    if (told.has(key)) return;
    told.add(key);
    found.push({ code, text, ...(path !== undefined && { path }) });
  };
  warnOfPlace(subject, warn);
  warnOfFunds(subject, moves, warn);
  warnOfOwners(moves, gainsOf(moves), warn);
  warnOfLocks(subject, moves, warn);
  warnOfRules(subject, warn);
  if (credentials.some((of) => of.signatures.some(({ status }) => isBad(status))))
    warn('WrongSignature');
  warnOfNames(subject, moves, warn);
  warnOfMaker(subject.draft?.warnings ?? [], warn);
  if (moves.unknown > 0)
    warn('UnknownOwners', { missing: String(moves.unknown), count: String(moves.consumed) });
  return found;
}

/** Most warnings of a draft that are told one by one. */
const mostOfMaker = 20;
const ofMaker: ReadonlySet<string> = new Set<Warning['code']>(['DustBurned', 'LeftBehind']);

/** What a draft says of itself: in quotes, and never as what was found here, whatever code it gives. */
function warnOfMaker(list: readonly Warning[], warn: Warn): void {
  for (const { code, detail } of list.slice(0, mostOfMaker))
    if (ofMaker.has(code)) warn(code, { detail: quoted(detail) });
    else warn('MakerSays', { detail: quoted(`${code}: ${detail}`) });
  const rest = list.length - mostOfMaker;
  if (rest > 0) warn('MakerSays', { detail: say('more', { n: grouped(String(rest)) }) });
}

const isBad = (status: CredentialText['signatures'][number]['status']): boolean =>
  status === 'wrong' || status === 'unreadable';

/** Network and chain. */
function warnOfPlace({ tx, network, networkName, context }: Subject, warn: Warn): void {
  const { networkID, blockchainID } = headOf(tx);
  const wanted = context.network;
  if (wanted && networkID !== undefined && wanted.networkID !== networkID)
    warn('ForeignNetwork', { found: networkName!, wanted: nameText(wanted.name) }, 'networkID');
  if (!network) {
    if (networkID !== undefined) warn('UnknownNetwork', {}, 'networkID');
    return;
  }
  const chain = chainOf(tx, { network, blockchain: context.blockchain });
  if (blockchainID && !equalBytes(blockchainID, chain.blockchainID))
    warn(
      'ForeignChain',
      {
        found: formatID(blockchainID),
        wanted: say('chainOf', { alias: nameText(chain.alias), network: networkName! }),
      },
      'blockchainID',
    );
}

/** What a node refuses, and what it takes though nobody means it. */
function warnOfRules(subject: Subject, warn: Warn): void {
  const { tx, signed, network, time, context, chain } = subject;
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
  if (hasMemo && (!network || time === undefined || isActive('durango', network, time)))
    warn('MemoRefused', {}, 'memo');
  if (!network) return;
  const end = 'validator' in tx ? tx.validator.end : undefined;
  const isOver = end !== undefined && time !== undefined && end <= time;
  if (isOver) warn('StakingOver', { time: timeText(end, time) }, 'validator.end');
  const { findings } = checkTx(signed ?? tx, { network, blockchain: context.blockchain, time });
  // An old transaction is explained too, though no pool takes its type any more.
  for (const { rule, error } of findings)
    if (rule !== 'pool' && !(isOver && rule === 'duration')) tell('Refused', error);
  tell(
    'Careless',
    errorOf(() => verifyCare(tx, { network })),
  );
}

/** How an error is told; undefined if another warning says it. */
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
    const [is, from, to] = [value, min, max].map((of) => durationText(BigInt(of!)));
    return { code: 'StakingPeriod', values: { found: is!, least: from!, most: to! } };
  }
  return { code: otherwise, values };
}

interface Said {
  readonly code: WarningCode;
  readonly values: Readonly<Record<string, string>>;
}

/** Names that somebody chose. */
function warnOfNames({ tx }: Subject, { assets }: FlowsOf, warn: Warn): void {
  if (tx.type === 'avm.CreateAssetTx')
    warn('AssetNameNotUnique', { name: quoted(tx.name) }, 'name');
  else
    for (const { native, symbol } of assets)
      if (!native && symbol !== undefined) warn('AssetNameNotUnique', { name: quoted(symbol) });
}
