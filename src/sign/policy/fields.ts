import type { RoleName, RoleOf } from '../../chain/roles.ts';
import type { Draft } from '../../draft/draft.ts';
import { formatPath, type Path, within } from '../../errors/error.ts';
import type { Network } from '../../network/network.ts';
import { formatHex } from '../../text/bytes.ts';
import { formatID, formatNodeID, parseID } from '../../text/id.ts';
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

const deciderOf = ({ role, under }: Leaf): Decider => {
  const of = deciders[role.is] as Decider | ((role: Leaf['role']) => Decider);
  const decider = typeof of === 'function' ? of(role) : of;
  // The nonce of a message is no account's.
  return decider === 'nonces' && under === 'says' ? 'fields' : decider;
};

/** Parts of inputs, outputs, operations and accounts: other rules judge them as a whole. */
const isPart = ({ under, path }: Leaf): boolean =>
  (under !== undefined && under !== 'says') || path[0] === 'operations';

/** The path of a field without places. */
export const fieldName = (path: Path): string =>
  path.filter((step) => typeof step === 'string').join('.');

/** A value that a rule about single fields judges. */
export type Judged = { readonly path: Path; readonly text: string } & (
  | { readonly by: 'nodeIDs' | 'authorities' | 'chains' }
  /** Of the account `text`. */
  | { readonly by: 'nonces'; readonly nonce: bigint }
  | { readonly by: 'fields'; readonly value: FieldValue }
);

/** Every value that the rules about single fields judge. */
export const judgedFields = (tx: AnyUnsignedTx): readonly Judged[] =>
  leavesOf(tx).flatMap((leaf): readonly Judged[] => {
    const { value, around, path } = leaf;
    const by = deciderOf(leaf);
    switch (by) {
      case 'nodeIDs':
        return [{ by, path, text: formatNodeID(value as Uint8Array) }];
      case 'authorities':
        // Whose authorization it is, an id beside it says.
        return leaf.role.is !== 'id' || isZero(value as Uint8Array)
          ? []
          : [{ by, path, text: formatID(value as Uint8Array) }];
      case 'chains':
        return [{ by, path, text: formatID(value as Uint8Array) }];
      case 'nonces': {
        if (leaf.role.is !== 'quantity') return [];
        const { address } = around as { readonly address: Uint8Array };
        return [{ by, path, text: formatHex(address), nonce: value as bigint }];
      }
      case 'fields': {
        const text = textOf(leaf);
        if (isPart(leaf) || text === '' || text === '0x') return [];
        return [
          { by, path, text, value: typeof value === 'object' ? text : (value as FieldValue) },
        ];
      }
      default:
        return [];
    }
  });

/** What the rules about single fields do not allow: nodes, authorities, chains, nonces, and all fields that no other rule judges. */
export function fieldViolations(
  { unsignedTx, network }: Pick<Draft, 'unsignedTx' | 'network'>,
  { nodeIDs = [], authorities = [], chains = [], nonces = {}, fields = {} }: PolicyRules,
): readonly RuleViolation[] {
  const lists = {
    nodeIDs: [nodeIDs, 'NodeNotAllowed'],
    authorities: [authorities, 'AuthorityNotAllowed'],
    chains: [
      chains.map((chain, i) =>
        within(['policy', 'chains', i], () => formatID(chainID(chain, network))),
      ),
      'ChainNotAllowed',
    ],
  } as const;
  const accounts = new Map(
    Object.entries(nonces).map(([account, nonce]) => [account.toLowerCase(), nonce]),
  );
  return judgedFields(unsignedTx).flatMap((of): readonly RuleViolation[] => {
    const { text } = of;
    const path = `unsignedTx.${formatPath(of.path)}`;
    if (of.by === 'nonces')
      return accounts.get(text) === of.nonce
        ? []
        : [{ code: 'NonceNotAllowed', path, detail: `${text} uses nonce ${of.nonce}` }];
    if (of.by === 'fields') {
      const name = [formatPath(of.path), fieldName(of.path)].find((at) =>
        Object.hasOwn(fields, at),
      );
      const rule = name === undefined ? undefined : fields[name];
      return rule !== undefined && allows(rule, of.value, text)
        ? []
        : [{ code: 'FieldNotAllowed', path, detail: shortened(text) }];
    }
    const [list, code] = lists[of.by];
    return list.includes(text) ? [] : [{ code, path, detail: text }];
  });
}

/** The id of a chain, by its letter or as text. */
function chainID(chain: string, { chains }: Network): Uint8Array {
  const known = Object.hasOwn(chains, chain) ? chains[chain as keyof typeof chains] : undefined;
  return known?.blockchainID ?? parseID(chain);
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
