/**
 * The fields of an explanation: every field of a transaction that is not shown as a flow or credential, with its label and text. The
 * tables below are exhaustive by type, so a new field or role does not compile until it has an entry.
 */
import { primaryNetworkID } from '../chain/base.ts';
import type { IDOf, QuantityOf, RoleName, RoleOf } from '../chain/roles.ts';
import { sha256 } from '../crypto/hash.ts';
import { formatPath } from '../errors/error.ts';
import { nativeSymbolOf } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { durationText, grouped } from '../text/words.ts';
import { type Leaf, leavesOf } from '../tx/find.ts';
import { ownerOf } from '../tx/owner.ts';
import { outputsOf } from '../tx/parts.ts';
import type { AnyUnsignedTx, RoleValues } from '../tx/types.ts';
import type { L1ValidatorWeight, RegisterL1Validator } from '../warp/l1.ts';
import { chainAlias, type ExplainedTx, partyOf } from './explained.ts';
import type { AssetText, FieldText, Party } from './explanation.ts';
import { amountText, bytesText, partyText, quoted, shareText, timeText } from './format.ts';

/** The labels of all fields, by the names that programs use. */
const labels = {
  nodeID: 'Validator',
  nonce: 'Nonce',
  subnetID: 'Subnet',
  start: 'Start',
  end: 'End',
  duration: 'Duration',
  period: 'Period',
  weight: 'Weight',
  signer: 'BLS key',
  rewardsOwner: 'Rewards to',
  delegationRewardsOwner: 'Delegation rewards to',
  delegationFee: 'Delegation fee',
  autoCompound: 'Reward that is staked again',
  validatorAuthority: 'May change or end it',
  owner: 'Owner',
  chainName: 'Chain name',
  vmID: 'VM',
  fxIDs: 'Feature extensions',
  genesis: 'Genesis',
  name: 'Asset name',
  symbol: 'Asset symbol',
  denomination: 'Denomination',
  managerChain: 'Manager chain',
  managerAddress: 'Manager address',
  balance: 'Balance',
  remainingBalanceOwner: 'Rest of the balance to',
  deactivationOwner: 'May disable it',
  validationID: 'Validation',
  expiry: 'Message expires',
  supply: 'Supply',
  rates: 'Reward rates',
  stakes: 'Validator stakes',
  delegatorStake: 'Least delegation',
  durations: 'Staking periods',
  minDelegationFee: 'Least delegation fee',
  weightFactor: 'Most weight a validator',
  uptime: 'Uptime',
  asset: 'Asset',
  staker: 'Staked by',
  time: 'Time',
  memo: 'Memo',
} as const;
type FieldName = keyof typeof labels;

/** Keys of all fields of transactions and of the messages in them. */
type FieldKey<T> = T extends Uint8Array | string | number | bigint | boolean
  ? never
  : T extends readonly (infer E)[]
    ? FieldKey<E>
    : { [K in keyof T & string]: K | FieldKey<T[K]> }[keyof T & string];

/** Where a field is shown instead of among the fields. */
type Elsewhere =
  /** Shown as a flow. */
  | 'flow'
  /** Shown with the credentials. */
  | 'credential'
  /** Shown in the head of the explanation; a wrong value becomes a warning. */
  | 'head'
  /** Shown together with another field. */
  | 'joined'
  /** Not shown: meaningless to users, and checked by a rule. */
  | 'rule';

interface Hidden {
  readonly told: Elsewhere;
}
const flow: Hidden = { told: 'flow' };
const credential: Hidden = { told: 'credential' };
const head: Hidden = { told: 'head' };
const joined: Hidden = { told: 'joined' };
const rule: Hidden = { told: 'rule' };

/** A row for the range from this field to another. */
interface Range {
  readonly range: FieldName;
  readonly to: string;
}

type Keys = Exclude<FieldKey<AnyUnsignedTx | RegisterL1Validator | L1ValidatorWeight>, 'type'>;

