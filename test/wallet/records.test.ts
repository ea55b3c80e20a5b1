/**
 * What somebody can do who writes to the store. A record has no signature of its own, so he can:
 *
 * - delete a record, after which a call with its id pays again;
 * - put one of the wallet's own payments in place of another with the same plan, and so have it reported instead;
 * - mark a payment as finished, refused or given up, so that it is not made;
 * - damage a record, so that its id is refused until `release` or `remove`.
 *
 * He cannot make the wallet pay him, pay more than was asked, or burn more than the call allows; and the call that made a payment does not
 * report it as accepted if it was not.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { isError } from '../../src/errors/error.ts';
import { avax } from '../../src/index.ts';
import { evmAddressOf, privateKey } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { encodeUTF8 } from '../../src/text/utf8.ts';
import {
  createWallet,
  memoryStore,
  type PaymentStore,
  type WalletClient,
  type WalletOptions,
  type WalletResult,
} from '../../src/wallet/index.ts';

const [key, bob, mallory] = [1, 2, 3].map((n) => privateKey(new Uint8Array(32).fill(n))) as [
  ReturnType<typeof privateKey>,
  ReturnType<typeof privateKey>,
  ReturnType<typeof privateKey>,
];
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const connect = { ...testnode, retry: { sleep: async () => {} } };
const walletOf = (options: Partial<WalletOptions>) =>
  createWallet({
    url: 'http://testnode',
    connect,
    signer: key,
    resubmitAfter: 500,
    attempts: 3,
    ...options,
  });

type Chain = 'P' | 'X';
type JSONFact = { fact: string; [key: string]: unknown };

const amountOf = (chain: Chain, address: Uint8Array): bigint =>
  testnode
    .state(chain, [address])
    .utxos.reduce((sum, { output }) => sum + ('amount' in output ? output.amount : 0n), 0n);
/** nAVAX of an owner on all chains, with what waits to be imported. */
const wealthOf = (owner: typeof key): bigint => {
  const { world } = testnode;
  const account = world.C.accounts.get(evmAddressOf(owner))?.balance ?? 0n;
  const waiting = (['P', 'X', 'C'] as const).flatMap((chain) =>
    Object.values(world.memory[chain]).flatMap((set) => set.entries().map(([, utxo]) => utxo)),
  );
  const pending = waiting.reduce((sum, { output }) => {
    const isTheirs =
      'addresses' in output &&
      output.addresses.some((of) => formatHex(of) === formatHex(owner.shortID));
    return sum + (isTheirs && 'amount' in output ? output.amount : 0n);
  }, 0n);
  return (
    amountOf('P', owner.shortID) + amountOf('X', owner.shortID) + account / 1_000_000_000n + pending
  );
};

const sealed = (facts: readonly JSONFact[]): string => {
  const body = facts.map((fact) => `${JSON.stringify(fact)}\n`).join('');
  return `avalanche-tx payment 2 ${formatHex(sha256(encodeUTF8(body))).slice(2)}\n${body}`;
};
const factsIn = (record: string): JSONFact[] =>
  record
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as JSONFact);

/** Changes the record of a payment in a store. */
async function tamper(
  store: PaymentStore,
  id: string,
  change: (facts: JSONFact[]) => readonly JSONFact[],
): Promise<void> {
  const open = await store.open();
  const facts = change(factsIn((await open.read(id))!));
  await open.write(id, sealed(facts), facts[0]?.fact === 'finished');
  await open.close();
}

/** A store with a payment that was refused, so that it is built again when it is resumed. */
async function stuck(
  begin: (wallet: WalletClient) => Promise<WalletResult>,
): Promise<PaymentStore> {
  const store = memoryStore();
  const wallet = walletOf({ store });
  const e = await begin(wallet).catch((e: unknown) => e);
  if (!isError(e, 'Pending')) throw new Error('not pending', { cause: e });
  await wallet.close();
  return store;
}

/** Replaces text in one field of the facts of a kind. */
const edit =
  (kind: string, field: string, from: string | RegExp, to: string) => (facts: JSONFact[]) =>
    facts.map((one) =>
      one.fact === kind ? { ...one, [field]: String(one[field]).replace(from, to) } : one,
    );
const without = (kind: string) => (facts: JSONFact[]) => facts.filter(({ fact }) => fact !== kind);
const set = (kind: string, more: object) => (facts: JSONFact[]) =>
  facts.map((one) => (one.fact === kind ? { ...one, ...more } : one));

const thief = (chain: 'P' | 'X' | 'C') => mallory.address(chain, network);
const theirs = { addresses: [mallory.address('P', network)], threshold: 1 };

