/**
 * Apache Spark and DuckDB for `examples/engines`: the machine's, or those in a Python environment of its own beside the example.
 *
 *     npx tsx scripts/spark.ts [--master MASTER] SCRIPT [ARGUMENT ...]
 *
 * installs what `requirements.txt` names, if it is not there, and runs a script of the example with `spark-submit`,
 * by default on a cluster of two worker processes on this machine. It ends with how long that took.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const example = fileURLToPath(new URL('../examples/engines/', import.meta.url));
const environment = join(example, '.venv');
const requirements = join(example, 'requirements.txt');

/** What Spark needs and is not here, in one line. */
export function sparkMissing(): string | undefined {
  const answers = (command: string, ...args: string[]) =>
    spawnSync(command, args, { encoding: 'utf8' });
  const python = answers('python3', '-c', 'import sys, venv; print(sys.version_info >= (3, 10))');
  const java = /version "(\d+)/.exec(answers('java', '-version').stderr ?? '');
  const missing = [
    ...(python.stdout?.trim() === 'True' ? [] : ['Python 3.10 or newer with venv']),
    ...(java && Number(java[1]) >= 17 ? [] : ['Java 17 or newer']),
  ];
  return missing.length > 0 ? `Spark needs ${missing.join(' and ')} on the PATH.` : undefined;
}

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<string>((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env } });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0
        ? resolve(output)
        : reject(
            new Error(
              `${command} ${args.join(' ')}: ${status}\n${complaint.slice(-8000)}\n${output.slice(-2000)}`,
            ),
          ),
    );
  });

interface Python {
  readonly python: string;
  /** Where pyspark, and Spark with it, is. */
  readonly home: string;
}

/** Prints what is installed of the requirements, as they are written, and the folder of pyspark. */
const installed = `
import importlib.metadata as metadata, importlib.util as util, sys
for line in sys.argv[1].split():
    name = line.split('==')[0]
    print(name + '==' + metadata.version(name))
print(util.find_spec('pyspark').submodule_search_locations[0])`;

/** A Python that has what the example needs: the machine's own, else one that is installed beside the example, once. */
async function pythonWithSpark(): Promise<Python> {
  const wanted = readFileSync(requirements, 'utf8');
  const homeIn = (python: string): string | undefined => {
    const { stdout } = spawnSync(python, ['-c', installed, wanted], { encoding: 'utf8' });
    const lines = stdout?.trim().split('\n') ?? [];
    const home = lines.pop();
    return lines.join('\n') === wanted.trim() ? home : undefined;
  };
  const own = join(environment, 'bin', 'python');
  for (const python of ['python3', own]) {
    const home = homeIn(python);
    if (home !== undefined) return { python, home };
  }
  rmSync(environment, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', environment]);
  await run(own, ['-m', 'pip', 'install', '--quiet', '-r', requirements]);
  return { python: own, home: homeIn(own)! };
}

let found: Promise<Python> | undefined;

/** How a script of the example is run on Spark, which is installed if it is not there. */
export async function sparkCommand(master: string, script: string, ...args: readonly string[]) {
  found ??= pythonWithSpark();
  const { python, home } = await found;
  return {
    command: join(home, 'bin', 'spark-submit'),
    args: ['--master', master, '--conf', 'spark.ui.enabled=false', join(example, script), ...args],
    env: { SPARK_HOME: home, PYSPARK_PYTHON: python, SPARK_LOCAL_IP: '127.0.0.1' },
  };
}

/** Runs a script of the example on Spark and gives what it prints. */
export async function spark(master: string, script: string, ...given: readonly string[]) {
  const { command, args, env } = await sparkCommand(master, script, ...given);
  return run(command, args, env);
}

/** Runs a script of the example with Python, and gives what it prints. */
export async function python(script: string, ...args: readonly string[]): Promise<string> {
  found ??= pythonWithSpark();
  return run((await found).python, [join(example, script), ...args]);
}

/** A Python that has DuckDB of the version in `requirements.txt`; without one, it is installed alone, without Spark. */
async function pythonWithDuckDB(): Promise<string> {
  const [wanted = ''] = /^duckdb==.*$/m.exec(readFileSync(requirements, 'utf8')) ?? [];
  const program = "import duckdb; print('duckdb==' + duckdb.__version__)";
  const alone = fileURLToPath(new URL('../node_modules/.cache/duckdb/', import.meta.url));
  const own = join(alone, 'bin', 'python');
  for (const python of ['python3', join(environment, 'bin', 'python'), own])
    if (spawnSync(python, ['-c', program], { encoding: 'utf8' }).stdout?.trim() === wanted)
      return python;
  rmSync(alone, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', alone]);
  await run(own, ['-m', 'pip', 'install', '--quiet', wanted]);
  return own;
}

let duckdbPython: Promise<string> | undefined;

/** Runs a Python program that uses DuckDB, and gives what it prints. */
export async function duckdb(program: string, ...args: readonly string[]): Promise<string> {
  duckdbPython ??= pythonWithDuckDB();
  return run(await duckdbPython, ['-c', program, ...args]);
}

/** Runs a program that may import the scripts of the example, and gives what it prints. */
export async function pythonProgram(program: string, ...args: readonly string[]): Promise<string> {
  found ??= pythonWithSpark();
  return run((await found).python, ['-c', program, ...args], { PYTHONPATH: example });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = sparkMissing();
  if (missing !== undefined) throw new Error(missing);
  const given = process.argv.slice(2);
  const master = given[0] === '--master' ? given.splice(0, 2)[1]! : 'local-cluster[2,1,1024]';
  const [script = 'decode.py', ...args] = given;
  const started = performance.now();
  process.stdout.write(await spark(master, script, ...args));
  process.stderr.write(`${master}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}
