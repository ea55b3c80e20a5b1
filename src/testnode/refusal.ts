/**
 * What the test node says where a rule refuses: the reason that a node has for its code, with the detail of the finding before it.
 * Programs read the same code and rule in it (`avalanche-tx/rpc`) as in a node's text; the text itself is not a node's.
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

/** The words of a text of three letters and more, names split where a capital begins: of `assetID` "asset". */
const wordsIn = (text: string): ReadonlySet<string> => {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return new Set(words.filter(({ length }) => length > 2).map((word) => word.toLowerCase()));
};

/**
 * A node's reason for what a rule found: for its code in this rule, or else in any. Of several it is the one with the most words of
 * the finding, and of those the shortest, which claims least. None if only this library has the code.
 */
function reasonFor(rule: string, code: ErrorCode, found: string): string | undefined {
  // Without names of types, which share words with types that other reasons name.
  const words = wordsIn(found.replace(/\b[a-z]\w*\.[A-Z]\w*/g, ''));
  const shared = (reason: string) => [...wordsIn(reason)].filter((word) => words.has(word)).length;
  const said = saidAs[code] ?? code;
  const all = [...innerReasons, ...outerReasons];
  for (const [at, about] of [
    [rule, code],
    [rule, said],
    ['', said],
    ['', code],
  ]) {
    const [, , ...reasons] = all.find(([of, where]) => of === about && where === at) ?? [];
    if (reasons.length > 0)
      return reasons.sort((a, b) => shared(b) - shared(a) || a.length - b.length)[0];
  }
  return undefined;
}

/** The message of `issueTx` for what a rule found; the rule `bytes` if there is no transaction. */
export function wordsFor(chain: ChainName, rule: string, error: AvalancheError): Words {
  const { code, detail, path } = error;
  const found = path.length === 0 ? detail : `${formatPath(path)}: ${detail}`;
  const reason = `${found}: ${reasonFor(rule, code, found) ?? code}`;
  return { reason, message: frames[chain][rule === 'bytes' ? 'bytes' : 'refused'] + reason };
}
