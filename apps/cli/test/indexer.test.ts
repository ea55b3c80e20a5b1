import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UTXO } from '../../../src/chain/pchain/index.ts';
import { AvalancheError, isError } from '../../../src/errors/error.ts';
import { applyBlock, createLedger, l1BalanceOf, type PLedger } from '../../../src/history/index.ts';
import { connect } from '../../../src/rpc/connect.ts';
import type { Transport } from '../../../src/rpc/transport.ts';
import { privateKey } from '../../../src/sign/key.ts';
import { createTestnode, type Testnode } from '../../../src/testnode/index.ts';
import { serverOf } from '../../../src/testnode/serve/server.ts';
import { equalBytes } from '../../../src/text/bytes.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { formatID } from '../../../src/text/id.ts';
import { unlocked } from '../../../src/tx/output.ts';
import { run } from '../../../test/support/cli.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { serve } from '../../../test/support/http.ts';
import { AVAX, ewoq } from '../../../test/support/testnode.ts';
import { play, randomBy } from '../../../test/testnode/randomnode.ts';
import { beginLedger } from '../src/indexer/checkpoint.ts';
import { addContainer, addGenesis, type Reading } from '../src/indexer/rows.ts';
import { type IndexOptions, runIndex } from '../src/indexer/run.ts';
import { indexTables } from '../src/indexer/tables.ts';
import { emptyColumns } from '../src/parquet/columns.ts';
import { filesIn, playedNode } from './indexed.ts';

const played = playedNode(4, 150);
const server = serverOf(played);

const options = (out: string, more: Partial<IndexOptions> = {}): IndexOptions => ({
  out,
  chains: ['P', 'X', 'C'],
  from: 0n,
  to: undefined,
  follow: false,
  genesis: played.genesis,
  partition: 8n,
  signal: new AbortController().signal,
  warn: () => {},
  ...more,
});

interface Params {
  readonly index?: bigint;
  readonly startIndex?: bigint;
}

interface Reply {
  readonly index?: bigint;
  readonly containers?: readonly { readonly index: bigint }[];
}

const client = (testnode: Testnode, transport: Transport = testnode.transport) =>
  connect('http://testnode', { ...testnode, transport, retry: { attempts: 1 } });

let done: Promise<Record<string, string>> | undefined;
/** The files of a run without faults. */
const wholeFiles = () =>
  (done ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-test-'));
    await runIndex(client(played), options(folder));
    const files = filesIn(folder);
    rmSync(folder, { recursive: true });
    return files;
  })());

const addressOf = (of: typeof ewoq) => of.address('P', played.network);

