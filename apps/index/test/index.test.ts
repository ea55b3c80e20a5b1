import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { describe, expect, it } from 'vitest';
import type { UTXO } from '../../../src/chain/pchain/index.ts';
import { AvalancheError, isError } from '../../../src/errors/error.ts';
import { applyBlock, createLedger, type PLedger } from '../../../src/history/index.ts';
import type { Transport } from '../../../src/rpc/transport.ts';
import { privateKey } from '../../../src/sign/key.ts';
import { createTestnode } from '../../../src/testnode/index.ts';
import { equalBytes } from '../../../src/text/bytes.ts';
import { formatID } from '../../../src/text/id.ts';
import { unlocked } from '../../../src/tx/output.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { AVAX, ewoq } from '../../../test/support/testnode.ts';
import { play, randomBy } from '../../../test/testnode/randomnode.ts';
import { mergeable } from '../src/chain.ts';
import { compactFolder, joinRanges } from '../src/maintain.ts';
import { byFirst, type Part } from '../src/part.ts';
import { rangesOf } from '../src/ranges.ts';
import { repairFolder } from '../src/repair.ts';
import { addContainer, addGenesis, Names, type Reading } from '../src/rows.ts';
import { runIndex } from '../src/run.ts';
import { emptyRows, fileNames, type Rows } from '../src/tables.ts';
import { verifyFolder } from '../src/verify.ts';
import { clientOf, index, manifestIn, optionsOf, playedNode, rowsIn } from './indexed.ts';

const played = playedNode(4, 150);
const { network } = played;

let done: ReturnType<typeof rowsIn> | undefined;
/** The rows of a run without faults. */
const wholeRows = () =>
  (done ??= (async () => {
    const folder = testFolder();
    await index(played, folder);
    return rowsIn(folder);
  })());

/** A transport that changes replies of the index API that have containers. */
const tampering =
  (change: (containers: Record<string, unknown>[], request: string) => void): Transport =>
  async (request) => {
    const reply = await played.transport(request);
    const body = String(request.body);
    if (!/getContainer(Range|ByIndex)/.test(body)) return reply;
    const json = JSON.parse(reply.text) as {
      result?: { containers?: Record<string, unknown>[] };
    };
    if (!json.result) return reply;
    change(json.result.containers ?? [json.result as Record<string, unknown>], body);
    return { ...reply, text: JSON.stringify(json) };
  };

