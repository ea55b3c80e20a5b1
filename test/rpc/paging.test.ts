import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEVMBlock } from '../../src/blocks/evm/block.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji, knownNetworks } from '../../src/network/known.ts';
import { connect } from '../../src/rpc/connect.ts';
import { steady } from '../../src/rpc/gather.ts';
import { budgetOf, exceeded, limitsOf } from '../../src/rpc/limits.ts';
import type { Transport } from '../../src/rpc/transport.ts';
import { type AskPage, type PageOptions, utxoBytes } from '../../src/rpc/utxos.ts';
import { formatBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { formatJSON, parseJSON } from '../../src/text/json.ts';
import { decodeUTF8, encodeUTF8 } from '../../src/text/utf8.ts';
import { seeded } from '../support/seeded.ts';
import { rows } from '../support/vectors.ts';

const id = (n: number) => formatID(new Uint8Array(32).fill(n));

async function collect(
  ask: AskPage,
  addresses: readonly string[],
  options: PageOptions = {},
  fromOtherChain = false,
): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const bytes of utxoBytes(
    ask,
    addresses,
    options,
    fromOtherChain,
    budgetOf(limitsOf()),
  ))
    found.push(decodeUTF8(bytes));
  return found;
}

/** Pages that come one after the other, each with its cursor. */
function pages(...of: readonly (readonly [utxos: readonly string[], utxo: string])[]) {
  const asked: Parameters<AskPage>[0][] = [];
  const ask: AskPage = async (page) => {
    const [utxos, utxo] = of[Math.min(asked.push(page), of.length) - 1]!;
    return {
      numFetched: BigInt(utxos.length),
      utxos: utxos.map(encodeUTF8),
      endIndex: { address: 'A', utxo },
      encoding: 'hex',
    };
  };
  return { ask, asked };
}

/**
 * A chain as a node pages it: by address, in an order that is the node's, after the cursor, or from it on if another chain
 * exported them; from the start where the cursor is gone. Source: avalanchego `vms/components/avax/utxo_fetching.go`,
 * `chains/atomic/state.go`, `database/linkeddb`.
 */
function chainOf(
  owned: Readonly<Record<string, readonly number[]>>,
  inclusive: boolean,
  spent: (page: number) => readonly number[] = () => [],
): AskPage {
  const gone = new Set<number>();
  let count = 0;
  return async ({ addresses, limit, startIndex }) => {
    const found = new Set<number>();
    let endIndex = startIndex ?? { address: addresses[0]!, utxo: id(0) };
    for (const address of [...addresses].sort()) {
      if (startIndex && address < startIndex.address) continue;
      const list = (owned[address] ?? []).filter((n) => !gone.has(n));
      const at = address === startIndex?.address ? startIndex.utxo : undefined;
      const place = list.findIndex((n) => id(n) === at);
      for (const n of list.slice(place < 0 || inclusive ? Math.max(0, place) : place + 1)) {
        if (found.size === limit) break;
        found.add(n);
        endIndex = { address, utxo: id(n) };
      }
    }
    for (const n of spent(count++)) gone.add(n);
    const utxos = [...found].map((n) => encodeUTF8(String(n)));
    return { numFetched: BigInt(utxos.length), utxos, endIndex, encoding: 'hex' };
  };
}

