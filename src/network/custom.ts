/** Custom networks: built from a few parameters, and read from and written to files. */

import { AvalancheError, within } from '../errors/error.ts';
import { aNumber, anything, aText, checkArgument, objectOf } from '../schema/check.ts';
import { list } from '../schema/collection.ts';
import { checked, id, oneOf, string } from '../schema/leaf.ts';
import { bigints, numbers } from '../schema/number.ts';
import { object } from '../schema/object.ts';
import { mapped, optional, type Schema } from '../schema/schema.ts';
import { checkHRP } from '../text/address.ts';
import { equalBytes } from '../text/bytes.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { formatID } from '../text/id.ts';
import { formatJSON, parseJSON } from '../text/json.ts';
import { maxUint64 } from '../text/uint64.ts';
import { hrpOf } from './identity.ts';
import { fuji, local, mainnet, verifyConstants } from './known.ts';
import type { Chain, Network, PFees, Staking, Upgrades, ValidatorFees, XFees } from './network.ts';

const aliasPattern = /^[!-,.-~]+$/;

/**
 * Checks that addresses can start with an alias.
 * @throws {AvalancheError} `BadText`
 */
function checkAlias(alias: string): void {
  if (!aliasPattern.test(alias))
    throw new AvalancheError('BadText', 'must be printable characters without "-"', {
      kind: 'chain alias',
    });
}

/**
 * Checks the symbol of a native asset.
 * @throws {AvalancheError} `BadText`
 */
function checkSymbol(symbol: string): void {
  if (!/^[A-Za-z][A-Za-z0-9]{0,11}$/.test(symbol))
    throw new AvalancheError('BadText', 'must be 1 to 12 letters and digits, a letter first', {
      kind: 'text',
    });
}

const ours = { reads: 'bare', writes: 'bare', isOurs: true } as const;
const uint64 = /* @__PURE__ */ bigints('uint64', { ...ours, max: maxUint64 });
const positive = /* @__PURE__ */ bigints('uint64 above 0', { ...ours, min: 1n, max: maxUint64 });
const uint32 = /* @__PURE__ */ numbers('uint32', { ...ours, max: 0xffff_ffffn });
const millionths = /* @__PURE__ */ numbers('parts of a million', { ...ours, max: 1_000_000n });
const seconds = [uint64, 'Unix seconds of chain time from which it is active.'] as const;

const chainOf = (vm: Chain['vm']) => {
  const only: Schema<Chain['vm']> = oneOf(vm);
  return object({
    alias: [checked('alias', checkAlias), 'What its addresses start with.'],
    blockchainID: [id, 'Id of the chain.'],
    vm: [only, 'Its VM.'],
  });
};

const weightsOf = (): Schema<PFees['weights']> =>
  mapped(
    list(uint64, 4),
    ([bandwidth, reads, writes, compute]) => [bandwidth!, reads!, writes!, compute!] as const,
    (values: PFees['weights']) => values,
  );

