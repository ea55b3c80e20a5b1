/**
 * Runs one smoke suite on every runtime, browser, test runner and bundler that the registries provide, and compares the digests with that
 * of the Node that runs this program. `npx tsx tools/platforms.ts` writes the table of `docs/platforms.md`, row by row; `npx tsx tools/platforms.ts --only
 * Bun,parcel` runs a part, and leaves the other rows as they are; `--check` writes nothing, and fails as well if the page
 * has no such row.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { between, table } from '../scripts/markdown.ts';
import { digestsIn, makeApp, pack, root } from './platforms/app.ts';
import { browsers } from './platforms/browsers.ts';
import { bundlers } from './platforms/bundlers.ts';
import { frameworks } from './platforms/frameworks.ts';
import { type Platform, placeOf } from './platforms/platform.ts';
import { runtimes } from './platforms/runtimes.ts';
import { testRunners } from './platforms/testrunners.ts';
import { cache, run, type Tool, toolOf } from './platforms/tool.ts';
import { typeChecks } from './platforms/types.ts';

const platforms: readonly Platform[] = [
  ...runtimes,
  ...browsers,
  ...testRunners,
  ...bundlers,
  ...frameworks,
  ...typeChecks,
];

interface Row {
  readonly platform: Platform;
  readonly version: string;
  readonly digests: readonly string[];
  /** Why there is no digest. */
  readonly problem?: string;
}

/** The digests of the Node that runs this program. */
type Expected = { readonly [S in 'library' | 'command line']: string };

/** What the table says of a row. */
const resultOf = ({ platform, digests, problem }: Row, expected: Expected): string => {
  if (problem !== undefined) return problem;
  if (platform.sort === 'compiler') return 'no error';
  const wanted = expected[platform.suite ?? 'library'];
  return digests.every((digest) => digest === wanted) ? 'same' : 'DIFFERENT';
};

const firstLine = (e: unknown): string =>
  (e instanceof Error ? e.message : String(e)).split('\n')[0]!.slice(0, 160);

async function outcome(platform: Platform, tarball: string, program: string): Promise<Row> {
  let tool: Tool = { folder: join(cache, 'machine'), version: '', bin: (name) => name };
  try {
    if (platform.tool) tool = await toolOf(platform.tool);
  } catch (e) {
    return { platform, version: '', digests: [], problem: `not installed: ${firstLine(e)}` };
  }
  const app = join(tool.folder, 'app');
  makeApp(app, tarball, program);
  try {
    const printed = await platform.run(placeOf(app, tool, await toolOf('node-24')));
    const { text, version } = typeof printed === 'string' ? { text: printed, ...tool } : printed;
    const digests = digestsIn(text);
    if (digests.length > 0 || platform.sort === 'compiler') return { platform, version, digests };
    return { platform, version, digests, problem: firstLine(`no digest: ${text}`) };
  } catch (e) {
    console.error(e);
    return { platform, version: tool.version, digests: [], problem: firstLine(e) };
  }
}

const page = fileURLToPath(new URL('../docs/platforms.md', import.meta.url));

/** The version and the answer of each row of a page. */
const rowsOf = (text: string) =>
  new Map(
    text.split('\n').map((line) => {
      const [name, version, how, answers] = line.replace(/^\| | \|$/g, '').split(' | ');
      return [`${name} ${how}`, [version, answers]];
    }),
  );

/** Replaces the rows of the table that have run; those that have not stay as they are. */
function writeTable(rows: readonly Row[], expected: Expected): void {
  const before = readFileSync(page, 'utf8');
  const known = rowsOf(before);
  const text = table(
    ['Platform', 'Version', 'How', 'Answers'],
    platforms.map((platform) => {
      const row = rows.find((of) => of.platform === platform);
      const [version, answers] = row
        ? [row.version, resultOf(row, expected)]
        : (known.get(`${platform.name} ${platform.how}`) ?? ['', 'not run']);
      return [platform.name, version!, platform.how, answers!];
    }),
  );
  writeFileSync(page, between(before, 'platforms', text));
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, check: { type: 'boolean', default: false } },
});
const only = values.only?.split(',');
const chosen = platforms.filter(
  ({ name, tool }) => !only || only.includes(name) || (tool && only.includes(tool)),
);
const place = mkdtempSync(join(tmpdir(), 'platforms-'));
const rows: Row[] = [];
try {
  const tarball = pack(place);
  const program = pack(join(place, 'cli'), join(root, 'apps', 'cli'));
  const here = join(place, 'here');
  makeApp(here, tarball, program);
  const digestOf = async (file: string): Promise<string> =>
    digestsIn(await run(process.execPath, [file], { cwd: here }))[0]!;
  const expected: Expected = {
    library: await digestOf('main.js'),
    'command line': await digestOf('commandline.js'),
  };
  for (const platform of chosen) {
    const row = await outcome(platform, tarball, program);
    console.error(`${platform.name} ${row.version}, ${platform.how}: ${resultOf(row, expected)}`);
    rows.push(row);
    if (!values.check) writeTable(rows, expected);
    else if (!rowsOf(readFileSync(page, 'utf8')).has(`${platform.name} ${platform.how}`)) {
      console.error(`docs/platforms.md has no row of ${platform.name}, ${platform.how}`);
      process.exitCode = 1;
    }
    if (!['same', 'no error'].includes(resultOf(row, expected))) process.exitCode = 1;
  }
} finally {
  rmSync(place, { recursive: true });
}
