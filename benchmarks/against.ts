/**
 * Compares this version with an earlier one in one run: every answer is compared first, then both are timed in turns.
 *
 *     npx tsx benchmarks/against.ts --against DIR [--rounds 61] [--clock wall|cpu] [--limit 1.05]
 *
 * DIR is a built checkout of the earlier version. Ratios are new to old: below 1 is better. With `--limit` a total above it ends with
 * status 1. With `--clock cpu` what runs in this process is timed by what it computes, for a machine that is not quiet.
 */
import { deepStrictEqual, equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from '../scripts/markdown.ts';
import { command } from '../scripts/oracle.ts';
import { bundleSize, bundles, importTime } from '../scripts/sizes.ts';
import { type CTx, rows } from '../test/support/vectors.ts';
import { type Case, type Clock, clocks, measure, median, variant } from './measure.ts';
import { type Chain, type Transfer, type Version, versionOf } from './versions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The command line of a built checkout. */
const commandLineOf = (checkout: string): string => join(checkout, 'apps/cli/dist/main.js');

type Row = Pick<CTx, 'chain' | 'network' | 'hex' | 'json'>;

/** One line of the answer: what both take, in some unit. */
interface Line {
  readonly group: string;
  readonly name: string;
  readonly old: number;
  readonly now: number;
  /** New to old, the median over the rounds; of sizes the quotient. */
  readonly ratio: number;
  readonly unit: string;
}

interface Versions {
  readonly old: Version;
  readonly now: Version;
}

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'));

/** A case of both versions over the same inputs, each prepared for its version. */
function caseOf<T>(
  name: string,
  versions: Versions,
  inputsOf: (version: Version) => readonly T[],
  run: (version: Version, input: T) => unknown,
): Case {
  const of = (label: string, version: Version) =>
    variant(label, inputsOf(version), (input: T) => run(version, input));
  return { name, bytes: 0, variants: [of('old', versions.old), of('new', versions.now)] };
}

/** Bytes and JSON of every transaction of the vectors, chain by chain. */
function codecCases(versions: Versions): { readonly codec: Case[]; readonly json: Case[] } {
  const codec: Case[] = [];
  const json: Case[] = [];
  const all = { P: rows('p-public'), X: rows('x-public'), C: rows('c-public') };
  for (const [chain, list] of Object.entries(all) as [Chain, readonly Row[]][]) {
    // Names of assets that are not UTF-8 do not come back from JSON.
    const textual: Row[] = [];
    for (const row of list) {
      const bytes = bytesOf(row.hex);
      const texts = Object.values(versions).map((version: Version) => {
        const value = version.decode(chain, bytes);
        deepStrictEqual(version.encode(chain, value), bytes);
        return version.toJSON(chain, row.network, value, bytes);
      });
      equal(texts[1], texts[0]);
      if (!texts[0]!.includes('\\ufffd')) textual.push({ ...row, json: texts[0]! });
    }
    for (const { network, json: text, hex } of textual)
      for (const version of Object.values(versions))
        deepStrictEqual(
          version.encode(chain, version.fromJSON(chain, network, text)),
          bytesOf(hex),
        );
    const inputs = list.map(({ hex, network }) => ({ bytes: bytesOf(hex), network }));
    const values = (version: Version) => inputs.map(({ bytes }) => version.decode(chain, bytes));
    codec.push(
      caseOf(
        `decode ${chain}`,
        versions,
        () => inputs,
        (v, { bytes }) => v.decode(chain, bytes),
      ),
      caseOf(`encode ${chain}`, versions, values, (v, value) => v.encode(chain, value)),
      caseOf(
        `id ${chain}`,
        versions,
        () => inputs,
        (v, { bytes }) => v.id(bytes),
      ),
    );
    json.push(
      caseOf(
        `bytes to JSON ${chain}`,
        versions,
        () => inputs,
        (v, { bytes, network }) => v.toJSON(chain, network, v.decode(chain, bytes), bytes),
      ),
      caseOf(
        `JSON to bytes ${chain}`,
        versions,
        () => textual,
        (v, { network, json: text }) => v.encode(chain, v.fromJSON(chain, network, text)),
      ),
    );
  }
  return { codec, json };
}

const avax = 1_000_000_000n;
const utxosOf = (count: number, amount: (i: number) => bigint): Transfer['utxos'] =>
  Array.from({ length: count }, (_, i) => ({
    txID: new Uint8Array(createHash('sha256').update(String(i)).digest()),
    amount: amount(i),
  }));
const mixed = (count: number) =>
  utxosOf(count, (i) => avax / 1000n + BigInt((i * 7919) % 1_000_003) * 1_000_000n);
const allOf = (count: number): Transfer => ({
  utxos: utxosOf(count, () => avax),
  amount: BigInt(count) * avax - avax / 2n,
});

/** Builds transfers, signs what was built, and makes bytes of what was signed. */
function buildCases(versions: Versions): Readonly<Record<'build' | 'sign' | 'finalize', Case[]>> {
  const transfers: Readonly<Record<string, Transfer>> = {
    '1 of 300 UTXOs': { utxos: mixed(300), amount: 900n * avax },
    'few of 10,000 UTXOs': { utxos: mixed(10_000), amount: 4_500n * avax },
    'few of 100,000 UTXOs': { utxos: mixed(100_000), amount: 4_500n * avax },
    '10 of 10 UTXOs': allOf(10),
    '300 of 300 UTXOs': allOf(300),
  };
  const build: Case[] = [];
  const sign: Case[] = [];
  const finalize: Case[] = [];
  for (const [name, transfer] of Object.entries(transfers)) {
    const bytes = [versions.old, versions.now].map((v) => v.finalize(v.sign(v.build(transfer))));
    deepStrictEqual(bytes[1], bytes[0]);
    build.push(
      caseOf(
        `build ${name}`,
        versions,
        () => [transfer],
        (v, of) => v.build(of),
      ),
    );
    if (name.startsWith('1 ') || name.startsWith('few')) continue;
    sign.push(
      caseOf(
        `sign ${name}`,
        versions,
        (v) => [v.build(transfer)],
        (v, draft) => v.sign(draft),
      ),
    );
    finalize.push(
      caseOf(
        `finalize ${name}`,
        versions,
        (v) => [v.sign(v.build(transfer))],
        (v, draft) => v.finalize(draft),
      ),
    );
  }
  return { build, sign, finalize };
}

function timed(group: string, cases: readonly Case[], rounds: number, clock: Clock): Line[] {
  const results = measure(cases, rounds, 3, clock);
  return cases.map(({ name }): Line => {
    const [old, now] = results.filter((result) => result.case === name);
    return {
      group,
      name,
      old: old!.nanoseconds / 1000,
      now: now!.nanoseconds / 1000,
      ratio: now!.ratio,
      unit: 'µs',
    };
  });
}

/** Lines of `decode --stream`, from start to end of the process, in turns. */
function streamed(checkouts: readonly [string, string], rounds: number): Line {
  const all = [...rows('p-public'), ...rows('x-public'), ...rows('c-public')] as readonly Row[];
  const input = all
    .map(({ chain, network, hex }, id) => `${JSON.stringify({ id, chain, network, hex })}\n`)
    .join('')
    .repeat(10);
  const run = (checkout: string) => {
    const start = performance.now();
    const { stdout, status, stderr } = spawnSync(
      process.execPath,
      [commandLineOf(checkout), 'decode', '--stream'],
      { input, encoding: 'utf8', maxBuffer: 2 ** 30 },
    );
    equal(status, 0, stderr);
    return { stdout, milliseconds: performance.now() - start };
  };
  equal(run(checkouts[1]).stdout === run(checkouts[0]).stdout, true, 'the streams answer the same');
  const times = Array.from({ length: Math.max(5, rounds >> 3) }, () =>
    checkouts.map((checkout) => run(checkout).milliseconds),
  );
  return {
    group: 'stream',
    name: `decode --stream, ${all.length * 10} lines`,
    old: median(times.map(([old]) => old!)),
    now: median(times.map(([, now]) => now!)),
    ratio: median(times.map(([old, now]) => now! / old!)),
    unit: 'ms',
  };
}

/** Bundles of both, in gzipped bytes. */
async function sized(checkouts: readonly [string, string]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, code] of Object.entries(bundles)) {
    const [old, now] = await Promise.all(checkouts.map((checkout) => bundleSize(code, checkout)));
    const [before, after] = [old!.gzipped, now!.gzipped];
    lines.push({
      group: 'size',
      name,
      old: before,
      now: after,
      ratio: after / before,
      unit: 'bytes',
    });
  }
  return lines;
}

