import { isError } from '../../../errors/error.ts';
import { formatID } from '../../../text/id.ts';
import { type L1Payload, l1PayloadOf } from '../../../warp/l1.ts';
import { Message, UnsignedMessage } from '../../../warp/message.ts';
import { decode } from '../../../wire/codec.ts';

/** What a warp message says to the P-chain, signed or not, as the app reads it; undefined if it cannot be read. */
export function saidBy(message: Uint8Array): L1Payload | undefined {
  for (const type of [Message, UnsignedMessage])
    try {
      return l1PayloadOf(decode<{ readonly Payload: Uint8Array }>(type, message));
    } catch (e) {
      if (!isError(e)) throw e;
    }
  return undefined;
}

/**
 * The blockchains that the app knows, and the letter that it displays: of mainnet, Fuji and two local networks, whose C-chain is
 * not that of the local network of avalanchego v1.15.0.
 * Source: ledger-avalanche `app/rust/vendor/chainIDs.json`.
 */
const chains: { readonly [id: string]: 'P' | 'X' | 'C' } = {
  '11111111111111111111111111111111LpoYY': 'P',
  '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM': 'X',
  '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm': 'X',
  '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed': 'X',
  qzfF3A11KzpcHkkqznEyQgupQrCNS6WV6fTUTwZpEKqhj1QE7: 'X',
  '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5': 'C',
  yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp: 'C',
  '2CA6j5zYzasynPsFeNoqWkmTCt3VScMvXUZHbfDJ8k3oGzAPtU': 'C',
  VctwH3nkmztWbkdNXbuo6eCYndsUuemtM9ZFmEUZ5QpA1Fu8G: 'C',
};

/** The letter that the app displays for a blockchain; undefined for one that it does not know. */
export const chainNameOf = (blockchainID: Uint8Array): 'P' | 'X' | 'C' | undefined =>
  chains[formatID(blockchainID)];
