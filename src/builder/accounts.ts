import { AvalancheError, within } from '../errors/error.ts';
import type { EVMAccount } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import type { Wei } from '../text/amount.ts';
import { compareBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { maxUint64 } from '../text/uint64.ts';
import { accountInputGas, weiPerNAVAX } from './atomic.ts';

/** An account, with the amount that it can export. */
export interface Source {
  readonly address: Uint8Array;
  readonly nonce: bigint;
  /** Its balance rounded down to nAVAX; the remaining wei cannot be exported. */
  readonly amount: bigint;
}

/**
 * Splits accounts by whether their balance exceeds the cost of their input, each part by descending balance. Empty accounts are left out.
 * @throws {AvalancheError} `Duplicate`: an account is listed twice; `OutOfRange`: an invalid nonce or balance; `BadText`, `BadChecksum`.
 */
export function sourcesOf(
  accounts: readonly EVMAccount[],
  price: Wei,
): { readonly economic: readonly Source[]; readonly uneconomic: readonly Source[] } {
  const sources = distinct(accounts)
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) =>
      a.amount === b.amount ? compareBytes(a.address, b.address) : a.amount > b.amount ? -1 : 1,
    );
  const isWorthy = ({ amount }: Source) => amount * weiPerNAVAX > accountInputGas * price;
  return {
    economic: sources.filter(isWorthy),
    uneconomic: sources.filter((source) => !isWorthy(source)),
  };
}

function distinct(accounts: readonly EVMAccount[]): readonly Source[] {
  const seen = new Set<string>();
  return accounts.map(({ address: text, nonce, balance }, i) =>
    within([i], () => {
      const address = within(['address'], () => parseAccount(text));
      const id = formatHex(address);
      if (seen.has(id))
        throw new AvalancheError('Duplicate', 'the account is listed twice').at('address');
      seen.add(id);
      if (typeof nonce !== 'bigint' || nonce < 0n || nonce >= maxUint64)
        throw new AvalancheError('OutOfRange', `must be a uint64, got ${nonce}`, {
          value: nonce,
          min: 0,
        }).at('nonce');
      if (typeof balance !== 'bigint' || balance < 0n)
        throw new AvalancheError('OutOfRange', `must not be negative, got ${balance}`, {
          value: balance,
          min: 0,
        }).at('balance');
      return { address, nonce, amount: balance / weiPerNAVAX };
    }),
  );
}

/** Returns the fewest accounts, by descending balance, that cover the amount due for their number; all if they do not suffice. */
export function fewest(
  sources: readonly Source[],
  due: (count: number) => bigint,
): readonly Source[] {
  let have = 0n;
  for (let count = 1; count <= sources.length; count++) {
    have += sources[count - 1]!.amount;
    if (have >= due(count)) return sources.slice(0, count);
  }
  return sources;
}
