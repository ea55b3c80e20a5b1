/**
 * Makes the files of `vectors/` with the oracle, always the same, and lists them in `vectors/index.json`.
 *
 *     npm run vectors               make what is missing or different (needs Go)
 *     npm run vectors -- --check    compare the files with the list (no Go)
 *     npm run vectors -- --record   record rpc-samples and the nodes anew: ids and times differ every time (needs Go)
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import { compareNodes } from '../tools/differential/compare.ts';
import { recordAttacks } from './attacks.ts';
import { makeBuilds, makeChangedBuilds, recordMeanings } from './builds.ts';
import { draftRows } from './drafts.ts';
import { askEveryField } from './fields.ts';
import { startLocalnode } from './localnode.ts';
import { avalanchegoVersion, command, type OracleName, runOracle } from './oracle.ts';
import { askPrices } from './prices.ts';
import { recordSamples } from './rpc-samples.ts';

interface VectorFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The oracle, or what asks it, and the arguments that made it; absent for a source. */
  readonly command?: readonly string[];
  /** From a running node: made again it has other ids. */
  readonly recorded?: true;
  /** Written by hand. */
  readonly source?: true;
}

interface VectorIndex {
  readonly avalanchego: string;
  readonly files: readonly VectorFile[];
}

const oracle = (...words: [OracleName, string]) => words.flatMap((word) => word.split(' '));
const p = (rest: string) => oracle('poracle', rest);
const x = (rest: string) => oracle('xoracle', rest);

const generated: Record<string, string[]> = {
  'p-public.ndjson.gz': p('gen --seed 1 --count 600 --network all'),
  'p-blocks.ndjson.gz': p('blocks --seed 1 --count 100 --network all'),
  'p-utxos.ndjson.gz': p('utxos --seed 1 --count 200 --network all'),
  'p-mutate.ndjson.gz': p('mutate --seed 1 --count 500 --network all'),
  'p-mutate-all.ndjson.gz': p('mutate --kind all --seed 1 --count 300 --network all'),
  'x-public.ndjson.gz': x('gen --chain X --seed 1 --count 300'),
  'x-blocks.ndjson.gz': x('blocks --seed 1 --count 60'),
  'x-utxos.ndjson.gz': x('utxos --chain X --seed 1 --count 200'),
  'x-mutate.ndjson.gz': x('mutate --chain X --seed 1 --count 500'),
  'c-public.ndjson.gz': x('gen --chain C --seed 1 --count 60'),
  'c-mutate.ndjson.gz': x('mutate --chain C --seed 1 --count 300'),
  'containers.ndjson.gz': x('containers --seed 1 --count 60'),
  'warp.ndjson.gz': x('warp --seed 1 --count 60'),
  'l1.ndjson.gz': x('l1 --seed 1 --count 120'),
  'verdicts.ndjson.gz': oracle('localnode', '--mutants 2000 --seed 1'),
  'refusals.ndjson.gz': oracle('localnode', '--refusals'),
  'primitives.ndjson': x('primitives --seed 1 --count 300'),
};
/** What a script makes: what the oracle answers to its requests, and drafts, of which the node knows nothing. */
const asked: Readonly<
  Record<string, { command: string[]; make: () => Promise<readonly object[]> }>
> = {
  'drafts.ndjson': {
    command: ['scripts/drafts.ts'],
    make: () => Promise.resolve(draftRows()),
  },
  'prices.ndjson.br': {
    command: ['scripts/prices.ts', '--seed', '1'],
    make: () => askPrices('1'),
  },
  'fields.ndjson.br': {
    command: ['scripts/fields.ts', 'every field'],
    make: async () =>
      (await Promise.all((['P', 'X', 'C'] as const).map((of) => askEveryField(of)))).flat(),
  },
};

/** What the builders answer; the node accepts what they build. */
const built: typeof asked = {
  'attacks.ndjson.br': {
    command: ['scripts/attacks.ts'],
    make: () => Promise.resolve(recordAttacks()),
  },
  'builds.ndjson.br': {
    command: ['scripts/builds.ts', '--seed', '1'],
    make: () => makeBuilds('1'),
  },
  'changed-builds.ndjson.br': {
    command: ['scripts/builds.ts', 'changes'],
    make: makeChangedBuilds,
  },
  'meanings.ndjson.br': { command: ['scripts/builds.ts', 'meanings'], make: recordMeanings },
};

