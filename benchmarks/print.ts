import type { BuildResult, BuildTables } from './build.ts';
import type { CodecTables } from './codec.ts';
import type { CoinsResult } from './coins.ts';
import type { EvidenceTables } from './evidence.ts';
import type { HostileCosts } from './hostile.ts';
import type { Result } from './measure.ts';
import type { NodeResult } from './node.ts';
import type { Size } from './size.ts';
import type { RequestResult, StartResult } from './start.ts';
import type { StreamResult } from './stream.ts';
import type { TestnodeCosts } from './testnode.ts';
import type { Beside, TypeResult } from './types.ts';

/** All that is measured, as `--json` keeps it. */
export interface Tables {
  readonly codec: CodecTables;
  readonly types: readonly TypeResult[];
  readonly node: readonly NodeResult[];
  readonly stream: readonly StreamResult[];
  readonly build: BuildTables;
  readonly fee: readonly Result[];
  readonly size: readonly Size[];
  readonly start: readonly StartResult[];
  readonly firstUse: readonly StartResult[];
  readonly requests: readonly RequestResult[];
  readonly testnode: TestnodeCosts;
  readonly evidence: EvidenceTables;
  readonly hostile: readonly HostileCosts[];
  readonly coins: { readonly recovery: number; readonly builds: readonly CoinsResult[] };
}

type Cell = string | number | undefined;
const whole = (n: number): string => n.toFixed(0);
const thousands = (n: number): string => n.toLocaleString('en-US');
const mebibytes = (bytes: number): string => whole(bytes / 2 ** 20);

/** A Markdown table; columns whose title starts with `|` hold text. */
function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((cell) => cell ?? '').join(' | ')} |`;
  return [
    `\n### ${title}\n`,
    line(columns.map((name) => name.replace(/^\|/, ''))),
    line(columns.map((name) => (name.startsWith('|') ? '---' : '--:'))),
    ...rows.map(line),
  ].join('\n');
}

const startsTable = (title: string, results: readonly StartResult[]): string =>
  table(
    title,
    ['|', 'ms', 'above an empty program', 'times it'],
    results.map((r) => [r.program, whole(r.milliseconds), r.above.toFixed(1), r.ratio.toFixed(2)]),
  );

const codecTable = (title: string, results: readonly Result[]): string =>
  table(
    title,
    ['|', '|', 'ns', 'MB/s', 'ratio', 'middle half'],
    results.map((r) => [
      r.case,
      r.variant,
      whole(r.nanoseconds),
      whole(r.megabytesPerSecond),
      r.ratio.toFixed(2),
      `${r.ratioFrom.toFixed(2)}–${r.ratioTo.toFixed(2)}`,
    ]),
  );

const buildTable = (title: string, results: readonly BuildResult[]): string =>
  table(
    title,
    ['|', '|', 'ms', 'ratio', 'inputs', 'nAVAX burned'],
    results.map((r) => [
      r.case,
      r.variant,
      r.milliseconds.toFixed(1),
      r.ratio.toFixed(2),
      r.inputs,
      String(r.fee),
    ]),
  );

const others = ['by hand', 'avalanchejs', 'avalanchego'];
/** How many times ours the libraries take. */
const times = ({ avalanchejs, avalanchego }: Beside): readonly Cell[] => [
  typeof avalanchejs === 'number' ? avalanchejs.toFixed(1) : avalanchejs,
  avalanchego?.toFixed(1),
];

