/**
 * `npm run release -- --dry-run` builds and packs both packages, and checks what neither a test nor npm does: that everything is committed,
 * the changelog has the version, and both packages have the same. It prints the hashes of the tarballs and what an owner has still to fill
 * in. It publishes nothing: a workflow of the repository's host does.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

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
const ofOwner = ['repository', 'homepage', 'bugs', 'author'];

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } });
if (!values['dry-run']) {
  console.error(
    'A workflow publishes, not a maintainer’s machine: see RELEASING.md. Try --dry-run.',
  );
  process.exit(2);
}
run('npm', 'run', 'build');
const packages = ['./', './apps/cli/', './apps/index/'].map((folder) => {
  const manifest = JSON.parse(read(`${folder}package.json`)) as Manifest;
  const [packed] = JSON.parse(
    run('npm', 'pack', folder, '--dry-run', '--ignore-scripts', '--json'),
  );
  const empty = ofOwner.filter((key) => !manifest[key]);
  console.log(
    `${manifest.name}@${manifest.version}: ${packed.entryCount} files, ${packed.integrity}`,
  );
  if (empty.length > 0) console.log(`  still to be filled in by an owner: ${empty.join(', ')}`);
  return manifest;
});
const [{ version }, ...programs] = packages as [Manifest, ...Manifest[]];
const wrong = [
  run('git', 'status', '--porcelain') !== '' && 'the working tree has changes',
  programs.some((of) => of.version !== version) &&
    `the packages have versions ${packages.map((of) => of.version).join(', ')}`,
  !read('CHANGELOG.md').includes(`\n## ${version}`) && `CHANGELOG.md has no section ${version}`,
].filter((of) => of !== false);
console.log(wrong.length > 0 ? `Not ready: ${wrong.join('; ')}.` : 'Ready to be published.');
if (wrong.length > 0) process.exitCode = 1;