function imported(checkouts: readonly [string, string], rounds: number): Line {
  const times = Array.from({ length: Math.max(11, rounds >> 2) }, () =>
    checkouts.map((checkout) => importTime('avalanche-tx', checkout)),
  );
  return {
    group: 'import',
    name: 'import of the root',
    old: median(times.map(([old]) => old!)),
    now: median(times.map(([, now]) => now!)),
    ratio: median(times.map(([old, now]) => now! / old!)),
    unit: 'ms',
  };
}

/** All of a group: what everything takes together. */
function totalOf(group: string, lines: readonly Line[]): Line {
  const of = lines.filter((line) => line.group === group);
  const sum = (pick: (line: Line) => number) => of.reduce((total, line) => total + pick(line), 0);
  // Of times the ratios of each round are more exact than the sums of medians: weighed by what the old version takes.
  const ratio = sum((line) => line.ratio * line.old) / sum((line) => line.old);
  return {
    group,
    name: '**total**',
    old: sum((line) => line.old),
    now: sum((line) => line.now),
    ratio,
    unit: of[0]!.unit,
  };
}

const number = (value: number): string => value.toFixed(value < 100 ? 2 : 0);

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      against: { type: 'string' },
      rounds: { type: 'string', default: '61' },
      clock: { type: 'string', default: 'wall' },
      limit: { type: 'string' },
    },
  });
  if (values.against === undefined)
    throw new Error('--against names the folder of a built checkout');
  const checkouts = [resolve(values.against), root] as const;
  const rounds = Number(values.rounds);
  const { [values.clock]: clock }: Readonly<Record<string, Clock>> = clocks;
  if (clock === undefined) throw new Error('--clock is wall or cpu');
  const versions = { old: await versionOf(checkouts[0]), now: await versionOf(checkouts[1]) };
  const { codec, json } = codecCases(versions);
  const { build, sign, finalize } = buildCases(versions);
  const lines = [
    ...timed('codec', codec, rounds, clock),
    ...timed('JSON', json, rounds, clock),
    ...timed('build', build, rounds, clock),
    ...timed('sign', sign, Math.ceil(rounds / 4), clock),
    ...timed('finalize', finalize, Math.ceil(rounds / 4), clock),
    streamed(checkouts, rounds),
    ...(await sized(checkouts)),
    imported(checkouts, rounds),
  ];
  const groups = [...new Set(lines.map(({ group }) => group))];
  const totals = groups.map((group) => totalOf(group, lines));
  const shown = groups.flatMap((group, i) => [
    ...lines.filter((line) => line.group === group),
    totals[i]!,
  ]);
  console.log(
    table(
      ['what', '', 'old', 'new', 'unit', 'new / old'],
      shown.map((line) => [
        line.group,
        line.name,
        number(line.old),
        number(line.now),
        line.unit,
        line.ratio.toFixed(3),
      ]),
    ),
  );
  const above = totals.filter(({ ratio }) => ratio > Number(values.limit ?? Infinity));
  if (above.length > 0)
    throw new Error(
      `above ${values.limit}: ${above.map(({ group, ratio }) => `${group} ${ratio.toFixed(3)}`).join(', ')}`,
    );
});
