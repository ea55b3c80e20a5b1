/**
 * `npm run release -- --dry-run` builds and packs both packages, runs every check of a release, and says what would be published. It
 * publishes nothing: a workflow of the repository's host does (`docs/releasing.md`). The status is 1 if a check fails; what is still to
 * be filled in is listed, and fails nothing.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pack } from '../tools/platforms/app.ts';
import { table } from './markdown.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: { readonly [name: string]: string };
  readonly publishConfig: { readonly access: string; readonly provenance: boolean };
  readonly [key: string]: unknown;
}

/** A check: its name, and what it says; it throws if it fails. */
type Check = readonly [name: string, run: () => string];

/** What a program prints. */
function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    shell: process.platform === 'win32',
    env: { ...process.env, NO_COLOR: '1', npm_config_loglevel: 'error' },
  });
  if (status !== 0) throw new Error(`${stdout ?? ''}${stderr ?? ''}`.trim().slice(-2000));
  return stdout;
}

const tsx = (script: string, ...args: readonly string[]): string =>
  run(process.execPath, '--import', 'tsx', join('scripts', script), ...args);
const bin = (path: string, ...args: readonly string[]): string =>
  run(process.execPath, join('node_modules', path), ...args);

/** A package that would be published. */
interface Published {
  /** From the root, with a `/` at its end. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly tarball: string;
  /** Its files with their sizes. */
  readonly files: ReadonlyMap<string, number>;
}

function published(folder: string): Published {
  const [packed] = JSON.parse(
    run('npm', 'pack', `./${folder}`, '--dry-run', '--ignore-scripts', '--json'),
  ) as readonly { readonly files: readonly { readonly path: string; readonly size: number }[] }[];
  return {
    folder,
    manifest: JSON.parse(read(`${folder}package.json`)) as Manifest,
    tarball: pack(join(place, folder), join(root, folder)),
    files: new Map(packed!.files.map(({ path, size }) => [path, size])),
  };
}

const kB = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;

/** Folders of the package with the number and the size of their files. */
function folders(files: ReadonlyMap<string, number>): string {
  const sums = new Map<string, readonly [count: number, bytes: number]>();
  for (const [name, size] of files) {
    const folder = name.startsWith('dist/node/') ? 'dist/node' : name.split('/')[0]!;
    const kind = name.endsWith('.map') ? `${folder}, maps` : folder;
    const [count, bytes] = sums.get(kind) ?? [0, 0];
    sums.set(kind, [count + 1, bytes + size]);
  }
  const rows = [...sums].map(([name, [count, bytes]]) => [name, `${count}`, kB(bytes)]);
  return table(['in the package', 'files', 'size'], rows.sort());
}

function billOfMaterials({ folder, manifest: { dependencies } }: Published): string {
  const bom = JSON.parse(read(`${folder}dist/sbom.cdx.json`)) as {
    readonly components: readonly {
      readonly name: string;
      readonly type: string;
      readonly licenses?: readonly unknown[];
      readonly hashes?: readonly unknown[];
    }[];
  };
  // Files that have copies of packages are listed too.
  const components = bom.components.filter(({ type }) => type === 'library');
  const names = components.map(({ name }) => name);
  const missing = Object.keys(dependencies).filter((name) => !names.includes(name));
  const bare = components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length);
  if (missing.length > 0) throw new Error(`dependencies are missing: ${missing.join(', ')}`);
  if (bare.length > 0)
    throw new Error(`no licence or hash: ${bare.map(({ name }) => name).join(', ')}`);
  return `${components.length} packages, each with licence and hash`;
}

function changes(version: string): string {
  const text = read('CHANGELOG.md');
  if (text.includes(`\n## ${version}`)) return `has a section for ${version}`;
  const section = /\n## Unreleased[^\n]*\n([\s\S]*?)(?=\n## |$)/.exec(text)?.[1] ?? '';
  const entries = section.match(/^- /gm)?.length ?? 0;
  if (entries === 0) throw new Error(`no section for ${version}, and nothing is unreleased`);
  return `${entries} entries are unreleased: name their section ${version}`;
}

