import { AvalancheError, within } from '../errors/error.ts';
import { byForm, list } from '../schema/collection.ts';
import { string } from '../schema/leaf.ts';
import { parseLeniently } from '../schema/lenient.ts';
import { uint16n } from '../schema/number.ts';
import { reply } from '../schema/object.ts';
import { type AnySchema, asObject, optional, type Schema } from '../schema/schema.ts';
import { type JSONValue, parseJSON } from '../text/json.ts';
import { type HTTPErrorBody, httpStatusError } from './errors.ts';
import type { LimitedReply, TransportReply } from './transport.ts';

/** Describes a resource that is read with GET. */
export interface Resource<P = unknown, R = unknown> {
  readonly service: 'data' | 'metrics' | 'node';
  /** Path below the service's URL; names in braces are parameters. */
  readonly path: string;
  /** One-line description of the result. */
  readonly about: string;
  /** Path parameters, then query parameters; a list repeats its parameter. */
  readonly params: Schema<unknown, P>;
  readonly result: Schema<R, unknown>;
  /** Statuses other than 200 that also carry the result, such as 503 for health. */
  readonly also?: readonly number[];
  /** The resource is about a single node, not the network: public servers do not offer it. */
  readonly nodeSpecific?: true;
}

/** Defines a row of a resource table. */
export const resource = <P, R>(row: Resource<P, R>): Resource<P, R> => row;

/**
 * Formats the path and query of a resource.
 * @throws {AvalancheError} The codes of an invalid param, with its path; `BadText`: a value that cannot be part of
 *   a path.
 */
export function formatTarget({ path, params }: Resource, given: unknown): string {
  const values = asObject(
    within(['params'], () => params.format(given)),
    'params',
  );
  const query: string[] = [];
  let target = path;
  for (const [key, value] of Object.entries(values)) {
    const slot = `{${key}}`;
    const texts = Array.isArray(value) ? value : [value];
    const encoded = texts.map((text, i) => within(['params', key, i], () => encode(text)));
    if (!path.includes(slot)) query.push(...encoded.map((text) => `${key}=${text}`));
    else if (/^\.{0,2}$/.test(encoded[0]!))
      throw new AvalancheError('BadText', 'cannot be part of a path', { kind: 'URL' }).at(
        'params',
        key,
      );
    else target = target.replace(slot, () => encoded[0]!);
  }
  return query.length > 0 ? `${target}?${query.join('&')}` : target;
}

function encode(value: JSONValue | undefined): string {
  try {
    return encodeURIComponent(String(value));
  } catch {
    throw new AvalancheError('BadText', 'has a lone surrogate', { kind: 'text' });
  }
}

/**
 * Returns the result of a reply.
 * @throws {AvalancheError} `HTTPStatus`: context has `status`, `body`, and `message`, `statusCode` and `error` if
 *   the body has them; `BadJSON` and others for an invalid reply, with the path under `result`.
 */
export function readResource<R>(
  { result, also = [] }: Resource<unknown, R>,
  reply: LimitedReply,
): R {
  const { status, text, maxValues, strict } = reply;
  const parse = (): R => {
    const json = parseJSON(text, limits);
    return strict ? result.parse(json) : (parseLeniently(result as AnySchema, json) as R);
  };
  const limits = maxValues === undefined ? {} : { maxValues };
  if (status !== 200 && !also.includes(status)) throw refusal(reply);
  if (status === 200) return within(['result'], parse);
  // A proxy also answers 503, with another body.
  try {
    return parse();
  } catch {
    throw refusal(reply);
  }
}

const refusal = ({ status, text }: TransportReply): AvalancheError =>
  httpStatusError(status, text, errorBodyOf(text));

/** The error body of a hosted service. */
const errorBody = /* @__PURE__ */ reply(
  {
    message: [
      /* @__PURE__ */ byForm({ text: string, list: /* @__PURE__ */ list(string) }),
      'What is wrong: one message or several.',
    ],
    statusCode: [/* @__PURE__ */ optional(uint16n), 'The HTTP status.'],
    error: [/* @__PURE__ */ optional(string), 'Name of the status, such as `Not Found`.'],
  },
  { name: 'ErrorBody' },
);

/** Parses the error body of a hosted service; empty if it is not one. */
function errorBodyOf(text: string): HTTPErrorBody {
  try {
    const { message, statusCode, error } = errorBody.parse(parseJSON(text, { maxValues: 1000 }));
    return {
      message: [message].flat().join('; '),
      ...(statusCode !== undefined && { statusCode }),
      ...(error !== undefined && { error }),
    };
  } catch {
    return {};
  }
}
