import { beforeEach, describe, expect, it, vi } from 'vitest';
import { kinds } from '../../src/chain/kinds.ts';
import { decodeTx } from '../../src/chain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { isError } from '../../src/errors/error.ts';
import { textOf } from '../../src/explain/index.ts';
import { avax } from '../../src/index.ts';
import { connect as connectTo, type Transport } from '../../src/rpc/index.ts';
import {
  evmAddressOf,
  formatDraft,
  hashSigner,
  type Provider,
  parseDraft,
  privateKey,
  sign,
  walletSigner,
} from '../../src/sign/index.ts';
import { signWithKey } from '../../src/sign/key.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { concatBytes } from '../../src/text/bytes.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { credentialUsesOf } from '../../src/tx/credentials.ts';
import { utxoKey } from '../../src/tx/order.ts';
import { consumedIDsOf } from '../../src/tx/parts.ts';
import type { AnyUnsignedTx } from '../../src/tx/types.ts';
import {
  createWallet,
  memoryStore,
  type PaymentStore,
  readWalletIntent,
  type WalletOptions,
  type WalletResult,
} from '../../src/wallet/index.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { decode } from '../../src/wire/codec.ts';
import { failed } from '../support/thrown.ts';

const key = privateKey(new Uint8Array(32).fill(1));
const [bob, carol] = [
  privateKey(new Uint8Array(32).fill(2)),
  privateKey(new Uint8Array(32).fill(3)),
];
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const me = key.address('P', network);
const to = bob!.address('P', network);
const sleep = async () => {};
const connect = { ...testnode, retry: { sleep } };
const client = connectTo('http://testnode', connect);
const uint32 = (n: number): Uint8Array => new Uint8Array([0, 0, 0, n]);
const walletOf = (options: Partial<WalletOptions> = {}) =>
  createWallet({ url: 'http://testnode', connect, signer: key, resubmitAfter: 500, ...options });
const fund = (...amounts: readonly string[]) => {
  for (const amount of amounts) testnode.fund('P', { to: me, amount: avax(amount) });
};
const received = (address = to): bigint =>
  testnode
    .state('P', [address])
    .utxos.reduce(
      (sum, { output }) =>
        sum + (output.type === 'secp256k1fx.TransferOutput' ? output.amount : 0n),
      0n,
    );
const pay = (amount: bigint) => ({ chain: 'P', to, amount }) as const;
/** A store that tells what is written. */
const watched = (
  store: PaymentStore,
  told: (record: string, id: string) => void,
): PaymentStore => ({
  async open() {
    const open = await store.open();
    return {
      ...open,
      async write(id, record, isFinished) {
        told(record, id);
        await open.write(id, record, isFinished);
      },
    };
  },
});
const txsOf = (result: WalletResult) => (result.status === 'Accepted' ? result.txs : []);
const draftIn = (result: WalletResult): Draft => {
  if (result.status === 'Unsigned') return result.draft;
  throw new Error('it is signed');
};
const whyIn = (result: WalletResult): string => (result.status === 'Unsigned' ? result.why : '');

