/**
 * Finds values in the JSON of nodes, wallets and other libraries. Each supported form is one row, matched by its
 * complete set of keys, so that a new form needs no new code elsewhere.
 */

import type { ChainName } from '../chain/declared.ts';
import { AvalancheError, type Path, within } from '../errors/error.ts';
import { quoted } from '../errors/quote.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseHex } from '../text/hex.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';
import type { JSONObject } from '../wire/type.ts';
import { utxoOfDataAPI } from './dataapi.ts';
import { bytesIn, bytesOfHex, containersIn, errorOfReply } from './input.ts';
import type { AnyKind } from './opened.ts';
import { bytesOfABI } from './readings.ts';
import { replyText } from './replies.ts';

/** A value found in JSON: bytes with what the JSON says about them, or node JSON. */
export interface Inside {
  /** Path in the JSON. */
  readonly path: Path;
  readonly content: Uint8Array | JSONValue;
  readonly chain?: ChainName | undefined;
  readonly kind?: AnyKind;
  /** Whether it is a container of the index, with or without a wrapper. */
  readonly accepted?: true;
  /** Whether all values in the JSON belong to the same chain. */
  readonly oneChain?: true;
}

type Check = (value: JSONValue) => boolean;
const text: Check = (value) => typeof value === 'string';
const list: Check = Array.isArray;
const object: Check = (value) => isJSONObject(value);
const any: Check = () => true;
const listOrNull: Check = (value) => value === null || Array.isArray(value);
const vm: Check = (value) => typeof value === 'string' && Object.hasOwn(vms, value);

/** A JSON form. */
interface Form {
  /** Required keys. */
  readonly keys: Readonly<Record<string, Check>>;
  /** Optional keys; `...` allows any other key. */
  readonly also?: readonly string[];
  readonly read: (json: JSONObject) => readonly Inside[];
}

const vms: Readonly<Record<string, ChainName>> = { PVM: 'P', AVM: 'X', EVM: 'C' };
const services: { readonly [service: string]: ChainName } = {
  platform: 'P',
  avm: 'X',
  wallet: 'X',
  avax: 'C',
};
const chainOf = (text: JSONValue | undefined): ChainName | undefined =>
  (['P', 'X', 'C'] as const).find((chain) => chain === text);

/** Parses the bytes of a field in the encoding that its object names. */
const bytesAt = (json: JSONObject, key: string): Inside => ({
  path: [key],
  content: within([key], () => bytesIn(json[key] ?? null, json)),
});
/** Parses hex with or without `0x` and a checksum. */
const hexAt = (json: JSONObject, key: string): Inside => ({
  path: [key],
  content: within([key], () => {
    return bytesOfHex(String(json[key]).replace(/^0x/i, ''));
  }),
});
/** Prefixes paths with the key of the containing field. */
const under = (key: string, inside: readonly Inside[]): readonly Inside[] =>
  inside.map((part) => ({ ...part, path: [key, ...part.path] }));

const listOf = (json: JSONObject, key: string, part: Partial<Inside>): readonly Inside[] =>
  (json[key] as readonly JSONValue[]).map((item, i) => ({
    ...part,
    path: [key, i],
    content: within([key, i], () => bytesIn(item, json)),
  }));

/** keccak256 of `SendWarpMessage(address,bytes32,bytes)`. */
const sentWarp = /* @__PURE__ */ parseHex(
  '0x56600c567728a800c0aa927500f831cb451df66a7af570eb4df4dfbf4674887d',
);
/** Returns the warp message in a log; undefined if it has none. */
function warpIn(log: JSONValue): Uint8Array | undefined {
  if (!isJSONObject(log) || !Array.isArray(log.topics) || typeof log.data !== 'string')
    return undefined;
  const [topic] = log.topics;
  if (typeof topic !== 'string' || !equalBytes(parseHex(topic.toLowerCase()), sentWarp))
    return undefined;
  return bytesOfABI(parseHex(log.data));
}
const noWarp = (): AvalancheError =>
  new AvalancheError('BadJSON', 'no log is of SendWarpMessage, so there is no warp message');
