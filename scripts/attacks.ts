/**
 * The table of the threat model: every field of every transaction, draft, state file and network file, what an attacker gains by changing
 * it, and what objects. `vectors/attacks.ndjson.br` records what was seen; the page is made from that.
 *
 *     npx tsx scripts/attacks.ts [--seeds 1,2]                  look at every change, and print what nothing objects to
 *     npx tsx scripts/vectors.ts --only attacks.ndjson.br      record what is seen; then `npm run docs`
 */
import { parseArgs } from 'node:util';
import { type AttackRow, attackRows, type Table, tables } from '../test/security/attack/rows.ts';
import { linesOf } from '../test/support/vectors.ts';
import { table } from './markdown.ts';

/** Seeds of the recorded table: with the odd one nothing is staked that is locked. */
export const recordedSeeds: readonly number[] = [1, 2];

/** Every row, as it is now. */
export const recordAttacks = (seeds = recordedSeeds): readonly AttackRow[] =>
  (Object.keys(tables) as Table[]).flatMap((name) => attackRows(name, seeds));

/** Every row, as it is recorded. */
export const recordedAttacks = (): readonly AttackRow[] =>
  linesOf('attacks').map((line) => JSON.parse(line) as AttackRow);

/** Types that nodes make, or no longer take: no draft of them can be read. */
export const unbuildable: Readonly<Record<string, string>> = {
  'platformvm.AddValidatorTx': 'nodes refuse it since Durango',
  'platformvm.AddDelegatorTx': 'nodes refuse it since Durango',
  'platformvm.TransformSubnetTx': 'nodes refuse it since Etna',
  'platformvm.AdvanceTimeTx': 'only nodes make it',
  'platformvm.RewardValidatorTx': 'only nodes make it',
  'platformvm.RewardAutoRenewedValidatorTx': 'only nodes make it',
};

const titles: { readonly [T in Table]: readonly [title: string, first: string] } = {
  tx: ['Transactions', 'reader'],
  draft: ['Drafts', 'reader'],
  state: ['State files', 'builder'],
  network: ['Network files', 'builder'],
};

/** Whether only a comparison with what was meant objects. */
export const isDiffAlone = ({ by, gains }: AttackRow): boolean =>
  gains !== undefined && Object.keys(by).join() === 'diff';

const names = (types: readonly string[]): string =>
  types
    .map((type) =>
      type
        .replace(/^platformvm\./, 'P ')
        .replace(/^avm\./, 'X ')
        .replace(/^atomic\./, 'C ')
        .replace(/Tx$/, ''),
    )
    .join(', ');

/** Types, of all that have the field. */
function ofText(types: readonly string[], all: readonly string[]): string {
  const others = all.filter((type) => !types.includes(type));
  if (others.length === 0) return types.length > 3 ? 'all that have it' : names(types);
  return others.length <= 4 && types.length > others.length
    ? `all but ${names(others)}`
    : names(types);
}

const mark = (says: string | undefined): string =>
  says === undefined ? '–' : says === '' ? 'yes' : `\`${says.split(' ')[0]}\``;

function rowsText(name: Table, rows: readonly AttackRow[]): string {
  const [title, first] = titles[name];
  const all = (field: string) => [
    ...new Set(rows.filter((row) => row.field === field).flatMap(({ types }) => types)),
  ];
  const judges = [
    ...new Set([first, 'reader', 'sign', 'policy', 'explain', 'diff']),
  ] as (keyof AttackRow['by'])[];
  const lines = rows.map((row) => [
    `\`${row.field}\``,
    ofText(row.types, all(row.field)),
    row.way,
    row.gains ?? `Nothing. ${row.nothing}`,
    ...judges.map((judge) =>
      judge === 'diff' && isDiffAlone(row) ? `**${mark(row.by.diff)} alone**` : mark(row.by[judge]),
    ),
    row.gains && Object.keys(row.by).length === 0
      ? row.always
        ? 'each by one of them'
        : '**NO**'
      : '',
  ]);
  return [
    `### ${title}`,
    table(
      [
        'field',
        'of',
        'change',
        'gain',
        ...judges.map((judge) => (judge === 'policy' ? 'policy' : judge)),
        '',
      ],
      lines,
    ),
  ].join('\n\n');
}

/** The tables of the page. */
export function attackTables(): string {
  const rows = recordedAttacks();
  const parts = (Object.keys(tables) as Table[]).map((name) =>
    rowsText(
      name,
      rows.filter((row) => row.table === name),
    ),
  );
  const others = Object.entries(unbuildable).map(([type, why]) => [`\`${type}\``, why]);
  return [
    ...parts,
    '### Types without drafts',
    'Nothing can be gained by a field of these: whatever says that it is a draft of one is refused when it is read.',
    table(['type', 'why'], others),
  ].join('\n\n');
}

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