describe('a wallet of a key', () => {
  it('sends, moves between all chains, stakes, and says what it has', async () => {
    fund('100');
    const { nodeID } = testnode.addValidator();
    const wallet = walletOf();
    await wallet.send(pay(avax('1.5')));
    const moved = await wallet.move({ from: 'P', to: 'C', amount: avax('10') });
    expect(txsOf(moved).map(({ unsignedTx }) => unsignedTx.type)).toEqual([
      'platformvm.ExportTx',
      'atomic.ImportTx',
    ]);
    await wallet.move({ from: 'C', to: 'X', amount: avax('5') });
    await wallet.run({
      type: 'AddPermissionlessDelegatorTx',
      chain: 'P',
      nodeID,
      end: testnode.time() + 30n * 86_400n,
      amount: avax('25'),
    });
    testnode.fund('P', { to: me, amount: avax('7'), stakeableUntil: testnode.time() + 1000n });
    const { P, X, C } = await wallet.balances();
    expect(received()).toBe(avax('1.5'));
    expect([P.staked, P.locked, X.free]).toEqual([avax('25'), avax('7'), avax('4.999')]);
    expect(P.free).toBeGreaterThan(avax('63.4'));
    expect(C.wei).toBe(C.free * 1_000_000_000n);
    expect(await wallet.address('X')).toEqual({ address: key.address('X', network) });
  });

  it('fills in the owners of the validators of an L1, and keeps those that are given', async () => {
    fund('10');
    const wallet = walletOf();
    const made = await wallet.run({ type: 'CreateSubnetTx', chain: 'P' });
    const subnetID = txsOf(made)[0]!.txID;
    const node = (byte: number) => ({
      nodeID: formatNodeID(new Uint8Array(20).fill(byte)),
      nodePOP: provePossession(new Uint8Array(32).fill(byte)),
    });
    const given = { weight: 1n, balance: avax('1') };
    const nobody = { threshold: 1, addresses: [new Uint8Array(20)] };
    const convert = {
      type: 'ConvertSubnetToL1Tx',
      chain: 'P',
      subnetID,
      managerChainID: subnetID,
      managerAddress: '0x',
      validators: [
        { node: node(1), ...given },
        { node: node(2), ...given, deactivationOwner: nobody },
      ],
    } as const;
    const { intent } = await wallet.preview(convert);
    const mine = { threshold: 1, addresses: [me] };
    expect(intent).toMatchObject({
      validators: [
        { remainingBalanceOwner: mine, deactivationOwner: mine },
        { remainingBalanceOwner: mine, deactivationOwner: nobody },
      ],
    });
    expect((await wallet.run(convert, { id: 'l1' })).status).toBe('Accepted');
    expect((await wallet.run(convert, { id: 'l1' })).status).toBe('Accepted');
  });

  it('fills in what an intent leaves open, and shows it', async () => {
    fund('100');
    const { nodeID } = testnode.addValidator();
    const { explanation, fee, draft, intent } = await walletOf().preview({
      type: 'AddPermissionlessDelegatorTx',
      chain: 'P',
      nodeID,
      end: testnode.time() + 30n * 86_400n,
      amount: avax('25'),
    });
    expect(intent).toMatchObject({ rewardsOwner: { addresses: [me], threshold: 1 } });
    expect(textOf(explanation)).toContain(me);
    expect(fee).toBe(draft.fee.total);
    expect(testnode.world.P.pool.size).toBe(0);
  });

  it('tells what it does, and records each transaction before it submits', async () => {
    fund('10');
    const told: string[] = [];
    let id = '';
    const result = await walletOf({
      onProgress: (progress) => {
        told.push(progress.step);
        if (progress.step === 'planned') id = progress.id;
      },
      store: watched(memoryStore(), () => told.push('record')),
    }).send(pay(avax('1')));
    expect(told).toEqual([
      'planned',
      'built',
      'confirmed',
      'signed',
      'record',
      'submitted',
      'record',
      'accepted',
    ]);
    expect(txsOf(result)).toHaveLength(1);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(result.id).toBe(id);
  });

  it('counts what validators of an L1 return', async () => {
    const l1 = testnode.addL1({ owner: me, balance: avax('3') });
    const { P } = await walletOf().balances({ l1s: [l1.subnetID] });
    expect(P.l1Balance).toBe(avax('3'));
  });

  it('says that the node is missing', () => {
    expect(() => createWallet({ signer: key } as never)).toThrow(
      "BadArgument at url: is missing: give the URL of a node, such as 'https://api.avax.network', or a list of them",
    );
  });

  it('refuses options and chains that it does not know', async () => {
    expect(() => walletOf({ timeuot: 5 } as never)).toThrow(/timeuot/);
    expect(() => walletOf({ signer: {} as never })).toThrow(/signer/);
    expect(() => createWallet({} as never)).toThrow(/^BadArgument at url/);
    const e = await failed(walletOf().send({ chain: 'C' as never, to, amount: 1n }));
    expect(e.code).toBe('Unsupported');
    const lower = await failed(walletOf().send({ chain: 'p' as never, to, amount: 1n }));
    expect(lower.message).toBe(
      'BadArgument at chain: must be P, X or C, got "p": did you mean "P"?',
    );
  });
});