function logsIn(logs: readonly JSONValue[], path: Path): readonly Inside[] {
  const found = logs.flatMap((log, i): Inside[] => {
    const content = within([...path, i, 'data'], () => warpIn(log));
    return content ? [{ path: [...path, i, 'data'], content, kind: 'warpUnsigned' }] : [];
  });
  if (found.length === 0 && logs.length > 0) throw noWarp();
  return found;
}
const isLog = (item: JSONValue): boolean => isJSONObject(item, 'topics') && 'data' in item;

/** Derives the chain of UTXOs from an address in the same reply, such as `P-fuji1…`. */
function chainOfUTXOs({ endIndex }: JSONObject): ChainName | undefined {
  const address = isJSONObject(endIndex) ? endIndex.address : undefined;
  return typeof address === 'string' && address[1] === '-' ? chainOf(address[0]) : undefined;
}

/** Returns a UTXO of the Data API; the names of its members differ on P. */
const utxoOf = (json: JSONObject): Inside => ({
  path: [],
  content: utxoOfDataAPI(json),
  kind: 'utxo',
  ...(json.txHash !== undefined && { chain: 'P' }),
});

/** All JSON forms, by their names in the documentation. The first that matches is used. */
export const foreignForms = {
  'error of a node': {
    keys: { error: (value) => value !== null },
    also: ['jsonrpc', 'id', 'result'],
    read: ({ error }) => {
      throw errorOfReply(error!);
    },
  },
  'reply of a node': {
    keys: { result: any },
    also: ['jsonrpc', 'id', 'error'],
    read: ({ result }) => insideResult(result!),
  },
  'request to issue': {
    keys: { method: text, params: any },
    also: ['jsonrpc', 'id', 'path'],
    read: ({ method, params }) => insideRequest(String(method), params!),
  },
  'unsigned transaction of avalanchejs': {
    keys: { vm, txBytes: text, utxos: list, credentials: list },
    also: ['codecId', 'addressMaps'],
    read: (json) => [
      { ...hexAt(json, 'txBytes'), chain: vms[String(json.vm)], kind: 'unsignedTx' },
    ],
  },
  'prepared transaction of the Avalanche SDK': {
    keys: { tx: (value) => isJSONObject(value, 'txBytes') },
    also: ['...'],
    read: ({ tx }) => under('tx', insideJSON(tx as JSONObject) ?? []),
  },
  'signed transaction of the Avalanche SDK': {
    keys: { signedTxHex: text },
    also: ['signatures', 'chainAlias', 'subnetAuth', 'subnetOwners', '...'],
    read: (json) => [{ ...hexAt(json, 'signedTxHex'), chain: chainOf(json.chainAlias) }],
  },
  'signed message of an aggregator': {
    keys: { 'signed-message': text },
    read: (json) => [{ ...hexAt(json, 'signed-message'), kind: 'warpSigned' }],
  },
  'signed message of the Data API': {
    keys: { signedMessage: text },
    read: (json) => [{ ...hexAt(json, 'signedMessage'), kind: 'warpSigned' }],
  },
  'signed transaction of Core': {
    keys: { signedTransactionHex: text, signatures: list },
    read: (json) => [hexAt(json, 'signedTransactionHex')],
  },
  'UTXOs of a node': {
    keys: { utxos: list },
    also: ['numFetched', 'endIndex', 'encoding', 'sourceChain'],
    read: (json) =>
      listOf(json, 'utxos', { kind: 'utxo', chain: chainOfUTXOs(json), oneChain: true }),
  },
  'UTXO of the Data API': {
    keys: { utxoId: text, utxoType: text },
    also: ['...'],
    read: (json) => [utxoOf(json)],
  },
  'UTXOs of the Data API': {
    keys: { utxos: list, chainInfo: object },
    also: ['nextPageToken'],
    read: ({ utxos }) =>
      (utxos as readonly JSONValue[]).map((utxo, i) =>
        within(['utxos', i], () => {
          if (!isJSONObject(utxo)) throw new AvalancheError('BadJSON', 'must be an object');
          const { path, ...others } = utxoOf(utxo);
          return { ...others, path: ['utxos', i, ...path] };
        }),
      ),
  },
  'transaction of the Data API': {
    keys: { txHash: text, txType: text },
    also: ['...'],
    read: ({ txType }) => {
      throw new AvalancheError(
        'Unsupported',
        `this is what the Data API tells about a transaction (${quoted(txType)}), without its bytes: ask a node, by the ID in txHash`,
      );
    },
  },
  'stake of addresses': {
    keys: { stakedOutputs: list },
    also: ['staked', 'stakeds', 'encoding'],
    read: (json) => listOf(json, 'stakedOutputs', { kind: 'transferableOutput', chain: 'P' }),
  },
  'containers of the index': {
    keys: { containers: listOrNull },
    read: (json) => containersOf(json),
  },
  'container of the index': {
    keys: { id: text, bytes: text },
    also: ['timestamp', 'encoding', 'index'],
    read: (json) => containersOf(json),
  },
  'genesis that was built': {
    keys: { bytes: text },
    also: ['encoding'],
    read: (json) => [bytesAt(json, 'bytes')],
  },
  'transaction of a node': {
    keys: { tx: text },
    also: ['txID', 'encoding'],
    read: (json) => [{ ...bytesAt(json, 'tx'), kind: 'tx' }],
  },
  'transaction of a node as JSON': {
    keys: { tx: object, encoding: text },
    read: ({ tx }) => [{ path: ['tx'], content: tx!, kind: 'tx' }],
  },
  'block of a node': {
    keys: { block: text },
    also: ['encoding'],
    read: (json) => [{ ...bytesAt(json, 'block'), kind: 'block' }],
  },
  'block of a node as JSON': {
    keys: { block: object, encoding: text },
    read: ({ block }) => [{ path: ['block'], content: block!, kind: 'block' }],
  },
  'request to a signature aggregator': {
    keys: { message: text },
    also: [
      'justification',
      ...['signing-subnet-id', 'quorum-percentage', 'quorum-percentage-buffer', 'pchain-height'],
      ...['signingSubnetId', 'quorumPercentage', 'quorumPercentageBuffer', 'pChainHeight'],
    ],
    read: (json) => [{ ...hexAt(json, 'message'), kind: 'warpUnsigned' }],
  },
  'receipt of the EVM': {
    keys: { logs: list, transactionHash: text },
    also: ['...'],
    read: ({ logs }) => logsIn(logs as readonly JSONValue[], ['logs']),
  },
  'log of the EVM': {
    keys: { topics: list, data: text },
    also: ['...'],
    read: (json) => {
      const content = within(['data'], () => warpIn(json));
      if (!content) throw noWarp();
      return [{ path: ['data'], content, kind: 'warpUnsigned' }];
    },
  },
} as const satisfies Readonly<Record<string, Form>>;

