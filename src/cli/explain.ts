import { chainNameOf } from '../chain/declared.ts';
import { within } from '../errors/error.ts';
import { type Explainable, type ExplainContext, explain } from '../explain/index.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import type { Hint } from '../open/open.ts';
import type { LedgerAppVersion } from '../sign/hardware/screens/layout.ts';
import { type LedgerScreens, ledgerScreens } from '../sign/hardware/screens.ts';
import { formatJSON, type JSONValue } from '../text/json.ts';
import { UsageError } from './input.ts';
import { type Known, readEvidence, readInquiry, type Subject } from './subject.ts';
import { columns } from './terminal.ts';

/**
 * Explains a transaction as text, picture or JSON.
 * @param options.known Text of a state or of a `getUTXOs` reply.
 * @param options.own The reader's addresses.
 * @param options.evidence Texts of states, drafts and signed transactions.
 * @param options.device Version of a Ledger's app: adds its screens, and warns of what they hide.
 */
export function explainCommand(
  text: string,
  hint: Hint,
  options: {
    readonly time: string | undefined;
    readonly known: string | undefined;
    readonly own: readonly string[] | undefined;
    readonly evidence: readonly string[] | undefined;
    readonly device: LedgerAppVersion | undefined;
    readonly form: 'text' | 'svg' | 'json';
  },
): string {
  const { form } = options;
  const { subject, known, time } = readInquiry(text, hint, options);
  const evidence = [
    ...(known?.state?.evidence ?? []),
    ...(options.evidence ?? []).flatMap((text, i) =>
      within(['evidence', i], () => readEvidence(text)),
    ),
  ];
  const screens = options.device && screensOf(subject, options.device);
  const told = explain(explainableOf(subject), {
    ...contextOf(subject, known, hint),
    time,
    evidence,
    ...(options.own && { own: options.own }),
    ...(screens && { device: screens }),
  });
  if (form === 'text' && screens) return `${told.text.trimEnd()}\n\n${screensText(screens)}`;
  if (form !== 'json') return told[form].trimEnd();
  const { text: _text, svg: _svg, ...data } = told;
  return formatJSON(withoutGaps({ ...data, ...(screens && { device: screens }) }));
}

/** What a device displays of a draft: of another transaction nobody knows which addresses are its own. */
function screensOf({ draft }: Subject, app: LedgerAppVersion): LedgerScreens {
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

const explainableOf = ({ tx, signed, draft, txID }: Subject): Explainable =>
  draft ??
  ((signed
    ? { kind: 'tx', chain: chainNameOf(tx), txID, ...signed }
    : { kind: 'unsignedTx', chain: chainNameOf(tx), value: tx }) as Explainable);

function contextOf({ tx }: Subject, known: Known | undefined, hint: Hint): ExplainContext {
  const { networkID = hint.network?.networkID } = tx as { readonly networkID?: number };
  const state = known?.state;
  const network = state?.network ?? [mainnet, fuji, local].find((of) => of.networkID === networkID);
  return {
    ...(network && { network }),
    ...(known && { utxos: known.utxos }),
    ...(state?.chain === 'X' && state.blockchain && { blockchain: state.blockchain }),
    ...(state?.chain === 'P' && state.authorities && { authorities: state.authorities }),
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
