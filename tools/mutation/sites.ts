/** Where a source file can be mutated, and how. */
import { children, type Node, type SourceFile } from '../../scripts/source.ts';

/** What a mutation does. `weakens` says that it takes a rule away or makes it weaker. */
export const operators = {
  'remove statement': { weakens: true },
  'remove throw': { weakens: true },
  'condition always false': { weakens: true },
  'condition always true': { weakens: true },
  'negate condition': { weakens: true },
  'relax comparison': { weakens: true },
  'negate comparison': { weakens: true },
  'swap and/or': { weakens: true },
  'drop operand': { weakens: true },
  'remove not': { weakens: true },
  'swap arithmetic': { weakens: false },
  'swap operands': { weakens: false },
  'swap arguments': { weakens: false },
  'swap branches': { weakens: false },
  'change number': { weakens: false },
  'change text': { weakens: false },
  'swap boolean': { weakens: true },
  'drop element': { weakens: true },
  'empty list': { weakens: true },
  'drop property': { weakens: false },
  'drop call': { weakens: true },
  'swap method': { weakens: true },
  'replace result': { weakens: false },
} as const;
export type Operator = keyof typeof operators;

/** One change of one file. */
export interface Mutation {
  readonly operator: Operator;
  /** The text from `start` to `end` is replaced. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A node with all its mutations; a sample takes one of them. */
export interface Site {
  readonly file: string;
  /** Offset of the node. */
  readonly at: number;
  readonly mutations: readonly Mutation[];
}

const relaxed: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const negated: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
};
const arithmetic: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&': '|',
  '|': '&',
  '^': '&',
};
const methods: Readonly<Record<string, string>> = {
  every: 'some',
  some: 'every',
  min: 'max',
  max: 'min',
  find: 'findLast',
  findLast: 'find',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  at: 'indexOf',
  filter: 'map',
};
/** Methods whose call can be left out: `list.sort(f)` is then `list`. */
const droppable = new Set([
  'filter',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'slice',
  'concat',
  'flat',
  'trim',
  'toLowerCase',
  'subarray',
]);

type Change = readonly [operator: Operator, text: string, over?: Node];

/** Describes how the nodes of one file change. */
class Changes {
  readonly #source: string;
  constructor(source: string) {
    this.#source = source;
  }

  /** The text of a node. */
  text(node: unknown): string {
    const { start, end } = node as Node;
    return this.#source.slice(start, end);
  }

  /** The changes of a node of a kind. */
  readonly kinds: Readonly<Record<string, (node: Node) => readonly Change[]>> = {
    BinaryExpression: (node) => this.#binary(node),
    LogicalExpression: (node) => this.#logical(node),
    UnaryExpression: (node) => {
      const inner = this.text(node.argument);
      if (node.operator === '!') return [['remove not', inner]];
      return node.operator === '-' ? [['swap arithmetic', inner]] : [];
    },
    AssignmentExpression: (node) => {
      const opposite = { '+=': '-=', '-=': '+=', '*=': '/=', '|=': '&=', '&=': '|=' }[
        node.operator as string
      ];
      return opposite
        ? [['swap arithmetic', `${this.text(node.left)} ${opposite} ${this.text(node.right)}`]]
        : [];
    },
    UpdateExpression: (node) => {
      const opposite = node.operator === '++' ? '--' : '++';
      const operand = this.text(node.argument);
      return [['swap arithmetic', node.prefix ? opposite + operand : operand + opposite]];
    },
    ConditionalExpression: (node) => [
      [
        'swap branches',
        `${this.text(node.test)} ? ${this.text(node.alternate)} : ${this.text(node.consequent)}`,
      ],
      ['replace result', this.text(node.consequent)],
      ['replace result', this.text(node.alternate)],
    ],
    IfStatement: (node) => [
      ['condition always false', 'false', node.test as Node],
      ['condition always true', 'true', node.test as Node],
      ['negate condition', `!(${this.text(node.test)})`, node.test as Node],
      ...(node.alternate ? [] : ([['remove statement', ';']] as const)),
    ],
    WhileStatement: (node) => [['condition always false', 'false', node.test as Node]],
    ForStatement: () => [['remove statement', ';']],
    ForOfStatement: () => [['remove statement', ';']],
    ExpressionStatement: () => [['remove statement', ';']],
    ThrowStatement: () => [['remove throw', ';']],
    BreakStatement: () => [['remove statement', ';']],
    ContinueStatement: () => [['remove statement', ';']],
    ReturnStatement: (node) => {
      const result = node.argument as Node | null;
      if (result === null) return [['remove statement', ';']];
      if (!tests.has(result.type)) return [];
      return ['true', 'false'].map((value) => ['replace result', value, result] as const);
    },
    Literal: (node) => this.#literal(node),
    ArrayExpression: (node) => {
      const elements = (node.elements as (Node | null)[]).filter((of) => of !== null);
      if (elements.length === 0) return [];
      return [
        ['empty list', '[]'],
        ...elements.map((_, i) => {
          const rest = elements.filter((_, k) => k !== i).map((of) => this.text(of));
          return ['drop element', `[${rest.join(', ')}]`] as const;
        }),
      ];
    },
    ObjectExpression: (node) => {
      const properties = node.properties as Node[];
      if (properties.length < 2) return [];
      return properties.map((_, i) => {
        const rest = properties.filter((_, k) => k !== i).map((of) => this.text(of));
        return ['drop property', `{ ${rest.join(', ')} }`] as const;
      });
    },
    CallExpression: (node) => this.#call(node),
  };

