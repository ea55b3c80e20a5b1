/** What who imports an entry point gets: the published files as a bundler for the browser sees them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copied } from '../scripts/copied.ts';
import { installPacked } from './support/packed.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A project that has the package among its `node_modules`. */
const project = mkdtempSync(join(tmpdir(), 'bundle-'));
const home = join(project, 'node_modules', 'avalanche-tx');

beforeAll(() => installPacked(project));
afterAll(() => rmSync(project, { recursive: true }));

interface Sources {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly string[];
}

interface Bundle {
  readonly code: string;
  /** Packages whose files are in it. */
  readonly packages: readonly string[];
}

async function bundle(contents: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  const [output] = Object.values(metafile.outputs);
  const packages = Object.entries(output!.inputs)
    .filter(([path, { bytesInOutput }]) => path !== '<stdin>' && bytesInOutput > 0)
    .map(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path);
  return { code: outputFiles[0]!.text, packages: [...new Set(packages)].sort() };
}

/** Itself, the core's four dependencies and what bs58 is made of. */
const core = ['@noble/hashes', '@noble/secp256k1', 'avalanche-tx', 'base-x', 'bech32', 'bs58'];

describe.each([
  ['pchain', 'platformvm.AddPermissionlessValidatorTx'],
  ['xchain', 'avm.OperationTx'],
  ['cchain', 'atomic.ExportTx'],
])('a decoder of %s', (chain, transaction) => {
  const decoder = () => bundle(`export { decode, Tx } from 'avalanche-tx/${chain}';`);

  it('runs under a strict content security policy and without Node', async () => {
    const { code } = await decoder();
    expect(code).toContain(transaction);
    for (const word of ['eval', 'Function', 'process', 'Buffer', 'fetch', 'require'])
      expect(code).not.toMatch(new RegExp(`(?<![\\w$])${word}\\b`));
    expect(code).not.toContain('node:');
  });

  it('holds no dependency', async () => {
    expect((await decoder()).packages).toEqual(['avalanche-tx']);
  });

  it('decodes', async () => {
    const { code } = await bundle(
      `import { decode, Tx } from 'avalanche-tx/${chain}';
       export function error(bytes) {
         try { decode(Tx, bytes); } catch (e) { return [e.code, e.offset]; }
       }`,
    );
    const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    expect(module.error(new Uint8Array([0, 0, 0]))).toEqual(['Truncated', 2]);
  });
});

describe('one transaction', () => {
  it('leaves all others out', async () => {
    const { code } = await bundle(`export { decode, BaseTx } from 'avalanche-tx/pchain';`);
    const { code: all } = await bundle(`export { decode, Tx } from 'avalanche-tx/pchain';`);
    const others = [
      'platformvm.AddValidatorTx',
      'platformvm.ImportTx',
      'platformvm.AddSubnetValidatorTx',
      'platformvm.CreateChainTx',
      'platformvm.RegisterL1ValidatorTx',
      'platformvm.AdvanceTimeTx',
      'genesis.UTXO',
    ];
    expect(code).toContain('platformvm.BaseTx');
    expect(others.filter((name) => code.includes(name))).toEqual([]);
    expect(others.filter((name) => all.includes(name))).toEqual(others.slice(0, -1));
  });
});

