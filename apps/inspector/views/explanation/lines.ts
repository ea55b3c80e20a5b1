/** The text of an explanation as labelled lines, each with the field that it is about. */
import type { Opened } from 'avalanche-tx';
import { type Explanation, type FlowWhy, textOf } from 'avalanche-tx/explain';

export interface Line {
  readonly label: string;
  readonly text: string;
  /** Whether it says more of the line above. */
  readonly isSub: boolean;
  /** Path of the field, as `spansOf` has it. */
  readonly path?: string | undefined;
}

/** Blocks of lines: what it does, who pays, signatures, warnings. */
export interface Lines {
  readonly title: string;
  readonly blocks: readonly (readonly Line[])[];
}

/** Every word of the text of an explanation, in its order. */
export function linesOf(told: Explanation, unsigned: UnsignedLists, prefix: string): Lines {
  const [title = '', ...blocks] = textOf(told).trimEnd().split('\n\n');
  const width = /^.*? {2,}(?=\S)/.exec(blocks[0] ?? '')?.[0].length ?? 0;
  const pathOf = pathFinder(told, unsigned);
  return {
    title,
    blocks: blocks.map((block) =>
      block.split('\n').map((line): Line => {
        const label = line.slice(0, width);
        const text = line.slice(width);
        const isSub = label.startsWith('  ') && label.trim() !== '';
        const path = isSub ? undefined : pathOf(label.trim(), text);
        return {
          label: label.trim(),
          text,
          isSub,
          ...(path !== undefined && path !== '' && { path: prefix + path }),
        };
      }),
    ),
  };
}

/** The lists of outputs of a transaction, in the order of their output indices. */
export interface UnsignedLists {
  readonly outputs?: readonly unknown[];
  readonly exportedOutputs?: readonly unknown[];
  readonly stake?: readonly unknown[];
}

const lists = ['outputs', 'exportedOutputs', 'stake'] as const;

function outputPath(unsigned: UnsignedLists, index: number): string | undefined {
  let left = index;
  for (const name of lists) {
    const { length } = unsigned[name] ?? [];
    if (left < length) return `${name}[${left}]`;
    left -= length;
  }
  return undefined;
}

const shown: readonly (readonly FlowWhy[])[] = [
  ['output', 'export', 'import', 'deposit'],
  ['mint'],
  ['stake'],
  ['change', 'returned'],
];

/** Says of one line after another which field it is about; undefined where that is no field. */
function pathFinder(
  told: Explanation,
  unsigned: UnsignedLists,
): (label: string, text: string) => string | undefined {
  const facts = [...told.fields];
  const rest = shown.flatMap((whys) => told.flows.filter(({ why }) => whys.includes(why)));
  return (label, text) => {
    const fact = facts.find((of) => of.label === label && text.startsWith(of.text));
    if (fact) return fact.path;
    const credential = /^((?:inputs|operations|importedInputs)\[\d+\])/.exec(text)?.[1];
    if (credential) return credential;
    const bracket = / \[([\w.[\]]+)\]$/.exec(text)?.[1];
    if (bracket) return bracket;
    const digits = /^[\d.,]*\d/.exec(text)?.[0];
    if (digits === undefined || rest.length === 0) return undefined;
    const found = rest.findIndex(({ outputIndex }) => outputIndex !== undefined);
    if (found < 0) return undefined;
    const flow = rest[found]!;
    const word = whyWords[flow.why];
    if (word === undefined || !label.toLowerCase().startsWith(word)) return undefined;
    rest.splice(found, 1);
    return outputPath(unsigned, flow.outputIndex!);
  };
}

/** The first word of the label of each kind of flow that has outputs. */
const whyWords: { readonly [W in FlowWhy]: string | undefined } = {
  output: 'send',
  export: 'export',
  mint: 'mint',
  stake: 'stake',
  change: 'change',
  returned: 'back',
  import: undefined,
  deposit: undefined,
  fee: undefined,
  balance: undefined,
  supply: undefined,
  lost: undefined,
  feeOrLost: undefined,
};

/** What paths of an explanation lack: it starts at the unsigned transaction. */
export const prefixOf = (opened: Opened): string => (opened.kind === 'tx' ? 'unsignedTx.' : '');
