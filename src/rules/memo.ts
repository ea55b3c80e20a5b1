import { AvalancheError } from '../errors/error.ts';
import type { Chain } from '../network/network.ts';
import { maxMemoSize } from './components.ts';

/**
 * Checks a memo before a transaction is built.
 * @throws {AvalancheError} `TooLong`: on the P-chain any memo, on the X-chain one of more than 256 bytes.
 */
export function verifyMemo(memo: Uint8Array, chain: Chain): void {
  const max = chain.vm === 'platformvm' ? 0 : maxMemoSize;
  if (memo.length > max)
    throw new AvalancheError(
      'TooLong',
      `has ${memo.length} bytes, the ${chain.alias}-chain allows ${max}`,
      { length: memo.length, max },
    ).at('memo');
}
