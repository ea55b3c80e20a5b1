import type { ChainName } from '../chain/declared.ts';
import type { ProofStatus } from '../owners/proof.ts';
import type { Finding } from '../review/finding.ts';
import type { WarningCode, WarningLevel } from './messages.ts';

/**
 * How well an owner is known: as `prove` says (`proven`, `own`, `changeable`, `claimed`); `signed`: nobody said who it is, but
 * somebody signed; `unknown`: nobody said it.
 */
export type Trust = ProofStatus | 'signed' | 'unknown';

/** Who may spend or sign, as people read it. */
export interface Party {
  /** Of the chain where the funds are, in its network's form; accounts of the C-chain as `0x…`. */
  readonly addresses: readonly string[];
  /** How many of them sign; 0 of none is anybody. */
  readonly threshold: number;
  /** Unix seconds from which on they can; 0 is always. */
  readonly locktime: bigint;
}

/** An asset, and how its amounts are written. */
export interface AssetText {
  /** CB58; undefined for an asset that a transaction without an id makes. */
  readonly id: string | undefined;
  /** Whether it is AVAX. Any other asset can be called so too. */
  readonly native: boolean;
  /** Absent where nobody said it: amounts are then in smallest units. */
  readonly symbol?: string;
  /** Decimals of the unit that people count in. */
  readonly denomination: number;
}

/** What is consumed, of one owner and asset, added up. */
export interface Payment {
  /** Place in `assets`. */
  readonly asset: number;
  /** In smallest units. None: a right or token that an operation consumes. */
  readonly amount?: bigint;
  /** Absent where the UTXO was not given: the transaction does not say whose it is. */
  readonly from?: Party;
  /** How well it is known that it is theirs. */
  readonly trust: Trust;
  /** Whether all addresses of `from` are the reader’s; absent where `own` was not given. */
  readonly isOwn?: boolean;
  /** Where nobody said whose it is: who signed for it. Others may own it with them. */
  readonly signedBy?: readonly string[];
  /** Chain that exported it, if it is imported. */
  readonly importedFrom?: string;
  /** Unix seconds until which it can only be staked. */
  readonly stakeableUntil?: bigint;
  /** UTXOs, or accounts. */
  readonly count: number;
}

/**
 * Why something goes somewhere. `fee`, `balance` (of L1 validators), `supply` (of an elastic subnet), `lost` and `feeOrLost` (the
 * network is not known) are burned; `change` goes back to who paid; `import` is what an import gives to an owner, `deposit` to an
 * account of the C-chain.
 */
export type FlowWhy =
  | 'output'
  | 'change'
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

/** What is handed on without an amount. */
export type Item = 'mintRight' | 'nft' | 'nftRight' | 'property' | 'propertyRight';

/** Something that goes from its owners to somebody, or to nobody. */
export interface Flow {
  readonly why: FlowWhy;
  /** Place in `assets`. */
  readonly asset: number;
  /** In smallest units; none of an `item`. */
  readonly amount?: bigint;
  readonly item?: Item;
  /** Of an NFT, or the right to mint one. */
  readonly groupID?: number;
  /** Of an NFT: hex. */
  readonly payload?: string;
  /** None: it is burned. Who pays is said of the asset (`Sum.from`): UTXOs have no other link to outputs. */
  readonly to?: Party;
  /** Whether all addresses of `to` are the reader’s; absent where `own` was not given. */
  readonly isOwn?: boolean;
  /** Chain that can import it. */
  readonly exportedTo?: string;
  /** Unix seconds until which it can only be staked. */
  readonly stakeableUntil?: bigint;
  /** Place among the UTXOs that the transaction makes. */
  readonly outputIndex?: number;
}

/** What comes later, and only the node's state tells how much of it. */
export interface Later {
  readonly why: 'refund' | 'stake' | 'reward';
  /** CB58 of the validation, or of the transaction that staked. */
  readonly of: string;
}

