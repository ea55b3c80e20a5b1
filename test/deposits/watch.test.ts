/** Watching: restarts, nodes that are behind, locks, rewards, and positions that are damaged. */
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/builder/intents/table.ts';
import { Block } from '../../src/chain/pchain/block.ts';
import { Tx, type UTXO } from '../../src/chain/pchain/tx.ts';
import { txFrom } from '../../src/chain/tx.ts';
import {
  addressSet,
  type Credit,
  type DepositBatch,
  type DepositPosition,
  depositsOf,
  watchDeposits,
} from '../../src/deposits/index.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { applyBlock, createLedger } from '../../src/history/index.ts';
import { fuji } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import type { NodeClient } from '../../src/rpc/index.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { parseID } from '../../src/text/id.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { AVAX, day, ewoq, newNode, send } from '../support/testnode.ts';
import { play, randomBy } from '../testnode/randomnode.ts';
import {
  aloneOf,
  ann,
  batchesOf,
  bob,
  clientOf,
  customersOf,
  heightOf,
  node1,
  pooled,
  stranger,
  sumOf,
  validate,
} from './support.ts';

const me = ann.shortID;
const pay = (node: Testnode, chain: 'P' | 'X', to: unknown = me, more: object = {}) =>
  send(node, chain, { type: 'BaseTx', outputs: [{ to, amount: AVAX, ...more }] } as Intent);

/** A P-chain with deposits of every kind. */
function busy(): Testnode {
  const node = newNode();
  pay(node, 'P');
  pay(node, 'P', { threshold: 1, addresses: [me], locktime: node.time() + 5n * day });
  const { txID } = validate(node, { rewardsOwner: me, stakeReturnOwner: me });
  pay(node, 'P', me, { stakeableUntil: node.time() + 5n * day });
  node.advanceTime(6n * day);
  pay(node, 'P', bob.shortID);
  node.endStake(txID);
  pay(node, 'P', stranger.shortID);
  return node;
}

const creditsOf = (batches: readonly DepositBatch[]) => batches.flatMap(({ credits }) => credits);
const keysOf = (batches: readonly DepositBatch[]) => creditsOf(batches).map(({ key }) => key);
const stored = (position: DepositPosition): DepositPosition =>
  JSON.parse(JSON.stringify(position)) as DepositPosition;

