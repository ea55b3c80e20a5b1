/** The package registry, and who publishes or loads there. Each title says what it wants, and what stops it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { sha256 as nobleSHA256 } from '../../src/crypto/sha256/noble.ts';
import { sha256 as nodeSHA256 } from '../../src/crypto/sha256/node.ts';
import { unsignedBytes } from '../../src/draft/check.ts';
import { formatDraft, parseDraft } from '../../src/draft/file.ts';
import { errorCodes } from '../../src/errors/codes.ts';
import { explain, textOf } from '../../src/explain/index.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { policyOf } from '../../src/sign/policy/policyof.ts';
import { policyCodes } from '../../src/sign/policy/rules.ts';
import { sign } from '../../src/sign/sign.ts';
import { formatHex } from '../../src/text/hex.ts';
import { parseJSON } from '../../src/text/json.ts';
import { pFile, pState, utxo } from '../support/state.ts';
import { alice, bob, codeOf, mallory, on, otherCopyOf, secret } from './attacked.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly scripts: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly files: readonly string[];
  readonly imports: Record<string, Record<string, string>>;
  readonly exports: Record<string, unknown>;
  readonly publishConfig: object;
};
const lock = JSON.parse(read('package-lock.json')) as {
  readonly packages: Record<
    string,
    {
      readonly integrity?: string;
      readonly resolved?: string;
      readonly hasInstallScript?: boolean;
      readonly link?: boolean;
      readonly dev?: boolean;
      readonly optional?: boolean;
    }
  >;
};
/** Files of the library, and of the command line as `cli/…`. */
const sources = (
  [
    ['src', ''],
    ['apps/cli/src', 'cli/'],
  ] as const
).flatMap(([folder, prefix]) =>
  readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [`${prefix}${name}`, read(`${folder}/${name}`)] as const),
);
const draft = buildBaseTx(pState([utxo(1, 10n ** 10n)]), {
  outputs: [{ to: bob.shortID, amount: 5n }],
});

/** With members of all objects, as a careless merge of JSON leaves them. */
async function polluted(members: object, act: () => unknown): Promise<unknown> {
  for (const [key, value] of Object.entries(members))
    Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true });
  try {
    return await act();
  } finally {
    for (const key of Object.keys(members)) delete (Object.prototype as never)[key];
  }
}

