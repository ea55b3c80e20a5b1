/**
 * The data of each error code: what `AvalancheError.context` contains. It is plain, so that logs, workers and other
 * processes can receive them.
 */
import type { ErrorCode } from './codes.ts';

/** Plain data, of which error contexts consist: logs, workers and other processes can receive it. */
export type Plain =
  | null
  | undefined
  | boolean
  | number
  | bigint
  | string
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** Unit of the numbers of an `OutOfRange`. `time` is Unix seconds, `seconds` a duration. */
export type RangeUnit = 'time' | 'seconds' | 'nAVAX' | 'wei' | 'bytes' | 'gas' | 'millionths';

/** The kind of text that a `BadText` expected. */
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
  | 'UR'
  | 'URL';

/** A locked amount, with the end of its lock. */
export interface LockedAmount extends Record<string, Plain> {
  /** In units of the asset. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly until: bigint;
}

/** An asset in the context of an error. Without `symbol`, amounts are in the smallest unit. */
export interface AssetContext {
  /** CB58. */
  readonly assetID: string;
  /** Symbol, such as `AVAX`. */
  readonly symbol?: string;
  /** Decimals of the asset: 9 for AVAX, 18 where the amounts are wei. */
  readonly denomination?: number;
}

/** How much of an asset is needed and spendable, and why the rest cannot be spent. */
export interface InsufficientContext extends AssetContext {
  /** The minimum that would suffice: outputs, stakes and balances, and the fee for spending everything spendable. */
  readonly needed: bigint;
  /** Amount that can be spent freely and is worth more than the cost of its inputs. */
  readonly spendable: bigint;
  /** The chain from which funds were to be imported. */
  readonly importFrom?: string;
  /** Amounts that can only be staked until a time, ordered by time. */
  readonly stakeable?: readonly LockedAmount[];
  /** Amounts whose owner cannot sign yet, ordered by time. */
  readonly timelocked?: readonly LockedAmount[];
  /** Amounts that other payments of the wallet hold, by the id of the payment. Only from a wallet. */
  readonly heldBy?: readonly {
    /** ID of the payment. */
    readonly id: string;
    /** Amount in the smallest unit. */
    readonly amount: bigint;
    /** The chain where it is: `P`, `X` or `C`. */
    readonly chain: string;
    /** The chain that exported it, if the payment has not imported it yet. */
    readonly from?: string;
  }[];
  /** Amounts of the wallet in other places. Only from a wallet. */
  readonly elsewhere?: readonly {
    /** The chain: `P`, `X` or `C`. */
    readonly chain: string;
    /** Amount in the smallest unit. */
    readonly amount: bigint;
    /** Whether it waits to be imported there. */
    readonly isPending: boolean;
    /** The chain that exported what waits to be imported. */
    readonly from?: string;
  }[];
  /** The chain where it is lacking: `P`, `X` or `C`. Only from a wallet. */
  readonly here?: string;
  /** The addresses whose coins were looked at: those of the shared owner, if the wallet has one; on C its accounts. Only from a wallet. */
  readonly addresses?: readonly string[];
  /** Amount that needs other signers. */
  readonly foreign?: bigint;
  /** Amount left out by the option `exclude`. */
  readonly excluded?: bigint;
  /** Amount that costs more to spend than it is worth. */
  readonly uneconomic?: bigint;
  /** Type of the needed output, if an output is missing rather than an amount. `needed` and `spendable` then count outputs. */
  readonly outputType?: string;
  /** Number of those outputs that cannot be used, by reason. */
  readonly counts?: { readonly [why: string]: number };
}

/** The data of each error code, as in `AvalancheError.context`. Never contains key material. */
export interface ErrorContexts {
  readonly BadArgument: {
    /** What the argument must be. */
    readonly expected?: string;
    /** Kind of the given value. */
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
  /** Lengths in bytes, characters or elements. */
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
    readonly unit?: RangeUnit;
    /** The time that a duration counts from, in Unix seconds. */
    readonly since?: bigint;
    /** The part that makes a transaction too large: `inputs`, `outputs`, `validators` or another field. */
    readonly part?: string;
    /** Number of its elements or bytes. */
    readonly count?: number;
    /** Seconds until the value is possible, if blocks have used the chain's gas. */
    readonly retryAfter?: number;
  };
  readonly BadVersion: { /** The version that was found. */ readonly version: number | string };
  readonly UnknownTypeID: {
    /** The typeID or name that was found. */
    readonly found: number | string;
    /** The types that are allowed. */
    readonly expected?: string;
  };
  readonly BadChecksum: NoContext;
  readonly BadText: {
    readonly kind: TextKind;
    /** What the text is recognized as instead. */
    readonly found?:
      | 'account'
      | 'address'
      | 'address without chain'
      | 'node ID'
      | 'id'
      | 'private key'
      | 'extended public key'
      | 'public key'
      | 'signature'
      | 'BLS public key'
      | 'BLS signature'
      | 'URL'
      | 'EVM';
  };
  readonly BadJSON: NoContext;
  readonly BadRLP: NoContext;
  readonly Mismatch: {
    /** The actual value. */
    readonly found?: string;
    /** The expected value. */
    readonly expected?: string;
    /** At `id` of a wallet's call: the payment that has the ID. */
    readonly payment?: {
      /** ID of the payment; of a row of `sendMany`, that of its transaction. */
      readonly id: string;
      /** `accepted`: it is paid; `unknown`: it may still be; `refused`: it never can be. */
      readonly state: 'accepted' | 'refused' | 'unknown';
      /** Its transactions. */
      readonly txs: ErrorContexts['Pending']['txs'];
    };
  };
  /** CB58 of the transactions that disprove it; empty for a UTXO that the caller vouches for. */
  readonly Disproved: { /** CB58 of the transactions. */ readonly by: readonly string[] };
  readonly NotProven: {
    /** The owners that are only claimed, with addresses in the format of their chain. */
    readonly owners: readonly {
      /** Signatures needed. */
      readonly threshold: number;
      /** In the format of their chain. */
      readonly addresses: readonly string[];
    }[];
    /** Options, or keys of the intent or state, each of which alone would resolve it. */
    readonly give: readonly string[];
  };
  /** Candidates; empty if they are unknown. */
  readonly Ambiguous: {
    /** The readings, types or values that fit. */
    readonly candidates: readonly Plain[];
  };
  readonly Lossy: NoContext;
  /** Networks as names, HRPs or networkIDs. */
  readonly WrongNetwork: {
    /** The network that was found. */
    readonly have: string;
    /** The network that is needed. */
    readonly need: string;
  };
  /** Chains as aliases or CB58 ids. */
  readonly WrongChain: {
    /** The chain that was found. */
    readonly have: string;
    /** The chain that is needed. */
    readonly need: string;
  };
  /** What a device does not support. */
  readonly Unsupported: { /** Why not. */ readonly reason?: string };
  readonly NotSorted: NoContext;
  readonly Duplicate: NoContext;
  readonly Insufficient: InsufficientContext;
  readonly MissingSigner: {
    /** Credentials that need more signatures: `need` of the listed addresses. */
    readonly missing?: readonly {
      /** Index of the credential. */
      readonly credential: number;
      /** How many more signatures it needs. */
      readonly need: number;
      /** Addresses that can sign. */
      readonly addresses: readonly string[];
    }[];
    /** Number of signatures, or weight of validators. */
    readonly have?: bigint;
    /** What is needed, in the same unit. */
    readonly need?: bigint;
  };
  /** The signer and the expected signer, as `0x` and 40 digits of an address or account. */
  readonly BadSignature: {
    /** The actual value. */
    readonly found?: string;
    /** The expected value. */
    readonly expected?: string;
  };
  readonly Unbalanced: AssetContext & {
    /** Amount of the inputs. */
    readonly goesIn?: bigint;
    /** Amount of the outputs. */
    readonly comesOut?: bigint;
    /** Amount that loses its lock. */
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
    /** CB58 id, or the text that names it. */
    readonly id?: string;
    /** Output index of a UTXO. */
    readonly outputIndex?: number;
    /** The part of `Facts` that `checkTx` needs. */
    readonly missing?: string;
  };
  readonly Transport: {
    /** Reason why there is no reply. */
    readonly reason: 'network' | 'timeout' | 'aborted' | 'redirect';
    /** CB58 id of a transaction that was sent, and that may have been accepted. */
    readonly txID?: string;
    /** ID of a wallet's payment for which nothing was signed, so that nothing was paid. */
    readonly unpaid?: string;
  };
  /** The exceeded limit: name and value of its option. */
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
    /** Message in the error body of a hosted service. */
    readonly message?: string;
    /** The HTTP status as the body of a hosted service names it. */
    readonly statusCode?: number;
    /** Name of the status, such as `Not Found`, as the body of a hosted service gives it. */
    readonly error?: string;
    /** CB58 id of a transaction that was sent, and that may have been accepted. */
    readonly txID?: string;
    /** ID of a wallet's payment for which nothing was signed, so that nothing was paid. */
    readonly unpaid?: string;
  };
  readonly NotFound: { /** What was looked for. */ readonly what?: string };
  readonly NotAllowed: NoContext;
  readonly NodeError: {
    /** JSON-RPC error code, usually -32000. */
    readonly code: number;
    /** Text of the node's reply. */
    readonly message: string;
    /** JSON-RPC error data as received; usually null. */
    readonly data: Plain;
    /** The called method; omitted if a reply was opened without its call. */
    readonly method?: string;
    /** Parameters of the call. */
    readonly params?: Plain;
    /** ID of a wallet's payment for which nothing was signed, so that nothing was paid. */
    readonly unpaid?: string;
  };
  readonly NotAccepted: {
    /** CB58 of the transaction. */
    readonly txID: string;
    /**
     * `Refused` if the node refused it immediately; `Excluded` if a wallet has found another transaction that is accepted and spends its
     * coin, so that it can never be accepted; otherwise the last status.
     */
    readonly status:
      | 'Refused'
      | 'Dropped'
      | 'Aborted'
      | 'Rejected'
      | 'Processing'
      | 'Unknown'
      | 'Excluded';
    /** CB58 of the accepted transaction that excludes it. */
    readonly excludedBy?: string;
    /** Hosts of the nodes on whose word it rests that the other one is accepted: all nodes of the wallet. */
    readonly saidBy?: readonly string[];
    /** The reason that the node gives, with the error code of this library for it. */
    readonly reason?: {
      /** The error code of this library for it. */
      readonly code?: ErrorCode;
      /** Text of the node's reply. */
      readonly text: string;
    };
    /** The UTXOs that it spends. A replacement must spend one of them to conflict with it. */
    readonly inputs?: readonly {
      /** CB58 of the transaction that produced the UTXO. */
      readonly txID: string;
      /** Index among the outputs of that transaction. */
      readonly outputIndex: number;
    }[];
  };
  readonly Pending: {
    /** ID of the payment, for `resume`. */
    readonly id: string;
    /** Every transaction that was or may have been submitted. */
    readonly txs: readonly {
      /** CB58 of the transaction. */
      readonly txID: string;
      /** Its chain: `P`, `X` or `C`. */
      readonly chain: string;
      /** `accepted`, or `unknown` if it may still be accepted. */
      readonly status: 'accepted' | 'unknown';
    }[];
    /** What the payment exported and has not imported yet, if only the import is missing. */
    readonly waits?: {
      /** The chain where it waits: `P`, `X` or `C`. */
      readonly chain: string;
      /** The chain that exported it. */
      readonly from: string;
      /** Amount in nAVAX; omitted if all was moved. */
      readonly amount?: bigint;
    };
  };
  readonly Inconsistent: NoContext;
  /** The missing parts, and the number of parts. */
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
      /** For a limit by time, how much of it is left, in the asset's smallest unit. */
      readonly left?: bigint;
      /** For a limit by time, the Unix seconds from which on it fits. */
      readonly until?: bigint;
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
  readonly InUse: {
    /** Who has it, such as `process 4711 on host pay-1`; omitted if unknown. */
    readonly by?: string;
  };
  readonly StoreFailed: {
    /** What was tried, such as `write`. */
    readonly operation: string;
    /** The file or folder. */
    readonly path?: string;
    /** The system's code, such as `ENOSPC`, or the name of the browser's error. */
    readonly reason: string;
  };
}

/** The context of a code. A compiler error here names a code that `ErrorContexts` lacks. */
export type ContextOf<
  C extends ErrorCode,
  Contexts extends { readonly [Code in ErrorCode]: object } = ErrorContexts,
> = Contexts[C];

/** The context of a code without data, an empty object. */
export interface NoContext {
  readonly [key: string]: never;
}
