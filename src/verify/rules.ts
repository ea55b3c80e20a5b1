import { CodecError } from '../errors.ts';
import type { Chain } from '../network/network.ts';
import { maxMemoSize } from './components.ts';

/**
 * @throws {CodecError} `TooLong`: on the P-chain any memo, on the X-chain one of more than 256 bytes.
 */
export function verifyMemo(memo: Uint8Array, chain: Chain): void {
  const max = chain.vm === 'platformvm' ? 0 : maxMemoSize;
  if (memo.length > max)
    throw new CodecError('TooLong', `${memo.length} bytes, ${chain.alias} takes ${max}`).at('memo');
}