describe('readWalletIntent', () => {
  it('leaves owners to the wallet, and passes the options on', () => {
    const stake = {
      type: 'AddPermissionlessDelegatorTx',
      nodeID: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
      end: '2027-06-01T00:00:00Z',
      amount: '25',
    };
    const { intent, call } = readWalletIntent(
      JSON.stringify({ ...stake, options: { maxFee: '0.01', strategy: 'consolidate' } }),
      'P',
    );
    expect(intent).toMatchObject({ chain: 'P', type: stake.type, amount: avax('25') });
    expect(Object.keys(intent)).not.toContain('rewardsOwner');
    expect(call).toEqual({ maxFee: avax('0.01'), options: { strategy: 'consolidate' } });
    const named = readWalletIntent(JSON.stringify({ ...stake, rewardsOwner: me }), 'P').intent;
    expect(named).toHaveProperty('rewardsOwner', me);
    expect(() => readWalletIntent('{"type":"BaseTx"}', 'P')).toThrow(/BadJSON at outputs/);
    expect(() => readWalletIntent('{"type":"BaseTx"}', 'p' as never)).toThrow(
      /BadArgument at chain/,
    );
  });

  it('runs what it read', async () => {
    fund('10');
    const { intent, call } = readWalletIntent('{"type":"CreateSubnetTx"}', 'P');
    expect(txsOf(await walletOf().run(intent, call))).toHaveLength(1);
  });
});

describe('confirm', () => {
  it('is asked before a signature, and no is no', async () => {
    fund('10');
    const asked: string[] = [];
    const confirm = (explanation: { readonly title: string }) => {
      asked.push(explanation.title);
      return false;
    };
    const wallet = walletOf({ confirm });
    const e = await failed(wallet.send(pay(avax('1'))));
    expect([e.code, asked.length, received()]).toEqual(['Declined', 1, 0n]);
    expect(asked[0]).toContain('1 AVAX');
    await wallet.send(pay(avax('1')), { confirm: () => true });
    expect(received()).toBe(avax('1'));
  });

  it('is asked again when a rebuild costs more, and not when it does not', async () => {
    fund('10', '20');
    const fees: bigint[] = [];
    const confirm = (_: unknown, draft: Draft) => {
      fees.push(draft.fee.total);
      if (fees.length === 1) testnode.setGasPrice('P', 40n);
      return true;
    };
    await walletOf({ confirm }).send(pay(avax('1')));
    expect(fees).toHaveLength(2);
    expect(fees[1]).toBeGreaterThan(fees[0]!);
    testnode.refuse({}, 'mempool is full');
    await walletOf({ confirm, attempts: 3 }).send(pay(avax('2')), { priceMargin: 3 });
    expect(received()).toBe(avax('3'));
  });
});