describe('rows', () => {
  const [, ...blocks] = played.world.P.blocks;
  const begin = (): {
    readonly rows: Rows;
    readonly reading: Reading;
    readonly ledger: PLedger;
  } => {
    const ledger = createLedger(played.genesis, { chain: 'P', network });
    const reading: Reading = {
      chain: 'P',
      network,
      ledger,
      lastBlock: undefined,
      bytes: false,
      names: new Names('P', network),
    };
    const rows = emptyRows();
    addGenesis(rows, reading, played.genesis);
    return { rows, reading, ledger };
  };
  const containers = blocks.map(({ id, bytes }, i) => {
    return { index: BigInt(i), id: formatID(id), bytes };
  });

  /** What the tables say that an address has. */
  const balanceIn = ({ outputs, inputs, stakes }: Rows, address: string): bigint => {
    const spent = new Set(inputs.map((of) => `${of.spent_tx_id} ${of.spent_output_index}`));
    const ended = new Set(stakes.filter((of) => of.is_end).map((of) => of.tx_id));
    return outputs
      .filter(
        ({ why, addresses, tx_id, output_index }) =>
          addresses!.includes(address) &&
          why !== 'export' &&
          (why !== 'stake' || ended.has(tx_id)) &&
          !spent.has(`${tx_id} ${output_index}`),
      )
      .reduce((sum, { amount }) => sum + amount!, 0n);
  };

  it('have what every address has after each block, as the ledger does', () => {
    const { rows, reading } = begin();
    const own = [ewoq, ...[11, 12].map((byte) => privateKey(new Uint8Array(32).fill(byte)))];
    const utxos = new Map<string, UTXO>();
    const held = createLedger(played.genesis, { chain: 'P', network, stores: { utxos } });
    for (const container of containers) {
      addContainer(rows, reading, container);
      const { height } = applyBlock(held, container.bytes);
      for (const key of own) {
        const of = [...utxos.values()].filter(({ output }) =>
          unlocked(output).addresses.some((address) => equalBytes(address, key.shortID)),
        );
        const sum = of.reduce((sum, { output }) => sum + unlocked(output).amount, 0n);
        const address = key.address('P', network);
        expect(balanceIn(rows, address), `${address} at ${height}`).toBe(sum);
      }
    }
    expect(rows.outputs.map((of) => of.why)).toEqual(
      expect.arrayContaining(['genesis', 'reward', 'stake']),
    );
    expect(rows.moves.map((of) => of.direction)).toEqual(
      expect.arrayContaining(['export', 'import']),
    );
  });

  it('have every stake with its end, and what L1 validators have left', () => {
    const { rows, reading, ledger } = begin();
    for (const container of containers) addContainer(rows, reading, container);
    const live = new Set<string>();
    for (const { tx_id, is_end, event } of rows.stakes)
      if (is_end) live.delete(tx_id);
      else if (event !== 'pending') live.add(tx_id);
    expect([...live].sort()).toEqual([...ledger.current.keys()].sort());
    const accrued = rows.blocks.at(-1)!.accrued_fees!;
    for (const [key, { endAccumulatedFee }] of ledger.l1Validators) {
      const last = rows.l1_validators.findLast((of) => of.validation_id === key)!;
      expect(last.fees_until === 0n ? 0n : last.fees_until - accrued).toBe(
        endAccumulatedFee === 0n ? 0n : endAccumulatedFee - ledger.accruedFees,
      );
    }
    expect(rows.l1_validators.map((of) => of.event)).toEqual(
      expect.arrayContaining(['registered', 'deactivated']),
    );
  });

  it('have the owners of what is spent, the fee, and a time each', () => {
    const { rows, reading } = begin();
    for (const container of containers) addContainer(rows, reading, container);
    const made = new Map(rows.outputs.map((of) => [`${of.tx_id} ${of.output_index}`, of]));
    const imported = new Set(
      rows.moves
        .filter((of) => of.direction === 'import')
        .map((of) => `${of.utxo_tx_id} ${of.utxo_output_index}`),
    );
    for (const { spent_tx_id, spent_output_index, addresses, amount } of rows.inputs) {
      const key = `${spent_tx_id} ${spent_output_index}`;
      if (imported.has(key)) expect(addresses).toBeNull();
      else
        expect({ addresses, amount }).toMatchObject({
          addresses: made.get(key)!.addresses,
          amount: made.get(key)!.amount,
        });
    }
    for (const { tx_id, burned, fee } of rows.transactions) {
      const sum = (of: readonly { readonly tx_id: string; readonly amount: bigint | null }[]) =>
        of.filter((row) => row.tx_id === tx_id).reduce((sum, { amount }) => sum + amount!, 0n);
      const own = rows.outputs.filter(({ why }) => ['output', 'export', 'stake'].includes(why));
      expect(burned).toBe(sum(rows.inputs) - sum(own));
      expect(fee).toBeLessThanOrEqual(burned);
    }
    for (const { time } of [...rows.transactions, ...rows.inputs]) expect(time).not.toBeNull();
  });

  it('are not made of bytes that have another id, or do not follow, and then nothing changes', () => {
    const [one, two] = containers;
    const { rows, reading, ledger } = begin();
    const before = fileNames.map((file) => rows[file].length);
    const cut = { ...one!, bytes: one!.bytes.subarray(0, 40) };
    expect(() => addContainer(rows, reading, cut)).toThrow('Truncated');
    expect(() => addContainer(rows, reading, { ...one!, id: two!.id })).toThrow('the node says');
    addContainer(rows, { ...reading, ledger: undefined }, two!);
    expect(() => addContainer(rows, { ...reading, lastBlock: two!.id }, one!)).toThrow(
      'does not follow',
    );
    expect(ledger.height).toBe(0n);
    expect(rows.stakes.length).toBe(before[fileNames.indexOf('stakes')]);
  });
});

