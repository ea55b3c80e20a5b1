/**
 * The messages of the test node for rejected transactions: the detail of the finding, followed by the node's
 * reason for its code, or by the code if a node has several reasons. `avalanche-tx/rpc` derives the same code from
 * it as from a node's text; the text itself is not a node's.
 */
import type { ChainName } from '../chain/declared.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { type AvalancheError, formatPath } from '../errors/error.ts';
import { innerReasons, outerReasons } from '../rpc/reasons.ts';

/** The message of a refusal. */
export interface Words {
  /** The complete message. */
  readonly message: string;
  /** The part that is stored for a dropped transaction. */
  readonly reason: string;
}

/** The text before the reason, for refused transactions and for bytes that are not a transaction. */
const frames: { readonly [C in ChainName]: { readonly refused: string; readonly bytes: string } } =
  {
    P: {
      refused: "couldn't issue tx: failed verification: ",
      bytes: "couldn't parse tx: couldn't parse tx: ",
    },
    X: { refused: '', bytes: '' },
    C: { refused: 'issuing tx: ', bytes: 'parsing tx: ' },
  };

/**
 * Codes that a node reports with the reason of another: it has one reason for order and duplicates, and none for
 * the fee alone.
 */
export const saidAs: { readonly [C in ErrorCode]?: ErrorCode } = {
  Duplicate: 'NotSorted',
  FeeTooLow: 'Unbalanced',
};

/**
 * Returns a node's reason for a code of a rule, if it has exactly one: with several, it is unknown which one a
 * node would give, and a wrong one would mislead.
 */
function reasonFor(rule: string, code: ErrorCode): string | undefined {
  const reasons = [...innerReasons, ...outerReasons]
    .filter(([of, at]) => at === rule && (of === code || of === saidAs[code]))
    .flatMap(([, , ...words]) => words);
  return reasons.length === 1 ? reasons[0] : undefined;
}

/** Returns the message of `issueTx` for the finding of a rule; the rule is `bytes` if there is no transaction. */
export function wordsFor(chain: ChainName, rule: string, error: AvalancheError): Words {
  const { code, detail, path } = error;
  const found = path.length === 0 ? detail : `${formatPath(path)}: ${detail}`;
  const reason = `${found}: ${reasonFor(rule, code) ?? saidAs[code] ?? code}`;
  return { reason, message: frames[chain][rule === 'bytes' ? 'bytes' : 'refused'] + reason };
}