describe('several calls at once', () => {
  it('never spend a coin twice, and wait for each other’s change', async () => {
    fund('10', '10');
    const wallet = walletOf();
    const results = await Promise.all(Array.from({ length: 6 }, () => wallet.send(pay(avax('3')))));
    const spent = results
      .flatMap(txsOf)
      .flatMap(({ unsignedTx }) => consumedIDsOf(unsignedTx).map(utxoKey));
    expect(new Set(spent).size).toBe(spent.length);
    expect(received()).toBe(avax('18'));
    expect((await failed(wallet.send(pay(avax('3'))))).code).toBe('Insufficient');
  });

  it('of which one takes all lets the others end first', async () => {
    fund('10', '10');
    const wallet = walletOf();
    await Promise.all([
      wallet.send(pay(avax('3'))),
      wallet.move({ from: 'P', to: 'X', amount: 'max' }),
    ]);
    const { P, X } = await wallet.balances();
    expect(P.free).toBe(0n);
    expect(X.free).toBeGreaterThan(avax('16.9'));
  });

  it('of which one has the memo `max` do not wait for each other', async () => {
    const coin = { to: key.address('X', network), amount: avax('10') };
    testnode.fund('X', coin);
    testnode.fund('X', coin);
    testnode.hold();
    const wallet = walletOf({ resubmitAfter: 60_000, interval: 1 });
    const steps: string[] = [];
    /** Starts a payment of 1 AVAX, and waits until it is submitted. */
    const submitted = (name: string, memo: string) =>
      new Promise<{ readonly done: Promise<unknown> }>((resolve, reject) => {
        const pay = {
          chain: 'X',
          to: bob!.address('X', network),
          amount: avax('1'),
          memo,
        } as const;
        const done: Promise<unknown> = wallet.send(pay, {
          onProgress({ step }) {
            steps.push(`${name} ${step}`);
            if (step === 'submitted') resolve({ done });
          },
        });
        done.catch(reject);
      });
    const calls = [await submitted('first', 'hello'), await submitted('second', 'max')];
    expect(steps).not.toContain('first accepted');
    testnode.release();
    await Promise.all(calls.map(({ done }) => done));
    expect(steps).toContain('second accepted');
  });

  it('that cannot end do not wait for each other', async () => {
    fund('10', '10');
    const wallet = walletOf({ attempts: 2 });
    testnode.refuse({ chain: 'X', times: 8 }, 'mempool is full');
    const move = { from: 'P', to: 'X', amount: avax('1') } as const;
    const codes = await Promise.all([1, 2].map(async () => (await failed(wallet.move(move))).code));
    expect(codes).toEqual(['Pending', 'Pending']);
  });

  it('on an account of the C-chain come one after the other', async () => {
    testnode.fund('C', { to: evmAddressOf(key), amount: avax('30') });
    const wallet = walletOf();
    await Promise.all([1, 2].map(() => wallet.move({ from: 'C', to: 'P', amount: avax('10') })));
    expect((await wallet.balances()).P.free).toBeGreaterThan(avax('19.9'));
  });
});

