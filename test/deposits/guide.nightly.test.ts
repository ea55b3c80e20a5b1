/** The service of docs/guides/deposits.md, with its database, on a Node that has SQLite; it is killed again and again. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { evmAddressOf } from '../../src/sign/key.ts';
import { toolOf } from '../../tools/platforms/tool.ts';
import { codeBlocks } from '../support/codeblocks.ts';
import { testFolder } from '../support/folder.ts';
import { AVAX, newNode } from '../support/testnode.ts';
import { randomBy } from '../testnode/randomnode.ts';
import { bundle, happen, kills, run, serve } from './service.ts';
import { aloneOf, ann, bob, depositedOn } from './support.ts';

const guide = fileURLToPath(new URL('../../docs/guides/deposits.md', import.meta.url));

it(
  `${kills} kills of the guide's program`,
  async () => {
    const sqlite = join((await toolOf('node-24')).folder, 'node_modules', '.bin', 'node');
    const folder = testFolder();
    const source = join(folder, 'deposits.ts');
    const program = join(folder, 'deposits.mjs');
    const blocks = codeBlocks(readFileSync(guide, 'utf8'));
    writeFileSync(source, blocks.find(({ file }) => file === 'deposits.ts')!.code);
    await bundle(source, program);
    const node = newNode();
    const env = { NODE_URL: await serve(node), DATABASE: join(folder, 'deposits.db') };
    const ask = (sql: string): readonly Record<string, unknown>[] => {
      const script = `const { DatabaseSync } = require('node:sqlite');
      const rows = new DatabaseSync(process.env.DATABASE).prepare(process.env.SQL).all();
      console.log(JSON.stringify(rows));`;
      const all = { ...process.env, ...env, SQL: sql };
      return JSON.parse(execFileSync(sqlite, ['-e', script], { encoding: 'utf8', env: all }));
    };
    const account = evmAddressOf(ann);
    node.fund('C', { to: account, amount: 5n * AVAX });
    ask('CREATE TABLE customers (address TEXT PRIMARY KEY, account TEXT UNIQUE)');
    for (const [key, of] of [
      [ann, `'${account}'`],
      [bob, 'NULL'],
    ] as const)
      ask(`INSERT INTO customers VALUES ('${key.address('P', node.network)}', ${of})`);

    const random = randomBy(11);
    for (let i = 0; i < kills; i++) {
      // There is always something to credit, so that it prints a line; a moment later it is killed.
      for (let n = random(6); n >= 0; n--) happen(node, random);
      node.fund('P', { to: ann.shortID, amount: AVAX });
      const after = 1 + random(3);
      let lines = 0;
      const end = await run([sqlite, program], env, (_, kill) => {
        happen(node, random);
        if (++lines === after) setTimeout(kill, random(30));
        else if (lines < after) node.fund('X', { to: bob.shortID, amount: AVAX });
      });
      expect(end).toBe('SIGKILL');
    }

    const { credits } = await depositedOn(node);
    const found = () => ask('SELECT key, CAST(amount AS TEXT) AS amount FROM credits ORDER BY key');
    const isDone = () =>
      found().length > credits.length &&
      ask('SELECT wei FROM c_balances').some(({ wei }) => wei === String(5n * 10n ** 18n));
    node.fund('P', { to: ann.shortID, amount: AVAX });
    let stop = () => {};
    let hasEnded = false;
    const last = run([sqlite, program], env, (_, kill) => {
      stop = kill;
    }).finally(() => {
      hasEnded = true;
    });
    while (!hasEnded && !isDone()) await sleep(200);
    stop();
    expect(await last).toBe('SIGKILL');
    const { credits: all } = await depositedOn(node);
    const sorted = all
      .map(({ key, amount }) => ({ key, amount: String(amount) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    expect(found()).toEqual(sorted);
    const sum = found().reduce((total, { amount }) => total + BigInt(amount as string), 0n);
    expect(sum).toBe(aloneOf(node, ann) + aloneOf(node, bob));
  },
  kills * 60_000,
);
