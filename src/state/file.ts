import { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import { avmChain } from '../network/custom.ts';
import { formatNetwork, parseNetwork } from '../network/file.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import { parseAccount } from '../text/account.ts';
import { type Wei, wei } from '../text/amount.ts';
import { formatHex } from '../text/bytes.ts';
import { formatBytes, parseBytes } from '../text/encoding.ts';
import { formatID, parseID } from '../text/id.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { unixSeconds } from '../text/time.ts';
import { maxUint64 } from '../text/uint64.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import { addressBytes, authorityOwner, type Owner, outputOwners } from './owner.ts';
import {
  type Account,
  blockchainOf,
  type CState,
  type PState,
  type State,
  type XState,
} from './state.ts';

type Members = { readonly [key: string]: JSONValue };

const derivation = /^m(\/\d{1,10}'?)+$/;
const keys = {
  P: [
    'chain',
    'network',
    'from',
    'time',
    'chainTime',
    'feeState',
    'authorities',
    'change',
    'paths',
    'utxos',
    'imports',
  ],
  X: ['chain', 'network', 'blockchain', 'from', 'time', 'change', 'paths', 'utxos', 'imports'],
  C: ['chain', 'network', 'from', 'time', 'baseFee', 'paths', 'accounts', 'imports'],
} as const;

/**
 * A state from its file.
 * @throws {AvalancheError} With the path of the field. `BadJSON`: malformed, or a key that is missing, unknown or of the wrong
 *   kind; what addresses, ids, hex and UTXOs throw.
 */
export const parseState = /* @__PURE__ */ guarded(function parseState(text: string): State {
  const json = parseJSON(text);
  const chain = member(object(json, undefined), 'chain', string);
  if (chain !== 'P' && chain !== 'X' && chain !== 'C')
    throw new AvalancheError('BadJSON', `must be P, X or C, got ${chain.slice(0, 20)}`).at('chain');
  const of = object(json, keys[chain]);
  const network = member(of, 'network', readNetwork);
  switch (chain) {
    case 'P':
      return parseP(of, network);
    case 'X':
      return parseX(of, network);
    case 'C':
      return parseC(of, network);
  }
});

function parseP(of: Members, network: Network): PState {
  const imports = optional(of, 'imports', (json) => {
    const from = object(json, ['X', 'C']);
    return { ...optional(from, 'X', utxos(PUTXO)), ...optional(from, 'C', utxos(PUTXO)) };
  });
  return {
    chain: 'P',
    network,
    ...common(of, network.chains.P, network),
    ...optional(of, 'change', (json) => readOwner(json, network.chains.P, network)),
    ...optional(of, 'authorities', (json) => readAuthorities(json, network)),
    ...optional(of, 'chainTime', time),
    feeState: member(of, 'feeState', (json) => {
      const fees = object(json, ['price', 'capacity', 'excess']);
      return {
        price: member(fees, 'price', uint64),
        ...optional(fees, 'capacity', uint64),
        ...optional(fees, 'excess', uint64),
      };
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
  const chain = blockchainOf({ chain: 'X', network, ...blockchain });
  return {
    chain: 'X',
    network,
    ...blockchain,
    ...common(of, chain, network),
    ...optional(of, 'change', (json) => readOwner(json, chain, network)),
    utxos: member(of, 'utxos', utxos(XUTXO)),
    ...imports,
  };
}

function parseC(of: Members, network: Network): CState {
  const imports = optional(of, 'imports', (json) => {
    const from = object(json, ['P', 'X']);
    return { ...optional(from, 'P', utxos(CUTXO)), ...optional(from, 'X', utxos(CUTXO)) };
  });
  return {
    chain: 'C',
    network,
    ...common(of, network.chains.C, network),
    baseFee: member(of, 'baseFee', uint256),
    accounts: member(of, 'accounts', (json) => distinct(items(readAccount)(json))),
    ...imports,
  };
}

function readAccount(json: JSONValue): Account {
  const of = object(json, ['address', 'nonce', 'balance']);
  return {
    address: member(of, 'address', (text) => accountText(string(text))),
    nonce: member(of, 'nonce', uint64),
    balance: member(of, 'balance', uint256),
  };
}

const accountText = (text: string) => formatHex(parseAccount(text)) as `0x${string}`;

function distinct(accounts: readonly Account[]): readonly Account[] {
  const seen = new Set<string>();
  accounts.forEach(({ address }, i) => {
    if (seen.has(address))
      throw new AvalancheError('Duplicate', 'the account is listed twice').at(i, 'address');
    seen.add(address);
  });
  return accounts;
}

const common = (of: Members, chain: Chain, network: Network) => ({
  from: member(
    of,
    'from',
    items((json) => addressBytes(string(json), chain, network)),
  ),
  time: member(of, 'time', time),
  ...optional(of, 'paths', (json) => readPaths(json, chain, network)),
});

/**
 * The file of a state: JSON, one UTXO a line, 64-bit numbers as decimal strings. `parseState` reads it back.
 * @throws {AvalancheError} What cannot be written: an address of another network, a number that is no uint64.
 */
export const formatState = /* @__PURE__ */ guarded(function formatState(state: State): string {
  const { network } = state;
  const chain = blockchainOf(state);
  const address = (bytes: string | Uint8Array) =>
    formatAddress(chain, addressBytes(bytes, chain, network), network);
  const list = (of: readonly unknown[] = []) =>
    of.map((utxo) => formatBytes(encode<unknown>(utxoTypes[state.chain], utxo), 'hex'));
  const owner = ({ addresses, threshold, locktime }: OutputOwners) => ({
    addresses: addresses.map(address),
    threshold: BigInt(threshold),
    locktime: text64(locktime),
  });
  const { paths, imports } = state;
  const change = state.chain === 'C' ? undefined : state.change;
  const authorities = state.chain === 'P' ? state.authorities : undefined;
  const blockchain = state.chain === 'X' ? state.blockchain : undefined;
  const lines: Record<string, JSONValue | undefined> = {
    chain: state.chain,
    network: writeNetwork(network),
    blockchain: blockchain && {
      alias: blockchain.alias,
      blockchainID: formatID(blockchain.blockchainID),
    },
    from: state.from.map(address),
    time: text64(unixSeconds(state.time, 'time')),
    chainTime:
      state.chain === 'P' && state.chainTime !== undefined
        ? text64(unixSeconds(state.chainTime, 'chainTime'))
        : undefined,
    feeState: state.chain === 'P' ? writeFeeState(state.feeState) : undefined,
    baseFee: state.chain === 'C' ? String(wei(state.baseFee)) : undefined,
    authorities:
      authorities &&
      Object.fromEntries(
        Object.entries(authorities).map(([id, of]) =>
          within(['authorities', id], () => [id, owner(authorityOwner(of, chain, network))]),
        ),
      ),
    change: change && within(['change'], () => owner(outputOwners(change, chain, network))),
    paths: paths && { ...paths },
    accounts: state.chain === 'C' ? distinct(state.accounts).map(writeAccount) : undefined,
    utxos: state.chain === 'C' ? undefined : list(state.utxos),
    imports: imports && Object.fromEntries(Object.entries(imports).map(([k, v]) => [k, list(v)])),
  };
  const members = Object.entries(lines).flatMap(([key, value]) =>
    value === undefined ? [] : [`  ${formatJSON(key)}: ${formatLines(value, '  ')}`],
  );
  return `{\n${members.join(',\n')}\n}\n`;
});

const utxoTypes: { readonly [C in State['chain']]: Type<unknown> } = {
  P: PUTXO,
  X: XUTXO,
  C: CUTXO,
};

const writeAccount = ({ address, nonce, balance }: Account): JSONValue => ({
  address: accountText(address),
  nonce: text64(nonce),
  balance: String(wei(balance)),
});

/** Members of lists one a line, everything else on one. */
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

const writeFeeState = ({ price, capacity, excess }: PState['feeState']): JSONValue => ({
  price: text64(price),
  ...(capacity === undefined ? {} : { capacity: text64(capacity) }),
  ...(excess === undefined ? {} : { excess: text64(excess) }),
});

export function writeNetwork(network: Network): JSONValue {
  const text = formatNetwork(network);
  const known = [mainnet, fuji, local].find((k) => k.networkID === network.networkID);
  return known && formatNetwork(known) === text ? known.name : parseJSON(text);
}

export function readNetwork(json: JSONValue): Network {
  if (typeof json !== 'string') return parseNetwork(formatJSON(json));
  const found = [mainnet, fuji, local].find((network) => network.name === json);
  if (found) return found;
  throw new AvalancheError(
    'BadJSON',
    'must be mainnet, fuji, local, or a whole network as an object',
  );
}

function readOwner(
  json: JSONValue,
  chain: Chain,
  network: Network,
  check: typeof authorityOwner = outputOwners,
): Owner {
  const of = object(json, ['addresses', 'threshold', 'locktime']);
  const { addresses, threshold, locktime } = check(
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

function readAuthorities(json: JSONValue, network: Network): Record<string, Owner> {
  const authorities: Record<string, Owner> = {};
  for (const [key, owner] of Object.entries(object(json, undefined)))
    within([key], () => {
      parseID(key);
      authorities[key] = readOwner(owner, network.chains.P, network, authorityOwner);
    });
  return authorities;
}

function readPaths(json: JSONValue, chain: Chain, network: Network): Record<string, string> {
  const paths: Record<string, string> = {};
  for (const [address, path] of Object.entries(object(json, undefined)))
    within([address], () => {
      if (chain.vm === 'evm' && address.startsWith('0x')) parseAccount(address);
      else addressBytes(address, chain, network);
      if (!derivation.test(string(path)))
        throw new AvalancheError(
          'BadText',
          "must be a derivation path such as m/44'/9000'/0'/0/0",
          { kind: 'derivation path' },
        );
      paths[address] = string(path);
    });
  return paths;
}

const utxos = <T>(type: Type<T>) => items((json) => decode(type, parseBytes(string(json), 'hex')));

const items =
  <T>(read: (json: JSONValue) => T) =>
  (json: JSONValue): readonly T[] => {
    if (!Array.isArray(json)) throw new AvalancheError('BadJSON', 'must be a list');
    return json.map((item, i) => within([i], () => read(item)));
  };

function object(json: JSONValue, allowed: readonly string[] | undefined): Members {
  if (!isJSONObject(json)) throw new AvalancheError('BadJSON', 'must be an object');
  for (const key of Object.keys(json))
    if (allowed && !allowed.includes(key))
      throw new AvalancheError('BadJSON', 'is not a known key').at(key);
  return json;
}

function member<T>(of: Members, key: string, read: (json: JSONValue) => T): T {
  return within([key], () => {
    const json = of[key];
    if (json === undefined) throw new AvalancheError('BadJSON', 'is missing');
    return read(json);
  });
}

/** `{ [key]: value }`, or nothing without the key: for spreading. */
const optional = <K extends string, T>(of: Members, key: K, read: (json: JSONValue) => T) =>
  (of[key] === undefined ? {} : { [key]: member(of, key, read) }) as { readonly [P in K]?: T };

function string(json: JSONValue): string {
  if (typeof json === 'string') return json;
  throw new AvalancheError('BadJSON', 'must be text');
}

const id = (json: JSONValue): Uint8Array => parseID(string(json));

function integer(json: JSONValue): bigint {
  const value = typeof json === 'string' && /^(0|[1-9]\d{0,77})$/.test(json) ? BigInt(json) : json;
  if (typeof value === 'bigint') return value;
  throw new AvalancheError('BadJSON', 'must be an integer');
}

function uint64(json: JSONValue): bigint {
  const value = integer(json);
  if (value >= 0n && value <= maxUint64) return value;
  throw new AvalancheError('OutOfRange', `must be a uint64, got ${value}`);
}

const time = (json: JSONValue): bigint => unixSeconds(uint64(json));

/** A uint64 as it is written. */
const text64 = (value: bigint): string => String(uint64(value));

const uint256 = (json: JSONValue): Wei => wei(integer(json));