describe('a payment that goes wrong', () => {
  it('is built again with a coin of the one before, so that both can never be accepted', async () => {
    fund('2', '3', '4');
    const records: string[] = [];
    testnode.drop({});
    testnode.refuse({}, 'mempool is full');
    const store = watched(memoryStore(), (record) => records.push(record));
    await walletOf({ store }).send(pay(avax('4.5')));
    const attempts = [...records.at(-2)!.matchAll(/"fact":"signed","tx":"(0x\w+)"/g)];
    const spent = attempts.map(([, hex]) =>
      consumedIDsOf(decodeTx(parseHex(hex!), 'P').unsignedTx).map(utxoKey),
    );
    expect(spent.length).toBeGreaterThan(1);
    expect(spent[0]!.some((coin) => spent.every((coins) => coins.includes(coin)))).toBe(true);
    expect(received()).toBe(avax('4.5'));
  });

  it('is not paid again when its only coin seems to be gone', async () => {
    fund('2');
    const store = memoryStore();
    const lost = { ...connect, transport: faulty({ issue: 'lost' }) };
    const first = walletOf({ attempts: 2, connect: lost, store });
    const e = await failed(first.send(pay(avax('1'))));
    if (!isError(e, 'Pending')) throw e;
    const { id } = e.context;
    await first.close();
    // Whatever a node says now, the first transaction may still be accepted.
    const coin = testnode.state('P', [me]).utxos[0]!;
    fund('5');
    const lying = { ...connect, transport: faulty({ issue: 'refused', hidden: coin.txID }) };
    const second = walletOf({ attempts: 3, connect: lying, store });
    const again = await failed(second.resume(id));
    expect([again.code, again.detail]).toEqual(['Pending', expect.stringContaining('twice')]);
    expect(received()).toBe(0n);
    await second.close();
    const third = walletOf({ store });
    await third.resume(id);
    await third.resume(id);
    expect(received()).toBe(avax('1'));
  });

  it('holds its coins until it is resumed or released', async () => {
    fund('2');
    const lost = { ...connect, transport: faulty({ issue: 'lost', times: 8 }) };
    const store = memoryStore();
    const wallet = walletOf({ attempts: 2, connect: lost, store });
    const e = await failed(wallet.send(pay(avax('1')), { id: 'invoice 7' }));
    expect([e.code, e.context]).toMatchObject(['Pending', { id: 'invoice 7' }]);
    const poor = await failed(wallet.send(pay(avax('1'))));
    if (!isError(poor, 'Insufficient')) throw poor;
    expect(poor.context.heldBy).toEqual([{ id: 'invoice 7', amount: avax('2'), chain: 'P' }]);
    expect(poor.detail).toContain(
      '2 AVAX is held by the payment invoice 7: resume("invoice 7"), or release it',
    );
    // Another process with the store finds them held from the start.
    await wallet.close();
    const next = walletOf({ store });
    const { P } = await next.balances();
    expect([P.free, P.heldBy]).toEqual([0n, [{ id: 'invoice 7', amount: avax('2') }]]);
    expect(await next.payments()).toMatchObject([
      { id: 'invoice 7', state: 'unknown', chain: 'P', next: expect.stringContaining('release') },
    ]);
    await next.release('invoice 7');
    await next.send(pay(avax('0.5')));
    expect(received()).toBe(avax('0.5'));
    expect((await failed(next.send(pay(avax('1')), { id: 'invoice 7' }))).code).toBe('Pending');
    await next.remove('invoice 7');
    await next.send(pay(avax('1')), { id: 'invoice 7' });
    expect(received()).toBe(avax('1.5'));
  });

  it('continues a move whose process died after the export', async () => {
    fund('20');
    const store = memoryStore();
    const stop = new AbortController();
    const wallet = walletOf({
      store,
      onProgress: ({ step }) => step === 'accepted' && stop.abort(),
    });
    const move = { from: 'P', to: 'X', amount: avax('10') } as const;
    const e = await failed(wallet.move(move, { id: 'm', signal: stop.signal }));
    expect(e.code).toBe('Pending');
    await wallet.close();
    const next = walletOf({ store });
    expect((await next.balances()).X.heldBy).toEqual([{ id: 'm', amount: avax('10'), from: 'P' }]);
    const [result] = await next.resumeAll();
    expect(txsOf(result as WalletResult).map(({ chain }) => chain)).toEqual(['P', 'X']);
    expect((await next.balances()).X.free).toBe(avax('9.999'));
    expect(txsOf(await next.move(move, { id: 'm' }))).toEqual(txsOf(result as WalletResult));
  });

  it('resumes a payment that sends everything', async () => {
    fund('20');
    const store = memoryStore();
    const records: string[] = [];
    const wallet = walletOf({ store: watched(store, (record) => records.push(record)) });
    await wallet.send({ ...pay(1n), amount: 'max' }, { id: 'all' });
    await wallet.close();
    const { write, close } = await store.open();
    await write('all', records[0]!, false);
    await close();
    expect((await walletOf({ store }).resume('all')).status).toBe('Accepted');
  });

  it('tries the next URL where one fails, of the same network only', async () => {
    fund('10');
    const dead: Transport = async (request) =>
      request.url.startsWith('http://dead')
        ? { status: 502, headers: {}, text: '' }
        : testnode.transport(request);
    const url = ['http://dead', 'http://testnode'];
    await walletOf({ url, connect: { ...connect, transport: dead } }).send(pay(avax('1')));
    expect(received()).toBe(avax('1'));
  });
});

describe('a move', () => {
  it('to the chain that it comes from is refused, with what to use instead', async () => {
    for (const [chain, instead] of [
      ['P', 'send'],
      ['X', 'send'],
      ['C', 'an EVM wallet'],
    ] as const) {
      const e = await failed(walletOf().move({ from: chain, to: chain, amount: 1n }));
      expect(e.message).toBe(
        `WrongChain at to: is the chain that it comes from: to pay on ${chain}, use ${instead}`,
      );
    }
  });

  it('whose amount does not pay for its import is refused before the export', async () => {
    fund('10');
    const wallet = walletOf();
    const e = await failed(wallet.move({ from: 'P', to: 'X', amount: 5n }));
    expect([e.code, ...e.path]).toEqual(['Insufficient', 'amount']);
    expect(e.message).toContain('0.000000005 AVAX do not pay the fee of their import on the X');
    expect((await wallet.balances()).P.free).toBe(avax('10'));
    // What is there pays the fee.
    testnode.fund('X', { to: key.address('X', network), amount: avax('1') });
    expect((await wallet.move({ from: 'P', to: 'X', amount: 5n })).status).toBe('Accepted');
  });
});

