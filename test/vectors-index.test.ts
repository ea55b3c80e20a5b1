import { describe, expect, it } from 'vitest';
import { checkVectors, vectorIndex } from '../scripts/vectors.ts';
import { bytesOf, genesisFacts, linesOf, rpcRows } from './support/vectors.ts';

const { files } = vectorIndex();
const tables = files
  .filter(({ name }) => name.includes('.ndjson'))
  .map(({ name }) => name.replace(/\.ndjson.*/, ''));

describe('vectors/index.json', () => {
  it('lists every file with its size and hash', () => {
    expect(checkVectors()).toEqual([]);
  });

  // 4 MB were enough for bytes and JSON. The node's verdicts with the states that decide on them (1.3 MB), its prices and its
  // verdicts on changed fields (0.9 MB) let rules and fees be tested without Go.
  it('stays within 7 MB', () => {
    expect(files.reduce((sum, file) => sum + file.bytes, 0)).toBeLessThanOrEqual(7_000_000);
  });
});

describe('rows', () => {
  it.each(tables.filter((name) => !/^(rpc|node)-/.test(name)))('loses no digit of %s', (name) => {
    for (const line of linesOf(name))
      expect(line.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\d{16}|\.|[eE][+-]?\d/);
  });
});

describe('rpcRows', () => {
  it.each(['rpc-samples', 'rpc-samples-seed', 'rpc-samples-variants'] as const)(
    'cuts each line of %s into its parts',
    (name) => {
      const lines = linesOf(name);
      for (const [i, { request, response, ...rest }] of rpcRows(name).entries()) {
        expect(JSON.parse(lines[i]!)).toEqual({
          ...rest,
          request: JSON.parse(request ?? 'null'),
          response: JSON.parse(response),
        });
      }
    },
  );
});

describe('bytesOf', () => {
  it.each(genesisFacts())('unpacks the genesis of $network', ({ network, size }) => {
    expect(bytesOf(`genesis-${network}`).length).toBe(size);
  });
});
