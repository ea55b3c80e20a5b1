/** `npm run bench`: prints every table as Markdown; `--json FILE` keeps the numbers, `--rounds N` sets the rounds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, platform, release } from 'node:os';
import { parseArgs } from 'node:util';
import { type BuildResult, builds } from './build.ts';
import { codec } from './codec.ts';
import type { Result } from './measure.ts';
import { sizes } from './size.ts';

const { values } = parseArgs({
  options: { json: { type: 'string' }, rounds: { type: 'string', default: '121' } },
});

const packageOf = (path: string): { version: string } =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const environment = {
  cpu: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
  os: `${platform()} ${release()}`,
  node: process.version,
  v8: process.versions.v8,
  'avalanche-tx': packageOf('../package.json').version,
  avalanchejs: packageOf('../node_modules/@avalabs/avalanchejs/package.json').version,
  esbuild: packageOf('../node_modules/esbuild/package.json').version,
  rounds: Number(values.rounds),
};

const print = (...lines: readonly string[]): void => console.log(lines.join('\n'));

const table = (title: string, results: readonly Result[]): void =>
  print(
    `\n### ${title}\n`,
    '| | | ns | MB/s | ratio | middle half |',
    '|---|---|--:|--:|--:|--:|',
    ...results.map((r) =>
      [
        '',
        r.case,
        r.variant,
        Math.round(r.nanoseconds),
        Math.round(r.megabytesPerSecond),
        r.ratio.toFixed(2),
        `${r.ratioFrom.toFixed(2)}–${r.ratioTo.toFixed(2)}`,
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  );

print(...Object.entries(environment).map(([name, value]) => `- ${name}: ${value}`));
const tables = codec(environment.rounds);
table('Two transactions, nothing traced yet', tables.single);
table('The same after failed decodes and spans of every kind', tables.singleTraced);
table(
  `P-chain mix: ${tables.mix.transactions} signed transactions of all types, ${tables.mix.left} left out`,
  tables.mixed,
);
table('Beside avalanchejs', tables.peer);

const buildTable = (title: string, results: readonly BuildResult[]): void =>
  print(
    `\n### ${title}\n`,
    '| | | ms | ratio | inputs | nAVAX burned |',
    '|---|---|--:|--:|--:|--:|',
    ...results.map(
      (r) =>
        `| ${r.case} | ${r.variant} | ${r.milliseconds.toFixed(1)} | ${r.ratio.toFixed(2)} | ${r.inputs} | ${r.fee} |`,
    ),
  );
const built = await builds(environment.rounds);
buildTable('P-chain transfers, from state to checked draft', built.transfers);
buildTable('Signed and finalised', built.signing);
const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
print(
  '\n### Growth of a build\n',
  '| UTXOs | ms | ns a UTXO | MiB of the state | MiB more at most |',
  '|--:|--:|--:|--:|--:|',
  ...built.growth.map(
    (r) =>
      `| ${r.utxos} | ${r.milliseconds.toFixed(0)} | ${r.nanosecondsEach.toFixed(0)} | ${mebibytes(r.stateBytes)} | ${mebibytes(r.peakBytes)} |`,
  ),
);

const bundles = await sizes();
print(
  '\n### Size of a bundle\n',
  '| | minified | gzip -9 |',
  '|---|--:|--:|',
  ...bundles.map((s) => `| ${s.label} | ${s.minified} | ${s.gzipped} |`),
);
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify({ environment, codec: tables, build: built, size: bundles }, (_, v) => (typeof v === 'bigint' ? String(v) : v), 2)}\n`,
  );
