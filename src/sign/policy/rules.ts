import type { Network } from '../../network/network.ts';
import type { Wallet } from '../../owners/own.ts';
import { type FindingCode, findingCodes } from '../../review/codes.ts';
import type { FieldRule } from '../../review/fields.ts';
import type { Address, Owner } from '../../state/owner.ts';
import type { LedgerAppVersion } from '../hardware/screens/layout.ts';

/** Somebody who may receive something, and how much at most. */
export interface ReceiverRule {
  /** A whole owner: an address is its single owner without a lock. `0x…` is an account or the manager of an L1, a CB58 id a validation. */
  readonly to: Address | Owner;
  /** Unix seconds: what it receives can only be staked until then. If omitted, there is no such lock. */
  readonly stakeableUntil?: bigint;
  /**
   * Most of each asset that it receives in all, by CB58 assetID, `AVAX`, or `created` for the asset that the transaction creates; nothing
   * of an asset that is not named. An NFT or property counts as 1 of its asset; the balance of an L1 validator counts for the owner whom
   * it returns to. If omitted, only `amounts` of the policy limits it.
   */
  readonly amounts?: Readonly<Record<string, bigint>>;
  /** Where it may be named, by path as in `fields`, such as `outputs` or `rewardsOwner`; anywhere if omitted. */
  readonly at?: readonly string[];
}

/** What may be issued: by an operation on minting rights, NFTs and properties, or as a first output of a new asset. */
export interface ItemRule {
  /** CB58, or `created` for the asset that the transaction creates. */
  readonly assetID: string;
  /** The type of the operation or first output, such as `nftfx.TransferOperation` or `nftfx.MintOutput`. */
  readonly type: string;
  /** Most units of all that this rule allows in a transaction: amounts that are issued, NFTs, properties or minting rights. */
  readonly units: bigint;
  /** Of NFTs; without it nothing of an NFT is allowed. */
  readonly groupID?: number | 'any';
  /** Of NFTs that have one: 0x and hex digits; without it none of them is allowed. */
  readonly payload?: string | 'any';
  /** Who may receive it, besides `own`. If omitted, those of the policy's `to`. */
  readonly to?: readonly (Address | Owner | ReceiverRule)[];
}

/**
 * What a signer allows. Whatever a transaction does that its policy does not mention is a finding; only `types`, `maxFee`, `evidence`,
 * `device` and the limits of time restrict nothing if they are omitted.
 */
export interface PolicyRules {
  /**
   * The name or id of the network, or all its parameters: those of mainnet, fuji, local and testnode are known, those of a custom network must be
   * given here or to the check, because a draft could say any.
   */
  readonly network: string | number | Network;
  /**
   * Whose the inputs, operations and authorities must be: the signer's `own` with all their addresses; `proven` or own, which is the
   * default; or whoever the draft says (`claimed`). An authority that `authorities` names need not be proven.
   */
  readonly inputs?: 'own' | 'proven' | 'claimed';
  /** `required`: evidence or the caller's UTXOs must prove all inputs, the signer's own ones too. */
  readonly evidence?: 'required';
  /**
   * Who may receive something, or a say, besides `own`. An address is its single owner without a lock; other owners are given with their
   * threshold and locktime, or as `{ to, amounts }` with a limit for each asset. Accounts and managers of L1s are `0x…`; a CB58 id is a
   * validation whose balance may be filled. The chain of an address is not compared.
   */
  readonly to?: readonly (Address | Owner | ReceiverRule)[];
  /**
   * Whose the change must be: a wallet, whose owners are derived anew, or whole owners. They may receive anything, but not later than at
   * their own locktime, or that of the inputs that they owned, and nothing of theirs may become stakeable only. If omitted: the signer's
   * own addresses, and the owner of all inputs if that is a single one and is proven.
   */
  readonly own?: Wallet | readonly (Owner | Address)[];
  /** Most of each asset that may leave: what is consumed less the change, so with the fee; by CB58 assetID or `AVAX`. */
  readonly amounts?: Readonly<Record<string, bigint>>;
  /** nAVAX; 0.1 AVAX if omitted. */
  readonly maxFee?: bigint;
  /** `platformvm.BaseTx` and the like. */
  readonly types?: readonly string[];
  /** Nodes that may validate, be delegated to or be removed. */
  readonly nodeIDs?: readonly string[];
  /** CB58 ids of subnets, validations and auto-renewed validators that may be used or changed. */
  readonly authorities?: readonly string[];
  /** Other chains that may be exported to or imported from: `P`, `X`, `C`, or a CB58 blockchainID. */
  readonly chains?: readonly string[];
  /** Operations of the X-chain, and first outputs of a new asset. */
  readonly items?: readonly ItemRule[];
  /** The next nonces of accounts of the C-chain, by `0x…`. */
  readonly nonces?: Readonly<Record<string, bigint>>;
  /**
   * All other fields, by path, such as `validator.end`, `delegationShares` or `memo`: without places for all elements of a list
   * (`validators.weight`), or with one for a single element (`validators[0].weight`), which comes first.
   */
  readonly fields?: Readonly<Record<string, FieldRule>>;
  /** Version of the Ledger app that must display everything but what the signer's `own` receives. */
  readonly device?: LedgerAppVersion;
  /** Seconds since the draft’s time, and before it: a draft from the future is no way out. Compared with the `time` of each check. */
  readonly maxAge?: bigint;
  /** Unix seconds: from then on nothing is signed. Compared with the `time` of each check. */
  readonly until?: bigint;
}

/** What a policy finds, and what it means: what any review finds. */
export const policyCodes: { readonly [Code in FindingCode]: string } =
  /* @__PURE__ */ Object.freeze(
    /* @__PURE__ */ Object.fromEntries(
      /* @__PURE__ */ Object.entries(findingCodes).map(([code, { text }]) => [code, text]),
    ),
  ) as { readonly [Code in FindingCode]: string };

/** A code of `policyCodes`, with its place. */
export interface RuleViolation {
  /** Code of the violation. */
  readonly code: FindingCode;
  /** Path of the field. */
  readonly path: string;
  /** What is not allowed. */
  readonly detail: string;
}
