import { describe, expect, it } from 'vitest';
import { decodeEVMBlock } from '../../src/blocks/evm/block.ts';
import { applyBlock, createLedger } from '../../src/history/index.ts';
import { openContainer } from '../../src/open/indexed.ts';
import { evmAddressOf, privateKey } from '../../src/sign/key.ts';
import {
  blockAt,
  blockOf,
  containerOf,
  indexOf,
  lastBlock,
  txOf,
  utxosOf,
} from '../../src/testnode/reads.ts';
import { formatID } from '../../src/text/id.ts';
import { AVAX, balanceOf, ewoq, newNode, other, send } from '../support/testnode.ts';

const toOther = (chain: 'P' | 'X') => ({
  to: other.address(chain, newNode().network),
  amount: 5n * AVAX,
});

describe('transfers', () => {
  it.each(['P', 'X'] as const)('move funds on %s, in a block with the transaction', (chain) => {
    const node = newNode();
    const before = balanceOf(node, chain, ewoq);
    const tx = send(node, chain, { type: 'BaseTx', outputs: [toOther(chain)] });
    expect(balanceOf(node, chain, other)).toBe(5n * AVAX);
    const fee = before - balanceOf(node, chain, ewoq) - 5n * AVAX;
    expect(fee).toBe(chain === 'X' ? node.network.xFees.txFee : fee);
    expect(fee).toBeGreaterThan(0n);
    const found = txOf(node.world, tx.txID, chain);
    expect(found).toMatchObject({ status: 'Accepted', height: 1n });
    expect(blockAt(node.world, chain, 1n)?.txIDs).toEqual([tx.txID]);
    const last = lastBlock(node.world, chain);
    expect(last.parentID).toEqual(blockAt(node.world, chain, 0n)?.id);
    expect(blockOf(node.world, chain, formatID(last.id))).toBe(last);
  });

  it('go from any chain to any other by exports and imports', () => {
    const node = newNode();
    const { network } = node;
    for (const [from, to] of [
      ['P', 'X'],
      ['X', 'P'],
      ['P', 'C'],
      ['C', 'P'],
      ['X', 'C'],
      ['C', 'X'],
    ] as const) {
      const before = balanceOf(node, to, other);
      const address = other.address(to, network);
      send(node, from, { type: 'ExportTx', to, outputs: [{ to: address, amount: 10n * AVAX }] });
      expect(node.world.memory[to][from].size()).toBe(1);
      send(node, to, { type: 'ImportTx', from, to: to === 'C' ? evmAddressOf(other) : address }, [
        other,
      ]);
      expect(node.world.memory[to][from].size()).toBe(0);
      const gained = balanceOf(node, to, other) - before;
      expect(gained).toBeGreaterThan(9n * AVAX);
      expect(gained).toBeLessThan(10n * AVAX);
    }
  });

  it('leave blocks from which the ledgers of avalanche-tx/history follow', () => {
    const node = newNode();
    const { world, network } = node;
    send(node, 'P', { type: 'BaseTx', outputs: [toOther('P')] });
    send(node, 'P', {
      type: 'ExportTx',
      to: 'X',
      outputs: [{ to: ewoq.address('X', network), amount: AVAX }],
    });
    send(node, 'X', { type: 'ImportTx', from: 'P' });
    const [p, x] = [
      createLedger(world.genesis, { chain: 'P', network }),
      createLedger(world.genesis, { chain: 'X', network }),
    ];
    for (const { bytes } of world.P.blocks.slice(1)) applyBlock(p, bytes);
    for (const { bytes } of world.X.blocks.slice(1)) applyBlock(x, bytes);
    const sorted = (entries: Iterable<readonly [string, unknown]>) =>
      [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(world.P.ledger.utxos.entries())).toEqual(sorted(p.utxos as Map<string, unknown>));
    expect(sorted(world.X.ledger.utxos.entries())).toEqual(sorted(x.utxos as Map<string, unknown>));
    expect({ ...world.P.ledger, utxos: 0 }).toEqual({ ...p, utxos: 0 });
  });

  it('are in the index, in wrappers that are chained by id', () => {
    const node = newNode();
    const { network, world } = node;
    send(node, 'P', { type: 'BaseTx', outputs: [toOther('P')] });
    const tx = send(node, 'P', {
      type: 'ExportTx',
      to: 'C',
      outputs: [{ to: ewoq.address('C', network), amount: AVAX }],
    });
    const imported = send(node, 'C', { type: 'ImportTx', from: 'P', to: evmAddressOf(ewoq) });
    const index = indexOf(world, 'P/block')!;
    expect(index.list.length).toBe(2);
    const [first, second] = index.list.map(({ bytes }) =>
      openContainer(bytes, { chain: 'P', network }),
    );
    expect(first!.wrapper?.type).toBe('proposervm.StatelessBlock');
    expect(second!.wrapper).toMatchObject({
      statelessGraniteBlock: {
        statelessBlock: { parentID: index.list[0]!.id },
        epoch: { number: 1n },
      },
    });
    expect(second!.id).toBe(formatID(index.list[1]!.id));
    expect(second!.txs.map(({ txID }) => txID)).toEqual([tx.txID]);
    expect(containerOf(index, second!.id)?.index).toBe(1);
    const c = openContainer(indexOf(world, 'C/block')!.list[0]!.bytes, { chain: 'C' });
    expect(c.txs.map(({ txID }) => txID)).toEqual([imported.txID]);
    const { id, bytes } = lastBlock(world, 'C');
    expect(decodeEVMBlock(bytes)).toMatchObject({
      id: formatID(id),
      header: { number: 1n, baseFeePerGas: 1n },
    });
  });

  it('list UTXOs by address, the newest first, in pages as a node does', () => {
    const node = newNode();
    const to = other.address('P', node.network);
    for (const amount of [1n, 2n, 3n])
      send(node, 'P', { type: 'BaseTx', outputs: [{ to, amount: amount * AVAX }] });
    const query = { chain: 'P', addresses: [other.shortID], limit: 2 } as const;
    const amounts = (page: ReturnType<typeof utxosOf>) =>
      page.utxos.map(({ output }) => 'amount' in output && output.amount / AVAX);
    const first = utxosOf(node.world, query);
    expect(amounts(first)).toEqual([3n, 2n]);
    const second = utxosOf(node.world, { ...query, start: first.end });
    expect(amounts(second)).toEqual([1n]);
    expect(amounts(utxosOf(node.world, { ...query, start: second.end }))).toEqual([]);
  });

  it('spend what needs two of three signatures', () => {
    const node = newNode();
    const { network } = node;
    const keys = [ewoq, other];
    const third = privateKey(new Uint8Array(32).fill(9));
    const addresses = [...keys, third].map((key) => key.address('P', network));
    const owner = { addresses, threshold: 2 };
    send(node, 'P', { type: 'BaseTx', outputs: [{ to: owner, amount: AVAX }] });
    const shared = [...node.world.P.ledger.utxos.ofAddress(other.shortID)];
    expect(shared.length).toBe(1);
    send(
      node,
      'P',
      { type: 'BaseTx', outputs: [{ to: other.address('P', network), amount: AVAX / 2n }] },
      keys,
      {
        include: [shared[0]![1]],
        change: ewoq.address('P', network),
      },
    );
    expect(balanceOf(node, 'P', other)).toBeGreaterThanOrEqual(AVAX / 2n);
  });
});