describe('package registry', () => {
  test('runs code when the package, or one that it depends on, is installed: no install script is there', () => {
    for (const name of ['preinstall', 'install', 'postinstall', 'prepublish'])
      expect(Object.hasOwn(manifest.scripts, name)).toBe(false);
    const run = Object.entries(lock.packages).filter(
      // Of the index alone, which no key passes: it compiles where the package has no binary for the machine.
      ([name, of]) =>
        of.hasInstallScript && !of.dev && !of.optional && name !== 'node_modules/classic-level',
    );
    expect(run).toEqual([]);
  });

  test('has a dependency of another registry, without a hash, or of a range that reaches a new minor version: lockfile and ranges', () => {
    for (const range of Object.values(manifest.dependencies))
      expect(range).toMatch(/^~\d+\.\d+\.\d+$/);
    const installed = Object.entries(lock.packages).filter(
      ([name]) => name.includes('node_modules/') && !lock.packages[name]!.link,
    );
    expect(installed.length).toBeGreaterThan(50);
    for (const [, { integrity }] of installed) expect(integrity).toMatch(/^sha512-/);
    // Where the file says whence a package comes, it is one place, and not in the clear.
    const origins = installed
      .flatMap(([, { resolved }]) => resolved ?? [])
      .map((of) => new URL(of));
    expect(origins.filter(({ protocol }) => protocol !== 'https:')).toEqual([]);
    expect(new Set(origins.map(({ host }) => host)).size).toBeLessThanOrEqual(1);
  });

  test('loads a module that the manifest does not name, or one by a name that is computed: every import is a literal of a dependency or of ourselves', () => {
    const known = [
      ...Object.keys(manifest.dependencies),
      ...Object.keys(manifest.imports),
      'avalanche-tx',
      'node:',
      'fast-check',
    ];
    for (const [name, text] of sources) {
      const found = text.matchAll(
        /^(?:import|export)[^;]*?from '([^']+)'|\bimport\(\s*([^)]*)\)/gm,
      );
      for (const [, of, computed] of found) {
        const target = of ?? computed!.replace(/^'|'$/g, '');
        const isOurs = target.startsWith('.') || known.some((one) => target.startsWith(one));
        expect(isOurs, `${name}: ${target}`).toBe(true);
      }
    }
  });

  test('evaluates text as code, or downloads it, outside of what uses the network: neither is in the source', () => {
    for (const [name, text] of sources) {
      expect(text, name).not.toMatch(/\beval\(|new Function\(|\bimportScripts\b|WebAssembly\./);
      // `inspect --open` starts the user's browser with a file that it wrote; a passphrase is typed while `stty` hides it.
      if (!['cli/inspect.ts', 'cli/ask.ts'].includes(name))
        expect(text, name).not.toContain('child_process');
      if (!name.startsWith('rpc/'))
        expect(text, name).not.toMatch(/\bfetch\(|XMLHttpRequest|new WebSocket/);
    }
  });

  test('selects another sha256 by a condition of the resolver: all of them are files of the package, and agree', () => {
    expect(Object.keys(manifest.imports)).toEqual(['#sha256']);
    for (const target of Object.values(manifest.imports['#sha256']!))
      expect(target).toMatch(/^\.\/dist\/crypto\/sha256\/(node|noble)\.(js|d\.ts)$/);
    for (let n = 0; n < 200; n++) {
      const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 7 + n) & 255);
      expect(formatHex(nobleSHA256(bytes))).toBe(formatHex(nodeSHA256(bytes)));
    }
  });

  test('reaches into the package, past its entry points, to replace a module that others use: the map has no pattern, and no entry can be set', async () => {
    for (const [key, target] of Object.entries(manifest.exports)) {
      expect(key).not.toContain('*');
      expect(JSON.stringify(target)).not.toContain('*');
    }
    const all = await import('../../src/sign/index.ts');
    expect(() => Object.assign(all, { sign: () => undefined })).toThrow();
  });

  test('changes a constant for everybody in the process (AVAX, a ceiling, a code, what a finding means): constants are frozen', () => {
    for (const of of [fuji, mainnet, local, fuji.chains, fuji.chains.P, errorCodes, policyCodes]) {
      expect(Object.isFrozen(of)).toBe(true);
      expect(() => Object.assign(of, { networkID: 1, hrp: 'x', FeeTooHigh: '' })).toThrow();
    }
  });

  test('reads the secret from a key (printing, JSON, copies, members, structured clones): nothing of it is there', () => {
    const hex = formatHex(secret(1)).slice(2);
    const symbols = Object.getOwnPropertySymbols(alice);
    const texts = [
      inspect(alice, { depth: 9, showHidden: true, getters: true }),
      JSON.stringify(alice, (_, of) => (of instanceof Uint8Array ? formatHex(of) : of)),
      JSON.stringify({ ...alice }),
      String(alice),
    ];
    for (const text of texts) {
      expect(text).not.toContain(hex);
      expect(text).not.toContain(secret(1).join(','));
      expect(text).not.toContain(Buffer.from(secret(1)).toString('base64'));
    }
    expect(symbols).toEqual([]);
    expect(() => structuredClone(alice)).toThrow();
  });

  test('signs by a key of a second copy of the package, or an object that looks like one: a key signs only where it was made', async () => {
    expect(await codeOf(() => sign(draft, otherCopyOf(alice)))).toBe('MissingSigner');
    const proxy = new Proxy(alice, {});
    expect(await codeOf(() => sign(draft, proxy))).toMatch(/MissingSigner|BadArgument/);
  });

  // Succeeded at first.
  test('leaves members on the prototype of all objects that loosen every policy (inputs, own, to, amounts): a policy has its own rules alone', async () => {
    const theft = buildBaseTx(
      pFile([utxo(1, 6n * 10n ** 9n), utxo(2, 5n * 10n ** 9n, { owner: mallory.shortID })], {
        from: [alice.shortID, mallory.shortID],
      }),
      { outputs: [{ to: bob.shortID, amount: 10n ** 10n }] },
      { change: alice.shortID },
    );
    const policy = policyOf({
      network: 'fuji',
      to: [bob.shortID],
      amounts: { AVAX: 2n * 10n ** 10n },
    });
    for (const members of [{ inputs: 'claimed' }, { authorities: [], inputs: 'claimed' }]) {
      const code = await polluted(members, () => codeOf(() => sign(theft, alice, { policy })));
      // A fact that every object seems to have is refused as one of the wrong kind, or left out.
      expect(code).toMatch(/^(Refused|BadArgument)$/);
    }
  });

  test('replaces JSON.parse and JSON.stringify, to change drafts as they are read and written: their structure is read without them', () => {
    const text = formatDraft(draft);
    const { parse, stringify } = JSON;
    const seen: string[] = [];
    JSON.parse = (of: string) => {
      seen.push(of);
      return parse(of);
    };
    try {
      expect(formatHex(unsignedBytes(parseDraft(text)))).toBe(formatHex(unsignedBytes(draft)));
      expect(parseJSON('{"a":[1,18446744073709551615]}')).toEqual({
        a: [1n, 18446744073709551615n],
      });
    } finally {
      Object.assign(JSON, { parse, stringify });
    }
    expect(seen.every((of) => !of.startsWith('{'))).toBe(true);
  });

  test('gives bytes of a class or realm of its own, whose copies, lengths or members differ at each look: what is signed is what was checked', async () => {
    class Moving extends Uint8Array {
      override slice(): never {
        return Uint8Array.from(mallory.shortID) as never;
      }
      override subarray(): never {
        return Uint8Array.from(mallory.shortID) as never;
      }
      override [Symbol.iterator](): never {
        return mallory.shortID[Symbol.iterator]() as never;
      }
      override every(): boolean {
        return true;
      }
    }
    const to = new Moving(bob.shortID);
    const state = pState([utxo(1, 10n ** 10n)]);
    const built = buildBaseTx(state, { outputs: [{ to, amount: 5n }] });
    const text = textOf(explain(built, { own: [alice.shortID] }));
    const isShown = (of: typeof bob): boolean => text.includes(on('P', of));
    const isPaid = (of: typeof bob): boolean =>
      formatHex(unsignedBytes(sign(built, alice))).includes(formatHex(of.shortID).slice(2));
    expect([isShown(bob), isShown(mallory)]).toEqual([isPaid(bob), isPaid(mallory)]);
    const foreign = runInNewContext('new Uint8Array(bytes)', {
      bytes: [...bob.shortID],
    }) as Uint8Array;
    const other = buildBaseTx(state, { outputs: [{ to: foreign, amount: 5n }] });
    expect(formatHex(sha256(unsignedBytes(other)))).toBe(formatHex(sha256(unsignedBytes(draft))));
  });

  test('publishes more than is meant (tests, keys, recordings, dotfiles), or without provenance: the manifest lists what is packed', () => {
    const packed = manifest.files.filter((of) => !of.startsWith('!'));
    expect(packed).toEqual([...['dist', 'CHANGELOG.md', 'SECURITY.md', 'codec.json']]);
    expect(manifest.publishConfig).toMatchObject({ provenance: true });
    for (const name of ['.env', '.npmrc', 'npm-shrinkwrap.json', 'binding.gyp'])
      expect(existsSync(new URL(name, root))).toBe(false);
  });
});
