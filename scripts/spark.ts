/**
 * Apache Spark for `examples/spark`, in a Python environment of its own beside the example.
 *
 *     npx tsx scripts/spark.ts SCRIPT [ARGUMENT ...]
 *
 * installs what `requirements.txt` names, if that was not done yet, and runs a script of the example with `spark-submit`
 * on a cluster of two worker processes on this machine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const example = fileURLToPath(new URL('../examples/spark/', import.meta.url));
const environment = join(example, '.venv');
const requirements = join(example, 'requirements.txt');
const stamp = join(environment, 'requirements.txt');

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
    const child = spawn(command, args, { cwd: example, env: { ...process.env, ...env } });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0
        ? resolve(output)
        : reject(new Error(`${command} ${args.join(' ')}: ${status}\n${complaint.slice(-8000)}`)),
    );
  });

/** Installs what the example needs, once. */
export async function installSpark(): Promise<void> {
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(environment, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', environment]);
  await run(join(environment, 'bin', 'pip'), ['install', '--quiet', '-r', requirements]);
  writeFileSync(stamp, wanted);
}

/** Runs a script of the example on Spark and gives what it prints. */
export const spark = (master: string, script: string, ...args: readonly string[]) =>
  run(
    join(environment, 'bin', 'spark-submit'),
    ['--master', master, '--conf', 'spark.ui.enabled=false', script, ...args],
    {
      PATH: `${join(environment, 'bin')}:${process.env.PATH}`,
      PYSPARK_PYTHON: join(environment, 'bin', 'python'),
      SPARK_LOCAL_IP: '127.0.0.1',
    },
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = sparkMissing();
  if (missing !== undefined) throw new Error(missing);
  const [script = 'decode.py', ...args] = process.argv.slice(2);
  await installSpark();
  process.stdout.write(await spark('local-cluster[2,1,1024]', script, ...args));
}
