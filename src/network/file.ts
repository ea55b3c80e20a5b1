import { isBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { checkHRP } from '../text/address.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID, parseID } from '../text/id.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { verifyConstants } from './constants.ts';
import type { Chain, Network } from './network.ts';

/** What addresses of a chain can start with. */
export const aliasPattern = /^[!-,.-~]+$/;

/**
 * A network from its file.
 * @throws {AvalancheError} With the path of the field. `BadJSON`: malformed, or a key that is missing, unknown or of the
 *   wrong kind; `BadText`, `BadChecksum`: no id, alias or hrp; `OutOfRange`: a number outside its limits;
 *   `Duplicate`: two chains with one id; `NotSorted`: upgrades that do not follow each other; `WrongNetwork`: the number or name
 *   of mainnet or fuji, and not their constants.
 */
export const parseNetwork = (text: string): Network => read(parseJSON(text));

/**
 * The file of a network: JSON with ids in CB58 and every digit of every number.
 * @throws {AvalancheError} As `parseNetwork`: what it would refuse is not written.
 */
export const formatNetwork = (network: Network): string =>
  formatJSON(toJSON(checkNetwork(network)));

/**
 * The network again, its bytes copied.
 * @throws {AvalancheError} As `parseNetwork`.
 */
export const checkNetwork = (network: Network): Network => read(toJSON(network));

type Leaf = (json: JSONValue) => unknown;
type Shape = Leaf | { readonly [key: string]: Shape };

const text: Leaf = (json) => {
  if (typeof json === 'string') return json;
  throw new AvalancheError('BadJSON', 'must be text');
};

const id: Leaf = (json) => parseID(text(json) as string);

const hrp: Leaf = (json) => {
  checkHRP(text(json) as string);
  return json;
};

const alias: Leaf = (json) => {
  if (aliasPattern.test(text(json) as string)) return json;
  throw new AvalancheError('BadText', 'must be printable characters without "-"', {
    kind: 'chain alias',
  });
};

const exactly =
  (expected: string): Leaf =>
  (json) => {
    if (json === expected) return json;
    throw new AvalancheError('BadJSON', `must be ${expected}`);
  };

/** An integer of a range; `number` instead of `bigint` where the field says so. */
const integer =
  (min: bigint, max: bigint, as: (value: bigint) => bigint | number = (value) => value): Leaf =>
  (json) => {
    if (typeof json !== 'bigint') throw new AvalancheError('BadJSON', 'must be an integer');
    if (json >= min && json <= max) return as(json);
    throw new AvalancheError('OutOfRange', `must be ${min} to ${max}, got ${json}`);
  };

const uint64 = /* @__PURE__ */ integer(0n, 0xffff_ffff_ffff_ffffn);
const positive = /* @__PURE__ */ integer(1n, 0xffff_ffff_ffff_ffffn);
const uint32 = /* @__PURE__ */ integer(0n, 0xffff_ffffn, Number);
const million = /* @__PURE__ */ integer(0n, 1_000_000n, Number);

const weights: Leaf = (json) => {
  if (!Array.isArray(json) || json.length !== 4)
    throw new AvalancheError('BadJSON', 'must be 4 integers');
  return json.map((weight, i) => within([i], () => uint64(weight)));
};

const chain = (vm: Chain['vm']): Shape => ({ alias, blockchainID: id, vm: exactly(vm) });

const optional: readonly string[] = ['evmChainID'];
const shape = {
  name: text,
  networkID: uint32,
  hrp,
  avaxAssetID: id,
  chains: {
    P: /* @__PURE__ */ chain('platformvm'),
    X: /* @__PURE__ */ chain('avm'),
    C: /* @__PURE__ */ chain('evm'),
  },
  evmChainID: uint64,
  upgrades: {
    banff: uint64,
    cortina: uint64,
    durango: uint64,
    etna: uint64,
    fortuna: uint64,
    granite: uint64,
    helicon: uint64,
  },
  xFees: { txFee: uint64, createAssetTxFee: uint64 },
  pFees: {
    weights,
    maxCapacity: uint64,
    maxPerSecond: uint64,
    targetPerSecond: uint64,
    minPrice: uint64,
    excessConversionConstant: positive,
  },
  validatorFees: {
    capacity: uint64,
    target: uint64,
    minPrice: uint64,
    excessConversionConstant: positive,
  },
  staking: {
    uptimeRequirement: million,
    minValidatorStake: uint64,
    maxValidatorStake: uint64,
    minDelegatorStake: uint64,
    minDelegationFee: million,
    minStakeDuration: uint64,
    heliconMinStakeDuration: uint64,
    maxStakeDuration: uint64,
    maxConsumptionRate: uint64,
    minConsumptionRate: uint64,
    mintingPeriod: positive,
    supplyCap: positive,
  },
} satisfies { readonly [Key in keyof Required<Network>]: Shape };

function readShape(shape: Shape, json: JSONValue): unknown {
  if (typeof shape === 'function') return shape(json);
  if (!isJSONObject(json)) {
    throw new AvalancheError('BadJSON', 'must be an object');
  }
  for (const key of Object.keys(json)) {
    if (!Object.hasOwn(shape, key))
      throw new AvalancheError('BadJSON', 'is not a known key').at(key);
  }
  const value: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape)) {
    const member = json[key];
    if (member !== undefined) value[key] = within([key], () => readShape(field, member));
    else if (!optional.includes(key)) throw new AvalancheError('BadJSON', 'is missing').at(key);
  }
  return value;
}

function read(json: JSONValue): Network {
  const network = readShape(shape, json) as Network;
  const { P, X, C } = network.chains;
  if (!equalBytes(P.blockchainID, new Uint8Array(32))) {
    throw new AvalancheError('OutOfRange', 'the zero ID is reserved for the P-chain').at(
      'chains',
      'P',
    );
  }
  if (equalBytes(X.blockchainID, P.blockchainID)) {
    throw new AvalancheError('Duplicate', 'is the ID of the P-chain').at('chains', 'X');
  }
  for (const other of ['P', 'X'] as const) {
    if (equalBytes(C.blockchainID, network.chains[other].blockchainID)) {
      throw new AvalancheError('Duplicate', `is the ID of the ${other}-chain`).at('chains', 'C');
    }
  }
  verifyConstants(network);
  const upgrades = Object.entries(network.upgrades) as [string, bigint][];
  for (let i = 1; i < upgrades.length; i++) {
    const [before, earlier] = upgrades[i - 1]!;
    const [name, time] = upgrades[i]!;
    if (time < earlier) {
      throw new AvalancheError('NotSorted', `is before ${before}`).at('upgrades', name);
    }
  }
  return network;
}

function toJSON(value: unknown): JSONValue {
  if (isBytes(value)) return formatID(value);
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(toJSON);
  if (typeof value !== 'object' || value === null) return value as JSONValue;
  return Object.fromEntries(
    Object.entries(value).map(([key, v]) => [key, within([key], () => toJSON(v))]),
  );
}