describe('a watch', () => {
  it('credits the same whether it runs at once, by block, or begins anew after each batch', async () => {
    const node = busy();
    const whole = await batchesOf(node, 'P');
    expect(whole.length).toBe(1);
    expect(creditsOf(whole).map(({ why }) => why)).toEqual([
      'output',
      'output',
      'output',
      'output',
      'stake',
      'reward',
    ]);
    expect(sumOf(creditsOf(whole))).toBe(aloneOf(node, ann) + aloneOf(node, bob));
    const byBlock = await batchesOf(node, 'P', { limit: 1 });
    expect(byBlock.length).toBeGreaterThan(6);
    expect(creditsOf(byBlock)).toEqual(creditsOf(whole));
    // Batches follow each other, and none ends with a proposal.
    for (const [i, { from }] of byBlock.slice(1).entries())
      expect(from).toBe(byBlock[i]!.height + 1n);
    expect(byBlock.at(-1)!.position).toEqual(whole.at(-1)!.position);
    // From any stored position.
    for (const [i, { position }] of byBlock.entries()) {
      const rest = await batchesOf(node, 'P', { from: stored(position) });
      expect(creditsOf(rest)).toEqual(creditsOf(byBlock.slice(i + 1)));
    }
  });

  it('credits an output when the time of the chain passes its lock, with the first block', async () => {
    const node = newNode();
    const until = node.time() + day;
    const tx = pay(node, 'X', { threshold: 1, addresses: [me], locktime: until });
    const [first] = await batchesOf(node, 'X');
    expect(first!.credits).toEqual([]);
    node.setTime(until);
    expect(await batchesOf(node, 'X', { from: first!.position })).toEqual([]);
    pay(node, 'X', stranger.shortID);
    const [second] = await batchesOf(node, 'X', { from: stored(first!.position) });
    expect(second!.credits).toMatchObject([
      { amount: AVAX, until, by: tx.txID, height: second!.height, why: 'output' },
    ]);
    expect(second!.position.locked).toEqual([]);
    expect(sumOf(second!.credits)).toBe(aloneOf(node, ann));
  });

  it('does not credit locked funds that are staked meanwhile, until they are back', async () => {
    const node = newNode();
    pay(node, 'P', me, { stakeableUntil: node.time() + 10n * day, amount: 2_010n * AVAX });
    pay(node, 'P', me);
    const [first] = await batchesOf(node, 'P');
    expect(first!.position.locked).toHaveLength(1);
    const end = node.time() + 30n * day;
    const stake = { rewardsOwner: stranger.shortID, end };
    const staked = send(
      node,
      'P',
      {
        type: 'AddPermissionlessValidatorTx',
        node: node1,
        amount: 2_000n * AVAX,
        delegationFee: '10%',
        ...stake,
      },
      [ann],
    );
    node.advanceTime(11n * day);
    pay(node, 'P', stranger.shortID);
    const [second] = await batchesOf(node, 'P', { from: stored(first!.position) });
    // Only the rest of the locked funds, which the staking transaction made.
    expect(second!.credits.map(({ by }) => by)).not.toContain(
      first!.leftOut.find(({ why }) => why === 'locked')!.by,
    );
    expect(second!.leftOut.map(({ why }) => why)).toContain('stake');
    node.endStake(staked.txID);
    const [third] = await batchesOf(node, 'P', { from: stored(second!.position) });
    expect(third!.credits).toMatchObject([{ why: 'stake', amount: 2_000n * AVAX }]);
  });

  it('keeps the largest of too many locked outputs, and says which it does not', async () => {
    const node = newNode();
    const to = { threshold: 1, addresses: [me], locktime: node.time() + 30n * day };
    for (const amount of [5n, 3n, 9n, 1n, 7n]) pay(node, 'X', to, { amount: amount * AVAX });
    const whole = await batchesOf(node, 'X', { maxLocked: 2 });
    const byBlock = await batchesOf(node, 'X', { maxLocked: 2, limit: 1 });
    for (const batches of [whole, byBlock]) {
      const left = batches.flatMap(({ leftOut }) => leftOut);
      const gone = left.flatMap((one) =>
        one.why === 'locked' && one.isKept === false ? [one.amount! / AVAX] : [],
      );
      expect(gone.sort()).toEqual([1n, 3n, 5n]);
      const { locked } = batches.at(-1)!.position as unknown as { locked: { amount: string }[] };
      expect(locked.map(({ amount }) => BigInt(amount) / AVAX).sort()).toEqual([7n, 9n]);
    }
    expect(byBlock.flatMap(({ leftOut }) => leftOut)).toHaveLength(5 + 2);
  });

  it('credits the stake of an auto-renewed validator once, after its last period', async () => {
    const node = newNode();
    const { txID } = send(node, 'P', {
      type: 'AddAutoRenewedValidatorTx',
      node: node1,
      amount: 2_000n * AVAX,
      period: 14n * day,
      delegationFee: '2%',
      autoCompound: '50%',
      rewardsOwner: me,
      stakeReturnOwner: me,
      validatorAuthority: ewoq.shortID,
    });
    node.endStake(txID);
    const [first] = await batchesOf(node, 'P');
    expect(first!.credits.map(({ why }) => why)).toEqual(['reward']);
    // It may still have been returned, as far as this node knows.
    expect(first!.position.ended).toMatchObject([{ isStakeOpen: true, isRewardOpen: false }]);
    node.advanceTime(3700n);
    const stop = { txID, autoCompound: '0%', period: 'stop' } as const;
    send(node, 'P', { type: 'SetAutoRenewedValidatorConfigTx', ...stop });
    const [second] = await batchesOf(node, 'P', { from: stored(first!.position) });
    expect(second!.position.ended).toEqual([]);
    node.endStake(txID);
    for (const limit of [1, 64])
      for (const from of [0n, first!.position, second!.position]) {
        const batches = await batchesOf(node, 'P', { from, limit });
        const whys = creditsOf(batches).map(({ why }) => why);
        expect(whys.filter((why) => why === 'stake')).toEqual(['stake']);
        expect(new Set(keysOf(batches)).size).toBe(whys.length);
        if (from === 0n) expect(sumOf(creditsOf(batches))).toBe(aloneOf(node, ann));
      }
  });

  it('refuses options that it cannot use, before it reads', () => {
    const node = newNode();
    const addresses = customersOf(node);
    const failing = (options: object) => () =>
      watchDeposits(clientOf(node), { chain: 'P', addresses, from: 0n, ...options } as never);
    expect(failing({ limit: 1025 })).toThrow(/^OutOfRange at options.limit: /);
    expect(failing({ limit: Number.POSITIVE_INFINITY })).toThrow(/^OutOfRange at options.limit: /);
    expect(failing({ interval: 2 ** 31 })).toThrow(/^OutOfRange at options.interval: /);
    expect(failing({ attempts: 0 })).toThrow(/^OutOfRange at options.attempts: /);
    expect(failing({ from: -1n })).toThrow(/^OutOfRange at options.from: /);
    expect(failing({ from: 5 })).toThrow(/^BadArgument at options.from: /);
    expect(failing({ chain: 'C' })).toThrow(/^BadArgument at options.chain: /);
    expect(failing({ folow: true })).toThrow(/^BadArgument at options.folow: /);
  });

  it('waits for new blocks with `follow`, and ends with its signal', async () => {
    const node = newNode();
    pay(node, 'P');
    const stop = new AbortController();
    const addresses = customersOf(node);
    const { signal } = stop;
    const watch = watchDeposits(clientOf(node), {
      chain: 'P',
      addresses,
      from: 1n,
      follow: true,
      interval: 1,
      signal,
    });
    expect((await watch.next()).value).toMatchObject({ from: 1n, credits: [{ amount: AVAX }] });
    const next = watch.next();
    // Added while it waits, before the address is used.
    addresses.add(stranger.shortID);
    pay(node, 'P', stranger.shortID);
    expect((await next).value).toMatchObject({
      credits: [{ address: stranger.address('P', node.network) }],
    });
    const last = watch.next();
    stop.abort();
    await expect(last).rejects.toThrow(/^Transport: /);
  });

  it('ends at `to`, with the decision of a proposal there', async () => {
    const node = busy();
    const proposed = node.world.P.blocks.findIndex(({ bytes }) =>
      decode(Block, bytes).type.endsWith('ProposalBlock'),
    );
    const { height } = decode(Block, node.world.P.blocks[proposed]!.bytes);
    const to = await batchesOf(node, 'P', { to: height });
    expect(to.at(-1)!.height).toBe(height + 1n);
    const before = await batchesOf(node, 'P', { to: height - 1n, follow: true });
    expect(before.at(-1)!.height).toBe(height - 1n);
    // A watch that begins with the decision reads what it decides.
    const from = await batchesOf(node, 'P', { from: height + 1n, to: height + 1n });
    expect(creditsOf(from).map(({ why }) => why)).toEqual(['stake', 'reward']);
    // While it is not decided, it is nothing.
    const undecided = pooled(node, { lag: () => heightOf(node, 'P') - height });
    expect(await batchesOf(node, 'P', { from: height }, undecided)).toEqual([]);
  });
});

