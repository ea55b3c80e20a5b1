/**
 * Roles: what a field of a transaction means for code. A declaration gives each field one, together with the note for people;
 * `tx/` derives inputs, outputs, flows, credentials, receivers and facts from them. The type of a field's value decides which
 * roles it can have, so an owner cannot be called an amount, and a parameter that names another field must name one that is
 * there. There is no role for "anything else" on purpose: a field that fits none needs a new one, and a decision of every
 * derivation.
 */
import type { Meaning } from '../wire/type.ts';

type Bytes = Uint8Array;

/** Keys of T whose values are of type V. */
type KeyOf<T, V> = { [K in keyof T & string]: T[K] extends V ? K : never }[keyof T & string];

/** Keys of T, or of a struct directly inside it, that hold an id: `subnetID`, `validator.subnetID`. */
type IDKey<T> = {
  [K in keyof T & string]: T[K] extends Bytes
    ? K
    : T[K] extends readonly unknown[] | { readonly type: string } | string
      ? never
      : T[K] extends object
        ? `${K}.${KeyOf<T[K], Bytes>}`
        : never;
}[keyof T & string];

/** What an owner owns or gets. `allRewards`: those for validating and the part of the delegators’. */
export type OwnerOf =
  | 'rewards'
  | 'delegationRewards'
  | 'allRewards'
  | 'subnet'
  | 'authority'
  | 'refund'
  | 'disable';

/** What an id names. */
export type IDOf =
  | 'subnet'
  | 'validation'
  | 'staker'
  | 'chain'
  | 'vm'
  | 'node'
  | 'asset'
  | 'conversion';

/** What the transaction does to that which an id names: fills or ends a validation, ends a staking period. */
export type IDDone = 'fills' | 'ends' | 'rewards';

/** What a number counts. `limit` is a bound in units of an asset. */
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

/** Every role with its parameters; a parameter that is a key names a field of the same struct. */
export type TxRole =
  /** Inputs: UTXOs of this chain, or of the chain in `from`. */
  | { readonly is: 'spends'; readonly from?: string }
  /** Outputs: of this chain, or for the chain in `to`. A stake becomes UTXOs when the staking ends. */
  | { readonly is: 'makes'; readonly why?: 'stake'; readonly to?: string }
  /** Accounts of the C-chain that pay or receive. */
  | Plain<'debits' | 'credits'>
  /** UTXOs that an operation consumes. */
  | Plain<'consumes'>
  /**
   * One output or several of the asset around, or of the one that is created; `mint` from nothing, `pass` from what is
   * consumed. With `as`, the values are owners, and the outputs have this type and these fields of the struct around.
   */
  | {
      readonly is: 'issues';
      readonly why: 'mint' | 'pass';
      readonly of?: 'created';
      readonly as?: { readonly type: string; readonly with: readonly string[] };
    }
  /** An amount that is burned on purpose, beside the fee: of AVAX, or of the asset in `asset`; less the number in `less`. */
  | {
      readonly is: 'burns';
      readonly why: 'balance' | 'supply';
      readonly asset?: string;
      readonly less?: string;
    }
  /** An owner; with `over`, the new one of what that id names. */
  | { readonly is: 'owner'; readonly of: OwnerOf; readonly over?: string }
  /** Which addresses of an owner authorize; `of` is the path of the id that names whose owner. */
  | { readonly is: 'auth'; readonly of: string }
  /** Which addresses of an owner sign for an input or operation. */
  | Plain<'signs'>
  /** The contract that manages an L1. */
  | Plain<'manager'>
  | { readonly is: 'id'; readonly of: IDOf; readonly done?: IDDone }
  /** The asset of the amounts, outputs and UTXOs in the same struct and inside it. */
  | Plain<'asset'>
  /** A warp message, and which payload it must carry. */
  | { readonly is: 'says'; readonly what: 'register' | 'weight' }
  | { readonly is: 'quantity'; readonly of: QuantityOf }
  | Plain<'flag'>
  /** What somebody chose: words, or bytes for a virtual machine or token. */
  | Plain<'text' | 'data'>
  /** A BLS key, and signatures of any kind. */
  | Plain<'key' | 'proof'>
  | Plain<'network' | 'ownChain' | 'peer' | 'memo'>
  /** Parts of inputs, outputs and accounts: which UTXO, the amount, until when it is locked, who owns it. */
  | Plain<'utxo' | 'amount' | 'lock' | 'ownership' | 'account'>
  /** A struct whose own fields have roles. */
  | Plain<'within'>;

