/**
 * The figures of the documentation, out of the one run that `benchmarks/results.md` is: `npm run bench -- --write` measures everything anew
 * and writes the pages.
 */
import { readFileSync } from 'node:fs';
import { between } from './markdown.ts';

const page = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

const tables = page('benchmarks/results.md')
  .split('\n### ')
  .slice(1)
  .map((text): Table => {
    const [title = '', ...lines] = text.split('\n');
    const [head = '', , ...rows] = lines.filter((line) => line.startsWith('|'));
    return { title, columns: cellsOf(head), rows: rows.map(cellsOf) };
  });

/** The table whose title begins so. */
function tableOf(title: string): Table {
  const found = tables.find((table) => table.title.startsWith(title));
  if (!found)
    throw new Error(`benchmarks/results.md has no table "${title}": npm run bench -- --write`);
  return found;
}

/** The row of a table that begins with these cells. */
function rowOf(title: string, ...names: readonly string[]): readonly string[] {
  const { rows } = tableOf(title);
  const found = rows.find((row) => names.every((name, i) => row[i] === name));
  if (!found) throw new Error(`"${title}" has no row ${names.join(', ')}`);
  return found;
}

/** A cell, by the name of its column; the last one of the name. */
function cellOf(title: string, names: readonly string[], column: string): string {
  const at = tableOf(title).columns.lastIndexOf(column);
  return rowOf(title, ...names)[at] ?? '';
}

/** A number with so many digits that count. */
const short = (value: number, digits = 2): string =>
  Number(value.toPrecision(digits)).toLocaleString('en-US', { maximumFractionDigits: 4 });

/** A table of Markdown whose columns but the first are numbers. */
const markdown = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    titles,
    titles.map((_, i) => (i === 0 ? '---' : '--:')),
    ...rows.map((row) => titles.map((_, i) => row[i] ?? '')),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

function codec(): string {
  const ratio = (title: string, name: string, by = 'ours') =>
    ['decode', 'encode'].map((work) => cellOf(title, [`${work} ${name}`, by], 'ratio'));
  const single = 'Two transactions, nothing traced yet';
  const beside = 'Beside avalanchejs';
  const row = (label: string, title: string, name: string, hasPeer = false) => [
    label,
    ...ratio(title, name),
    ...(hasPeer ? ratio(title, name, 'avalanchejs').map((times) => Number(times).toFixed(1)) : []),
  ];
  return markdown(
    ['', 'decode', 'encode', 'avalanchejs: decode', 'encode'],
    [
      row('AddPermissionlessValidatorTx, 534 bytes', single, 'simple'),
      row('the same, 1038 bytes', single, 'complex'),
      row('all 23 P-chain types, 600 transactions', 'P-chain mix', 'P-chain mix'),
      row('a P-chain transaction without a BLS proof', beside, 'P-chain, no BLS proof', true),
      row('a BaseTx of the X-chain', beside, 'X-chain BaseTx', true),
    ],
  );
}

const micro = (nanoseconds: string): string => `${short(Number(nanoseconds) / 1000)} µs`;

const node = (): string =>
  markdown(
    ['', 'ours', 'avalanchego', 'times ours'],
    tableOf('Beside avalanchego').rows.map(([work = '', ours = '', theirs = '', times = '']) => [
      work,
      micro(ours),
      micro(theirs),
      Number(times).toFixed(1),
    ]),
  );

function types(): string {
  const title = 'Every type, signed: JSON text';
  const of = (column: string) => cellOf(title, ['P, all types'], column);
  return markdown(
    ['', 'ours', 'avalanchejs', 'avalanchego'],
    [
      ['JSON text to bytes, its id checked', micro(of('from JSON'))],
      ['id of bytes', micro(of('id')), `${of('avalanchejs')} times`, `${of('avalanchego')} times`],
      ['place and meaning of every byte', micro(of('spans'))],
    ],
  );
}

function build(): string {
  const of = (title: string, label: string, name: string) => {
    const { rows } = tableOf(title);
    const [ours, theirs] = [true, false].map((isOurs) =>
      rows.find((row) => row[0] === name && (row[1] ?? '').startsWith('ours') === isOurs),
    );
    const times = theirs ? `${short(Number(theirs[3]))} times` : '';
    return [label, `${short(Number(ours![2]))} ms`, times];
  };
  const transfers = 'P-chain transfers';
  const signed = 'Signed and finalised';
  return markdown(
    ['', 'ours', 'avalanchejs'],
    [
      of(
        transfers,
        'a transfer, choosing among 300 UTXOs: 2 inputs, avalanchejs takes 20',
        'few of 300',
      ),
      of(transfers, 'among 10,000', 'few of 10000'),
      of(transfers, 'among 100,000', 'few of 100000'),
      of(transfers, '300 inputs', 'all of 300'),
      of(
        signed,
        '300 inputs of one key signed, all of it checked again',
        '300 inputs of one key, P',
      ),
      of(
        signed,
        '300 inputs of one key verified: rules, owners, signatures',
        'the same 300, verified as signed: rules, owners, signatures',
      ),
      of(
        signed,
        '300 signatures of 300 keys verified; in place of avalanchejs the recoveries of `@noble/secp256k1` alone',
        '300 signatures of 300 keys',
      ),
    ],
  );
}