describe('utxoBytes', () => {
  it('goes on while pages are full, and stops at one that is not', async () => {
    const two = pages([['a', 'b'], id(2)], [['c'], id(3)]);
    expect(await collect(two.ask, ['A'], { limit: 2 })).toEqual(['a', 'b', 'c']);
    expect(two.asked).toEqual([
      { addresses: ['A'], limit: 2 },
      { addresses: ['A'], limit: 2, startIndex: { address: 'A', utxo: id(2) } },
    ]);
    const one = pages([Array.from({ length: 1023 }, (_, i) => String(i)), id(1)]);
    expect(await collect(one.ask, ['A'])).toHaveLength(1023);
    expect(one.asked).toHaveLength(1);
  });

  it('stops where a cursor comes again', async () => {
    const stuck = pages([['a', 'b'], id(2)]);
    expect(await collect(stuck.ask, ['A'], { limit: 2 })).toEqual(['a', 'b']);
    expect(stuck.asked).toHaveLength(2);
  });

  it('gets past pages that begin where the one before ended', async () => {
    const atomic = pages([['3', '2'], id(2)], [['2', '1'], id(1)], [['1'], id(1)]);
    expect(await collect(atomic.ask, ['A'], { limit: 1 }, true)).toEqual(['3', '2', '1']);
    expect(atomic.asked.map(({ limit }) => limit)).toEqual([2, 2, 2]);
  });

  it('stops at the cursor that a C-chain ends with', async () => {
    const last = pages([['a', 'b'], id(0xff)]);
    expect(await collect(last.ask, ['A'], { limit: 2 }, true)).toEqual(['a', 'b']);
    expect(last.asked).toHaveLength(1);
  });

  it('asks for 1024 addresses at a time, for each once', async () => {
    const none = pages([[], id(0)]);
    const addresses = Array.from({ length: 2500 }, (_, i) => `A${i % 2100}`);
    expect(await collect(none.ask, addresses)).toEqual([]);
    expect(none.asked.map((page) => page.addresses.length)).toEqual([1024, 1024, 52]);
    expect(await collect(none.ask, [])).toEqual([]);
    expect(none.asked).toHaveLength(3);
  });

  it('tells how many there are so far', async () => {
    const counts: number[] = [];
    const two = pages([['a', 'b'], id(2)], [['b', 'c'], id(3)], [[], id(3)]);
    await collect(two.ask, ['A'], { limit: 2, onProgress: (n) => counts.push(n) });
    expect(counts).toEqual([2, 3, 3]);
  });

  it.each([0, 1025, 1.5, -1, Number.NaN])('refuses a limit of %d', async (limit) => {
    const { ask } = pages([[], id(0)]);
    expect(await collect(ask, ['A'], { limit }).catch((e) => e)).toMatchObject({
      code: 'OutOfRange',
      path: ['limit'],
    });
  });

  it.each([false, true])('finds all, whoever shares what (from another chain: %s)', (inclusive) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.subarray([1, 2, 3, 4]), { maxLength: 5 }),
        async (lists, limit, spends) => {
          const owned = Object.fromEntries(lists.map((of, i) => [`A${i}`, of]));
          const chain = chainOf(owned, inclusive, (page) => spends[page] ?? []);
          const found = await collect(chain, Object.keys(owned), { limit }, inclusive);
          expect(new Set(found).size).toBe(found.length);
          // What is spent while it is read may be there or not; all else is.
          const spent = new Set(spends.flat());
          const kept = [...new Set(lists.flat())].filter((n) => !spent.has(n)).map(String);
          expect(found).toEqual(expect.arrayContaining(kept));
        },
      ),
      seeded,
    ),
  );

  it('does not begin anew for ever', async () => {
    let n = 0;
    const ask: AskPage = async () => ({
      numFetched: 2n,
      utxos: ['a', 'b'].map(encodeUTF8),
      endIndex: { address: 'A', utxo: id((n = 1 - n) + 1) },
      encoding: 'hex',
    });
    expect(await collect(ask, ['A'], { limit: 2 }).catch((e) => e)).toMatchObject({
      code: 'Inconsistent',
    });
  });
});

describe('steady', () => {
  /** Heights one after the other. */
  const heights =
    (...of: bigint[]) =>
    async () =>
      of.length > 1 ? of.shift()! : of[0]!;
  it('reads again when a block came in between', async () => {
    let reads = 0;
    expect(await steady(heights(1n, 2n, 2n), async () => ++reads, {})).toBe(2);
  });
  it('does not read for ever, and as it is if asked to', async () => {
    let height = 0n;
    let reads = 0;
    const read = async () => ++reads;
    const error = await steady(async () => height++, read, { attempts: 3 }).catch((e) => e);
    expect(error).toMatchObject({ code: 'Inconsistent' });
    expect(reads).toBe(3);
    expect(await steady(async () => height++, read, { attempts: 0 })).toBe(4);
  });
});