/** One more thing that a transaction says: a node, a period, an owner. */
export interface Fact {
  /** Stable name. */
  readonly key: string;
  /** Where it stands in the unsigned transaction; empty if it follows from several places. */
  readonly path: string;
  readonly value: string | bigint | Party;
  /** Of an owner, whether all addresses are the reader’s; absent where `own` was not given. */
  readonly isOwn?: boolean;
  /** Label and value in words. */
  readonly label: string;
  readonly text: string;
}

/** Who agrees, beside those who pay. */
export interface Authority {
  readonly kind: 'subnet' | 'l1Validator' | 'autoRenewedValidator';
  /** CB58 of the subnet, the validation, or the transaction that began the validator. */
  readonly of: string;
  /** Absent where it was not given. */
  readonly owner?: Party;
  /** How well it is known that they decide. */
  readonly trust: Trust;
}

/** Whether a signature is there, and whose. */
export interface SignatureText {
  /**
   * `valid`: of the owner's address in its place; `wrong`: of another; `present`: it is somebody's, and who should sign is not
   * known; `unreadable`: nobody's; `missing`.
   */
  readonly status: 'valid' | 'wrong' | 'present' | 'unreadable' | 'missing';
  /** Who signed, or if it is missing who may. */
  readonly addresses: readonly string[];
}

/** What one credential is for, and its signatures. */
export interface CredentialText {
  readonly kind: 'input' | 'auth' | 'operation' | 'account';
  /** Where in the unsigned transaction it is asked for. */
  readonly path: string;
  readonly owner?: Party;
  /** How well the owner is known; of an account always `proven`: the transaction names it. */
  readonly trust: Trust;
  /** Whether all addresses of the owner are the reader’s; absent where `own` was not given. */
  readonly isOwn?: boolean;
  readonly signatures: readonly SignatureText[];
}

/** Something to look at before one signs. */
export interface Caution {
  readonly code: WarningCode;
  /** `danger`: do not sign before it is understood; `caution`: look at it; `note`: good to know. */
  readonly level: WarningLevel;
  readonly text: string;
  /** Where in the unsigned transaction, if it is at one place. */
  readonly path?: string;
}

/** What goes in of an asset, where it goes, and what is made: `consumed` + `unfunded` = `received` + `burned`. */
export interface Sum {
  /** Place in `assets`. */
  readonly asset: number;
  readonly consumed: bigint;
  /** By owners, without what is minted. */
  readonly received: bigint;
  readonly burned: bigint;
  readonly minted: bigint;
  /** What comes out and does not go in: no node takes a transaction that has it. */
  readonly unfunded: bigint;
  /** Owners of all that goes in, each once. Absent where one is not known. */
  readonly from?: readonly Party[];
}

/** What a transaction does, for people: as data, as text and as a picture. */
export interface Explanation {
  /** One sentence. */
  readonly title: string;
  /** `platformvm.BaseTx`. */
  readonly type: string;
  readonly chain: ChainName;
  /** Name of the network; undefined where the transaction and the context say none. */
  readonly network: string | undefined;
  /** CB58; undefined before it is signed. */
  readonly txID: string | undefined;
  /** Unix seconds that it is judged at. */
  readonly time: bigint | undefined;
  readonly assets: readonly AssetText[];
  readonly payments: readonly Payment[];
  readonly flows: readonly Flow[];
  readonly sums: readonly Sum[];
  readonly later: readonly Later[];
  readonly facts: readonly Fact[];
  readonly authority: Authority | undefined;
  readonly credentials: readonly CredentialText[];
  /** The review, without an expectation: all that leaves the reader, notes included. The gravest first. */
  readonly findings: readonly Finding[];
  /** What to look at before it is signed. The gravest first. */
  readonly warnings: readonly Caution[];
  /** SHA-256 of the unsigned bytes, 32 bytes: what is signed. `sign(draft, key, { reviewed: digest })` signs what was explained. */
  readonly digest: Uint8Array;
  /** In the order in which the Ledger app shows it, then what a device does not show. */
  readonly text: string;
  /** Who pays left, who gets right, widths by amount. Stands alone, without script, font or page. */
  readonly svg: string;
}
