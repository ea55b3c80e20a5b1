/** The rules of a policy: their declaration, from which their type, check and file follow. */

import { isBytes, isSomeBytes } from '../errors/arguments.ts';
import type { Network } from '../network/network.ts';
import { isWallet, type Own, type Wallet } from '../owners/own.ts';
import {
  type Argument,
  aListOf,
  anything,
  aText,
  type Check,
  either,
  isA,
  type ListCheck,
  mapOf,
  optional,
  optionsOf,
  someBytes,
  typed,
  wordOf,
} from '../schema/check.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { FieldRule, FieldValue } from './fields.ts';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isSomeBytes(value);

// A limit that cannot be compared would limit nothing. Each kind of value that a file writes in its own way has a declaration here.
/** Units of an asset. */
export const someUnits: Check<bigint> = /* @__PURE__ */ isA(
  'a bigint of at least 0',
  (value) => typeof value === 'bigint' && value >= 0n,
);
/** nAVAX. */
export const someNAVAX: Check<bigint> = /* @__PURE__ */ isA(
  'a bigint of at least 0',
  (value) => typeof value === 'bigint' && value >= 0n,
);
/** Unix seconds. */
export const someTime: Check<bigint> = /* @__PURE__ */ isA(
  "a bigint of at least 0, such as unix('2027-01-31T00:00:00Z')",
  (value) => typeof value === 'bigint' && value >= 0n,
);
/** The CB58 of an id. */
export const someID: Check<string> = /* @__PURE__ */ isA(
  'text',
  (value) => typeof value === 'string',
);
/** `NodeID-…`. */
export const someNodeID: Check<string> = /* @__PURE__ */ isA(
  'text',
  (value) => typeof value === 'string',
);
const isNumber = (value: unknown): boolean => typeof value === 'bigint' || Number.isFinite(value);
const someNumber: Check<number> = /* @__PURE__ */ isA('a number', isNumber);

/** An owner or an address. */
export const someOwner: Check<Address | Owner> = /* @__PURE__ */ (() =>
  either(
    isObject,
    optionsOf({
      type: optional(aText),
      addresses: aListOf(either((value) => typeof value === 'string', aText, someBytes)),
      threshold: someNumber,
      locktime: optional(someTime),
    }),
    isA<Address>('an address or an owner', (value) => typeof value === 'string' || isBytes(value)),
  ))();
/** The most of each asset, by CB58 or name. */
export const amountsByAsset: Check<Readonly<Record<string, bigint>>> =
  /* @__PURE__ */ mapOf(someUnits);
/** As `amountsByAsset`, of what a receiver gets. */
export const receivedByAsset: Check<Readonly<Record<string, bigint>>> =
  /* @__PURE__ */ mapOf(someUnits);
/** The next nonces of accounts. */
export const noncesByAccount: Check<Readonly<Record<string, bigint>>> =
  /* @__PURE__ */ mapOf(someUnits);

/** A permitted receiver, with its limits. */
export const receiverRule = /* @__PURE__ */ (() =>
  optionsOf({
    /**
     * The receiver: an owner, or an address, which means a single owner without locktime. `0x…` is an account or the manager of an L1, a
     * CB58 id a validation.
     */
    to: someOwner,
    /** Unix seconds until which the receiver can only stake what it gets. If omitted, it must get unlocked funds. */
    stakeableUntil: optional(someTime),
    /**
     * Maximum total of each asset that it may receive, by CB58 assetID, `AVAX`, or `created` for the asset that the transaction creates.
     * Assets that are not listed are not allowed. An NFT or property counts as 1 of its asset; the balance of an L1 validator counts for the
     * owner to whom it returns. If omitted, only `amounts` of the policy is the limit.
     */
    amounts: optional(receivedByAsset),
    /** Fields in which it may be named, by path as in `fields`, such as `outputs` or `rewardsOwner`; any if omitted. */
    at: optional(aListOf(aText)),
  }))();
/** A permitted receiver, with its limits. */
export interface ReceiverRule extends Argument<typeof receiverRule> {}

/** A receiver: an owner, or an owner with limits. */
const receiver = /* @__PURE__ */ (() =>
  either((value) => isObject(value) && 'to' in value, receiverRule, someOwner))();
/** Permitted receivers. */
export const someReceivers: ListCheck<Check<ReceiverRule | Owner | Address>> =
  /* @__PURE__ */ aListOf(receiver);

/** The asset of an item: CB58, or `created`. */
export const itemAsset: Check<string> = /* @__PURE__ */ isA(
  'text',
  (value) => typeof value === 'string',
);
/** The group of an NFT, or `any`. */
export const itemGroup: Check<number | 'any'> = /* @__PURE__ */ (() =>
  either((value) => typeof value === 'string', wordOf('any'), someNumber))();

/** What may be issued: by operations on minting rights, NFTs and properties, or as an initial output of a new asset. */
export const itemRule = /* @__PURE__ */ (() =>
  optionsOf({
    /** The asset: CB58, or `created` for the asset that the transaction creates. */
    assetID: itemAsset,
    /** The type of the operation or initial output, such as `nftfx.TransferOperation` or `nftfx.MintOutput`. */
    type: aText,
    /** Maximum number of units that this rule allows in a transaction: issued amounts, NFTs, properties or minting rights. */
    units: someUnits,
    /** Group of NFTs; `any` allows all. If omitted, no NFT is allowed. */
    groupID: optional(itemGroup),
    /** Payload of NFTs, in hex with `0x`; `any` allows all. If omitted, only NFTs without a payload are allowed. */
    payload: optional(typed<string | 'any'>(aText)),
    /** Permitted receivers, besides `own`. If omitted, those of the policy's `to`. */
    to: optional(someReceivers),
  }))();
