/** Read requests, chosen at random from everything that a node knows and from some that it does not. */
import { sha256 } from '../../src/crypto/hash.ts';
import type { World } from '../../src/testnode/world.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import type { Random } from '../fuzz/random.ts';
import type { Start } from './script.ts';
import { innerOf } from './wrappers.ts';

/** A request. */
export interface Read {
  readonly path: string;
  readonly method: string;
  readonly params: object;
  /** The params for the test node, where they are others. */
  readonly ours?: object;
}

const primary = '11111111111111111111111111111111LpoYY';
const nowhere = '2Z36RnQuk1hvsnFeGWzfZUfXNr7w1SjzmDQ78YxfTVNAkDq3nZ';
const encodings = ['hex', 'hexnc', 'json', 'hex', 'hexc', undefined, 'cb58'] as const;

/** What requests are about. */
interface Known {
  readonly random: Random;
  readonly world: World;
  readonly start: Start;
}

type Maker = (known: Known) => object;

const sometimes = <T>({ random }: Known, value: T, instead: T, in_ = 8): T =>
  random.below(in_) === 0 ? instead : value;

const anyOf = <T>({ random }: Known, list: readonly T[], instead: T): T =>
  list.length === 0 ? instead : random.pick(list);

/** Of blocks, of the genesis, and dropped. */
function txID(known: Known): string {
  const { random, world } = known;
  const { ledger, dropped } = world.P;
  const all = [
    () => [...world.txs.keys()],
    () => [...world.X.assets.keys(), ...ledger.blockchains.keys(), ...ledger.current.keys()],
    () => [...dropped, ...world.X.dropped].map(([id]) => id),
  ];
  const list = all[[0, 0, 0, 1, 2, 2][random.below(6)]!]!();
  return sometimes(known, anyOf(known, list, nowhere), nowhere, 12);
}

const encoding = ({ random }: Known): object => {
  const value = random.pick(encodings);
  return value === undefined ? {} : { encoding: value };
};

const blockID = (chain: 'P' | 'X') => (known: Known) =>
  sometimes(known, formatID(known.random.pick(known.world[chain].blocks).id), nowhere, 12);

function height(chain: 'P' | 'X', known: Known): number | string {
  const { random, world } = known;
  const last = world[chain].blocks.length - 1;
  const near =
    random.below(3) === 0 ? last - random.below(Math.min(3, last + 1)) : random.below(last + 1);
  const number = sometimes(known, near, last + 1 + random.below(3), 12);
  return random.below(2) === 0 ? number : String(number);
}

const subnetID = (known: Known): string =>
  sometimes(
    known,
    anyOf(known, [primary, ...known.world.P.ledger.subnets.keys()], primary),
    nowhere,
    12,
  );

const chainID = (known: Known): string =>
  anyOf(
    known,
    ['P', 'X', 'C', primary, nowhere, 'nonsense', ...known.world.P.ledger.blockchains.keys()],
    'P',
  );

const addresses = (chain: 'P' | 'X', known: Known): string[] => {
  const { random, start } = known;
  const all = start.keys.map(({ pAddress, xAddress }) => (chain === 'P' ? pAddress : xAddress));
  const list = all.filter(() => random.below(3) === 0);
  return sometimes(
    known,
    list.length > 0 ? list : [all[0]!],
    random.pick([[], ['nonsense'], [all[0]!.slice(2)], [...all, ...all]]),
    10,
  );
};

function utxoParams(chain: 'P' | 'X', known: Known): object {
  const { random, start } = known;
  const sources = ['P', 'X', 'C', start.facts.network.xChainID, 'nonsense', primary];
  const page = random.below(3) === 0 ? pageStart(chain, known) : {};
  return {
    addresses: addresses(chain, known),
    ...(random.below(3) > 0 && { limit: random.pick([1, 2, 5, 20, 1024, 0, 3000]) }),
    ...(random.below(3) === 0 && { sourceChain: random.pick(sources) }),
    ...encoding(known),
    ...page,
  };
}

/** Continues after a UTXO. */
function pageStart(chain: 'P' | 'X', known: Known): object {
  const { random, world, start } = known;
  const [key] = start.keys;
  const address = chain === 'P' ? key!.pAddress : key!.xAddress;
  const utxos: readonly (readonly [string, unknown])[] = world[chain].ledger.utxos.entries();
  const [utxo] = random.pick(utxos);
  return { startIndex: { address, utxo } };
}

const nodeIDs = (known: Known): string[] => {
  const all = [...known.world.P.ledger.current.values()].map(({ nodeID }) => formatNodeID(nodeID));
  return all.filter(() => known.random.below(5) === 0).slice(0, 3);
};

const validationID = (known: Known): string =>
  anyOf(known, [...known.world.P.ledger.l1Validators.keys(), nowhere], nowhere);

const assetID = (known: Known): string =>
  anyOf(
    known,
    ['AVAX', 'TEST', 'ZNFT', 'nonsense', nowhere, ...known.world.X.assets.keys()],
    'AVAX',
  );

const none: Maker = () => ({});
const inSubnet: Maker = (known) => sometimes(known, { subnetID: subnetID(known) }, {}, 4);

