/**
 * The Go programs of `vectors/oracle`, built when they are needed: all of them at once, as they share nearly all packages. They are
 * kept in the user's cache folder, by a hash of their sources, so that other checkouts of the same sources do not build them again.
 *
 *     npx tsx scripts/oracle.ts     # builds them and prints where they are
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findOnPath } from './path.ts';

const oracleNames = ['poracle', 'xoracle', 'localnode', 'codecbench'] as const;
export type OracleName = (typeof oracleNames)[number];

const module = fileURLToPath(new URL('../vectors/oracle/', import.meta.url));
/** Where the programs of all versions of the sources are, each in a folder of its own. */
const cache = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'avalanche-tx',
  'oracle',
);
/** How many versions are kept. */
const keptVersions = 4;

const goMod = (pattern: RegExp): string => {
  const found = pattern.exec(fs.readFileSync(join(module, 'go.mod'), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`vectors/oracle/go.mod has no line like ${pattern}`);
  return found;
};

/** The avalanchego that everything is compared with, for instance `v1.2.3`: go.mod alone names it. */
export const avalanchegoVersion = (): string => goMod(/ava-labs\/avalanchego (v\S+)/);

/** Where `go` is on the PATH, if it is. */
export const findGo = (): string | undefined => findOnPath('go');

/** One line that says what to install. */
export const goMissing = (): string =>
  `Go is missing: the oracle (vectors/oracle, over avalanchego ${avalanchegoVersion()}) ` +
  `needs Go ${goMod(/^go (\S+)/m)} or newer on the PATH, and a C compiler.`;

let building: Promise<string> | undefined;

/** The folder of the programs, built now if there are none of these sources. */
export const buildOracle = (): Promise<string> => (building ??= build());

/** The path of an oracle program. */
export const oracle = async (name: OracleName): Promise<string> =>
  join(await buildOracle(), process.platform === 'win32' ? `${name}.exe` : name);

/** Runs an oracle program on `input` and gives what it writes; throws what it complains of. */
export async function runOracle(name: OracleName, args: readonly string[], input = '') {
  return run(await oracle(name), args, input);
}

async function build(): Promise<string> {
  const go = findGo();
  if (go === undefined) throw new Error(goMissing());
  const folder = join(cache, sourceHash());
  if (fs.existsSync(folder)) return folder;
  fs.mkdirSync(cache, { recursive: true });
  const unlock = await lock(`${folder}.lock`);
  try {
    if (fs.existsSync(folder)) return folder; // another process built them meanwhile
    const draft = `${folder}.${process.pid}`;
    fs.mkdirSync(draft);
    const packages = oracleNames.map((name) => `./cmd/${name}`);
    await run(go, ['build', '-buildvcs=false', '-o', draft, ...packages]);
    fs.renameSync(draft, folder);
    forgetOld();
    return folder;
  } finally {
    unlock();
  }
}

/** Deletes all versions but the newest, and what builds that were ended have left. */
function forgetOld(): void {
  const folders = fs
    .readdirSync(cache, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(cache, name));
  const age = new Map(folders.map((folder) => [folder, fs.statSync(folder).mtimeMs]));
  const newest = folders.sort((a, b) => age.get(b)! - age.get(a)!);
  for (const folder of newest.slice(keptVersions))
    fs.rmSync(folder, { recursive: true, force: true });
}

/** Changes with any file that goes into the programs. */
function sourceHash(): string {
  const hash = createHash('sha256');
  for (const entry of fs
    .readdirSync(module, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && /\.(go|mod|sum)$/.test(e.name))
    .map((e) => join(e.parentPath, e.name))
    .sort())
    hash.update(relative(module, entry)).update('\0').update(fs.readFileSync(entry)).update('\0');
  return hash.digest('hex');
}

/** Waits until no other live process holds the lock file, takes it, and gives what releases it. */
async function lock(file: string): Promise<() => void> {
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (abandoned(file)) fs.rmSync(file, { force: true });
    else await sleep(200);
  }
}

function abandoned(file: string): boolean {
  try {
    process.kill(Number(fs.readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function run(program: string, args: readonly string[], input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: module });
    const output: Buffer[] = [];
    const complaints: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    child.stdin.on('error', () => {}); // it ended early, and says why on stderr
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else
        reject(
          new Error(
            `${[program, ...args].join(' ')} failed (${code}): ${Buffer.concat(complaints).toString().trim()}`,
          ),
        );
    });
  });
}

/** Runs the body of a command; a failure becomes one message and exit code 1. */
export async function command(url: string, body: () => Promise<void>): Promise<void> {
  if (process.argv[1] !== fileURLToPath(url)) return; // imported, not run
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

await command(import.meta.url, async () => {
  for (const name of oracleNames) console.log(await oracle(name));
});