const printers: { readonly [T in keyof Tables]: (numbers: Tables[T]) => readonly string[] } = {
  codec: ({ mix, single, singleTraced, mixed, mixedAfterJSON, peer }) => [
    codecTable('Two transactions, nothing traced yet', single),
    codecTable('The same after failed decodes and spans of every kind', singleTraced),
    codecTable(
      `P-chain mix: ${mix.transactions} signed transactions of all types, ${mix.left} left out`,
      mixed,
    ),
    codecTable('The same once values that came from JSON were encoded too', mixedAfterJSON),
    codecTable('Beside avalanchejs', peer),
  ],
  types: (results) => [
    table(
      'Every type, signed: ns a transaction; times the codec by hand; what others take, times ours',
      ['|', 'bytes', 'decode', ...others, 'encode', ...others],
      results.map(({ type, bytes, decode, encode }) => [
        type,
        whole(bytes),
        ...[decode, encode].flatMap((one) => [
          whole(one.ours),
          one.byHand?.toFixed(2),
          ...times(one),
        ]),
      ]),
    ),
    table(
      'Every type, signed: JSON text with the id, ids, spans; ns a transaction, and what others take, times ours',
      ['|', 'to JSON', 'avalanchego', 'from JSON', 'id', ...others.slice(1), 'spans'],
      results.map(({ type, toJSON, fromJSON, id, spans }) => [
        type,
        whole(toJSON.ours),
        toJSON.avalanchego?.toFixed(1),
        whole(fromJSON.ours),
        whole(id.ours),
        ...times(id),
        whole(spans.ours),
      ]),
    ),
  ],
  node: (results) =>
    results.length === 0
      ? ['\nBeside avalanchego: not measured, Go is missing.']
      : [
          table(
            `Beside avalanchego: ${results[0]!.transactions} distinct P-chain transactions of ${whole(results[0]!.bytes)} bytes`,
            ['|', 'ours, ns', 'avalanchego, ns', 'times ours'],
            results.map((r) => [r.work, whole(r.ours), whole(r.node), r.ratio.toFixed(2)]),
          ),
        ],
  stream: (results) => [
    table(
      `decode --stream: hex lines of ${whole(results[0]!.bytes)} bytes to JSON lines, the start of the process included`,
      ['|', 'lines', 'lines a second', 'ratio', 'µs of processors', 'most MiB'],
      results.map((r) => [
        r.way,
        r.lines,
        whole(r.perSecond),
        r.ratio?.toFixed(2),
        r.processors.toFixed(1),
        mebibytes(r.memory),
      ]),
    ),
  ],
  build: ({ transfers, signing, growth }) => [
    buildTable('P-chain transfers, from state to checked draft', transfers),
    buildTable('Signed and finalised', signing),
    table(
      'Growth with the UTXOs: decoded and indexed once, then chosen from; ns are for each',
      [
        'UTXOs',
        'ms to index',
        'ns',
        'of the processor',
        'ms to build',
        'ns',
        'of the processor',
        'MiB of the state',
        'MiB more at most',
      ],
      growth.map((r) => {
        const each = (milliseconds: number) => whole((milliseconds * 1e6) / r.utxos);
        return [
          r.utxos,
          whole(r.indexMilliseconds),
          each(r.indexMilliseconds),
          each(r.indexCPUMilliseconds),
          whole(r.milliseconds),
          each(r.milliseconds),
          each(r.cpuMilliseconds),
          mebibytes(r.stateBytes),
          mebibytes(r.peakBytes),
        ];
      }),
    ),
  ],
  fee: (results) => [
    table(
      'The continuous fee of L1 validators',
      ['|', '|', 'ms', 'ratio'],
      results.map((r) => [r.case, r.variant, (r.nanoseconds / 1e6).toPrecision(3), whole(r.ratio)]),
    ),
  ],
  size: (results) => [
    table(
      'Size of a bundle',
      ['|', 'minified', 'gzip -9'],
      results.map((r) => [r.label, r.minified, r.gzipped]),
    ),
  ],
  start: (results) => [startsTable('Start of a process: milliseconds of the processor', results)],
  firstUse: (results) => [
    startsTable('Import and first use, a whole process: milliseconds of the processor', results),
  ],
  requests: (results) => [
    table(
      'A request over HTTP (platform.getHeight): milliseconds of the server’s processor',
      ['|', 'ms'],
      results.map((r) => [r.server, r.milliseconds.toFixed(3)]),
    ),
  ],
  testnode: ({ start, issues, snapshots, bytes }) => [
    table(
      'Test node',
      ['|', '', 'ms'],
      [
        ['start, the first in its process', '', whole(start)],
        ...issues.map((of) => [
          `issue on ${of.chain} with ${thousands(of.utxos)} UTXOs`,
          `${of.ratio.toFixed(2)} times the recovery of its one signature`,
          of.milliseconds.toFixed(2),
        ]),
        ...snapshots.map((of) => [
          `snapshot and revert with ${thousands(of.utxos)} UTXOs`,
          '',
          of.milliseconds.toFixed(3),
        ]),
        ['memory of a UTXO', `${thousands(bytes)} bytes`, ''],
      ],
    ),
  ],
  evidence: ({ sizes, times, requests }) => [
    table(
      'Evidence: drafts',
      ['parents', 'draft without', 'draft with', 'a parent', 'QR parts without', 'QR parts with'],
      sizes,
    ),
    table('Evidence: proofs', ['|300 inputs', 'proven', 'parents', 'time to prove'], times),
    table(
      'Evidence: requests',
      ['|`connect().pchain.state`', 'parents', 'requests', 'requests again'],
      requests,
    ),
  ],
  hostile: (results) => [
    table(
      'Refusal of 1 MB that claims 2^31 elements, at every length of every type',
      ['|', 'claims', 'slowest, ms', '|which', 'largest, MB', '|which'],
      results.map(({ what, claims, slowest, largest }) => [
        what,
        thousands(claims),
        slowest.milliseconds.toFixed(3),
        slowest.title,
        (largest.bytes / 1e6).toFixed(1),
        largest.title,
      ]),
    ),
  ],
  coins: ({ recovery, builds }) => [
    table(
      `Builds, beside ${recovery.toFixed(2)} ms of one recovery of @noble/secp256k1; processor time`,
      ['|', 'UTXOs', 'transactions', 'inputs', 'ms', 'µs a UTXO'],
      builds.map((r) => [
        r.build,
        r.utxos,
        r.transactions,
        r.inputs,
        r.milliseconds.toFixed(2),
        ((r.milliseconds / r.utxos) * 1000).toFixed(2),
      ]),
    ),
  ],
};

/** What was measured as Markdown. */
export const printTables = (tables: { readonly [T in keyof Tables]?: unknown }): string =>
  (Object.keys(tables) as (keyof Tables)[])
    .flatMap((name) => (printers[name] as (numbers: unknown) => readonly string[])(tables[name]))
    .join('\n');