describe('Core', () => {
  const account = evmAddressOf(key);
  /** Core, which signs for the key, and sends what is of the C-chain itself. */
  const core = (fails: Partial<Record<'before' | 'after', Error>> = {}) => {
    const asked: string[] = [];
    const provider: Provider = {
      async request({ method, params }) {
        const { chainAlias, transactionHex } = params as Record<string, string>;
        asked.push(`${method} ${chainAlias}`);
        if (fails.before) throw fails.before;
        const chain = chainAlias as 'P' | 'C';
        const unsigned = parseHex(transactionHex!);
        const tx: AnyUnsignedTx = decode<AnyUnsignedTx>(kinds[chain].unsignedTx, unsigned);
        const signature = signWithKey(key, sha256(unsigned));
        // Credentials of one signature each, typeID 9.
        const credentials = credentialUsesOf(tx).map(() => [uint32(9), uint32(1), signature]);
        const bytes = concatBytes(unsigned, uint32(credentials.length), ...credentials.flat());
        if (method === 'avalanche_signTransaction')
          return { signedTransactionHex: formatHex(bytes) };
        const { txID } = await client.issue(decodeTx(bytes, 'C'));
        if (fails.after) throw fails.after;
        return txID;
      },
    };
    return { asked, signer: walletSigner(provider) };
  };

  it('signs on P and X, and signs and sends on C', async () => {
    fund('20');
    const { asked, signer } = core();
    const store = memoryStore();
    const wallet = walletOf({ signer, addresses: [me, account], store });
    await wallet.move({ from: 'P', to: 'C', amount: avax('10') });
    // The process stops after the export.
    const stop = new AbortController();
    const stopped = await failed(
      wallet.move(
        { from: 'C', to: 'P', amount: avax('4') },
        { signal: stop.signal, onProgress: ({ step }) => step === 'accepted' && stop.abort() },
      ),
    );
    if (!isError(stopped, 'Pending')) throw stopped;
    await wallet.close();
    const next = walletOf({ signer, addresses: [me, account], store });
    const back = await next.resume(stopped.context.id);
    expect(txsOf(back).map(({ unsignedTx }) => unsignedTx.type)).toEqual([
      'atomic.ExportTx',
      'platformvm.ImportTx',
    ]);
    expect(asked).toEqual([
      'avalanche_signTransaction P',
      'avalanche_sendTransaction C',
      'avalanche_sendTransaction C',
      'avalanche_signTransaction P',
    ]);
    expect((await next.balances()).C.free).toBeLessThan(avax('6'));
  });

  it('that fails after it has sent leaves the payment pending, and a no leaves nothing', async () => {
    testnode.fund('C', { to: account, amount: avax('10') });
    const move = { from: 'C', to: 'P', amount: avax('4') } as const;
    const of = { addresses: [me, account], attempts: 2 };
    const no = core({ before: Object.assign(new Error('no'), { code: 4001 }) });
    expect((await failed(walletOf({ ...of, signer: no.signer }).move(move))).code).toBe('Declined');
    const dead = core({ after: new Error('closed') });
    const store = memoryStore();
    const first = walletOf({ ...of, signer: dead.signer, store });
    const e = await failed(first.move(move));
    if (!isError(e, 'Pending')) throw e;
    await first.close();
    // It was sent. Its account's nonce is used up, so that nothing else is asked for.
    const again = core();
    const next = walletOf({ ...of, signer: again.signer, store });
    const still = await failed(next.resume(e.context.id));
    expect([still.code, again.asked]).toEqual(['Pending', []]);
  });
});

