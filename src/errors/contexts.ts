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
  /** Units of the asset. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly until: bigint;
}

/** An asset as errors name it. Without `symbol`, amounts are in the smallest unit. */
export interface AssetContext {
  /** CB58. */
  readonly assetID: string;
  /** Such as `AVAX`. */
  readonly symbol?: string;
  /** Decimals of the asset: 9 for AVAX, 18 where the amounts are wei. */
  readonly denomination?: number;
}

/** What is needed of an asset, what can be spent, and why the rest cannot. */
export interface InsufficientContext extends AssetContext {
  /** The least that would suffice: outputs, stakes and balances, and the fee of spending all that can be spent. */
  readonly needed: bigint;
  /** Can be spent freely, and is worth its input. */
  readonly spendable: bigint;
  /** The chain that funds were to be imported from. */
  readonly importFrom?: string;
  /** Cannot be spent yet, only staked, by whoever stakes; ordered by time. */
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
  readonly BadArgument: {
    /** What the argument must be. */
    readonly expected?: string;
    /** What kind of value it is. */
    readonly found?: string;
  };
  /** Bytes. */
  readonly Truncated: {
    /** Bytes that are needed. */
    readonly need: number;
    /** Bytes that are left. */
    readonly left: number;
  };
  /** Bytes. */
  readonly TrailingBytes: { /** Bytes after the end of the value. */ readonly left: number };
  /** Bytes, characters or elements. */
  readonly TooLong: {
    /** The length that was found. */
    readonly length?: number;
    /** The largest length that is allowed. */
    readonly max: number;
  };
  readonly OutOfRange: {
    /** The value that was given. */
    readonly value?: bigint | number;
    /** The smallest value that is allowed. */
    readonly min?: bigint | number;
    /** The largest value that is allowed. */
    readonly max?: bigint | number;
    /** What the numbers count; plain numbers if omitted. */
    readonly unit?: FactUnit;
    /** The time that a duration counts from, in Unix seconds. */
    readonly since?: bigint;
    /** How many inputs make a transaction too heavy. */
    readonly inputs?: number;
  };
  readonly BadVersion: { /** The version that was found. */ readonly version: number | string };
  readonly UnknownTypeID: {
    /** The typeID or name that was found. */
    readonly found: number | string;
    /** The types that can stand there. */
    readonly expected?: string;
  };
  readonly BadChecksum: NoContext;
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
  readonly BadJSON: NoContext;
  readonly BadRLP: NoContext;
  readonly Mismatch: {
    /** What it is. */
    readonly found?: string;
    /** What it must be. */
    readonly expected?: string;
  };
  /** CB58 of the transactions that disprove it; empty for a UTXO that the caller vouches for. */
  readonly Disproved: { /** CB58 of the transactions. */ readonly by: readonly string[] };
  readonly NotProven: {
    /** The owners that are only claimed: addresses as their chain writes them. */
    readonly owners: readonly {
      /** Signatures needed. */
      readonly threshold: number;
      /** As their chain writes them. */
      readonly addresses: readonly string[];
    }[];
    /** What would do, each alone: an option or a key of the intent or state. */
    readonly give: readonly string[];
  };
  /** Empty where they are not known. */
  readonly Ambiguous: {
    /** The readings, types or values that fit. */
    readonly candidates: readonly Plain[];
  };
  readonly Lossy: NoContext;
  /** Names, HRPs or networkIDs. */
  readonly WrongNetwork: {
    /** The network that was found. */
    readonly have: string;
    /** The network that is needed. */
    readonly need: string;
  };
  /** Aliases, or CB58 ids. */
  readonly WrongChain: {
    /** The chain that was found. */
    readonly have: string;
    /** The chain that is needed. */
    readonly need: string;
  };
  /** What a device cannot do. */
  readonly Unsupported: { /** Why not. */ readonly reason?: string };
  readonly NotSorted: NoContext;
  readonly Duplicate: NoContext;
  readonly Insufficient: InsufficientContext;
  readonly MissingSigner: {
    /** Credentials that need more signatures: `need` of those addresses. */
    readonly missing?: readonly {
      /** Index of the credential. */
      readonly credential: number;
      /** How many more signatures it needs. */
      readonly need: number;
      /** Addresses that can sign. */
      readonly addresses: readonly string[];
    }[];
    /** Signatures, or of validators their weight. */
    readonly have?: bigint;
    /** What is needed, in the same unit. */
    readonly need?: bigint;
  };
  /** Who signed, and who should have: `0x` and 40 digits of an address or account. */
  readonly BadSignature: {
    /** What it is. */
    readonly found?: string;
    /** What it must be. */
    readonly expected?: string;
  };
  readonly Unbalanced: AssetContext & {
    /** Amount of the inputs. */
    readonly goesIn?: bigint;
    /** Amount of the outputs. */
    readonly comesOut?: bigint;
    /** Amount whose lock is lost, and until when it was locked. */
    readonly lost?: bigint;
    /** End of the lock that is lost, in Unix seconds. */
    readonly locktime?: bigint;
    /** Amount that is burned. */
    readonly burned?: bigint;
    /** Amount that is locked. */
    readonly locked?: bigint;
    /** Amount that is deposited. */
    readonly deposited?: bigint;
    /** What was intended to be burned, locked or deposited. */
    readonly meant?: bigint;
  };
  /** nAVAX. */
  readonly FeeTooHigh: {
    /** The fee, in nAVAX. */
    readonly fee: bigint;
    /** The limit of the option `maxFee`, in nAVAX. */
    readonly maxFee: bigint;
  };
  /** nAVAX. */
  readonly FeeTooLow: {
    /** The fee, in nAVAX. */
    readonly fee: bigint;
    /** What the network needs, in nAVAX. */
    readonly minFee: bigint;
  };
  /** Unix seconds: when the upgrade is activated, and the time of the transaction. */
  readonly WrongUpgrade: {
    /** Name of the upgrade. */
    readonly upgrade: string;
    /** When the upgrade is activated, in Unix seconds. */
    readonly at: bigint;
    /** The time of the transaction, in Unix seconds. */
    readonly time: bigint;
  };
  /** Unix seconds. */
  readonly Expired: {
    /** Until when it was valid, in Unix seconds. */
    readonly until: bigint;
    /** The time of the check, in Unix seconds. */
    readonly time: bigint;
  };
  /** Unix seconds. */
  readonly Locked: {
    /** Until when it is locked, in Unix seconds. */
    readonly until: bigint;
    /** The time of the check, in Unix seconds. */
    readonly time: bigint;
  };
  readonly MissingState: {
    /** `utxo`, `owner`, `validator`, `network`, … */
    readonly what: string;
    /** CB58, or the text that names it. */
    readonly id?: string;
    /** Of a UTXO. */
    readonly outputIndex?: number;
    /** The fact that `checkTx` needs. */
    readonly missing?: string;
  };
  readonly Transport: {
    /** Why there is no reply. */
    readonly reason: 'network' | 'timeout' | 'aborted' | 'redirect';
  };
  /** The option that sets the limit, and its value. */
  readonly LimitExceeded: {
    /** Name of the option. */
    readonly limit: string;
    /** Its value. */
    readonly max: number;
  };
  readonly HTTPStatus: {
    /** The HTTP status. */
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
  readonly NotFound: { /** What was looked for. */ readonly what?: string };
  readonly NotAllowed: NoContext;
  readonly NodeError: {
    /** Mostly -32000. */
    readonly code: number;
    /** What the node says. */
    readonly message: string;
    /** As received; null for most nodes. */
    readonly data: Plain;
    /** The method that was called; absent if a reply was opened without its call. */
    readonly method?: string;
    /** What the method was called with. */
    readonly params?: Plain;
  };
  readonly NotAccepted: {
    /** CB58 of the transaction. */
    readonly txID: string;
    /** `Refused` at once; otherwise the last status. */
    readonly status: 'Refused' | 'Dropped' | 'Aborted' | 'Rejected' | 'Processing' | 'Unknown';
    /** In the node's words, with the code that the checks of this library give for it. */
    readonly reason?: {
      /** The code that the checks of this library give for it. */
      readonly code?: ErrorCode;
      /** What the node says. */
      readonly text: string;
    };
    /** The UTXOs that it spends: one that takes its place must spend one of them. */
    readonly inputs?: readonly {
      /** CB58 of the transaction that made the UTXO. */
      readonly txID: string;
      /** Index among the outputs of that transaction. */
      readonly outputIndex: number;
    }[];
  };
  readonly Pending: {
    /** CB58 of every transaction that was submitted or may have been. */
    readonly txIDs: readonly string[];
    /** What `resume` takes. */
    readonly record: string;
  };
  readonly Inconsistent: NoContext;
  /** Numbers of the missing parts, and how many parts there are. */
  readonly MissingPart: {
    /** Numbers of the missing parts, from 1. */
    readonly missing: readonly number[];
    /** How many parts there are. */
    readonly count: number;
  };
  readonly Refused: {
    /** Every objection of the policy. */
    readonly findings: readonly {
      /** Code of the objection. */
      readonly code: string;
      /** Path of the field in the transaction. */
      readonly path: string;
      /** What the policy does not allow. */
      readonly detail: string;
    }[];
  };
  readonly NotReviewed: NoContext;
  /** What the device or wallet returned. */
  readonly Declined: {
    /** The status that the device or wallet returned. */
    readonly status?: number;
  };
  /** What the device or wallet returned. */
  readonly SignerFailed: {
    /** The status that the device or wallet returned. */
    readonly status?: number;
  };
}

/** The facts of a code. An error of the compiler here names a code that `ErrorContexts` lacks. */
export type ContextOf<
  C extends ErrorCode,
  Contexts extends { readonly [Code in ErrorCode]: object } = ErrorContexts,
> = Contexts[C];

/** The context of a code without facts: an empty object. */
export interface NoContext {
  readonly [key: string]: never;
}
