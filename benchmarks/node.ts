import { equal } from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { avalanchegoVersion, findGo, runOracle } from '../scripts/oracle.ts';
import type { PTx } from '../test/support/vectors.ts';
import { median } from './measure.ts';
import * as ours from './ours.ts';

/** One piece of work by ours and by avalanchego's own code, over the same distinct transactions. */
export interface NodeResult {
  readonly work: string;
  readonly transactions: number;
  /** Mean bytes of a transaction. */
  readonly bytes: number;
  /** Nanoseconds a transaction, medians of the turns. */
  readonly ours: number;
  readonly node: number;
  /** How many times ours the node's takes: median of the turns. */
  readonly ratio: number;
}

const count = 12_000;

/** As many P-chain transactions of all types as the oracle is asked for: made once, they are always the same. */
async function corpus(): Promise<readonly PTx[]> {
  const file = join(tmpdir(), `avalanche-tx-${avalanchegoVersion()}-${count}.ndjson.gz`);
  if (!existsSync(file)) {
    const args = ['gen', '--seed', '7', '--count', String(count), '--network', 'mainnet'];
    writeFileSync(file, gzipSync(await runOracle('poracle', args)));
  }
  const rows = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line): PTx => {
      const { hex, id, json } = JSON.parse(line);
      return { hex, id, json } as PTx;
    });
  return [...new Map(rows.map((row) => [row.hex, row])).values()];
}

type Figures = Readonly<Record<'decodeNs' | 'encodeNs' | 'bytesToJSONNs' | 'idNs', number>>;

const context = { context: ours.jsonContext('P', ours.identifyNetwork('mainnet')) };
const { decode, encode, fromJSON, toJSONText } = ours.chains.P;

/** The bytes of transactions, after checking that ours gives them again, and the node's text. */
const checked = (rows: readonly PTx[]): readonly Uint8Array[] =>
  rows.map(({ hex, json }) => {
    const bytes = Uint8Array.from(Buffer.from(hex.slice(2), 'hex'));
    const value = decode(bytes);
    equal(toJSONText(value, context, bytes), json);
    equal(`0x${Buffer.from(encode(value)).toString('hex')}`, hex);
    return bytes;
  });

const fromText = (json: string): Uint8Array => encode(fromJSON(ours.parseJSON(json), context));

/** The node's texts that say all: a name that is not UTF-8 does not come back. */
const textsOf = (rows: readonly PTx[]): readonly string[] =>
  rows
    .map(({ json }) => json)
    .filter((json, i) => {
      if (json.includes('\\ufffd')) return false;
      equal(`0x${Buffer.from(fromText(json)).toString('hex')}`, rows[i]!.hex);
      return true;
    });

/** Ours and the node's in turns; nothing where Go is missing. The node's JSON text is what `platform.getTx` does. */
export async function besideNode(rounds: number): Promise<readonly NodeResult[]> {
  if (findGo() === undefined) return [];
  const rows = await corpus();
  const all = checked(rows);
  const texts = textsOf(rows);
  const input = all
    .map((b) => `{"chain":"P","hex":"0x${Buffer.from(b).toString('hex')}"}\n`)
    .join('');
  const bytes = all.reduce((sum, { length }) => sum + length, 0) / all.length;
  // Values are held in parts: a heap full of them is what would be timed.
  const eachOf = <T>(list: readonly T[], run: (one: T) => void): number => {
    const start = performance.now();
    for (const one of list) run(one);
    return ((performance.now() - start) * 1e6) / list.length;
  };
  const each = (run: (b: Uint8Array) => void): number => eachOf(all, run);
  const encodes = (): number => {
    let took = 0;
    for (let at = 0; at < all.length; at += 500) {
      const values = all.slice(at, at + 500).map(decode);
      const start = performance.now();
      for (const value of values) encode(value);
      took += performance.now() - start;
    }
    return (took * 1e6) / all.length;
  };
  const works = [
    { work: 'decode', key: 'decodeNs', run: () => each(decode) },
    { work: 'encode', key: 'encodeNs', run: encodes },
    {
      work: 'bytes to JSON text with id',
      key: 'bytesToJSONNs',
      run: () => each((b) => toJSONText(decode(b), context, b)),
    },
    { work: 'ids of bytes', key: 'idNs', run: () => each((b) => ours.formatID(ours.idOf(b))) },
    {
      work: 'JSON text to bytes, the id checked; avalanchego: bytes to JSON text',
      key: 'bytesToJSONNs',
      run: () => eachOf(texts, fromText),
    },
  ] as const;
  for (const { run } of works) for (let warm = 0; warm < 3; warm++) run();
  const mine = works.map((): number[] => []);
  const theirs = works.map((): number[] => []);
  for (let turn = 0; turn < Math.max(2, rounds / 24); turn++) {
    const figures = JSON.parse(
      (await runOracle('codecbench', ['-rounds', '3'], input)).toString(),
    ) as Figures;
    works.forEach(({ key, run }, i) => {
      theirs[i]!.push(figures[key]);
      mine[i]!.push(median([run(), run(), run()]));
    });
  }
  return works.map(({ work }, i) => ({
    work,
    transactions: all.length,
    bytes,
    ours: median(mine[i]!),
    node: median(theirs[i]!),
    ratio: median(theirs[i]!.map((ns, turn) => ns / mine[i]![turn]!)),
  }));
}
