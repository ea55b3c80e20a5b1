import { type ErrorCode, errorCodes } from '../errors/codes.ts';
import { innerReasons, outerReasons, type ReasonWords } from './reasons.ts';

/** Why a node did not accept a transaction. */
export interface Reason {
  /**
   * The code that `checkTx` reports for it; `NodeError` if only a node can detect it; omitted if the text is not
   * known.
   */
  readonly code?: ErrorCode;
  /** The rule of `checkTx` that reports it; omitted if several can. `bytes`: the transaction cannot be decoded. */
  readonly rule?: string;
  /** The node's own message. */
  readonly text: string;
}

/**
 * Returns the entry whose words come last in a text, because Go errors name their cause last. If two end at the
 * same place, the longer match wins.
 */
function lastOf(table: readonly ReasonWords[], text: string): ReasonWords | undefined {
  let best:
    | { readonly end: number; readonly size: number; readonly entry: ReasonWords }
    | undefined;
  for (const entry of table) {
    const [, , ...words] = entry;
    for (const word of words) {
      const offset = text.lastIndexOf(word);
      const end = offset + word.length;
      if (offset < 0 || (best && (end < best.end || (end === best.end && word.length < best.size))))
        continue;
      best = { end, size: word.length, entry };
    }
  }
  return best?.entry;
}

/**
 * Parses a node's message about a refused transaction into the code and rule of `checkTx`. Messages of the test
 * node may end in the code.
 */
export function reasonOf(text: string): Reason {
  const last = text.slice(text.lastIndexOf(' ') + 1);
  if (Object.hasOwn(errorCodes, last)) return { code: last as ErrorCode, text };
  const [code, rule] = lastOf(innerReasons, text) ?? lastOf(outerReasons, text) ?? [];
  return { ...(code && { code }), ...(rule && { rule }), text };
}
