/**
 * Judges the index against a disk that fails and a process that is killed: at random calls of the system below its folder (write, sync, rename,
 * mkdir; its own and LevelDB's) it is killed, gets EIO once, or ENOSPC from then on. Then it runs again without faults: the rows must be
 * those of a run without any, and `verify` must find nothing. A run that cannot go on may ask for `repair`, which then has to do.
 *
 *     npx tsx tools/indexing/faults.ts --count 300 [--seed 1]      # after npm run build; Linux with a C compiler
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { listen } from '../../apps/cli/src/testnodehttp.ts';
import { playedNode, rowsIn } from '../../apps/index/test/indexed.ts';
import { indexProgram } from '../../scripts/commandline.ts';
import { command } from '../../scripts/oracle.ts';
import { testnodeServer } from '../../src/testnode/serve/server.ts';
import { randomBy } from '../../test/testnode/randomnode.ts';

const kinds = ['kill', 'eio', 'enospc'] as const;

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
    },
  });
  const random = randomBy(Number(values.seed));
  const work = mkdtempSync(join(tmpdir(), 'avalanche-tx-faults-'));
  const shim = join(work, 'faults.so');
  const source = fileURLToPath(new URL('faults.c', import.meta.url));
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', shim, source, '-ldl']);
  const node = playedNode(Number(values.seed), 120);
  const server = await listen({ hostname: '127.0.0.1', port: 0 }, testnodeServer(node).answer);
  const folder = join(work, 'chain');
  const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [indexProgram.file, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = text(child.stderr);
    const [status, signal] = await once(child, 'close');
    return { status, signal, said: await said };
  };
  const index = (env: NodeJS.ProcessEnv = {}) =>
    run(['run', '--url', server.url, '--partition', '3', '--out', folder], env);
  const wrong: string[] = [];
  const seen = new Map<string, number>();
  try {
    await index();
    const rows = await rowsIn(folder);
    rmSync(folder, { recursive: true });
    const count = join(work, 'count');
    await index({ LD_PRELOAD: shim, FAULT_FOLDER: folder, FAULT_COUNT: count });
    const calls = Number(readFileSync(count, 'utf8'));
    console.log(`${calls} calls in a run`);
    for (let i = 0; i < Number(values.count); i++) {
      rmSync(folder, { recursive: true, force: true });
      const kind = kinds[i % kinds.length]!;
      const at = 1 + random(calls);
      const what = `${kind} at call ${at}`;
      const fault = {
        LD_PRELOAD: shim,
        FAULT_FOLDER: folder,
        FAULT_AT: String(at),
        FAULT_KIND: kind,
      };
      const { status, signal, said } = await index(fault);
      const end = signal ?? (status === 1 ? said.trim().slice(0, 300) : `status ${status}`);
      seen.set(`${kind}: ${end}`, (seen.get(`${kind}: ${end}`) ?? 0) + 1);
      if (status === 3 && /^\s+at /m.test(said)) wrong.push(`${what}: a stack trace: ${said}`);
      let again = await index();
      if (again.status === 3 && again.said.includes('repair')) {
        seen.set('repaired', (seen.get('repaired') ?? 0) + 1);
        await run(['repair', folder, '--url', server.url]);
        again = await index();
      }
      if (again.status !== 0) wrong.push(`${what}: ${again.said}`);
      else if (
        !existsSync(join(folder, 'manifest.json')) ||
        !isDeepStrictEqual(await rowsIn(folder), rows)
      )
        wrong.push(`${what}: other rows`);
      else {
        const { status, said } = await run(['verify', folder, '--url', server.url]);
        if (status !== 0) wrong.push(`${what}: verify: ${said}`);
      }
    }
  } finally {
    await server.close();
    rmSync(work, { recursive: true, force: true });
  }
  for (const [end, times] of [...seen].sort()) console.log(`${end.padEnd(24)} ${times}`);
  for (const line of wrong.slice(0, 20)) console.log(line);
  console.log(`seed ${values.seed}: ${values.count} faults, ${wrong.length} wrong`);
  if (wrong.length > 0) process.exitCode = 1;
});