describe('a run', () => {
  it('gives the same rows after any number of interruptions', async () => {
    const folder = testFolder();
    const random = randomBy(5);
    for (let runs = 0; ; runs++) {
      const ending = new AbortController();
      let left = 10 + random(60);
      const transport: Transport = (request) => {
        if (left-- <= 0) ending.abort();
        return played.transport(request);
      };
      const of = optionsOf(played, folder, { signal: ending.signal });
      await runIndex([clientOf(played, transport)], of);
      if (!ending.signal.aborted) break;
      expect(runs).toBeLessThan(500);
    }
    expect(await rowsIn(folder)).toEqual(await wholeRows());
  });

  it('gives the same rows over a node that fails, and tells the failure', async () => {
    const folder = testFolder();
    const random = randomBy(6);
    const waiting: string[] = [];
    let failures = 0;
    let isBusy = true;
    const transport: Transport = async (request) => {
      if (isBusy && String(request.body).includes('getContainerRange')) {
        isBusy = false;
        return { status: 503, headers: {}, text: 'busy' };
      }
      const die = random(30);
      if (die === 0) throw new AvalancheError('Transport', 'lost', { reason: 'network' });
      if (die === 1) return { status: 503, headers: {}, text: 'busy' };
      if (die === 2) return { status: 200, headers: {}, text: '{"jsonrpc":"2.0",' };
      return played.transport(request);
    };
    for (;;)
      try {
        await runIndex(
          [clientOf(played, transport)],
          optionsOf(played, folder, {
            on: (event) => {
              if (event.kind === 'waiting' && event.why !== undefined) waiting.push(event.why);
            },
          }),
        );
        break;
      } catch (e) {
        expect(isError(e), String(e)).toBe(true);
        expect(++failures).toBeLessThan(2000);
      }
    expect(waiting.join()).toMatch(/503/);
    expect(await rowsIn(folder)).toEqual(await wholeRows());
  });

  it.each([
    ['garbage', (of: Record<string, unknown>) => void (of.bytes = '0x000000000000ffff')],
    ['cut', (of: Record<string, unknown>) => void (of.bytes = String(of.bytes).slice(0, -20))],
    [
      'flipped',
      (of: Record<string, unknown>) =>
        void (of.bytes = String(of.bytes).replace(/.$/, (c) => (c === '0' ? '1' : '0'))),
    ],
    [
      'of another id',
      (of: Record<string, unknown>) => void (of.id = formatID(new Uint8Array(32).fill(7))),
    ],
  ])('asks again for a container whose bytes are %s', async (_, spoil) => {
    const folder = testFolder();
    const random = randomBy(9);
    const transport = tampering((containers) => {
      for (const of of containers) if (random(20) === 0) spoil(of);
    });
    await runIndex([clientOf(played, transport)], optionsOf(played, folder));
    expect(await rowsIn(folder)).toEqual(await wholeRows());
  });

  it('stops before a container that stays unreadable, says so on each run, and goes on with another node', async () => {
    const folder = testFolder();
    const bad = tampering((containers, body) => {
      for (const of of containers)
        if (of.index === '3' && body.includes('hexnc')) of.bytes = '0x000000000000ffff';
    });
    const chains = ['P'] as const;
    for (let run = 0; run < 2; run++) {
      const error = await runIndex(
        [clientOf(played, bad)],
        optionsOf(played, folder, { chains }),
      ).catch((e: unknown) => e);
      expect(error).toMatchObject({ code: 'Inconsistent' });
      expect(String(error)).toMatch(
        /container 3 of P\/block, \w+, cannot be used: .*Nothing after it is indexed\. .*--url/,
      );
      expect(manifestIn(folder).chains.P).toMatchObject({ height: 3 });
    }
    const nodes = [clientOf(played, bad), clientOf(played)];
    await runIndex(nodes, optionsOf(played, folder));
    expect(await rowsIn(folder)).toEqual(await wholeRows());
  });

  it('refuses a node whose index does not begin with the first block', async () => {
    const transport: Transport = (request) => {
      const body = String(request.body).replace(
        /"startIndex":"?(\d+)"?/,
        (_, n: string) => `"startIndex":"${Number(n) + 2}"`,
      );
      return played.transport({ ...request, body }).then((reply) => ({
        ...reply,
        text: reply.text.replace(/"index":"(\d+)"/g, (_, n: string) =>
          body.includes('getLastAccepted') || body.includes('Range')
            ? `"index":"${Number(n) - 2}"`
            : `"index":"${n}"`,
        ),
      }));
    };
    for (const chain of ['P', 'X', 'C'] as const)
      await expect(
        runIndex(
          [clientOf(played, transport)],
          optionsOf(played, testFolder(), { chains: [chain] }),
        ),
      ).rejects.toThrow(/begins with block 3, not with the first one.*bootstrapped/);
  });

  it('refuses a node that is behind, and one with another history, and no row goes away', async () => {
    const folder = testFolder();
    await index(played, folder);
    const behind: Transport = async (request) => {
      const reply = await played.transport(request);
      if (!String(request.body).includes('getLastAccepted')) return reply;
      return { ...reply, text: reply.text.replace(/"index":"\d+"/, '"index":"4"') };
    };
    await expect(runIndex([clientOf(played, behind)], optionsOf(played, folder))).rejects.toThrow(
      /the node has 5 containers of \w\/block, \d+ are read: it has not caught up/,
    );
    const { node: other } = play(6, 300);
    await expect(index(other, folder, { genesis: played.genesis })).rejects.toMatchObject({
      code: 'Mismatch',
    });
    expect(await rowsIn(folder)).toEqual(await wholeRows());
    // One of two nodes is enough.
    await runIndex([clientOf(played, behind), clientOf(played)], optionsOf(played, folder));
  });

  it('refuses a folder of something else, a URL, and a second process', async () => {
    const folder = testFolder();
    await index(played, folder);
    await expect(index(played, folder, { bytes: true })).rejects.toThrow(
      'the folder has bytes false, this run has true: use another folder',
    );
    const manifest = join(folder, 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace('avalanche-index 1', 'avalanche-index 2'));
    await expect(index(played, folder)).rejects.toMatchObject({ code: 'BadVersion' });
    writeFileSync(manifest, '');
    await expect(index(played, folder)).rejects.toThrow('repair makes it again');
    writeFileSync(manifest, text);
    await expect(index(played, 's3://bucket/chain')).rejects.toThrow('--out must be a folder');
    const ends = await Promise.allSettled([index(played, folder), index(played, folder)]);
    expect(ends.filter((of) => of.status === 'rejected')).toMatchObject([
      { reason: { code: 'InUse' } },
    ]);
  });

  it('reads block by block where a node has no index, and says that C needs one', async () => {
    const transport: Transport = (request) =>
      request.url.includes('/ext/index')
        ? Promise.resolve({ status: 404, headers: {}, text: '404 page not found' })
        : played.transport(request);
    const folder = testFolder();
    await runIndex(
      [clientOf(played, transport)],
      optionsOf(played, folder, { chains: ['P', 'X'] }),
    );
    const whole = await wholeRows();
    const { transactions, stakes } = await rowsIn(folder);
    expect(stakes).toEqual(whole.stakes);
    expect(transactions).toEqual(whole.transactions.filter((row) => !row.includes('"chain":"C"')));
    await expect(
      runIndex([clientOf(played, transport)], optionsOf(played, testFolder(), { chains: ['C'] })),
    ).rejects.toMatchObject({ code: 'Unsupported' });
  });

  it('follows a node that comes and goes, and shows whole parts only', async () => {
    const node = createTestnode();
    const folder = testFolder();
    const ending = new AbortController();
    const me = ewoq.address('P', node.network);
    const waiting: (string | undefined)[] = [];
    const heights: number[] = [];
    let isAway = false;
    const transport: Transport = (request) => {
      if (isAway) throw new AvalancheError('Transport', 'refused', { reason: 'network' });
      return node.transport(request);
    };
    node.fund('P', { to: me, amount: AVAX });
    await runIndex([clientOf(node, transport)], {
      ...optionsOf(node, folder, { chains: ['P'], follow: true, signal: ending.signal }),
      interval: 1,
      pause: 1,
      on: (event) => {
        if (event.kind === 'waiting') {
          waiting.push(event.why);
          isAway = waiting.length < 3;
        }
        if (event.kind !== 'parts' || event.parts.length === 0) return;
        const { chains, parts } = manifestIn(folder);
        const rows = parts.reduce((sum, part) => {
          const { rows } = JSON.parse(readFileSync(join(folder, part, 'part.json'), 'utf8'));
          return sum + rows.blocks;
        }, 0);
        expect(rows).toBe(chains.P!.height);
        heights.push(rows);
        if (rows === 20) isAway = true;
        if (rows >= 40) ending.abort();
        else node.fund('P', { to: me, amount: AVAX });
      },
    });
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(waiting.filter((of) => of !== undefined).length).toBeGreaterThan(0);
    expect(waiting.at(-1)).toBeUndefined();
    // They were merged by and by.
    expect(manifestIn(folder).parts.length).toBeLessThan(40 - 15);
    const again = testFolder();
    await index(node, again, { chains: ['P'] });
    expect(await rowsIn(folder)).toEqual(await rowsIn(again));
  });

  it('keeps the files of an older manifest for queries that began with it', async () => {
    const folder = testFolder();
    await index(played, folder, { partition: 1, to: 14n });
    const before = manifestIn(folder);
    await index(played, folder, { partition: 1 });
    expect(manifestIn(folder).parts.length).toBeLessThan(before.parts.length);
    expect((await rowsIn(folder, before)).blocks).toHaveLength(
      before.chains.P!.height + before.chains.X!.height + before.chains.C!.height,
    );
  });
});