/** The schema of a network file. */
const networkObject = () =>
  object({
    name: [string, 'Name of the network.'],
    networkID: [uint32, 'Id of the network.'],
    hrp: [checked('hrp', checkHRP), 'Human-readable part of its addresses.'],
    avaxAssetID: [id, 'Id of AVAX.'],
    nativeAsset: [
      optional(checked('symbol', checkSymbol)),
      'Symbol of that asset, with which texts name amounts.',
      'not AVAX',
    ],
    chains: [
      object({
        P: [chainOf('platformvm'), 'The P-chain.'],
        X: [chainOf('avm'), 'The X-chain.'],
        C: [chainOf('evm'), 'The C-chain.'],
      }),
      'Its blockchains.',
    ],
    evmChainID: [optional(uint64), 'Chain id of the C-chain (EIP-155).', 'known'],
    upgrades: [
      object({
        banff: seconds,
        cortina: seconds,
        durango: seconds,
        etna: seconds,
        fortuna: seconds,
        granite: seconds,
        helicon: seconds,
      }),
      'When its upgrades are activated.',
    ],
    xFees: [
      object({
        txFee: [uint64, 'nAVAX.'],
        createAssetTxFee: [uint64, 'nAVAX of CreateAssetTx.'],
      }),
      'Fixed fees of the X-chain.',
    ],
    pFees: [
      object({
        weights: [
          weightsOf(),
          'Gas of a unit of bandwidth, database read, database write and compute.',
        ],
        maxCapacity: [uint64, 'Gas.'],
        maxPerSecond: [uint64, 'Gas per second.'],
        targetPerSecond: [uint64, 'Gas per second.'],
        minPrice: [uint64, 'nAVAX per unit of gas.'],
        excessConversionConstant: [positive, 'Gas.'],
      }),
      'How the P-chain prices gas.',
    ],
    validatorFees: [
      object({
        capacity: [uint64, 'Number of validators.'],
        target: [uint64, 'Number of validators.'],
        minPrice: [uint64, 'nAVAX per second.'],
        excessConversionConstant: [positive, 'Validator-seconds.'],
      }),
      'How L1 validators are charged.',
    ],
    staking: [
      object({
        uptimeRequirement: [millionths, 'Parts of a million.'],
        minValidatorStake: [uint64, 'nAVAX.'],
        maxValidatorStake: [uint64, 'nAVAX.'],
        minDelegatorStake: [uint64, 'nAVAX.'],
        minDelegationFee: [millionths, 'Parts of a million.'],
        minStakeDuration: [uint64, 'Seconds.'],
        heliconMinStakeDuration: [uint64, 'Seconds.'],
        maxStakeDuration: [uint64, 'Seconds.'],
        maxConsumptionRate: [uint64, 'Parts of a million of the stake per minting period.'],
        minConsumptionRate: [uint64, 'Parts of a million of the stake per minting period.'],
        mintingPeriod: [positive, 'Seconds.'],
        supplyCap: [positive, 'nAVAX.'],
      }),
      'Limits and rewards of staking on the primary network.',
    ],
  });

let schema: Schema<Network> | undefined;
/**
 * The schema of a network, with checks across fields. Built on first use, because most programs read no network
 * files.
 */
export const networkSchema = (): Schema<Network> =>
  (schema ??= mapped(
    networkObject(),
    (network): Network => consistent(network),
    (network: Network) => network,
  ));

/**
 * Parses a network file.
 * @throws {AvalancheError} With the path of the field. `BadJSON`: malformed, or a key is missing, unknown or of
 *   the wrong type; `BadText`, `BadChecksum`: not a valid id, alias or HRP; `OutOfRange`: a number outside its
 *   limits; `Duplicate`: two chains with the same id; `NotSorted`: upgrades that are not in order; `WrongNetwork`:
 *   the id or name of mainnet or fuji with other parameters.
 */
export function parseNetwork(text: string): Network {
  return networkSchema().parse(parseJSON(text));
}

/**
 * Formats a network as a file: JSON with ids in CB58 and exact numbers.
 * @throws {AvalancheError} As `parseNetwork`, if the network is invalid.
 */
export function formatNetwork(network: Network): string {
  return formatJSON(networkSchema().format(checkNetwork(network)));
}

/**
 * Returns a checked copy of a network, including its bytes.
 * @throws {AvalancheError} As `parseNetwork`.
 */
export const checkNetwork = (network: Network): Network =>
  networkSchema().parse(networkSchema().format(network));

/** Returns the network after checking that its fields are consistent with each other. */
function consistent(network: Network): Network {
  const { P, X, C } = network.chains;
  if (!equalBytes(P.blockchainID, new Uint8Array(32)))
    throw new AvalancheError('OutOfRange', 'must be the zero ID').at('chains', 'P');
  if (equalBytes(X.blockchainID, P.blockchainID))
    throw new AvalancheError('Duplicate', 'is the ID of the P-chain').at('chains', 'X');
  for (const other of ['P', 'X'] as const)
    if (equalBytes(C.blockchainID, network.chains[other].blockchainID))
      throw new AvalancheError('Duplicate', `is the ID of the ${other}-chain`).at('chains', 'C');
  verifyConstants(network);
  if (
    network.nativeAsset !== undefined &&
    [mainnet, fuji].some((known) => known.networkID === network.networkID)
  )
    throw new AvalancheError('WrongNetwork', 'mainnet and fuji have AVAX', {
      have: network.nativeAsset,
      need: 'AVAX',
    }).at('nativeAsset');
  const upgrades = Object.entries(network.upgrades) as [string, bigint][];
  for (const [i, [name, time]] of upgrades.entries()) {
    const [before, earlier] = upgrades[i - 1] ?? [name, time];
    if (time < earlier)
      throw new AvalancheError('NotSorted', `is before ${before}`).at('upgrades', name);
  }
  return network;
}

