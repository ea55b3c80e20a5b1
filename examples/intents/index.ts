/**
 * One intent of each type on each chain that builds it, with a state to build it from: the files of this folder. Documentation, tests
 * and tools take their intents from here, and change only the fields that they are about.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Intent, type IntentFile, parseIntent } from '../../src/builder/index.ts';
import { parseState, type State } from '../../src/state/index.ts';

type Chain = 'P' | 'X' | 'C';
type Type = Intent['type'];
/** `P.BaseTx`: a chain, and a type of transactions that can be built there. */
export type ExampleName = `${Chain}.${Type}`;

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const files: ReadonlyMap<string, string> = new Map(
  readdirSync(new URL('.', import.meta.url))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [file.replace('.json', ''), read(file)]),
);

/** The names of all examples. */
export const exampleNames = [...files.keys()] as readonly ExampleName[];

/** The chain of an example. */
export const chainOf = (name: ExampleName): Chain => name[0] as Chain;

/** The text of an example's file. */
export function textOf(name: ExampleName): string {
  const text = files.get(name);
  if (text === undefined) throw new Error(`examples/intents has no ${name}.json`);
  return text;
}

/** The text of the state of a chain, with which its examples are built. */
export const stateText = (chain: Chain): string => read(`states/${chain}.json`);

/** The state of a chain, with which its examples are built. */
export const stateOf = (chain: Chain): State => parseState(stateText(chain));

/** An example with its options. */
export const exampleOf = (name: ExampleName): IntentFile =>
  parseIntent(textOf(name), chainOf(name));

/**
 * The intent of an example with other fields.
 * @example
 * intentLike('P.IncreaseL1ValidatorBalanceTx', { balance: avax('2') });
 */
export const intentLike = <T extends Type>(
  name: `${Chain}.${T}`,
  fields: Partial<Omit<Extract<Intent, { readonly type: T }>, 'type'>> = {},
): Extract<Intent, { readonly type: T }> =>
  ({ ...exampleOf(name as ExampleName).intent, ...fields }) as Extract<
    Intent,
    { readonly type: T }
  >;
