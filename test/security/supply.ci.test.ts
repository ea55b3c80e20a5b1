/** Node ran a copy of the cryptography that `npm audit`, `overrides` and `npm update` did not reach. */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { copied } from '../../scripts/copied.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as never;
const { dependencies, peerDependencies, publishConfig, version } = json('package.json') as {
  readonly dependencies: { readonly [name: string]: string };
  readonly peerDependencies: { readonly [name: string]: string };
  readonly publishConfig: object;
  readonly version: string;
};
const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });
const modules = files.filter((file) => file.endsWith('.js'));
const textOf = (file: string): string => readFileSync(join(root, 'dist', file), 'utf8');

/** Packages that a module imports. */
const packagesIn = (code: string): readonly string[] =>
  [
    ...code.matchAll(
      /^(?:import|export)\b(?:[^;'"()=]*\bfrom)?\s*["']([^"'.#][^"']*)["']|(?:\bimport|\(import\.meta\.url\))\(["'`]([^"'.#`][^"'`]*)["'`]/gm,
    ),
  ]
    .map(([, still, later]) => still ?? later ?? '')
    .filter((of) => !of.startsWith('node:') && !builtinModules.includes(of))
    .map((of) =>
      of
        .split('/')
        .slice(0, of.startsWith('@') ? 2 : 1)
        .join('/'),
    );

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes: readonly unknown[];
}

interface BOM {
  readonly bomFormat: string;
  readonly serialNumber?: string;
  readonly metadata: {
    readonly timestamp?: string;
    readonly component: { readonly name: string; readonly version: string };
  };
  readonly components: readonly (Component & {
    readonly type: string;
    readonly components?: readonly Component[];
  })[];
}

/** The copies in files that the bill of materials of a package lists, once it lists all else. */
function listedBy(
  dist: string,
  of: { readonly name: string; readonly version: string; readonly dependencies: object },
): Readonly<Record<string, readonly string[]>> {
  const bom = json(`${dist}/sbom.cdx.json`) as BOM;
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: of.name, version: of.version } },
  });
  expect(bom.serialNumber).toBeUndefined();
  expect(bom.metadata.timestamp).toBeUndefined();
  const licences = readFileSync(join(root, dist, 'LICENSES.txt'), 'utf8');
  const packages = bom.components.filter(({ type }) => type !== 'file');
  const copies = bom.components.filter(({ type }) => type === 'file');
  const parts = copies.flatMap(({ components = [] }) => components);
  const names = [...packages, ...parts].map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(of.dependencies)));
  expect(names).not.toContain('vitest');
  for (const { hashes } of [...packages, ...parts]) expect(hashes.length).toBeGreaterThan(0);
  for (const { name, components = [] } of copies) {
    const [, listed = ''] = licences.split(`Packages of which ${name} has copies:`);
    for (const part of components) expect(listed).toContain(`\n${part.name} ${part.version} (`);
  }
  return Object.fromEntries(
    copies.map(({ name, components = [] }) => [name, components.map((part) => part.name)]),
  );
}

describe('the package', () => {
  it('imports its dependencies, each of them, and no others', () => {
    expect(modules.length).toBeGreaterThan(100);
    const allowed = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
    const ofNode = new Set(
      modules.filter((file) => file.startsWith('node')).flatMap((file) => packagesIn(textOf(file))),
    );
    for (const file of modules)
      for (const name of packagesIn(textOf(file)))
        expect(allowed, `${file}: ${name}`).toContain(name);
    for (const name of Object.keys(dependencies))
      if (!copied.includes(name)) expect(ofNode).toContain(name);
  });

  it('contains no code but its own and that of two packages of text, and says of each module for Node which', () => {
    const maps = files.filter((file) => /^node[\\/].*\.js\.map$/.test(file));
    expect(maps.length).toBeGreaterThan(20);
    for (const file of maps) {
      const { sources } = JSON.parse(textOf(file)) as { readonly sources: readonly string[] };
      expect(sources.length).toBeGreaterThan(0);
      for (const source of sources) {
        const path = resolve(root, 'dist', dirname(file), source);
        expect(relative(root, path)).toMatch(/^(src|node_modules[\\/](bech32|bs58|base-x))[\\/]/);
      }
    }
    // The helpers of the bundler: functions keep their names, a module is an object, CommonJS is a module.
    const helpers = modules.filter((of) => of === join('node', 'rolldown-runtime.js'));
    for (const file of helpers) {
      expect(packagesIn(textOf(file))).toEqual([]);
      expect(textOf(file).length).toBeLessThan(1000);
    }
    // Another module without a map only names what others export.
    for (const file of modules.filter((of) => of.startsWith('node') && !helpers.includes(of)))
      if (!maps.includes(`${file}.map`))
        expect(
          textOf(file)
            .replace(/(?:import|export)[^;]*;|#!.*/g, '')
            .trim(),
          file,
        ).toBe('');
  });

  it('lists what it depends on, with versions, hashes and licences, and nothing that changes from build to build', () => {
    expect(listedBy('dist', { name: 'avalanche-tx', version, dependencies })).toEqual({
      'dist/node/*.js': copied,
    });
  });

  it('is published with provenance', () => {
    expect(publishConfig).toMatchObject({ provenance: true });
  });
});

describe('the package of the command line', () => {
  const folder = join(root, 'apps/cli');
  const manifest = json('apps/cli/package.json') as {
    readonly name: string;
    readonly version: string;
    readonly dependencies: { readonly [name: string]: string };
    readonly publishConfig: object;
  };

  it('has the version of the library, and its ranges of what touches keys', () => {
    expect(manifest.version).toBe(version);
    expect(dependencies).toMatchObject(manifest.dependencies);
    expect(manifest.publishConfig).toEqual(publishConfig);
  });

  it('imports its dependencies, each of them, and no others', () => {
    const built = readdirSync(join(folder, 'dist')).filter((file) => file.endsWith('.js'));
    const found = built.flatMap((file) =>
      packagesIn(readFileSync(join(folder, 'dist', file), 'utf8')),
    );
    expect([...new Set(found)].sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  it('lists what it depends on, and what its files have copies of', () => {
    const copies = listedBy('apps/cli/dist', manifest);
    expect(Object.keys(copies)).toEqual(['dist/*.js', 'dist/inspector.html']);
    expect(copies['dist/*.js']).toEqual(expect.arrayContaining(['bech32']));
    for (const name of Object.keys(manifest.dependencies))
      expect(copies['dist/*.js']).not.toContain(name);
    // Whoever reads of a hole in one of them finds it here.
    expect(copies['dist/inspector.html']).toEqual(
      expect.arrayContaining(['@noble/secp256k1', '@noble/hashes', '@scure/bip39', 'preact', 'qr']),
    );
  });
});