/** The parameters of a custom network. A node reports all of them. */
export interface CustomNetwork {
  /** Id of the network, a uint32. */
  readonly networkID: number;
  /**
   * Name of the network; by default `network-` and the networkID, as in a node. Mainnet and fuji keep their names.
   */
  readonly name?: string;
  /** Human-readable part of addresses; by default that of the networkID, usually `custom`. */
  readonly hrp?: string;
  /** Id of AVAX: CB58 or 32 bytes. */
  readonly avaxAssetID: IDLike;
  /** Symbol of that asset, such as `FLR`, if it is not AVAX. Explanations and errors name amounts with it. */
  readonly nativeAsset?: string;
  /** Blockchain ids: CB58 or 32 bytes. */
  readonly chains: {
    /** The X-chain. */
    readonly X: IDLike;
    /** The C-chain. */
    readonly C: IDLike;
  };
  /** EIP-155 chain id of the C-chain. */
  readonly evmChainID?: bigint;
  /** Unix seconds of each upgrade. */
  readonly upgrades?: Partial<Upgrades>;
  /** Fees of the X-chain. */
  readonly xFees?: Partial<XFees>;
  /** Gas price parameters of the P-chain. */
  readonly pFees?: Partial<PFees>;
  /** Price parameters of the continuous fee of L1 validators. */
  readonly validatorFees?: Partial<ValidatorFees>;
  /** Limits and rewards of staking. */
  readonly staking?: Partial<Staking>;
}

const customArgument = /* @__PURE__ */ (() =>
  objectOf({ networkID: aNumber, chains: objectOf({ X: anything, C: anything }) }))();

/**
 * Returns a custom network. Omitted parameters are those of a local network, which a node assumes too. If the
 * networkID is that of mainnet or fuji, their parameters are used.
 * @throws {AvalancheError} As `parseNetwork`, with the path of the field.
 */
export function customNetwork(from: CustomNetwork): Network {
  checkArgument(from, customArgument, 'from');
  const { networkID } = from;
  const known = [mainnet, fuji].find((network) => network.networkID === networkID);
  const base = known ?? local;
  const evmChainID = from.evmChainID ?? known?.evmChainID;
  return checkNetwork({
    name: from.name ?? known?.name ?? `network-${networkID}`,
    networkID,
    hrp: from.hrp ?? hrpOf(networkID),
    avaxAssetID: within(['avaxAssetID'], () => idBytes(from.avaxAssetID)),
    chains: {
      P: base.chains.P,
      X: {
        alias: 'X',
        blockchainID: within(['chains', 'X'], () => idBytes(from.chains.X)),
        vm: 'avm',
      },
      C: {
        alias: 'C',
        blockchainID: within(['chains', 'C'], () => idBytes(from.chains.C)),
        vm: 'evm',
      },
    },
    ...(from.nativeAsset === undefined ? {} : { nativeAsset: from.nativeAsset }),
    ...(evmChainID === undefined ? {} : { evmChainID }),
    upgrades: { ...base.upgrades, ...from.upgrades },
    xFees: { ...base.xFees, ...from.xFees },
    pFees: { ...base.pFees, ...from.pFees },
    validatorFees: { ...base.validatorFees, ...from.validatorFees },
    staking: { ...base.staking, ...from.staking },
  });
}

/**
 * Returns an instance of the AVM other than the X-chain.
 * @param blockchainID CB58 or 32 bytes.
 * @param alias The prefix of its addresses, before the `-`; the blockchain id if omitted, as a node prints them.
 * @throws {AvalancheError} `OutOfRange`, `BadText`, `BadChecksum`: not a valid id; `BadText`: an alias that no
 *   address can start with.
 */
export function avmChain(blockchainID: IDLike, alias?: string): Chain {
  checkArgument(alias, optional(aText), 'alias');
  const bytes = within(['blockchainID'], () => idBytes(blockchainID));
  if (alias !== undefined) checkAlias(alias);
  return { alias: alias ?? formatID(bytes), blockchainID: bytes, vm: 'avm' };
}