/** Links of the README must work in a clone, in the package and on the registry's page, wherever the repository is. */
function links({ folder, files }: Published): string {
  const targets = [...read(`${folder}README.md`).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(
    ([, to]) => to!,
  );
  const inside = targets.filter((to) => !/^[a-z]+:/.test(to));
  const lost = inside.filter((to) => {
    const path = to.replace(/^\.\//, '').replace(/\/$/, '');
    return ![...files.keys()].some((name) => name === path || name.startsWith(`${path}/`));
  });
  const told = lost.length > 0 ? `; not in the package: ${[...new Set(lost)].join(', ')}` : '';
  return `${inside.length} relative links in README${told}`;
}

const hashOf = ({ tarball }: Published): string =>
  createHash('sha256').update(readFileSync(tarball)).digest('hex');

/** What would be published of a package. */
function summary(of: Published): string {
  const { manifest, tarball, files } = of;
  const unpacked = [...files.values()].reduce((sum, size) => sum + size, 0);
  const { access, provenance } = manifest.publishConfig;
  return `Would be published: ${manifest.name}@${manifest.version}, access ${access}, ${provenance ? 'with' : 'without'} provenance
${kB(statSync(tarball).size)} packed, ${kB(unpacked)} unpacked, ${files.size} files
SHA-256 ${hashOf(of)}
${folders(files)}`;
}

/** What only an owner of the project can decide, and what each is for. */
const ofOwner = {
  repository:
    'the address of the repository, which provenance and relative links of README.md need',
  homepage: 'the address of the website',
  bugs: 'where to report defects',
  author: 'who publishes',
} as const;

/** What an owner has still to fill in, of all packages. */
function unfilled(packages: readonly Published[]): string {
  const rows = Object.entries(ofOwner).flatMap(([key, meaning]) => {
    const empty = packages.filter(({ manifest }) => !manifest[key]);
    const files = empty.map(({ folder }) => `${folder}package.json`).join(', ');
    return empty.length > 0 ? [[key, files, meaning]] : [];
  });
  if (rows.length === 0) return 'An owner has nothing left to fill in.';
  return `An owner has still to fill in:\n\n${table(['field', 'in', 'what it is'], rows)}`;
}

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } });
if (!values['dry-run']) {
  console.error(
    'A workflow publishes, no machine of a person: see docs/releasing.md. Try --dry-run.',
  );
  process.exit(2);
}

const publint = ({ tarball }: Published): string =>
  bin('publint/src/cli.js', 'run', tarball, '--strict').trim().split('\n').at(-1)!;

const place = mkdtempSync(join(tmpdir(), 'release-'));
const rows: string[][] = [];
let failed = false;
try {
  run('npm', 'run', 'build');
  const [library, program] = [published(''), published('apps/cli/')];
  const both = (check: (of: Published) => string): string =>
    [library, program].map((of) => `${of.manifest.name}: ${check(of)}`).join('; ');
  const checks: readonly Check[] = [
    ['working tree', () => run('git', 'status', '--porcelain').trim().replace(/^$/, 'clean')],
    ['CHANGELOG', () => changes(library.manifest.version)],
    [
      'versions',
      () => {
        const [one, other] = [library.manifest.version, program.manifest.version];
        if (one !== other) throw new Error(`${one} and ${other}`);
        return `both ${one}`;
      },
    ],
    ['publint', () => both(publint)],
    [
      'attw',
      () => {
        const rules = ['--ignore-rules', 'cjs-resolves-to-esm'];
        bin('@arethetypeswrong/cli/dist/index.js', library.tarball, ...rules, '--format', 'ascii');
        return 'no failure; ES modules only is stated in docs/platforms.md';
      },
    ],
    [
      'sizes',
      () => `${tsx('sizes.ts', '--rounds', '5').trim().split('\n').length - 2} within limits`,
    ],
    [
      'reproducible',
      () => {
        const told = tsx('reproducible.ts').trim();
        const other = [library, program].filter((of) => !told.includes(hashOf(of)));
        // Changes that are not committed are in the build here, and not in the clones.
        if (other.length > 0 && run('git', 'status', '--porcelain') === '')
          throw new Error(
            `${told}; packed here: ${other.map((of) => `${of.manifest.name} ${hashOf(of)}`).join(', ')}`,
          );
        return told;
      },
    ],
    ['bill of materials', () => both(billOfMaterials)],
    ['links', () => both(links)],
  ];
  for (const [name, check] of checks) {
    try {
      rows.push([name, 'ok', check().replaceAll('\n', '; ')]);
    } catch (e) {
      failed = true;
      rows.push([name, 'FAILED', (e as Error).message.replaceAll('\n', ' ')]);
    }
    console.error(`${name}: ${rows.at(-1)![1]}`);
  }
  const packages = [library, program];
  console.log(
    [
      ...packages.map(summary),
      table(['check', 'result', 'what it says'], rows),
      unfilled(packages),
    ].join('\n\n'),
  );
} finally {
  rmSync(place, { recursive: true });
}
if (failed) process.exitCode = 1;
