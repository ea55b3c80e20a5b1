/**
 * The file format of states. The schema is declared per chain and used for both directions, so parsing and
 * formatting cannot differ.
 */

import { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import { avmChain, formatNetwork, networkSchema } from '../network/custom.ts';
import { knownNetworks } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import { checkArgument } from '../schema/check.ts';
import { list, map } from '../schema/collection.ts';
import { checked, encoded, id, idText, oneOf, string } from '../schema/leaf.ts';
import { bigints, numbers } from '../schema/number.ts';
import { object } from '../schema/object.ts';
import {
  asObject,
  defaulted,
  leaf,
  mapped,
  optional,
  type Schema,
  unfit,
} from '../schema/schema.ts';
import { parseAccount } from '../text/account.ts';
import { type Wei, wei } from '../text/amount.ts';
import { formatHex } from '../text/hex.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { unixSeconds } from '../text/time.ts';
import { maxUint64 } from '../text/uint64.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import { type Evidence, sortedEvidence, verifyEvidence } from './evidence.ts';
import { type Address, addressBytes, authorityOwner, type Owner, outputOwners } from './owner.ts';
import {
  type CState,
  type EVMAccount,
  type PState,
  type State,
  stateArgument,
  verifyInstance,
  type XState,
} from './state.ts';

const ours = { writes: 'text', isOurs: true } as const;
const uint64 = /* @__PURE__ */ bigints('uint64', { ...ours, max: maxUint64 });
const seconds: Schema<bigint> = /* @__PURE__ */ mapped(
  uint64,
  (time) => unixSeconds(time),
  (time: bigint) => unixSeconds(time),
);
const threshold = /* @__PURE__ */ numbers('threshold', {
  isOurs: true,
  writes: 'bare',
  max: 0xffff_ffffn,
});
const inWei: Schema<Wei> = /* @__PURE__ */ mapped(
  /* @__PURE__ */ bigints('wei', { ...ours, max: (1n << 256n) - 1n }),
  wei,
  wei,
);

/** The schema of a network: a built-in one by name, any other as an object. */
export const networkOrName: Schema<Network> = /* @__PURE__ */ leaf(
  'network',
  (json) => {
    if (typeof json !== 'string') return networkSchema().parse(json);
    const found = knownNetworks.find((network) => network.name === json);
    if (found) return found;
    throw unfit('mainnet, fuji, local, testnode or an object', json);
  },
  (network) => {
    const text = formatNetwork(network);
    const known = knownNetworks.find((candidate) => candidate.networkID === network.networkID);
    return known && formatNetwork(known) === text ? known.name : parseJSON(text);
  },
);

/** The schema of a network that has already been parsed. */
const readBefore = (network: Network): Schema<Network> => ({
  ...networkOrName,
  parse: () => network,
});

const addressOn = (chain: Chain, network: Network): Schema<Uint8Array, Address> =>
  leaf(
    'address',
    (json) => addressBytes(string.parse(json), chain, network),
    (address) => formatAddress(addressBytes(address, chain, network), chain, network),
  );

/** The schema of an owner; `check` validates it. */
const ownerOn = (
  chain: Chain,
  network: Network,
  check: typeof authorityOwner = outputOwners,
): Schema<Owner> => {
  const valid = (owner: Owner) => check(owner, chain, network);
  return mapped(
    object({
      addresses: [list(string), 'Addresses that can sign.'],
      threshold: [threshold, 'Number of signatures needed.'],
      locktime: [defaulted(uint64, 0n), 'Unix seconds before which it cannot sign; 0 if omitted.'],
    }),
    (read): Owner => {
      const { addresses, threshold, locktime } = valid(read);
      return { addresses, threshold, locktime };
    },
    (owner: Owner) => {
      const { addresses, threshold, locktime } = valid(owner);
      const texts = addresses.map((address) => formatAddress(address, chain, network));
      return { addresses: texts, threshold, locktime };
    },
  );
};

const derivation = /^m(\/(0|[1-9]\d{0,9})'?){1,10}$/;
/**
 * Tells whether a text is a derivation path. Each step must be below 2^31, so that it is unambiguous for programs
 * with 32-bit integers.
 */
const isDerivation = (path: string): boolean =>
  derivation.test(path) &&
  path
    .split('/')
    .slice(1)
    .every((step) => Number.parseInt(step, 10) < 2 ** 31);
/** A derivation path in text, with at most ten steps. */
export const derivationPath: Schema<string> = /* @__PURE__ */ checked('derivation path', (path) => {
  if (!isDerivation(path))
    throw new AvalancheError('BadText', "must be a derivation path such as m/44'/9000'/0'/0/0", {
      kind: 'derivation path',
    });
});

const pathsOn = (chain: Chain, network: Network) =>
  map(
    checked('address', (text) => {
      if (chain.vm === 'evm' && text.startsWith('0x')) parseAccount(text);
      else addressBytes(text, chain, network);
    }),
    derivationPath,
  );

const utxosOf = <T>(type: Type<T>) =>
  list(
    mapped(
      encoded,
      (bytes) => decode(type, bytes),
      (utxo: T) => encode(type, utxo),
    ),
  );

const account: Schema<EVMAccount> = /* @__PURE__ */ (() => {
  const inLowerCase = (text: string) => formatHex(parseAccount(text)) as `0x${string}`;
  return object({
    address: [mapped(string, inLowerCase, inLowerCase), 'Address of the account.'],
    nonce: [uint64, 'Nonce of its next transaction.'],
    balance: [inWei, 'Wei.'],
  });
})();

function distinct(accounts: readonly EVMAccount[]): readonly EVMAccount[] {
  const seen = new Set<string>();
  for (const [i, { address }] of accounts.entries()) {
    if (seen.has(address))
      throw new AvalancheError('Duplicate', 'the account is listed twice').at(i, 'address');
    seen.add(address);
  }
  return accounts;
}

const evidenceList: Schema<readonly Evidence[]> = /* @__PURE__ */ mapped(
  /* @__PURE__ */ list(
    /* @__PURE__ */ object({
      chain: [oneOf('P', 'X', 'C'), 'The chain that accepted it.'],
      bytes: [encoded, 'Signed bytes, as the node writes them: hex with a checksum.'],
    }),
  ),
  (evidence): readonly Evidence[] => {
    verifyEvidence(evidence);
    return evidence;
  },
  (evidence: readonly Evidence[]) => sortedEvidence(evidence),
);

const utxosNote = 'UTXOs as the node writes them: hex with a checksum.';

/** The fields that the states of all chains have in common. */
const commonOn = <C extends State['chain']>(name: C, chain: Chain, network: Network) => {
  const chainName: Schema<C> = oneOf(name);
  return {
    start: {
      chain: [chainName, 'The chain.'],
      network: [readBefore(network), 'Name of a public network, or all of a custom one.'],
    },
    from: [list(addressOn(chain, network)), 'Addresses whose keys can sign.'],
    time: [seconds, 'Unix seconds of the clock.'],
    change: [optional(ownerOn(chain, network)), 'Receives the change.', 'set'],
    paths: [optional(pathsOn(chain, network)), 'Derivation paths by address.', 'known'],
    evidence: [
      optional(evidenceList),
      'Transactions that prove owners, sorted by the SHA-256 of their bytes.',
      'known',
    ],
  } as const;
};

const pState = (network: Network): Schema<PState> => {
  const chain = network.chains.P;
  const { start, from, time, change, paths, evidence } = commonOn('P', chain, network);
  return object({
    ...start,
    from,
    time,
    chainTime: [optional(seconds), 'Unix seconds of the chain.', 'known'],
    feeState: [
      object({
        price: [uint64, 'nAVAX per unit of gas.'],
        capacity: [optional(uint64), 'Gas that a block may use now.', 'known'],
        excess: [optional(uint64), 'Gas used above the target.', 'known'],
      }),
      'Price of gas now.',
    ],
    authorities: [
      optional(map(idText, ownerOn(chain, network, authorityOwner))),
      'Who must sign for a subnet, an L1 validation or an auto-renewed validator, by its id.',
      'needed',
    ],
    change,
    paths,
    utxos: [utxosOf(PUTXO), utxosNote],
    imports: [
      optional(
        object({
          X: [optional(utxosOf(PUTXO)), 'Exported by the X-chain.', 'known'],
          C: [optional(utxosOf(PUTXO)), 'Exported by the C-chain.', 'known'],
        }),
      ),
      'UTXOs that can be imported.',
      'known',
    ],
    evidence,
  });
};

const instance: Schema<Chain> = /* @__PURE__ */ mapped(
  /* @__PURE__ */ object({
    alias: [string, 'What its addresses start with.'],
    blockchainID: [id, 'Id of the chain.'],
  }),
  ({ alias, blockchainID }) => avmChain(blockchainID, alias),
  ({ alias, blockchainID }: Chain) => ({ alias, blockchainID }),
);

const xState = (network: Network, blockchain: Chain | undefined): Schema<XState> => {
  const chain = blockchain ?? network.chains.X;
  const { start, from, time, change, paths, evidence } = commonOn('X', chain, network);
  return object({
    ...start,
    blockchain: [optional(instance), 'Another instance of the AVM.', 'not the X-chain'],
    from,
    time,
    change,
    paths,
    utxos: [utxosOf(XUTXO), utxosNote],
    imports: [
      optional(
        object({
          P: [optional(utxosOf(XUTXO)), 'Exported by the P-chain.', 'known'],
          C: [optional(utxosOf(XUTXO)), 'Exported by the C-chain.', 'known'],
        }),
      ),
      'UTXOs that can be imported.',
      'known',
    ],
    evidence,
  });
};

const cState = (network: Network): Schema<CState> => {
  const { start, from, time, paths, evidence } = commonOn('C', network.chains.C, network);
  return object({
    ...start,
    from,
    time,
    baseFee: [inWei, 'Wei per unit of gas.'],
    paths,
    accounts: [mapped(list(account), distinct, distinct), 'Accounts whose keys can sign.'],
    imports: [
      optional(
        object({
          P: [optional(utxosOf(CUTXO)), 'Exported by the P-chain.', 'known'],
          X: [optional(utxosOf(CUTXO)), 'Exported by the X-chain.', 'known'],
        }),
      ),
      'UTXOs that can be imported.',
      'known',
    ],
    evidence,
  });
};

const chainName = oneOf('P', 'X', 'C');

/** Returns the schema of a chain's states on a network. */
function stateSchema(
  chain: State['chain'],
  network: Network,
  blockchain: Chain | undefined,
): Schema<State> {
  switch (chain) {
    case 'P':
      return pState(network);
    case 'X':
      return xState(network, blockchain);
    case 'C':
      return cState(network);
  }
}

/**
 * Parses a state file.
 * @throws {AvalancheError} With the path of the field. `BadJSON`: malformed, or a key is missing, unknown or of
 *   the wrong type; the codes of invalid addresses, ids, hex and UTXOs.
 */
export function parseState(text: string): State {
  const json = asObject(parseJSON(text), 'a state');
  const member = <T>(key: string, { parse }: Schema<T>): T =>
    within([key], () => {
      if (json[key] === undefined) throw new AvalancheError('BadJSON', 'is missing');
      return parse(json[key]);
    });
  const chain = member('chain', chainName);
  const network = member('network', networkOrName);
  const hasInstance = chain === 'X' && isJSONObject(json.blockchain);
  const blockchain = hasInstance ? member('blockchain', instance) : undefined;
  if (blockchain) within(['blockchain'], () => verifyInstance(blockchain, network));
  return stateSchema(chain, network, blockchain).parse(json);
}

/**
 * Formats a state as a file: JSON, one UTXO per line, 64-bit numbers as decimal strings. `parseState` reads it
 * back, except for `own`, which is never stored in a file.
 * @throws {AvalancheError} With the path of the field: an address of another network, a number that is not a
 *   uint64.
 */
export function formatState(given: State): string {
  checkArgument(given, stateArgument, 'state');
  // Only the caller, never a file, can say which addresses are its own.
  const { own: _, ...state } = given;
  const blockchain = state.chain === 'X' ? state.blockchain : undefined;
  if (blockchain) within(['blockchain'], () => verifyInstance(blockchain, state.network));
  const json = stateSchema(state.chain, state.network, blockchain).format(state as State);
  const members = Object.entries(asObject(json, 'a state')).map(
    ([key, value]) => `  ${formatJSON(key)}: ${formatLines(value, '  ')}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Formats JSON with the items of lists one per line, and everything else on one line. */
function formatLines(value: JSONValue, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0)
    return `[\n${value.map((v) => inner + formatJSON(v)).join(',\n')}\n${indent}]`;
  if (!isJSONObject(value)) return formatJSON(value);
  const entries = Object.entries(value);
  if (!entries.some(([, v]) => Array.isArray(v))) return formatJSON(value);
  const members = entries.map(([k, v]) => `${inner}${formatJSON(k)}: ${formatLines(v, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
}
