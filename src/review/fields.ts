import type { RoleName, RoleOf } from '../chain/roles.ts';
import type { Path } from '../errors/error.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import type { Leaf } from '../tx/find.ts';

/** A value that a field may have: bytes as 0x and hex digits, ids as CB58. */
export type FieldValue = bigint | number | string | boolean;

/** What a field may have: one value, one of several, or a number between bounds. `{}` allows any value. */
export type FieldRule =
  | FieldValue
  | readonly FieldValue[]
  | {
      /** The smallest value that is allowed. */
      readonly min?: bigint | number;
      /** The largest value that is allowed. */
      readonly max?: bigint | number;
    };

/** Rules that decide about fields; `nothing`: the field has no effect that another one does not have. */
export type Decider =
  | 'network'
  | 'inputs'
  | 'to'
  | 'amounts'
  | 'authorities'
  | 'chains'
  | 'nodeIDs'
  | 'nonces'
  | 'fields'
  | 'nothing';

/** Which rule decides about a field, by its role: a new role is a compile error until it has a line here. */
const deciders: {
  readonly [R in RoleName]: Decider | ((role: RoleOf<R>) => Decider);
} = {
  network: 'network',
  // The node's rules allow only the chain that issues it.
  ownChain: 'network',
  peer: 'chains',
  memo: 'fields',
  spends: 'inputs',
  consumes: 'inputs',
  utxo: 'inputs',
  signs: 'inputs',
  debits: 'nonces',
  makes: 'to',
  issues: 'to',
  credits: 'to',
  owner: 'to',
  ownership: 'to',
  manager: 'to',
  lock: 'to',
  account: 'to',
  amount: 'amounts',
  asset: 'amounts',
  burns: 'amounts',
  auth: 'authorities',
  id: ({ of, done }) => {
    if (of === 'node') return 'nodeIDs';
    if (done === 'fills') return 'to';
    return of === 'subnet' || of === 'validation' || of === 'staker' ? 'authorities' : 'fields';
  },
  // What the message says has roles of its own.
  says: 'nothing',
  quantity: ({ of }) => (of === 'nonce' ? 'nonces' : 'fields'),
  flag: 'fields',
  text: 'fields',
  data: 'fields',
  key: 'fields',
  // A proof of possession says whose the key is, and no node accepts a wrong one.
  proof: 'nothing',
  within: 'nothing',
};

/** Which rule decides about a field. */
export const deciderOf = ({ role, under }: Leaf): Decider => {
  const of = deciders[role.is] as Decider | ((role: Leaf['role']) => Decider);
  const decider = typeof of === 'function' ? of(role) : of;
  // The nonce of a message is no account's.
  return decider === 'nonces' && under === 'says' ? 'fields' : decider;
};

/** Parts of inputs, outputs, operations and accounts: other rules judge them as a whole. */
export const isPart = ({ under, path }: Leaf): boolean =>
  (under !== undefined && under !== 'says') || path[0] === 'operations';

/** The path of a field without places. */
export const fieldName = (path: Path): string =>
  path.filter((step) => typeof step === 'string').join('.');

/** Whether all bytes are zero. */
export const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** A value as a rule has it: bytes in hex, ids in CB58. */
export function valueText({ role, value }: Leaf): string {
  // What a message names can have another length, and no node takes it.
  if (value instanceof Uint8Array)
    return role.is === 'id' && value.length === 32 ? formatID(value) : formatHex(value);
  if (Array.isArray(value)) return value.map((of) => formatHex(of as Uint8Array)).join();
  return String(value);
}

/** Whether a rule allows a value. */
export function allows(rule: FieldRule, value: unknown, text: string): boolean {
  const isSame = (of: FieldValue): boolean =>
    typeof of === 'boolean' || typeof value === 'boolean' ? of === value : String(of) === text;
  if (Array.isArray(rule)) return (rule as readonly FieldValue[]).some(isSame);
  if (typeof rule !== 'object') return isSame(rule);
  const { min, max } = rule as { readonly min?: bigint | number; readonly max?: bigint | number };
  if (min === undefined && max === undefined) return true;
  if (typeof value !== 'bigint' && typeof value !== 'number') return false;
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}
