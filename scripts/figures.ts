/** The figures of the README, from the one run that `benchmarks/results.md` records. */
import { readFileSync } from 'node:fs';
import { table } from './markdown.ts';

const results = readFileSync(new URL('../benchmarks/results.md', import.meta.url), 'utf8');

/** The cells of the first row whose cells begin so. */
function row(...cells: readonly string[]): readonly string[] {
  const line = results.split('\n').find((of) => of.startsWith(`| ${cells.join(' | ')} |`));
  if (line === undefined) throw new Error(`benchmarks/results.md has no row ${cells.join(', ')}`);
  return line
    .split('|')
    .slice(1, -1)
    .map((of) => of.trim());
}

/** Gzipped kilobytes of a bundle. */
const size = (name: string): string => `${(Number(row(name)[2]) / 1000).toFixed(1)} kB`;
const ratio = (...cells: readonly string[]): string => Number(row(...cells)[4]).toFixed(1);

export const figures = (): string =>
  [
    table(
      ['', 'avalanche-tx', 'avalanchejs 5.2.0'],
      [
        [
          'Bundle that decodes P-chain transactions, gzipped',
          size('P-chain: decode'),
          size('avalanchejs: decode'),
        ],
        [
          'Bundle that builds and signs a transfer',
          size('build and sign a transfer'),
          `${size('avalanchejs: everything')}, without checks`,
        ],
        [
          'The same with a node client',
          size('build and sign a transfer, with the client of a node'),
          size('avalanchejs: everything'),
        ],
        ['The wallet with a private key', size('the wallet, with a private key'), ''],
        [
          'Decoding, relative to hand-written code',
          `${ratio('decode P-chain mix', 'ours')} ×`,
          `${ratio('decode P-chain, no BLS proof', 'avalanchejs')} ×`,
        ],
        ['Checks what it builds against the node’s rules', 'yes', 'no'],
        ['Explains in words and pictures', 'yes', 'no'],
        ['Test node in the process', 'yes', 'no'],
      ],
    ),
    'One run of `npm run bench -- --write`, recorded in `benchmarks/results.md`.',
  ].join('\n\n');
