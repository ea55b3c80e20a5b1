/** The part of `npx tsx tools/platforms.ts` that needs no network: one suite, the packed package, the same digest everywhere. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestsIn, makeApp } from '../tools/platforms/app.ts';
import { browsers } from '../tools/platforms/browsers.ts';
import { placeOf } from '../tools/platforms/platform.ts';
import { oneFile } from '../tools/platforms/runtimes.ts';
import { packedPackage } from './support/artifacts.ts';
import { describeWithChromium } from './support/browsing.ts';

const place = mkdtempSync(join(tmpdir(), 'platforms-'));
const app = join(place, 'app');
let expected: readonly string[] = [];

const node = (file: string): readonly string[] =>
  digestsIn(execFileSync(process.execPath, [file], { cwd: app, encoding: 'utf8', stdio: 'pipe' }));

beforeAll(async () => {
  makeApp(app, (await packedPackage()).tarball);
  expected = node('main.js');
});
afterAll(() => rmSync(place, { recursive: true }));

describe('the smoke suite', () => {
  it('answers in Node, imported and required', () => {
    expect(expected).toHaveLength(1);
    writeFileSync(
      join(app, 'required.cjs'),
      "console.log('SMOKE', require('./smoke.js').smoke());\n",
    );
    expect(node('required.cjs')).toEqual(expected);
  });

  it('gives the same bundled by esbuild for browsers', async () => {
    writeFileSync(join(app, 'bundle.mjs'), await oneFile({ app }, 'esm'));
    expect(node('bundle.mjs')).toEqual(expected);
  });

  it.each(['browser', 'node'] as const)('gives the same bundled by rolldown for %s', async (on) => {
    const bundle = await rolldown({ input: join(app, 'main.js'), platform: on });
    await bundle.write({ file: join(app, `rolldown-${on}.mjs`), format: 'esm' });
    expect(node(`rolldown-${on}.mjs`)).toEqual(expected);
  });

  it('gives the same in a realm of its own, whose bytes come from another one', async () => {
    let printed = '';
    const print = { log: (...texts: readonly string[]) => void (printed += texts.join(' ')) };
    const scope = vm.createContext({ console: print, TextDecoder, TextEncoder });
    vm.runInContext(await oneFile({ app }, 'iife'), scope);
    expect(digestsIn(printed)).toEqual(expected);
  });
});

describeWithChromium('the smoke suite in Chromium', () => {
  it('gives the same on a page and in a worker', async () => {
    const chromium = browsers.find(({ name }) => name === 'Chromium')!;
    const none = { folder: place, version: '', bin: (name: string) => name };
    const said = await chromium.run(placeOf(app, none, none));
    expect(digestsIn(typeof said === 'string' ? said : said.text)).toEqual([
      ...expected,
      ...expected,
    ]);
  });
});
