/**
 * The parameters of the built-in networks, and the check that no other network claims to be one of them. A network
 * can come from a file, a draft or a node, so none of those may redefine a known network.
 */
import { AvalancheError } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseHex } from '../text/hex.ts';
import { unknownNameOf } from './identity.ts';
import type { Network, Staking } from './network.ts';

/**
 * The activation time that a node reports for an unscheduled upgrade, in the year 9999: avalanchego v1.15.0
 * `upgrade/upgrade.go`.
 */
export const unscheduled = 253_399_622_400n;

/** Freezes an object deeply. Typed arrays cannot be frozen, so each access returns a copy. */
function constant<T extends object>(value: T): T {
  for (const [key, member] of Object.entries(value))
    if (member instanceof Uint8Array)
      Object.defineProperty(value, key, { get: () => member.slice(), enumerable: true });
    else if (typeof member === 'object') constant(member);
  return Object.freeze(value);
}

/** The blockchains of a network, given the ids of X and C. */
const primaryChains = (xChainID: string, cChainID: string): Network['chains'] => ({
  P: { alias: 'P', blockchainID: new Uint8Array(32), vm: 'platformvm' },
  X: { alias: 'X', blockchainID: parseHex(xChainID), vm: 'avm' },
  C: { alias: 'C', blockchainID: parseHex(cChainID), vm: 'evm' },
});

/**
 * Gas price parameters, the same on mainnet, fuji and local: avalanchego v1.15.0 `genesis/genesis_*.go`,
 * `DynamicFeeConfig`.
 */
const pFees: Network['pFees'] = {
  weights: [1n, 1_000n, 1_000n, 4n],
  maxCapacity: 1_000_000n,
  maxPerSecond: 100_000n,
  targetPerSecond: 50_000n,
  minPrice: 1n,
  excessConversionConstant: 2_164_043n,
};

/** The part of `staking` that is the same on mainnet, fuji and local: avalanchego v1.15.0 `genesis/genesis_*.go`, `StakingConfig`. */
const sharedStaking = {
  maxStakeDuration: 31_536_000n,
  maxConsumptionRate: 120_000n,
  minConsumptionRate: 100_000n,
  mintingPeriod: 31_536_000n,
  supplyCap: 720_000_000_000_000_000n,
};
const stakingOf = (own: Omit<Staking, keyof typeof sharedStaking>): Staking => ({
  ...own,
  ...sharedStaking,
});

/**
 * The main network: avalanchego v1.15.0 `genesis/genesis_mainnet.go` and `.json`, `upgrade/upgrade.go`; ids from its
 * genesis.
 */
export const mainnet: Network = /* @__PURE__ */ constant({
  name: 'mainnet',
  networkID: 1,
  hrp: 'avax',
  avaxAssetID: /* @__PURE__ */ parseHex(
    '0x21e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff',
  ),
  chains: /* @__PURE__ */ primaryChains(
    '0xed5f38341e436e5d46e2bb00b45d62ae97d1b050c64bc634ae10626739e35c4b',
    '0x0427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd652',
  ),
  evmChainID: 43_114n,
  upgrades: {
    banff: 1_666_108_800n,
    cortina: 1_682_434_800n,
    durango: 1_709_740_800n,
    etna: 1_734_368_400n,
    fortuna: 1_744_124_400n,
    granite: 1_763_568_000n,
    helicon: 1_790_089_200n,
  },
  xFees: { txFee: 1_000_000n, createAssetTxFee: 10_000_000n },
  pFees,
  validatorFees: {
    capacity: 20_000n,
    target: 10_000n,
    minPrice: 512n,
    excessConversionConstant: 1_246_488_515n,
  },
  staking: /* @__PURE__ */ stakingOf({
    uptimeRequirement: 800_000,
    minValidatorStake: 2_000_000_000_000n,
    maxValidatorStake: 3_000_000_000_000_000n,
    minDelegatorStake: 25_000_000_000n,
    minDelegationFee: 20_000,
    minStakeDuration: 1_209_600n,
    heliconMinStakeDuration: 172_800n,
  }),
});

/**
 * The test network: avalanchego v1.15.0 `genesis/genesis_fuji.go` and `.json`, `upgrade/upgrade.go`; ids from its
 * genesis.
 */