/** The names of roles. */
export type RoleName = TxRole['is'];

/** A role, by name. */
export type RoleOf<Is extends RoleName> = Is extends RoleName
  ? Extract<TxRole, { readonly is: Is }>
  : never;

type May<Is extends RoleName, More = unknown> = Meaning<RoleOf<Is> & More>;

/** The roles that a field can have, by the type of its value V, its key K and the struct T around it. Arrays stop distribution. */
type MeaningOf<V, K, T> = [V] extends [bigint]
  ? K extends 'amount'
    ? May<'amount'>
    : K extends 'locktime'
      ? May<T extends { readonly addresses: unknown } ? 'ownership' : 'lock'>
      : T extends Carrier
        ? May<'quantity'>
        : May<'quantity'> | May<'burns', BurnsIn<T>>
  : [V] extends [boolean]
    ? May<'flag'>
    : [V] extends [number]
      ? K extends 'threshold'
        ? May<'ownership'>
        : May<'quantity'> | May<'network'> | May<'utxo'>
      : [V] extends [string]
        ? May<'text'>
        : [V] extends [Bytes]
          ? BytesMeaning<T>
          : [V] extends [readonly (infer E)[]]
            ? ListMeaning<E, T>
            : StructMeaning<V, T>;

/** Outputs, inputs and what they stand in, accounts: what they carry is not the transaction’s to burn. */
type Carrier =
  | { readonly addresses: unknown }
  | { readonly signatureIndices: unknown }
  | { readonly output: unknown }
  | { readonly input: unknown }
  | { readonly amount: unknown };

interface BurnsIn<T> {
  readonly asset?: KeyOf<T, Bytes>;
  readonly less?: KeyOf<T, bigint>;
}

type BytesMeaning<T> =
  | May<
      'ownChain' | 'peer' | 'memo' | 'asset' | 'id' | 'says' | 'manager' | 'key' | 'proof' | 'data'
    >
  | (T extends { readonly outputIndex: unknown } ? May<'utxo'> : never)
  | (T extends { readonly amount: unknown } ? May<'account'> : never);

type ListMeaning<E, T> = [E] extends [{ readonly input: unknown }]
  ? May<'spends', { readonly from?: KeyOf<T, Bytes> }>
  : [E] extends [{ readonly output: unknown }]
    ? May<'makes', { readonly to?: KeyOf<T, Bytes> }>
    : [E] extends [{ readonly nonce: bigint }]
      ? May<'debits'>
      : [E] extends [{ readonly address: Bytes; readonly amount: bigint }]
        ? May<'credits'>
        : [E] extends [{ readonly txID: Bytes; readonly outputIndex: number }]
          ? May<'consumes'>
          : [E] extends [{ readonly addresses: readonly Bytes[] }]
            ? Issues<T>
            : [E] extends [number]
              ? May<'signs'>
              : [E] extends [Bytes]
                ? May<'ownership' | 'data' | 'proof'>
                : May<'within'>;

type Issues<T> = May<
  'issues',
  { readonly as?: { readonly with: readonly Exclude<keyof T & string, 'type'>[] } }
>;

/** What the codec lets stand for an authorization. */
type Authorization = {
  readonly type: 'secp256k1fx.Credential';
  readonly signatures: readonly Bytes[];
};

// States before owners: an output has a threshold and addresses as well.
type StructMeaning<V, T> = [Authorization] extends [V]
  ? May<'auth', { readonly of: IDKey<T> }>
  : [V] extends [{ readonly type: 'secp256k1fx.Input' }]
    ? May<'signs'>
    : [V] extends [{ readonly type: 'secp256k1fx.OutputOwners' }]
      ? May<'owner', { readonly over?: KeyOf<T, Bytes> }>
      : [V] extends [{ readonly type: string; readonly addresses: readonly Bytes[] }]
        ? T extends { readonly output: V } & (
            | { readonly assetID: Bytes }
            | { readonly locktime: bigint }
          )
          ? May<'within'>
          : Issues<T>
        : [V] extends [{ readonly addresses: readonly Bytes[] }]
          ? May<'owner', { readonly over?: KeyOf<T, Bytes> }>
          : May<'within'>;

/** A meaning for every field of T. */
export type Meanings<T> = {
  readonly [K in Exclude<keyof T, 'type'>]-?: MeaningOf<T[K], K, T>;
};

type Of<Is extends RoleName> = Meaning<{ readonly is: Is }>;
const plain =
  <const Is extends RoleName>(is: Is) =>
  (note: string): Of<Is> => ({ role: { is }, note });
