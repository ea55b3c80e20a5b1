import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../../src/builder/index.ts';
import { formatAddress } from '../../../src/network/address.ts';
import { fuji, mainnet } from '../../../src/network/known.ts';
import { ownedBy } from '../../../src/owners/own.ts';
import { checkPolicy } from '../../../src/sign/allow.ts';
import {
  discoverAddresses,
  hdAccount,
  hdWallet,
  multisig,
  parseDescriptor,
  withDescriptor,
} from '../../../src/sign/hd/hd.ts';
import {
  evmAddressOf,
  finalize,
  formatDraft,
  type PolicyRules,
  parseDraft,
  policyOf,
  sign,
} from '../../../src/sign/index.ts';
import { outputOwners } from '../../../src/state/owner.ts';
import { compareBytes } from '../../../src/text/bytes.ts';
import { pState, utxo } from '../../support/state.ts';
import { thrown } from '../../support/thrown.ts';
import { trusting } from '../../support/trusting.ts';

const words = 'test test test test test test test test test test test junk';
const others =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const wallet = hdWallet(words);
const other = hdWallet(others);
const path = "m/44'/9000'/0'";

describe('hdWallet', () => {
  it('derives the accounts that every Ethereum wallet derives of these words', () => {
    expect(evmAddressOf(wallet.key("m/44'/60'/0'/0/0"))).toBe(
      '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    );
    expect(evmAddressOf(wallet.key("m/44'/60'/0'/0/1"))).toBe(
      '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    );
  });

  it('derives what its account without secrets derives, on X and P', () => {
    const watched = hdAccount(wallet.account().xpub, path);
    for (const change of [false, true])
      for (const derived of watched.addresses('P', mainnet, { from: 3, count: 2, change })) {
        const key = wallet.key(derived.path);
        expect(derived.address).toBe(key.address('P', mainnet));
        expect([derived.publicKey, derived.shortID, derived.evm]).toEqual([
          key.publicKey,
          key.shortID,
          evmAddressOf(key),
        ]);
      }
    expect(watched).toMatchObject({ path, descriptor: `[${path}]${watched.xpub}` });
    expect(hdWallet(words, { passphrase: 'x' }).account().xpub).not.toBe(watched.xpub);
  });

  it('takes a seed, and words with any space between them', () => {
    const spaced = hdWallet(`  ${words.replaceAll(' ', '\n ')} `);
    expect(spaced.account().xpub).toBe(wallet.account().xpub);
    const seed = new Uint8Array(32).fill(5);
    expect(hdWallet(seed).account().xpub).toBe(hdWallet(seed).account().xpub);
    expect(seed[0]).toBe(5);
  });

  it('says nothing of a secret', () => {
    const wrong = words.replace('junk', 'jump');
    for (const text of [wrong, 'xprv', `${words} test`, '']) {
      const { code, message } = thrown(() => hdWallet(text));
      expect(code).toBe('BadChecksum');
      expect(message).not.toContain('test');
    }
    expect(thrown(() => hdWallet(new Uint8Array(5))).code).toBe('OutOfRange');
    expect(thrown(() => wallet.key(words)).message).not.toContain('junk');
    expect(evmAddressOf(wallet.key("m/44'/9000'/0'/0/2147483647"))).toMatch(/^0x/);
    for (const bad of ['', 'm', "44'/0", "m/44''", 'm/01', 'm/2147483648', 'm/-1', 'm/x'])
      expect(thrown(() => wallet.key(bad)).code).toBe('BadText');
    expect(JSON.stringify(wallet) + inspect(wallet, { showHidden: true, depth: 9 })).not.toMatch(
      /test|junk|xprv/,
    );
  });

  it('forgets', () => {
    const gone = hdWallet(words);
    const key = gone.key(`${path}/0/0`);
    gone.wipe();
    expect(thrown(() => gone.key(`${path}/0/0`)).code).toBe('MissingSigner');
    expect(evmAddressOf(key)).toBe(evmAddressOf(wallet.key(`${path}/0/0`)));
  });

  it('signs what a draft’s paths name, and leaves out what is another’s', () => {
    const [mine] = wallet.account().addresses('P', fuji, { count: 1 });
    const [theirs] = other.account().addresses('P', fuji, { count: 1 });
    const state = pState(
      [
        utxo(1, 1_000_000n, { owner: mine!.shortID }),
        utxo(2, 1_000_000n, { owner: theirs!.shortID }),
      ],
      {
        from: [mine!.shortID, theirs!.shortID],
        paths: { [mine!.address]: mine!.path, [theirs!.address]: theirs!.path },
      },
    );
    const draft = buildBaseTx(state, { outputs: [{ to: mine!.shortID, amount: 1_500_000n }] });
    expect(wallet.keys(draft).map(evmAddressOf)).toEqual([mine!.evm]);
    const half = sign(draft, wallet.keys(draft), trusting);
    expect(half.missing).toHaveLength(1);
    expect(finalize(sign(half, other.keys(half), trusting)).chain).toBe('P');
    expect(formatDraft(half)).not.toMatch(/test|xprv/);
  });
});

describe('account', () => {
  it('refuses what is no extended public key, and repeats none', () => {
    const { xpub } = wallet.account();
    const xprv = `xprv${xpub.slice(4)}`;
    for (const text of [xprv, words, `${xpub.slice(0, -1)}1`, '', `${xpub}1`]) {
      const { code, message } = thrown(() => hdAccount(text, path));
      expect(code).toBe('BadText');
      expect(message).not.toContain(text.slice(4, 20) || '?');
    }
    for (const bad of ['m/44', "m/44'/9000'", "m/44'/9000'/0", "m/44'/9000'/0'/0"])
      expect(thrown(() => hdAccount(xpub, bad)).code).toBe('BadText');
    for (const range of [
      { from: -1, count: 1 },
      { count: -1 },
      { count: 1.5 },
      { from: 2 ** 31, count: 1 },
      { from: 1, count: 2 ** 31 },
    ])
      for (const watched of [hdAccount(xpub, path), multisig([hdAccount(xpub, path)], 1)])
        expect(thrown(() => watched.addresses('P', fuji, range)).code).toBe('OutOfRange');
    expect(
      thrown(() => hdAccount(xpub, path).addresses('P', fuji, { count: Number.NaN })).code,
    ).toBe('BadArgument');
    expect(thrown(() => wallet.key(undefined as never)).code).toBe('BadText');
    expect(thrown(() => hdAccount(Object.create(null) as string, path))).toMatchObject({
      code: 'BadArgument',
      path: ['xpub'],
      detail: 'must be text, got an object',
    });
  });
});

describe('discover', () => {
  const watched = wallet.account();
  const used = (indices: readonly number[], change = false) =>
    indices.map((from) => watched.addresses('P', fuji, { from, count: 1, change })[0]!.address);

  it('looks until 20 in a row are free, branch by branch', async () => {
    const known = new Set([...used([0, 3, 22]), ...used([1], true)]);
    let asked = 0;
    const found = await discoverAddresses(watched, {
      chain: 'P',
      network: fuji,
      isUsed: async (addresses) => {
        asked += addresses.length;
        return addresses.filter((address) => known.has(address));
      },
    });
    expect(found.next).toEqual({ receive: 23, change: 2 });
    expect(found.addresses.map(({ index }) => index)).toEqual([
      ...Array.from({ length: 23 }, (_, i) => i),
      0,
      1,
    ]);
    expect(asked).toBeLessThanOrEqual(100);
    expect(Object.values(found.paths)).toContain(`${path}/0/23`);
    expect(Object.values(found.paths)).toContain(`${path}/1/2`);
  });

  it('misses what lies beyond the gap, and ends', async () => {
    const known = new Set(used([2, 30]));
    const lookup = async (addresses: readonly string[]) => addresses.filter((a) => known.has(a));
    expect(
      (await discoverAddresses(watched, { chain: 'P', network: fuji, isUsed: lookup })).next
        .receive,
    ).toBe(3);
    expect(
      (await discoverAddresses(watched, { chain: 'P', network: fuji, isUsed: lookup, gap: 30 }))
        .next.receive,
    ).toBe(31);
    const all = async (addresses: readonly string[]) => addresses;
    await expect(
      discoverAddresses(watched, { chain: 'P', network: fuji, isUsed: all, limit: 60 }),
    ).rejects.toMatchObject({
      code: 'TooLong',
    });
    await expect(
      discoverAddresses(watched, { chain: 'P', network: fuji, isUsed: all, gap: 0 }),
    ).rejects.toMatchObject({
      code: 'OutOfRange',
    });
  });

  it('finds the places of a wallet of several', async () => {
    const team = multisig([watched, other.account()], 2);
    const third = team.addresses('P', fuji, { from: 2, count: 1 });
    const found = await discoverAddresses(team, {
      chain: 'P',
      network: fuji,
      isUsed: async () => [third[1]!.address],
    });
    expect(found.next).toEqual({ receive: 3, change: 0 });
    expect(found.addresses).toHaveLength(6);
  });
});

describe('multisig', () => {
  const third = hdWallet(new Uint8Array(16).fill(1));
  const accounts = [wallet, other, third].map((of) => of.account());
  const team = multisig(accounts, 2);

  it('has one owner a place, whatever the order of its accounts', () => {
    expect(multisig([...accounts].reverse(), 2).owner(7)).toEqual(team.owner(7));
    expect(multisig([...accounts].reverse(), 2).descriptor).toBe(team.descriptor);
    const addresses = team.addresses('P', fuji, { from: 7, count: 1 }).map((of) => of.address);
    const owned = team.owner(7).addresses;
    expect(owned).toEqual([...owned].sort(compareBytes));
    expect(addresses.sort()).toEqual(
      team
        .owner(7)
        .addresses.map((of) => formatAddress(of, 'P', fuji))
        .sort(),
    );
    expect(team.owner(7, true)).not.toEqual(team.owner(7));
  });

  it('is read back from its descriptor, which has one form', () => {
    const back = parseDescriptor(team.descriptor);
    expect(back.owner(3, true)).toEqual(team.owner(3, true));
    expect(parseDescriptor(accounts[0]!.descriptor).owner(1)).toEqual(accounts[0]!.owner(1));
    const mixed = `multi(2,${accounts
      .map((of) => of.descriptor)
      .sort()
      .reverse()
      .join(',')})`;
    const other = team.descriptor === mixed ? `multi(02${mixed.slice(7)}` : mixed;
    expect(thrown(() => parseDescriptor(other))).toMatchObject({
      code: 'BadText',
      path: ['descriptor'],
    });
    expect(thrown(() => parseDescriptor('multi(4,')).code).toBe('BadText');
    expect(thrown(() => parseDescriptor(team.descriptor.replace('(2', '(4'))).code).toBe(
      'OutOfRange',
    );
    expect(thrown(() => multisig([accounts[0]!, accounts[0]!], 1)).code).toBe('Duplicate');
    for (const threshold of [0, 4, 1.5])
      expect(thrown(() => multisig(accounts, threshold))).toMatchObject({
        code: 'OutOfRange',
        path: ['threshold'],
        context: { min: 1, max: 3 },
      });
  });

  it('owns what is its own, and nothing that others share', () => {
    const { threshold, addresses } = team.owner(7);
    const state = pState([], {
      paths: { [formatAddress(addresses[0]!, 'P', fuji)]: "m/44'/9000'/0'/0/7" },
    });
    const owned = (more: object) =>
      ownedBy(team, outputOwners({ threshold, addresses, ...more }, fuji.chains.P, fuji), {
        ...state,
        chain: fuji.chains.P,
      });
    expect(owned({})).toBe(true);
    // One more, behind all of theirs.
    expect(owned({ addresses: [...addresses, new Uint8Array(20).fill(255)] })).toBe(false);
    expect(owned({ addresses: addresses.slice(0, 2) })).toBe(false);
    expect(owned({ threshold: 1 })).toBe(false);
    expect(owned({ locktime: 1n })).toBe(false);
  });

  describe('in a draft', () => {
    const derived = [false, true].flatMap((change) =>
      team.addresses('P', fuji, { count: 6, change }),
    );
    const state = pState([utxo(1, 10_000_000n, { owner: team.owner(0) })], {
      from: team.owner(0).addresses,
      paths: Object.fromEntries(derived.map(({ address, path }) => [address, path])),
    });
    const outputs = [{ to: utxo(1, 1n).txID.slice(0, 20), amount: 5n }];
    const draft = withDescriptor(
      buildBaseTx(state, { outputs }, { change: team.owner(5, true) }),
      team,
    );

    const changeOf = (own: NonNullable<PolicyRules['own']>) =>
      policyOf({
        network: 'fuji',
        inputs: 'claimed',
        to: [outputs[0]!.to],
        own,
        amounts: { AVAX: 10_000_000n },
      });

    it('travels, and change is derived anew by each signer', () => {
      const there = parseDraft(formatDraft(draft));
      expect(there.descriptor).toBe(team.descriptor);
      expect(Object.keys(there.paths!)).toHaveLength(6);
      const theirs = parseDescriptor(there.descriptor!);
      expect(checkPolicy(there, changeOf(theirs))).toEqual([]);
      const signed = sign(there, [...wallet.keys(there), ...third.keys(there)], trusting);
      expect(
        finalize(signed, {
          policy: changeOf(theirs),
        }).txID,
      ).toBe(finalize(signed).txID);
    });

    it('is refused with change of another owner, place or wallet', () => {
      const of = (change: object) => buildBaseTx(state, { outputs }, { change } as never);
      const weak = of({ ...team.owner(5, true), threshold: 1 });
      expect(checkPolicy(weak, changeOf(team))).toMatchObject([{ code: 'ReceiverNotAllowed' }]);
      expect(thrown(() => withDescriptor(weak, team)).code).toBe('Refused');
      const unknown = of(team.owner(6, true));
      expect(checkPolicy(unknown, changeOf(team))).toMatchObject([{ code: 'ReceiverNotAllowed' }]);
      const [address] = unknown.change[0]!.output.addresses;
      const claimed = {
        ...unknown,
        paths: { ...unknown.paths, [formatAddress(address!, 'P', fuji)]: `${path}/1/5` },
      };
      expect(checkPolicy(claimed, changeOf(team))).toMatchObject([{ code: 'ReceiverNotAllowed' }]);
      expect(
        checkPolicy(
          { ...claimed, paths: { [formatAddress(address!, 'P', fuji)]: `${path}/1/6` } },
          changeOf(team),
        ),
      ).toEqual([]);
      const renamed = { ...draft, descriptor: accounts[0]!.descriptor };
      expect(checkPolicy(renamed, changeOf(team))).toMatchObject([
        { code: 'WalletNotAllowed', path: 'descriptor' },
      ]);
      expect(
        thrown(() =>
          finalize(renamed, {
            policy: changeOf(team),
          }),
        ).code,
      ).toBe('Refused');
      const far = 2 ** 20;
      const lost = of(team.owner(far, true));
      const found = team.addresses('P', fuji, { from: far, count: 1, change: true });
      const paths = Object.fromEntries(found.map((at) => [at.address, at.path]));
      expect(checkPolicy({ ...lost, paths }, changeOf(team))).toMatchObject([
        { code: 'ReceiverNotAllowed' },
      ]);
      const locked = of({ ...team.owner(5, true), locktime: 9n });
      expect(checkPolicy(locked, changeOf(team))).toMatchObject([{ code: 'ReceiverNotAllowed' }]);
    });
  });
});