export const fuji: Network = /* @__PURE__ */ constant({
  name: 'fuji',
  networkID: 5,
  hrp: 'fuji',
  avaxAssetID: /* @__PURE__ */ parseHex(
    '0x3d9bdac0ed1d761330cf680efdeb1a42159eb387d6d2950c96f7d28f61bbe2aa',
  ),
  chains: /* @__PURE__ */ primaryChains(
    '0xab68eb1ee142a05cfe768c36e11f0b596db5a3c6c77aabe665dad9e638ca94f7',
    '0x7fc93d85c6d62c5b2ac0b519c87010ea5294012d1e407030d6acd0021cac10d5',
  ),
  evmChainID: 43_113n,
  upgrades: {
    banff: 1_664_805_600n,
    cortina: 1_680_793_200n,
    durango: 1_707_840_000n,
    etna: 1_732_550_400n,
    fortuna: 1_741_878_000n,
    granite: 1_761_750_000n,
    helicon: 1_785_250_800n,
  },
  xFees: { txFee: 1_000_000n, createAssetTxFee: 10_000_000n },
  pFees,
  validatorFees: {
    capacity: 20_000n,
    target: 10_000n,
    minPrice: 512n,
    excessConversionConstant: 51_937_021n,
  },
  staking: /* @__PURE__ */ stakingOf({
    uptimeRequirement: 800_000,
    minValidatorStake: 1_000_000_000n,
    maxValidatorStake: 3_000_000_000_000_000n,
    minDelegatorStake: 1_000_000_000n,
    minDelegationFee: 20_000,
    minStakeDuration: 86_400n,
    heliconMinStakeDuration: 43_200n,
  }),
});

/**
 * Activation time of the upgrades on networks that are not public: avalanchego v1.15.0 `upgrade/upgrade.go`
 * `InitiallyActiveTime`.
 */
const initially = 1_607_144_400n;

/**
 * Returns a network with the fees, staking parameters and upgrade times of avalanchego's local network, except
 * Helicon's time.
 */
const localLike = (
  own: Pick<Network, 'name' | 'networkID' | 'hrp' | 'avaxAssetID' | 'chains' | 'evmChainID'>,
  helicon: bigint,
): Network =>
  constant({
    ...own,
    upgrades: {
      banff: initially,
      cortina: initially,
      durango: initially,
      etna: initially,
      fortuna: initially,
      granite: initially,
      helicon,
    },
    xFees: { txFee: 1_000_000n, createAssetTxFee: 1_000_000n },
    pFees,
    validatorFees: {
      capacity: 20_000n,
      target: 10_000n,
      minPrice: 1n,
      excessConversionConstant: 865_617n,
    },
    staking: stakingOf({
      uptimeRequirement: 800_000,
      minValidatorStake: 2_000_000_000_000n,
      maxValidatorStake: 3_000_000_000_000_000n,
      minDelegatorStake: 25_000_000_000n,
      minDelegationFee: 20_000,
      minStakeDuration: 86_400n,
      heliconMinStakeDuration: 3_600n,
    }),
  });

/**
 * The local network: avalanchego v1.15.0 `genesis/genesis_local.go` and `.json`, `upgrade/upgrade.go`. Helicon is
 * not active there before the year 9999. The ids are those of this version's genesis: with another version, read
 * them from the node.
 */
export const local: Network = /* @__PURE__ */ localLike(
  {
    name: 'local',
    networkID: 12_345,
    hrp: 'local',
    avaxAssetID: /* @__PURE__ */ parseHex(
      '0xdbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db',
    ),
    chains: /* @__PURE__ */ primaryChains(
      '0xd891ad56056d9c01f18f43f58b5c784ad07a4a49cf3d1f11623804b5cba2c6bf',
      '0xee488204088eaba3d3c0c5e26d7a2892677f8d6181ef31848708b4e55ead7667',
    ),
    evmChainID: 43_112n,
  },
  unscheduled,
);

/**
 * The network of test nodes, on which every upgrade of mainnet is active from the start. It has the keys, fees and
 * minimums of avalanchego's local network, but its own networkID and ids.
 */
export const testnodeNetwork: Network = /* @__PURE__ */ localLike(
  {
    name: 'testnode',
    networkID: 20_260_922,
    hrp: 'custom',
    avaxAssetID: /* @__PURE__ */ parseHex(
      '0xf617f82a1120096d639a6a63e0d4c5a81237eeee62ab8e91124abf3d3d5e62df',
    ),
    chains: /* @__PURE__ */ primaryChains(
      '0x4f6e1a6e9703984c954e087db7731ba40b92dc6eee24efd12291162c2ae2b927',
      '0xc6af98c625323705c5773ab11d17ffe8ffee70d08e5cbf6ea2656aa562d4b670',
    ),
    evmChainID: 20_260_922n,
  },
  initially,
);

/** The built-in networks, by the names that `--network` and files accept. */
export const knownNetworks: readonly Network[] = /* @__PURE__ */ Object.freeze([
  mainnet,
  fuji,
  local,
  testnodeNetwork,
]);