/** The name of each field in an explanation, or where the field is shown instead. */
const fieldOf: { readonly [K in Keys]: FieldName | Range | Hidden } = {
  networkID: head,
  blockchainID: head,
  outputs: flow,
  inputs: flow,
  memo: 'memo',
  sourceChain: flow,
  importedInputs: flow,
  destinationChain: flow,
  exportedOutputs: flow,
  stake: flow,
  operations: flow,
  initialStates: flow,
  inputIDs: flow,
  operation: flow,
  txID: 'staker',
  outputIndex: flow,
  output: flow,
  input: flow,
  amount: flow,
  nonce: 'nonce',
  locktime: flow,
  threshold: flow,
  addresses: flow,
  groupID: flow,
  payload: flow,
  mintOutput: flow,
  transferOutput: flow,
  ownedOutput: flow,
  fxIndex: rule,
  signatureIndices: credential,
  signatures: credential,
  mintInput: credential,
  subnetAuthorization: credential,
  disableAuthorization: credential,
  auth: credential,
  validator: joined,
  validators: joined,
  signer: joined,
  message: joined,
  proofOfPossession: rule,
  nodeID: 'nodeID',
  start: 'start',
  end: 'end',
  weight: 'weight',
  subnetID: 'subnetID',
  publicKey: 'signer',
  blsPublicKey: 'signer',
  rewardsOwner: 'rewardsOwner',
  validationRewardsOwner: 'rewardsOwner',
  delegationRewardsOwner: 'delegationRewardsOwner',
  validatorAuthority: 'validatorAuthority',
  shares: 'delegationFee',
  delegationShares: 'delegationFee',
  autoCompoundRewardShares: 'autoCompound',
  period: 'period',
  owner: 'owner',
  newOwner: 'owner',
  chainName: 'chainName',
  vmID: 'vmID',
  fxIDs: 'fxIDs',
  genesisData: 'genesis',
  assetID: 'asset',
  initialSupply: { range: 'supply', to: 'maximumSupply' },
  maximumSupply: joined,
  minConsumptionRate: { range: 'rates', to: 'maxConsumptionRate' },
  maxConsumptionRate: joined,
  minValidatorStake: { range: 'stakes', to: 'maxValidatorStake' },
  maxValidatorStake: joined,
  minStakeDuration: { range: 'durations', to: 'maxStakeDuration' },
  maxStakeDuration: joined,
  minDelegationFee: 'minDelegationFee',
  minDelegatorStake: 'delegatorStake',
  maxValidatorWeightFactor: 'weightFactor',
  uptimeRequirement: 'uptime',
  chainID: 'managerChain',
  address: 'managerAddress',
  balance: 'balance',
  remainingBalanceOwner: 'remainingBalanceOwner',
  deactivationOwner: 'deactivationOwner',
  disableOwner: 'deactivationOwner',
  validationID: 'validationID',
  expiry: 'expiry',
  name: 'name',
  symbol: 'symbol',
  denomination: 'denomination',
  time: 'time',
  timestamp: 'time',
};

/** A value with its display text. */
interface Shown {
  readonly value: string | bigint | Party;
  readonly text: string;
  readonly isOwn?: boolean;
}

/** Asset for formatting balances, which are of the native asset on every network. */
const nativeOf = ({ network }: ExplainedTx): AssetText => ({
  id: undefined,
  native: true,
  symbol: nativeSymbolOf(network),
  denomination: 9,
});

const counts: { readonly [Of in QuantityOf]: (n: bigint, explained: ExplainedTx) => string } = {
  time: (n, { time }) => timeText(n, time),
  duration: (n) => (n === 0n ? 'none: it ends with the period that runs' : durationText(n)),
  share: shareText,
  factor: (n) => `${n} times its own stake`,
  weight: (n) => grouped(String(n)),
  supply: (n) => grouped(String(n)),
  limit: (n) => grouped(String(n)),
  count: (n) => grouped(String(n)),
  index: (n) => grouped(String(n)),
  nonce: (n) => grouped(String(n)),
};

const ids: { readonly [Of in IDOf]: (id: Uint8Array, explained: ExplainedTx) => Shown } = {
  subnet: (id) =>
    shown(formatID(id), equalBytes(id, primaryNetworkID) ? 'Primary network' : formatID(id)),
  node: (id) => shown(id.length === 20 ? formatNodeID(id) : formatHex(id)),
  vm: (id) => shown(formatID(id), vmText(id)),
  chain: (id, explained) => shown(formatID(id), chainAlias(id, explained)),
  validation: (id) => shown(formatID(id)),
  staker: (id) => shown(formatID(id)),
  asset: (id) => shown(formatID(id)),
  conversion: (id) => shown(formatID(id)),
};

const shown = (value: string | bigint, text = grouped(String(value))): Shown => ({ value, text });

/** Formatters for values by role; null for roles that are shown elsewhere. */
const present: {
  readonly [Is in RoleName]:
    | ((value: RoleValues[Is], role: RoleOf<Is>, explained: ExplainedTx) => Shown)
    | null;
} = {
  id: (value, { of }, explained) => ids[of](value, explained),
  owner: (value, _, explained) => {
    const party = partyOf(value, explained);
    const { isSaid, isOwn } = explained.knowledge;
    const isMine = isSaid ? isOwn(ownerOf(value)) : undefined;
    return {
      value: party,
      text: partyText(party),
      ...(isMine !== undefined && { isOwn: isMine }),
    };
  },
  quantity: (value, { of }, explained) =>
    shown(BigInt(value), counts[of](BigInt(value), explained)),
  burns: (value, _, explained) => shown(value, amountText(value, nativeOf(explained))),
  manager: (value) => shown(formatHex(value)),
  key: (value) => shown(formatHex(value)),
  text: (value) => shown(value, quoted(value)),
  data: (value) =>
    value instanceof Uint8Array ? large(value) : shown(value.map(formatID).join(' ')),
  memo: (value) => shown(formatHex(value), bytesText(value)),
  flag: (value) => shown(String(value)),
  network: null,
  ownChain: null,
  peer: null,
  spends: null,
  makes: null,
  debits: null,
  credits: null,
  consumes: null,
  issues: null,
  asset: null,
  auth: null,
  signs: null,
  says: null,
  proof: null,
  utxo: null,
  amount: null,
  lock: null,
  ownership: null,
  account: null,
  within: null,
};

