import { HDKey } from '@scure/bip32';
import { encode, Tagged } from 'cborg';
import { describe, expect, it } from 'vitest';
import { formatKeystoneAccounts, parseKeystoneAccounts } from '../../src/keystone/index.ts';
import { formatUR } from '../../src/keystone/ur.ts';
import { hdAccount, hdWallet } from '../../src/sign/hd/hd.ts';
import { formatHex } from '../../src/text/hex.ts';
import { thrown } from '../support/thrown.ts';

/** Source: keystone-sdk-rust 7c90bf1 `libs/ur-registry/src/extend/crypto_multi_accounts.rs`, test_decode_multi_accounts, test_encode. */
const shown =
  'UR:CRYPTO-MULTI-ACCOUNTS/OXADCYWMCMJKCTAOLFTAADDLOTAXHDCLAXRSJEQZPETEIMAXTOBSTIJNJKVSIMPRCWFHYTSTWDLYTDNBTDHHYNDMCYJPOEUECSAAHDCXEOTEWFLFMYPLAXWPDTHPFHWNATYAFHMUDPLUAHGSNLVONLBESRGLCHFYJOPDFMHGAMTAADDYOYADLNCSDWYKCSFNYKAEYKTAADDLOEAXHDCXTIDIFEHYSFWTETHESRMYCLKEHPZORHHEJSCYCMZOVDLFPEKGEOPTKICTCHWMSNKKAMTAADDYOYADLNCSDWYKCFADYKYKAEYKAXJTGRIHKKJKJYJLJTIHCXEOCXGDJPJLAHIHEHDMEHDMDYDLEYYLLD';

describe('the accounts of a Keystone', () => {
  it('of the public test data are read, and keys of other curves are left out', () => {
    const { fingerprint, accounts } = parseKeystoneAccounts(shown);
    expect(fingerprint).toBe('eb16731f');
    expect(accounts.map(({ path }) => path)).toEqual(["m/44'/60'/0'"]);
    const { publicKey, chainCode } = HDKey.fromExtendedKey(accounts[0]!.xpub);
    expect(formatHex(publicKey!)).toBe(
      '0x03bf6bb4afd36a03ce0fd06d73e86ab21b3ff9c7ea81d2a0d25cf62e1a72a2de18',
    );
    expect(formatHex(chainCode!)).toBe(
      '0x33d3f3828fae03ec295b3ff107f83f932d8b054c99e29910c34e174470a83e57',
    );
    expect(hdAccount(accounts[0]!.xpub, accounts[0]!.path).path).toBe("m/44'/60'/0'");
  });

  it('as firmware 3.0.0 shows them to Core are those of its words', () => {
    const wallet = hdWallet('test test test test test test test test test test test junk');
    const accounts = ["m/44'/60'/0'", "m/44'/9000'/0'", "m/44'/9000'/1'"].map((path) => ({
      path,
      xpub: wallet.account(path).xpub,
    }));
    const parts = formatKeystoneAccounts({ fingerprint: '16a93ed0', accounts });
    expect(parts.length).toBeGreaterThan(1);
    expect(parseKeystoneAccounts([...parts].reverse())).toEqual({
      fingerprint: '16a93ed0',
      accounts,
    });
  });

  it('are refused if they are something else', () => {
    const read = (value: unknown) =>
      parseKeystoneAccounts(formatUR({ type: 'crypto-multi-accounts', cbor: encode(value) }, 1000));
    const map = (...entries: readonly (readonly [number, unknown])[]) => new Map(entries);
    const origin = new Tagged(304, map([1, [44, true, 9000, true, 0, true]]));
    const key = (...more: readonly (readonly [number, unknown])[]) =>
      map([1, 5], [2, [new Tagged(303, map(...more))]]);
    expect(read(map([1, 5], [2, []]))).toEqual({ fingerprint: '00000005', accounts: [] });
    const chain = new Uint8Array(32);
    for (const wrong of [
      5,
      map(),
      map([1, -1], [2, []]),
      map([1, 5], [2, [5]]),
      key([3, new Uint8Array(33)], [4, chain], [6, origin]),
      key([3, 'text'], [4, chain], [6, origin]),
      key([3, new Uint8Array(33).fill(2)], [4, 'text'], [6, origin]),
      key([3, new Uint8Array(33).fill(2)], [4, chain]),
      key([3, new Uint8Array(33).fill(2)], [4, chain], [6, origin], [8, -1]),
    ])
      expect(thrown(() => read(wrong)).code).toBe('BadText');
    const { privateExtendedKey } = HDKey.fromMasterSeed(new Uint8Array(32).fill(1));
    const secret = { path: "m/44'/9000'/0'", xpub: privateExtendedKey! };
    const error = thrown(() =>
      formatKeystoneAccounts({ fingerprint: '16a93ed0', accounts: [secret] }),
    );
    expect(error).toMatchObject({ code: 'BadText', path: ['accounts', 'accounts', 0, 'xpub'] });
    expect(error.message).not.toContain(privateExtendedKey!.slice(0, 12));
  });
});