/** A node that answers each method with the JSON of a function. */
const answering =
  (answer: (method: string, params: never, path: string) => string): Transport =>
  async ({ url, body = '' }) => {
    const reply = (of: { id: number; method: string; params: never }) =>
      `{"jsonrpc":"2.0","id":${of.id},"result":${answer(of.method, of.params, new URL(url).pathname)}}`;
    const asked = JSON.parse(body);
    return {
      status: 200,
      headers: {},
      text: Array.isArray(asked) ? `[${asked.map(reply).reverse().join(',')}]` : reply(asked),
    };
  };

describe('cchain.state', () => {
  const account = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
  const address = formatAddress(new Uint8Array(20).fill(5), 'C', fuji);
  const page = `{"numFetched":"0","utxos":[],"endIndex":{"address":"${address}","utxo":"${id(0)}"},"encoding":"hex"}`;

  it('gathers accounts, the fee and what waits, in one batch between two blocks', async () => {
    const asked: string[] = [];
    let height = 7;
    const transport = answering((method, params, path) => {
      asked.push(`${path} ${method} ${JSON.stringify(params)}`);
      if (method === 'eth_blockNumber') return `"0x${(height++ < 8 ? height : 9).toString(16)}"`;
      if (method === 'eth_baseFee') return '"0x5d21dba00"';
      if (method === 'eth_getTransactionCount') return '"0x2a"';
      if (method === 'eth_getBalance') return '"0xffffffffffffffffffffffff"';
      return page;
    });
    const now = () => 1_767_225_600_999;
    const node = connect('http://node.test', { network: fuji, transport, now });
    const addresses = [account, account.toLowerCase(), address];
    const state = await node.cchain.state(addresses, { imports: ['P', 'X'] });
    expect(state).toEqual({
      chain: 'C',
      network: fuji,
      from: [new Uint8Array(20).fill(5)],
      own: [new Uint8Array(20).fill(5), account.toLowerCase()],
      time: 1_767_225_600n,
      baseFee: 25_000_000_000n,
      accounts: [
        { address: account.toLowerCase(), nonce: 42n, balance: 0xffffffffffffffffffffffffn },
      ],
      imports: { P: [], X: [] },
    });
    expect(asked.filter((of) => of.includes('eth_baseFee')).length).toBe(2);
    expect(asked).toContain(
      `/ext/bc/C/avax avax.getUTXOs {"addresses":["${address}"],"limit":1024,"sourceChain":"P"}`,
    );
  });

  it('asks for many accounts in batches that a public node takes', async () => {
    const sizes: number[] = [];
    const answer = answering(() => '"0x1"');
    const node = connect('http://node.test', {
      network: fuji,
      transport: (request) => {
        const asked: unknown = JSON.parse(request.body!);
        if (Array.isArray(asked)) sizes.push(asked.length);
        return answer(request);
      },
    });
    const many = Array.from({ length: 50 }, (_, i) => `0x${String(i).padStart(40, '0')}`);
    const { accounts } = await node.cchain.state(many);
    expect(accounts.map((of) => of.address)).toEqual(many);
    expect(Math.max(...sizes)).toBe(40);
  });

  it('says what does not fit, and refuses addresses of others', async () => {
    const transport = answering((method) => (method === 'eth_getBalance' ? '"0x01"' : '"0x1"'));
    const node = connect('http://node.test', { network: fuji, transport });
    expect(await node.cchain.state([account]).catch((e) => e)).toMatchObject({ code: 'BadJSON' });
    for (const bad of [`${account.slice(0, -1)}d`, formatAddress(new Uint8Array(20), 'P', fuji)])
      expect((await node.cchain.state([account, bad]).catch((e) => e)).path).toEqual([
        'addresses',
        1,
      ]);
  });
});