/** Nodes that tests had, by the tests: see `test/support/recorded.ts`. */
const nodes: Readonly<Record<string, readonly string[]>> = {
  'node-effects.ndjson.br': ['test/state/localnode.test.ts'],
  'node-history.ndjson.br': ['test/history/node.test.ts', 'test/history/upgrades.test.ts'],
};

/** What the real chains say in short scripts: see `tools/differential.ts`. */
const scripts: Readonly<
  Record<string, { readonly seed: number; readonly count: number; readonly upgrade: string }>
> = {
  'node-script.ndjson.br': { seed: 1, count: 60, upgrade: 'latest' },
  'node-script-cortina.ndjson.br': { seed: 2, count: 20, upgrade: 'cortina' },
};

const genesisNetworks = ['mainnet', 'fuji', 'local'];
const genesis = p('genesis --network');
const samples = 'rpc-samples.ndjson.gz';
const node = ['--populate', '--min-stake-duration', '2s'];

/** Every file, and how it comes about. */
const provenance: Record<string, Pick<VectorFile, 'command' | 'recorded' | 'source'>> = {
  ...Object.fromEntries(Object.entries(generated).map(([name, made]) => [name, { command: made }])),
  ...Object.fromEntries(
    genesisNetworks.map((name) => [`genesis-${name}.bin.gz`, { command: [...genesis, name] }]),
  ),
  ...Object.fromEntries(
    Object.entries({ ...asked, ...built }).map(([name, { command }]) => [name, { command }]),
  ),
  ...Object.fromEntries(
    Object.entries(nodes).map(([name, tests]) => [
      name,
      { command: ['vitest', 'run', ...tests], recorded: true },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(scripts).map(([name, { seed, count, upgrade }]) => [
      name,
      {
        command: oracle('localnode', `--script ${count} --seed ${seed} --upgrade ${upgrade}`),
        recorded: true,
      },
    ]),
  ),
  'genesis.json': { command: [...genesis, 'all'] },
  [samples]: { command: ['localnode', ...node], recorded: true },
  'avalanchejs3-partial.ndjson': { source: true },
  'reasons.json': { source: true },
  'rpc-samples-seed.ndjson': { source: true },
  'rpc-samples-variants.ndjson': { source: true },
};

const folder = new URL('../vectors/', import.meta.url);
const at = (name: string) => fileURLToPath(new URL(name, folder));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** What `vectors/index.json` says. */
export const vectorIndex = (): VectorIndex =>
  JSON.parse(fs.readFileSync(at('index.json'), 'utf8')) as VectorIndex;

/** What is wrong with `vectors/`: one line per file that is missing, different or not listed. */
export function checkVectors(): string[] {
  const { files, avalanchego } = vectorIndex();
  const problems: string[] = [];
  if (avalanchego !== avalanchegoVersion())
    problems.push(
      `index.json is of avalanchego ${avalanchego}, go.mod has ${avalanchegoVersion()}`,
    );
  for (const { name, bytes, sha256: expected } of files) {
    if (!fs.existsSync(at(name))) {
      problems.push(`${name} is missing`);
      continue;
    }
    const content = fs.readFileSync(at(name));
    if (content.length !== bytes || sha256(content) !== expected)
      problems.push(`${name} (${content.length} bytes) is not what index.json lists (${bytes})`);
  }
  const known = new Set(['index.json', 'README.md', ...files.map((file) => file.name)]);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile() && !known.has(entry.name)) problems.push(`${entry.name} is not listed`);
  return problems;
}

/** The same bytes on any system: no time, no name, no operating system. */
function pack(content: Buffer): Buffer {
  const packed = gzipSync(content, { level: 9, memLevel: 9 });
  packed.fill(0, 4, 8);
  packed[9] = 255;
  return packed;
}

/** For what repeats itself over megabytes, which gzip does not see. */
const packTightly = (content: Buffer): Buffer =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

const unpacked = (name: string, bytes: Buffer): Buffer => {
  if (name.endsWith('.gz')) return gunzipSync(bytes);
  return name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes;
};

const packed = (name: string, content: Buffer): Buffer => {
  if (name.endsWith('.gz')) return pack(content);
  return name.endsWith('.br') ? packTightly(content) : content;
};

/** Leaves a file alone that has this content already: another zlib may pack it otherwise. */
function put(name: string, content: Buffer): void {
  if (fs.existsSync(at(name)) && unpacked(name, fs.readFileSync(at(name))).equals(content)) return;
  const bytes = packed(name, content);
  fs.writeFileSync(at(name), bytes);
  console.log(`wrote ${name} (${bytes.length} bytes)`);
}

/** One file that a script makes: `--only attacks.ndjson.br`. */
async function generateOnly(name: string): Promise<void> {
  if (Object.hasOwn(scripts, name)) return recordScripts();
  const of = { ...asked, ...built }[name];
  if (!of) throw new Error(`no script makes ${name}`);
  const rows = await of.make();
  put(name, Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
}

async function generate(): Promise<void> {
  await Promise.all(
    Object.entries(generated).map(async ([name, [program, ...args]]) =>
      put(name, await runOracle(program as OracleName, args)),
    ),
  );
  for (const name of Object.keys({ ...asked, ...built })) await generateOnly(name);
  const facts: string[] = [];
  for (const name of genesisNetworks) {
    const line = await runOracle('poracle', [...genesis.slice(1), name]);
    const { hex, ...rest } = JSON.parse(line.toString()) as { hex: string };
    put(`genesis-${name}.bin.gz`, Buffer.from(hex.slice(2), 'hex'));
    facts.push(`  ${JSON.stringify(rest)}`);
  }
  put('genesis.json', Buffer.from(`[\n${facts.join(',\n')}\n]\n`));
}

async function record(): Promise<void> {
  const started = await startLocalnode(node);
  try {
    put(samples, Buffer.from(await recordSamples(started.ready)));
  } finally {
    await started.stop();
  }
}

/** Runs the tests that have nodes with real ones, which writes down what those answer. */
function recordNodes(): void {
  const folder = fs.mkdtempSync(join(tmpdir(), 'nodes-'));
  try {
    const tests = Object.values(nodes).flat();
    const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
    const { status } = spawnSync(process.execPath, [vitest, 'run', ...tests], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, RECORD_NODES: folder },
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('the tests that are recorded failed');
    for (const name of Object.keys(nodes)) {
      const lines = fs.readFileSync(
        join(folder, name.replace('.br', '').replace('node-', '')),
        'utf8',
      );
      put(name, Buffer.from(lines));
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Plays the scripts, and writes down what the real chains reply. */
async function recordScripts(): Promise<void> {
  for (const [name, of] of Object.entries(scripts)) {
    const lines: string[] = [];
    await compareNodes({
      ...of,
      reads: 2,
      record: (line) => lines.push(`${JSON.stringify(line)}\n`),
    });
    put(name, Buffer.from(lines.join('')));
  }
}

function writeIndex(): void {
  const files = Object.keys(provenance)
    .sort()
    .map((name) => {
      const content = fs.readFileSync(at(name));
      return { name, bytes: content.length, sha256: sha256(content), ...provenance[name] };
    });
  const lines = files.map((file) => `    ${JSON.stringify(file)}`).join(',\n');
  put(
    'index.json',
    Buffer.from(
      `{\n  "avalanchego": ${JSON.stringify(avalanchegoVersion())},\n  "files": [\n${lines}\n  ]\n}\n`,
    ),
  );
}

await command(import.meta.url, async () => {
  const flags = {
    check: { type: 'boolean' },
    record: { type: 'boolean' },
    only: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options: flags });
  if (values.only !== undefined) {
    await generateOnly(values.only);
    writeIndex();
  } else if (!values.check) {
    await generate();
    if (values.record || !fs.existsSync(at(samples))) await record();
    if (values.record || Object.keys(nodes).some((name) => !fs.existsSync(at(name)))) recordNodes();
    if (values.record || Object.keys(scripts).some((name) => !fs.existsSync(at(name))))
      await recordScripts();
    writeIndex();
  }
  const problems = checkVectors();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const { files } = vectorIndex();
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`vectors: ${files.length} files, ${total} bytes, all as listed`);
});
