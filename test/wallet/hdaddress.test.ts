/** The next addresses of an HD wallet: what a node alone can move, and what only the wallet's signatures or the caller can. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { avax } from '../../src/index.ts';
import { connect as client, type Transport } from '../../src/rpc/index.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import { createTestnode, useTestnode } from '../../src/testnode/index.ts';
import { createWallet, type WalletOptions } from '../../src/wallet/index.ts';
import type { Nodes } from '../../src/wallet/nodes.ts';
import { prove } from '../../src/wallet/proven.ts';

const words = hdWallet('test test test test test test test test test test test junk');
const account = words.account();
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const places = [false, true].map((change) =>
  account.addresses('P', network, { from: 0, count: 130, change }).map(({ address }) => address),
);
const at = (index: number, change = false): string => places[change ? 1 : 0]![index]!;
const connect = { ...testnode, retry: { sleep: async () => {} } };
const walletOf = (options: Partial<WalletOptions> = {}) =>
  createWallet({ url: 'http://testnode', connect, signer: words, resubmitAfter: 500, ...options });
const pay = { chain: 'P', to: new Uint8Array(20).fill(5), amount: avax('1') } as const;
/** Coins that others send, whether that is so or a node makes them up: transactions that the wallet has not signed. */
const given = (...indices: readonly number[]) => {
  for (const i of indices) testnode.fund('P', { to: at(i), amount: avax('1') });
};

describe('the next address of an HD wallet', () => {
  it('is at most one gap away by the word of a node, whatever it says is used', async () => {
    // A node that says of each search that the last address is used.
    const asked = new Set<string>();
    const lying: Transport = async (request) => {
      const query = JSON.parse(request.body ?? '{}') as {
        readonly method: string;
        readonly params: { readonly addresses?: readonly string[]; readonly sourceChain?: string };
      };
      const { addresses = [], sourceChain } = query.params;
      const last = addresses.at(-1);
      if (query.method === 'platform.getUTXOs' && !sourceChain && asked.size < 100)
        if (last !== undefined && !asked.has(last)) {
          for (const one of addresses) asked.add(one);
          testnode.fund('P', { to: last, amount: 1n });
        }
      return testnode.transport(request);
    };
    const wallet = walletOf({ connect: { ...connect, transport: lying } });
    const found = await wallet.address('P');
    expect(found).toEqual({
      address: at(19),
      index: 19,
      path: "m/44'/9000'/0'/0/19",
      claimed: expect.any(Number),
    });
    expect(found.claimed).toBeGreaterThan(19);
    // An honest node finds what is paid there.
    const honest = createTestnode();
    honest.fund('P', { to: found.address, amount: avax('100') });
    const restored = createWallet({ url: 'http://testnode', connect: honest, signer: words });
    expect((await restored.balances()).P.free).toBe(avax('100'));
  });

  it('follows what the wallet has signed, and a gap from there', async () => {
    given(15, 30, 45, 60);
    testnode.fund('P', { to: at(0), amount: avax('50') });
    const [{ txID, outputIndex }] = testnode.state('P', [at(0)]).utxos as [PUTXO];
    const wallet = walletOf();
    expect(await wallet.address('P')).toMatchObject({ index: 19, claimed: 61 });
    // One of its transactions is enough, whatever else is there.
    const options = { include: [{ txID, outputIndex }] };
    await wallet.send({ ...pay, to: at(60) }, { options });
    given(0);
    await wallet.balances();
    const path = "m/44'/9000'/0'/0/61";
    expect(await wallet.address('P')).toEqual({ address: at(61), index: 61, path });
    expect((await walletOf().address('P')).index).toBe(61);
  });

  it('follows the caller', async () => {
    given(0, 15, 30);
    expect(await walletOf({ next: { receive: 31 } }).address('P')).toMatchObject({ index: 31 });
    const next = { receive: 31 };
    const wallet = walletOf({ next });
    next.receive = 90;
    expect((await wallet.address('P')).index).toBe(31);
    expect((await walletOf({ next: { receive: 100 } }).address('P')).index).toBe(100);
    expect(() => walletOf({ next: { receive: -1 } })).toThrow(/BadArgument at next.receive/);
  });

  it('of the change never follows a node, but its own payments', async () => {
    given(0, 1);
    testnode.fund('P', { to: at(7, true), amount: avax('1') });
    const wallet = walletOf();
    await wallet.send(pay);
    const change = (i: number) => testnode.state('P', [at(i, true)]).utxos.length;
    expect([change(0), change(8)]).toEqual([1, 0]);
    // Its coins are found all the same.
    expect((await wallet.balances()).P.free).toBeGreaterThan(avax('1.9'));
    await wallet.send(pay);
    expect(change(1)).toBe(1);
    const later = walletOf({ next: { change: 9 } });
    await later.send({ ...pay, amount: avax('0.5') });
    expect(change(9)).toBe(1);
  });

  it('is not moved by what the wallet has signed for another network', async () => {
    testnode.fund('P', { to: at(0), amount: avax('5') });
    await walletOf().send({ ...pay, to: at(25) });
    const node = client('http://testnode', connect);
    const nodes = {
      ask: (question: (of: typeof node) => unknown) => question(node),
      txOf: (_: 'P', txID: string) => node.pchain.getTx(txID),
    } as unknown as Nodes;
    const found = await node.discover(account, { next: { receive: 26, change: 0 } });
    for (const [networkID, receive] of [
      [network.networkID, 26],
      [network.networkID + 1, 0],
    ] as const) {
      const proven = { receive: 0, change: 0 };
      await prove(nodes, { ...network, networkID }, found, proven, {});
      expect(proven.receive).toBe(receive);
    }
  });
});
