import type { ErrorCode } from './codes.ts';

/** What contexts are made of: plain data that logs, workers and other processes can take. */
export type Plain =
  | null
  | undefined
  | boolean
  | number
  | bigint
  | string
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** What the numbers of an `OutOfRange` count. `time` is Unix seconds, `seconds` a duration. */
export type FactUnit = 'time' | 'seconds' | 'nAVAX' | 'wei' | 'bytes' | 'gas' | 'millionths';

/** What kind of text a `BadText` expected. */
export type TextKind =
  | 'account'
  | 'address'
  | 'amount'
  | 'base64'
  | 'CB58'
  | 'certificate'
  | 'chain alias'
  | 'derivation path'
  | 'descriptor'
  | 'draft part'
  | 'dump'
  | 'extended public key'
  | 'file name'
  | 'header'
  | 'hex'
  | 'HRP'
  | 'index name'
  | 'input'
  | 'network'
  | 'node ID'
  | 'percentage'
  | 'private key'
  | 'text'
  | 'time'
  | 'URL';

/** An amount that is locked, and until when, in Unix seconds. */
export interface LockedAmount extends Record<string, Plain> {
  readonly amount: bigint;
  readonly until: bigint;
}

/** An asset as errors name it. Without `symbol`, amounts are in the smallest unit. */
export interface AssetFacts {
  /** CB58. */
  readonly assetID: string;
  readonly symbol?: string;
  /** Decimals of the asset: 9 for AVAX, 18 where the amounts are wei. */
  readonly denomination?: number;
}

/** What is needed of an asset, what can be spent, and why the rest cannot. */
export interface InsufficientFacts extends AssetFacts {
  readonly needed: bigint;
  readonly spendable: bigint;
  /** The chain that funds were to be imported from. */
  readonly importFrom?: string;
  /** Cannot be spent yet, only staked; ordered by time. */
  readonly stakeable?: readonly LockedAmount[];
  /** Its owner cannot sign yet; ordered by time. */
  readonly timelocked?: readonly LockedAmount[];
  /** Needs other signers. */
  readonly foreign?: bigint;
  /** Left out by the option `exclude`. */
  readonly excluded?: bigint;
  /** Costs more to spend than it is worth. */
  readonly uneconomic?: bigint;
  /** Set if an output is needed and not an amount: its type. `needed` and `spendable` then count outputs. */
  readonly outputType?: string;
  /** Of those outputs, how many cannot be used, by why. */
  readonly counts?: { readonly [why: string]: number };
}