describe('parts', () => {
  const part = (first: number, last: number, level: number, bytes = 1000): Part =>
    ({ feed: 'P/block', first: BigInt(first), last: BigInt(last), level, bytes }) as Part;
  it('are merged when sixteen of a level follow one another, until they are large', () => {
    const small = Array.from({ length: 15 }, (_, i) => part(100 + i, 100 + i, 0));
    const old = [part(0, 49, 1), part(50, 99, 1)];
    expect(mergeable([...old, ...small])).toBeUndefined();
    const due = mergeable([...old, ...small, part(115, 115, 0), part(116, 116, 0)])!;
    expect(due.map(({ first }) => Number(first))).toEqual(
      [...Array(16).keys()].map((i) => 100 + i),
    );
    const large = Array.from({ length: 20 }, (_, i) => part(i, i, 0, 64 * 2 ** 20));
    expect(mergeable(large)).toBeUndefined();
    expect([part(9, 9, 0), part(0, 8, 1)].sort(byFirst)[0]!.first).toBe(0n);
  });

  it('have the same rows after compact', async () => {
    const folder = testFolder();
    await index(played, folder);
    const { after, before } = await compactFolder(folder, network);
    expect(after).toBe(3);
    expect(before).toBeGreaterThan(6);
    expect(await rowsIn(folder)).toEqual(await wholeRows());
    await index(played, folder);
    expect((await verifyFolder(folder, network, clientOf(played))).problems).toEqual([]);
  });
});

