/** The types of the packed package wherever TypeScript looks; `package.ci.test.ts` looks with fewer compilers. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp } from '../tools/platforms/app.ts';
import { addFastCheck, checking } from '../tools/platforms/types.ts';
import { packedPackage } from './support/artifacts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'package-'));
const app = join(place, 'app');
let tarball = '';

beforeAll(async () => {
  ({ tarball } = await packedPackage());
  makeApp(app, tarball);
  addFastCheck(app);
});
afterAll(() => rmSync(place, { recursive: true }));

const bin = (name: string): string => join(root, 'node_modules', name);

function run(program: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: app,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, printed: stdout + stderr };
}

describe('the packed package', () => {
  it('resolves with its types wherever TypeScript looks (attw)', () => {
    const { status, printed } = run(
      bin('@arethetypeswrong/cli/dist/index.js'),
      tarball,
      // `require` of a module needs Node 20.19 or 22.12, as `engines` says, and TypeScript's option for them.
      ...['--ignore-rules', 'cjs-resolves-to-esm', '--format', 'ascii', '--no-emoji'],
    );
    expect(printed).not.toMatch(/💀|❌|Resolution failed|Untyped/u);
    expect(status).toBe(0);
  });

  it.each(['bundler', 'nodenext', 'node10'] as const)(
    'has types that TypeScript 5.9 checks by `%s`, libraries included',
    (resolution) => {
      const tsc = join(root, 'site/node_modules/typescript/bin/tsc');
      expect(run(tsc, ...checking(app, resolution))).toEqual({ status: 0, printed: '' });
    },
  );
});