describe('rows of the index', () => {
  const { network } = played;
  let rows: ReturnType<typeof emptyColumns<typeof indexTables>>;
  let ledger: PLedger;
  let reading: Reading;
  beforeEach(() => {
    rows = emptyColumns(indexTables);
    ledger = beginLedger('P', played.genesis, network) as PLedger;
    reading = { chain: 'P', network, ledger, last: undefined };
    addGenesis(rows, reading, played.genesis);
  });

  /** What the tables say that an address has. */
  const balanceIn = (address: string, height: bigint): bigint => {
    const { outputs, inputs, stakes } = rows;
    const spent = new Set(
      inputs.txID.flatMap((_, i) =>
        inputs.height[i]! <= height ? [`${inputs.spentTxID[i]} ${inputs.spentOutputIndex[i]}`] : [],
      ),
    );
    const ended = new Set(
      stakes.txID.filter(
        (_, i) => stakes.height[i]! <= height && /rewarded|refused/.test(stakes.event[i]!),
      ),
    );
    return outputs.amount.reduce((sum, amount, i) => {
      const why = outputs.why[i];
      const counts =
        outputs.height[i]! <= height &&
        outputs.addresses[i]!.includes(address) &&
        why !== 'export' &&
        (why !== 'stake' || ended.has(outputs.txID[i]!)) &&
        !spent.has(`${outputs.txID[i]} ${outputs.outputIndex[i]}`);
      return counts ? sum + amount : sum;
    }, 0n);
  };

  it('have what every address has after each block, as the ledger does', () => {
    const own = [ewoq, ...[11, 12].map((byte) => privateKey(new Uint8Array(32).fill(byte)))];
    const utxos = new Map<string, UTXO>();
    const held = createLedger(played.genesis, { chain: 'P', network, utxos });
    for (const [i, { id, bytes }] of played.world.P.blocks.slice(1).entries()) {
      expect(addContainer(rows, reading, { index: BigInt(i), id: formatID(id), bytes })).toBe(true);
      const { height } = applyBlock(held, bytes);
      for (const key of own) {
        const of = [...utxos.values()].filter(({ output }) =>
          unlocked(output).addresses.some((address) => equalBytes(address, key.shortID)),
        );
        const sum = of.reduce((sum, { output }) => sum + unlocked(output).amount, 0n);
        expect(balanceIn(addressOf(key), height), `${addressOf(key)} at ${height}`).toBe(sum);
      }
    }
    expect(rows.outputs.why).toEqual(expect.arrayContaining(['genesis', 'reward', 'stake']));
    expect(rows.moves.direction).toEqual(expect.arrayContaining(['export', 'import']));
  });

  it('have every stake with its end, and the balances of L1 validators', () => {
    for (const [i, { id, bytes }] of played.world.P.blocks.slice(1).entries())
      addContainer(rows, reading, { index: BigInt(i), id: formatID(id), bytes });
    const live = new Set<string>();
    rows.stakes.txID.forEach((txID, i) => {
      if (/current|renewed|changed/.test(rows.stakes.event[i]!)) live.add(txID);
      else live.delete(txID);
    });
    expect([...live].sort()).toEqual([...ledger.current.keys()].sort());
    const last = rows.blocks.accruedFees.at(-1);
    const { validationID, event, feesUntil } = rows.l1Validators;
    expect(event).toEqual(expect.arrayContaining(['registered', 'deactivated']));
    for (const [key, validator] of ledger.l1Validators)
      expect(feesUntil[validationID.lastIndexOf(key)]! - last!).toBe(
        validator.endAccumulatedFee === 0n ? -last! : l1BalanceOf(validator, ledger),
      );
  });

  it('have a container that cannot be read, with its bytes, and then no ledger', () => {
    const broken = emptyColumns(indexTables);
    const { id, bytes } = played.world.P.blocks[1]!;
    const now: Reading = { chain: 'P', network, ledger, last: undefined };
    const cut = { index: 7n, id: formatID(id), bytes: bytes.subarray(0, 40) };
    expect(addContainer(broken, now, cut)).toBe(false);
    expect(broken.errors).toMatchObject({
      index: [7n],
      containerID: [cut.id],
      code: ['Truncated'],
    });
    expect(broken.errors.bytes).toEqual([formatHex(cut.bytes)]);
    expect(now.ledger).toBeUndefined();
  });

  it('are not made of bytes that are not those of the id, or do not follow', () => {
    const [one, two] = played.world.P.blocks.slice(1).map(({ id, bytes }, i) => {
      return { index: BigInt(i), id: formatID(id), bytes };
    });
    const now: Reading = { chain: 'P', network, ledger: undefined, last: undefined };
    const fresh = emptyColumns(indexTables);
    expect(() => addContainer(fresh, now, { ...one!, id: two!.id })).toThrow('the node says');
    addContainer(fresh, now, two!);
    expect(() => addContainer(fresh, now, one!)).toThrow('does not follow');
  });
});

