/**
 * Changes every field of every transaction, draft, state file and network file, and finds what objects. `vectors/attacks.ndjson.br` records it;
 * `test/security/README.md` explains it.
 *
 *     npx tsx scripts/attacks.ts [--seeds 1,2]                  look at every change, and print what nothing objects to
 *     npx tsx scripts/vectors.ts --only attacks.ndjson.br      record what is seen
 */
import { parseArgs } from 'node:util';
import { unbuilt } from '../src/builder/build.ts';
import { type AttackRow, attackRows, type Table, tables } from '../test/security/attack/rows.ts';
import { linesOf } from '../test/support/vectors.ts';

/** Seeds of the recorded table: with the odd one nothing is staked that is locked. */
export const recordedSeeds: readonly number[] = [1, 2];

/** Every row, as it is now. */
export const recordAttacks = (seeds = recordedSeeds): readonly AttackRow[] =>
  (Object.keys(tables) as Table[]).flatMap((name) => attackRows(name, seeds));

/** Every row, as it is recorded. */
export const recordedAttacks = (): readonly AttackRow[] =>
  linesOf('attacks').map((line) => JSON.parse(line) as AttackRow);

/** Types that nodes make, or no longer take: no draft of them can be read. */
export const unbuildable: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(unbuilt).map(([type, reason]) => [`platformvm.${type}`, reason]),
);

/** Whether only a comparison with what was meant objects. */
export const isDiffAlone = ({ by, gains }: AttackRow): boolean =>
  gains !== undefined && Object.keys(by).join() === 'diff';

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1,2' } } });
  for (const row of recordAttacks(values.seeds.split(',').map(Number))) {
    const { table: name, field, way, types } = row;
    if (row.gains && !row.always)
      console.log(`nothing objects: ${name} ${field}: ${way} (${types.join(', ')})`);
    else if (isDiffAlone(row))
      console.log(`diff alone: ${name} ${field}: ${way} (${types.join(', ')})`);
  }
}
