/**
 * `npm run release -- --dry-run` builds and packs both packages, and checks what neither a test nor npm does: that everything is committed,
 * the changelog has the version, and both packages have the same. It prints the hashes of the tarballs and what an owner has still to fill
 * in. It publishes nothing: a workflow of the repository's host does.
 *
 * `npm run release -- --homepage URL --repository URL` fills in the addresses of the project, wherever they are shown.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addressKeys, withAddresses } from './addresses.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`.trim().slice(-2000));
  return stdout;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

/** The fields of `package.json` that only an owner of the project can fill in; provenance needs the repository. */
const ofOwner = [...addressKeys, 'author'];

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean' },
    homepage: { type: 'string' },
    repository: { type: 'string' },
  },
});
if (values.homepage !== undefined && values.repository !== undefined) {
  const [homepage, repository] = [values.homepage, values.repository].map((url) =>
    new URL(url).href.replace(/\/$/, ''),
  ) as [string, string];
  const filled = { homepage, repository, bugs: `${repository}/issues` };
  writeFileSync(`${root}package.json`, withAddresses(read('package.json'), filled));
  run('npm', 'run', 'docs');
  console.log('Filled in: read the difference and commit it.');
  process.exit(0);
}
if (!values['dry-run']) {
  console.error(
    'A workflow publishes, not a maintainer’s machine: see RELEASING.md. Try --dry-run, or --homepage URL --repository URL.',
  );
  process.exit(2);
}
run('npm', 'run', 'build');
const packages = ['./', './apps/cli/', './apps/index/'].map((folder) => {
  const manifest = JSON.parse(read(`${folder}package.json`)) as Manifest;
  const [packed] = JSON.parse(
    run('npm', 'pack', folder, '--dry-run', '--ignore-scripts', '--json'),
  );
  console.log(
    `${manifest.name}@${manifest.version}: ${packed.entryCount} files, ${packed.integrity}`,
  );
  return manifest;
});
const [{ version }, ...programs] = packages as [Manifest, ...Manifest[]];
const empty = ofOwner.filter((key) => !packages.every((manifest) => manifest[key]));
const wrong = [
  empty.length > 0 && `package.json lacks ${empty.join(', ')}`,
  run('git', 'status', '--porcelain') !== '' && 'the working tree has changes',
  programs.some((of) => of.version !== version) &&
    `the packages have versions ${packages.map((of) => of.version).join(', ')}`,
  !read('CHANGELOG.md').includes(`\n## ${version}`) && `CHANGELOG.md has no section ${version}`,
].filter((of) => of !== false);
console.log(wrong.length > 0 ? `Not ready: ${wrong.join('; ')}.` : 'Ready to be published.');
if (wrong.length > 0) process.exitCode = 1;