/** Changes of a payment of 1 AVAX to Bob. */
const changes: { readonly [name: string]: (facts: JSONFact[]) => readonly JSONFact[] } = {
  nothing: (facts) => facts,
  'more to Bob': edit('planned', 'plan', '"1"', '"4000"'),
  'all to Bob': edit('planned', 'plan', '"1"', '"max"'),
  'to a thief on P': edit('planned', 'plan', /"to":"[^"]+"/, `"to":"${thief('P')}"`),
  'to a thief on X': edit('planned', 'plan', /"to":"[^"]+"/, `"to":"${thief('X')}"`),
  'an output more': edit(
    'planned',
    'plan',
    '"outputs":[',
    `"outputs":[{"to":"${thief('P')}","amount":"5"},`,
  ),
  'any fee': edit('planned', 'plan', /\}$/, ',"options":{"maxFee":"999","priceMargin":1000000}}'),
  'change to a thief': edit('planned', 'plan', /\}$/, `,"options":{"change":"${thief('P')}"}}`),
  'a move in its place': set('planned', {
    plan: '{"move":{"from":"P","to":"X","amount":"1"}}',
  }),
  'filled in with a thief': set('own', { receive: theirs }),
  'no one to fill in with': without('own'),
  'nothing signed': without('signed'),
  'twice the same transaction': (facts) => [...facts, facts.find(({ fact }) => fact === 'signed')!],
  'another network': set('planned', { networkID: 5 }),
  'another id': set('planned', { id: 'other' }),
  'accepted without a transaction': (facts) => [
    ...without('signed')(facts),
    { fact: 'accepted', txID: '11111111111111111111111111111111LpoYY', exports: [] },
  ],
  'a fact of another kind': (facts) => [...facts, { fact: 'paid' }],
  'asked of a browser wallet': (facts) => [...facts, { fact: 'asked', unsigned: '0x00' }],
  'no plan': without('planned'),
};

describe.each(['P', 'X'] as const)('a changed record of a payment on %s', (chain) => {
  const to = () => bob.address(chain, network);
  const begin = (wallet: WalletClient) =>
    wallet.send({ chain, to: to(), amount: avax('1') }, { id: 'w' });

  describe.each(Object.entries(changes))('%s', (name, change) => {
    it.each(['resume', 'the same call'] as const)(
      '%s pays what was asked, or nothing',
      async (how) => {
        testnode.fund(chain, { to: key.address(chain, network), amount: avax('5000') });
        const trap = testnode.refuse({ times: 20 }, 'mempool is full');
        const before = wealthOf(key);
        const store = await stuck(begin);
        testnode.forget(trap);
        // The node refuses the bytes that it knows once more, so that others are built.
        testnode.refuse({}, 'mempool is full');
        await tamper(store, 'w', change);
        const wallet = walletOf({ store });
        const result = await (how === 'resume' ? wallet.resume('w') : begin(wallet)).catch(
          (e: unknown) => {
            if (!isError(e)) throw e;
            return e;
          },
        );
        const isDone = !isError(result) && result.status === 'Accepted';
        const got = amountOf(chain, bob.shortID);
        expect(wealthOf(mallory)).toBe(0n);
        expect(got).toBe(isDone ? avax('1') : 0n);
        expect(before - wealthOf(key)).toBeLessThan(got + avax('0.1'));
        if (name === 'nothing') expect(isDone).toBe(true);
      },
    );
  });

  it.each(['signed', 'accepted', 'finished'] as const)(
    'an earlier payment in its place (%s) is not taken for it by the call',
    async (kind) => {
      testnode.fund(chain, { to: key.address(chain, network), amount: avax('5000') });
      const early = memoryStore();
      const records: string[] = [];
      const first = walletOf({
        store: {
          async open() {
            const open = await early.open();
            return {
              ...open,
              async write(id, record, isFinished) {
                records.push(record);
                await open.write(id, record, isFinished);
              },
            };
          },
        },
      });
      const dust = await first.send({ chain, to: to(), amount: 1n });
      if (dust.status !== 'Accepted') throw new Error(dust.status);
      const trap = testnode.refuse({ times: 20 }, 'mempool is full');
      const store = await stuck(begin);
      testnode.forget(trap);
      const { txID } = dust.txs[0]!;
      await tamper(store, 'w', (facts) => {
        const { content } = facts[0]!;
        if (kind === 'signed') {
          const other = factsIn(records[0]!).find(({ fact }) => fact === 'signed')!;
          return facts.map((one) => (one.fact === 'signed' ? other : one));
        }
        if (kind === 'accepted')
          return [...without('signed')(facts), { fact: 'accepted', txID, exports: [] }];
        return [
          {
            fact: 'finished',
            networkID: network.networkID,
            id: 'w',
            content,
            state: 'accepted',
            txs: [{ chain, txID, receive: theirs }],
          },
        ];
      });
      const e = await begin(walletOf({ store })).catch((e: unknown) => e);
      expect(isError(e) && e.code).toBe(kind === 'accepted' ? 'Pending' : 'Mismatch');
      expect(amountOf(chain, bob.shortID)).toBe(1n);
    },
  );
});

