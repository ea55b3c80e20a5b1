/**
 * The fields that the documents of the node's and the hosted interfaces list for each endpoint (`fieldtables.json`), the comparison of
 * replies with them, and where the test node departs from them.
 *
 * In the tables `key?` is a field that a document calls optional or ties to a condition, `{…}` stands for any key, `@Name` for a shape, and
 * `a | b` for one of several. Integers of results are strings of digits; they are numbers inside transactions, in replies of EVM chains
 * and in those of the hosted services.
 */
import type { MethodName } from '../../../src/rpc/methods.ts';
import { isJSONObject, type JSONValue } from '../../../src/text/json.ts';
import type { JSONObject } from '../../../src/wire/type.ts';
import tables from './fieldtables.json' with { type: 'json' };

/** An endpoint of the documents: a method, or the path of a GET. */
export type Documented = keyof typeof tables.endpoints;

/** Paths of the hosted services that are in no document. */
type OtherPath = '/v1/health-check' | '/v1/chains' | '/v2/live-check' | '/v2/chains';

const script = 'tools/differential.ts';
const samples = 'vectors/rpc-samples, replies of a localnode';
const source = 'the sources of avalanchego alone: no C-chain runs beside it';
const client = 'the types of @avalanche-sdk/client';

type Answered = Exclude<MethodName, `admin.${string}`>;

/** Every endpoint without a table, with what its replies are compared with. One that is neither here nor in a table does not compile. */
export const undocumented: Readonly<Record<Exclude<Answered, Documented> | OtherPath, string>> = {
  'platform.getAllValidatorsAt': script,
  'platform.getSubnets': script,
  'platform.getTimestamp': script,
  'platform.getTotalStake': script,
  'platform.getTx': script,
  'platform.getTxStatus': script,
  'platform.getUTXOs': script,
  'platform.getValidatorFeeConfig': script,
  'platform.getValidatorFeeState': script,
  'platform.getValidatorsAt': script,
  'platform.issueTx': script,
  'platform.sampleValidators': samples,
  'platform.validatedBy': script,
  'platform.validates': script,
  'proposervm.getCurrentEpoch': samples,
  'proposervm.getProposedHeight': samples,
  'avax.getAtomicTx': source,
  'avax.getAtomicTxStatus': source,
  'avax.getUTXOs': source,
  'avax.issueTx': source,
  eth_baseFee: source,
  '/v1/health-check': client,
  '/v1/chains': client,
  '/v2/live-check': client,
  '/v2/chains': client,
};

type Fields = { readonly [key: string]: Table };
type Table = string | readonly Table[] | Fields;

const shapes: Readonly<Record<string, Table>> = tables.shapes;
const endpoints: Readonly<Record<Documented, Table>> = tables.endpoints;

const matching = (pattern: RegExp) => (value: JSONValue) =>
  typeof value === 'string' && pattern.test(value);
const bytes = (count: number) => matching(new RegExp(`^0x[0-9a-f]{${2 * count}}$`));
const url = (value: JSONValue) => typeof value === 'string' && URL.canParse(value);

const forms: Readonly<Record<string, (value: JSONValue) => boolean>> = {
  any: (value) => value !== null,
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  digits: matching(/^(0|[1-9]\d{0,19})$/),
  decimal: matching(/^\d+\.\d{4}$/),
  number: (value) => typeof value === 'bigint',
  float: (value) => typeof value === 'bigint' || typeof value === 'number',
  unix: matching(/^1[5-9]\d{8}$|^[2-4]\d{9}$/),
  time: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  id: matching(/^[1-9A-HJ-NP-Za-km-z]{32,52}$/),
  nodeID: matching(/^NodeID-[1-9A-HJ-NP-Za-km-z]{20,40}$/),
  address: matching(/^[PXC]-[a-z0-9]{1,83}1[02-9ac-hj-np-z]{38}$/),
  account: matching(/^0x[0-9a-fA-F]{40}$/),
  hex: matching(/^0x([0-9a-f]{2})*$/),
  'hex of 32 bytes': bytes(32),
  'hex of 48 bytes': bytes(48),
  'hex of 96 bytes': bytes(96),
  url,
};