describe('a run of the index', () => {
  it('gives the same files after any number of interruptions', async () => {
    const folder = testFolder();
    const random = randomBy(5);
    for (let runs = 0; ; runs++) {
      const ending = new AbortController();
      let left = 10 + random(60);
      const containers = (): void => {
        if (left-- <= 0) ending.abort();
      };
      const transport: Transport = (request) => {
        containers();
        return played.transport(request);
      };
      await runIndex(client(played, transport), options(folder, { signal: ending.signal }));
      if (!ending.signal.aborted) break;
      expect(runs).toBeLessThan(500);
    }
    expect(filesIn(folder)).toEqual(await wholeFiles());
  });

  it('gives the same files over a node that fails, and tells the failure', async () => {
    const folder = testFolder();
    const random = randomBy(6);
    let failures = 0;
    for (;;) {
      const transport: Transport = async (request) => {
        const die = random(30);
        if (die === 0) throw new AvalancheError('Transport', 'lost', { reason: 'network' });
        if (die === 1) return { status: 503, headers: {}, text: 'busy' };
        if (die === 2) return { status: 200, headers: {}, text: '{"jsonrpc":"2.0",' };
        return played.transport(request);
      };
      try {
        await runIndex(client(played, transport), options(folder));
        break;
      } catch (e) {
        expect(isError(e), String(e)).toBe(true);
        expect(++failures).toBeLessThan(2000);
      }
    }
    expect(failures).toBeGreaterThan(0);
    expect(filesIn(folder)).toEqual(await wholeFiles());
  });

  it('does not take a busy node for one without a genesis', async () => {
    const folder = testFolder();
    const transport: Transport = (request) =>
      request.url.includes('/ext/testnode')
        ? Promise.resolve({ status: 503, headers: {}, text: 'busy' })
        : played.transport(request);
    const asked = options(folder, { genesis: undefined });
    await expect(runIndex(client(played, transport), asked)).rejects.toMatchObject({
      code: 'HTTPStatus',
    });
    expect(existsSync(join(folder, 'manifest.json'))).toBe(false);
  });

  it('refuses a folder of another node, network or partition', async () => {
    const folder = testFolder();
    await runIndex(client(played), options(folder));
    const { node: other } = play(6, 60);
    await expect(runIndex(client(other), options(folder))).rejects.toMatchObject({
      code: 'Mismatch',
    });
    await expect(runIndex(client(played), options(folder, { partition: 9n }))).rejects.toThrow(
      'the folder has partition 8, this run has 9',
    );
    expect(filesIn(folder)).toEqual(await wholeFiles());
    const manifest = join(folder, 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace('"version": 1', '"version": 2'));
    await expect(runIndex(client(played), options(folder))).rejects.toThrow(
      'BadVersion at manifest.format: has format 2, this version reads format 1: update avalanche-tx',
    );
  });

  it('lets one run at a time write to a folder', async () => {
    const folder = testFolder();
    const ends = await Promise.allSettled([
      runIndex(client(played), options(folder)),
      runIndex(client(played), options(folder)),
    ]);
    // Which of the two comes first is chance.
    expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))).toMatchObject([
      { code: 'InUse', context: { by: expect.stringContaining(`process ${process.pid} on host`) } },
    ]);
    expect(filesIn(folder)).toEqual(await wholeFiles());
  });

  it('follows the node, and shows what is not whole', async () => {
    const testnode = createTestnode();
    const folder = testFolder();
    const ending = new AbortController();
    const seen: bigint[] = [];
    const of = options(folder, { follow: true, interval: 1, signal: ending.signal, chains: ['P'] });
    const me = addressOf(ewoq).replace(/^P-.*?1/, 'P-custom1');
    const following = runIndex(client(testnode), {
      ...of,
      onProgress: ({ read }) => {
        seen.push(read);
        if (read >= 12n) ending.abort();
        else testnode.fund('P', { to: me, amount: AVAX });
      },
    });
    testnode.fund('P', { to: me, amount: AVAX });
    await following;
    expect(seen.at(-1)).toBe(12n);
    expect(readdirSync(join(folder, 'P-block'))).toEqual(['000000000000']);
    await runIndex(client(testnode), options(folder, { chains: ['P'] }));
    expect(readdirSync(join(folder, 'P-block'))).toEqual(['000000000000', '000000000008']);
    const { containers, isWhole } = JSON.parse(
      readFileSync(join(folder, 'P-block', '000000000008', 'partition.json'), 'utf8'),
    );
    expect({ containers, isWhole }).toEqual({ containers: '4', isWhole: false });
  });

  it('reads block by block where a node has no index, and says that C needs one', async () => {
    const transport: Transport = (request) =>
      request.url.includes('/ext/index')
        ? Promise.resolve({ status: 404, headers: {}, text: '404 page not found' })
        : played.transport(request);
    const folder = testFolder();
    const done = await runIndex(client(played, transport), options(folder, { chains: ['P', 'X'] }));
    const blocks = played.world.P.blocks.length + played.world.X.blocks.length - 2;
    expect(done).toMatchObject({ containers: blocks, errors: 0 });
    const again = await runIndex(
      client(played, transport),
      options(folder, { chains: ['P', 'X'] }),
    );
    expect(again.containers).toBeLessThan(16);
    const withC = runIndex(client(played, transport), options(testFolder(), { chains: ['C'] }));
    await expect(withC).rejects.toMatchObject({ code: 'Unsupported' });
  });

  it('reads transactions of X from before its blocks, and goes on with the blocks', async () => {
    const { txIndex, blocks } = played.world.X;
    const first = blocks[4]!;
    const cut = txIndex.places.get(first.txIDs[0]!)!;
    const ask = client(played);
    // A node whose X-chain had its first three blocks as vertices.
    const call = async (method: string, params: Params, of: { readonly at?: string }) => {
      const moved = of.at === 'X/block' ? 3n : 0n;
      const shifted = {
        ...params,
        ...(params.index !== undefined && { index: params.index + moved }),
        ...(params.startIndex !== undefined && { startIndex: params.startIndex + moved }),
      };
      const reply = (await ask.call(method as never, shifted as never, of as never)) as Reply;
      const back = <T extends { readonly index?: bigint }>(of: T): T =>
        of.index === undefined || !moved ? of : { ...of, index: of.index - moved };
      return reply.containers ? { containers: reply.containers.map(back) } : back(reply);
    };
    const folder = testFolder();
    const done = await runIndex(
      { ...ask, call: call as never },
      options(folder, { chains: ['X'] }),
    );
    expect(done.containers).toBe(cut + blocks.length - 1 - 3);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['X-block', 'X-tx']));
    const notes = ['X-tx', 'X-block'].map((feed) => {
      const name = readdirSync(join(folder, feed)).sort().at(-1)!;
      return JSON.parse(readFileSync(join(folder, feed, name, 'partition.json'), 'utf8'));
    });
    expect(notes).toMatchObject([{ isWhole: true, hasLedger: true }, { hasLedger: true }]);
  });

  it('refuses what cannot be meant, and says what it did', async () => {
    const { url } = await serve(async (asked, response) => {
      const headers = asked.headers as Readonly<Record<string, string>>;
      const { status, text } = server.answer({ ...asked, target: asked.url, headers } as never);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
    const folder = join(testFolder(), 'tables');
    const wrong = (...args: readonly string[]) => run(['index', ...args, '--url', url]);
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[], '--out names the folder'],
      [['--out', folder, '--partition', '0'], '--partition must be at least 1'],
      [['--out', folder, '--from', '7', '--to', '3'], '--to must not be below --from'],
      [['--out', folder, '--follow', '--to', '3'], '--follow has no end'],
      [['--out', folder, '--chains', 'D'], '--chains must be'],
    ];
    for (const [args, said] of cases) {
      const { status, stderr } = await wrong(...args);
      expect([status, stderr.includes(said)], stderr).toEqual([2, true]);
    }
    const told = await wrong('--out', folder, '--json');
    expect(told).toMatchObject({ status: 0, stderr: '' });
    const end = JSON.parse(told.stdout.trim().split('\n').at(-1)!);
    const { P, X, C } = played.world;
    const all = P.blocks.length + X.blocks.length + C.blocks.length - 3;
    expect(end).toMatchObject({ event: 'end', containers: all, errors: 0 });
    const { stderr } = await wrong('--out', folder);
    expect(stderr).toMatch(/^\d+ containers, \d+\.\d MB, 0 errors, /);
  });
});
