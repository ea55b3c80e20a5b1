import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { build } from '../../src/builder/build.ts';
import { local } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import {
  createTestnode,
  loadTestnode,
  type Testnode,
  useTestnode,
} from '../../src/testnode/index.ts';
import { lastBlock, txOf } from '../../src/testnode/reads.ts';
import { formatID } from '../../src/text/id.ts';
import { AVAX, balanceOf, day, ewoq, newNode, other, send, signedBy } from '../support/testnode.ts';
import { thrown } from '../support/thrown.ts';

const pay = (node: Testnode, amount = AVAX) =>
  signedBy(node, 'P', {
    type: 'BaseTx',
    outputs: [{ to: other.address('P', node.network), amount }],
  });

/** A hash of what a dump says, but for how many snapshots there were. */
const hashOf = (node: Testnode): string =>
  createHash('sha256')
    .update(
      node
        .dump()
        .replace(/^.*\n/, '')
        .replace(/"nextSnapshot":\d+/, ''),
    )
    .digest('hex');

describe('a test node', () => {
  it('starts at a fixed time and makes the same ids of the same calls', () => {
    const run = () => {
      const node = newNode();
      node.fund('X', { to: other.address('X', node.network), amount: AVAX });
      node.addValidator();
      node.addL1();
      node.issue('P', pay(node).bytes);
      return node;
    };
    const [a, b] = [run(), run()];
    expect(newNode().time()).toBe(1_790_812_800n);
    expect(lastBlock(a.world, 'P').id).toEqual(lastBlock(b.world, 'P').id);
    expect(hashOf(a)).toBe(hashOf(b));
  });

  it('gives funds on each chain, exactly the amount', () => {
    const node = newNode();
    for (const chain of ['P', 'X', 'C'] as const) {
      const to = chain === 'C' ? evmAddressOf(other) : other.address(chain, node.network);
      node.fund(chain, { to, amount: 7n * AVAX });
      expect(balanceOf(node, chain, other)).toBe(7n * AVAX);
    }
    const locked = {
      to: other.address('P', node.network),
      amount: AVAX,
      stakeableUntil: node.time() + day,
    };
    node.fund('P', locked);
    expect(balanceOf(node, 'P', other)).toBe(7n * AVAX);
    expect(node.world.P.ledger.utxos.size()).toBe(6);
    const all = { to: other.address('P', node.network), amount: 10n ** 18n };
    expect(() => node.fund('P', all)).toThrow(/Insufficient/);
  });

  it('moves its clock forwards only, and by a second with each block', () => {
    const node = newNode();
    node.advanceTime(day);
    expect(node.time()).toBe(1_790_812_800n + day);
    expect(() => node.setTime(node.time() - 1n)).toThrow(/must be at least/);
    node.issue('P', pay(node).bytes);
    expect(node.world.P.ledger.time).toBe(1_790_812_800n + day);
    expect(node.time()).toBe(1_790_812_801n + day);
    const still = newNode({ secondsPerBlock: 0n, time: 1_800_000_000n });
    still.issue('P', pay(still).bytes);
    expect(still.time()).toBe(1_800_000_000n);
  });

  it('starts with other networks, whose ids it takes', () => {
    const avaxAssetID = new Uint8Array(32).fill(1);
    const network = { ...local, name: 'mine', networkID: 77, hrp: 'custom', avaxAssetID };
    const node = newNode({ network });
    for (const chain of ['P', 'X'] as const)
      send(node, chain, {
        type: 'BaseTx',
        outputs: [{ to: other.address(chain, network), amount: AVAX }],
      });
    expect(balanceOf(node, 'X', other)).toBe(AVAX);
    const { genesis } = newNode().world;
    expect(() => createTestnode({ network, genesis })).toThrow(/WrongNetwork/);
    expect(createTestnode({ genesis }).world.P.ledger.blockID).toEqual(
      newNode().world.P.ledger.blockID,
    );
  });

  it('holds blocks until they are mined, and puts into one what fits', () => {
    const node = newNode();
    node.hold();
    const { txID } = send(node, 'P', {
      type: 'BaseTx',
      outputs: [{ to: other.shortID, amount: AVAX }],
    });
    const x = send(node, 'X', { type: 'BaseTx', outputs: [{ to: other.shortID, amount: AVAX }] });
    const funded = send(
      node,
      'P',
      { type: 'CreateSubnetTx', owner: other.address('P', node.network) },
      [ewoq],
      {
        exclude: [],
        include: [
          [...node.world.P.ledger.utxos.ofAddress(ewoq.shortID)].map(([, utxo]) => utxo).at(-1)!,
        ],
        strategy: 'manual',
      },
    );
    expect(txOf(node.world, txID)?.status).toBe('Processing');
    expect(node.world.P.blocks.length).toBe(1);
    expect(node.mine()).toBe(2);
    expect([...lastBlock(node.world, 'P').txIDs].sort()).toEqual([txID, funded.txID].sort());
    expect(txOf(node.world, x.txID)?.status).toBe('Accepted');
    expect(node.mine()).toBe(0);
    node.release();
    send(node, 'P', { type: 'BaseTx', outputs: [{ to: other.shortID, amount: AVAX }] });
    expect(node.world.P.blocks.length).toBe(3);
  });

  it('refuses a second transaction that spends what a waiting one does', () => {
    const node = newNode();
    node.hold();
    const [a, b] = [pay(node), pay(node, 2n * AVAX)];
    expect(node.issue('P', a.bytes)).toEqual({ ok: true, txID: a.txID });
    expect(node.issue('P', a.bytes)).toEqual({ ok: true, txID: a.txID });
    expect(node.issue('P', b.bytes)).toMatchObject({
      ok: false,
      rule: 'pool',
      error: { code: 'Duplicate' },
    });
  });

  it('drops what is no longer valid when a block is made', () => {
    const node = newNode();
    node.hold();
    const end = node.time() + 30n * day;
    const { txID } = send(node, 'P', {
      type: 'AddPermissionlessDelegatorTx',
      nodeID: [...node.world.P.ledger.current.values()][0]!.nodeID,
      amount: 25n * AVAX,
      end,
      rewardsOwner: ewoq.address('P', node.network),
    });
    node.setTime(end - 100n);
    node.mine();
    expect(txOf(node.world, txID)).toMatchObject({
      status: 'Dropped',
      reason: expect.stringContaining('seconds after the start'),
    });
    expect(node.world.P.pool.size).toBe(0);
  });

  it('refuses, drops and delays chosen transactions', () => {
    const node = newNode();
    const first = pay(node);
    node.refuse({ chain: 'P' }, "couldn't issue tx: mempool is full");
    expect(node.issue('P', first.bytes)).toMatchObject({
      ok: false,
      message: "couldn't issue tx: mempool is full",
    });
    node.delay({ type: 'platformvm.BaseTx' }, 60n);
    expect(node.issue('P', first.bytes)).toEqual({ ok: true, txID: first.txID });
    expect(txOf(node.world, first.txID)?.status).toBe('Processing');
    node.advanceTime(59n);
    expect(txOf(node.world, first.txID)?.status).toBe('Processing');
    node.advanceTime(1n);
    expect(txOf(node.world, first.txID)?.status).toBe('Accepted');
    const second = pay(node);
    node.drop({ txID: second.txID }, 'forgotten');
    expect(node.issue('P', second.bytes)).toMatchObject({ ok: true });
    expect(txOf(node.world, second.txID)).toMatchObject({ status: 'Dropped', reason: 'forgotten' });
    node.forget(node.refuse({ where: () => true }, 'no'));
    expect(node.issue('P', second.bytes)).toMatchObject({
      ok: false,
      rule: 'dropped',
      message: "couldn't issue tx: forgotten",
    });
  });

  it('moves the gas price of P and C, which then falls with time', () => {
    const node = newNode();
    const feeNow = () =>
      build(
        node.state('P', [ewoq.shortID]),
        { type: 'BaseTx', outputs: [{ to: other.shortID, amount: AVAX }] },
        { own: [ewoq.shortID], maxFee: AVAX },
      ).fee.total;
    const cheap = feeNow();
    node.setGasPrice('P', 100n);
    expect(feeNow()).toBeGreaterThanOrEqual(100n * cheap);
    const before = balanceOf(node, 'P', ewoq);
    send(node, 'P', { type: 'BaseTx', outputs: [{ to: other.shortID, amount: AVAX }] });
    expect(before - balanceOf(node, 'P', ewoq) - AVAX).toBeGreaterThanOrEqual(100n * cheap);
    node.advanceTime(day);
    expect(feeNow()).toBe(cheap);
    node.setGasPrice('C', 25_000_000_000n);
    expect(node.state('C', [evmAddressOf(ewoq)]).baseFee).toBeGreaterThanOrEqual(25_000_000_000n);
    send(node, 'C', { type: 'ExportTx', to: 'P', outputs: [{ to: ewoq.shortID, amount: AVAX }] });
    node.advanceTime(day);
    expect(node.state('C', [evmAddressOf(ewoq)]).baseFee).toBe(1n);
    expect(() => node.setGasPrice('X', 5n)).toThrow(/fixed/);
  });

  it('adds validators, subnets and their validators', () => {
    const node = newNode();
    const validator = node.addValidator({
      rewardsOwner: other.address('P', node.network),
      stake: 3_000n * AVAX,
    });
    expect(node.world.P.ledger.current.get(validator.txID)).toMatchObject({
      weight: 3_000n * AVAX,
    });
    const subnetID = node.addSubnet();
    const added = node.addSubnetValidator({ subnetID, nodeID: validator.nodeID, weight: 5n });
    expect(node.world.P.ledger.current.get(added)).toMatchObject({ weight: 5n });
    node.endStake(validator.txID);
    expect(node.world.P.ledger.current.has(added)).toBe(false);
    expect(balanceOf(node, 'P', other)).toBeGreaterThan(3_000n * AVAX);
    expect(() => node.endStake(validator.txID)).toThrow(/NotFound/);
  });

  it('say whose subnet it is, if they cannot sign for it', () => {
    const node = newNode();
    const { nodeID } = node.addValidator();
    const subnetID = node.addSubnet(other.shortID);
    const theirs = thrown(() => node.addSubnetValidator({ subnetID, nodeID }));
    expect([theirs.code, ...theirs.path]).toEqual(['MissingSigner', 'subnetID']);
    expect(theirs.detail).toContain(`belongs to ${other.address('P', node.network)}`);
    const none = thrown(() => node.addSubnetValidator({ subnetID: 'nothing', nodeID }));
    expect([none.code, ...none.path]).toEqual(['NotFound', 'subnetID']);
  });
});

