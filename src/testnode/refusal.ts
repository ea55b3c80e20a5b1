/**
 * What the test node says where a rule refuses: the detail of the finding, and behind it the reason that a node has for its code, or the code
 * where a node has several. Programs read the same code in it (`avalanche-tx/rpc`) as in a node's text; the text itself is not a node's.
 */
import type { ChainName } from '../chain/declared.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { type AvalancheError, formatPath } from '../errors/error.ts';
import { innerReasons, outerReasons } from '../rpc/reasons.ts';

/** What a node says. */
export interface Words {
  /** All of it. */
  readonly message: string;
  /** What it remembers of a dropped transaction. */
  readonly reason: string;
}

/** What stands before the reason, for a transaction that is refused and for bytes that are none. */
const frames: { readonly [C in ChainName]: { readonly refused: string; readonly bytes: string } } =
  {
    P: {
      refused: "couldn't issue tx: failed verification: ",
      bytes: "couldn't parse tx: couldn't parse tx: ",
    },
    X: { refused: '', bytes: '' },
    C: { refused: 'issuing tx: ', bytes: 'parsing tx: ' },
  };

/** Codes of rules that a node tells in the words of another: it has one reason for order and duplicates, and none for a fee alone. */
export const saidAs: { readonly [C in ErrorCode]?: ErrorCode } = {
  Duplicate: 'NotSorted',
  FeeTooLow: 'Unbalanced',
};

/**
 * A node's reason for a code of a rule, if it has only one: which of several a node would give is not known, and a wrong one misleads.
 */
function reasonFor(rule: string, code: ErrorCode): string | undefined {
  const reasons = [...innerReasons, ...outerReasons]
    .filter(([of, at]) => at === rule && (of === code || of === saidAs[code]))
    .flatMap(([, , ...words]) => words);
  return reasons.length === 1 ? reasons[0] : undefined;
}

/** The message of `issueTx` for what a rule found; the rule `bytes` if there is no transaction. */
export function wordsFor(chain: ChainName, rule: string, error: AvalancheError): Words {
  const { code, detail, path } = error;
  const found = path.length === 0 ? detail : `${formatPath(path)}: ${detail}`;
  const reason = `${found}: ${reasonFor(rule, code) ?? saidAs[code] ?? code}`;
  return { reason, message: frames[chain][rule === 'bytes' ? 'bytes' : 'refused'] + reason };
}