describe('signers', () => {
  it('can be a KMS, or nobody', async () => {
    fund('10');
    const kms = hashSigner({
      publicKey: key.publicKey,
      sign: async (digest) => signWithKey(key, digest),
    });
    await walletOf({ signer: kms }).send(pay(avax('1')));
    expect(received()).toBe(avax('1'));
    const watching = createWallet({ url: 'http://testnode', connect, addresses: [me] });
    const draft = draftIn(await watching.send(pay(avax('1'))));
    expect(draft.missing).toHaveLength(1);
    expect((await failed(watching.send(pay(avax('8.5'))))).code).toBe('Insufficient');
    await watching.release(draft);
    const signed = sign(draft, key);
    expect((await watching.finish(signed)).status).toBe('Accepted');
    expect((await watching.balances()).P.free).toBeGreaterThan(avax('7.9'));
  });

  it('of a shared owner are not given for what else their keys own', async () => {
    const owner = { addresses: [key, bob!].map((of) => of.address('P', network)), threshold: 2 };
    const own = bob!.address('P', network);
    testnode.fund('P', { to: owner, amount: avax('10') });
    testnode.fund('P', { to: own, amount: avax('5') });
    const to = carol!.address('P', network);
    // Another member builds the agreed payment over coins of Bob alone.
    const draft = draftIn(
      await walletOf({ signer: [], addresses: [own] }).send({ chain: 'P', to, amount: 'max' }),
    );
    const shared = walletOf({ owner, signer: bob! });
    const confirm = vi.fn(() => true);
    const e = await failed(shared.finish(parseDraft(formatDraft(draft)), { confirm }));
    expect([e.code, ...e.path]).toEqual(['Mismatch', 'slots', 0, 'owner']);
    expect(e.detail).toContain(own);
    expect(confirm).not.toHaveBeenCalled();
    expect((await walletOf({ signer: bob! }).balances()).P.free).toBe(avax('5'));
  });

  it('of which several are needed get the draft, and finish goes on', async () => {
    const owner = {
      addresses: [key, bob!, carol!].map((of) => of.address('P', network)),
      threshold: 2,
    };
    testnode.fund('P', { to: owner, amount: avax('10') });
    fund('10');
    const dave = privateKey(new Uint8Array(32).fill(4)).address('P', network);
    const mine = walletOf({ owner });
    expect((await mine.balances()).P.free).toBe(avax('10'));
    const half = draftIn(await mine.send({ chain: 'P', to: dave, amount: avax('1') }));
    const [missing] = half.missing;
    expect(half.missing).toMatchObject([{ need: 1 }]);
    const sent = formatDraft(half);
    // Of the two others one was chosen.
    const isBob = missing!.candidates.some((of) => formatHex(of) === formatHex(bob!.shortID));
    const [chosen, idle] = isBob ? [bob!, carol!] : [carol!, bob!];
    const theirs = walletOf({ owner, signer: idle });
    const idled = await theirs.finish(parseDraft(sent));
    expect(draftIn(idled).missing).toHaveLength(1);
    const [idleName, chosenName] = [idle, chosen].map((of) => of.address('P', network));
    const then = `pass the draft to finish once ${chosenName} signed it`;
    expect(whyIn(idled)).toMatch(`${idleName} is an owner, but `);
    expect(whyIn(idled)).toMatch(
      ` were chosen to sign: ${then}; or chooseSigners makes a new draft, without signatures, for ${idleName}`,
    );
    expect(whyIn(await mine.finish(half))).toBe(`other signatures are needed: ${then}`);
    const watching = walletOf({ owner, signer: [] });
    expect(whyIn(await watching.finish(parseDraft(sent)))).toBe(
      `the wallet has no signer: ${then}`,
    );
    const stranger = walletOf({ signer: privateKey(new Uint8Array(32).fill(5)) });
    expect(whyIn(await stranger.finish(parseDraft(sent)))).toBe(
      `none of the wallet's addresses is an owner of what needs a signature: ${then}`,
    );
    const bobs = walletOf({ owner, signer: chosen });
    expect((await failed(bobs.finish(parseDraft(sent)))).code).toBe('NotReviewed');
    const shown: string[] = [];
    const whole = await bobs.finish(parseDraft(sent), {
      confirm: ({ title }) => {
        shown.push(title);
        return true;
      },
    });
    expect([whole.status, shown.length, received(dave)]).toEqual(['Accepted', 1, avax('1')]);
    expect((await mine.finish(half)).status).toBe('Unsigned');
    expect((await mine.balances()).P.free).toBeGreaterThan(avax('8.9'));
  });
});

