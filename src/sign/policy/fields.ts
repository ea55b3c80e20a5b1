import type { RoleName, RoleOf } from '../../chain/roles.ts';
import { formatPath } from '../../errors/error.ts';
import { formatHex } from '../../text/bytes.ts';
import { formatID, formatNodeID } from '../../text/id.ts';
import { type Leaf, leavesOf } from '../../tx/leaves.ts';
import type { AnyUnsignedTx } from '../../tx/types.ts';
import type { FieldRule, FieldValue, PolicyRules, RuleViolation } from './rules.ts';

/** Rules that decide about fields; `nothing`: the field has no effect that another one does not have. */
type Decider =
  | 'network'
  | 'inputs'
  | 'to'
  | 'amounts'
  | 'authorities'
  | 'nodeIDs'
  | 'nonces'
  | 'fields'
  | 'nothing';

/** Which rule decides about a field, by its role: a new role is a compile error until it has a line here. */
const deciders: {
  readonly [R in RoleName]: Decider | ((role: RoleOf<R>) => Decider);
} = {
  network: 'network',
  // The node's rules allow the chain that issues it, and the P-, X- and C-chain of the network.
  ownChain: 'network',
  peer: 'network',
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

const deciderOf = ({ role, under }: Leaf): Decider => {
  const of = deciders[role.is] as Decider | ((role: Leaf['role']) => Decider);
  const decider = typeof of === 'function' ? of(role) : of;
  // The nonce of a message is no account's.
  return decider === 'nonces' && under === 'says' ? 'fields' : decider;
};

/** Parts of inputs, outputs, operations and accounts: other rules judge them as a whole. */
const isPart = ({ under, path }: Leaf): boolean =>
  (under !== undefined && under !== 'says') || path[0] === 'operations';

/** What the rules about single fields do not allow: nodes, authorities, nonces, and all fields that no other rule judges. */
export function fieldViolations(
  tx: AnyUnsignedTx,
  { nodeIDs = [], authorities = [], nonces = {}, fields = {} }: PolicyRules,
): readonly RuleViolation[] {
  const accounts = new Map(
    Object.entries(nonces).map(([account, nonce]) => [account.toLowerCase(), nonce]),
  );
  return leavesOf(tx).flatMap((leaf): readonly RuleViolation[] => {
    const { value, around } = leaf;
    const found = (code: RuleViolation['code'], detail: string): readonly RuleViolation[] => [
      { code, path: `unsignedTx.${formatPath(leaf.path)}`, detail },
    ];
    switch (deciderOf(leaf)) {
      case 'nodeIDs': {
        const node = formatNodeID(value as Uint8Array);
        return nodeIDs.includes(node) ? [] : found('NodeNotAllowed', node);
      }
      case 'authorities': {
        // Whose authorization it is, an id beside it says.
        if (leaf.role.is !== 'id' || isZero(value as Uint8Array)) return [];
        const id = formatID(value as Uint8Array);
        return authorities.includes(id) ? [] : found('AuthorityNotAllowed', id);
      }
      case 'nonces': {
        if (leaf.role.is !== 'quantity') return [];
        const account = formatHex((around as { readonly address: Uint8Array }).address);
        return accounts.get(account) === value
          ? []
          : found('NonceNotAllowed', `${account} uses nonce ${value}`);
      }
      case 'fields': {
        const text = textOf(leaf);
        if (isPart(leaf) || text === '' || text === '0x') return [];
        const name = leaf.path.filter((step) => typeof step === 'string').join('.');
        const rule = Object.hasOwn(fields, name) ? fields[name] : undefined;
        return rule !== undefined && allows(rule, value, text)
          ? []
          : found('FieldNotAllowed', shortened(text));
      }
      default:
        return [];
    }
  });
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** A value as a rule has it: bytes in hex, ids in CB58. */
function textOf({ role, value }: Leaf): string {
  if (value instanceof Uint8Array) return role.is === 'id' ? formatID(value) : formatHex(value);
  if (Array.isArray(value)) return value.map((of) => formatHex(of as Uint8Array)).join();
  return String(value);
}

const mostCharacters = 100;
const shortened = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;

function allows(rule: FieldRule, value: unknown, text: string): boolean {
  const isSame = (of: FieldValue): boolean =>
    typeof of === 'boolean' || typeof value === 'boolean' ? of === value : String(of) === text;
  if (Array.isArray(rule)) return (rule as readonly FieldValue[]).some(isSame);
  if (typeof rule !== 'object') return isSame(rule);
  const { min, max } = rule as { readonly min?: bigint | number; readonly max?: bigint | number };
  if (min === undefined && max === undefined) return true;
  if (typeof value !== 'bigint' && typeof value !== 'number') return false;
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}