describe('snapshots', () => {
  it('return to everything as it was, in order and nested', () => {
    const node = newNode();
    node.addL1();
    const first = node.snapshot();
    const before = hashOf(node);
    send(node, 'P', { type: 'ExportTx', to: 'C', outputs: [{ to: ewoq.shortID, amount: AVAX }] });
    send(node, 'C', { type: 'ImportTx', from: 'P', to: evmAddressOf(other) });
    const second = node.snapshot();
    const middle = hashOf(node);
    node.addValidator();
    node.addL1({ balance: 1_000n });
    node.setGasPrice('C', 1_000n);
    node.refuse({ chain: 'X' }, 'no');
    node.advanceTime(500n * day);
    node.hold();
    expect(node.world.P.ledger.current.size).toBe(0);
    expect(node.revert(second)).toBe(true);
    expect(hashOf(node)).toBe(middle);
    expect(node.revert(second)).toBe(false);
    expect(node.revert(first)).toBe(true);
    expect(hashOf(node)).toBe(before);
    // What comes afterwards finds the same indexes.
    node.addValidator();
    node.advanceTime(500n * day);
    expect(node.world.P.ledger.current.size).toBe(0);
  });

  it('keep the order of UTXOs', () => {
    const node = newNode();
    for (const amount of [1n, 2n, 3n, 4n])
      node.fund('P', { to: other.address('P', node.network), amount: amount * AVAX });
    const order = () => [...node.world.P.ledger.utxos.ofAddress(other.shortID)].map(([id]) => id);
    const before = order();
    const id = node.snapshot();
    send(node, 'P', { type: 'BaseTx', outputs: [{ to: ewoq.shortID, amount: 5n * AVAX }] }, [
      other,
    ]);
    expect(order()).not.toEqual(before);
    node.revert(id);
    expect(order()).toEqual(before);
  });
});