/** The name of a form. */
export type ForeignForm = keyof typeof foreignForms;

const all: readonly Form[] = /* @__PURE__ */ Object.values(foreignForms);

function matches({ keys, also = [] }: Form, json: JSONObject): boolean {
  const isOpen = also.includes('...');
  return (
    Object.entries(keys).every(([key, check]) => json[key] !== undefined && check(json[key])) &&
    (isOpen || Object.keys(json).every((key) => Object.hasOwn(keys, key) || also.includes(key)))
  );
}

/** Returns the values in JSON of a known form; undefined for others, which may themselves be node JSON of a value. */
export function insideJSON(json: JSONObject): readonly Inside[] | undefined {
  return all.find((form) => matches(form, json))?.read(json);
}

/** Returns the containers in a result of the index API. */
const containersOf = (result: JSONValue): readonly Inside[] =>
  (containersIn(result) ?? []).map(({ path, container }) =>
    within(path, () => {
      const { path: bytesPath, content } = bytesAt(container, 'bytes');
      return { path: [...path, ...bytesPath], content, accepted: true };
    }),
  );

function insideResult(result: JSONValue): readonly Inside[] {
  if (Array.isArray(result) && result.length > 0 && result.every(isLog)) return logsIn(result, []);
  if (result === null || Array.isArray(result)) return containersOf(result);
  if (typeof result === 'string' && /^0x[0-9a-f]{0,64}$/i.test(result))
    throw new AvalancheError('BadJSON', 'this reply has a number, an address or a hash only').at(
      'result',
    );
  // Warp methods return bytes only.
  if (typeof result === 'string')
    return [
      {
        path: ['result'],
        content: within(['result'], () => bytesIn(result, { encoding: 'hexnc' })),
      },
    ];
  if (!isJSONObject(result)) throw new AvalancheError('BadJSON', replyText(result)).at('result');
  const inside = insideJSON(result);
  if (inside) return inside;
  if (isJSONObject(result, 'unsignedTx') || isJSONObject(result, 'parentID'))
    return [{ path: [], content: result }];
  throw new AvalancheError('BadJSON', replyText(result));
}