describe.each(['X', 'C'] as const)('a changed record of a move to %s', (to) => {
  it.each([
    ['nothing', (facts) => facts],
    [
      'any fee',
      edit('planned', 'plan', /\}$/, ',"options":{"maxFee":"999","priceMargin":1000000}}'),
    ],
    ['more', edit('planned', 'plan', '"1000"', '"max"')],
    [
      'to another chain',
      edit('planned', 'plan', `"to":"${to}"`, `"to":"${to === 'X' ? 'C' : 'X'}"`),
    ],
    ['filled in with a thief', set('own', { receive: theirs, account: evmAddressOf(mallory) })],
    ['other exports', set('accepted', { exports: [0] })],
    ['an import to a thief', edit('planned', 'plan', '"from"', `"receive":"${thief('P')}","from"`)],
    [
      'another intent',
      set('planned', {
        plan: `{"chain":"P","type":"BaseTx","outputs":[{"to":"${thief('P')}","amount":"7"}]}`,
      }),
    ],
  ] as const satisfies readonly (readonly [string, (facts: JSONFact[]) => readonly JSONFact[]])[])(
    '%s burns no more than the call allows',
    async (name, change) => {
      testnode.fund('P', { to: key.address('P', network), amount: avax('5000') });
      const before = wealthOf(key);
      const store = memoryStore();
      const stop = new AbortController();
      const wallet = walletOf({
        store,
        onProgress: ({ step }) => step === 'accepted' && stop.abort(),
      });
      const move = { from: 'P', to, amount: avax('1000') } as const;
      const e = await wallet.move(move, { id: 'm', signal: stop.signal }).catch((e: unknown) => e);
      expect(isError(e) && e.code).toBe('Pending');
      await wallet.close();
      await tamper(store, 'm', change);
      const next = walletOf({ store });
      const result = await next.resume('m', { maxFee: avax('0.01') }).catch((e: unknown) => {
        if (!isError(e)) throw e;
        return e;
      });
      expect(wealthOf(mallory)).toBe(0n);
      expect(before - wealthOf(key)).toBeLessThan(avax('0.02'));
      if (name === 'nothing') expect(!isError(result) && result.status).toBe('Accepted');
    },
  );
});

describe('a damaged record', () => {
  it('blocks only its own payment, holds what of it can be read, and can be released', async () => {
    testnode.fund('P', { to: key.address('P', network), amount: avax('5') });
    testnode.fund('P', { to: key.address('P', network), amount: avax('7') });
    const pay = (wallet: WalletClient, id: string, amount: string) =>
      wallet.send({ chain: 'P', to: bob.shortID, amount: avax(amount) }, { id });
    const trap = testnode.refuse({ times: 40 }, 'mempool is full');
    const store = await stuck((wallet) => pay(wallet, 'w', '4.5'));
    testnode.forget(trap);
    const cut = async (id: string, change: (record: string) => string) => {
      const open = await store.open();
      await open.write(id, change((await open.read(id)) ?? ''), false);
      await open.close();
    };
    await cut('w', (record) => record.replace('"fact":"own"', '"fact":"0wn"'));
    await cut('short', () => 'avalanche-tx paym');
    await cut('newer', () => `avalanche-tx payment 3 ${'0'.repeat(64)}\n`);
    const wallet = walletOf({ store });
    expect(await wallet.payments()).toMatchObject([
      { id: 'w', state: 'unknown', damaged: expect.stringContaining('hash') },
      { id: 'short', state: 'unknown', damaged: expect.stringContaining('BadJSON') },
      { id: 'newer', damaged: expect.stringContaining('update avalanche-tx') },
    ]);
    const e = await pay(wallet, 'w', '4.5').catch((e: unknown) => e);
    expect(isError(e) && e.code).toBe('BadJSON');
    expect((await pay(wallet, 'x', '4')).status).toBe('Accepted');
    expect((await wallet.balances()).P.heldBy).toHaveLength(1);
    await wallet.release('w');
    await wallet.remove('short');
    await wallet.remove('newer');
    expect(await wallet.payments()).toEqual([]);
    expect((await wallet.balances()).P.heldBy).toEqual([]);
    await wallet.remove('w');
    expect((await pay(wallet, 'w', '4.5')).status).toBe('Accepted');
  });
});