describe('a pool of nodes', () => {
  it('that are behind by turns, fail and repeat themselves gives the same credits, once', async () => {
    const node = busy();
    for (const chain of ['P', 'X'] as const) pay(node, chain, bob.shortID);
    const expected = creditsOf(await batchesOf(node, 'P')).sort(byKey);
    for (let seed = 1; seed <= 30; seed++) {
      const random = randomBy(seed);
      const pool = pooled(node, {
        lag: () => BigInt(random(2) * random(8)),
        fail: () => {
          const die = random(12);
          if (die === 0) throw new AvalancheError('Transport', 'no reply', { reason: 'network' });
          if (die === 1) throw new AvalancheError('Mismatch', 'the node returned another block');
        },
      });
      const found: Credit[] = [];
      let from: bigint | DepositPosition = 0n;
      // Until the last block, with a new start after each batch.
      for (let height = -1n; height < heightOf(node, 'P'); )
        for await (const batch of watchDeposits(pool, {
          chain: 'P',
          addresses: customersOf(node),
          from,
          interval: 1,
          limit: 1 + random(9),
        })) {
          found.push(...batch.credits);
          ({ height } = batch);
          from = stored(batch.position);
          break;
        }
      // Its reward may still be listed by none.
      for (let i = 0; i < 20 && (from as unknown as { ended: [] }).ended.length > 0; i++) {
        pay(node, 'P', stranger.shortID);
        for await (const batch of watchDeposits(pool, {
          chain: 'P',
          addresses: customersOf(node),
          from,
          interval: 1,
        })) {
          found.push(...batch.credits);
          from = stored(batch.position);
        }
      }
      const plain = found.map(({ key, amount, why }) => ({ key, amount, why })).sort(byKey);
      expect(plain, String(seed)).toEqual(
        expected.map(({ key, amount, why }) => ({ key, amount, why })),
      );
    }
  });

  it('credits a reward that the first node that was asked did not have yet', async () => {
    const node = newNode();
    const { txID } = validate(node, { rewardsOwner: me });
    node.endStake(txID);
    let isBehind = true;
    const client = clientOf(node);
    const pool: NodeClient = {
      ...client,
      pchain: {
        ...client.pchain,
        getRewardUTXOs: async (id, options) =>
          isBehind ? [] : client.pchain.getRewardUTXOs(id, options),
      },
    };
    const [first] = await batchesOf(node, 'P', {}, pool);
    expect(first!.credits).toEqual([]);
    isBehind = false;
    node.advanceTime(1800n);
    pay(node, 'P', stranger.shortID);
    const [second] = await batchesOf(node, 'P', { from: stored(first!.position) }, pool);
    expect(second!.credits.map(({ why }) => why)).toEqual(['reward']);
    pay(node, 'P', stranger.shortID);
    const [third] = await batchesOf(node, 'P', { from: stored(second!.position) }, pool);
    expect(third!.credits).toEqual([]);
  });

  it('is not asked for ever for a reward that there is none of', async () => {
    const node = newNode();
    node.endStake(validate(node, { rewardsOwner: me }).txID, false);
    const [first] = await batchesOf(node, 'P');
    expect(first!.position.ended).toHaveLength(1);
    node.advanceTime(3601n);
    pay(node, 'P', stranger.shortID);
    const [second] = await batchesOf(node, 'P', { from: stored(first!.position) });
    expect(second!.position.ended).toEqual([]);
  });

  it('that lists rewards of others, or one twice, is not believed', async () => {
    const node = newNode();
    const { txID } = validate(node, { rewardsOwner: me, stakeReturnOwner: me });
    node.endStake(txID);
    const client = clientOf(node);
    const utxos = await client.pchain.getRewardUTXOs(txID);
    for (const wrong of [
      [...utxos, ...utxos],
      [{ ...utxos[0]!, txID: new Uint8Array(32) }],
      [{ ...utxos[0]!, outputIndex: 1 }],
    ]) {
      const pchain = { ...client.pchain, getRewardUTXOs: async () => wrong };
      const liar = { ...client, pchain };
      const options = { attempts: 2, interval: 1 };
      await expect(batchesOf(node, 'P', options, liar)).rejects.toThrow(/^Mismatch at utxos/);
    }
  });

  it('is given up after some attempts, each of which the caller sees', async () => {
    const node = newNode();
    pay(node, 'P');
    const dead = pooled(node, {
      lag: () => 0n,
      fail: () => {
        throw new AvalancheError('Transport', 'no reply', { reason: 'network' });
      },
    });
    const seen: number[] = [];
    const onRetry = (_: unknown, attempt: number) => seen.push(attempt);
    const options = { attempts: 3, interval: 1, onRetry };
    await expect(batchesOf(node, 'P', options, dead)).rejects.toThrow(/^Transport: no reply/);
    expect(seen).toEqual([1, 2]);
  });
});