describe('a dump', () => {
  const busy = (): Testnode => {
    const node = newNode();
    node.addL1();
    node.addValidator();
    node.hold();
    const holders = [{ to: other.address('X', node.network), amount: 5n }];
    const coin = {
      name: 'Coin',
      symbol: 'COIN',
      denomination: 2,
      initial: { fungible: { holders } },
    };
    send(node, 'X', { type: 'CreateAssetTx', ...coin });
    send(node, 'P', { type: 'ExportTx', to: 'X', outputs: [{ to: ewoq.shortID, amount: AVAX }] });
    node.refuse({ txID: formatID(new Uint8Array(32)) }, 'no');
    return node;
  };

  it('loads to a node that goes on as the first one', () => {
    const node = busy();
    const again = loadTestnode(node.dump());
    expect(hashOf(again)).toBe(hashOf(node));
    for (const of of [node, again]) {
      of.release();
      send(of, 'X', { type: 'ImportTx', from: 'P', to: other.address('X', of.network) });
      of.advanceTime(500n * day);
    }
    expect(hashOf(again)).toBe(hashOf(node));
    expect(again.world.P.ledger.current.size).toBe(0);
  });

  it('is refused if it is damaged, of another version or something else', () => {
    const text = newNode().dump();
    const codeOf = (dump: string): unknown => {
      try {
        return loadTestnode(dump);
      } catch (e) {
        return (e as { readonly code: string }).code;
      }
    };
    expect(codeOf(text.replace('platformvm', 'platformvn'))).toBe('BadChecksum');
    expect(codeOf(text.slice(0, -1))).toBe('BadChecksum');
    expect(codeOf(text.replace('test node 1 ', 'test node 2 '))).toBe('BadVersion');
    expect(codeOf('{}')).toBe('BadText');
    expect(codeOf('')).toBe('BadText');
  });
});

describe('useTestnode', () => {
  const node = useTestnode(beforeEach);
  it.each([1, 2])('gives each test the node as it was, time %s', () => {
    expect(balanceOf(node, 'X', other)).toBe(0n);
    node.fund('X', { to: other.address('X', node.network), amount: AVAX });
    expect(balanceOf(node, 'X', other)).toBe(AVAX);
  });
});