describe('package.json', () => {
  const { exports, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as {
    dependencies: { readonly [name: string]: string };
    exports: {
      readonly [subpath: string]: {
        readonly types: string;
        readonly node: string;
        readonly default: string;
      };
    };
  };
  const entries = Object.keys(exports).filter((subpath) => !subpath.endsWith('.json'));
  /** What an entry point may bring beside the core. */
  const extra: { readonly [subpath: string]: readonly string[] } = {
    // `open` reads blocks of the C-chain as well.
    '.': ['@ethereumjs/rlp'],
    './explain': ['@ethereumjs/rlp'],
    './convert': ['@ethereumjs/rlp'],
    // Reading DER; verifying the signatures that an aggregator collected; verifying proofs of possession.
    './sign': ['@noble/curves'],
    './rpc': ['@ethereumjs/rlp', '@noble/curves'],
    './wallet': ['@ethereumjs/rlp', '@noble/curves'],
    './bls': ['@noble/curves'],
    './hd': ['@noble/curves', '@scure/base', '@scure/bip32', '@scure/bip39'],
    './keystone': ['@noble/curves', '@scure/base', '@scure/bip32', 'cborg'],
    './blocks': ['@noble/curves', '@ethereumjs/rlp'],
    './testnode': ['@noble/curves', '@ethereumjs/rlp'],
  };
  /** What has no place in a browser. */
  const forNode = ['./filestore'];
  const forBrowsers = entries.filter((subpath) => !forNode.includes(subpath));

  it.each(forBrowsers)(
    'exports %s with its types, for the browser, on its own dependencies',
    async (subpath) => {
      const { types, default: file } = exports[subpath]!;
      expect(types).toBe(file.replace(/\.js$/, '.d.ts'));
      expect(readFileSync(join(home, types), 'utf8').length).toBeGreaterThan(0);
      const { packages, code } = await bundle(`export * from 'avalanche-tx${subpath.slice(1)}';`);
      const allowed = [...core, ...(extra[subpath] ?? [])];
      expect(packages.filter((name) => !allowed.includes(name))).toEqual([]);
      expect(code).not.toMatch(/\beval\(|new Function\b|\bFunction\(|["'`]node:/);
      // Only who asks for it speaks to a network; "fetch" is also one of the words of a mnemonic, and of a node's errors.
      expect(/\bfetch\b(?!\n|\\n| \w)/.test(code)).toBe(['./rpc', './wallet'].includes(subpath));
    },
  );

  it('has modules of Node in no file that a browser gets', async () => {
    const isForNode = (name: string) =>
      /^(node|filestore)\//.test(name) || name === 'crypto/sha256/node.js';
    const files = readdirSync(join(home, 'dist'), { recursive: true, encoding: 'utf8' });
    const found = files.filter(
      (name) =>
        name.endsWith('.js') &&
        !isForNode(name) &&
        /["'`]node:/.test(readFileSync(join(home, 'dist', name), 'utf8')),
    );
    expect(found).toEqual([]);
    for (const subpath of forNode) {
      const failure = await bundle(`export * from 'avalanche-tx${subpath.slice(1)}';`).catch(
        (e) => e,
      );
      expect(String(failure)).toContain('Could not resolve "node:');
    }
  });

  it('says truly that importing without using costs nothing', async () => {
    for (const subpath of forBrowsers) {
      const { code } = await bundle(`import 'avalanche-tx${subpath.slice(1)}';`);
      expect(code.trim()).toBe('');
    }
  });

  describe('for Node', () => {
    /** The files that Node loads for one, which it shares with no other package, and the packages. */
    const loaded = (
      file: string,
      found = { files: new Set<string>(), packages: new Set<string>() },
    ) => {
      if (found.files.has(file)) return found;
      found.files.add(file);
      const code = readFileSync(file, 'utf8');
      for (const [, from] of code.matchAll(/^(?:im|ex)port\b(?:[^"`;]*from)? ?["`]([^"`]+)["`]/gm))
        if (from!.startsWith('.')) loaded(join(file, '..', from!), found);
        else if (!from!.startsWith('node:')) found.packages.add(from!);
      // Rare hashes load when they are first needed.
      for (const [, from] of code.matchAll(/\(import\.meta\.url\)\(["`]([^"`]+)["`]\)/g))
        found.packages.add(from!);
      return found;
    };
    const inNode = (subpath: string) => loaded(join(root, exports[subpath]!.node));

    it.each(entries)('gives the same of %s', async (subpath) => {
      const ours = await import(`avalanche-tx${subpath.slice(1)}`);
      const module = await import(join(root, exports[subpath]!.default));
      expect(Object.keys(ours).sort()).toEqual(Object.keys(module).sort());
    });

    it.each(entries)(
      'has functions of %s that are called as they are imported',
      async (subpath) => {
        const { node, default: file } = exports[subpath]!;
        for (const of of [node, file]) {
          const module = (await import(join(root, of))) as Record<string, unknown>;
          const functions = Object.entries(module).filter(
            ([, value]) => typeof value === 'function',
          );
          expect(functions.map(([, value]) => (value as () => unknown).name)).toEqual(
            functions.map(([name]) => name),
          );
        }
      },
    );

    it('throws one class of errors from all entry points', async () => {
      const { AvalancheError } = await import('avalanche-tx');
      const { decode, Tx } = await import('avalanche-tx/pchain');
      const { privateKey } = await import('avalanche-tx/sign');
      expect(() => decode(Tx, new Uint8Array(3))).toThrow(AvalancheError);
      expect(() => privateKey('')).toThrow(AvalancheError);
    });

    it('loads what only blocks of an EVM need when one is read', () => {
      const script = join(root, 'dist', 'rare.mjs');
      writeFileSync(
        script,
        `import { createRequire } from 'node:module';
import { open } from './node/index.js';
const { cache } = createRequire(import.meta.url);
const rare = () => Object.keys(cache).filter((path) => /rlp|sha3/.test(path)).length;
open('0x000000000013000000006553f10000000000');
const before = rare();
try { open('0xc0', { kind: 'evmBlock' }); } catch {}
console.log(before, rare() > 0);
`,
      );
      const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
      expect(stdout).toBe('0 true\n');
      rmSync(script);
    });

    it('loads for the root no builder, signer, review, node or client', () => {
      const maps = [...inNode('.').files].map((file) => `${file}.map`).filter(existsSync);
      const sources = maps.flatMap(
        (map) => (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources,
      );
      expect(sources.filter((of) => of.includes('src/open/')).length).toBeGreaterThan(3);
      const others = /src\/(builder|sign|review|explain|rpc|testnode|history|wallet)\//;
      // Two small ones share the file that nearly everything needs.
      const small = /sign\/(request|hd\/discover)\.ts$/;
      expect(sources.filter((of) => others.test(of) && !small.test(of))).toEqual([]);
    });

    it('imports each dependency, so that an update of one reaches the user', () => {
      const packages = entries.flatMap((subpath) => [...inNode(subpath).packages]);
      const names = packages.map((from) => /^(?:@[^/]+\/)?[^/]+/.exec(from)![0]);
      expect([...new Set(names)].filter((name) => name !== 'fast-check').sort()).toEqual(
        Object.keys(dependencies)
          .filter((name) => !copied.includes(name))
          .sort(),
      );
      for (const file of readdirSync(join(root, 'dist/node')).filter((f) => f.endsWith('.map'))) {
        const { sources } = JSON.parse(readFileSync(join(root, 'dist/node', file), 'utf8')) as {
          sources: string[];
        };
        const others = sources.filter((source) => source.includes('node_modules'));
        expect(others.filter((of) => !copied.some((name) => of.includes(`/${name}/`)))).toEqual([]);
      }
    });

    it('prints the user’s line of an uncaught error, in less than 2 kB', () => {
      const script = join(root, 'dist', 'uncaught.mjs');
      writeFileSync(
        script,
        "import { parseHex } from './node/index.js';\nfunction mine() {\n  return parseHex('0xzz');\n}\nmine();\n",
      );
      const print = (...flags: string[]) =>
        spawnSync(process.execPath, [...flags, script], { encoding: 'utf8' }).stderr;
      expect(print()).toContain('uncaught.mjs:3');
      expect(print().length).toBeLessThan(2_000);
      // With the maps, it also names the place in the source.
      expect(print('--enable-source-maps')).toMatch(/src\/text\/digits\.ts:\d+/);
      rmSync(script);
    });
  });

  it('has maps of the files for Node with the sources in them, no other maps or sources, and docstrings with the types', () => {
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      files: string[];
    };
    expect(files).not.toContain('src');
    const maps = readdirSync(join(root, 'dist/node')).filter((name) => name.endsWith('.map'));
    const { sources, sourcesContent } = maps
      .map((name) => JSON.parse(readFileSync(join(root, 'dist/node', name), 'utf8')) as Sources)
      .find((map) => map.sources.some((name) => name.endsWith('src/chain/ids.ts')))!;
    const own = sources.findIndex((name) => name.endsWith('src/chain/ids.ts'));
    const lines = readFileSync(join(root, 'src/chain/ids.ts'), 'utf8').split('\n');
    const kept = sourcesContent[own]!.split('\n');
    expect(kept.length).toBe(lines.length);
    // Only docstrings are missing.
    expect(kept.filter((line, i) => line !== '' && line !== lines[i])).toEqual([]);
    const packed = readdirSync(home, { recursive: true, encoding: 'utf8' });
    expect(packed.length).toBeLessThan(1200);
    expect(packed.filter((name) => name.endsWith('.map') && !/dist.node/.test(name))).toEqual([]);
    // Editors read docstrings from the types.
    const ofIDs = (type: string) => readFileSync(join(root, `dist/chain/ids${type}`), 'utf8');
    expect(ofIDs('.d.ts')).toContain('/**');
    expect(ofIDs('.js')).not.toContain('/**');
  });

  it('selects the SHA-256 of the platform in Node, Bun and Deno, and noble’s elsewhere', () => {
    const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      imports: { readonly [name: string]: { readonly [condition: string]: string } };
    };
    const { types: _, default: elsewhere, ...machines } = imports['#sha256']!;
    expect(Object.keys(machines)).toEqual(['node', 'bun', 'deno']);
    for (const file of Object.values(machines))
      expect(readFileSync(join(root, file), 'utf8')).toContain('node:crypto');
    expect(readFileSync(join(root, elsewhere!), 'utf8')).toContain('@noble/hashes');
  });
});
