/**
 * Reads JSON of older nodes and of gateways: brings it into the form that a schema declares. All leniency is here, and a
 * schema is asked again only for JSON that it refused.
 */
import { isError } from '../errors/error.ts';
import { parseCB58 } from '../text/cb58.ts';
import { type Encoding, formatBytes } from '../text/hex.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';
import type { AnySchema, JSONObject, Schema } from './schema.ts';

/**
 * Parses JSON with a schema. What it refuses is tried again with `null` for an empty list or map, and for an absent field;
 * with what members stand for that older nodes do not write; and with CB58 for hex.
 * @throws {AvalancheError} As the schema, about the JSON as it was given if nothing in it could be brought into form.
 */
export function parseLeniently<T>(schema: Schema<T>, json: JSONValue): T {
  try {
    return schema.parse(json);
  } catch (e) {
    if (!isError(e)) throw e;
    const formed = inForm(schema as AnySchema, json, undefined);
    if (formed === json) throw e;
    return schema.parse(formed);
  }
}

/** Returns JSON in the form of a schema; the same value if nothing differs. */
function inForm(schema: AnySchema, json: JSONValue, around: JSONObject | undefined): JSONValue {
  const { is, of = [], fields } = schema;
  if (json === null) return is === 'list' ? [] : is === 'map' ? {} : json;
  if (typeof json === 'string') return schema.late && !is ? inHex(json, around) : json;
  if (Array.isArray(json)) {
    if (is !== 'list') return json;
    const items = json.map((item) => inForm(of[0]!, item, around));
    return items.some((item, i) => item !== json[i]) ? items : json;
  }
  if (!isJSONObject(json)) return json;
  if (is === 'map') return changed(json, (item) => inForm(of[1]!, item, undefined));
  const member = schema.memberOf?.(json);
  if (member) return inForm(member, json, around);
  return fields ? objectInForm(schema, json) : json;
}

function objectInForm({ fields = [] }: AnySchema, json: JSONObject): JSONValue {
  const table = new Map(fields.map(({ key, schema }) => [key, schema]));
  const formed = changed(json, (item, key) => {
    const schema = table.get(key);
    if (!schema) return item;
    if (item === null && schema.optional && !schema.is && !fits(schema, item, json))
      return undefined;
    const isOlder = (item === null || item === 'cb58') && schema.older && !fits(schema, item, json);
    return (isOlder ? schema.older!(json) : undefined) ?? inForm(schema, item, json);
  });
  const added = fields.flatMap(({ key, schema }) => {
    const value = Object.hasOwn(json, key) ? undefined : schema.older?.(json);
    return value === undefined ? [] : [[key, value] as const];
  });
  return added.length > 0 ? { ...formed, ...Object.fromEntries(added) } : formed;
}

/** Tells whether a schema parses JSON as it is. */
function fits(schema: AnySchema, json: JSONValue, around: JSONObject): boolean {
  try {
    schema.parse(json, around);
    return true;
  } catch (e) {
    if (isError(e)) return false;
    throw e;
  }
}

/** Changes the members of an object, and drops those that become undefined; returns the same object if none changes. */
function changed(
  json: JSONObject,
  change: (item: JSONValue, key: string) => JSONValue | undefined,
): JSONObject {
  const items = Object.entries(json).map(([key, item]) => [key, change(item, key)] as const);
  if (items.every(([key, item]) => item === json[key])) return json;
  return Object.fromEntries(items.filter(([, item]) => item !== undefined)) as JSONObject;
}

const known: readonly unknown[] = ['hex', 'hexc', 'hexnc'] satisfies readonly Encoding[];

/** Returns bytes that a node wrote in CB58 as hex, in the encoding of the object around if that is one of hex. */
function inHex(text: string, around: JSONObject | undefined): string {
  if (text === '' || text.startsWith('0x')) return text;
  try {
    const encoding = known.includes(around?.encoding) ? (around!.encoding as Encoding) : 'hex';
    return formatBytes(parseCB58(text), encoding);
  } catch (e) {
    if (isError(e)) return text;
    throw e;
  }
}