const growth = (): string =>
  markdown(
    ['UTXOs', 'ms to decode and index', 'ms to build', 'MiB of the state', 'MiB more at most'],
    tableOf('Growth with the UTXOs').rows.map((row) => {
      const [utxos, index, , , ms, , , state, more] = row;
      return [short(Number(utxos), 7), index!, ms!, state!, more!];
    }),
  );

/** The ways of the stream, in columns of the table. */
const stream = (): string =>
  markdown(
    ['', 'lines', 'lines a second', 'times the first', 'µs of processors a line', 'most memory'],
    tableOf('decode --stream').rows.map(([way, lines, rate, times, processors, memory]) => [
      way!,
      short(Number(lines), 9),
      short(Number(rate), 3),
      times!,
      processors!,
      `${memory} MiB`,
    ]),
  );

/** Lines a second of one core of several: half of what two processes do. */
function perCore(): number {
  const { rows } = tableOf('decode --stream');
  const two = rows.filter(([way = '']) => way.startsWith('two processes')).at(-1)!;
  return Number(Number(two[2]).toPrecision(2)) / 2;
}

function arithmetic(): string {
  const duration = (seconds: number): string => {
    if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
    if (seconds < 7200) return `${short(seconds / 60)} min`;
    return `${short(seconds / 3600)} h`;
  };
  const rows = [
    ['1 million', 1e6],
    ['45 million: P, X and C of mainnet as counted below', 45e6],
    ['100 million', 1e8],
    ['1 billion', 1e9],
  ] as const;
  return markdown(
    ['transactions', '1 core', '16 cores', '10 machines of 16'],
    rows.map(([name, count]) => [
      name,
      ...[1, 16, 160].map((cores) => duration(count / perCore() / cores)),
    ]),
  );
}

function size(): string {
  const kB = (label: string): string => {
    const thousands = Number(rowOf('Size of a bundle', label)[2]) / 1000;
    return `${thousands.toFixed(thousands < 20 ? 1 : 0)} kB`;
  };
  const peer = kB('avalanchejs: everything');
  const chains = ['P', 'X', 'C'].map((chain) => kB(`${chain}-chain: decode`)).join(', ');
  return markdown(
    ['', 'ours', 'avalanchejs'],
    [
      ['decode one chain: P, X, C', chains, kB('avalanchejs: decode')],
      ['open any input, print the node’s JSON', kB('open anything, print node JSON')],
      ['build, check and sign a transfer', kB('build and sign a transfer')],
      [
        'the same, with the client of a node',
        kB('build and sign a transfer, with the client of a node'),
        `${peer}, without checks`,
      ],
      [
        'the wallet, with a private key: explanations, reviews and records too',
        kB('the wallet, with a private key'),
      ],
      [
        'every export that reads, builds, checks and signs, of three chains',
        kB('all that reads, builds, checks and signs'),
      ],
      ['every entry point', kB('every entry point')],
    ],
  );
}

const start = (): string => {
  const { rows } = tableOf('Start of a process');
  return markdown(['', 'ms', 'above an empty program', 'times it'], rows);
};
const whole = (title: string) => (): string => {
  const { columns, rows } = tableOf(title);
  return markdown(columns, rows);
};

const blocks: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/benchmarks.md': {
    codec,
    node,
    types,
    build,
    growth,
    size,
    start,
    requests: whole('A request over HTTP'),
    testnode: whole('Test node'),
    hostile: whole('Refusal of 1 MB'),
  },
  'docs/scale.md': { stream, arithmetic },
  'docs/threats.md': {
    'evidence-sizes': whole('Evidence: drafts'),
    'evidence-times': whole('Evidence: proofs'),
    'evidence-requests': whole('Evidence: requests'),
  },
};

/** A page with its figures. */
export const withFigures = (path: string, text = page(path)): string =>
  Object.entries(blocks[path] ?? {}).reduce(
    (found, [mark, block]) => between(found, mark, block()),
    text,
  );
