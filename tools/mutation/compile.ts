/** Finds the mutants that do not type-check, all in one run of the compiler. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSource } from '../../scripts/source.ts';
import { root } from './host.ts';
import { hashOf, placeOf } from './record.ts';
import { type Mutation, mutate } from './sites.ts';

interface Candidate {
  readonly file: string;
  readonly mutation: Mutation;
}

/** The file that keeps which mutants of the source, as it is now, do not compile. */
function keptFile(): string {
  const folder = join(tmpdir(), 'avalanche-tx-mutation');
  mkdirSync(folder, { recursive: true });
  return join(folder, `types-${hashOf(readSource(join(root, 'src')))}.json`);
}

/**
 * Which of the mutants do not compile. The answers are kept in the temporary folder while the source is the same.
 */
export function findTypeErrors(candidates: readonly Candidate[]): ReadonlySet<number> {
  const file = keptFile();
  const kept = new Map(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, boolean][]) : [],
  );
  const fresh = candidates.filter((of) => !kept.has(placeOf(of)));
  if (fresh.length > 0) {
    const broken = compile(fresh);
    for (const [i, of] of fresh.entries()) kept.set(placeOf(of), broken.has(i));
    writeFileSync(file, JSON.stringify([...kept]));
  }
  return new Set(candidates.flatMap((of, i) => (kept.get(placeOf(of)) ? [i] : [])));
}

/**
 * Writes each mutant beside its file in a copy of the source and type-checks them together.
 * A mutant that breaks only the types of other files counts as one that compiles.
 * @returns Which of them do not compile.
 */
function compile(candidates: readonly Candidate[]): ReadonlySet<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    const src = join(folder, 'src');
    cpSync(join(root, 'src'), src, { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    const config = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
      readonly compilerOptions: object;
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...config.compilerOptions,
          // That something is unused now is no error of types.
          noUnusedLocals: false,
          noUnusedParameters: false,
          allowUnreachableCode: true,
        },
        include: ['src'],
      }),
    );
    const copyOf = (file: string, i: number | string) => file.replace(/\.ts$/, `.mutant${i}.ts`);
    candidates.forEach(({ file, mutation }, i) => {
      const text = readFileSync(join(src, file), 'utf8');
      writeFileSync(join(src, copyOf(file, i)), mutate(text, mutation));
      writeFileSync(join(src, copyOf(file, 'none')), text);
    });
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const broken = new Set<string>();
    // While there are errors of syntax, the compiler tells of no others.
    for (let again = true; again; ) {
      const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1 << 30,
      });
      const errors = [...stdout.matchAll(/^src\/(\S+?)\(\d+,\d+\): error TS(\d+)/gm)];
      again = errors.length > 0 && errors.every(([, , code]) => /^1\d{3}$/.test(code!));
      for (const [, file] of errors) broken.add(file!);
      const unmutated = errors.find(
        ([, file]) => file!.endsWith('.mutantnone.ts') || !file!.includes('.mutant'),
      );
      if (unmutated !== undefined)
        throw new Error(
          `${unmutated[1]} does not type-check without a mutation:\n${stdout.slice(0, 2000)}`,
        );
      for (const file of broken) rmSync(join(src, file), { force: true });
    }
    return new Set(candidates.flatMap(({ file }, i) => (broken.has(copyOf(file, i)) ? [i] : [])));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