describe('verify and repair', () => {
  it('find nothing in a good folder, and have compared what addresses have', async () => {
    const folder = testFolder();
    await index(played, folder, { bytes: true });
    const found = await verifyFolder(folder, network, clientOf(played));
    expect(found).toMatchObject({ problems: [], notes: [] });
    expect(found.addresses).toBeGreaterThan(5);
    expect(found.utxos).toBeGreaterThan(20);
  });

  const damages: readonly (readonly [string, (folder: string, part: string) => void, RegExp])[] = [
    ['a torn file', (f, p) => truncateSync(join(f, p, 'outputs.parquet'), 100), /outputs\.parquet/],
    ['a missing file', (f, p) => rmSync(join(f, p, 'inputs.parquet')), /inputs\.parquet/],
    [
      'a flipped bit',
      (f, p) => {
        const path = join(f, p, 'blocks.parquet');
        const bytes = readFileSync(path);
        bytes[40]! ^= 1;
        writeFileSync(path, bytes);
      },
      /blocks\.parquet/,
    ],
    ['a missing part', (f, p) => rmSync(join(f, p), { recursive: true }), /part\.json is missing/],
    [
      'a missing state',
      (f) => rmSync(join(f, 'state'), { recursive: true }),
      /state of P is missing/,
    ],
    [
      'a damaged state',
      (f) => {
        const path = join(f, 'state', 'P');
        for (const name of readdirSync(path))
          if (/MANIFEST|CURRENT/.test(name)) truncateSync(join(path, name), 5);
      },
      /state of P cannot be used/,
    ],
  ];
  it.each(damages)(
    'find and remove %s, and the next run makes it whole',
    async (_, damage, said) => {
      const folder = testFolder();
      await index(played, folder);
      const part = manifestIn(folder).parts.find((name) => name.includes('P-block-000000000008'))!;
      damage(folder, part);
      const { problems } = await verifyFolder(folder, network, undefined);
      expect(problems.join('\n')).toMatch(said);
      await repairFolder(folder, network);
      await index(played, folder);
      expect((await verifyFolder(folder, network, clientOf(played))).problems).toEqual([]);
      expect(await rowsIn(folder)).toEqual(await wholeRows());
    },
  );

  it('begin again with a state that a stopped process made and never wrote to', async () => {
    const folder = testFolder();
    for (const chain of ['P', 'X', 'C']) {
      const db = new ClassicLevel(join(folder, 'state', chain));
      await db.open();
      await db.close();
    }
    await index(played, folder);
    expect(await rowsIn(folder)).toEqual(await wholeRows());
    rmSync(join(folder, 'state/P'), { recursive: true });
    const db = new ClassicLevel(join(folder, 'state/P'));
    await db.open();
    await db.close();
    await expect(index(played, folder)).rejects.toThrow('state of P is missing');
  });

  it('make the ledger again from the tables: the next run reads nothing twice', async () => {
    const folder = testFolder();
    await index(played, folder, { to: 20n });
    rmSync(join(folder, 'state'), { recursive: true });
    await expect(index(played, folder)).rejects.toThrow('repair makes it again from the tables');
    const done = await repairFolder(folder, network);
    expect(done).toMatchObject([{ chain: 'P', removed: [] }, { chain: 'X' }, { chain: 'C' }]);
    const firsts: number[] = [];
    const transport: Transport = (request) => {
      const [, first] = /"startIndex":"?(\d+)/.exec(String(request.body)) ?? [];
      if (first !== undefined && request.url.includes('/P/')) firsts.push(Number(first));
      return played.transport(request);
    };
    await runIndex([clientOf(played, transport)], optionsOf(played, folder));
    expect(Math.min(...firsts)).toBe(20);
    expect(await rowsIn(folder)).toEqual(await wholeRows());
  });
});

