/**
 * Roles: the meaning of a transaction's fields for code. A declaration gives each field a role and a note for
 * people; `tx/` derives inputs, outputs, flows, credentials, receivers and facts from the roles. There is
 * deliberately no role for "anything else": a field that fits none needs a new role, and every derivation must
 * decide about it.
 */
import type { Meaning } from '../wire/type.ts';

/** What an owner owns or receives. `allRewards`: the rewards for validating and the share of the delegators’. */
export type OwnerOf =
  | 'rewards'
  | 'delegationRewards'
  | 'allRewards'
  | 'subnet'
  | 'authority'
  | 'refund'
  | 'disable';

/** What an ID refers to. */
export type IDOf =
  | 'subnet'
  | 'validation'
  | 'staker'
  | 'chain'
  | 'vm'
  | 'node'
  | 'asset'
  | 'conversion';

/** What the transaction does to the object of an ID: tops up or ends a validation, or ends a staking period. */
export type IDDone = 'fills' | 'ends' | 'rewards';

/** What a number measures. `limit` is a limit in units of an asset. */
export type QuantityOf =
  | 'time'
  | 'duration'
  | 'weight'
  | 'supply'
  | 'limit'
  | 'share'
  | 'factor'
  | 'count'
  | 'index'
  | 'nonce';

type Plain<Is extends string> = Is extends string ? { readonly is: Is } : never;

/** All roles with their parameters; a parameter that is a key names a field of the same struct. */
export type TxRole =
  /** Inputs: UTXOs of this chain, or of the chain in `from`. */
  | { readonly is: 'spends'; readonly from?: string }
  /** Outputs on this chain, or for the chain in `to`. A stake becomes UTXOs when staking ends. */
  | { readonly is: 'makes'; readonly why?: 'stake'; readonly to?: string }
  /** Accounts of the C-chain that pay or receive. */
  | Plain<'debits' | 'credits'>
  /** UTXOs that an operation consumes. */
  | Plain<'consumes'>
  /**
   * One or several outputs of the enclosing asset, or of the one that is created; `mint` creates them, `pass`
   * transfers what is consumed. With `as`, the values are owners, and the outputs have this type and these fields
   * of the enclosing struct.
   */
  | {
      readonly is: 'issues';
      readonly why: 'mint' | 'pass';
      readonly of?: 'created';
      readonly as?: { readonly type: string; readonly with: readonly string[] };
    }
  /**
   * An amount that is burned on purpose, in addition to the fee: of AVAX, or of the asset in `asset`, minus the
   * number in `less`.
   */
  | {
      readonly is: 'burns';
      readonly why: 'balance' | 'supply';
      readonly asset?: string;
      readonly less?: string;
    }
  /** An owner; with `over`, the new owner of the object of that ID. */
  | { readonly is: 'owner'; readonly of: OwnerOf; readonly over?: string }
  /** Selects the addresses of an owner that authorize; `of` is the path of the ID whose owner it is. */
  | { readonly is: 'auth'; readonly of: string }
  /** Selects the addresses of an owner that sign for an input or operation. */
  | Plain<'signs'>
  /** The contract that manages an L1. */
  | Plain<'manager'>
  | { readonly is: 'id'; readonly of: IDOf; readonly done?: IDDone }
  /** The asset of the amounts, outputs and UTXOs in the same struct and inside it. */
  | Plain<'asset'>
  /** A warp message, and the payload that it must carry. */
  | { readonly is: 'says'; readonly what: 'register' | 'weight' }
  | { readonly is: 'quantity'; readonly of: QuantityOf }
  | Plain<'flag'>
  /** Free text, or bytes for a virtual machine or token. */
  | Plain<'text' | 'data'>
  /** A BLS key, and signatures of any kind. */
  | Plain<'key' | 'proof'>
  | Plain<'network' | 'ownChain' | 'peer' | 'memo'>
  /** Parts of inputs, outputs and accounts: UTXO, amount, lock and owner. */
  | Plain<'utxo' | 'amount' | 'lock' | 'ownership' | 'account'>
  /** A struct whose own fields have roles. */
  | Plain<'within'>;

export type RoleName = TxRole['is'];

export type RoleOf<Is extends RoleName> = Is extends RoleName
  ? Extract<TxRole, { readonly is: Is }>
  : never;