function large(bytes: Uint8Array): Shown {
  const hash = formatHex(sha256(bytes));
  return shown(hash, `${grouped(String(bytes.length))} bytes, sha256 ${hash}`);
}

const showOf = (
  { role, value }: Pick<Leaf, 'role' | 'value'>,
  explained: ExplainedTx,
): Shown | undefined =>
  (present[role.is] as ((...of: readonly unknown[]) => Shown) | null)?.(value, role, explained);

/** Roles whose parts are shown as flows. */
const flowRoles: readonly RoleName[] = [
  'spends',
  'makes',
  'debits',
  'credits',
  'consumes',
  'issues',
];

/** Tests whether a field carries no information: it is empty, or repeats another field. */
function saysNothing({ key, role, value, path }: Leaf, stakes: boolean): boolean {
  // Since Durango, nodes ignore the field: a stake starts when it is accepted.
  if (key === 'start') return value === 0n;
  if (key === 'weight') return stakes;
  // The balance of an L1 validator in a list is a row; that of a transaction itself is a flow.
  if (role.is === 'burns') return path.length === 1;
  return role.is === 'memo' || key === 'fxIDs' ? (value as readonly unknown[]).length === 0 : false;
}

/** Facts that come first, for the fields of a transaction and for those of a message; a memo comes last. */
const ranks: readonly FieldName[] = ['nodeID', 'staker', 'period'];
const saidRanks: readonly FieldName[] = [
  'validationID',
  'nodeID',
  'weight',
  'remainingBalanceOwner',
  'deactivationOwner',
  'subnetID',
  'signer',
  'expiry',
];
function rankOf(key: FieldName, { under, path }: Leaf): number {
  if (key === 'memo') return 100;
  const list = under === 'says' ? saidRanks : ranks;
  const place = path.length === 1 || under === 'says' ? list.indexOf(key) : -1;
  return place < 0 ? list.length : place;
}

/** Returns all fields of a transaction in the order of the Ledger app's screens. */
export function fieldsOf(explained: ExplainedTx): readonly FieldText[] {
  const leaves = leavesOf(explained.tx);
  const stakes = outputsOf(explained.tx).some(({ role }) => role.why === 'stake');
  return leaves
    .flatMap((leaf) => fieldsIn(leaf, stakes, explained))
    .sort((a, b) => a.rank - b.rank)
    .map(({ field }) => field);
}

interface Ranked {
  readonly field: FieldText;
  readonly rank: number;
}

function fieldsIn(leaf: Leaf, stakes: boolean, explained: ExplainedTx): readonly Ranked[] {
  const { key, under, path: at, around } = leaf;
  const named = fieldOf[key as Keys];
  // Flows are shown elsewhere, except the nonce: a signed export is valid only with this nonce.
  const isFlow = under !== undefined && flowRoles.includes(under) && key !== 'nonce';
  if (isFlow || (typeof named === 'object' && 'told' in named) || saysNothing(leaf, stakes))
    return [];
  const value = showOf(leaf, explained);
  if (!value) return [];
  const path = formatPath(under === 'says' ? at.slice(0, 1) : at);
  const field = (name: FieldName, value: Shown, where = path): Ranked => ({
    field: { key: name, path: where, ...value, label: labels[name] },
    rank: rankOf(name, leaf),
  });
  if (typeof named === 'object') {
    const high = showOf({ ...leaf, value: around[named.to] }, explained)!;
    return [field(named.range, shown(`${value.text} to ${high.text}`))];
  }
  const told = field(named, value);
  if (key !== 'end') return [told];
  const { start, end } = around as { readonly start: bigint; readonly end: bigint };
  return start > 0n && end > start
    ? [told, field('duration', shown(end - start, durationText(end - start)), '')]
    : [told];
}

/** Formats a virtual machine: the name that its id spells, if any, and the id. */
function vmText(vmID: Uint8Array): string {
  const end = vmID.findIndex((_, i) => vmID.subarray(i).every((rest) => rest === 0));
  const name = String.fromCharCode(...vmID.subarray(0, end < 0 ? vmID.length : end));
  return /^\w+$/.test(name) ? `${name} (${formatID(vmID)})` : formatID(vmID);
}
