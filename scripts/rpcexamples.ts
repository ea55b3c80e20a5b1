/** Examples of the methods of a node, for `docs/rpc.md`: a recorded request with its reply, and errors that a node answered with. */
import { createTestnode } from '../src/testnode/index.ts';
import { formatJSON, type JSONValue, parseJSON } from '../src/text/json.ts';
import type { JSONObject } from '../src/wire/type.ts';
import { type RPCSample, rpcRows } from '../test/support/vectors.ts';
import { indented } from './markdown.ts';

interface Sample {
  /** A body of JSON, or the request of a resource as a line of HTTP. */
  readonly request: string | null;
  readonly reply: JSONValue;
  readonly length: number;
  /** What the reply says is wrong, if it is an error. */
  readonly error?: string | undefined;
}

/** What a page shows of a value: two elements of a list, the beginning of a long text. */
const shown = { elements: 2, characters: 80 } as const;

function shortened(value: JSONValue): JSONValue {
  if (typeof value === 'string')
    return value.length > shown.characters ? `${value.slice(0, shown.characters)}…` : value;
  if (Array.isArray(value)) {
    const [first, more] = [value.slice(0, shown.elements), value.length - shown.elements];
    return [...first.map(shortened), ...(more > 0 ? [`… ${more} more`] : [])];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, of]) => [key, shortened(of as JSONValue)]),
  );
}

const isObject = (value: unknown): value is JSONObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A recording of a method, or of a resource of the hosted services, which is recorded with its path and status. */
function sampleOf({ request, path, method, response }: RPCSample): Sample & { name: string } {
  const body = request === null ? undefined : parseJSON(request);
  const reply = parseJSON(response);
  if (isObject(body) && body.method === 'GET' && isObject(reply)) {
    const { status, body: answer } = reply;
    // The page says of all services which statuses are errors.
    const error = Number(status) === 200 ? undefined : '';
    return {
      name: method!,
      request: `GET ${body.path}`,
      reply: answer!,
      length: response.length,
      error,
    };
  }
  const name =
    isObject(body) && typeof body.method === 'string'
      ? body.method
      : (method ?? `GET ${path.replace(/\?.*/, '')}`);
  const error = isObject(reply) && isObject(reply.error) ? String(reply.error.message) : undefined;
  return { name, request, reply, length: response.length, error };
}

/** What nobody recorded, as a test node answers it. */
async function answered(path: string): Promise<readonly [name: string, sample: Sample]> {
  const { text } = await createTestnode().transport({
    url: `http://testnode${path}`,
    target: path,
    method: 'GET',
    headers: {},
    repeatable: true,
  });
  const sample = { request: `GET ${path}`, reply: parseJSON(text), length: text.length };
  return [`GET ${path.replace(/\?.*/, '')}`, sample];
}

const unrecorded = await Promise.all(['/v2/chains?network=fuji'].map(answered));

/** As long as a reply is that shows what a method gives. */
const telling = 600;

/** Whether a reply shows more than another without being too long. */
const isBetter = (length: number, before: number): boolean =>
  length <= telling ? before > telling || length > before : length < before;

/** A good reply of each method, and the errors of each; recordings of a node first. */
function samples(): {
  readonly good: ReadonlyMap<string, Sample>;
  readonly bad: ReadonlyMap<string, ReadonlySet<string>>;
} {
  const good = new Map<string, Sample>();
  const bad = new Map<string, Set<string>>();
  for (const file of ['rpc-samples', 'rpc-samples-seed', 'rpc-samples-variants'] as const) {
    const here = new Map<string, Sample>();
    for (const row of rpcRows(file)) {
      const { name, request, reply, length, error } = sampleOf(row);
      if (error !== undefined) {
        if (error !== '') bad.set(name, (bad.get(name) ?? new Set()).add(error));
        continue;
      }
      // An empty result shows nothing.
      const isEmpty =
        isObject(reply) &&
        'jsonrpc' in reply &&
        (!reply.result || formatJSON(reply.result as JSONValue) === '{}');
      const before = here.get(name);
      if (!isEmpty && (!before || isBetter(length, before.length)))
        here.set(name, { request, reply, length });
    }
    for (const [name, sample] of here) if (!good.has(name)) good.set(name, sample);
  }
  for (const [name, sample] of unrecorded) if (!good.has(name)) good.set(name, sample);
  return { good, bad };
}

let found: ReturnType<typeof samples> | undefined;

/** As much JSON as stands on a line. */
const line = 110;

function block(value: JSONValue): string {
  const text = formatJSON(shortened(value));
  return `\`\`\`json\n${text.length <= line ? text : indented(text)}\n\`\`\``;
}

const requestBlock = (request: string): string =>
  request.startsWith('GET ') ? `\`\`\`http\n${request}\n\`\`\`` : block(parseJSON(request));

/** The example of a method, folded, and the errors that were recorded. */
export function exampleText(name: string): readonly string[] {
  const { good, bad } = (found ??= samples());
  // Paths of resources have parts that differ.
  const pattern = new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`);
  const sample = good.get(name) ?? [...good].find(([of]) => pattern.test(of))?.[1];
  const errors = [...(bad.get(name) ?? [])].slice(0, 3);
  return [
    ...(sample
      ? [
          '<details><summary>Example</summary>',
          ...(sample.request === null ? [] : [requestBlock(sample.request)]),
          block(sample.reply),
          '</details>',
        ]
      : []),
    ...(errors.length > 0
      ? [`Errors of a node: ${errors.map((text) => `“${text.slice(0, 160)}”`).join(', ')}.`]
      : []),
  ];
}
