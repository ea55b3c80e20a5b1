/** What the Avalanche app of a Ledger does with what it is sent. Source: ledger-avalanche `app/rust/src/handlers/avax/signing.rs`. */

import { sha256 } from '../../src/crypto/hash.ts';
import type { HDWallet } from '../../src/sign/hd/hd.ts';
import type { LedgerAnswer, LedgerApp } from '../../src/sign/index.ts';
import { signWithKey } from '../../src/sign/key.ts';

/** What it was asked. */
export interface Asked {
  readonly by: 'sign' | 'signHash';
  readonly prefix: string;
  readonly signing: readonly string[];
  readonly change: readonly string[];
}

/** An app with the keys of a wallet; `status` is what it answers instead of signatures. */
export function fakeLedger(wallet: HDWallet, status?: number): LedgerApp & { asked: Asked[] } {
  const asked: Asked[] = [];
  const answer = (prefix: string, signing: readonly string[], digest: Uint8Array): LedgerAnswer => {
    if (status !== undefined) return { returnCode: status, errorMessage: '?' };
    if (!/^m(\/\d+'){3}$/.test(prefix)) return { returnCode: 0x6700 };
    if (signing.some((suffix) => !/^\d+\/\d+$/.test(suffix))) return { returnCode: 0x6700 };
    return {
      returnCode: 0x9000,
      errorMessage: '',
      signatures: new Map(
        signing.map((suffix) => [
          suffix,
          // As the transport gives it: a view on a larger buffer.
          Buffer.concat([
            signWithKey(wallet.key(`${prefix}/${suffix}`), digest),
            Buffer.alloc(9),
          ]).subarray(0, 65),
        ]),
      ),
    };
  };
  return {
    asked,
    async sign(prefix, signing, message, change = []) {
      asked.push({ by: 'sign', prefix, signing, change });
      const paths = [...new Set([...signing, ...change])];
      const bytes = Buffer.concat([Buffer.alloc(1 + 9 * paths.length), message]);
      if (bytes.length > 16_384) return { returnCode: 0x6983 };
      if (message[0] !== 0 || message[1] !== 0) return { returnCode: 0x6984 };
      return answer(prefix, signing, sha256(message));
    },
    async signHash(prefix, signing, hash) {
      asked.push({ by: 'signHash', prefix, signing, change: [] });
      if (hash.length !== 32) throw new Error('Invalid hash length');
      return answer(prefix, signing, hash);
    },
  };
}