describe('a draft that waits for co-signers', () => {
  const owner = { addresses: [me, to], threshold: 2 };
  const dave = privateKey(new Uint8Array(32).fill(4)).address('P', network);
  const half = async (store: PaymentStore) => {
    testnode.fund('P', { to: owner, amount: avax('10') });
    const wallet = walletOf({ owner, store });
    const draft = draftIn(await wallet.send({ ...pay(avax('1')), to: dave }, { id: 'm' }));
    await wallet.close();
    return draft;
  };

  it('holds its coins after a restart, and goes on with finish', async () => {
    const store = memoryStore();
    const draft = await half(store);
    const wallet = walletOf({ owner, store });
    const { P } = await wallet.balances();
    expect([P.free, P.heldBy]).toEqual([0n, [{ id: 'm', amount: avax('10') }]]);
    const again = await wallet.send({ ...pay(avax('1')), to: dave }, { id: 'm' });
    expect(formatDraft(draftIn(again))).toBe(formatDraft(draft));
    expect(await wallet.payments()).toMatchObject([
      { id: 'm', next: expect.stringContaining('finish') },
    ]);
    const whole = sign(draft, bob!, { reviewed: digestOf(draft) });
    expect(await wallet.finish(whole)).toMatchObject({ status: 'Accepted', id: 'm' });
    expect(received(dave)).toBe(avax('1'));
    expect((await wallet.send({ ...pay(avax('1')), to: dave }, { id: 'm' })).status).toBe(
      'Accepted',
    );
    expect(received(dave)).toBe(avax('1'));
  });

  it.each([
    ['one', [me, to]],
    ['the other', [to, me]],
  ])(
    'of keys of one wallet goes on in another process, with the owner in %s order',
    async (_, addresses) => {
      const both = { addresses, threshold: 2 };
      testnode.fund('P', { to: both, amount: avax('10') });
      const store = memoryStore();
      const signer = [key, bob!];
      const trap = testnode.refuse({ times: 9 }, 'mempool is full');
      const first = walletOf({ owner: both, signer, store, attempts: 1 });
      expect((await failed(first.send({ ...pay(avax('1')), to: dave }, { id: 'm' }))).code).toBe(
        'Pending',
      );
      await first.close();
      testnode.forget(trap);
      const next = walletOf({ owner: both, signer, store });
      expect((await next.resume('m')).status).toBe('Accepted');
      expect(received(dave)).toBe(avax('1'));
    },
  );

  it('is not handed on if the record has another one', async () => {
    const store = memoryStore();
    await half(store);
    const other = memoryStore();
    const carols = walletOf({ owner, store: other });
    await carols.send({ ...pay(avax('9')), to: carol!.address('P', network) }, { id: 'm' });
    await carols.close();
    const [theirs, ours] = [await other.open(), await store.open()];
    const [their, our] = [(await theirs.read('m'))!, (await ours.read('m'))!];
    const plan = (record: string) => record.split('\n')[1]!;
    const body = their.slice(their.indexOf('\n') + 1).replace(plan(their), plan(our));
    const hash = formatHex(sha256(new TextEncoder().encode(body))).slice(2);
    await ours.write('m', `avalanche-tx payment 2 ${hash}\n${body}`, false);
    await ours.close();
    const call = walletOf({ owner, store }).send({ ...pay(avax('1')), to: dave }, { id: 'm' });
    expect((await failed(call)).code).toBe('Mismatch');
  });
});

/** A node that loses or refuses what is issued, so many times, and hides the UTXOs of a transaction. */
function faulty({
  issue,
  times = Number.POSITIVE_INFINITY,
  hidden,
}: {
  readonly issue: 'lost' | 'refused';
  readonly times?: number;
  readonly hidden?: Uint8Array;
}): Transport {
  let left = times;
  return async (request) => {
    if (request.body?.includes('.issueTx"') && left-- > 0) {
      if (issue === 'lost') return { status: 503, headers: {}, text: '' };
      testnode.refuse({}, 'missing UTXO');
    }
    const reply = await testnode.transport(request);
    if (!hidden || !request.body?.includes('.getUTXOs"')) return reply;
    const json = JSON.parse(reply.text) as { result: { utxos: string[] } };
    const id = formatHex(hidden).slice(2);
    const utxos = json.result.utxos.filter((hex) => !hex.includes(id));
    Object.assign(json.result, { utxos, numFetched: String(utxos.length) });
    return { ...reply, text: JSON.stringify(json) };
  };
}