const more = <const R extends { readonly is: RoleName }, const More extends object>(
  role: R,
  note: string,
  parameters: More,
): Meaning<R & NoInfer<More>> => ({ role: { ...role, ...parameters }, note });

/** The network’s id. */
export const network = /* @__PURE__ */ plain('network');
/** The chain that the transaction is issued on. */
export const ownChain = /* @__PURE__ */ plain('ownChain');
/** The chain that funds come from or go to. */
export const peer = /* @__PURE__ */ plain('peer');
/** Free bytes for people; no node reads them. */
export const memo = /* @__PURE__ */ plain('memo');
/** Inputs; `from` is the key of the chain that they are imported from. */
export const spends = <const From extends string = never>(note: string, from?: From) =>
  more({ is: 'spends' }, note, (from === undefined ? {} : { from }) as { readonly from?: From });
/** Outputs. */
export const makes = <
  const More extends { readonly why?: 'stake'; readonly to?: string } = Record<never, never>,
>(
  note: string,
  parameters: More = {} as More,
) => more({ is: 'makes' }, note, parameters);
/** Accounts that pay. */
export const debits = /* @__PURE__ */ plain('debits');
/** Accounts that receive. */
export const credits = /* @__PURE__ */ plain('credits');
/** The UTXOs that an operation consumes. */
export const consumes = /* @__PURE__ */ plain('consumes');
/** Outputs of the asset around: minted, or passed on. */
export const issues = <
  const Why extends 'mint' | 'pass',
  const More extends Omit<RoleOf<'issues'>, 'is' | 'why'> = Record<never, never>,
>(
  why: Why,
  note: string,
  parameters: More = {} as More,
) => more({ is: 'issues', why }, note, parameters);
/** An amount that the transaction burns on purpose. */
export const burns = <
  const Why extends RoleOf<'burns'>['why'],
  const More extends { readonly asset?: string; readonly less?: string } = Record<never, never>,
>(
  why: Why,
  note: string,
  parameters: More = {} as More,
) => more({ is: 'burns', why }, note, parameters);
/** Who gets or owns something; `over` is the key of the id that names what gets this owner. */
export const owner = <const Of extends OwnerOf, const Over extends string = never>(
  of: Of,
  note: string,
  over?: Over,
) =>
  more({ is: 'owner', of }, note, (over === undefined ? {} : { over }) as { readonly over?: Over });
/** Who authorizes; `of` is the path of the id that names whose owner that is. */
export const auth = <const Of extends string>(of: Of, note: string) =>
  more({ is: 'auth', of }, note, {});
/** Which addresses of an owner sign. */
export const signs = /* @__PURE__ */ plain('signs');
/** The address of a contract that manages an L1. */
export const manager = /* @__PURE__ */ plain('manager');
/** What an id names, and what the transaction does to it. */
export const id = <const Of extends IDOf>(of: Of, note: string, done?: IDDone) =>
  more({ is: 'id', of }, note, done === undefined ? {} : { done });
/** The asset of what stands beside it. */
export const asset = /* @__PURE__ */ plain('asset');
/** A warp message with a payload of that kind. */
export const says = <const What extends RoleOf<'says'>['what']>(what: What, note: string) =>
  more({ is: 'says', what }, note, {});
/** A number, and what it counts. */
export const quantity = <const Of extends QuantityOf>(of: Of, note: string) =>
  more({ is: 'quantity', of }, note, {});
/** A yes or no. */
export const flag = /* @__PURE__ */ plain('flag');
/** Words that somebody chose. */
export const text = /* @__PURE__ */ plain('text');
/** Bytes for a virtual machine or a token. */
export const data = /* @__PURE__ */ plain('data');
/** A BLS public key. */
export const key = /* @__PURE__ */ plain('key');
/** Signatures, or a proof of possession. */
export const proof = /* @__PURE__ */ plain('proof');
/** Part of what names a UTXO. */
export const utxo = /* @__PURE__ */ plain('utxo');
/** What an input, output or account holds. */
export const amount = /* @__PURE__ */ plain('amount');
/** Until when an output can only be staked. */
export const lock = /* @__PURE__ */ plain('lock');
/** Part of an owner. */
export const ownership = /* @__PURE__ */ plain('ownership');
/** An account of the C-chain. */
export const account = /* @__PURE__ */ plain('account');
/** A struct whose own fields have roles. */
export const within = /* @__PURE__ */ plain('within');