/** What may be issued: by operations on minting rights, NFTs and properties, or as an initial output of a new asset. */
export interface ItemRule extends Argument<typeof itemRule> {}
const someItems: ListCheck<Check<ItemRule>> = /* @__PURE__ */ aListOf(itemRule);

/** The network of a policy: its name, its id, or all its parameters. Other objects never equal the draft's network, which is then refused. */
export const someNetwork: Check<string | number | Network> = /* @__PURE__ */ isA(
  'the name, id or parameters of a network',
  (value) => isObject(value) || typeof value === 'string' || Number.isFinite(value),
);
const someWallet = /* @__PURE__ */ typed<Wallet>(anything);
/** The own addresses, owners and wallets. A wallet has functions, and is kept as it is. */
export const someOwn: Check<Own> = /* @__PURE__ */ (() =>
  either(isWallet, someWallet, aListOf(either(isWallet, someWallet, someOwner))))();
const someValue: Check<FieldValue> = /* @__PURE__ */ isA(
  'a number, text, true or false',
  (value) => isNumber(value) || typeof value === 'string' || typeof value === 'boolean',
);
/** Permitted values of fields, by path. */
export const rulesByField: Check<Readonly<Record<string, FieldRule>>> = /* @__PURE__ */ (() =>
  mapOf(
    either(
      isObject,
      typed<Extract<FieldRule, { readonly min?: unknown }>>(
        optionsOf({ min: optional(someNumber), max: optional(someNumber) }),
      ),
      either(Array.isArray, aListOf(someValue), someValue),
    ),
  ))();

/** The declaration of a policy's rules: its type, its check and, with the forms of its values (`file.ts`), its file. */
export const policyRules = /* @__PURE__ */ (() =>
  optionsOf({
    /**
     * The name or id of the network, or all its parameters. Those of mainnet, fuji, local and testnode are known. Those of a custom network
     * must be given here or to the check, because a draft could claim any.
     */
    network: someNetwork,
    /**
     * Who must own the inputs, operations and authorities: `own`: the signer, with all addresses of the owner; `proven` (the default): the
     * signer, or anyone whose ownership is proven; `claimed`: anyone the draft names. An authority in `authorities` need not be proven.
     */
    inputs: optional(wordOf('own', 'proven', 'claimed')),
    /** `required`: evidence or the caller's UTXOs must prove all inputs, including the signer's own. */
    evidence: optional(wordOf('required')),
    /**
     * Who may receive assets or rights, besides `own`. An address means a single owner without locktime; other owners are given with their
     * threshold and locktime, or as `{ to, amounts }` with a limit for each asset. Accounts and managers of L1s are `0x…`; a CB58 id is a
     * validation whose balance may be increased. The chain of an address is not compared.
     */
    to: optional(someReceivers),
    /**
     * Who must receive the change: a wallet, whose owners are derived again, or a list of addresses, owners and wallets. They may receive anything, but with no later locktime
     * than their own or that of their inputs, and nothing of theirs may become stakeable only. If omitted: the signer's own addresses, and
     * the owner of the inputs if all inputs have the same proven owner.
     */
    own: optional(someOwn),
    /** Maximum of each asset that may leave, by CB58 assetID or `AVAX`: inputs less change, so the fee is included. */
    amounts: optional(amountsByAsset),
    /** Maximum fee in nAVAX; 0.1 AVAX if omitted. */
    maxFee: optional(someNAVAX),
    /** Permitted transaction types, such as `platformvm.BaseTx`; all if omitted. */
    types: optional(aListOf(aText)),
    /** Nodes that may be added, delegated to or removed. */
    nodeIDs: optional(aListOf(someNodeID)),
    /** CB58 ids of subnets, validations and auto-renewed validators that may be used or changed. */
    authorities: optional(aListOf(someID)),
    /** Chains that may be exported to or imported from: `P`, `X`, `C`, or a CB58 blockchainID. */
    chains: optional(aListOf(aText)),
    /** Permitted operations on the X-chain, and initial outputs of a new asset. */
    items: optional(someItems),
    /** The next nonces of accounts of the C-chain, by `0x…`. */
    nonces: optional(noncesByAccount),
    /**
     * Permitted values of all other fields, by path, such as `validator.end`, `delegationShares` or `memo`. A path without indices applies to
     * all elements of a list (`validators.weight`); one with an index applies to that element (`validators[0].weight`) and has precedence.
     */
    fields: optional(rulesByField),
    /** Version of the Ledger app, which must display everything except what the wallet in `own` receives. */
    device: optional(wordOf('1.4.4', '1.4.20')),
    /** Maximum difference in seconds between the draft's time and the `time` of the check, in either direction. */
    maxAge: optional(someUnits),
    /** Unix seconds from which on nothing is allowed, compared with the `time` of the check. */
    until: optional(someTime),
  }))();
/**
 * The rules of a policy: what a signer allows. Whatever a transaction does that no rule allows is a finding. Only `types`, `evidence`,
 * `device` and the time limits restrict nothing if they are omitted; `maxFee` then has its default.
 */
export interface PolicyRules extends Argument<typeof policyRules> {}
