import { AvalancheError } from '../errors/error.ts';
import {
  type Argument,
  aFunction,
  aNumber,
  checkArgument,
  optional,
  optionsOf,
  typed,
} from '../schema/check.ts';
import { onAbort } from './abort.ts';
import { isTransportError } from './errors.ts';
import { aborted, type Transport, type TransportReply } from './transport.ts';

/** What `RetryOptions` has. */
export const retryOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** Maximum number of attempts, including the first; 4 if omitted. 1 disables retries. */
    attempts: optional(aNumber),
    /**
     * Delay before the first retry, in milliseconds; 250 if omitted. It doubles with each retry and is reduced
     * randomly by up to half.
     */
    delay: optional(aNumber),
    /**
     * Maximum delay in milliseconds; 20,000 if omitted. If a server asks for a longer delay, the request is not
     * retried.
     */
    maxDelay: optional(aNumber),
    /** Random numbers from 0 (inclusive) to 1 (exclusive). */
    random: optional(typed<() => number>(aFunction)),
    /** Clock in Unix milliseconds, used when `Retry-After` is a date. */
    now: optional(typed<() => number>(aFunction)),
    /** Waits for some milliseconds; a timer by default. */
    sleep: optional(
      typed<(milliseconds: number, signal?: AbortSignal) => Promise<void>>(aFunction),
    ),
  }))();
/** How often and when reads are retried. */
export interface RetryOptions extends Argument<typeof retryOptions> {}

const again: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Wraps a transport with retries where that is safe: for `repeatable` requests, after 429, 502, 503, 504, a failed
 * connection or a timeout. `Retry-After` and `RateLimit-Reset` are honoured.
 * @throws {AvalancheError} `OutOfRange`: a number of attempts below 1.
 */
export function retryTransport(transport: Transport, options: RetryOptions = {}): Transport {
  checkArgument(transport, aFunction, 'transport');
  checkArgument(options, retryOptions, 'retry');
  const { attempts = 4, delay = 250, maxDelay = 20_000, sleep: wait = sleep } = options;
  const { random = Math.random, now = Date.now } = options;
  if (!Number.isInteger(attempts) || attempts < 1)
    throw new AvalancheError('OutOfRange', 'must be at least 1', { min: 1 }).at(
      'retry',
      'attempts',
    );
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts || !request.repeatable;
      const pause = Math.min(maxDelay, delay * 2 ** (attempt - 1)) * (1 - random() / 2);
      let asked: number | undefined;
      try {
        const reply = await transport(request);
        if (last || !again.has(reply.status)) return reply;
        asked = retryAfter(reply, now);
        if (asked !== undefined && asked > maxDelay) return reply;
      } catch (e) {
        if (last || !isTransportError(e, 'network', 'timeout')) throw e;
      }
      await wait(Math.max(pause, asked ?? 0), request.signal);
    }
  };
}

/** The delay that a server asks for, in milliseconds. */
function retryAfter({ headers }: TransportReply, now: () => number): number | undefined {
  const text = headers['retry-after'] ?? headers['ratelimit-reset'];
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}

/** Waits, or rejects with `Transport` (`aborted`) as soon as `signal` is aborted. */
export const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted());
    const stop = onAbort(signal, () => {
      clearTimeout(timer);
      reject(aborted());
    });
    const timer = setTimeout(() => {
      stop();
      resolve();
    }, milliseconds);
  });
