/** Finds which parts of a file run: a mutation in a part that a test never enters cannot be killed by it. */
import { children, isFunction, type Node, type SourceFile } from '../../scripts/source.ts';

/** A part of a file that runs as a whole: a function's body, a branch, or (number 0) what runs when the file is loaded. */
interface Region {
  readonly start: number;
  readonly end: number;
}

/** Text that goes into the file: an opening, which calls for its region, or the end of one. */
interface Insertion {
  readonly at: number;
  readonly before: string;
  /** Undefined for the end of a region. */
  readonly region: number | undefined;
  readonly after: string;
}

/** The regions of a file, numbered from 0 in the order of the text. */
export interface Regions {
  readonly count: number;
  /** The innermost region at an offset. */
  at(offset: number): number;
  /**
   * The text with a call at the start of every region.
   * @param call Called with a region's number, gives an expression.
   */
  instrument(call: (region: number) => string): string;
}

const branches: Readonly<Record<string, readonly string[]>> = {
  IfStatement: ['consequent', 'alternate'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['right'],
};

/** Divides a file into regions. */
export function regionsOf({ text, program }: SourceFile): Regions {
  const regions: Region[] = [{ start: 0, end: text.length + 1 }];
  const insertions: Insertion[] = [];
  const open = (at: number, before: string, region: number, after: string) =>
    insertions.push({ at, before, region, after });
  const close = (at: number, after: string) =>
    insertions.push({ at, before: '', region: undefined, after });

  const add = (body: Node, from = body.start): void => {
    const region = regions.push({ start: from, end: body.end }) - 1;
    if (body.type === 'BlockStatement') open(body.start + 1, '', region, ';');
    else if (body.type.endsWith('Statement')) {
      open(body.start, '{', region, ';');
      close(body.end, '}');
    } else {
      open(body.start, '(', region, ',');
      close(body.end, ')');
    }
  };
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !('expression' in node)) return;
    const body = node.body as Node | null | undefined;
    // Defaults of parameters run with the body.
    if (isFunction(node) && body) add(body, node.start);
    for (const key of branches[node.type] ?? []) if (node[key]) add(node[key] as Node);
    if (node.type === 'ForOfStatement' || node.type === 'ForStatement') add(body!);
    if (node.type === 'WhileStatement') add(body!);
    if (node.type === 'SwitchCase') {
      const consequent = node.consequent as Node[];
      const [first, last] = [consequent[0], consequent.at(-1)];
      if (first && last) {
        const region = regions.push({ start: first.start, end: last.end }) - 1;
        open(first.start, '', region, ';');
      }
    }
    for (const child of children(node)) visit(child);
  };
  visit(program);

  return {
    count: regions.length,
    at: (offset) => {
      let best = 0;
      regions.forEach(({ start, end }, i) => {
        const { start: from, end: to } = regions[best]!;
        if (start <= offset && offset < end && end - start <= to - from) best = i;
      });
      return best;
    },
    instrument: (call) => {
      // At one place an end comes before an opening; of two ends the inner one comes first, of two openings the outer one.
      const ordered = insertions
        .map((of, i) => ({ ...of, rank: of.region === undefined ? -1 - i : i }))
        .sort((a, b) => a.at - b.at || a.rank - b.rank);
      let result = `${call(0)};`;
      let done = 0;
      for (const { at, before, region, after } of ordered) {
        result +=
          text.slice(done, at) + before + (region === undefined ? '' : call(region)) + after;
        done = at;
      }
      return result + text.slice(done);
    },
  };
}
