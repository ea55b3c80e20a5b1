import type { Network } from '../../network/network.ts';
import type { Wallet } from '../../owners/own.ts';
import { type FindingCode, findingCodes } from '../../review/codes.ts';
import type { FieldRule } from '../../review/fields.ts';
import type { Address, Owner } from '../../state/owner.ts';
import type { LedgerAppVersion } from '../hardware/screens/layout.ts';

/** A permitted receiver, with its limits. */
export interface ReceiverRule {
  /**
   * The receiver: an owner, or an address, which means a single owner without locktime. `0x…` is an account or the manager of an L1, a
   * CB58 id a validation.
   */
  readonly to: Address | Owner;
  /** Unix seconds until which the receiver can only stake what it gets. If omitted, it must get unlocked funds. */
  readonly stakeableUntil?: bigint;
  /**
   * Maximum total of each asset that it may receive, by CB58 assetID, `AVAX`, or `created` for the asset that the transaction creates.
   * Assets that are not listed are not allowed. An NFT or property counts as 1 of its asset; the balance of an L1 validator counts for the
   * owner to whom it returns. If omitted, only `amounts` of the policy is the limit.
   */
  readonly amounts?: Readonly<Record<string, bigint>>;
  /** Fields in which it may be named, by path as in `fields`, such as `outputs` or `rewardsOwner`; any if omitted. */
  readonly at?: readonly string[];
}

/** What may be issued: by operations on minting rights, NFTs and properties, or as an initial output of a new asset. */
export interface ItemRule {
  /** The asset: CB58, or `created` for the asset that the transaction creates. */
  readonly assetID: string;
  /** The type of the operation or initial output, such as `nftfx.TransferOperation` or `nftfx.MintOutput`. */
  readonly type: string;
  /** Maximum number of units that this rule allows in a transaction: issued amounts, NFTs, properties or minting rights. */
  readonly units: bigint;
  /** Group of NFTs; `any` allows all. If omitted, no NFT is allowed. */
  readonly groupID?: number | 'any';
  /** Payload of NFTs, in hex with `0x`; `any` allows all. If omitted, only NFTs without a payload are allowed. */
  readonly payload?: string | 'any';
  /** Permitted receivers, besides `own`. If omitted, those of the policy's `to`. */
  readonly to?: readonly (Address | Owner | ReceiverRule)[];
}

/**
 * The rules of a policy: what a signer allows. Whatever a transaction does that no rule allows is a finding. Only `types`, `evidence`,
 * `device` and the time limits restrict nothing if they are omitted; `maxFee` then has its default.
 */
export interface PolicyRules {
  /**
   * The name or id of the network, or all its parameters. Those of mainnet, fuji, local and testnode are known. Those of a custom network
   * must be given here or to the check, because a draft could claim any.
   */
  readonly network: string | number | Network;
  /**
   * Who must own the inputs, operations and authorities: `own`: the signer, with all addresses of the owner; `proven` (the default): the
   * signer, or anyone whose ownership is proven; `claimed`: anyone the draft names. An authority in `authorities` need not be proven.
   */
  readonly inputs?: 'own' | 'proven' | 'claimed';
  /** `required`: evidence or the caller's UTXOs must prove all inputs, including the signer's own. */
  readonly evidence?: 'required';
  /**
   * Who may receive assets or rights, besides `own`. An address means a single owner without locktime; other owners are given with their
   * threshold and locktime, or as `{ to, amounts }` with a limit for each asset. Accounts and managers of L1s are `0x…`; a CB58 id is a
   * validation whose balance may be increased. The chain of an address is not compared.
   */
  readonly to?: readonly (Address | Owner | ReceiverRule)[];
  /**
   * Who must receive the change: a wallet, whose owners are derived again, or owners. They may receive anything, but with no later locktime
   * than their own or that of their inputs, and nothing of theirs may become stakeable only. If omitted: the signer's own addresses, and
   * the owner of the inputs if all inputs have the same proven owner.
   */
  readonly own?: Wallet | readonly (Owner | Address)[];
  /** Maximum of each asset that may leave, by CB58 assetID or `AVAX`: inputs less change, so the fee is included. */
  readonly amounts?: Readonly<Record<string, bigint>>;
  /** Maximum fee in nAVAX; 0.1 AVAX if omitted. */
  readonly maxFee?: bigint;
  /** Permitted transaction types, such as `platformvm.BaseTx`; all if omitted. */
  readonly types?: readonly string[];
  /** Nodes that may be added, delegated to or removed. */
  readonly nodeIDs?: readonly string[];
  /** CB58 ids of subnets, validations and auto-renewed validators that may be used or changed. */
  readonly authorities?: readonly string[];
  /** Chains that may be exported to or imported from: `P`, `X`, `C`, or a CB58 blockchainID. */
  readonly chains?: readonly string[];
  /** Permitted operations on the X-chain, and initial outputs of a new asset. */
  readonly items?: readonly ItemRule[];
  /** The next nonces of accounts of the C-chain, by `0x…`. */
  readonly nonces?: Readonly<Record<string, bigint>>;
  /**
   * Permitted values of all other fields, by path, such as `validator.end`, `delegationShares` or `memo`. A path without indices applies to
   * all elements of a list (`validators.weight`); one with an index applies to that element (`validators[0].weight`) and has precedence.
   */
  readonly fields?: Readonly<Record<string, FieldRule>>;
  /** Version of the Ledger app, which must display everything except what the wallet in `own` receives. */
  readonly device?: LedgerAppVersion;
  /** Maximum difference in seconds between the draft's time and the `time` of the check, in either direction. */
  readonly maxAge?: bigint;
  /** Unix seconds from which on nothing is allowed, compared with the `time` of the check. */
  readonly until?: bigint;
}

/** The codes of policy findings, which are those of all reviews, with their meaning. */
export const policyCodes: { readonly [Code in FindingCode]: string } =
  /* @__PURE__ */ Object.freeze(
    /* @__PURE__ */ Object.fromEntries(
      /* @__PURE__ */ Object.entries(findingCodes).map(([code, { text }]) => [code, text]),
    ),
  ) as { readonly [Code in FindingCode]: string };

/** A finding of a policy: something that it does not allow. */
export interface RuleViolation {
  /** Code of the violation. */
  readonly code: FindingCode;
  /** Path of the field. */
  readonly path: string;
  /** What is not allowed. */
  readonly detail: string;
}
