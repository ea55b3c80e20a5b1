/** `docs/rpc/`: a page for each service of a node and of the hosted APIs, from the tables of methods. */

import { healthResources } from '../src/rpc/health.ts';
import { dataResources, metricsResources } from '../src/rpc/hosted.ts';
import type { Endpoint, Method } from '../src/rpc/method.ts';
import { methods } from '../src/rpc/methods.ts';
import type { Resource } from '../src/rpc/resource.ts';
import type { AnySchema, SchemaField } from '../src/schema/schema.ts';
import { anchor, cell } from './markdown.ts';

/** A method or a resource, in the words of the documentation. */
interface Entry {
  readonly name: string;
  /** Where it is called. */
  readonly target: string;
  readonly about: string;
  readonly params: AnySchema;
  readonly result: AnySchema;
  readonly remarks: readonly string[];
}

/** A page, and the names that belong on it. */
interface Service {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly has: RegExp;
}

const services: readonly Service[] = [
  {
    file: 'platform',
    title: 'P-chain: platform',
    about: 'Blocks, transactions, balances, fees, subnets and validators of the P-chain.',
    has: /^platform\./,
  },
  {
    file: 'avm',
    title: 'X-chain: avm, wallet',
    about: 'Blocks, transactions, assets and balances of the X-chain.',
    has: /^(avm|wallet)\./,
  },
  {
    file: 'avax',
    title: 'C-chain: avax',
    about: 'Imports and exports of the C-chain, and the UTXOs that other chains exported to it.',
    has: /^avax\./,
  },
  {
    file: 'evm',
    title: 'EVM chains: eth, validators',
    about:
      'Fees, rules and validators of the C-chain and of EVM L1s. Ethereum libraries call the other `eth_` methods.',
    has: /^(eth_|validators\.)/,
  },
  {
    file: 'info',
    title: 'Node: info',
    about: 'The network, the node and its peers.',
    has: /^info\./,
  },
  {
    file: 'health',
    title: 'Node: health',
    about: 'Whether a node is healthy. Both forms return normally when it is not.',
    has: /^health\.|^GET \/ext\/health/,
  },
  {
    file: 'containers',
    title: 'Node: index',
    about:
      'Accepted blocks and transactions in their order. The node must run with `--index-enabled`.',
    has: /^index\./,
  },
  {
    file: 'proposervm',
    title: 'Node: proposervm',
    about: 'The P-chain height and the epoch with which the node proposes blocks.',
    has: /^proposervm\./,
  },
  {
    file: 'admin',
    title: 'Node: admin',
    about:
      'Administration of a node that runs with `--api-admin-enabled`. A test node has no such methods.',
    has: /^admin\./,
  },
  {
    file: 'data',
    title: 'Hosted: Data API',
    about: 'Resources of the hosted Data API.',
    has: /^GET \/v1\//,
  },
  {
    file: 'metrics',
    title: 'Hosted: Metrics API',
    about: 'Resources of the hosted Metrics API.',
    has: /^GET \/v2\//,
  },
];

function targetOf({ path, at, among }: Endpoint): string {
  if (among)
    return `\`${path.replace('{at}', '<index>')}\` with the index ${among.map((name) => `\`${name}\``).join(', ')}`;
  if (!path.includes('{at}')) return `\`${path}\``;
  const chain = at === undefined ? '' : ` (default \`${at}\`)`;
  return `\`${path.replace('{at}', '<chain>')}\` with the alias or ID of a chain${chain}`;
}

const ofMethod = ([name, row]: readonly [string, Method]): Entry => ({
  name,
  target: targetOf(row.endpoint),
  about: row.about,
  params: row.params,
  result: row.result,
  remarks: [
    ...(row.deprecated
      ? [
          [
            `Deprecated${row.deprecated.since && ` since ${row.deprecated.since}`}`,
            ...(row.deprecated.use ? [`use ${row.deprecated.use.replace(/[\w.]+/g, '`$&`')}`] : []),
          ].join(': '),
        ]
      : []),
    ...(row.pages ? ['Paged'] : []),
    ...(row.nodeSpecific ? ['Not on public servers'] : []),
    ...(row.changes ? ['Never retried'] : []),
    ...(row.positional ? ['Params by position'] : []),
  ],
});

