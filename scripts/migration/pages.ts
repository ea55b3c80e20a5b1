/** The generated parts of `docs/migration.md` and the pages below it: tables, and code that runs as tests. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as avalanchejs from '@avalabs/avalanchejs';
import { methods } from '../../src/rpc/index.ts';
import { between, table } from '../markdown.ts';
import { codeOf } from './code.ts';
import { exportsOf } from './peer.ts';
import { call, type Row, type Rows, reasons } from './row.ts';
import { sdkModules } from './sdk.ts';
import { apiMethods, modules, unsignedTxMethods } from './tables.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const code = (text: string): string => `\`${text}\``;

/** The names with the entry point behind them. */
function oursText({ ours }: Row): string {
  const points = new Map<string, string[]>();
  for (const { name, at } of ours) points.set(at, [...(points.get(at) ?? []), code(name)]);
  return [...points]
    .map(([at, names]) => `${names.join(', ')}${at === '' ? '' : ` of \`/${at}\``}`)
    .join('; ');
}

const head = ['avalanchejs', 'avalanche-tx', 'note'];
/** A table of rows whose names are those in `kinds`, which tells types from values. */
const tableOf = (
  rows: Rows,
  title: readonly string[] = head,
  nameOf: (name: string) => string = code,
): string =>
  table(
    title,
    Object.entries(rows).map(([name, row]) => [
      nameOf(name),
      row.reason === undefined ? oursText(row) : `none (${row.reason})`,
      row.note ?? '',
    ]),
  );

/** The name of an export as it stands in programs, and whether it is a type. */
const exported =
  (kinds: ReadonlyMap<string, 'value' | 'type'>, prefix = '') =>
  (name: string): string => {
    const whole = prefix === '' ? name : `${prefix}.${name}`;
    return kinds.get(whole) === 'type' ? `${code(whole)} (type)` : code(whole);
  };

/** The declarations of an installed package. */
const declared = (path: string): ReadonlyMap<string, 'value' | 'type'> =>
  exportsOf(fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url)));

const exportTables = (): string => {
  const kinds = declared('@avalabs/avalanchejs/dist/index.d.ts');
  return Object.entries(modules)
    .map(
      ([prefix, rows]) =>
        `## ${prefix === '' ? 'The root' : code(prefix)}\n\n${tableOf(rows, head, exported(kinds, prefix))}`,
    )
    .join('\n\n');
};

/** The clients whose methods are mapped, with the service that they call. */
export const clients = {
  PVMApi: 'platform',
  AVMApi: 'avm',
  EVMApi: 'avax',
  InfoApi: 'info',
} as const;

type Client = new (url: string) => object;
const classOf = (name: keyof typeof clients): Client => {
  const [module] = { PVMApi: ['pvm'], AVMApi: ['avm'], EVMApi: ['evm'], InfoApi: ['info'] }[name];
  const found = (avalanchejs as unknown as Record<string, Record<string, Client>>)[module!]!;
  return found[name]!;
};

/** The methods that a class of avalanchejs has, inherited ones too. */
export function methodsOf(value: object): string[] {
  const names = new Set<string>();
  for (let at = value; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, of] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof of.value === 'function' && !/^(constructor|callRpc|getMethodName)$/.test(name))
        names.add(name);
  return [...names].sort();
}

/** The methods of a client with their counterparts: `node.call` where the table has no row. */
export const clientRows = (name: keyof typeof clients): Rows =>
  Object.fromEntries(
    methodsOf(new (classOf(name))('http://127.0.0.1')).map((method) => {
      const known = `${clients[name]}.${method}`;
      const row = apiMethods[method] ?? (Object.hasOwn(methods, known) ? call(known) : undefined);
      if (row === undefined) throw new Error(`no row for ${name}.${method}`);
      return [method, row];
    }),
  );

const methodTables = [
  ...(Object.keys(clients) as (keyof typeof clients)[]).map(
    (name) => `### ${code(name)}\n\n${tableOf(clientRows(name))}`,
  ),
  `### \`UnsignedTx\` and \`EVMUnsignedTx\`\n\n${tableOf(unsignedTxMethods)}`,
].join('\n\n');

const reasonTable = table(
  ['reason', 'meaning'],
  Object.entries(reasons).map(([reason, meaning]) => [reason, meaning]),
);

const sdkTables = (): string =>
  Object.entries(sdkModules)
    .map(([entry, rows]) => {
      const kinds = declared(`@avalanche-sdk/client/dist/_types/${entry}/index.d.ts`);
      const title = ['SDK', 'avalanche-tx', 'note'];
      return `### \`@avalanche-sdk/client/${entry}\`\n\n${tableOf(rows, title, exported(kinds))}`;
    })
    .join('\n\n');

/** A page with each of its code blocks replaced by the code of the test that its mark names. */
const withCode = (page: string): string =>
  page.replace(
    /(<!-- code (\S+) (\S+) -->\n+)```(ts[^\n]*)\n.*?^```$/gms,
    (_, mark: string, file: string, region: string, info: string) =>
      `${mark}\`\`\`${info}\n${codeOf(file, region)}\n\`\`\``,
  );

/** The pages as they should be. */
export const migrationPages = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/migration.md', withCode(read('docs/migration.md'))],
    [
      'docs/migration/avalanchejs.md',
      between(
        between(
          between(read('docs/migration/avalanchejs.md'), 'exports', exportTables()),
          'methods',
          methodTables,
        ),
        'reasons',
        reasonTable,
      ),
    ],
    [
      'docs/migration/sdk.md',
      withCode(between(read('docs/migration/sdk.md'), 'exports', sdkTables())),
    ],
  ]);