const byKey = (a: { readonly key: string }, b: { readonly key: string }) =>
  a.key < b.key ? -1 : 1;

describe('a position', () => {
  it('has a format number, and is plain JSON', async () => {
    const node = busy();
    const { position } = (await batchesOf(node, 'P', { to: 4n })).at(-1)!;
    expect(position).toMatchObject({ format: 1, chain: 'P', height: '4' });
    expect(position.locked).toHaveLength(2);
    expect(stored(position)).toEqual(position);
  });

  it('is read at the call, whatever happens to it later', async () => {
    const node = busy();
    const { position } = (await batchesOf(node, 'P', { to: 4n })).at(-1)!;
    const from = stored(position) as { height: string };
    const addresses = customersOf(node);
    const options = { chain: 'P', addresses, from: from as never } as const;
    const watch = watchDeposits(clientOf(node), options);
    from.height = '1';
    expect((await watch.next()).value).toMatchObject({ from: 5n });
  });

  it('that is damaged, or of something else, credits nothing', async () => {
    const node = busy();
    const { position } = (await batchesOf(node, 'P', { to: 4n })).at(-1)!;
    const [one] = position.locked as [object];
    const failing = async (from: unknown, chain: 'P' | 'X' = 'P') => {
      try {
        await batchesOf(node, chain, { from: from as never });
        return 'accepted';
      } catch (e) {
        return (e as Error).message.split(': ')[0];
      }
    };
    expect(await failing({ ...position, format: 2 })).toBe('BadVersion at options.from.format');
    expect(await failing({ ...position, format: undefined })).toBe(
      'BadVersion at options.from.format',
    );
    expect(await failing({})).toBe('BadVersion at options.from.format');
    expect(await failing(JSON.stringify(position))).toBe('BadArgument at options.from');
    expect(await failing(position, 'X')).toBe('WrongChain at options.from.chain');
    expect(await failing({ ...position, networkID: 5 })).toBe(
      'WrongNetwork at options.from.networkID',
    );
    expect(await failing({ ...position, height: '-1' })).toBe('BadJSON at options.from.height');
    expect(await failing({ ...position, more: 1 })).toBe('BadJSON at options.from.more');
    expect(await failing({ ...position, locked: [{ ...one, amount: 'x' }] })).toBe(
      'BadJSON at options.from.locked[0].amount',
    );
    expect(await failing({ ...position, locked: [{ ...one, key: 'a:b' }] })).toBe(
      'BadText at options.from.locked[0].key',
    );
    expect(await failing({ ...position, big: 5n })).toBe('BadArgument at options.from');
    // Of another chain of blocks.
    expect(await failing({ ...position, height: '3' })).toBe('Inconsistent');
    const other = newNode({ time: 1_800_000_000n });
    for (let i = 0; i < 6; i++) pay(other, 'P');
    await expect(batchesOf(other, 'P', { from: position })).rejects.toThrow(/^Inconsistent: /);
  });
});

