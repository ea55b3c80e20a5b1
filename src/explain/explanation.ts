/**
 * The result of `explain`, as plain data. Texts and pictures are derived from it, so an application can render its own view from the
 * same data. Lists refer to an asset by its index in `assets`.
 */

import type { ChainName } from '../chain/declared.ts';
import type { ProofStatus } from '../owners/proof.ts';
import type { Finding } from '../review/codes.ts';
import { aListOf, anObject, aText, objectOf, wordOf } from '../schema/check.ts';
import type { WarningCode, WarningLevel } from './warningcodes.ts';

/**
 * How well an owner is known: a status of `prove` (`proven`, `own`, `changeable`, `claimed`); `signed` if no owner is known but the
 * signers are; `unknown` otherwise.
 */
export type Trust = ProofStatus | 'signed' | 'unknown';

/** An owner for display: the addresses that may spend or sign, and how many of them must. */
export interface Party {
  /** Addresses in the format of the chain and network that hold the funds; `0x…` for accounts of the C-chain. */
  readonly addresses: readonly string[];
  /** Number of required signatures. 0 with no addresses means that anybody can spend. */
  readonly threshold: number;
  /** Unix seconds from which they can spend or sign; 0 if they always can. */
  readonly locktime: bigint;
}

/** An asset for display: its id, symbol and decimals. */
export interface AssetText {
  /** CB58; undefined for the new asset of a transaction that has no id yet. */
  readonly id: string | undefined;
  /** Whether the asset is AVAX. The symbol does not tell: any asset can call itself AVAX. */
  readonly native: boolean;
  /** Omitted if unknown; amounts are then in the smallest unit. */
  readonly symbol?: string;
  /** Decimals of the displayed unit. */
  readonly denomination: number;
}

/** The consumed amount of one owner and asset, summed over its UTXOs or accounts. */
export interface Payment {
  /** Index in `assets`. */
  readonly asset: number;
  /** In the smallest unit; omitted for a right or token that an operation consumes. */
  readonly amount?: bigint;
  /** The owner; omitted if the UTXO was not given, since a transaction does not contain the owners of its inputs. */
  readonly from?: Party;
  /** How well the owner is known. */
  readonly trust: Trust;
  /** Whether all addresses of `from` are the reader’s; absent where `own` was not given. */
  readonly isOwn?: boolean;
  /** Addresses that signed for it, if the owner is unknown. Others may own it together with them. */
  readonly signedBy?: readonly string[];
  /** Chain that exported it; set for an import. */
  readonly importedFrom?: string;
  /** Unix seconds until which it can only be staked. */
  readonly stakeableUntil?: bigint;
  /** Number of UTXOs or accounts. */
  readonly count: number;
}

/**
 * Why an amount or item moves. `fee`, `balance` (of L1 validators), `supply` (of an elastic subnet), `lost` and `feeOrLost` (the
 * network is unknown) are burned. `change` returns to the payer. `returned` goes back to exactly the addresses that signed for all
 * inputs of its asset, whose owners are not known: neither a payment nor change; only titles and pictures use it. `import` gives imported
 * funds to an owner, `deposit` to an account of the C-chain.
 */
export type FlowWhy =
  | 'output'
  | 'change'
  | 'returned'
  | 'export'
  | 'import'
  | 'deposit'
  | 'stake'
  | 'mint'
  | 'fee'
  | 'balance'
  | 'supply'
  | 'lost'
  | 'feeOrLost';

/** A right or token that moves without an amount. */
export type Item = 'mintRight' | 'nft' | 'nftRight' | 'property' | 'propertyRight';

/** An amount or item that is given to an owner or burned. */
export interface Flow {
  readonly why: FlowWhy;
  /** Index in `assets`. */
  readonly asset: number;
  /** In the smallest unit; omitted for an `item`. */
  readonly amount?: bigint;
  readonly item?: Item;
  /** Group of an NFT or of the right to mint NFTs. */
  readonly groupID?: number;
  /** Payload of an NFT, in hex. */
  readonly payload?: string;
  /** The recipient; omitted if burned. The payers are known per asset only (`Sum.from`), since inputs are not linked to outputs. */
  readonly to?: Party;
  /** Whether all addresses of `to` are the reader’s; absent where `own` was not given. */
  readonly isOwn?: boolean;
  /** Chain that can import it; set for an export. */
  readonly exportedTo?: string;
  /** Unix seconds until which it can only be staked. */
  readonly stakeableUntil?: bigint;
  /** Index among the UTXOs that the transaction produces. */
  readonly outputIndex?: number;
}

/** A later payment whose amount depends on the node's state: a refund, returned stake or a reward. */
export interface Later {
  readonly why: 'refund' | 'stake' | 'reward';
  /** CB58 of the validation, or of the staking transaction. */
  readonly of: string;
}

