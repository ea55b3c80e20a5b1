/** Tools of the registries, in a cache outside of the repository, in the versions of `pinned.json`. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Pinned = { readonly [tool: string]: { readonly [name: string]: string } };

const pinned = JSON.parse(readFileSync(new URL('pinned.json', import.meta.url), 'utf8')) as Pinned;

/** Where tools are installed: `PLATFORMS_CACHE`, or a folder of the temporary one. */
export const cache = process.env.PLATFORMS_CACHE || join(tmpdir(), 'avalanche-tx-platforms');

/** Above it a program is taken for one that does not end. */
const limit = 600_000;

interface RunOptions {
  readonly cwd: string;
  readonly env?: { readonly [name: string]: string };
}

/** What a program prints. Rejects with the end of it if the program fails. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const program = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [program.stdout, program.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    const timer = setTimeout(() => program.kill('SIGKILL'), limit);
    program.once('error', reject);
    program.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(text);
      else reject(new Error(`ended with ${code ?? signal}: ${text.slice(-3000)}`));
    });
  });
}

/** An installed tool. */
export interface Tool {
  readonly folder: string;
  /** Of its first package. */
  readonly version: string;
  /** The path of a program that it brings. */
  bin(name: string): string;
}

/** The tool, installed if the cache does not have it in these versions. */
export async function toolOf(name: string): Promise<Tool> {
  const packages = pinned[name];
  if (!packages) throw new Error(`pinned.json has no ${name}`);
  const folder = join(cache, name);
  const done = join(folder, 'installed.json');
  const wanted = JSON.stringify(packages);
  if (!existsSync(done) || readFileSync(done, 'utf8') !== wanted) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const specs = Object.entries(packages).map(([of, version]) => `${of}@${version}`);
    await run('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...specs], {
      cwd: folder,
    });
    writeFileSync(done, wanted);
  }
  return {
    folder,
    version: Object.values(packages)[0]!.replace(/^npm:.*@/, ''),
    bin: (program) => join(folder, 'node_modules', '.bin', program),
  };
}