/**
 * A meaning for every field of T. `test/tx/roles.test.ts` checks for all declarations that the role fits the
 * field's type, and that parameters name existing fields.
 */
export type Meanings<T> = {
  readonly [K in Exclude<keyof T, 'type'>]-?: Meaning<TxRole>;
};

const plain =
  <Is extends RoleName>(role: Is) =>
  (note: string): Meaning<TxRole> => ({ role: { is: role } as unknown as TxRole, note });
const meaning = (role: TxRole, note: string): Meaning<TxRole> => ({ role, note });

/** The network’s ID. */
export const network = /* @__PURE__ */ plain('network');
/** The chain that the transaction is issued on. */
export const ownChain = /* @__PURE__ */ plain('ownChain');
/** The chain that funds come from or go to. */
export const peer = /* @__PURE__ */ plain('peer');
/** Free bytes that nodes do not interpret. */
export const memo = /* @__PURE__ */ plain('memo');
/** Inputs; `from` is the key of the chain that they are imported from. */
export const spends = (note: string, from?: string) =>
  meaning({ is: 'spends', ...(from !== undefined && { from }) }, note);
/** Outputs. */
export const makes = (note: string, parameters: Omit<RoleOf<'makes'>, 'is'> = {}) =>
  meaning({ is: 'makes', ...parameters }, note);
/** Accounts that pay. */
export const debits = /* @__PURE__ */ plain('debits');
/** Accounts that receive. */
export const credits = /* @__PURE__ */ plain('credits');
/** The UTXOs that an operation consumes. */
export const consumes = /* @__PURE__ */ plain('consumes');
/** Outputs of the enclosing asset: minted, or transferred. */
export const issues = (
  reason: RoleOf<'issues'>['why'],
  note: string,
  parameters: Omit<RoleOf<'issues'>, 'is' | 'why'> = {},
) => meaning({ is: 'issues', why: reason, ...parameters }, note);
/** An amount that the transaction burns on purpose. */
export const burns = (
  reason: RoleOf<'burns'>['why'],
  note: string,
  parameters: Omit<RoleOf<'burns'>, 'is' | 'why'> = {},
) => meaning({ is: 'burns', why: reason, ...parameters }, note);
/** An owner of something; `over` is the key of the ID whose object gets this owner. */
export const owner = (subject: OwnerOf, note: string, over?: string) =>
  meaning({ is: 'owner', of: subject, ...(over !== undefined && { over }) }, note);
/** An authorization; `of` is the path of the ID whose owner it is. */
export const auth = (idPath: string, note: string) => meaning({ is: 'auth', of: idPath }, note);
/** Which addresses of an owner sign. */
export const signs = /* @__PURE__ */ plain('signs');
/** The address of a contract that manages an L1. */
export const manager = /* @__PURE__ */ plain('manager');
/** An ID: what it refers to, and what the transaction does to that. */
export const id = (subject: IDOf, note: string, done?: IDDone) =>
  meaning({ is: 'id', of: subject, ...(done !== undefined && { done }) }, note);
/** The asset of the other fields of the struct. */
export const asset = /* @__PURE__ */ plain('asset');
/** A warp message with a payload of the given kind. */
export const says = (what: RoleOf<'says'>['what'], note: string) =>
  meaning({ is: 'says', what }, note);
/** A number, and what it measures. */
export const quantity = (measure: QuantityOf, note: string) =>
  meaning({ is: 'quantity', of: measure }, note);
/** A boolean. */
export const flag = /* @__PURE__ */ plain('flag');
/** Free text. */
export const text = /* @__PURE__ */ plain('text');
/** Bytes for a virtual machine or a token. */
export const data = /* @__PURE__ */ plain('data');
/** A BLS public key. */
export const key = /* @__PURE__ */ plain('key');
/** Signatures, or a proof of possession. */
export const proof = /* @__PURE__ */ plain('proof');
/** Part of a reference to a UTXO. */
export const utxo = /* @__PURE__ */ plain('utxo');
/** The amount of an input, output or account. */
export const amount = /* @__PURE__ */ plain('amount');
/** The time until which an output can only be staked. */
export const lock = /* @__PURE__ */ plain('lock');
/** Part of an owner. */
export const ownership = /* @__PURE__ */ plain('ownership');
/** An account of the C-chain. */
export const account = /* @__PURE__ */ plain('account');
/** A struct whose own fields have roles. */
export const within = /* @__PURE__ */ plain('within');
