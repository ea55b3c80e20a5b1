import { within } from '../errors/error.ts';
import { type Explainable, type ExplainContext, explain } from '../explain/index.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import type { Hint } from '../open/open.ts';
import { chainNameOf } from '../rules/context.ts';
import { formatJSON, type JSONValue } from '../text/json.ts';
import { now, parseTime } from './input.ts';
import { type Known, readKnown, readSubject, type Subject } from './subject.ts';

/**
 * What a transaction does, as text, picture or data.
 * @param options.known Text of what is known of the chain.
 */
export function explainCommand(
  text: string,
  hint: Hint,
  options: {
    readonly time: string | undefined;
    readonly known: string | undefined;
    readonly form: 'text' | 'svg' | 'json';
  },
): string {
  const { time: at, known: file, form } = options;
  const subject = readSubject(text, hint);
  const { tx, draft } = subject;
  const known =
    file === undefined
      ? undefined
      : within(['utxos'], () => readKnown(file, { ...hint, chain: chainNameOf(tx) }));
  const time =
    at === undefined
      ? (known?.state?.time ?? draft?.time ?? now())
      : within(['time'], () => parseTime(at));
  const told = explain(explainableOf(subject), { ...contextOf(subject, known, hint), time });
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
  };
}

/** JSON has no place for what is not there. */
function withoutGaps(value: unknown): JSONValue {
  if (Array.isArray(value)) return value.map(withoutGaps);
  if (typeof value !== 'object' || value === null) return value as JSONValue;
  const entries = Object.entries(value).filter(([, of]) => of !== undefined);
  return Object.fromEntries(entries.map(([key, of]) => [key, withoutGaps(of)]));
}
