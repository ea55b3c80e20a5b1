/** The library in a real browser, on a page and in a worker, under a strict content security policy. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Exchange } from 'avalanche-tx/rpc';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { answer, type Questions } from './support/answers.ts';
import { type Browse, describeWithChromium } from './support/browsing.ts';
import type { Seen } from './support/page.ts';
import { type Served, withServer } from './support/staticserver.ts';
import { type CTx, rows } from './support/vectors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

const policy =
  "default-src 'none'; script-src 'self'; connect-src 'none'; require-trusted-types-for 'script'";

/** One transaction of each type, less those whose names JSON cannot carry. */
const txs = (['p-public', 'x-public', 'c-public'] as const).flatMap((name) => [
  ...new Map(
    rows(name)
      .filter(({ json }) => !json.includes('\\ufffd'))
      .map((row) => [row.type, row]),
  ).values(),
]);
const keys = rows('l1')
  .filter(({ kind }) => kind === 'key')
  .slice(0, 2);

/** What the node prints that knows its network; for an import of the C-chain that is not in the vectors. */
const textOf = (tx: (typeof txs)[number]): string =>
  tx.chain === 'C' ? ((tx as CTx).contextJSON ?? expect.any(String)) : tx.json;

const questions: Questions = {
  txs: txs.map(({ chain, hex }) => ({ chain, hex })),
  keys,
  state: file('examples/state.json'),
  recording: JSON.parse(file('examples/recording.json')) as Exchange[],
};

/** What users import; `testing` is for tests that run in Node, and `filestore` for programs that do. */
const entries = Object.keys(
  (JSON.parse(file('package.json')) as { readonly exports: object }).exports,
)
  .filter((entry) => !entry.endsWith('.json') && !['./testing', './filestore'].includes(entry))
  .map((entry) => `avalanche-tx${entry.slice(1)}`);

/** For the browser, from a file or from text that stands beside `package.json`. */
async function bundle(source: { readonly file: string } | { readonly text: string }) {
  const { outputFiles } = await build({
    ...('file' in source
      ? { entryPoints: [root + source.file] }
      : { stdin: { contents: source.text, resolveDir: root } }),
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // As in a project of a user: the paths of this one lead to the source for Node.
    tsconfigRaw: '{}',
  });
  return outputFiles[0]!.text;
}

/** Serves a page that imports these modules, and gives what it and its worker saw. */
async function see(browse: Browse, modules: { readonly [name: string]: string }) {
  const names = Object.keys(modules);
  const query = new URLSearchParams(names.map((name) => ['import', name]));
  const files = new Map([
    ['/', `<!doctype html><script type="module" src="/page.js?${query}"></script>`],
    ['/page.js', await bundle({ file: 'test/support/page.ts' })],
  ]);
  for (const name of names) files.set(`/${name}`, await bundle({ text: modules[name]! }));

  const serve = (path: string): Served | undefined => {
    const content = files.get(path);
    if (content === undefined) return undefined;
    const type = `${path === '/' ? 'text/html' : 'text/javascript'}; charset=utf-8`;
    return { type, content, headers: { 'content-security-policy': policy } };
  };
  return withServer(serve, (origin) =>
    browse(async (browser) => {
      await browser.go(`${origin}/`);
      await browser.until('globalThis.reported');
      const [page, worker] = await browser.evaluate<[Seen, Seen]>('globalThis.reported');
      for (const seen of [page, worker])
        if ('failed' in seen) throw new Error(`${seen.failed}\n${browser.errors}`);
      return { page, worker };
    }),
  );
}

/** What a module that keeps to the policy, and leaves nothing behind, lets a scope see. */
const clean = { leaked: [], node: [], violations: [] };

describeWithChromium('in a browser under a strict content security policy', (browse) => {
  it('answers as in Node and as the node, on a page and in a worker', async () => {
    const here = await answer(questions);
    expect(here.read).toEqual(txs.map((tx) => ({ id: tx.id, json: textOf(tx), hex: tx.hex })));
    expect(here.refused).toEqual(
      txs.map(() =>
        expect.objectContaining({ code: expect.stringMatching(/^(Truncated|TooLong)$/) }),
      ),
    );
    expect(here.bls).toEqual(
      keys.map(({ publicKeyHex, proofOfPossessionHex }) => ({
        publicKey: publicKeyHex,
        proof: proofOfPossessionHex,
        possessed: true,
        signed: true,
        otherwise: false,
      })),
    );
    expect(here).toMatchObject({ issued: 'Accepted', transfer: { why: ['output', 'output'] } });

    const { delegation } = here;
    expect(delegation.status).toBe('Accepted');
    const [reward] = delegation.rewards;
    expect(BigInt(delegation.before)).toBe(100_000_000_000n);
    const fee = BigInt(delegation.fee);
    expect(BigInt(delegation.staked)).toBe(75_000_000_000n - fee);
    expect(BigInt(reward!)).toBeGreaterThan(0n);
    // The stake came back, and the reward came with it; the page and the worker below have no network.
    expect(BigInt(delegation.after)).toBe(100_000_000_000n - fee + BigInt(reward!));

    const { page, worker } = await see(browse, {
      answers: `import { answer } from './test/support/answers.ts';
        export const run = () => answer(${JSON.stringify(questions)});`,
    });
    const seen = { ...clean, exports: { answers: { run: 'function' } }, answers: here };
    expect(page).toEqual(seen);
    expect(worker).toEqual(seen);
  });

  it('imports every entry point', async () => {
    const exports: Record<string, Record<string, string>> = {};
    for (const entry of entries)
      exports[entry] = Object.fromEntries(
        Object.entries(await import(entry)).map(([name, value]) => [name, typeof value]),
      );
    const { page, worker } = await see(
      browse,
      Object.fromEntries(entries.map((entry) => [entry, `export * from '${entry}';`])),
    );
    expect(page).toEqual({ ...clean, exports });
    expect(worker).toEqual({ ...clean, exports });
  });

  it('is told of code made from text, WebAssembly, a request and a global', async () => {
    const { page, worker } = await see(browse, {
      careless: `globalThis.left = 1;
        try { new Function('return 1')(); } catch {}
        await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)).catch(() => {});
        await fetch('/').catch(() => {});`,
    });
    const seen = {
      leaked: ['left'],
      violations: [
        expect.stringMatching(/^connect-src http:/),
        'require-trusted-types-for trusted-types-sink',
        'script-src wasm-eval',
      ],
    };
    expect(page).toMatchObject(seen);
    expect(worker).toMatchObject(seen);
  });
});
