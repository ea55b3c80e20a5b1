import type { RoleName, RoleOf } from '../chain/roles.ts';
import type { Path } from '../errors/error.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import type { Leaf } from '../tx/find.ts';

/** An allowed value of a field; bytes as `0x` and hex digits, ids as CB58. */
export type FieldValue = bigint | number | string | boolean;

/** Allowed values of a field: one value, a list, or a range of numbers. `{}` allows any value. */
export type FieldRule =
  | FieldValue
  | readonly FieldValue[]
  | {
      /** Lowest allowed value. */
      readonly min?: bigint | number;
      /** Highest allowed value. */
      readonly max?: bigint | number;
    };

/** Which rule checks a field; `nothing` if the field has no effect of its own. */
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

/** The rule that checks a field, by role. A new role does not compile until it has an entry. */
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
  // The fields of the message have roles of their own.
  says: 'nothing',
  quantity: ({ of }) => (of === 'nonce' ? 'nonces' : 'fields'),
  flag: 'fields',
  text: 'fields',
  data: 'fields',
  key: 'fields',
  // A proof of possession belongs to its key, and nodes refuse a wrong one.
  proof: 'nothing',
  within: 'nothing',
};

/** Returns the rule that checks a field. */
export const deciderOf = ({ role, under }: Leaf): Decider => {
  const of = deciders[role.is] as Decider | ((role: Leaf['role']) => Decider);
  const decider = typeof of === 'function' ? of(role) : of;
  // The nonce of a message is no account's.
  return decider === 'nonces' && under === 'says' ? 'fields' : decider;
};

/** Tests whether a field belongs to an input, output, operation or account, which are checked as a whole. */
export const isPart = ({ under, path }: Leaf): boolean =>
  (under !== undefined && under !== 'says') || path[0] === 'operations';

/** Returns the path of a field without list indices. */
export const fieldName = (path: Path): string =>
  path.filter((step) => typeof step === 'string').join('.');

/** Tests whether all bytes are zero. */
export const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** Formats a value as in a rule: bytes in hex, ids in CB58. */
export function valueText({ role, value }: Leaf): string {
  // An id in a message can have another length, which nodes refuse.
  if (value instanceof Uint8Array)
    return role.is === 'id' && value.length === 32 ? formatID(value) : formatHex(value);
  if (Array.isArray(value)) return value.map((of) => formatHex(of as Uint8Array)).join();
  return String(value);
}

/** Tests whether a rule allows a value. */
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
