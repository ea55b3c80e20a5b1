/** Many mutants of a file in one text, each behind a switch: the file is loaded once for all of them. */
import { children, type Node, type SourceFile } from '../../scripts/source.ts';
import type { Mutation } from './sites.ts';

/** A mutation with the number that turns it on. */
export interface Switched {
  readonly id: number;
  readonly mutation: Mutation;
}

/** The expression that says whether a mutant is on, and notes that it has run. The runner sets `__mutant`; 0 is the original. */
const isOn = (id: number): string => `globalThis.__mutant===${id}&&(globalThis.__ran=true)`;

/** Whether the node at a place is a statement or an expression; undefined if a switch there would change what the original does. */
function kindAt(
  { program }: SourceFile,
  { start, end }: Mutation,
): 'statement' | 'expression' | undefined {
  let found: 'statement' | 'expression' | undefined;
  // Inside of `a?.b(c).d` parentheses would end what `?.` skips.
  const visit = (node: Node, inChain: boolean): void => {
    if (node.start > start || node.end < end) return;
    if (node.start === start && node.end === end && found === undefined && !inChain) {
      if (node.type.endsWith('Statement')) found = 'statement';
      else if (node.type !== 'ChainExpression') found = 'expression';
    }
    for (const child of children(node)) {
      const isLink = child === node.callee || child === node.object;
      visit(child, node.type === 'ChainExpression' || (inChain && isLink));
    }
  };
  visit(program, false);
  return found;
}

/** The mutations of a file that can be behind switches. */
export const switchable = <T extends Switched>(file: SourceFile, mutants: readonly T[]): T[] =>
  mutants.filter(({ mutation }) => kindAt(file, mutation) !== undefined);

/** The text of a file with all these mutations behind switches. */
export function withSwitches(file: SourceFile, mutants: readonly Switched[]): string {
  const { text } = file;
  const byPlace = new Map<
    string,
    { readonly start: number; readonly end: number; all: Switched[] }
  >();
  for (const of of mutants) {
    const { start, end } = of.mutation;
    const place = byPlace.get(`${start} ${end}`) ?? { start, end, all: [] };
    place.all.push(of);
    byPlace.set(`${start} ${end}`, place);
  }
  // Of two that begin at one place the outer comes first.
  const places = [...byPlace.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  const write = (from: number, to: number, inside: typeof places): string => {
    let result = '';
    let at = from;
    for (let i = 0; i < inside.length; ) {
      const { start, end, all } = inside[i]!;
      let next = i + 1;
      while (next < inside.length && inside[next]!.start < end) next++;
      const original = write(start, end, inside.slice(i + 1, next));
      const isStatement = kindAt(file, all[0]!.mutation) === 'statement';
      result += text.slice(at, start);
      result += isStatement
        ? `{${all.map(({ id, mutation }) => `if(${isOn(id)}){${mutation.text}}else `).join('')}{${original}}}`
        : `(${all.map(({ id, mutation }) => `${isOn(id)}?(${mutation.text}):`).join('')}(${original}))`;
      at = end;
      i = next;
    }
    return result + text.slice(at, to);
  };
  return write(0, text.length, places);
}
