/**
 * A client of signature aggregators, which collect validators' signatures of a warp message.
 *
 * Rationale
 * - No answer is believed: it must be the message that was asked for, and is verified as a node verifies it.
 * - A quorum often takes several requests, because validators sign only what they have accepted. An answer that a later request may
 *   improve is followed by another one; a refused request ends the call.
 * - Validators are read before each request, because those of an L1 change.
 */

import { AvalancheError, isError, within } from '../errors/error.ts';
import {
  type Argument,
  aBigint,
  aFunction,
  aNumber,
  anObject,
  aText,
  checkArgument,
  objectOf,
  optional,
  someBytes,
  typed,
  wordOf,
} from '../schema/check.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { parseID } from '../text/id.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import {
  type Message,
  Message as SignedMessage,
  UnsignedMessage,
  unsignedMessageBytesOf,
} from '../warp/message.ts';
import {
  checkedQuorum,
  type Fraction,
  pChainQuorum,
  type SignerSet,
  signerSetOf,
  signersOfMessage,
  type WarpValidator,
} from '../warp/signerset.ts';
import { decode } from '../wire/codec.ts';
import { onAbort } from './abort.ts';
import { httpStatusError, isHTTPStatusError, isTransportError, transportError } from './errors.ts';
import { sleep } from './retry.ts';
import { callOptions, type ServiceOptions, service } from './service.ts';
import { fetchTransport, type LimitedReply } from './transport.ts';

/** What was reached by one request to an aggregator. */
export interface CollectProgress {
  /** Number of the request, from 1. */
  readonly attempt: number;
  /** Weight of the validators that signed; 0 without an answer. */
  readonly signed: bigint;
  /** Weight of all validators. */
  readonly total: bigint;
  /** Why the answer is not enough, or why there is none; absent once the message is signed. */
  readonly error?: AvalancheError;
}

/** What `CollectOptions` has. */
const collectOptions = /* @__PURE__ */ (() =>
  objectOf({
    /** Aborts the call, including waits between requests. */
    signal: optional(typed<AbortSignal>(callOptions.parts.signal)),
    /** The unsigned bytes of the message, such as those of `warpMessageOf` or `buildCallMessage`. */
    message: typed<Uint8Array>(someBytes),
    /**
     * Returns the validators that sign, with their weights: `() => node.pchain.warpValidators(subnetID)`. Called before each request.
     */
    validators:
      typed<() => readonly WarpValidator[] | Promise<readonly WarpValidator[]>>(aFunction),
    /** Bytes that the validators need to sign some messages of the P-chain: `justificationOf`. */
    justification: optional(typed<Uint8Array>(someBytes)),
    /** CB58 of the subnet whose validators sign; the subnet of the source chain if omitted. */
    signingSubnetID: optional(aText),
    /** The part of the weight that must have signed; 67/100 if omitted, as on the P-chain. */
    quorum: optional(typed<Fraction>(anObject)),
    /** P-chain height of the validators; the proposed height if omitted. */
    pChainHeight: optional(aBigint),
    /** The network of the Data API, which has an aggregator too; if omitted, the aggregator is one of `icm-services`. */
    dataAPI: optional(wordOf('mainnet', 'fuji')),
    /** Milliseconds until the last error is thrown; 120,000 if omitted. */
    timeout: optional(aNumber),
    /** Delay before the second request, in milliseconds; it doubles up to 10,000. 1000 if omitted. */
    interval: optional(aNumber),
    /** Called after each request. */
    onProgress: optional(typed<(progress: CollectProgress) => void>(aFunction)),
    /** How requests are sent. Those to an aggregator may take 60 seconds if no transport is given. */
    connect: optional(typed<Omit<ServiceOptions, 'retry' | 'strict'>>(anObject)),
  }))();
/** What is signed, by whom, and how long to try. */
export interface CollectOptions extends Argument<typeof collectOptions> {}

/** Longer than the 55 seconds in which an aggregator of icm-services gives up. */
const requestTimeout = 60_000;
const longestDelay = 10_000;

/**
 * Asks a signature aggregator for the signatures of a warp message, again and again while the quorum is missing, and returns the signed
 * message, in the form that transactions contain. Its signature and weight are verified against the validators.
 * @param url URL of the aggregator, without `/aggregate-signatures`.
 * @throws {AvalancheError} `HTTPStatus` from 400 to 499, except 408 and 429: the request is refused. Of the last request when the time is
 *   over: `MissingSigner`: not enough weight, `context` has `have` and `need`; `BadSignature`, `Mismatch`, `BadJSON` and others: a wrong
 *   answer; `HTTPStatus`, `Transport`: none. Of `validators`: unchanged.
 */
