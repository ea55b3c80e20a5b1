import { within } from '../errors/error.ts';
import { type Explainable, type ExplainContext, explain } from '../explain/index.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import type { Hint } from '../open/open.ts';
import { chainNameOf } from '../rules/context.ts';
import { formatJSON, type JSONValue } from '../text/json.ts';
import { type Known, readEvidence, readInquiry, type Subject } from './subject.ts';

/**
 * Explains a transaction as text, picture or JSON.
 * @param options.known Text of a state or of a `getUTXOs` reply.
 * @param options.own The reader's addresses.
 * @param options.evidence Texts of states, drafts and signed transactions.
 */
export function explainCommand(
  text: string,
  hint: Hint,
  options: {
    readonly time: string | undefined;
    readonly known: string | undefined;
    readonly own: readonly string[] | undefined;
    readonly evidence: readonly string[] | undefined;
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
  const told = explain(explainableOf(subject), {
    ...contextOf(subject, known, hint),
    time,
    evidence,
    ...(options.own && { own: options.own }),
  });
  if (form !== 'json') return told[form].trimEnd();
  const { text: _text, svg: _svg, ...data } = told;
  return formatJSON(withoutGaps(data));
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