describe('ranges', () => {
  const range = async (from: bigint, to: bigint | undefined, more = {}): Promise<string> => {
    const folder = testFolder();
    await index(played, folder, { from, to, bytes: true, ...more });
    return folder;
  };
  const join3 = (source: ReturnType<typeof rangesOf>, out: string): Promise<void> =>
    joinRanges(source, {
      out,
      network,
      genesis: played.genesis,
      bytes: false,
      partition: 16,
      signal: new AbortController().signal,
    });

  it('are written anywhere, and joined with a ledger', async () => {
    const folders = await Promise.all([
      range(20n, undefined),
      range(0n, 9n, { genesis: undefined }),
      range(10n, 19n),
    ]);
    const { stakes, outputs } = await rowsIn(folders[0]!);
    expect(stakes).toEqual([]);
    expect(outputs.length).toBeGreaterThan(0);
    const out = testFolder();
    await join3(rangesOf(folders), out);
    expect(await rowsIn(out)).toEqual(await wholeRows());
    // The joined folder goes on at a node.
    await index(played, out);
  });

  it('are refused with a gap, an overlap, or without bytes', async () => {
    const [first, last] = [await range(0n, 9n), await range(11n, undefined)];
    expect(() => rangesOf([first, last])).toThrow(/ends with container 9.*begins with 11.*missing/);
    const twice = await range(9n, 12n);
    expect(() => rangesOf([first, twice])).toThrow(/are there twice/);
    const bare = await range(10n, 12n, { bytes: false });
    expect(() => rangesOf([first, bare])).toThrow('--bytes');
    expect(existsSync(join(first, 'views.sql'))).toBe(true);
  });
});
