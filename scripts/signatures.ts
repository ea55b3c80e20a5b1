/** The rules by which a user guesses the arguments of a public function: value first, chain before network, options last, pairs alike. */
import { entryPoints, publicNames } from './publicnames.ts';
import type { Node, SourceFile } from './source.ts';

/** What a public function is called, and how its parameters are. */
export interface Signature {
  readonly name: string;
  readonly parameters: readonly string[];
}

/** Names of parameters that hold options: one of them ends a list of parameters. */
const optionNames: ReadonlySet<string> = new Set(['options', 'hint', 'callOptions', 'context']);

/** What needs no partner, and why. */
const alone: { readonly [name: string]: string } = {
  // A value that the library names in errors, and that nobody types.
  formatPath: 'written only',
  // An answer of a server, which only test nodes and proxies write; parseReply reads it and throws.
  formatErrorReply: 'parseReply throws it',
  // The two halves of one exchange.
  formatCall: 'parseReply',
  parseDescriptor: 'the member `descriptor` of what it returns',
  decodeJustification: 'justificationOf',
  decodeEarlyExtData: 'blocks before ApricotPhase5 only',
  decodeEVMBlock: 'blocks of an EVM are only read',
  formatAvax: 'avax',
  parseResult: 'parseReply takes it out of a reply, formatReply writes one',
  toJSONText: 'fromJSON reads text too',
  decodeTx: 'the bytes are in it',
  verifyProposer: 'a validator signs it, no user',
  verifyWarpMessage: 'aggregateWarpMessage',
  verifyPossession: 'provePossession',
  signWith: 'as sign',
};
const pairs = [
  ['parse', 'format'],
  ['encode', 'decode'],
  ['from', 'to'],
  ['sign', 'verify'],
] as const;

/** Every public function and its parameters. */
export function signatures(sources: readonly SourceFile[], root: string): readonly Signature[] {
  const files = new Map(sources.map((file) => [file.name, file]));
  const found = new Map<string, Signature>();
  for (const [name, declarations] of publicNames(sources, entryPoints(root)))
    for (const declaration of declarations.keys()) {
      const [file = '', local = ''] = declaration.split(' ');
      const body = (files.get(file)?.program.body ?? []) as readonly Node[];
      const parameters = body.map((statement) => parametersOf(statement, local)).find(Boolean);
      if (parameters) found.set(name, { name, parameters });
    }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The names of the parameters if a statement declares the function. */
function parametersOf(statement: Node, name: string): readonly string[] | undefined {
  const declared = (statement.declaration ?? statement) as Node;
  if (declared.type === 'FunctionDeclaration' || declared.type === 'TSDeclareFunction')
    return (declared.id as { name?: string } | null)?.name === name
      ? namesOf(declared.params as readonly Node[])
      : undefined;
  if (declared.type !== 'VariableDeclaration') return undefined;
  const of = (declared.declarations as readonly Node[]).find(
    ({ id }) => (id as { name?: string }).name === name,
  );
  const value = of?.init as Node | null | undefined;
  return value?.type === 'ArrowFunctionExpression'
    ? namesOf(value.params as readonly Node[])
    : undefined;
}

const namesOf = (params: readonly Node[]): readonly string[] =>
  params.map((param) => {
    if (param.type === 'Identifier') return String(param.name);
    if (param.type === 'AssignmentPattern')
      return String((param.left as { name?: string }).name ?? 'options');
    if (param.type === 'RestElement')
      return `...${String((param.argument as { name?: string }).name)}`;
    return 'options';
  });

/** What a list of signatures breaks, as text by function. */
export function signatureProblems(list: readonly Signature[]): readonly string[] {
  const names = new Set(list.map(({ name }) => name));
  return list.flatMap(({ name, parameters }) => {
    const at = (parameter: string) => parameters.indexOf(parameter);
    const found: string[] = [];
    const early = parameters.slice(0, -1).find((of) => optionNames.has(of));
    if (early) found.push(`${name}: ${early} is not last`);
    if (parameters.length > 1 && at('chain') === 0) found.push(`${name}: the chain is first`);
    if (parameters.length > 1 && at('network') === 0) found.push(`${name}: the network is first`);
    if (at('network') >= 0 && at('chain') > at('network'))
      found.push(`${name}: the chain is behind the network`);
    for (const [one, other] of [...pairs, ...pairs.map(([a, b]) => [b, a] as const)]) {
      const rest = new RegExp(`^${one}([A-Z].*)$`).exec(name)?.[1];
      if (rest !== undefined && !names.has(other + rest) && !(name in alone))
        found.push(`${name}: there is no ${other}${rest}`);
    }
    return found;
  });
}
