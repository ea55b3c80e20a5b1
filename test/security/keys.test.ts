/** Low findings about keys: what a program or a draft can do to them. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readKey } from '../../apps/cli/src/secrets.ts';
import { standardInput } from '../../apps/cli/src/stdin.ts';
import { buildBaseTx } from '../../src/builder/index.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji } from '../../src/network/known.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import { privateKey, sign } from '../../src/sign/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { aggregatePublicKeys, publicKeyOf } from '../../src/warp/bls.ts';
import { testFolder } from '../support/folder.ts';
import { key, now, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

describe('a key', () => {
  it('cannot be made to look like another', () => {
    const mine = privateKey(new Uint8Array(32).fill(7));
    const before = [formatHex(mine.shortID), formatHex(mine.publicKey), mine.address('P', fuji)];
    mine.shortID.fill(0);
    mine.publicKey.fill(0);
    expect([formatHex(mine.shortID), formatHex(mine.publicKey), mine.address('P', fuji)]).toEqual(
      before,
    );
    expect(() => Object.assign(mine, { shortID: new Uint8Array(20) })).toThrow(TypeError);
  });

  it('in a file that others can read is warned of', async () => {
    const file = join(testFolder(), 'key');
    writeFileSync(file, `0x${'07'.repeat(32)}\n`);
    const warned: string[] = [];
    for (const mode of [0o644, 0o640, 0o604, 0o600, 0o400]) {
      chmodSync(file, mode);
      await readKey(file, {
        stdin: standardInput,
        stderr: process.stderr,
        warn: (text) => warned.push(text),
        openTerminal: () => undefined,
      });
    }
    expect(warned).toHaveLength(3);
    expect(warned[0]).toContain('chmod 600');
    expect(warned.join()).not.toContain(file);
  });
});

describe('public keys of BLS that cancel each other out', () => {
  it('are refused with a code', () => {
    const publicKey = publicKeyOf(new Uint8Array(32).fill(1));
    const negative = publicKey.slice();
    // The sign of a compressed point.
    negative[0]! ^= 0x20;
    expect(thrown(() => aggregatePublicKeys([publicKey, negative]))).toMatchObject({
      code: 'OutOfRange',
    });
    expect(aggregatePublicKeys([publicKey])).toEqual(publicKey);
  });
});

describe('paths of a draft', () => {
  const wallet = hdWallet('test test test test test test test test test test test junk');
  const draftAt = (path: string) => {
    const { shortID } = wallet.key(path);
    const address = formatAddress(shortID, fuji.chains.P, fuji);
    const coin = utxo(1, 10_000_000n, { owner: shortID });
    const state = pState([coin], { from: [shortID], paths: { [address]: path } });
    return buildBaseTx(state, { outputs: [{ to: key(2).shortID, amount: 1_000_000n }] });
  };

  it('give keys below the usual accounts, or those that the caller names, and no others', () => {
    const usual = draftAt("m/44'/9000'/0'/0/3");
    expect(wallet.keys(usual)).toHaveLength(1);
    expect(sign(usual, wallet.keys(usual)).slots).toHaveLength(1);
    for (const path of ["m/44'/9000'/1'/0/0", "m/44'/0'/0'/0/0", "m/44'/9000'/0'/0'/0", "m/7'"])
      expect(wallet.keys(draftAt(path))).toEqual([]);
    const second = draftAt("m/44'/9000'/1'/0/0");
    expect(wallet.keys(second, { accounts: ["m/44'/9000'/1'"] })).toHaveLength(1);
    expect(wallet.keys(usual, { accounts: ["m/44'/9000'/1'"] })).toEqual([]);
  });
});

describe('times in milliseconds', () => {
  it('are refused, as what is locked would look spendable', () => {
    const time = BigInt(Number(now) * 1000);
    const state = pState([utxo(1, 10_000_000n)], { time });
    const intent = { outputs: [{ to: key(2).shortID, amount: 1_000_000n }] };
    expect(thrown(() => buildBaseTx(state, intent))).toMatchObject({
      code: 'OutOfRange',
      path: ['state', 'time'],
    });
  });
});
