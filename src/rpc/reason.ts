import { type ErrorCode, errorCodes } from '../errors/codes.ts';
import { innerReasons, outerReasons, type ReasonWords } from './reasons.ts';

/** Why a node did not accept a transaction. */
export interface Reason {
  /** The code that `checkTx` gives for it, `NodeError` if only the node can know; absent if the text is not known. */
  readonly code?: ErrorCode;
  /** The rule of `checkTx` that gives it; absent if several can. `bytes`: the transaction cannot be decoded. */
  readonly rule?: string;
  /** In the node's words. */
  readonly text: string;
}

/**
 * The entry whose words come last in a text, as errors in Go name their cause last; of two that end at the same place, the longer
 * words.
 */
function lastOf(table: readonly ReasonWords[], text: string): ReasonWords | undefined {
  let best:
    | { readonly end: number; readonly size: number; readonly entry: ReasonWords }
    | undefined;
  for (const entry of table) {
    const [, , ...words] = entry;
    for (const of of words) {
      const at = text.lastIndexOf(of);
      const end = at + of.length;
      if (at < 0 || (best && (end < best.end || (end === best.end && of.length < best.size))))
        continue;
      best = { end, size: of.length, entry };
    }
  }
  return best?.entry;
}

/** What a node said about a transaction that it refused, with the code and the rule of `checkTx` for it. The test node may end in the code. */
export function reasonOf(text: string): Reason {
  const last = text.slice(text.lastIndexOf(' ') + 1);
  if (Object.hasOwn(errorCodes, last)) return { code: last as ErrorCode, text };
  const [code, rule] = lastOf(innerReasons, text) ?? lastOf(outerReasons, text) ?? [];
  return { ...(code && { code }), ...(rule && { rule }), text };
}
