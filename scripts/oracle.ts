/**
 * The Go programs of `vectors/oracle`, built when they are needed: all of them at once, as they share nearly all packages. They are
 * kept outside the repository by a hash of their sources, so that other checkouts of the same sources do not build them again.
 *
 *     npx tsx scripts/oracle.ts     # builds them and prints where they are
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kept } from './kept.ts';
import { findOnPath } from './path.ts';

const oracleNames = ['poracle', 'xoracle', 'localnode', 'codecbench'] as const;
export type OracleName = (typeof oracleNames)[number];

const module = fileURLToPath(new URL('../vectors/oracle/', import.meta.url));
const goMod = (pattern: RegExp): string => {
  const found = pattern.exec(readFileSync(join(module, 'go.mod'), 'utf8'))?.[1];
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
  return kept('oracle', ['vectors/oracle'], async (folder) => {
    const packages = oracleNames.map((name) => `./cmd/${name}`);
    await run(go, ['build', '-buildvcs=false', '-o', folder, ...packages]);
  });
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