const ofResource = (row: Resource): Entry => ({
  name: `GET ${row.path}`,
  target: `\`${row.path}\``,
  about: row.about,
  params: row.params,
  result: row.result,
  remarks: [
    ...(row.also ? [`Also read with status ${row.also.join(', ')}`] : []),
    ...(row.nodeSpecific ? ['Not on public servers'] : []),
  ],
});

const entries: readonly Entry[] = [
  ...(Object.entries(methods) as [string, Method][]).map(ofMethod),
  ...[healthResources, dataResources, metricsResources].flatMap((resources) =>
    (Object.values(resources) as Resource[]).map(ofResource),
  ),
];

/** The page of a method or resource. */
function serviceOf({ name }: Entry): Service {
  const service = services.find(({ has }) => has.test(name));
  if (!service) throw new Error(`no page of docs/rpc/ is for ${name}`);
  return service;
}

/** An object that has a section of its own. */
const isNamed = ({ name, fields }: AnySchema): boolean => !!fields && /^[A-Z]/.test(name);

/** The objects with a name in schemas, and in the fields of these objects. */
function named(shapes: readonly AnySchema[], found = new Map<string, AnySchema>()) {
  for (const shape of shapes) {
    if (isNamed(shape)) {
      if (found.has(shape.name)) continue;
      found.set(shape.name, shape);
    }
    named([...(shape.fields ?? []).map((field) => field.schema), ...(shape.of ?? [])], found);
  }
  return found;
}

/** The file of the page that has the section of each object: of the first service that uses it. */
const homes = new Map<string, string>();
for (const entry of entries)
  for (const name of named([entry.params, entry.result]).keys())
    if (!homes.has(name)) homes.set(name, serviceOf(entry).file);

/** The sections of one page. */
function pageOf({ file, title, about }: Service): string {
  const own = entries.filter((entry) => serviceOf(entry).file === file);
  const objects = [...named(own.flatMap(({ params, result }) => [params, result])).values()]
    .filter(({ name }) => homes.get(name) === file)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const targets = [...new Set(own.map(({ target }) => target))];

  const linkTo = (name: string): string =>
    `[${name}](${homes.get(name) === file ? '' : `${homes.get(name)}.md`}#${anchor(name)})`;
  const typeText = (shape: AnySchema): string => {
    const { name, fields, of = [] } = shape;
    if (isNamed(shape)) return linkTo(name);
    if (fields) return 'object';
    return of.reduce((text, inner) => text.replace(inner.name, () => typeText(inner)), cell(name));
  };

  /**
   * A line for each field of an object, those of objects without a name after it.
   * @param context The name of the method or object, which a note need not repeat.
   */
  const lines = (fields: readonly SchemaField[], context: string, path = ''): readonly string[] =>
    fields.flatMap(({ key, schema, note, when }) => {
      const text =
        key === 'encoding' && path === '' && schema.optional
          ? '[Encoding](index.md#encoding).'
          : noteText(schema, repeats(note, `${context} ${path}${key}`) ? '' : note);
      const type = [typeText(schema), ...(when === '' ? [] : [`present when: ${when}`])].join('; ');
      return [
        `- \`${path}${key}\`${schema.optional ? '?' : ''} (${type})${text && `: ${text}`}`,
        ...inside(schema, context, `${path}${key}`),
      ];
    });
  function inside(shape: AnySchema, context: string, path: string): readonly string[] {
    if (shape.fields) return isNamed(shape) ? [] : lines(shape.fields, context, `${path}.`);
    const last = shape.of?.at(-1);
    return last && !isNamed(last)
      ? inside(last, context, path + (shape.name.startsWith('map') ? '.*' : '[]'))
      : [];
  }

  /** Params or result: a heading with the type if it has one, and its fields. */
  function shapeText(heading: string, shape: AnySchema, method: string): readonly string[] {
    const type = isNamed(shape) || !shape.fields ? typeText(shape) : '';
    const found = isNamed(shape)
      ? []
      : shape.fields
        ? lines(shape.fields, method)
        : inside(shape, method, '');
    if (found.length === 0) return type ? [`**${heading}**: ${type}.`] : [];
    return [`**${heading}**${type && `: ${type}`}`, found.join('\n')];
  }

  return `${[
    `# ${title}`,
    `${about}${targets.length === 1 && !own[0]!.name.startsWith('GET') ? ` At ${targets[0]}.` : ''}`,
    ...own.flatMap((entry) => [
      `## ${entry.name}`,
      [
        entry.about,
        ...(targets.length === 1 || entry.name.startsWith('GET') ? [] : [`At ${entry.target}.`]),
        ...entry.remarks.map((remark) => `${remark}.`),
      ].join(' '),
      ...shapeText('Params', entry.params, entry.name),
      ...shapeText('Result', entry.result, entry.name),
    ]),
    ...(objects.length > 0 ? ['## Objects'] : []),
    ...objects.flatMap((shape) => [
      `### ${shape.name}`,
      lines(shape.fields!, shape.name).join('\n'),
    ]),
  ].join('\n\n')}\n`;
}

/** Words that add nothing to a name. */
const empty = new Set('a an the of its their this that in for to and it is'.split(' '));

/** Names as the words that notes have for them. */
const inWords: { readonly [name: string]: string } = {
  ids: 'id',
  tx: 'transaction',
  txs: 'transaction',
  utxos: 'utxo',
};

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]{2,})([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => inWords[word] ?? word.replace(/(?<=..)s$/, ''))
    .filter((word) => word !== '' && !empty.has(word));

/** Whether a note has only words of the names that it stands below. */
function repeats(note: string, names: string): boolean {
  const known = new Set(wordsOf(names));
  return wordsOf(note).every((word) => known.has(word));
}

/** The note of a field, what each of its values means, and why it is deprecated. */
const noteText = ({ meanings = {}, deprecated }: AnySchema, note: string): string =>
  [
    ...(note === '' ? [] : [note]),
    ...Object.entries(meanings).map(([value, meaning]) => `\`${value}\`: ${meaning}`),
    ...(deprecated === undefined ? [] : [`Deprecated. ${deprecated}`]),
  ].join(' ');