describe('containers', () => {
  const container = (index: bigint) =>
    `{"id":"${id(1)}","bytes":"${formatBytes(new Uint8Array(4), 'hex')}","timestamp":"2026-01-01T00:00:00.000000001+01:00","encoding":"hex","index":"${index}"}`;
  type Range = { startIndex: string | number; numToFetch: string | number };
  const indexOf = (last: bigint, shift = 0n, most = 1024) => {
    const sizes: number[] = [];
    const transport = answering((method, params) => {
      if (method === 'index.getLastAccepted') return container(last);
      const { startIndex, numToFetch } = params as unknown as Range;
      sizes.push(Number(numToFetch));
      if (Number(numToFetch) > most) throw exceeded('maxReplyBytes', 1);
      const found = Array.from({ length: Number(numToFetch) }, (_, i) =>
        container(BigInt(startIndex) + BigInt(i) + shift),
      );
      return `{"containers":[${found.join(',')}]}`;
    });
    return { sizes, node: connect('http://node.test', { network: fuji, transport }) };
  };
  const all = async (of: AsyncIterable<{ readonly index: bigint }>) => {
    const found: bigint[] = [];
    for await (const { index } of of) found.push(index);
    return found;
  };

  it('asks for no more than there are, so many at a time', async () => {
    const { node, sizes } = indexOf(2047n);
    const progress: bigint[] = [];
    const onProgress = (next: bigint) => progress.push(next);
    expect(await all(node.containers('C/block', { limit: 1024, onProgress }))).toHaveLength(2048);
    expect(sizes).toEqual([1024, 1024]);
    expect(progress).toEqual([1024n, 2048n]);
    expect(await all(node.containers('C/block', { from: 2048n }))).toEqual([]);
    expect(await all(node.containers('C/block', { from: 5n, to: 4n }))).toEqual([]);
  });

  it('gives blocks of the C-chain', async () => {
    const found = rows('containers').filter(({ endpoint }) => endpoint === 'C/block');
    for (const { json, id: outer, network } of found.slice(0, 20)) {
      const { index, ...of } = parseJSON(json) as { readonly index: string };
      const transport = answering((method) =>
        method === 'index.getLastAccepted'
          ? formatJSON({ ...of, index })
          : `{"containers":[${formatJSON({ ...of, index })}]}`,
      );
      const node = connect('http://node.test', {
        network: knownNetworks.find(({ name }) => name === network)!,
        transport,
      });
      const options = { from: BigInt(index) };
      for await (const block of node.blocks('C/block', options)) {
        expect(block).toMatchObject({ id: outer, index: BigInt(index) });
        expect(block.content?.id).toBe(decodeEVMBlock(block.bytes).id);
      }
    }
    expect(found.length).toBeGreaterThan(0);
  });

  it('says of which one it cannot read the block', async () => {
    const { node } = indexOf(3n);
    const blocks = node.blocks('P/block', { from: 2n });
    const first = blocks[Symbol.asyncIterator]().next();
    expect(await first.catch((e) => e)).toMatchObject({ path: ['P/block', 2, 'bytes', 'block'] });
  });

  it('asks for fewer where a reply is too long', async () => {
    const { node, sizes } = indexOf(20n, 0n, 6);
    expect(await all(node.containers('X/block', { limit: 20 }))).toHaveLength(21);
    expect(sizes).toEqual([20, 10, 5, 5, 5, 5, 1]);
    const { node: never } = indexOf(20n, 0n, 0);
    expect(await all(never.containers('X/block')).catch((e) => e)).toMatchObject({
      code: 'LimitExceeded',
      context: { limit: 'maxReplyBytes' },
    });
  });

  it('refuses containers that are not those asked for', async () => {
    const { node } = indexOf(5n, 1n);
    expect(await all(node.containers('P/block')).catch((e) => e)).toMatchObject({
      code: 'Inconsistent',
      path: ['P/block'],
    });
    for (const limit of [0, 1025])
      expect(await all(node.containers('P/block', { limit })).catch((e) => e)).toMatchObject({
        code: 'OutOfRange',
      });
  });
});

describe('sendBatch', () => {
  it('is for an EVM only, and asks nothing for nothing', async () => {
    const node = connect('http://node.test', {
      transport: async () => {
        throw new Error('nothing is sent');
      },
    });
    const call = { method: 'platform.getHeight', params: {} };
    expect(await node.sendBatch('/ext/bc/P', [call]).catch((e) => e)).toMatchObject({
      code: 'Unsupported',
    });
    expect(await node.sendBatch('/ext/bc/C/rpc', [])).toEqual([]);
  });
});