function isOfForm(form: string, value: JSONValue): boolean {
  const words = /^one of (.*)$/.exec(form)?.[1]?.split(', ');
  if (words) return words.includes(value as string);
  const has = forms[form];
  if (!has) throw new Error(`no form ${form}`);
  return has(value);
}

/** How a reply differs from a table: a field is missing, or not in the table, or has another form. */
type Kind = 'missing' | 'added' | 'form';

export interface Difference {
  readonly kind: Kind;
  /** Such as `validators[].signer`. */
  readonly path: string;
  /** The form of the table, and the value. */
  readonly what: string;
}

/** What a comparison found. */
interface Found {
  readonly differences: Difference[];
  /** Paths of the fields that the reply has. */
  readonly seen: Set<string>;
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

function compare(of: Table, value: JSONValue, path: string, found: Found): void {
  if (typeof of === 'string') compareForm(of, value, path, found);
  else if (isList(of) && Array.isArray(value)) {
    for (const item of value) {
      found.seen.add(`${path}[]`);
      compare(of[0]!, item, `${path}[]`, found);
    }
  } else if (!isList(of) && isJSONObject(value)) compareFields(of, value, path, found);
  else otherForm(of, value, path, found);
}

function otherForm(of: Table, value: JSONValue, path: string, { differences }: Found): void {
  const what = `${JSON.stringify(of).slice(0, 60)}: ${String(value).slice(0, 60)}`;
  differences.push({ kind: 'form', path, what });
}

function compareForm(of: string, value: JSONValue, path: string, found: Found): void {
  if (of.includes(' | ')) compareOneOf(of.split(' | '), value, path, found);
  else if (of.startsWith('@')) compare(shapes[of.slice(1)]!, value, path, found);
  else if (!isOfForm(of, value)) otherForm(of, value, path, found);
}

function compareFields(of: Fields, value: JSONObject, path: string, found: Found): void {
  const { differences, seen } = found;
  const keys = Object.keys(of);
  const any = keys.find((key) => key.startsWith('{'));
  for (const [key, item] of Object.entries(value)) {
    const known = [key, `${key}?`, any].find((name) => name !== undefined && name in of);
    const at = join(path, known !== undefined && known === any ? known : key);
    if (known === undefined)
      differences.push({ kind: 'added', path: join(path, key), what: String(item).slice(0, 60) });
    else {
      if (known === any && forms[known.slice(1, -1)]?.(key) === false)
        otherForm(known, key, at, found);
      seen.add(at);
      compare(of[known]!, item, at, found);
    }
  }
  for (const key of keys)
    if (!/^\{|\?$/.test(key) && !(key in value))
      differences.push({ kind: 'missing', path: join(path, key), what: '' });
}

const isList = (of: Table): of is readonly Table[] => Array.isArray(of);

/** Compares with the alternative that differs least. */
function compareOneOf(all: readonly string[], value: JSONValue, path: string, found: Found): void {
  const tried = all.map((of) => {
    // A shape has a path of its own, so that the fields of each have to be seen.
    const at = of.startsWith('@') ? `${path}<${of.slice(1)}>` : path;
    const own: Found = { differences: [], seen: new Set() };
    compare(of, value, at, own);
    const isOther = own.differences.some((difference) => difference.path === at);
    return { ...own, cost: isOther ? Number.POSITIVE_INFINITY : own.differences.length };
  });
  const best = tried.reduce((a, b) => (b.cost < a.cost ? b : a));
  found.differences.push(...best.differences);
  for (const path of best.seen) found.seen.add(path);
}

/** The fields of a table, those of all alternatives. */
function fieldsOf(of: Table, path = ''): readonly string[] {
  if (typeof of === 'string') {
    const all = of.split(' | ');
    return all
      .filter((name) => name.startsWith('@'))
      .flatMap((name) => {
        const at = all.length > 1 ? `${path}<${name.slice(1)}>` : path;
        return fieldsOf(shapes[name.slice(1)]!, at);
      });
  }
  if (isList(of)) return [`${path}[]`, ...fieldsOf(of[0]!, `${path}[]`)];
  return Object.entries(of).flatMap(([key, item]) => {
    const at = join(path, key.replace(/\?$/, ''));
    return [at, ...fieldsOf(item, at)];
  });
}

/** Compares all replies of an endpoint, or bodies of a shape, with the table: each must fit, and together they must show every field. */
export function compareReplies(
  of: Documented | '@ErrorBody',
  replies: readonly JSONValue[],
): readonly Difference[] {
  const documented: Table = of === '@ErrorBody' ? of : endpoints[of];
  const found: Found = { differences: [], seen: new Set() };
  const other = departures.find(({ endpoints, instead }) => instead && endpoints.test(of));
  const table = other?.instead ?? documented;
  if (other) found.differences.push({ kind: other.kind, path: '', what: other.what });
  for (const reply of replies) compare(table, reply, '', found);
  const unseen = fieldsOf(table).filter((path) => !found.seen.has(path));
  const missing = found.differences.filter(({ kind }) => kind === 'missing');
  return [
    ...found.differences,
    ...unseen
      .filter((path) => !missing.some((of) => of.path === path))
      .map((path) => ({ kind: 'missing', path, what: 'in no reply' }) as const),
  ];
}

/** A departure from the documents that is meant. */
export interface Departure {
  readonly endpoints: RegExp;
  readonly kind: Kind;
  readonly paths: RegExp;
  readonly what: string;
  readonly why: string;
  /** The shape of the whole reply, if it is another one. */
  readonly instead?: Table;
}

const asNode = 'As a node writes it.';
const newer = 'A node of this version has it.';
const ofTypes =
  'The documents describe transfers alone; the other types have more, as a node writes them.';

/** All of them. */
export const departures: readonly Departure[] = [
  {
    endpoints: /^(avm|platform)\.getBalance$/,
    kind: 'form',
    paths: /^utxoIDs\[\]\.outputIndex$/,
    what: '`outputIndex` is a number',
    why: asNode,
  },
  {
    endpoints: /^avm\.getUTXOs$/,
    kind: 'missing',
    paths: /^sourceChain$/,
    what: 'no `sourceChain`',
    why: 'A node of this version does not repeat it.',
  },
  {
    endpoints: /^avm\.getTx$/,
    kind: 'added',
    paths: /^tx<Transaction>\.unsignedTx\.(name|symbol|denomination|initialStates)$/,
    what: '`name`, `symbol`, `denomination`, `initialStates` of a CreateAssetTx',
    why: ofTypes,
  },
  {
    endpoints: /^platform\.getBlock(ByHeight)?$/,
    kind: 'added',
    paths: /^block<PBlock>\.txs\[\]\.unsignedTx\./,
    what: 'fields of staking, subnets and L1s in `unsignedTx`, and the `output` in an output that is locked for staking',
    why: ofTypes,
  },
  {
    endpoints: /^platform\.getBlock(ByHeight)?$/,
    kind: 'missing',
    paths: /^block<PBlock>\.txs\[\]\.unsignedTx\.\w+\[\]\.output\.(addresses|amount|threshold)$/,
    what: 'an output that is locked for staking has its owner and amount one level deeper',
    why: ofTypes,
  },
  {
    endpoints: /^platform\.getBlock(ByHeight)?$/,
    kind: 'added',
    paths: /^block<PBlock>\.(id|time|tx|txs\[\]\.id)$/,
    what: '`id`, `time`, and `tx` in place of `txs` in a block that ends a stake',
    why: asNode,
  },
  {
    endpoints: /^platform\.getBlock(ByHeight)?$/,
    kind: 'missing',
    paths: /^block<PBlock>\.txs$/,
    what: 'no `txs` in blocks that decide about a stake',
    why: asNode,
  },
  {
    endpoints: /^info\.acps$/,
    kind: 'missing',
    paths: /\.(supporters|objectors)\[\]$/,
    what: '`supporters` and `objectors` are empty',
    why: 'The node has no peers that say it.',
  },
  {
    endpoints: /^info\.peers$/,
    kind: 'missing',
    paths: /^peers\[\]/,
    what: '`peers` is empty',
    why: 'The node has no peers.',
  },
  {
    endpoints: /^info\.getVMs$/,
    kind: 'added',
    paths: /^fxs$/,
    what: '`fxs`',
    why: newer,
  },
  {
    endpoints: /^info\.uptime$/,
    kind: 'form',
    paths: /Percentage$/,
    what: 'percentages are text with four decimals',
    why: asNode,
  },
  {
    endpoints: /^info\.upgrades$/,
    kind: 'form',
    paths: /^apricotPhase4MinPChainHeight$/,
    what: '`apricotPhase4MinPChainHeight` is a number',
    why: asNode,
  },
  {
    endpoints: /^info\.upgrades$/,
    kind: 'added',
    paths: /^(graniteEpochDuration|heliconTime)$/,
    what: '`graniteEpochDuration`, `heliconTime`',
    why: newer,
  },
  {
    endpoints: /^platform\.getCurrentSupply$/,
    kind: 'added',
    paths: /^height$/,
    what: '`height`',
    why: newer,
  },
  {
    endpoints: /^platform\.getCurrentValidators$/,
    kind: 'added',
    paths: /^validators\[\]<PrimaryValidator>\.accruedDelegateeReward$/,
    what: '`accruedDelegateeReward`',
    why: newer,
  },
  {
    endpoints: /^platform\.getCurrentValidators$/,
    kind: 'missing',
    paths: /^validators\[\]<PrimaryValidator>\.signer\.proofOfPosession$/,
    what: 'no `signer.proofOfPosession`, as the documents misspell it',
    why: asNode,
  },
  {
    endpoints: /^platform\.getCurrentValidators$/,
    kind: 'added',
    paths: /^validators\[\]<PrimaryValidator>\.signer\.proofOfPossession$/,
    what: '`signer.proofOfPossession` in its place',
    why: asNode,
  },
  {
    endpoints: /^platform\.getCurrentValidators$/,
    kind: 'missing',
    paths: /^validators\[\]<L1Validator>\.txID$/,
    what: 'a validator of an L1 has no `txID`',
    why: asNode,
  },
  {
    endpoints: /^platform\.getFee(Config|State)$/,
    kind: 'form',
    paths: /^(weights\[\]|\w+)$/,
    what: 'integers are numbers',
    why: asNode,
  },
  {
    endpoints: /^platform\.getStake$/,
    kind: 'added',
    paths: /^staked$/,
    what: '`staked`: the stake in AVAX',
    why: asNode,
  },
  {
    endpoints: /^platform\.getSubnet$/,
    kind: 'form',
    paths: /^managerAddress$/,
    what: '`managerAddress` is `null` unless it is an L1',
    why: asNode,
  },
  {
    endpoints: /^index\.getContainerRange$/,
    kind: 'form',
    paths: /^$/,
    what: 'an object with the list as `containers`',
    why: asNode,
    instead: { containers: ['@Container'] },
  },
  {
    endpoints: /^eth_getChainConfig$/,
    kind: 'added',
    paths:
      /^((berlin|london)Block|(durango|etna|granite|helicon)Timestamp|(shanghai|cancun)Time|warpConfig)$/,
    what: 'forks and upgrades since London and Durango, and `warpConfig`',
    why: newer,
  },
  {
    endpoints: /^eth_getChainConfig$/,
    kind: 'missing',
    paths: /^eip150Hash$/,
    what: 'no `eip150Hash`',
    why: 'A node of this version no longer has it.',
  },
  {
    endpoints: /^eth_getChainConfig$/,
    kind: 'missing',
    paths: /^upgrades\.precompileUpgrades/,
    what: '`upgrades` is empty',
    why: 'A node reads them from a file of its own, which a test node does not have.',
  },
  {
    endpoints: /^eth_getActivePrecompilesAt$/,
    kind: 'added',
    paths: /^\{name\}\.quorumNumerator$/,
    what: '`quorumNumerator` of `warpConfig`',
    why: newer,
  },
  {
    endpoints: /^eth_getActiveRulesAt$/,
    kind: 'form',
    paths: /^ethRules\./,
    what: '`ethRules.ChainID`, a number among the booleans',
    why: asNode,
  },
  {
    endpoints: /^\/v1\//,
    kind: 'missing',
    paths: /enabledFeatures\[\]$/,
    what: '`enabledFeatures` is empty',
    why: 'A test node has no such service.',
  },
];

/** The departure that covers a difference. */
export const departureOf = (endpoint: string, { kind, path }: Difference): Departure | undefined =>
  departures.find((of) => of.kind === kind && of.endpoints.test(endpoint) && of.paths.test(path));