function indexPage(): string {
  return `${[
    '# RPC methods',
    '`node.call(name, params)` calls a method of a node or a hosted service ([guide](../guides/connect.md)). A [test node](../testnode.md) answers all of them except `admin`.',
    ...services.flatMap(({ file, title, about }) => [
      `## [${title}](${file}.md)`,
      about,
      entries
        .filter((entry) => serviceOf(entry).file === file)
        .map(({ name, remarks }) => {
          const link = `[\`${name}\`](${file}.md#${anchor(name)})`;
          return remarks.some((of) => of.startsWith('Deprecated')) ? `${link} (deprecated)` : link;
        })
        .join(', '),
    ]),
    '## Values',
    `- \`?\` marks an optional field. Integers are read from decimal text or a number. IDs are CB58 text, times RFC 3339.
- Hex in a result becomes bytes. Params accept IDs and bytes as text or as bytes.
- Fields of a result that are not listed are kept in \`extra\`.
- Addresses in params must belong to one network and to the chain of the call; others are refused before anything is sent.
- Replies of older nodes and gateways are accepted as well: \`null\` for an empty list or map, CB58 or no \`encoding\`, missing members, an \`id\` as text, errors without a code. \`connect(url, { strict: true })\` accepts only what avalanchego v1.15.0 answers.`,
    '## Encoding',
    'The encoding of bytes: `hex` (the default) and `hexc` end with a checksum of 4 bytes, `hexnc` does not. Methods that return a block or transaction also accept `json`, the node’s JSON.',
    '## Hosted services',
    'They take an API key in the header `x-service-api-key` (`apiKeyHeader` changes its name), which raises the rate limits. Their errors have status 400, 401, 403, 404, 429, 500, 502 or 503; the context of `HTTPStatus` has the body’s `message`, `statusCode` and `error`.',
    '<!-- `npm run docs` writes the pages of this folder from `src/rpc/`. -->',
  ].join('\n\n')}\n`;
}

/** The pages by their path. */
export const rpcPages = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/rpc/index.md', indexPage()],
    ...services.map((service) => [`docs/rpc/${service.file}.md`, pageOf(service)] as const),
  ]);
