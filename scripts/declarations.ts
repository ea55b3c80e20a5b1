/**
 * Finishes the declaration files of `dist`: comments that editors show on hover (`hover.ts`), and names that compilers before 5.7
 * know, which cannot read `Uint8Array<ArrayBufferLike>`. The declaration maps follow, so that "go to definition" opens the line in
 * `src`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { withComments } from './hover.ts';

/** The type argument that is the default since 5.7, and that older compilers do not have. */
const argument = /(?<=\b(?:Uint8Array|DataView))<ArrayBuffer(?:Like)?>/g;

/** Columns that a line loses in front of one of its columns. */
const removedBefore = (line: string, column: number): number =>
  [...line.matchAll(argument)]
    .filter(({ index }) => index < column)
    .reduce((sum, [text]) => sum + text.length, 0);

/** A declaration file as it is published, and the lines of the compiler's file that its lines come from. */
export function finished(text: string): {
  readonly text: string;
  /** For each line the number of the compiler's line; `undefined` for one that was added. */
  readonly origins: readonly (number | undefined)[];
} {
  const before = text.replace(argument, '').split('\n');
  const after = withComments(before.join('\n'));
  let next = 0;
  // Comments are whole lines in front of a line that stays as it was.
  const origins = after.split('\n').map((line) => (line === before[next] ? next++ : undefined));
  if (next !== before.length) throw new Error(`line ${next + 1} is changed: ${before[next]}`);
  return { text: after, origins };
}

/** The mappings of a declaration map for the finished file. */
export function moved(
  mappings: string,
  text: string,
  origins: readonly (number | undefined)[],
): string {
  const lines = text.split('\n');
  const segments = decode(mappings);
  return encode(
    origins.map((origin) =>
      origin === undefined
        ? []
        : (segments[origin] ?? []).map((segment) => {
            const [column, ...rest] = segment;
            const moved = column - removedBefore(lines[origin]!, column);
            return [moved, ...rest] as typeof segment;
          }),
    ),
  );
}

function finish(dist: string): void {
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(dist, name);
    const before = readFileSync(path, 'utf8');
    const { text, origins } = finished(before);
    if (text === before) continue;
    writeFileSync(path, text);
    const map = JSON.parse(readFileSync(`${path}.map`, 'utf8')) as { mappings: string };
    map.mappings = moved(map.mappings, before, origins);
    writeFileSync(`${path}.map`, JSON.stringify(map));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  finish(fileURLToPath(new URL('../dist', import.meta.url)));
