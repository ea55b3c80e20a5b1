/** A project of a user: the packed package and what it depends on among its `node_modules`, and the smoke suite. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rows } from '../../test/support/vectors.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Packs what is built, without building.
 * @param from The folder of the package.
 */
export function pack(into: string, from = root): string {
  mkdirSync(into, { recursive: true });
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', into], {
    cwd: from,
    stdio: ['ignore', 'ignore', 'ignore'],
    shell: process.platform === 'win32',
  });
  return join(into, readdirSync(into).find((name) => name.endsWith('.tgz'))!);
}

/** Packages that are installed with this one, by the bill of materials of the build, and those that its files have copies of. */
function dependencies(): readonly string[] {
  const bom = JSON.parse(readFileSync(join(root, 'dist', 'sbom.cdx.json'), 'utf8')) as {
    readonly components: readonly {
      readonly name: string;
      readonly components?: readonly { readonly name: string }[];
    }[];
  };
  const names = bom.components.flatMap(({ name, components: copies }) =>
    copies ? copies.map((of) => of.name) : [name],
  );
  return [...new Set(names)];
}

/** Thirty transactions: one of each type, then more. */
function txs(): readonly { readonly chain: string; readonly hex: string }[] {
  const all = (['p-public', 'x-public', 'c-public'] as const)
    .flatMap((name): readonly { type: string; chain: string; hex: string; json: string }[] =>
      rows(name),
    )
    // Names that JSON cannot carry do not come back from it.
    .filter(({ json }) => !json.includes('\\ufffd'));
  const first = new Map(all.toReversed().map((row) => [row.type, row]));
  const chosen = new Set([...first.values(), ...all].slice(0, 30));
  return [...chosen].map(({ chain, hex }) => ({ chain, hex }));
}

const inputs = (): string =>
  `export const state = ${JSON.stringify(readFileSync(join(root, 'examples', 'state.json'), 'utf8'))};
export const txs = ${JSON.stringify(txs(), null, 1)};
`;

/** The suite's digests in what programs print; `main.js` prints one. */
export const digestsIn = (text: string): readonly string[] =>
  [...text.matchAll(/SMOKE (\w+)/g)].map(([, digest]) => digest!);

/** Runs the installed command line over the inputs, one by one and as a stream, and prints the digest of what it prints. */
const commandLine = `import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { txs } from './inputs.js';
const hash = createHash('sha256');
const run = (args, input = '') =>
  hash.update(execFileSync(process.execPath, ['node_modules/avalanche-tx-cli/dist/main.js', ...args], { input }));
for (const { hex } of txs) run(['decode', hex]);
run(['decode', '--stream'], txs.map((tx, id) => JSON.stringify({ id, ...tx }) + '\\n').join(''));
console.log('SMOKE', hash.digest('hex'));
`;

/**
 * Makes the project anew in a folder.
 * @param program The tarball of the command line, if it is installed as well.
 */
export function makeApp(folder: string, tarball: string, program?: string): void {
  rmSync(folder, { recursive: true, force: true });
  const modules = join(folder, 'node_modules');
  const home = join(modules, 'avalanche-tx');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['xzf', tarball, '--strip-components=1', '-C', home]);
  if (program !== undefined) {
    const beside = join(modules, 'avalanche-tx-cli');
    mkdirSync(beside);
    execFileSync('tar', ['xzf', program, '--strip-components=1', '-C', beside]);
  }
  for (const name of dependencies())
    cpSync(join(root, 'node_modules', name), join(modules, name), { recursive: true });
  const files = {
    'package.json': '{ "name": "app", "private": true, "type": "module" }\n',
    'smoke.js': readFileSync(join(root, 'tools', 'platforms', 'smoke.js'), 'utf8'),
    'inputs.js': inputs(),
    'commandline.js': commandLine,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a program
    'main.js': "import { smoke } from './smoke.js';\nconsole.log(`SMOKE ${smoke()}`);\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