describe('addressSet', () => {
  const { network } = newNode();
  it('takes texts of any chain and bytes, once each, and refuses what is none', () => {
    const set = addressSet([ann.address('P', network), ann.address('X', network), me], network);
    expect(set.size).toBe(1);
    expect(set.has(ann.address('C', network))).toBe(true);
    expect(set.has(bob.shortID)).toBe(false);
    set.add(bob.shortID);
    expect(set.has(bob.address('X', network))).toBe(true);
    const failing = (addresses: unknown) => () => addressSet(addresses as never, network);
    expect(failing([me, 'P-custom1…'])).toThrow(/^Bad\w+ at addresses\[1\]: /);
    expect(failing([ann.address('P', fuji)])).toThrow(/^WrongNetwork at addresses\[0\]: /);
    expect(failing([new Uint8Array(32)])).toThrow(/^OutOfRange at addresses\[0\]: /);
    expect(failing([5])).toThrow(/^BadArgument at addresses\[0\]: /);
    expect(failing(ann.address('P', network))).toThrow(/^BadArgument at addresses: /);
    expect(failing(me)).toThrow(/^BadArgument at addresses: /);
    expect(() => set.add('x')).toThrow(/^BadText at address: /);
  });

  it('is asked once for each address of an output, whatever its size', () => {
    const node = newNode();
    const tx = pay(node, 'P');
    let asked = 0;
    const addresses = {
      has: () => {
        asked++;
        return false;
      },
    };
    depositsOf(tx, { addresses, network, time: node.time() });
    expect(asked).toBe(2);
  });
});

