import { unix } from '../text/amount.ts';
import { unixSeconds } from '../text/time.ts';

/**
 * Unix seconds of their digits, or of ISO 8601 text with its zone.
 * @throws {AvalancheError} As `unix`.
 */
export const parseTime = (text: string): bigint =>
  unixSeconds(/^(0|[1-9]\d{0,18})$/.test(text) ? BigInt(text) : unix(text));

/** The clock’s. */
export const now = (): bigint => unix(new Date());
