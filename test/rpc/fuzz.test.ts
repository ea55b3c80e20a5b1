import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import type { MethodName } from '../../src/rpc/methods.ts';
import { formatReply, parseReply } from '../../src/rpc/request.ts';
import { formatJSON, type JSONValue, parseJSON } from '../../src/text/json.ts';
import type { JSONObject } from '../../src/wire/type.ts';
import { thorough } from '../support/seeded.ts';
import { rpcRows } from '../support/vectors.ts';

type Path = readonly (string | number)[];
type Tree = { [key: string]: JSONValue };

/** Places in a JSON value, the value itself first. */
function places(json: JSONValue, path: Path = []): Path[] {
  if (typeof json !== 'object' || json === null) return [path];
  return [
    path,
    ...Object.entries(json).flatMap(([key, v]) =>
      places(v, [...path, Array.isArray(json) ? Number(key) : key]),
    ),
  ];
}
const at = (json: JSONValue, path: Path): JSONValue =>
  path.reduce<JSONValue>((v, step) => (v as Tree)[step]!, json);
function replaced(json: JSONValue, [step, ...rest]: Path, by: JSONValue): JSONValue {
  if (step === undefined) return by;
  if (Array.isArray(json)) return json.map((v, i) => (i === step ? replaced(v, rest, by) : v));
  return Object.fromEntries(
    Object.entries(json as Tree).map(([k, v]) => [k, k === step ? replaced(v, rest, by) : v]),
  );
}

/**
 * JSON with one text for all that a reader may take for the same: digits with or without quotes, a number in several forms, null
 * for no elements and no text.
 */
function loose(json: JSONValue): string {
  if (isFraction(json)) return String(Number(json));
  if (json === null || json === '' || (typeof json === 'object' && Object.keys(json).length === 0))
    return '∅';
  if (Array.isArray(json)) return `[${json.map(loose)}]`;
  if (typeof json !== 'object') return String(json);
  const entries = Object.entries(json).map(([k, v]) => `${k}:${loose(v)}`);
  return `{${entries.sort().join()}}`;
}
/** Without the object that a node puts around a bare answer. */
const bareOf = (json: JSONValue): JSONValue => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const [only, ...others] = Object.entries(json);
  return only && others.length === 0 && /^(containers|index|isAccepted)$/.test(only[0])
    ? only[1]
    : json;
};

const isDigits = (json: JSONValue): boolean =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(String(json)) && typeof json !== 'object';
const isFraction = (json: JSONValue): boolean => isDigits(json) && /[.e]/.test(String(json));
const kindOf = (json: JSONValue): string =>
  json === null
    ? 'null'
    : Array.isArray(json)
      ? 'list'
      : typeof json === 'number'
        ? 'bigint'
        : typeof json;
/** Under these stands JSON of no fixed form. */
const free = /^(tx|block|message|stateUpgrades)$/;
/** Fields that a node leaves null, of the methods that have such. */
const nulls: { readonly [method: string]: RegExp } = {
  'platform.getBalance': /^utxoIDs$/,
  'platform.getSubnets': /^subnets$/,
  'platform.getSubnet': /^managerAddress$/,
  'platform.getValidatorsAt': /^publicKey$/,
  'platform.getAllValidatorsAt': /^validators$/,
  'index.getContainerRange': /^(result|containers)$/,
  eth_getActivePrecompilesAt: /^(result|\w+Addresses|blockTimestamp)$/,
  eth_getChainConfig: /^(\w+(Addresses|Block|Time|Timestamp)|chainId|precompileUpgrades)$/,
};

/** `""` is no manager, as some documentation writes it. */
const isNone = (json: JSONValue): boolean => json === null || json === '';

/** Whether a value of another type may stand where `was` did. */
function mayStand(method: string, path: Path, was: JSONValue, is: JSONValue): boolean {
  const inner = path.findIndex((step) => free.test(String(step)));
  if (inner >= 0 && (inner < path.length - 1 || path[inner] === 'message')) return true;
  if (kindOf(was) === kindOf(is) || (isDigits(was) && isDigits(is))) return true;
  const key = String(path.at(-1) ?? 'result');
  if (isNone(is) || isNone(was)) return nulls[method]?.test(key) ?? false;
  // A bare list, index or flag.
  return path.length === 0 && method.startsWith('index.');
}

