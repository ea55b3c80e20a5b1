/** The index as it is built: killed at random moments, used by mistake, and read by DuckDB while it goes on. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { indexProgram } from '../../../scripts/commandline.ts';
import { duckdb } from '../../../scripts/spark.ts';
import { createTestnode } from '../../../src/testnode/index.ts';
import { testnodeServer } from '../../../src/testnode/serve/server.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { runs, seedOr } from '../../../test/support/seeded.ts';
import { AVAX, ewoq, other, send } from '../../../test/support/testnode.ts';
import { randomBy } from '../../../test/testnode/randomnode.ts';
import { listen } from '../../cli/src/testnodehttp.ts';
import { index, manifestIn, playedNode, rowsIn } from './indexed.ts';

const start = (...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [indexProgram.file, ...args]);

/** Waits for the end of a process. */
async function ended(child: ChildProcess) {
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (text) => (stdout += text));
  child.stderr!.on('data', (text) => (stderr += text));
  const [status] = await once(child, 'close');
  return { status, stdout, stderr };
}

/** Runs the program to its end. */
const run = (...args: readonly string[]) => ended(start(...args));

async function serving(node: ReturnType<typeof playedNode>, isBusy = (): boolean => false) {
  const { answer } = testnodeServer(node);
  const server = await listen({ hostname: '127.0.0.1', port: 0 }, (request) =>
    isBusy()
      ? { status: 503, headers: { 'content-type': 'text/plain' }, text: 'busy' }
      : answer(request),
  );
  onTestFinished(() => server.close());
  return server.url;
}

describe('the program', () => {
  it('has the same rows after any number of kills, and of failures of the node', async () => {
    const node = playedNode(seedOr(4), 250);
    const random = randomBy(seedOr(4));
    let isWell = true;
    const url = await serving(node, () => !isWell && random(15) === 0);
    const args = (out: string) => ['run', '--url', url, '--partition', '8', '--out', out];
    const fresh = testFolder();
    const began = performance.now();
    expect(await run(...args(fresh))).toMatchObject({ status: 0, stdout: '' });
    const milliseconds = performance.now() - began;
    const rows = await rowsIn(fresh);
    isWell = false;
    let folder = testFolder();
    for (let kills = 0; kills < runs(10); ) {
      const child = start(...args(folder));
      const timer = setTimeout(() => child.kill('SIGKILL'), random(milliseconds * 1.2));
      const [status, signal] = await once(child, 'exit');
      clearTimeout(timer);
      if (signal === 'SIGKILL') kills++;
      if (status !== 0) continue;
      expect(await rowsIn(folder)).toEqual(rows);
      folder = testFolder();
    }
    isWell = true;
    expect(await run(...args(folder))).toMatchObject({ status: 0, stdout: '' });
    expect(await rowsIn(folder)).toEqual(rows);
    expect(await run('verify', folder, '--url', url)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing is wrong'),
    });
    const { stdout } = await run('compact', folder, '--url', url, '--json');
    expect(JSON.parse(stdout)).toEqual({ before: expect.any(Number), after: 3 });
    expect(await run('repair', folder, '--url', url)).toMatchObject({ status: 0 });
    expect(await rowsIn(folder)).toEqual(rows);
  });

  it('answers DuckDB at one height at every moment while it follows', async () => {
    const node = createTestnode();
    const me = ewoq.address('P', node.network);
    const url = await serving(node);
    const folder = testFolder();
    node.fund('P', { to: me, amount: AVAX });
    const child = start(
      'run',
      '--url',
      url,
      '--out',
      folder,
      '--follow',
      '--every',
      '0',
      '--chains',
      'P',
      '--json',
      '--metrics',
      '127.0.0.1:0',
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    let isOver = false;
    const traffic = (async () => {
      while (!isOver) {
        node.fund('P', { to: me, amount: AVAX });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    // Every query is over one reading of the manifest.
    const python = `
import duckdb, os, sys, time
folder = sys.argv[1]
while not os.path.exists(folder + '/views.sql'): time.sleep(0.05)
views = open(folder + '/views.sql').read()
seen = set()
while len(seen) < 5:
    db = duckdb.connect()
    db.execute(views)
    rows = db.execute("SELECT (SELECT MAX(height) FROM blocks), (SELECT COUNT(*) FROM blocks), (SELECT SUM(tx_count) FROM blocks), (SELECT COUNT(*) FROM transactions), (SELECT MAX(height) FROM outputs)").fetchone()
    assert rows[0] == rows[1] and rows[2] == rows[3], rows
    seen.add(rows[0])
print(len(seen))`;
    expect(Number(await duckdb(python, folder))).toBe(5);
    isOver = true;
    await traffic;
    child.kill('SIGTERM');
    const [status] = await once(child, 'exit');
    expect(status).toBe(0);
    expect((await rowsIn(folder)).blocks.length).toBeGreaterThan(4);
  });

  it('refuses what cannot be meant, and says what it did', async () => {
    const node = playedNode(4, 60);
    const url = await serving(node);
    const folder = join(testFolder(), 'tables');
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['run'], '--out names the folder'],
      [['run', '--out', 's3://bucket/chain'], '--out must be a folder'],
      [['run', '--out', folder, '--partition', '0'], '--partition must be 1 to 1000000'],
      [['run', '--out', folder, '--from', '7', '--to', '3'], '--to must not be below --from'],
      [['run', '--out', folder, '--follow', '--to', '3'], '--follow has no end'],
      [['run', '--out', folder, '--chains', 'D'], '--chains must be'],
      [['run', '--nonsense'], "Unknown option '--nonsense'"],
      [['nonsense'], 'unknown command: nonsense'],
      [['verify'], 'verify needs one folder'],
      [['compact', join(folder, 'nothing')], 'there is no folder'],
      [['join', '--out', folder], 'join needs the folders'],
      [['schema', 'oracle'], 'schema needs'],
    ];
    for (const [args, said] of cases) {
      const { status, stderr } = await run(...args);
      expect([status, stderr.includes(said)], stderr).toEqual([2, true]);
    }
    const told = await run('run', '--url', url, '--out', folder, '--json');
    expect(told).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(told.stdout.trim().split('\n').at(-1)!)).toMatchObject({
      event: 'end',
      P: { height: node.world.P.blocks.length - 1 },
    });
    const { stderr } = await run('run', '--url', url, '--out', folder);
    expect(stderr).toMatch(/^\w to height \d+/);
    expect((await run('--help')).stdout).toContain('avalanche-index run --out FOLDER');
    expect((await run('--version')).stdout.trim()).toBe(
      JSON.parse(readFileSync(join(indexProgram.folder, 'package.json'), 'utf8')).version,
    );
    expect((await run('schema', 'clickhouse', folder)).stdout).toContain(
      'CREATE OR REPLACE VIEW outputs',
    );
    const away = await run('run', '--url', 'http://127.0.0.1:9', '--out', join(folder, 'away'));
    expect(away).toMatchObject({ status: 3 });
  });
});

