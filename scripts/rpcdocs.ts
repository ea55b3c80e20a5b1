/** What the documentation says of the methods of a node and the hosted services, from their tables. */

import { healthResources } from '../src/rpc/health.ts';
import { dataResources, metricsResources } from '../src/rpc/hosted.ts';
import type { Endpoint, Method } from '../src/rpc/method.ts';
import { methods } from '../src/rpc/methods.ts';
import type { Resource } from '../src/rpc/resource.ts';
import type { AnySchema, SchemaField } from '../src/schema/schema.ts';
import { cell, table } from './markdown.ts';
import { exampleText } from './rpcexamples.ts';

/** A row of either table, in the words of the documentation. */
interface Entry {
  readonly name: string;
  readonly path: string;
  /** What stands for the chain or index in the path. */
  readonly at: string;
  readonly about: string;
  readonly params: AnySchema;
  readonly result: AnySchema;
  readonly remarks: readonly string[];
}

const atText = ({ path, at, among }: Endpoint): string => {
  if (among)
    return `, where \`at\` is ${among.map((name) => `\`${name}\``).join(', ')}; the node must run with \`--index-enabled\``;
  if (!path.includes('{at}')) return '';
  return `, where \`at\` is the alias or id of a chain${at === undefined ? '' : `, \`${at}\` if omitted`}`;
};

const ofMethod = ([name, row]: readonly [string, Method]): Entry => ({
  name,
  path: row.endpoint.path.replace('{at}', row.endpoint.among ? '<index>' : '<chain>'),
  at: atText(row.endpoint),
  about: row.about,
  params: row.params,
  result: row.result,
  remarks: [
    ...(row.deprecated
      ? [`deprecated${row.deprecated.since && ` since ${row.deprecated.since}`}`]
      : []),
    ...(row.deprecated?.use ? [`use ${row.deprecated.use.replace(/[\w.]+/g, '`$&`')}`] : []),
    ...(row.pages ? ['in pages'] : []),
    ...(row.nodeSpecific ? ['not on public servers'] : []),
    ...(row.changes ? ['never sent twice'] : []),
    ...(row.positional ? ['params by position'] : []),
  ],
});

const ofResource = (row: Resource): Entry => ({
  name: `GET ${row.path}`,
  path: row.path,
  at: '',
  about: row.about,
  params: row.params,
  result: row.result,
  remarks: [
    row.service === 'node' ? 'node' : `${row.service} service`,
    ...(row.also ? [`also with status ${row.also.join(', ')}`] : []),
    ...(row.nodeSpecific ? ['not on public servers'] : []),
  ],
});

const entries = (): readonly Entry[] => [
  ...(Object.entries(methods) as [string, Method][]).map(ofMethod),
  ...[healthResources, dataResources, metricsResources].flatMap((table) =>
    (Object.values(table) as Resource[]).map(ofResource),
  ),
];

const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
const keys = ({ name, fields }: AnySchema): string =>
  fields
    ? fields.map(({ key, schema }) => `\`${key}\`${schema.optional ? '?' : ''}`).join(', ') || '–'
    : cell(name);

/** One row a method. */
const methodsTable = (): string =>
  table(
    ['method', 'params', 'result', 'remarks'],
    entries().map((e) => [
      `[\`${e.name}\`](#${anchor(e.name)})`,
      keys(e.params),
      keys(e.result),
      e.remarks.join('; '),
    ]),
  );

/** An object that has a section of its own. */
const isNamed = ({ name, fields }: AnySchema): boolean => !!fields && /^[A-Z]/.test(name);

function typeText(shape: AnySchema): string {
  const { name, fields, of = [] } = shape;
  if (isNamed(shape)) return `[${name}](#${anchor(name)})`;
  if (fields) return 'object';
  return of.reduce((text, inner) => text.replace(inner.name, () => typeText(inner)), cell(name));
}