const platform: Readonly<Record<string, Maker>> = {
  getHeight: none,
  getProposedHeight: none,
  getTimestamp: none,
  getBlockchains: none,
  getFeeConfig: none,
  getFeeState: none,
  getValidatorFeeConfig: none,
  getValidatorFeeState: none,
  getMinStake: inSubnet,
  getTotalStake: inSubnet,
  getCurrentSupply: inSubnet,
  getStakingAssetID: inSubnet,
  getSubnet: (known) => ({ subnetID: subnetID(known) }),
  getSubnets: (known) => sometimes(known, { ids: [subnetID(known), subnetID(known)] }, {}, 3),
  getCurrentValidators: (known) => ({
    ...inSubnet(known),
    ...(known.random.below(2) === 0 && { nodeIDs: nodeIDs(known) }),
  }),
  getL1Validator: (known) => ({ validationID: validationID(known) }),
  getValidatorsAt: (known) => ({
    height: known.random.below(4) === 0 ? 'proposed' : height('P', known),
    ...inSubnet(known),
  }),
  getAllValidatorsAt: (known) => ({
    height: known.random.below(4) === 0 ? 'proposed' : height('P', known),
  }),
  getBlockchainStatus: (known) => ({ blockchainID: chainID(known) }),
  validatedBy: (known) => ({ blockchainID: chainID(known) }),
  validates: (known) => ({ subnetID: subnetID(known) }),
  getBalance: (known) => ({ addresses: addresses('P', known) }),
  getStake: (known) => ({
    addresses: addresses('P', known),
    ...encoding(known),
    ...(known.random.below(3) === 0 && { validatorsOnly: true }),
  }),
  getUTXOs: (known) => utxoParams('P', known),
  getTx: (known) => ({ txID: txID(known), ...encoding(known) }),
  getTxStatus: (known) => ({ txID: txID(known) }),
  getRewardUTXOs: (known) => ({
    txID: sometimes(
      known,
      anyOf(known, [...known.world.P.rewardUTXOs.keys()], nowhere),
      txID(known),
      3,
    ),
    ...encoding(known),
  }),
  getBlock: (known) => ({ blockID: blockID('P')(known), ...encoding(known) }),
  getBlockByHeight: (known) => ({ height: height('P', known), ...encoding(known) }),
};

const avm: Readonly<Record<string, Maker>> = {
  getHeight: none,
  getTxFee: none,
  getAssetDescription: (known) => ({ assetID: assetID(known) }),
  getBalance: (known) => ({
    address: addresses('X', known)[0] ?? '',
    assetID: assetID(known),
    ...(known.random.below(2) === 0 && { includePartial: true }),
  }),
  getAllBalances: (known) => ({
    address: addresses('X', known)[0] ?? '',
    ...(known.random.below(2) === 0 && { includePartial: true }),
  }),
  getUTXOs: (known) => utxoParams('X', known),
  getTx: (known) => ({ txID: txID(known), ...encoding(known) }),
  getTxStatus: (known) => ({ txID: txID(known) }),
  getBlock: (known) => ({ blockID: blockID('X')(known), ...encoding(known) }),
  getBlockByHeight: (known) => ({ height: height('X', known), ...encoding(known) }),
};

/** A container of the test node is a wrapped block, one of the real chains of a script the block alone. */
function containerRead(chain: 'P' | 'X', known: Known): Read {
  const { list } = known.world[chain].blockIndex;
  const last = list.length - 1;
  const method = `index.${known.random.pick(indexMethods)}`;
  const found = known.random.below(8) === 0 || last < 0 ? undefined : known.random.pick(list);
  const params = {
    id: found ? formatID(sha256(innerOf(found.bytes))) : nowhere,
    index: known.random.below(last + 3),
    startIndex: known.random.below(last + 3),
    numToFetch: known.random.pick([1, 2, 5, 0, 1024, 1025]),
    ...encoding(known),
  };
  const ours = found ? { ...params, id: formatID(found.id) } : params;
  return { path: `/ext/index/${chain}/block`, method, params, ours };
}

const indexMethods = [
  'getContainerByID',
  'getContainerByIndex',
  'getContainerRange',
  'getIndex',
  'getLastAccepted',
  'isAccepted',
] as const;

const info: Readonly<Record<string, Maker>> = {
  getNetworkID: none,
  getNetworkName: none,
  getNodeID: none,
  getNodeIP: none,
  getNodeVersion: none,
  getTxFee: none,
  getVMs: none,
  peers: none,
  uptime: none,
  upgrades: none,
  acps: none,
  getBlockchainID: (known) => ({ alias: chainID(known) }),
  isBootstrapped: (known) => ({
    chain: known.random.pick([
      'P',
      'X',
      'platform',
      'nonsense',
      known.start.facts.network.xChainID,
    ]),
  }),
};

/** A random request. */
export function readOf(known: Known): Read {
  const { random } = known;
  const dice = random.below(100);
  if (dice < 55) return of('/ext/bc/P', 'platform', platform, known);
  if (dice < 85) return of('/ext/bc/X', 'avm', avm, known);
  if (dice < 94) return containerRead(random.pick(['P', 'X']), known);
  return of('/ext/info', 'info', info, known);
}

function of(
  path: string,
  service: string,
  makers: Readonly<Record<string, Maker>>,
  known: Known,
): Read {
  const name = known.random.pick(Object.keys(makers));
  return { path, method: `${service}.${name}`, params: makers[name]!(known) };
}
