import { type AnyTx, formatJSON, type Hint, type JSONValue, knownNetworks } from 'avalanche-tx';
import {
  type Explainable,
  type ExplainContext,
  type Explanation,
  explain,
  svgOf,
  textOf,
} from 'avalanche-tx/explain';
import type { Origins } from 'avalanche-tx/rpc';
import { type LedgerAppVersion, type LedgerScreens, ledgerScreens } from 'avalanche-tx/sign';
import { UsageError } from '../../shared/failures.ts';
import {
  authoritiesIn,
  evidenceIn,
  type Known,
  knownIn,
  readContent,
  readEvidence,
  type TxInput,
} from './content.ts';
import { isWhole } from './network.ts';
import { overviewParts, stateOverview, type ValueOverview, valueOverview } from './overview.ts';
import { columns, explanationText } from './terminal.ts';
import { now, parseTime } from './times.ts';
import { chainOf } from './tx.ts';
import { within } from './within.ts';

interface ExplainOptions {
  readonly time: string | undefined;
  /** Text of a state or of a `getUTXOs` reply. */
  readonly known: string | undefined;
  /** What a node said about one transaction. */
  readonly origins?: Origins | undefined;
  /** The reader's addresses. */
  readonly own: readonly string[] | undefined;
  /** Texts of states, drafts and signed transactions. */
  readonly evidence: readonly string[];
  /** Version of a Ledger's app: adds its screens, and warns of what they hide. */
  readonly device: LedgerAppVersion | undefined;
  readonly form: 'text' | 'svg' | 'json';
}

/**
 * Explains a transaction, a state, or the values of a reply, as text, picture or JSON.
 * @returns Parts with an empty line between them. Each transaction of a block is explained when its part is asked for.
 */
export function* explainCommand(
  text: string,
  hint: Hint,
  options: ExplainOptions,
): Iterable<string> {
  const { form, device } = options;
  const content = readContent(text, hint);
  if (content.kind === 'tx') {
    const { told, screens } = explained(content.input, hint, options);
    if (form === 'json') yield formatJSON(dataOf(told, screens));
    else if (form === 'svg') yield svgOf(told).trimEnd();
    else {
      yield explanationText(textOf(told), process.stdout);
      if (screens) yield screensText(screens);
    }
    return;
  }
  if (device !== undefined) throw new UsageError('--device needs a draft');
  if (form === 'svg') throw new UsageError('--svg needs a draft or one transaction');
  if (content.kind === 'state') {
    yield stateOverview(content.state, options);
    return;
  }
  const { values } = content;
  if (values.length === 0 && form === 'text') yield 'The list is empty: no UTXOs or containers.';
  const explainTx = (tx: AnyTx, time: bigint | undefined): Explanation =>
    explained({ tx: tx.unsignedTx, signed: tx, txID: tx.txID } as TxInput, hint, options, {
      time,
    }).told;
  const found = values.map((value) => valueOverview(value, hint));
  if (form === 'text') for (const of of found) yield* overviewParts(of, explainTx);
  else yield formatJSON(withoutGaps(found.map((of) => overviewData(of, explainTx))));
}

/**
 * Explains a transaction, and adds the screens of the requested device. Locks are judged by the clock of this
 * machine, since a draft's own time is only a claim of its maker.
 * @param accepted The block that contains the transaction, with its time if it has one; that time then replaces
 *   the clock.
 */
function explained(
  input: TxInput,
  hint: Hint,
  options: ExplainOptions,
  accepted?: { readonly time: bigint | undefined },
): { readonly told: Explanation; readonly screens: LedgerScreens | undefined } {
  const known = knownIn(input, hint, options.known, options.origins);
  const given = options.time;
  const time =
    given !== undefined
      ? within(['time'], () => parseTime(given))
      : accepted
        ? accepted.time
        : now();
  const evidence = [
    ...(known ? evidenceIn(known) : []),
    ...options.evidence.flatMap((text, i) => within(['evidence', i], () => readEvidence(text))),
  ];
  const screens = options.device && screensOf(input, options.device);
  const told = explain(explainableOf(input), {
    ...contextOf(input, known, hint),
    ...(time !== undefined && { time }),
    ...(accepted && { accepted: true }),
    evidence,
    ...(options.own && { own: options.own }),
    ...(screens && { device: screens }),
  });
  return { told, screens };
}

/** An explanation as JSON. */
const dataOf = (told: Explanation, screens?: LedgerScreens): JSONValue =>
  withoutGaps({ ...told, ...(screens && { device: screens }) });

/** A value as JSON, with its transactions explained. */
const overviewData = (
  { title: _title, rows: _rows, txs, time, ...data }: ValueOverview,
  explainTx: (tx: AnyTx, time: bigint | undefined) => Explanation,
): object => ({
  ...data,
  ...(txs.length > 0 && { txs: txs.map((tx) => dataOf(explainTx(tx, time))) }),
});

/**
 * Returns the screens that a device displays for a draft. Other transactions do not tell which addresses are the
 * signer's own.
 */
function screensOf({ draft }: TxInput, app: LedgerAppVersion): LedgerScreens {
  if (draft) return ledgerScreens(draft, { app });
  throw new UsageError('--device needs a draft');
}

/** The screens in their order, and what has none. */
function screensText({ screens, hidden, unreadable }: LedgerScreens): string {
  const shown =
    unreadable === undefined
      ? screens.map(({ title, text }) => [`  ${title}`, text])
      : [['  it displays nothing', unreadable]];
  const missing = hidden.map(({ path, as, receiver }) => [
    `  ${path}`,
    `${as ?? 'not displayed'}${receiver && !receiver.own ? ' (somebody receives this)' : ''}`,
  ]);
  return [
    `device\n${columns(shown)}`,
    ...(missing.length > 0 ? [`hidden by the device\n${columns(missing)}`] : []),
  ].join('\n\n');
}

const explainableOf = ({ tx, signed, draft, txID }: TxInput): Explainable =>
  draft ??
  ((signed
    ? { kind: 'tx', chain: chainOf(tx), txID, ...signed }
    : { kind: 'unsignedTx', chain: chainOf(tx), value: tx }) as Explainable);

function contextOf({ tx }: TxInput, known: Known | undefined, hint: Hint): ExplainContext {
  const { networkID = hint.network?.networkID } = tx as { readonly networkID?: number };
  const state = known?.state;
  const authorities = known && authoritiesIn(known);
  const given = hint.network && isWhole(hint.network) ? hint.network : undefined;
  const network =
    given ??
    (state ?? known?.origins)?.network ??
    knownNetworks.find((of) => of.networkID === networkID);
  return {
    ...(network && { network }),
    ...(known && { utxos: known.utxos }),
    ...(state?.chain === 'X' && state.blockchain && { blockchain: state.blockchain }),
    ...(authorities && { authorities }),
    ...(state?.chain === 'C' && {
      nonces: Object.fromEntries(state.accounts.map(({ address, nonce }) => [address, nonce])),
    }),
  };
}

/** Leaves out undefined values, which JSON does not have. */
function withoutGaps(value: unknown): JSONValue {
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (typeof value !== 'object' || value === null) return value as JSONValue;
  const entries = Object.entries(value).filter(([, of]) => of !== undefined);
  return Object.fromEntries(entries.map(([key, of]) => [key, withoutGaps(of)]));
}