describe('blocks made by hand', () => {
  /** A client of a chain of blocks made by hand. */
  function handmade(
    node: Testnode,
    made: readonly object[],
    rewards: readonly UTXO[] = [],
  ): NodeClient {
    let parentID: Uint8Array = new Uint8Array(32);
    const blocks = made.map((fields, i) => {
      const block = { parentID, height: BigInt(i), ...fields } as never;
      const bytes = encode(Block, block);
      const opened = open(bytes, { chain: 'P', kind: 'block', network: node.network });
      parentID = parseID(opened.id!);
      return opened;
    });
    const txs = new Map(blocks.flatMap((block) => block.txs.map((tx) => [tx.txID, tx])));
    const client = clientOf(node);
    return {
      ...client,
      call: (async () => ({ height: BigInt(blocks.length - 1) })) as never,
      pchain: {
        ...client.pchain,
        getBlock: async (height: string | bigint) => blocks[Number(height)] as never,
        getTx: async (txID: string) => txs.get(txID) as never,
        getRewardUTXOs: async () => rewards,
      },
    };
  }
  it('before Banff: the stake of an aborted proposal comes back at once, that of a committed one at its end', async () => {
    const node = newNode();
    const { network } = node;
    const output = (amount: bigint, locktime = 0n) => ({
      assetID: network.avaxAssetID,
      output: {
        type: 'secp256k1fx.TransferOutput' as const,
        amount,
        locktime,
        threshold: 1,
        addresses: [me],
      },
    });
    const owner = {
      type: 'secp256k1fx.OutputOwners' as const,
      locktime: 0n,
      threshold: 1,
      addresses: [me],
    };
    const adding = (weight: bigint): Tx => ({
      unsignedTx: {
        type: 'platformvm.AddValidatorTx',
        networkID: network.networkID,
        blockchainID: new Uint8Array(32),
        outputs: [output(1n), output(5n, 1_000n)],
        inputs: [],
        memo: new Uint8Array(),
        validator: { nodeID: node1.nodeID, start: 1n, end: 2n, weight },
        stake: [output(weight)],
        rewardsOwner: owner,
        shares: 0,
      } as never,
      credentials: [],
    });
    const advance: Tx = {
      unsignedTx: { type: 'platformvm.AdvanceTimeTx', time: 1_000n },
      credentials: [],
    };
    const [one, two] = [adding(100n), adding(200n)];
    const idOfTx = (tx: Tx) => txFrom('P', encode(Tx, tx), tx).txID;
    const reward: Tx = {
      unsignedTx: { type: 'platformvm.RewardValidatorTx', txID: parseID(idOfTx(two)) },
      credentials: [],
    };
    const proposal = (tx: Tx) => ({ type: 'platformvm.ApricotProposalBlock', tx });
    const commit = { type: 'platformvm.ApricotCommitBlock' };
    const abort = { type: 'platformvm.ApricotAbortBlock' };
    const client = handmade(node, [
      commit,
      proposal(one),
      abort,
      proposal(two),
      commit,
      proposal(advance),
      abort,
      proposal(advance),
      commit,
      proposal(reward),
      abort,
    ]);
    const batches = await batchesOf(node, 'P', { limit: 1 }, client);
    expect(
      batches.map(({ height, credits, leftOut }) => [
        height,
        credits.map(({ why, amount }) => `${why} ${amount}`),
        leftOut.map(({ why, amount }) => `${why} ${amount}`),
      ]),
    ).toEqual([
      [0n, [], []],
      [2n, ['output 1', 'stake 100'], ['locked 5']],
      [4n, ['output 1'], ['locked 5', 'stake 200']],
      [6n, [], []],
      [8n, ['output 5', 'output 5'], []],
      [10n, ['stake 200'], []],
    ]);
  });

  it('a locked output that is spent before the time of the chain passes its lock was a deposit', async () => {
    // Nodes compare locktimes with their own clocks, which may be ahead.
    const node = newNode();
    const { avaxAssetID: assetID, networkID } = node.network;
    const head = { networkID, blockchainID: new Uint8Array(32), memo: new Uint8Array() };
    const output = {
      type: 'secp256k1fx.TransferOutput' as const,
      amount: 7n,
      locktime: 300n,
      threshold: 1,
      addresses: [me],
    };
    const locked: Tx = {
      unsignedTx: {
        type: 'platformvm.BaseTx',
        ...head,
        outputs: [{ assetID, output }],
        inputs: [],
      },
      credentials: [],
    };
    const txID = parseID(txFrom('P', encode(Tx, locked), locked).txID);
    const spent = {
      txID,
      outputIndex: 0,
      assetID,
      input: { type: 'secp256k1fx.TransferInput' as const, amount: 7n, signatureIndices: [0] },
    };
    const spending: Tx = {
      unsignedTx: { type: 'platformvm.BaseTx', ...head, outputs: [], inputs: [spent] },
      credentials: [],
    };
    const standard = (time: bigint, ...txs: readonly Tx[]) => ({
      type: 'platformvm.BanffStandardBlock',
      time,
      txs,
    });
    const client = handmade(node, [
      standard(100n, locked),
      standard(290n, spending),
      standard(310n),
    ]);
    const batches = await batchesOf(node, 'P', { limit: 1 }, client);
    expect(
      batches.map(({ credits }) => credits.map(({ amount, until }) => [amount, until])),
    ).toEqual([[], [[7n, 300n]], []]);
  });

  it("before Cortina: a customer's share of the reward of another validator's delegator is found, as a node lists it", async () => {
    const node = newNode();
    const { avaxAssetID, networkID } = node.network;
    const output = (addresses: readonly Uint8Array[]) => ({
      type: 'secp256k1fx.TransferOutput' as const,
      amount: 7n,
      locktime: 0n,
      threshold: 1,
      addresses,
    });
    const theirs = [stranger.shortID];
    const delegator: Tx = {
      unsignedTx: {
        type: 'platformvm.AddDelegatorTx',
        networkID,
        blockchainID: new Uint8Array(32),
        outputs: [],
        inputs: [],
        memo: new Uint8Array(),
        validator: { nodeID: node1.nodeID, start: 1n, end: 2n, weight: 7n },
        stake: [{ assetID: avaxAssetID, output: output(theirs) }],
        rewardsOwner: {
          type: 'secp256k1fx.OutputOwners',
          locktime: 0n,
          threshold: 1,
          addresses: theirs,
        },
      },
      credentials: [],
    };
    const { txID: id } = txFrom('P', encode(Tx, delegator), delegator);
    const txID = parseID(id);
    const reward: Tx = {
      unsignedTx: { type: 'platformvm.RewardValidatorTx', txID },
      credentials: [],
    };
    const paid = { txID, outputIndex: 2, assetID: avaxAssetID, output: output([me]) };
    const client = handmade(
      node,
      [
        { type: 'platformvm.ApricotCommitBlock' },
        { type: 'platformvm.ApricotProposalBlock', tx: delegator },
        { type: 'platformvm.ApricotCommitBlock' },
        { type: 'platformvm.ApricotProposalBlock', tx: reward },
        { type: 'platformvm.ApricotCommitBlock' },
      ],
      [paid],
    );
    expect(creditsOf(await batchesOf(node, 'P', {}, client))).toMatchObject([
      { why: 'reward', amount: 7n, key: `${id}:2` },
    ]);
  });
});

describe('beside a ledger', () => {
  it.each([1, 2, 3, 4])('a watch credits what the ledger produced, seed %s', async (seed) => {
    const { node } = play(seed, 120);
    if (node.world.tampering.hold) node.release();
    const { network, genesis } = node;
    const addresses = { has: () => true };
    const facts = ({ key, amount, why, by }: Credit) => ({ key, amount, why, by });
    for (const chain of ['P', 'X'] as const) {
      const ledger = createLedger(genesis, { chain: chain as 'P', network });
      const expected = node.world[chain].blocks.slice(1).flatMap(({ bytes }) => {
        const changes = applyBlock(ledger, bytes);
        return depositsOf(changes, { addresses, network, time: changes.time, chain }).credits;
      });
      const watched = creditsOf(await batchesOf(node, chain, { addresses, limit: 7 }));
      expect(watched.map(facts).sort(byKey)).toEqual(
        expected
          .filter(({ why }) => why !== 'refund')
          .map(facts)
          .sort(byKey),
      );
      expect(new Set(keysOf([{ credits: watched } as never])).size).toBe(watched.length);
    }
  });
});