/**
 * Checks that a network that uses the networkID, name, HRP, AVAX id or a blockchain id of mainnet or fuji has all
 * their parameters: ids, upgrades, fees and staking limits. A network can come from a file, a draft or a node,
 * which must not be able to redefine a known one. Local networks and test nodes may have other fees and upgrades, but
 * their names are reserved for their networkIDs and genesis.
 * @throws {AvalancheError} `WrongNetwork`, with the path of the first parameter that differs.
 */
export function verifyConstants(network: Network): void {
  for (const known of [mainnet, fuji]) {
    if (network === known) return;
    const different = claims(network, known) ? differenceOf(network, known) : undefined;
    if (different)
      throw new AvalancheError('WrongNetwork', `must be that of ${known.name}`, {
        have: 'another',
        need: known.name,
      }).at(...different);
  }
  for (const known of [local, testnodeNetwork]) {
    if (plainName(network.name) !== known.name) continue;
    if (network.networkID !== known.networkID)
      throw new AvalancheError(
        'WrongNetwork',
        `${known.name} is the name of network ${known.networkID}, and of no other`,
        { have: `${network.name} (${network.networkID})`, need: known.name },
      ).at('name');
    if (!hasGenesisOf(network, known))
      throw new AvalancheError(
        'WrongNetwork',
        `${known.name} is the name of the network with one genesis: this one has another AVAX asset or other chains, so name it ${unknownNameOf(network.networkID)}`,
        { have: 'another genesis', need: known.name },
      ).at('name');
  }
}

/** Whether a network has the AVAX asset and the chains of a known one, which follow from the genesis. */
export const hasGenesisOf = (
  network: Pick<Network, 'avaxAssetID' | 'chains'>,
  known: Network,
): boolean =>
  differenceOf(network.avaxAssetID, known.avaxAssetID) === undefined &&
  (['X', 'C'] as const).every(
    (of) =>
      differenceOf(network.chains[of].blockchainID, known.chains[of].blockchainID) === undefined,
  );

/** Tells whether a network claims to be a known one by any identifying field. */
function claims(network: Network, known: Network): boolean {
  const isSame = (a: unknown, b: Uint8Array) => a instanceof Uint8Array && equalBytes(a, b);
  return (
    network.networkID === known.networkID ||
    plainName(network.name) === known.name ||
    network.hrp === known.hrp ||
    isSame(network.avaxAssetID, known.avaxAssetID) ||
    isSame(network.chains?.X?.blockchainID, known.chains.X.blockchainID) ||
    isSame(network.chains?.C?.blockchainID, known.chains.C.blockchainID)
  );
}

/** Normalizes a name for comparison: ignores case, compatibility forms, spaces and punctuation. */
const plainName = (name: unknown): string =>
  String(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');

/**
 * Returns the path of the first parameter in which a network differs from a known one; undefined if there is none.
 */
export function differenceOf(
  found: unknown,
  known: unknown,
  path: readonly string[] = [],
): readonly string[] | undefined {
  if (found === known) return undefined;
  if (known instanceof Uint8Array)
    return found instanceof Uint8Array && equalBytes(found, known) ? undefined : path;
  if (!isObject(known)) return path;
  for (const key of Object.keys(known)) {
    const different = differenceOf(isObject(found) ? found[key] : undefined, known[key], [
      ...path,
      key,
    ]);
    if (different) return different;
  }
  return undefined;
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;

/**
 * SHA-256 of the P-chain's genesis bytes, which is the parent id of the first block. Source: avalanchego
 * `genesis/genesis_test.go`.
 */
const genesisIDs = [
  [mainnet, '0x3e6662fdbd88bcf4c7dd82cb4699c0807f1d7315d493bc38532697e11b226276'],
  [fuji, '0x2e6b699298a664793bff42dae9c1af8d9c54645d8b376fd331e0b67475578e0a'],
  [local, '0x76164e9619e3b1c79c4b6bcaa8585fb95328e60480ac9e40da0539fe23260e0c'],
] as const;

/** Returns the SHA-256 of the genesis of a public network; undefined for others, whose genesis proves nothing. */
export const genesisIDOf = ({ networkID, chains }: Network): Uint8Array | undefined => {
  const found = genesisIDs.find(
    ([known]) =>
      known.networkID === networkID &&
      equalBytes(known.chains.X.blockchainID, chains.X.blockchainID) &&
      equalBytes(known.chains.C.blockchainID, chains.C.blockchainID),
  );
  return found && parseHex(found[1]);
};

/** Returns an own copy of a network. Known networks are constants, and are returned as they are. */
export const networkCopy = (network: Network): Network =>
  knownNetworks.includes(network) ? network : deepCopy(network);