describe('a merge', () => {
  it('has only some row groups in memory, however much it merges', async () => {
    const source = (name: string) => new URL(`../src/${name}.ts`, import.meta.url).href;
    const code = `
      import { mergeParts, writePart } from '${source('part')}';
      import { emptyRows } from '${source('tables')}';
      const out = process.argv[1];
      const parts = [];
      for (let i = 0n; i < 16n; i++) {
        const ledger = Array.from({ length: 20_000 }, (_, n) => ({
          store: 'utxos', key: 'a key of usual length, ' + i + ' ' + n, value: new Uint8Array(100),
        }));
        const blocks = { feed: 'P/block', first: i, last: i, lastID: '', lastBlock: null, height: i, time: null };
        parts.push(await writePart(out, blocks, { ...emptyRows(), ledger }));
      }
      console.log((await mergeParts(out, parts)).rows.ledger);`;
    const child = spawn(process.execPath, [
      '--max-old-space-size=64',
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      code,
      testFolder(),
    ]);
    const { status, stdout, stderr } = await ended(child);
    expect([status, stdout], stderr).toEqual([0, '320000\n']);
  });
});

describe('a part', () => {
  it('ends with 4 MiB of containers, however few they are: their rows are in memory', async () => {
    const node = createTestnode();
    const to = other.address('X', node.network);
    const outputs = Array.from({ length: 700 }, (_, i) => ({ to, amount: BigInt(i + 1) }));
    const bytes = Array.from(
      { length: 80 },
      () => send(node, 'X', { type: 'BaseTx', outputs }).bytes.length,
    );
    expect(bytes.reduce((sum, of) => sum + of)).toBeGreaterThan(4 * 2 ** 20);
    const folder = testFolder();
    await index(node, folder, { chains: ['X'], partition: 1000 });
    expect(manifestIn(folder).parts).toHaveLength(2);
    expect((await rowsIn(folder)).transactions).toHaveLength(80);
  });
});
