/** Nodes, clocks and stores that fail, and other programs: what becomes of a payment. */
import { beforeEach, describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { isError } from '../../src/errors/error.ts';
import { explainError } from '../../src/explain/index.ts';
import { avax, faultOf } from '../../src/index.ts';
import type { Transport } from '../../src/rpc/index.ts';
import { evmAddressOf, finalize, privateKey, sign } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { formatBytes, parseBytes } from '../../src/text/hex.ts';
import { parseID } from '../../src/text/id.ts';
import {
  createWallet,
  memoryStore,
  type OpenPaymentStore,
  type PaymentStore,
  type WalletOptions,
} from '../../src/wallet/index.ts';
import { replicaOf } from '../support/replica.ts';
import { failed } from '../support/thrown.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const to = new Uint8Array(20).fill(5);
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const me = key.address('P', network);
const waited: number[] = [];
beforeEach(() => {
  waited.length = 0;
});
const sleep = async (milliseconds: number) => {
  waited.push(milliseconds);
};
const connect = { ...testnode, retry: { sleep } };
const walletOf = (options: Partial<WalletOptions> = {}) =>
  createWallet({ url: 'http://testnode', connect, signer: key, resubmitAfter: 500, ...options });
const fund = (...amounts: readonly string[]) => {
  for (const amount of amounts) testnode.fund('P', { to: me, amount: avax(amount) });
};
const pay = (amount: string) => ({ chain: 'P', to, amount: avax(amount) }) as const;
const paid = (chain: 'P' | 'X' = 'P') => testnode.state(chain, [to]).utxos.length;

describe('a signal', () => {
  it('of many calls gets one listener, and ends each of them', async () => {
    const stop = new AbortController();
    let listeners = 0;
    const add = stop.signal.addEventListener.bind(stop.signal);
    stop.signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    const silent: Transport = () => new Promise(() => {});
    const wallet = walletOf({ connect: { ...connect, transport: silent } });
    const calls = Array.from({ length: 20 }, () =>
      failed(wallet.address('P', { signal: stop.signal })),
    );
    await Promise.resolve();
    expect(listeners).toBe(1);
    stop.abort();
    for (const { code } of await Promise.all(calls)) expect(code).toBe('Transport');
  });
});

describe('a node', () => {
  it('that drops transactions gets other bytes each time, on every chain', async () => {
    fund('20');
    testnode.fund('X', { to: key.address('X', network), amount: avax('20') });
    testnode.fund('C', { to: evmAddressOf(key), amount: avax('20') });
    // The price is the least that there is.
    expect(testnode.state('P', [me]).feeState.price).toBe(1n);
    const wallet = walletOf();
    for (const chain of ['P', 'X', 'C'] as const) testnode.drop({ chain, times: 3 });
    await wallet.send(pay('1'));
    await wallet.send({ chain: 'X', to, amount: avax('1') });
    await wallet.move({ from: 'C', to: 'X', amount: avax('3') });
    expect([paid('P'), paid('X')]).toEqual([1, 1]);
    testnode.drop({ chain: 'X', type: 'avm.ExportTx', times: 2 });
    testnode.drop({ chain: 'P', type: 'platformvm.ImportTx', times: 2 });
    await wallet.move({ from: 'X', to: 'P', amount: avax('2') });
    testnode.drop({ chain: 'X', type: 'avm.ImportTx', times: 2 });
    await wallet.move({ from: 'P', to: 'X', amount: avax('2') });
  });

  it('whose clock is behind that of this machine gets the fee of its last block', async () => {
    fund('20', '20', '20');
    for (const seconds of [30, 3600, 86_400]) {
      testnode.setGasPrice('P', 20n);
      const now = () => testnode.now() + seconds * 1000;
      await walletOf({ connect: { ...connect, now } }).send(pay('1'));
    }
    expect(paid()).toBe(3);
  });

  it('that is a block behind is waited for: change is not lost, and what is spent is not there', async () => {
    fund('10');
    const replica = replicaOf(testnode.transport);
    let thaws = 3;
    const wallet = walletOf({
      connect: {
        ...connect,
        transport: replica.transport,
        retry: {
          async sleep() {
            if (--thaws === 0) replica.thaw();
          },
        },
      },
    });
    await wallet.preview({ type: 'BaseTx', chain: 'P', outputs: [{ to, amount: 1n }] });
    await wallet.balances();
    await wallet.send(pay('1'), {
      onProgress: ({ step }) => step === 'submitted' && replica.freeze(/getUTXOs/),
    });
    await wallet.send(pay('1'));
    expect(paid()).toBe(2);
    expect(thaws).toBeLessThan(1);
    const { P } = await wallet.balances();
    expect(P.free).toBeGreaterThan(avax('7.9'));
    expect(P.free).toBeLessThan(avax('8'));
  });

  it('that was reset is named, with the payment that it lost, and a new wallet goes on', async () => {
    fund('10');
    const funded = testnode.snapshot();
    const wallet = walletOf();
    const lost = await wallet.send(pay('1'));
    if (lost.status !== 'Accepted') throw new Error(lost.status);
    testnode.revert(funded);
    const e = await failed(wallet.send(pay('2')));
    expect([e.code, faultOf(e).party]).toEqual(['Inconsistent', 'node']);
    expect(e.message).toContain(lost.txs[0]!.txID);
    expect(await wallet.payments()).toEqual([]);
    expect((await walletOf().send(pay('2'))).status).toBe('Accepted');
  });

  it('that is lower than another one was is not believed', async () => {
    fund('10');
    const old = replicaOf(testnode.transport);
    let down = '';
    const transport: Transport = async (request) => {
      if (down !== '' && request.url.startsWith(`http://${down}`))
        return { status: 502, headers: {}, text: '' };
      return request.url.startsWith('http://old')
        ? old.transport(request)
        : testnode.transport(request);
    };
    const retry = {
      async sleep() {
        down = '';
      },
    };
    const url = ['http://new', 'http://old'];
    const wallet = walletOf({ url, connect: { ...connect, transport, retry } });
    const free = async () => (await wallet.balances()).P.free;
    down = 'new';
    expect(await free()).toBe(avax('10'));
    old.freeze();
    fund('5');
    down = 'old';
    expect(await free()).toBe(avax('15'));
    down = 'new';
    expect(await free()).toBe(avax('15'));
  });

  it('whose gas is used up is waited for', async () => {
    fund('10');
    const { feeState } = testnode.world.P.ledger;
    testnode.world.P.ledger.feeState = { ...feeState, capacity: 100n };
    const { maxPerSecond } = network.pFees;
    let seconds = 0;
    const wallet = walletOf({
      connect: {
        ...connect,
        retry: {
          async sleep(milliseconds) {
            seconds += milliseconds / 1000;
            testnode.advanceTime(BigInt(Math.ceil(milliseconds / 1000)));
          },
        },
      },
    });
    // More outputs than there is gas for.
    const outputs = Array.from({ length: 800 }, (_, i) => ({
      to: new Uint8Array(20)
        .fill(7, 0, 10)
        .fill(i % 256, 10, 19)
        .fill(i >> 8, 19),
      amount: 1000n,
    }));
    const steps: string[] = [];
    const onProgress = ({ step }: { readonly step: string }) => steps.push(step);
    await wallet.run({ type: 'BaseTx', chain: 'P', outputs }, { onProgress });
    expect(steps.filter((step) => step === 'submitted')).toHaveLength(1);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(Number(1_000_000n / maxPerSecond) + 10);
  });

  it('that is certain to refuse gets nothing: what others decide is looked at first', async () => {
    fund('60');
    const end = testnode.time() + 20n * 86_400n;
    const { nodeID } = testnode.addValidator({ end });
    const delegation = {
      type: 'AddPermissionlessDelegatorTx',
      chain: 'P',
      nodeID,
      amount: avax('25'),
    } as const;
    const wallet = walletOf();
    const late = { ...delegation, end: end + 86_400n };
    const steps: string[] = [];
    const e = await failed(wallet.run(late, { onProgress: ({ step }) => steps.push(step) }));
    expect(e.code).not.toBe('Pending');
    expect(steps).toEqual(['planned', 'built']);
    expect(await wallet.payments()).toEqual([]);
    expect((await wallet.preview(late)).refusal?.code).toBe(e.code);
    const nobody = { ...delegation, nodeID: new Uint8Array(20).fill(8), end };
    expect((await failed(wallet.run(nobody))).code).not.toBe('Pending');
    expect((await wallet.run({ ...delegation, end })).status).toBe('Accepted');
  });

  it('that refuses for ever leaves a record with a bound', async () => {
    fund('20');
    testnode.refuse({ times: 1000 }, 'mempool is full');
    const store = memoryStore();
    const lengths: number[] = [];
    for (let i = 0; i < 8; i++) {
      testnode.setGasPrice('P', BigInt(i + 1));
      const wallet = walletOf({ store });
      expect((await failed(wallet.send(pay('1'), { id: 'w' }))).code).toBe('Pending');
      await wallet.close();
      const open = await store.open();
      lengths.push((await open.read('w'))!.length);
      await open.close();
    }
    expect(lengths.at(-1)).toBe(lengths.at(-2));
    expect(lengths.at(-1)).toBeLessThan(20_000);
  });
});

describe('a coin that another program spends', () => {
  /** Spends the coins of a chain elsewhere, with change or without. */
  const spend = (amount: bigint | 'max') => {
    const state = testnode.state('P', [me]);
    const outputs = [{ to: new Uint8Array(20).fill(6), amount }];
    const tx = finalize(sign(buildBaseTx(state, { outputs }, { strategy: 'sweep' }), key));
    expect(testnode.issue('P', tx.bytes).ok).toBe(true);
    return tx;
  };
  /** A payment that no node has received. */
  const lost = async (store: PaymentStore) => {
    const transport: Transport = async (request) =>
      request.body?.includes('.issueTx"')
        ? { status: 503, headers: {}, text: '' }
        : testnode.transport(request);
    const wallet = walletOf({ store, attempts: 2, connect: { ...connect, transport } });
    expect((await failed(wallet.send(pay('1'), { id: 'w' }))).code).toBe('Pending');
    await wallet.close();
  };

  it('ends the payment for ever, which its bytes and all nodes prove', async () => {
    fund('10');
    const store = memoryStore();
    await lost(store);
    const other = spend(avax('2'));
    const wallet = walletOf({ store, attempts: 3, url: ['http://one', 'http://two/key'] });
    const e = await failed(wallet.resume('w'));
    expect([e.code, e.context]).toMatchObject([
      'NotAccepted',
      { status: 'Excluded', excludedBy: other.txID, saidBy: ['one', 'two'] },
    ]);
    expect(await wallet.payments()).toEqual([]);
    // Its coins are free, and the id stays refused until it is removed.
    expect((await failed(wallet.send(pay('1'), { id: 'w' }))).code).toBe('NotAccepted');
    await wallet.send(pay('1'), { id: 'w again' });
    expect(paid()).toBe(1);
  });

  it('is not believed to be spent if one node does not say so, or the bytes are not to be had', async () => {
    fund('10');
    const store = memoryStore();
    await lost(store);
    const other = spend(avax('2'));
    const doubting: Transport = async (request) => {
      const isDoubted = request.url.startsWith('http://two') && request.body?.includes(other.txID);
      const text = '{"jsonrpc":"2.0","id":1,"result":{"status":"Unknown"}}';
      return isDoubted && request.body?.includes('getTxStatus')
        ? { status: 200, headers: {}, text: withID(text, request.body) }
        : testnode.transport(request);
    };
    const url = ['http://one', 'http://two'];
    const two = walletOf({ store, attempts: 3, url, connect: { ...connect, transport: doubting } });
    expect((await failed(two.resume('w'))).code).toBe('Pending');
    await two.close();
    const silent: Transport = async (request) =>
      request.body?.includes('platform.getTx"')
        ? { status: 503, headers: {}, text: '' }
        : testnode.transport(request);
    const three = walletOf({ store, attempts: 3, connect: { ...connect, transport: silent } });
    expect((await failed(three.resume('w'))).code).toBe('Pending');
  });

  it('cannot be invented by a node: it has no signature of the wallet', async () => {
    fund('10');
    const store = memoryStore();
    await lost(store);
    // A transaction that spends the coin, signed by somebody else, which the node says is accepted and made the wallet's UTXO.
    const coin = testnode.state('P', [me]).utxos[0]!;
    const liar = privateKey(new Uint8Array(32).fill(66));
    const theirs = {
      ...testnode.state('P', [liar.address('P', network)]),
      utxos: [
        {
          ...coin,
          output: { ...(coin.output as never as object), addresses: [liar.shortID] } as never,
        },
      ],
    };
    const outputs = [{ to: me, amount: avax('3') }];
    const forged = finalize(sign(buildBaseTx(theirs, { outputs }), liar));
    const trap = testnode.refuse({ times: 100 }, 'missing UTXO');
    const lying: Transport = async (request) => {
      const { body = '' } = request;
      if (body.includes(forged.txID) && body.includes('getTxStatus'))
        return reply(body, { status: 'Committed' });
      if (body.includes(forged.txID) && body.includes('platform.getTx"'))
        return reply(body, { tx: formatBytes(forged.bytes, 'hex'), encoding: 'hex' });
      const answer = await testnode.transport(request);
      if (!body.includes('platform.getUTXOs"') || body.includes('sourceChain')) return answer;
      // The coin is said to be gone, and the UTXO of the forged transaction to be there.
      const json = JSON.parse(answer.text) as { result: { utxos: string[] } };
      json.result.utxos = json.result.utxos.map((hex) => {
        const bytes = parseBytes(hex, 'hex').slice();
        bytes.set(parseID(forged.txID), 2);
        return formatBytes(bytes, 'hex');
      });
      return { ...answer, text: JSON.stringify(json) };
    };
    const wallet = walletOf({ store, attempts: 3, connect: { ...connect, transport: lying } });
    const e = await failed(wallet.resume('w'));
    expect(e.code).toBe('Pending');
    await wallet.close();
    testnode.forget(trap);
    expect((await walletOf({ store }).resume('w')).status).toBe('Accepted');
    expect(paid()).toBe(1);
  });
});

describe('a store', () => {
  /** A store whose operations fail as told. */
  const failing = (fails: (operation: string, record?: string) => boolean): PaymentStore => {
    const store = memoryStore();
    return {
      async open() {
        const open = await store.open();
        const check = (operation: string, record?: string) => {
          if (fails(operation, record)) throw new Error('no space left on device');
        };
        return {
          ...open,
          async write(id, record, isFinished) {
            check('write', record);
            await open.write(id, record, isFinished);
          },
          async read(id) {
            check('read');
            return open.read(id);
          },
        } satisfies OpenPaymentStore;
      },
    };
  };

  it('that fails before a submission ends the call, and nothing is submitted', async () => {
    fund('10');
    const e = await failed(
      walletOf({ store: failing((operation) => operation === 'write') }).send(pay('1')),
    );
    expect([e.code, e.context]).toMatchObject(['StoreFailed', { operation: 'write' }]);
    expect(paid()).toBe(0);
  });

  it('that fails when a payment is accepted changes nothing of the result, and is reported', async () => {
    fund('10');
    const store = failing((_, record) => record?.includes('"finished"') ?? false);
    const wallet = walletOf({ store });
    const result = await wallet.send(pay('1'), { id: 'w' });
    expect(result).toMatchObject({
      status: 'Accepted',
      warning: expect.stringContaining('no space left on device'),
    });
    expect(await wallet.send(pay('1'), { id: 'w' })).toMatchObject({ status: 'Accepted' });
    expect(paid()).toBe(1);
  });

  it('that another process has is refused for every call, until it is given back', async () => {
    fund('10');
    const store = memoryStore();
    const [first, second] = [walletOf({ store }), walletOf({ store })];
    await first.payments();
    for (const call of [
      second.send(pay('1')),
      second.balances(),
      second.resumeAll(),
      second.payments(),
      second.release('x'),
    ])
      expect((await failed(call)).code).toBe('InUse');
    await first.close();
    expect((await second.send(pay('1'))).status).toBe('Accepted');
    expect((await failed(first.send(pay('1')))).code).toBe('Unsupported');
  });
});

describe('a lack of coins', () => {
  it('says where others are', async () => {
    testnode.fund('X', { to: key.address('X', network), amount: avax('20') });
    const stop = new AbortController();
    const wallet = walletOf({ onProgress: ({ step }) => step === 'accepted' && stop.abort() });
    const move = { from: 'X', to: 'P', amount: avax('5') } as const;
    await failed(wallet.move(move, { id: 'm', signal: stop.signal }));
    const e = await failed(wallet.send(pay('1')));
    if (!isError(e, 'Insufficient')) throw e;
    expect(e.context).toMatchObject({
      heldBy: [{ id: 'm', chain: 'P', amount: avax('5'), from: 'X' }],
      elsewhere: [{ chain: 'X', amount: avax('14.999'), isPending: false }],
    });
    expect(e.detail).toBe(
      `on P, ${me}: needs 1.000004099 AVAX, 0 AVAX can be spent; 5 AVAX waits on P for its import from X by the payment m: resume("m"); 14.999 AVAX is on X: move it to P`,
    );
    expect(explainError(e)).toBe(
      'Needs 1.000004099 AVAX, nothing can be spent. The payment m is not finished: 5 AVAX of it waits on the P-chain for its import from the X-chain. Resume it. 14.999 AVAX can be spent on the X-chain: move it to the P-chain.',
    );
    // A preview says the same.
    const outputs = [{ to, amount: avax('1') }];
    const seen = await failed(wallet.preview({ type: 'BaseTx', chain: 'P', outputs }));
    expect(seen.detail).toBe(e.detail);
  });

  it('names the chain and who lacks them, also where there is nothing at all', async () => {
    const other = privateKey(new Uint8Array(32).fill(2));
    const owner = { addresses: [key.shortID, other.shortID], threshold: 2 };
    const [a, b] = [me, other.address('P', network)];
    const account = evmAddressOf(key);
    const onC = () =>
      walletOf().run({ type: 'ExportTx', chain: 'C', to: 'P', outputs: [{ to, amount: 1n }] });
    for (const [call, who, here, addresses] of [
      [() => walletOf().send(pay('1')), `on P, ${a}: needs 1.`, 'P', [a]],
      [
        () => walletOf({ signer: [key, other] }).send(pay('1')),
        `on P, ${a} and 1 other address: needs 1.`,
        'P',
        [a, b],
      ],
      [() => walletOf({ owner }).send(pay('1')), `on P, 2 of ${a}, ${b}: needs 1.`, 'P', [a, b]],
      [onC, `on C, ${account}: needs 0.`, 'C', [account]],
    ] as const) {
      const e = await failed(call());
      if (!isError(e, 'Insufficient')) throw e;
      expect(e.detail.startsWith(who), e.detail).toBe(true);
      expect(e.context).toMatchObject({ here, addresses, heldBy: [], elsewhere: [] });
    }
  });

  it('says what payments hold of any asset, until when some is locked, and what is too small', async () => {
    const mine = key.address('P', network);
    const until = testnode.time() + 1_000_000n;
    testnode.fund('P', { to: mine, amount: 900n });
    testnode.fund('P', {
      to: { addresses: [mine], threshold: 1, locktime: until },
      amount: avax('3'),
    });
    testnode.setGasPrice('P', 2n);
    const e = await failed(walletOf().send(pay('2')));
    if (!isError(e, 'Insufficient')) throw e;
    expect(e.context.timelocked).toEqual([{ amount: avax('3'), until }]);
    expect(e.detail).toMatch(
      /^on P, P-\w+: needs 2\.\d+ AVAX, 0 AVAX can be spent; 3 AVAX is locked until [\d-]+; 0\.0000009 AVAX costs more to spend than it is worth$/,
    );
    expect(explainError(e)).toContain('wait until then');

    testnode.fund('X', { to: key.address('X', network), amount: avax('9') });
    const wallet = walletOf({ attempts: 1 });
    const holders = [{ to: key.address('X', network), amount: 100n }];
    const made = await wallet.run({
      type: 'CreateAssetTx',
      chain: 'X',
      name: 'Coin',
      symbol: 'COIN',
      denomination: 0,
      initial: { fungible: { holders } },
    });
    const assetID = made.status === 'Accepted' ? made.txs[0]!.txID : '';
    const give = { chain: 'X', to, amount: 60n, assetID } as const;
    testnode.hold();
    await failed(wallet.send(give, { id: 'w-1' }));
    const held = await failed(wallet.send(give, { id: 'w-2' }));
    if (!isError(held, 'Insufficient')) throw held;
    expect(held.context.heldBy).toEqual([{ id: 'w-1', amount: 100n, chain: 'X' }]);
    expect(held.detail).toContain(`100 of ${assetID} is held by the payment w-1: resume("w-1")`);
    testnode.release();
  });
});

const withID = (text: string, body: string): string =>
  JSON.stringify({ ...(JSON.parse(text) as object), id: (JSON.parse(body) as { id: unknown }).id });
const reply = (body: string, result: object) => ({
  status: 200,
  headers: {},
  text: withID(JSON.stringify({ jsonrpc: '2.0', id: 0, result }), body),
});