function insideRequest(method: string, params: JSONValue): readonly Inside[] {
  const [first, ...others] = Array.isArray(params) ? params : [params];
  const noTx = (): AvalancheError =>
    new AvalancheError('BadJSON', 'the request has no transaction').at('params');
  if (!isJSONObject(first) || others.length > 0) throw noTx();
  if (/^avalanche_(send|sign)Transaction$/.test(method) && typeof first.transactionHex === 'string')
    return under('params', [
      { ...hexAt(first, 'transactionHex'), chain: chainOf(first.chainAlias) },
    ]);
  if (first.tx === undefined) throw noTx();
  const chain = services[method.split('.')[0]!];
  const tx = within(['params'], () => bytesAt(first, 'tx'));
  return under('params', [{ ...tx, chain, kind: 'tx' }]);
}

/** Files that this library writes, as JSON. */
export type DocumentKind = 'draft' | 'state' | 'intent' | 'policy';

const advice: { readonly [D in DocumentKind]: string } = {
  draft: 'this is a draft, which has no signed transaction yet: sign and finalize it first',
  state: 'this is a state: balances, build and explain read it',
  intent: 'this is an intent: build it first',
  policy: 'this is a policy: sign takes it as --policy, or as the option policy',
};

/** Keys of policies, one of which every useful policy has. */
const ofPolicies = ['to', 'own', 'amounts', 'types', 'inputs', 'maxFee', 'items', 'chains'];

/**
 * Returns which file of this library some JSON is, by the keys that only it has: for a program that takes several, so that it calls
 * `parseDraft`, `parseState`, `parseIntent` or `parsePolicy`, and otherwise `open`. The file may still be invalid.
 * @example
 * import { parseJSON } from 'avalanche-tx';
 * documentOf(parseJSON('{"type":"BaseTx","outputs":[]}')); // 'intent'
 * documentOf(parseJSON('{"jsonrpc":"2.0","id":1,"result":{}}')); // undefined
 */
export function documentOf(json: JSONValue): DocumentKind | undefined {
  if (!isJSONObject(json)) return undefined;
  if (typeof json.format === 'string') return 'draft';
  if (isJSONObject(json.network) && typeof json.chain === 'string') return 'state';
  if (typeof json.type === 'string')
    return /^[A-Za-z0-9]+Tx$/.test(json.type) ? 'intent' : undefined;
  const isNetwork = typeof json.network === 'string' || isJSONObject(json.network);
  if (isNetwork && typeof json.chain === 'string') return 'state';
  return isNetwork && ofPolicies.some((key) => json[key] !== undefined) ? 'policy' : undefined;
}

/**
 * Throws if the JSON is a file of this library, and says what to do with it.
 * @throws {AvalancheError} `Unsupported`
 */
export function refuseDocument(json: JSONValue): void {
  const found = documentOf(json);
  if (found) throw new AvalancheError('Unsupported', advice[found]);
}
