/**
 * Writes what the packages consist of beside what is built: `sbom.cdx.json`, which is `npm sbom` (CycloneDX) and the packages that
 * files have copies of, and `LICENSES.txt`, the licences of these. What a package imports is installed beside it with its own licence.
 * npm leaves out a dependency that a development tool has as well (bs58); it is among the copies, and a test compares the list.
 * Neither file has a time, a random number or the name of a folder, so that whoever builds gets the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandLine, indexProgram } from './commandline.ts';
import { copied } from './copied.ts';
import { inspectorPackages } from './inspector.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

interface BOM {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string }[];
}

const root = fileURLToPath(new URL('../', import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'));
const locked = json('package-lock.json').packages as {
  readonly [folder: string]: { readonly license: string; readonly integrity: string };
};

/** A package that files have a copy of. */
function partOf(folder: string) {
  const { name, version } = json(`${folder}/package.json`) as Component;
  const { license, integrity } = locked[folder]!;
  const [, hash = ''] = integrity.split('sha512-');
  const file = readdirSync(`${root}${folder}`).find((path) => /^licen[sc]e/i.test(path));
  return {
    licence: `${name} ${version} (${license})\n\n${file ? readFileSync(`${root}${folder}/${file}`, 'utf8') : ''}`,
    component: {
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
      licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
    },
  };
}

/**
 * Writes both files of a package.
 * @param folder Where it is in the repository.
 * @param scope What limits `npm sbom` to it.
 * @param copies Folders of the packages that each of its files has copies of.
 */
function write(
  folder: string,
  scope: string,
  copies: Readonly<Record<string, readonly string[]>>,
): void {
  const { name, version, description } = json(`${folder}package.json`);
  const listed = execFileSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev', scope],
    { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  const { serialNumber: _, metadata, ...rest } = JSON.parse(listed) as BOM;
  const { timestamp: __, ...more } = metadata;
  const ref = `${name}@${version}`;
  const installed = rest.components.filter((of) => of['bom-ref'] !== ref);
  const refs = [ref, ...installed.map((of) => of['bom-ref'])];
  const parts = Object.entries(copies).map(([file, of]) => [file, of.map(partOf)] as const);
  const bom: BOM = {
    ...rest,
    metadata: {
      ...more,
      // npm takes the name from the folder, and the root for the package.
      component: {
        ...metadata.component,
        ...{ 'bom-ref': ref, name, version, description, purl: `pkg:npm/${ref}` },
      },
    },
    components: [
      ...installed,
      ...parts.map(([file, of]) => ({
        'bom-ref': file,
        type: 'file',
        name: file,
        version,
        description: 'Has copies of its components: a fix of one reaches it with a release.',
        components: of.map(({ component }) => ({
          ...component,
          'bom-ref': `${file}:${component['bom-ref']}`,
        })),
      })),
    ],
    dependencies: rest.dependencies.filter((of) => refs.includes(of.ref)),
  };
  writeFileSync(`${root}${folder}dist/sbom.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`);
  writeFileSync(
    `${root}${folder}dist/LICENSES.txt`,
    parts
      .flatMap(([file, of]) => [
        `Packages of which ${file} has copies:\n`,
        ...of.map(({ licence }) => licence),
      ])
      .join(`\n${'-'.repeat(80)}\n\n`),
  );
}

write('', '--workspaces=false', { 'dist/node/*.js': copied.map((name) => `node_modules/${name}`) });
write('apps/cli/', '--workspace=apps/cli', {
  'dist/*.js': await commandLine.packages(),
  'dist/inspector.html': await inspectorPackages(),
});
write('apps/index/', '--workspace=apps/index', { 'dist/*.js': await indexProgram.packages() });