/** The facts of each code: what `AvalancheError.context` has. Never key material. */
export interface ErrorContexts {
  readonly BadArgument: { readonly expected?: string; readonly found?: string };
  /** Bytes. */
  readonly Truncated: { readonly need: number; readonly left: number };
  /** Bytes. */
  readonly TrailingBytes: { readonly left: number };
  /** Bytes, characters or elements. */
  readonly TooLong: { readonly length?: number; readonly max: number };
  readonly OutOfRange: {
    readonly value?: bigint | number;
    readonly min?: bigint | number;
    readonly max?: bigint | number;
    readonly unit?: FactUnit;
    /** The time that a duration counts from, in Unix seconds. */
    readonly since?: bigint;
    /** How many inputs make a transaction too heavy. */
    readonly inputs?: number;
  };
  readonly BadVersion: { readonly version: number | string };
  readonly UnknownTypeID: { readonly found: number | string; readonly expected?: string };
  readonly BadChecksum: NoFacts;
  readonly BadText: {
    readonly kind: TextKind;
    /** What the text is instead, if it is recognized. */
    readonly found?:
      | 'account'
      | 'address'
      | 'address without chain'
      | 'node ID'
      | 'id'
      | 'private key'
      | 'EVM';
  };
  readonly BadJSON: NoFacts;
  readonly BadRLP: NoFacts;
  readonly Mismatch: { readonly found?: string; readonly expected?: string };
  /** CB58 of the transactions that disprove it; empty for a UTXO that the caller vouches for. */
  readonly Disproved: { readonly by: readonly string[] };
  readonly NotProven: {
    /** The owners that are only claimed: addresses as their chain writes them. */
    readonly owners: readonly {
      readonly threshold: number;
      readonly addresses: readonly string[];
    }[];
    /** What would do, each alone: an option or a key of the intent or state. */
    readonly give: readonly string[];
  };
  /** Empty where they are not known. */
  readonly Ambiguous: { readonly candidates: readonly Plain[] };
  readonly Lossy: NoFacts;
  /** Names, HRPs or networkIDs. */
  readonly WrongNetwork: { readonly have: string; readonly need: string };
  /** Aliases, or CB58 ids. */
  readonly WrongChain: { readonly have: string; readonly need: string };
  /** What a device cannot do. */
  readonly Unsupported: { readonly reason?: string };
  readonly NotSorted: NoFacts;
  readonly Duplicate: NoFacts;
  readonly Insufficient: InsufficientFacts;
  readonly MissingSigner: {
    /** Credentials that need more signatures: `need` of those addresses. */
    readonly missing?: readonly {
      readonly credential: number;
      readonly need: number;
      readonly addresses: readonly string[];
    }[];
    /** Signatures, or of validators their weight. */
    readonly have?: bigint;
    readonly need?: bigint;
  };
  /** Who signed, and who should have: `0x` and 40 digits of an address or account. */
  readonly BadSignature: { readonly found?: string; readonly expected?: string };
  readonly Unbalanced: AssetFacts & {
    readonly goesIn?: bigint;
    readonly comesOut?: bigint;
    /** Amount whose lock is lost, and until when it was locked. */
    readonly lost?: bigint;
    readonly locktime?: bigint;
    readonly burned?: bigint;
    readonly locked?: bigint;
    readonly deposited?: bigint;
    /** What was intended to be burned, locked or deposited. */
    readonly meant?: bigint;
  };
  /** nAVAX. */
  readonly FeeTooHigh: { readonly fee: bigint; readonly maxFee: bigint };
  /** nAVAX. */
  readonly FeeTooLow: { readonly fee: bigint; readonly minFee: bigint };
  /** Unix seconds: when the upgrade is activated, and the time of the transaction. */
  readonly WrongUpgrade: {
    readonly upgrade: string;
    readonly at: bigint;
    readonly time: bigint;
  };
  /** Unix seconds. */
  readonly Expired: { readonly until: bigint; readonly time: bigint };
  /** Unix seconds. */
  readonly Locked: { readonly until: bigint; readonly time: bigint };
  readonly MissingState: {
    /** `utxo`, `owner`, `validator`, `network`, … */
    readonly what: string;
    /** CB58, or the text that names it. */
    readonly id?: string;
    readonly outputIndex?: number;
    /** The fact that `checkTx` needs. */
    readonly missing?: string;
  };
  readonly Transport: {
    readonly reason: 'network' | 'timeout' | 'aborted' | 'redirect';
  };
  /** The option that sets the limit, and its value. */
  readonly LimitExceeded: { readonly limit: string; readonly max: number };
  readonly HTTPStatus: {
    readonly status: number;
    /** The first 2000 characters. */
    readonly body: string;
    /** What a hosted service says in its error body. */
    readonly message?: string;
    /** The HTTP status as the body of a hosted service names it. */
    readonly statusCode?: number;
    /** Name of the status, such as `Not Found`, as the body of a hosted service gives it. */
    readonly error?: string;
  };
  readonly NotFound: { readonly what?: string };
  readonly NotAllowed: NoFacts;
  readonly NodeError: {
    /** Mostly -32000. */
    readonly code: number;
    readonly message: string;
    /** As received; null for most nodes. */
    readonly data: Plain;
    /** The method that was called; absent if a reply was opened without its call. */
    readonly method?: string;
    readonly params?: Plain;
  };
  readonly NotAccepted: {
    readonly txID: string;
    /** `Refused` at once; otherwise the last status. */
    readonly status: 'Refused' | 'Dropped' | 'Aborted' | 'Rejected' | 'Processing' | 'Unknown';
    /** In the node's words, with the code that the checks of this library give for it. */
    readonly reason?: { readonly code?: ErrorCode; readonly text: string };
    /** The UTXOs that it spends: one that takes its place must spend one of them. */
    readonly inputs?: readonly { readonly txID: string; readonly outputIndex: number }[];
  };
  readonly Inconsistent: NoFacts;
  /** Numbers of the missing parts, and how many parts there are. */
  readonly MissingPart: { readonly missing: readonly number[]; readonly count: number };
  readonly Refused: {
    readonly findings: readonly {
      readonly code: string;
      readonly path: string;
      readonly detail: string;
    }[];
  };
  /** What the device or wallet returned. */
  readonly Declined: { readonly status?: number };
  /** What the device or wallet returned. */
  readonly SignerFailed: { readonly status?: number };
}

/** The context of a code without facts: an empty object. */
export interface NoFacts {
  readonly [key: string]: never;
}
