/** What makes a payment the same payment: its id and its plan, never its bytes. And the door, where a plan is written. */
import { beforeEach, describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { isError } from '../../src/errors/error.ts';
import { avax } from '../../src/index.ts';
import { type HDWallet, hdWallet } from '../../src/sign/hd/hd.ts';
import { evmAddressOf, finalize, privateKey, sign } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import {
  createWallet,
  memoryStore,
  type WalletCallOptions,
  type WalletIntent,
  type WalletOptions,
} from '../../src/wallet/index.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { replicaOf } from '../support/replica.ts';
import { failed } from '../support/thrown.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const to = new Uint8Array(20).fill(5);
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const connect = { ...testnode, retry: { sleep: async () => {} } };
const walletOf = (options: Partial<WalletOptions> = {}) =>
  createWallet({ url: 'http://testnode', connect, signer: key, resubmitAfter: 500, ...options });
const fund = (...amounts: readonly string[]) => {
  for (const amount of amounts)
    testnode.fund('P', { to: key.address('P', network), amount: avax(amount) });
};
const pay = (amount: string) => ({ chain: 'P', to, amount: avax(amount) }) as const;
const paid = () => testnode.state('P', [to]).utxos.length;

describe('an id', () => {
  it('makes a call that is repeated the same payment, in another process too', async () => {
    fund('20');
    const store = memoryStore();
    const wallet = walletOf({ store });
    const [one, two] = await Promise.all([1, 2].map(() => wallet.send(pay('1'), { id: 'w-1' })));
    const three = await wallet.send(pay('1'), { id: 'w-1' });
    await wallet.close();
    const next = walletOf({ store });
    const four = await next.send(pay('1'), { id: 'w-1' });
    expect([two, three, four]).toEqual([one, one, one]);
    expect(await next.resume('w-1')).toEqual(one);
    expect(paid()).toBe(1);
    // Without an id, or with another, it is another payment.
    await next.send(pay('1'));
    await next.send(pay('1'), { id: 'w-2' });
    expect(paid()).toBe(3);
    await next.remove('w-1');
    await next.send(pay('1'), { id: 'w-1' });
    expect(paid()).toBe(4);
  });

  it('is refused for other arguments', async () => {
    fund('20');
    const wallet = walletOf();
    await wallet.send(pay('1'), { id: 'w-1' });
    for (const call of [
      wallet.send(pay('2'), { id: 'w-1' }),
      wallet.send({ ...pay('1'), to: new Uint8Array(20).fill(6) }, { id: 'w-1' }),
      wallet.send(pay('1'), { id: 'w-1', options: { strategy: 'sweep' } }),
      wallet.move({ from: 'P', to: 'X', amount: avax('1') }, { id: 'w-1' }),
    ]) {
      const e = await failed(call);
      expect([e.code, ...e.path]).toEqual(['Mismatch', 'id']);
    }
    expect(paid()).toBe(1);
    // What it may cost is not what is done.
    expect((await wallet.send(pay('1'), { id: 'w-1', maxFee: avax('1') })).status).toBe('Accepted');
  });

  it('is the same however the arguments are written, and names the payment if they differ', async () => {
    fund('20');
    const store = memoryStore();
    const first = walletOf({ store });
    const bob = privateKey(new Uint8Array(32).fill(2));
    const text = bob.address('P', network);
    const amount = avax('1');
    const forms = [
      { to: text, amount },
      { to: bob.shortID, amount },
      { to: { addresses: [text], threshold: 1 }, amount },
      { to: text, amount, assetID: network.avaxAssetID },
    ].map((more) => ({ chain: 'P' as const, ...more }));
    const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const moves = [account, account.toLowerCase()].map((to) => ({
      from: 'P' as const,
      to: 'C' as const,
      amount: avax('2'),
      receivers: [{ to, amount }],
    }));
    const ends = await Promise.all(forms.map((form) => first.send(form, { id: 'w-1' })));
    const moved = await first.move(moves[0]!, { id: 'm-1' });
    await first.close();
    const second = walletOf({ store, attempts: 1 });
    for (const form of forms) ends.push(await second.send(form, { id: 'w-1' }));
    expect(ends).toEqual(ends.map(() => ends[0]));
    expect(await second.move(moves[1]!, { id: 'm-1' })).toEqual(moved);
    const txIDs = ends[0]!.status === 'Accepted' ? ends[0]!.txs.map(({ txID }) => txID) : [];
    const other = { ...forms[0]!, amount: avax('2') };
    const e = await failed(second.send(other, { id: 'w-1' }));
    expect(isError(e, 'Mismatch') && e.context.payment).toEqual({
      id: 'w-1',
      state: 'accepted',
      txs: txIDs.map((txID) => ({ txID, chain: 'P', status: 'accepted' })),
    });
    expect(e.detail).toContain(txIDs[0]);
    testnode.hold();
    expect((await failed(second.send(forms[0]!, { id: 'w-2' }))).code).toBe('Pending');
    const open = await failed(second.send(other, { id: 'w-2' }));
    expect(isError(open, 'Mismatch') && open.context.payment).toMatchObject({
      id: 'w-2',
      state: 'unknown',
      txs: [{ txID: expect.any(String), chain: 'P', status: 'unknown' }],
    });
    expect(open.detail).toContain('do not pay the same by another ID');
  });

  it('of a payment that is accepted is never said to be unpaid because no node answers', async () => {
    fund('20');
    const store = memoryStore();
    const first = walletOf({ store });
    const done = await first.send(pay('1'), { id: 'w-1' });
    await first.close();
    let isDown = true;
    const transport: typeof testnode.transport = async (request) => {
      if (isDown) throw new TypeError('connection lost');
      return testnode.transport(request);
    };
    const second = walletOf({ store, attempts: 1, connect: { ...connect, transport } });
    for (const call of [() => second.send(pay('1'), { id: 'w-1' }), () => second.resume('w-1')]) {
      const e = await failed(call());
      expect(isError(e, 'Pending') && [e.context.id, e.context.txs.length]).toEqual(['w-1', 1]);
      expect(e.detail).toContain('is recorded as accepted');
    }
    isDown = false;
    expect(await second.send(pay('1'), { id: 'w-1' })).toEqual(done);
  });

  it('must be printable ASCII, and known to resume', async () => {
    const wallet = walletOf();
    for (const id of ['', 'ä', 'a\nb', 'x'.repeat(201), 7 as never]) {
      const e = await failed(wallet.send(pay('1'), { id }));
      expect(e.code).toBe('BadArgument');
    }
    const e = await failed(wallet.resume('nobody'));
    expect([e.code, ...e.path]).toEqual(['NotFound', 'id']);
  });
});

describe('a payment of an HD wallet', () => {
  /** A stake that a node has refused: it may still be accepted. */
  const interrupted = async (words: HDWallet) => {
    const { nodeID } = testnode.addValidator();
    const end = testnode.time() + 20n * 86_400n;
    const store = memoryStore();
    const stake = (wallet: ReturnType<typeof walletOf>) =>
      wallet.run(
        { type: 'AddPermissionlessDelegatorTx', chain: 'P', nodeID, end, amount: avax('25') },
        { id: 'stake' },
      );
    testnode.refuse({}, 'mempool is full');
    const first = walletOf({ signer: words, store, attempts: 1 });
    expect((await failed(stake(first))).code).toBe('Pending');
    return { first, stake, store };
  };

  it('goes on though its next addresses are others by then', async () => {
    const words = hdWallet('test test test test test test test test test test test junk');
    const account = words.account();
    const at = (from: number, change = false) =>
      account.addresses('P', network, { from, count: 1, change })[0]!.address;
    testnode.fund('P', { to: at(2), amount: avax('30') });
    const { first, stake, store } = await interrupted(words);
    expect((await first.address('P')).address).toBe(at(3));
    await first.close();
    // The address that gets the rewards, and that of the change, are used by others.
    for (const to of [at(3), at(0, true)]) testnode.fund('P', { to, amount: avax('1') });
    testnode.refuse({}, 'mempool is full');
    const second = walletOf({ signer: words, store });
    expect((await stake(second)).status).toBe('Accepted');
    expect((await second.address('P')).address).toBe(at(4));
    expect((await second.balances()).P.staked).toBe(avax('25'));
    await second.close();
    expect((await stake(walletOf({ signer: words, store }))).status).toBe('Accepted');
  });

  it('goes on though its next addresses are lower by then: what they had is spent', async () => {
    const words = hdWallet('test test test test test test test test test test test junk');
    const places = words.account().addresses('P', network, { from: 0, count: 8 });
    testnode.fund('P', { to: places[2]!.address, amount: avax('30') });
    testnode.fund('P', { to: places[7]!.address, amount: avax('1') });
    const { first, stake, store } = await interrupted(words);
    await first.close();
    const { address, path } = places[7]!;
    const state = { ...testnode.state('P', [address]), paths: { [address]: path! } };
    const draft = buildBaseTx(state, { outputs: [{ to, amount: 'max' }] });
    testnode.issue('P', finalize(sign(draft, words.keys(draft))).bytes);
    const second = walletOf({ signer: words, store });
    expect((await second.address('P')).address).toBe(places[3]!.address);
    expect((await stake(second)).status).toBe('Accepted');
  });
});

describe('a payment of all', () => {
  it.each(['P', 'X', 'C'] as const)(
    'that is built again on %s takes nothing that came after it began',
    async (chain) => {
      const more = (amount: string) => {
        const own = chain === 'C' ? evmAddressOf(key) : key.address(chain, network);
        testnode.fund(chain, { to: own, amount: avax(amount) });
      };
      const id = 'all';
      const begin = (wallet: ReturnType<typeof walletOf>) =>
        chain === 'C'
          ? wallet.move({ from: 'C', to: 'X', amount: 'max' }, { id })
          : wallet.send({ chain, to, amount: 'max' }, { id });
      more('3');
      more('2');
      const store = memoryStore();
      const wallet = walletOf({ store, attempts: 1 });
      testnode.refuse({}, 'mempool is full');
      expect((await failed(begin(wallet))).code).toBe('Pending');
      await wallet.close();
      more('7');
      testnode.refuse({}, 'mempool is full');
      const next = walletOf({ store });
      expect((await begin(next)).status).toBe('Accepted');
      const { P, X, C } = await next.balances();
      const left = { P: P.free, X: X.free, C: C.free }[chain];
      expect(left).toBeGreaterThan(avax('6.9'));
      expect(left).toBeLessThan(avax('7.1'));
    },
  );
});

describe('a second, equal payment', () => {
  it('is another payment, though another program made the same bytes before', async () => {
    fund('4', '5');
    const replica = replicaOf(testnode.transport);
    const wallet = walletOf({
      connect: { ...connect, transport: replica.transport },
      onProgress: ({ step }) => step === 'signed' && replica.thaw(),
    });
    const outputs = [{ to, amount: avax('1') }];
    const { draft } = await wallet.preview({ type: 'BaseTx', chain: 'P', outputs });
    replica.freeze();
    const twin = finalize(sign(draft, key));
    expect(testnode.issue('P', twin.bytes).ok).toBe(true);
    const result = await wallet.send(pay('1'));
    if (result.status !== 'Accepted') throw new Error(result.status);
    expect(result.txs[0]!.txID).not.toBe(twin.txID);
    expect(paid()).toBe(2);
  });
});

describe('what is asked', () => {
  const rewardsOwner = {
    type: 'secp256k1fx.OutputOwners',
    locktime: 0n,
    threshold: 1,
    addresses: [key.shortID],
  };

  it('can have what builders accept besides, and is recorded', async () => {
    fund('60', '3000');
    const { nodeID } = testnode.addValidator();
    testnode.refuse({ times: 40 }, 'mempool is full');
    const end = testnode.time() + 20n * 86_400n;
    const [utxo] = testnode.state('P', [key.address('P', network)]).utxos;
    const delegation = { type: 'AddPermissionlessDelegatorTx', chain: 'P', nodeID, end } as const;
    const wallet = walletOf({ attempts: 1 });
    const intents: readonly (readonly [WalletIntent, WalletCallOptions['options']?])[] = [
      [{ ...delegation, amount: avax('25'), rewardsOwner }],
      [{ type: 'BaseTx', chain: 'P', outputs: [{ to, amount: 1n }] }, { include: [utxo!] }],
      [
        {
          type: 'AddPermissionlessValidatorTx',
          chain: 'P',
          node: {
            nodeID: new Uint8Array(20).fill(3),
            nodePOP: provePossession(new Uint8Array(32).fill(3)),
          },
          end,
          amount: avax('2000'),
          delegationFee: '2%',
        },
      ],
    ];
    for (const [intent, options] of intents) {
      const e = await failed(wallet.run(intent, { ...(options && { options }) }));
      if (!isError(e, 'Pending')) throw e;
      expect(e.message).toContain('mempool is full');
      await wallet.release(e.context.id);
    }
  });

  it('can pay many accounts of the C-chain by one import', async () => {
    fund('20');
    const wallet = walletOf();
    const [one, two] = [2, 3].map((n) => evmAddressOf(privateKey(new Uint8Array(32).fill(n))));
    const outputs = [{ to: key.address('C', network), amount: avax('10') }];
    await wallet.run({ type: 'ExportTx', chain: 'P', to: 'C', outputs });
    await wallet.run({
      type: 'ImportTx',
      chain: 'C',
      from: 'P',
      to: [
        { to: one!, amount: avax('4') },
        { to: two!, amount: 'max' },
      ],
    });
    const balance = (account: string) => testnode.world.C.accounts.get(account as never)!.balance;
    expect(balance(one!)).toBe(4n * 10n ** 18n);
    expect(balance(two!)).toBeGreaterThan(59n * 10n ** 17n);
  });

  it('is refused before anything else if it cannot be written, with its path', async () => {
    const wallet = walletOf({
      url: 'http://nobody',
      store: { open: () => Promise.reject('opened') } as never,
    });
    const output = { to, amount: 1n };
    const wrong = async (call: Promise<unknown>) => {
      const { code, path } = await failed(call);
      return [code, ...path];
    };
    const base = { type: 'BaseTx', chain: 'P' } as const;
    expect(await wrong(wallet.run({ ...base, outputs: [{ ...output, amount: -1n }] }))).toEqual([
      'BadArgument',
      'outputs',
      0,
      'amount',
    ]);
    expect(await wrong(wallet.run({ ...base, outputs: [{ ...output, to: 5 as never }] }))).toEqual([
      'BadArgument',
      'outputs',
      0,
      'to',
    ]);
    expect(await wrong(wallet.send({ ...pay('1'), amount: 1.5 as never }))).toEqual([
      'BadArgument',
      'amount',
    ]);
    const options = { verifyPossession: () => true } as never;
    expect(await wrong(wallet.send(pay('1'), { options }))).toEqual([
      'Unsupported',
      'options',
      'verifyPossession',
    ]);
    expect(await wrong(wallet.send(pay('1'), { options: { maxFee: 1n } as never }))).toEqual([
      'Unsupported',
      'options',
      'maxFee',
    ]);
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap');
        },
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    );
    expect(await wrong(wallet.run(trap as never))).toEqual(['BadArgument']);
  });
});