/** The fields of an object, those of objects without a name under it. */
const rows = (fields: readonly SchemaField[], path = ''): readonly (readonly string[])[] =>
  fields.flatMap(({ key, schema, note, when }) => {
    const name = `\`${path}${key}\`${schema.optional ? '?' : ''}`;
    const own = [name, typeText(schema), noteText(schema, note), when];
    return [own, ...inside(schema, `${path}${key}`)];
  });
/** The note of a field, what each of its values means, and why it is deprecated. */
const noteText = ({ meanings = {}, deprecated }: AnySchema, note: string): string =>
  [
    note,
    ...Object.entries(meanings).map(([value, meaning]) => `\`${value}\`: ${meaning}`),
    ...(deprecated === undefined ? [] : [`Deprecated. ${deprecated}`]),
  ].join(' ');
function inside(shape: AnySchema, path: string): readonly (readonly string[])[] {
  if (shape.fields) return isNamed(shape) ? [] : rows(shape.fields, `${path}.`);
  const last = shape.of?.at(-1);
  return last && !isNamed(last)
    ? inside(last, path + (shape.name.startsWith('map') ? '.*' : '[]'))
    : [];
}

function shapeText(title: string, shape: AnySchema): readonly string[] {
  if (isNamed(shape)) return [`${title}: ${typeText(shape)}.`];
  const found = shape.fields ? rows(shape.fields) : inside(shape, '');
  const type = shape.fields ? '' : `${typeText(shape)}. `;
  if (found.length === 0) return [`${title}: ${type || 'none. '}`.trimEnd()];
  return [
    `${title}${type && `: ${type}`}`.trimEnd(),
    table(['field', 'type', 'meaning', 'present when'], found),
  ];
}

/** The objects with a name, of all methods. */
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

/** `docs/rpc.md`. */
export function methodsPage(): string {
  const all = entries();
  const objects = named(all.flatMap(({ params, result }) => [params, result]));
  return [
    '# Methods',
    'The methods of a node and the resources of the hosted services. A [test node](testnode.md) answers all of them but `admin.…`, which a node answers if it runs with `--api-admin-enabled`.',
    'Integers are read from a decimal string or a bare number. Ids are CB58 text, times RFC 3339; a `?` marks what may be absent. Hex is read as bytes, whatever the encoding; params take ids and bytes as text or bytes. Fields of a result that are not listed are kept in `extra`.',
    'Replies of older nodes and of gateways are read too: `null` for an empty list or map, CB58 or no `encoding`, members that they do not write, an `id` as text or none, errors without a code. `connect(url, { strict: true })` accepts only what avalanchego v1.15.0 answers.',
    'The hosted services take an API key in the header `x-service-api-key` (`apiKeyHeader` names another one), which raises the rate limits; whoever signs up for an account with the operator gets one. They answer an error with status 400, 401, 403, 404, 429, 500, 502 or 503 and a body with `message`, `statusCode` and `error`, which the context of `HTTPStatus` holds. `statusCode` repeats the HTTP status, which `status` has; where a proxy changed one of them they differ, and `status` counts.',
    'Addresses in params must be of one network and of the chain that is asked: other ones are refused before anything is sent.',
    '## All methods',
    methodsTable(),
    '## Calls',
    ...all.flatMap((e) => [
      `### ${e.name}`,
      [
        e.about,
        ...(e.name.startsWith('GET') ? [] : [`At \`${e.path}\`${e.at}.`]),
        ...e.remarks.map((r) => `${r[0]!.toUpperCase()}${r.slice(1)}.`),
      ].join(' '),
      ...shapeText('Params', e.params),
      ...shapeText('Result', e.result),
      ...exampleText(e.name),
    ]),
    '## Objects',
    ...[...objects.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((shape) => [
        `### ${shape.name}`,
        table(['field', 'type', 'meaning', 'present when'], rows(shape.fields!)),
      ]),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