/** A field of a transaction that is not a flow, such as a node, a period or an owner. */
export interface FieldText {
  /** Stable name of the field, for programs. */
  readonly key: string;
  /** Path in the unsigned transaction; empty if it is derived from several fields. */
  readonly path: string;
  readonly value: string | bigint | Party;
  /** For an owner, whether all addresses are the reader’s; omitted if `own` was not given. */
  readonly isOwn?: boolean;
  /** Label for display; `text` is the value for display. */
  readonly label: string;
  readonly text: string;
}

/** The owner who must authorize the transaction besides the payers. */
export interface Authority {
  readonly kind: 'subnet' | 'l1Validator' | 'autoRenewedValidator';
  /** CB58 of the subnet, of the validation, or of the transaction that added the validator. */
  readonly of: string;
  /** Omitted if it was not given. */
  readonly owner?: Party;
  /** How well it is known that this owner authorizes. */
  readonly trust: Trust;
}

/** The state of one required signature: present or missing, and by whom. */
export interface SignatureText {
  /**
   * `valid`: by the expected address of the owner. `wrong`: by another address. `present`: made by some key, but the expected signer
   * is unknown. `unreadable`: no key can be recovered from it. `missing`: not signed yet.
   */
  readonly status: 'valid' | 'wrong' | 'present' | 'unreadable' | 'missing';
  /** Address that signed or, if the signature is missing, those that can. */
  readonly addresses: readonly string[];
}

/** A credential: what it authorizes, its owner, and its signatures. */
export interface CredentialText {
  readonly kind: 'input' | 'auth' | 'operation' | 'account';
  /** Path in the unsigned transaction of the input, operation or authorization that requires it. */
  readonly path: string;
  readonly owner?: Party;
  /** How well the owner is known. Always `proven` for an account, since the transaction names it. */
  readonly trust: Trust;
  /** Whether all addresses of the owner are the reader’s; absent where `own` was not given. */
  readonly isOwn?: boolean;
  readonly signatures: readonly SignatureText[];
}

/** A warning to read before signing. */
export interface ExplanationWarning {
  readonly code: WarningCode;
  /** `danger`: do not sign before you understand it. `caution`: check it. `note`: for information. */
  readonly level: WarningLevel;
  readonly text: string;
  /** Path in the unsigned transaction; omitted if it does not concern a single field. */
  readonly path?: string;
}

/** Totals of one asset: `consumed` + `unfunded` = `received` + `burned`. */
export interface Sum {
  /** Index in `assets`. */
  readonly asset: number;
  readonly consumed: bigint;
  /** Amount that owners receive, without minted amounts. */
  readonly received: bigint;
  readonly burned: bigint;
  readonly minted: bigint;
  /** Outputs in excess of the inputs. A node accepts the transaction only if this is 0. */
  readonly unfunded: bigint;
  /** The owners of all inputs, without duplicates; omitted if one of them is unknown. */
  readonly from?: readonly Party[];
}

/** What a transaction does, as data. `textOf` makes text of it, and `svgOf` a picture. */
export interface Explanation {
  /** What the transaction does, in one sentence. */
  readonly title: string;
  /** What goes back to exactly the addresses that signed: `987.5 AVAX back to a signer`. Shown below the title, less prominently. */
  readonly subtitle: string | undefined;
  /** Type of the transaction, such as `platformvm.BaseTx`. */
  readonly type: string;
  readonly chain: ChainName;
  /** Name of the network; undefined if neither the transaction nor the context gives it. */
  readonly network: string | undefined;
  /** CB58; undefined for an unsigned transaction or draft. */
  readonly txID: string | undefined;
  /** Unix seconds at which locks and periods are evaluated. */
  readonly time: bigint | undefined;
  readonly assets: readonly AssetText[];
  readonly payments: readonly Payment[];
  readonly flows: readonly Flow[];
  readonly sums: readonly Sum[];
  readonly later: readonly Later[];
  readonly fields: readonly FieldText[];
  readonly authority: Authority | undefined;
  readonly credentials: readonly CredentialText[];
  /** Findings of `review` without an expectation, notes included: everything that leaves the reader. Most serious first. */
  readonly findings: readonly Finding[];
  /** Warnings to read before signing, most serious first. */
  readonly warnings: readonly ExplanationWarning[];
  /**
   * SHA-256 of the unsigned bytes (32 bytes), which is what gets signed. `sign(draft, key, { reviewed: digest })` signs only this
   * transaction.
   */
  readonly digest: Uint8Array;
}

/** An explanation, as an argument. */
export const explanationArgument = /* @__PURE__ */ (() =>
  objectOf(
    {
      title: aText,
      type: aText,
      chain: wordOf('P', 'X', 'C'),
      assets: aListOf(anObject),
      payments: aListOf(anObject),
      flows: aListOf(anObject),
      warnings: aListOf(anObject),
    },
    { name: 'what explain() returns' },
  ))();
