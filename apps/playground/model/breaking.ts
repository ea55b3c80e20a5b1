/** Small changes to a program that end in an error, to see what the library says then. */

interface Broken {
  readonly code: string;
  /** The lines that changed, from 1. */
  readonly lines: readonly number[];
}

interface Breakage {
  readonly id: string;
  readonly title: string;
  /** The changed program; undefined if it has no place for the change. */
  readonly apply: (code: string) => Broken | undefined;
}

/** A program with its first match replaced. */
function replaced(code: string, pattern: RegExp, by: string): string | undefined {
  return pattern.test(code) ? code.replace(pattern, by) : undefined;
}

/** Adds a name to the import of a module, or an import. */
function withImport(code: string, name: string, module: string): string {
  const found = new RegExp(`^import \\{([^}]*)\\} from '${module}';`, 'm').exec(code);
  if (!found) return code.replace(/^import /m, `import { ${name} } from '${module}';\nimport `);
  if (new RegExp(`\\b${name}\\b`).test(found[1]!)) return code;
  return code.replace(found[0], found[0].replace('{', `{ ${name},`));
}

/** The lines that are in one program and not in the other, by the longest equal beginning and end. */
export function changedLines(before: string, after: string): readonly number[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const left = new Map<string, number>();
  for (const line of old) left.set(line, (left.get(line) ?? 0) + 1);
  return now.flatMap((line, i) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count > 0 ? [] : [i + 1];
  });
}

const changed = (before: string, after: string | undefined): Broken | undefined =>
  after === undefined || after === before
    ? undefined
    : { code: after, lines: changedLines(before, after) };

/** The text of a call's arguments, from the place behind its parenthesis; undefined if it does not end. */
function argumentsAt(code: string, start: number): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < code.length; at++) {
    const c = code.charAt(at);
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c) && --depth < 0) return [...parts, code.slice(from, at)];
    else if (c === ',' && depth === 0) {
      parts.push(code.slice(from, at));
      from = at + 1;
    }
  }
  return undefined;
}

/** `sign(draft, key)` becomes `draft`. */
function withoutSign(code: string): string | undefined {
  const at = code.search(/\bsign\((?!ed)/);
  if (at < 0 || !code.includes('finalize(')) return undefined;
  const start = at + 'sign('.length;
  const parts = argumentsAt(code, start);
  if (!parts || parts.length < 2) return undefined;
  return code.slice(0, at) + parts[0]!.trim() + code.slice(start + parts.join(',').length + 1);
}

/** What stands before the line that submits. */
const submits = /^( *)((?:const .* = )?await (?:node|client)\.issue\()/m;

/** The builders of the P-chain pay by gas. */
const isOnP = (code: string): boolean => /\.pchain\.state\(/.test(code) && submits.test(code);

export const breakages: readonly Breakage[] = [
  {
    id: 'network',
    title: 'Address of another network',
    apply: (code) => {
      const after = replaced(code, /(\.address\('[PXC]', )(?:testnode\.)?network\)/, '$1fuji)');
      return changed(code, after && withImport(after, 'fuji', 'avalanche-tx'));
    },
  },
  {
    id: 'spent',
    title: 'UTXO that is already spent',
    apply: (code) => {
      const hasAll =
        /const state = await node\.pchain\.state\(/.test(code) &&
        /const key = /.test(code) &&
        /const me = key\.address\('P'/.test(code);
      if (!hasAll || code.search(submits) < code.indexOf('const state = ')) return undefined;
      const other = `$1await node.issue(finalize(sign(buildBaseTx(state, { outputs: [{ to: me, amount: 1n }] }), key))); // spends them first\n$1$2`;
      return changed(
        code,
        withImport(code.replace(submits, other), 'buildBaseTx', 'avalanche-tx/build'),
      );
    },
  },
  {
    id: 'fee',
    title: 'Fee that is too small',
    apply: (code) =>
      isOnP(code)
        ? changed(
            code,
            code.replace(
              submits,
              "$1testnode.setGasPrice('P', 1000n); // the gas price rises after the transaction was built\n$1$2",
            ),
          )
        : undefined,
  },
  {
    id: 'signature',
    title: 'Missing signature',
    apply: (code) => changed(code, withoutSign(code)),
  },
  {
    id: 'key',
    title: 'Signature of somebody else’s key',
    apply: (code) => {
      const named = /const key = privateKey\(/.test(code);
      const after = named ? replaced(code, /(\bsign\([^;]*?, )key\)/, '$1other)') : undefined;
      return changed(
        code,
        after?.replace(
          /^(const key = privateKey\(.*)$/m,
          '$1\nconst other = privateKey(new Uint8Array(32).fill(9));',
        ),
      );
    },
  },
  {
    id: 'amount',
    title: 'More than there is',
    apply: (code) => {
      // A program that only shows how errors are caught would catch this one as well.
      if (/\bcatch\b/.test(code) && !submits.test(code)) return undefined;
      const amounts = /(?<!fund\([^;\n]*)amount: avax\('[\d.]+'\)/g;
      return changed(code, code.replace(amounts, "amount: avax('1000000')"));
    },
  },
  {
    id: 'address',
    title: 'Typing error in an address',
    apply: (code) => {
      const swapped = code.replace(
        /(['"][PX]-(?:custom|local|fuji|avax)1[a-z0-9]{10})([a-z0-9])([a-z0-9])/,
        (_, before: string, a: string, b: string) => before + (a === b ? `q${b}` : b + a),
      );
      return changed(code, swapped);
    },
  },
];
