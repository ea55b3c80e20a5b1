import type { Wallet } from '../../draft/wallet.ts';
import type { Address, Owner } from '../../state/owner.ts';
import type { LedgerAppVersion } from '../hardware/screens/layout.ts';

/** A whole owner that may receive something. */
export interface ReceiverRule extends Owner {
  /** Unix seconds: what it receives can only be staked until then. If omitted, there is no such lock. */
  readonly stakeableUntil?: bigint;
}

/** An operation that is allowed: on rights to mint, NFTs and properties. */
export interface ItemRule {
  /** CB58. */
  readonly assetID: string;
  /** The type of the operation, such as `nftfx.TransferOperation`. */
  readonly operation: string;
  /** Most units of all such operations of the transaction together: amounts that are minted, or tokens. */
  readonly units: bigint;
  /** Of NFTs; without it no operation on an NFT is allowed. */
  readonly groupID?: number | 'any';
  /** Of NFTs: 0x and hex digits; without it no operation on an NFT is allowed. */
  readonly payload?: string | 'any';
  /** Who may receive it, besides `to` and `own`. */
  readonly to?: readonly (Address | ReceiverRule)[];
}

/** A value that a field may have: bytes as 0x and hex digits, ids as CB58. */
export type FieldValue = bigint | number | string | boolean;

/** What a field may have: one value, one of several, or a number between bounds. `{}` allows any value. */
export type FieldRule =
  | FieldValue
  | readonly FieldValue[]
  | { readonly min?: bigint | number; readonly max?: bigint | number };

/**
 * What a signer allows. Whatever a transaction does that its policy does not mention is a finding; only `types`, `maxFee`, `evidence`,
 * `device` and the limits of time restrict nothing if they are omitted.
 */
export interface PolicyRules {
  /** The name or id of the network. */
  readonly network: string | number;
  /**
   * Whose the inputs, operations and authorities must be: the signer's `own` with all their addresses; `proven` or own, which is the
   * default; or whoever the draft says (`claimed`). An authority that `authorities` names need not be proven.
   */
  readonly inputs?: 'own' | 'proven' | 'claimed';
  /** `required`: evidence or the caller's UTXOs must prove all inputs, the signer's own ones too. */
  readonly evidence?: 'required';
  /**
   * Who may receive something, or a say, besides `own`. An address is its single owner without a lock; other owners are given with their
   * threshold and locktime. Accounts and managers of L1s are `0x…`; a CB58 id is a validation whose balance may be filled. The chain
   * of an address is not compared.
   */
  readonly to?: readonly (Address | ReceiverRule)[];
  /**
   * Whose the change must be: a wallet, whose owners are derived anew, or whole owners. They may receive anything. If omitted: the
   * signer's own addresses, and the owner of all inputs if that is a single one and is proven.
   */
  readonly own?: Wallet | readonly (Owner | Address)[];
  /** Most of each asset that may leave: what is consumed less the change, so with the fee; by CB58 assetID or `AVAX`. */
  readonly amounts?: Readonly<Record<string, bigint>>;
  /** nAVAX. */
  readonly maxFee?: bigint;
  /** `platformvm.BaseTx` and the like. */
  readonly types?: readonly string[];
  /** Nodes that may validate, be delegated to or be removed. */
  readonly nodeIDs?: readonly string[];
  /** CB58 ids of subnets, validations and auto-renewed validators that may be used or changed. */
  readonly authorities?: readonly string[];
  /** Operations of the X-chain. */
  readonly items?: readonly ItemRule[];
  /** The next nonces of accounts of the C-chain, by `0x…`. */
  readonly nonces?: Readonly<Record<string, bigint>>;
  /** All other fields, by path without places, such as `validator.end`, `delegationShares` or `memo`. */
  readonly fields?: Readonly<Record<string, FieldRule>>;
  /** Version of the Ledger app that must display everything but what the signer's `own` receives. */
  readonly device?: LedgerAppVersion;
  /** Unix seconds of the caller’s clock, for `maxAge` and `until`. */
  readonly now?: bigint;
  /** Seconds since the draft’s time, and before it: a draft from the future is no way out. */
  readonly maxAge?: bigint;
  /** Unix seconds: from then on nothing is signed. */
  readonly until?: bigint;
}

/** The keys of a policy: a new rule that is missing here is a compile error. */
export const policyKeys: { readonly [K in keyof Required<PolicyRules>]: true } = {
  network: true,
  inputs: true,
  evidence: true,
  to: true,
  own: true,
  amounts: true,
  maxFee: true,
  types: true,
  nodeIDs: true,
  authorities: true,
  items: true,
  nonces: true,
  fields: true,
  device: true,
  now: true,
  maxAge: true,
  until: true,
};

/** What a policy finds, and what it means. */
export const policyCodes = /* @__PURE__ */ Object.freeze({
  NetworkNotAllowed: 'The draft is for another network than `network`.',
  TypeNotAllowed: 'A transaction of this type is not among `types`.',
  InputNotProven: 'Only the maker of the draft says who owns what is spent, or who authorizes.',
  InputNotOwn: 'Somebody else owns what is spent, or signs for it with the signer.',
  EvidenceMissing: 'No evidence proves the owner, and `evidence` requires it.',
  ReceiverNotAllowed:
    'An owner who is neither among `to` nor `own`, with exactly this threshold and lock, gets something or a say.',
  ChangeNotOwn:
    'What is said to be change goes to somebody else, to an unknown place of the wallet, or under a new lock.',
  AmountTooHigh: 'More of an asset leaves, the fee included, than `amounts` has.',
  FeeTooHigh: 'The fee is above `maxFee`.',
  NodeNotAllowed: 'A node is not among `nodeIDs`.',
  AuthorityNotAllowed:
    'A subnet, validation or auto-renewed validator that is used or changed is not among `authorities`.',
  ItemNotAllowed: 'An operation is not among `items`, or has more units.',
  NonceNotAllowed: 'The nonce of an account is not the one of `nonces`.',
  FieldNotAllowed: 'A field is not among `fields`, or has another value.',
  NotDisplayed: 'The device does not display something, or displays it differently.',
  Expired: 'The draft is older than `maxAge`, or `until` is over.',
} as const);

/** A code of `policyCodes`, with its place. */
export interface RuleViolation {
  readonly code: keyof typeof policyCodes;
  readonly path: string;
  readonly detail: string;
}