export async function collectSignatures(url: string, options: CollectOptions): Promise<Uint8Array> {
  checkArgument(options, collectOptions, 'options');
  const { message, quorum = pChainQuorum, timeout = 120_000, interval = 1000 } = options;
  const { validators, onProgress, connect = {}, signal } = options;
  checkedQuorum(quorum);
  const asked: Asked = { unsigned: message.slice(), quorum };
  const { NetworkID: networkID } = decode(UnsignedMessage, asked.unsigned);
  const request = requestOf(asked, options);
  // Loaded here: the curve takes a while, and few who call a node need it.
  const { verifyWarpMessage } = await import('../warp/bls.ts');
  const ask = service(url, {
    transport: fetchTransport({ timeout: requestTimeout }),
    ...connect,
    retry: { attempts: 1 },
  });
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), timeout);
  const stopListening = onAbort(signal, () => over.abort());
  if (signal?.aborted) over.abort();
  let last: AvalancheError | undefined;
  try {
    for (let attempt = 1; ; attempt++) {
      const set = signerSetOf(await validators());
      let signed = 0n;
      try {
        const answer = await ask({ ...request, repeatable: true, signal: over.signal }, signedIn);
        signed = weightIn(answer, asked, set);
        verifyWarpMessage(answer, set, { networkID, quorum });
        onProgress?.({ attempt, signed, total: set.totalWeight });
        return answer;
      } catch (e) {
        if (!isError(e) || isFinal(e) || over.signal.aborted) throw e;
        last = e;
        onProgress?.({ attempt, signed, total: set.totalWeight, error: e });
      }
      await sleep(Math.min(longestDelay, interval * 2 ** (attempt - 1)), over.signal);
    }
  } catch (e) {
    if (signal?.aborted || !isTransportError(e, 'aborted')) throw e;
    throw last ?? transportError('timeout', `the aggregator did not answer in ${timeout} ms`);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

interface Asked {
  readonly unsigned: Uint8Array;
  readonly quorum: Fraction;
}

/** Names of the members, by API. Source: icm-services `signature-aggregator/api/api.go`; the Data API's `SignatureAggregatorRequest`. */
const names = {
  icm: {
    signingSubnetID: 'signing-subnet-id',
    percentage: 'quorum-percentage',
    height: 'pchain-height',
  },
  data: {
    signingSubnetID: 'signingSubnetId',
    percentage: 'quorumPercentage',
    height: 'pChainHeight',
  },
} as const;

function requestOf(
  { unsigned, quorum }: Asked,
  { justification, signingSubnetID, pChainHeight, dataAPI }: CollectOptions,
): { readonly target: string; readonly body: string } {
  const of = names[dataAPI === undefined ? 'icm' : 'data'];
  if (signingSubnetID !== undefined) within(['signingSubnetID'], () => parseID(signingSubnetID));
  // Rounded up: the aggregator knows whole percents only.
  const percentage = (quorum.numerator * 100n + quorum.denominator - 1n) / quorum.denominator;
  const members: { readonly [name: string]: JSONValue } = {
    message: formatHex(unsigned),
    ...(justification && { justification: formatHex(justification) }),
    ...(signingSubnetID !== undefined && { [of.signingSubnetID]: signingSubnetID }),
    [of.percentage]: percentage,
    ...(pChainHeight !== undefined && { [of.height]: pChainHeight }),
  };
  const target =
    dataAPI === undefined
      ? '/aggregate-signatures'
      : `/v1/signatureAggregator/${dataAPI}/aggregateSignatures`;
  return { target, body: formatJSON(members) };
}

/** Returns the signed message in a reply. */
function signedIn({ status, text }: LimitedReply): Uint8Array {
  if (status !== 200) throw httpStatusError(status, text, { ...saidIn(text) });
  const json = parseJSON(text);
  const hex = isJSONObject(json) ? (json['signed-message'] ?? json.signedMessage) : undefined;
  if (typeof hex !== 'string')
    throw new AvalancheError('BadJSON', 'the reply has no signed-message or signedMessage');
  return parseHex(`0x${hex.replace(/^0x/, '')}`);
}

/** What the body of an error says. */
function saidIn(text: string): { readonly message?: string } {
  try {
    const json = parseJSON(text, { maxValues: 1000 });
    const { message, error } = isJSONObject(json) ? json : {};
    const said = [message, error].find((of) => typeof of === 'string');
    return typeof said === 'string' ? { message: said } : {};
  } catch {
    return {};
  }
}

/** Returns the weight that signed, after checking that it is the message that was asked for. */
function weightIn(answer: Uint8Array, { unsigned }: Asked, set: SignerSet): bigint {
  const message: Message = decode(SignedMessage, answer);
  if (!equalBytes(unsignedMessageBytesOf(message), unsigned))
    throw new AvalancheError('Mismatch', 'the aggregator signed another message').at('message');
  return signersOfMessage(message, set).reduce((sum, { weight }) => sum + weight, 0n);
}

/** Whether no later request would have another answer. */
const isFinal = (e: AvalancheError): boolean =>
  isHTTPStatusError(e) &&
  e.context.status >= 400 &&
  e.context.status < 500 &&
  ![408, 429].includes(e.context.status);