/** Replies in the words of a node; those with keys of other names are in `samples.test.ts`. */
const replies = [
  ...rpcRows('rpc-samples-seed'),
  ...rpcRows('rpc-samples-variants').filter(
    ({ variant }) => !/^(seed spelling|old)/.test(variant!),
  ),
  ...rpcRows('rpc-samples').filter((_, i) => i % 7 === 0),
].flatMap(({ request, response }) => {
  const { result, id, jsonrpc } = parseJSON(response) as Tree;
  if (jsonrpc === undefined || result === undefined) return [];
  const { method, params = {} } = parseJSON(request!) as Tree;
  return [{ call: { method: method as MethodName, params }, result, id: Number(id) }];
});
const substitutes = fc.oneof(
  fc.constantFrom<JSONValue>(
    null,
    true,
    false,
    '',
    'x',
    '0x',
    '0x00',
    '-1',
    '01',
    '1.0',
    '1e3',
    ' 1',
    '+1',
    '18446744073709551616',
    '18446744073709551615',
  ),
  fc.constantFrom<JSONValue>(
    [],
    {},
    [null],
    [[]],
    { x: 1n },
    -1n,
    0n,
    1n,
    2n ** 64n,
    2n ** 64n - 1n,
    2n ** 32n,
    1.5,
    -0.5,
    1e300,
    -0,
  ),
  fc.constantFrom<JSONValue>(
    '2026-13-01T00:00:00Z',
    '2026-01-21',
    '2026-01-21T12:00:00',
    '11111111111111111111111111111111LpoYX',
    'NodeID-111111111111111111116DBWJt',
    'P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7r',
  ),
  fc.jsonValue({ maxDepth: 2 }).map((json) => parseJSON(JSON.stringify(json))),
);
const cases = fc
  .constantFrom(...replies)
  .chain((reply) =>
    fc.tuple(fc.constant(reply), fc.constantFrom(...places(reply.result)), substitutes),
  );

/** A reply that must be in the form of avalanchego v1.15.0. */
const strictly = (text: string) => ({ status: 200, headers: {}, text, strict: true });

describe('a reply with something else in one place', () => {
  it('is an error with its path, or is read for what it says', () => {
    let errors = 0;
    fc.assert(
      fc.property(cases, ([{ call, result, id }, path, by]) => {
        const changed = replaced(result, path, by);
        const text = formatJSON({ jsonrpc: '2.0', result: changed, id: BigInt(id) });
        try {
          const value = parseReply(strictly(text), call, id);
          const again = (parseJSON(formatReply(value, call.method, id)) as JSONObject).result!;
          expect(loose(bareOf(again))).toBe(loose(bareOf(changed)));
          expect(mayStand(call.method, path, at(result, path), by), `${call.method} ${path}`).toBe(
            true,
          );
        } catch (e) {
          if (!isError(e)) throw e;
          expect(e.path[0], e.message).toBe('result');
          errors++;
        }
      }),
      thorough,
    );
    expect(errors).toBeGreaterThan(0);
  });

  it('that is of a wrong type is an error with just its path', () => {
    fc.assert(
      fc.property(cases, ([{ call, result, id }, path, by]) => {
        if (mayStand(call.method, path, at(result, path), by)) return;
        const changed = replaced(result, path, by);
        const text = formatJSON({ jsonrpc: '2.0', result: changed, id: BigInt(id) });
        let failed: unknown;
        try {
          parseReply(strictly(text), call, id);
        } catch (e) {
          failed = e;
        }
        if (!isError(failed)) throw new Error(`${call.method} took ${text}`);
        expect(failed.path.slice(0, path.length + 1), failed.message).toEqual(['result', ...path]);
      }),
      thorough,
    );
  });
});
