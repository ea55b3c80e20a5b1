import { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import { CodecError, within } from '../errors.ts';
import { formatAddress } from '../network/address.ts';
import { avmChain } from '../network/custom.ts';
import { formatNetwork, parseNetwork } from '../network/file.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import { formatBytes, parseBytes } from '../text/encoding.ts';
import { formatID, parseID } from '../text/id.ts';
import { formatJSON, type JSONValue, parseJSON } from '../text/json.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import { addressBytes, type Owner, outputOwners } from './owner.ts';
import { blockchainOf, type PState, type State, type XState } from './state.ts';

type Members = { readonly [key: string]: JSONValue };

const maxUint64 = 0xffff_ffff_ffff_ffffn;
const derivation = /^m(\/\d{1,10}'?)+$/;
const keys = {
  P: ['chain', 'network', 'from', 'time', 'feeState', 'change', 'paths', 'utxos', 'imports'],
  X: ['chain', 'network', 'blockchain', 'from', 'time', 'change', 'paths', 'utxos', 'imports'],
} as const;

/**
 * A state from its file.
 * @throws {CodecError} With the path of the field. `BadJSON`: malformed, or a key that is missing, unknown or of the wrong
 *   kind; what addresses, ids, hex and UTXOs throw.
 */
export function parseState(text: string): State {
  const json = parseJSON(text);
  const chain = member(object(json, undefined), 'chain', string);
  if (chain !== 'P' && chain !== 'X')
    throw new CodecError('BadJSON', `a state is of P or X, not ${chain.slice(0, 20)}`).at('chain');
  const of = object(json, keys[chain]);
  const network = member(of, 'network', readNetwork);
  return chain === 'P' ? parseP(of, network) : parseX(of, network);
}

function parseP(of: Members, network: Network): PState {
  const imports = optional(of, 'imports', (json) => {
    const from = object(json, ['X', 'C']);
    return { ...optional(from, 'X', utxos(PUTXO)), ...optional(from, 'C', utxos(PUTXO)) };
  });
  return {
    chain: 'P',
    network,
    ...common(of, network.chains.P, network),
    feeState: member(of, 'feeState', (json) => {
      const fees = object(json, ['price', 'capacity']);
      return { price: member(fees, 'price', uint64), ...optional(fees, 'capacity', uint64) };
    }),
    utxos: member(of, 'utxos', utxos(PUTXO)),
    ...imports,
  };
}

function parseX(of: Members, network: Network): XState {
  const blockchain = optional(of, 'blockchain', (json) => {
    const fields = object(json, ['alias', 'blockchainID']);
    return avmChain(member(fields, 'alias', string), member(fields, 'blockchainID', id));
  });
  const imports = optional(of, 'imports', (json) => {
    const from = object(json, ['P', 'C']);
    return { ...optional(from, 'P', utxos(XUTXO)), ...optional(from, 'C', utxos(XUTXO)) };
  });
  return {
    chain: 'X',
    network,
    ...blockchain,
    ...common(of, blockchainOf({ chain: 'X', network, ...blockchain }), network),
    utxos: member(of, 'utxos', utxos(XUTXO)),
    ...imports,
  };
}

const common = (of: Members, chain: Chain, network: Network) => ({
  from: member(
    of,
    'from',
    items((json) => addressBytes(string(json), chain, network)),
  ),
  time: member(of, 'time', uint64),
  ...optional(of, 'change', (json) => readOwner(json, chain, network)),
  ...optional(of, 'paths', (json) => readPaths(json, chain, network)),
});

/**
 * The file of a state: JSON, one UTXO a line, 64-bit numbers as decimal strings. `parseState` reads it back.
 * @throws {CodecError} What cannot be written: an address of another network, a number that is no uint64.
 */
export function formatState(state: State): string {
  const { network } = state;
  const chain = blockchainOf(state);
  const address = (bytes: string | Uint8Array) =>
    formatAddress(chain, addressBytes(bytes, chain, network), network);
  const list = (of: readonly unknown[] = []) =>
    of.map((utxo) =>
      formatBytes(encode<unknown>(state.chain === 'P' ? PUTXO : XUTXO, utxo), 'hex'),
    );
  const { change, paths, imports } = state;
  const blockchain = state.chain === 'X' ? state.blockchain : undefined;
  const lines: Record<string, JSONValue | undefined> = {
    chain: state.chain,
    network: writeNetwork(network),
    blockchain: blockchain && {
      alias: blockchain.alias,
      blockchainID: formatID(blockchain.blockchainID),
    },
    from: state.from.map(address),
    time: String(state.time),
    feeState: state.chain === 'P' ? writeFeeState(state.feeState) : undefined,
    change: change && {
      addresses: outputOwners(change, chain, network).addresses.map(address),
      threshold: BigInt(change.threshold),
      locktime: String(change.locktime ?? 0n),
    },
    paths: paths && { ...paths },
    utxos: list(state.utxos),
    imports: imports && Object.fromEntries(Object.entries(imports).map(([k, v]) => [k, list(v)])),
  };
  const members = Object.entries(lines).flatMap(([key, value]) =>
    value === undefined ? [] : [`  ${formatJSON(key)}: ${formatLines(value, '  ')}`],
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Lists of texts one a line, everything else on one. */
function formatLines(value: JSONValue, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0)
    return `[\n${value.map((v) => inner + formatJSON(v)).join(',\n')}\n${indent}]`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return formatJSON(value);
  const entries = Object.entries(value);
  if (!entries.some(([, v]) => Array.isArray(v))) return formatJSON(value);
  const members = entries.map(([k, v]) => `${inner}${formatJSON(k)}: ${formatLines(v, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
}

const writeFeeState = ({ price, capacity }: PState['feeState']): JSONValue => ({
  price: String(price),
  ...(capacity === undefined ? {} : { capacity: String(capacity) }),
});

function writeNetwork(network: Network): JSONValue {
  const text = formatNetwork(network);
  const known = [mainnet, fuji, local].find((k) => k.networkID === network.networkID);
  return known && formatNetwork(known) === text ? known.name : parseJSON(text);
}

function readNetwork(json: JSONValue): Network {
  if (typeof json !== 'string') return parseNetwork(formatJSON(json));
  const found = [mainnet, fuji, local].find((network) => network.name === json);
  if (found) return found;
  throw new CodecError('BadJSON', 'a network is mainnet, fuji, local, or all of it as an object');
}

function readOwner(json: JSONValue, chain: Chain, network: Network): Owner {
  const of = object(json, ['addresses', 'threshold', 'locktime']);
  const { addresses, threshold, locktime } = outputOwners(
    {
      addresses: member(of, 'addresses', items(string)),
      threshold: Number(member(of, 'threshold', uint64)),
      ...optional(of, 'locktime', uint64),
    },
    chain,
    network,
  );
  return { addresses, threshold, locktime };
}

function readPaths(json: JSONValue, chain: Chain, network: Network): Record<string, string> {
  const paths: Record<string, string> = {};
  for (const [address, path] of Object.entries(object(json, undefined)))
    within([address], () => {
      addressBytes(address, chain, network);
      if (!derivation.test(string(path)))
        throw new CodecError('BadText', "a derivation path is like m/44'/9000'/0'/0/0");
      paths[address] = string(path);
    });
  return paths;
}

const utxos = <T>(type: Type<T>) => items((json) => decode(type, parseBytes(string(json), 'hex')));

const items =
  <T>(read: (json: JSONValue) => T) =>
  (json: JSONValue): readonly T[] => {
    if (!Array.isArray(json)) throw new CodecError('BadJSON', 'no list');
    return json.map((item, i) => within([i], () => read(item)));
  };

function object(json: JSONValue, allowed: readonly string[] | undefined): Members {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new CodecError('BadJSON', 'no object');
  for (const key of Object.keys(json))
    if (allowed && !allowed.includes(key))
      throw new CodecError('BadJSON', 'an unknown key').at(key);
  return json;
}

function member<T>(of: Members, key: string, read: (json: JSONValue) => T): T {
  return within([key], () => {
    const json = of[key];
    if (json === undefined) throw new CodecError('BadJSON', 'a missing key');
    return read(json);
  });
}

/** `{ [key]: value }`, or nothing without the key: for spreading. */
const optional = <K extends string, T>(of: Members, key: K, read: (json: JSONValue) => T) =>
  (of[key] === undefined ? {} : { [key]: member(of, key, read) }) as { readonly [P in K]?: T };

function string(json: JSONValue): string {
  if (typeof json === 'string') return json;
  throw new CodecError('BadJSON', 'no string');
}

const id = (json: JSONValue): Uint8Array => parseID(string(json));

function uint64(json: JSONValue): bigint {
  const value = typeof json === 'string' && /^(0|[1-9]\d{0,19})$/.test(json) ? BigInt(json) : json;
  if (typeof value !== 'bigint') throw new CodecError('BadJSON', 'no integer');
  if (value >= 0n && value <= maxUint64) return value;
  throw new CodecError('OutOfRange', `${value} is no uint64`);
}