  #binary(node: Node): Change[] {
    const operator = node.operator as string;
    const [left, right] = [this.text(node.left), this.text(node.right)];
    const found: Change[] = [];
    const relax = relaxed[operator];
    if (relax) found.push(['relax comparison', `${left} ${relax} ${right}`]);
    const negate = negated[operator];
    if (negate) found.push(['negate comparison', `${left} ${negate} ${right}`]);
    const other = arithmetic[operator];
    if (other) found.push(['swap arithmetic', `${left} ${other} ${right}`]);
    if (['-', '/', '%'].includes(operator))
      found.push(['swap operands', `${right} ${operator} ${left}`]);
    return found;
  }

  #logical(node: Node): Change[] {
    const [left, right] = [this.text(node.left), this.text(node.right)];
    const found: Change[] = [['drop operand', left]];
    if (node.operator === '??') return [...found, ['drop operand', right]];
    const other = node.operator === '&&' ? '||' : '&&';
    return [...found, ['drop operand', right], ['swap and/or', `(${left}) ${other} (${right})`]];
  }

  #literal(node: Node): Change[] {
    const { value } = node;
    if (typeof value === 'boolean') return [['swap boolean', String(!value)]];
    if (typeof value === 'number')
      return [
        ['change number', `${value + 1}`],
        ['change number', value === 0 ? '-1' : `${value - 1}`],
      ];
    if (typeof value === 'bigint')
      return [
        ['change number', `${value + 1n}n`],
        ['change number', `${value - 1n}n`],
      ];
    // Prose for people is not a rule: only words that programs compare.
    if (typeof value === 'string' && /^[\w.:/-]+$/.test(value)) return [['change text', "''"]];
    return [];
  }

  #call(node: Node): Change[] {
    const callee = node.callee as Node;
    const list = node.arguments as Node[];
    const found: Change[] = [];
    if (list.length === 2) {
      const [first, second] = list.map((of) => this.text(of));
      found.push(['swap arguments', `${this.text(callee)}(${second}, ${first})`]);
    }
    if (list.length > 0 && list[0]!.type !== 'SpreadElement' && callee.type === 'Identifier')
      found.push(['drop call', this.text(list[0])]);
    if (callee.type !== 'MemberExpression' || callee.computed) return found;
    const { name } = callee.property as unknown as { readonly name: string };
    const object = callee.object as Node;
    if (droppable.has(name)) found.push(['drop call', this.text(object)]);
    const other = methods[name];
    if (other)
      found.push([
        'swap method',
        `${this.text(object)}.${other}(${list.map((of) => this.text(of)).join(', ')})`,
      ]);
    return found;
  }
}

/** Expressions that give a boolean. */
const tests = new Set([
  'BinaryExpression',
  'LogicalExpression',
  'CallExpression',
  'UnaryExpression',
]);

/** Syntax without effect when the program runs, and the keys and names that only a new spelling would change. */
const skipped = (node: Node): boolean =>
  node.type.startsWith('TS') &&
  node.type !== 'TSAsExpression' &&
  node.type !== 'TSNonNullExpression' &&
  node.type !== 'TSSatisfiesExpression'
    ? true
    : node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration';

/** All sites of a file, in the order of the text. */
export function sitesOf({ name, text, program }: SourceFile): Site[] {
  const changes = new Changes(text);
  const sites: Site[] = [];
  const visit = (node: Node): void => {
    if (skipped(node)) return;
    const mutations = (changes.kinds[node.type]?.(node) ?? []).map(
      ([operator, replacement, over = node]): Mutation => ({
        operator,
        start: over.start,
        end: over.end,
        text: replacement,
      }),
    );
    const effective = mutations.filter((of) => of.text !== text.slice(of.start, of.end));
    if (effective.length > 0) sites.push({ file: name, at: node.start, mutations: effective });
    for (const child of children(node)) {
      const isKey = child === node.key && !node.computed;
      const isPlaceOfModule = child === node.source;
      if (!isKey && !isPlaceOfModule) visit(child);
    }
  };
  visit(program);
  return sites;
}

/** The file's text with a mutation made. */
export const mutate = (text: string, { start, end, text: replacement }: Mutation): string =>
  text.slice(0, start) + replacement + text.slice(end);
