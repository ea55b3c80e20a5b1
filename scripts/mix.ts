/**
 * A large data set for `decode --stream`: the transactions of `vectors/`, every type of P, X and C, in turns, each time with
 * other bytes, so that no two lines are the same transaction.
 *
 *     npx tsx scripts/mix.ts [LINES] > mix.ndjson
 */
import { once } from 'node:events';
import { rows } from '../test/support/vectors.ts';

const files = [rows('p-public'), rows('x-public'), rows('c-public')];
const txs = files.flat().map(({ chain, networkID, hex }) => {
  const bytes = Buffer.from(hex.slice(2), 'hex');
  // In its last signature, or, of a transaction that nobody signs, in the id or time that it names.
  const at = hex.endsWith('00000000') ? 10 : bytes.length - 5;
  return { chain, networkID, bytes, at };
});

const lines = Number(process.argv[2] ?? 96_000);
for (let id = 0; id < lines; id++) {
  const { chain, networkID, bytes, at } = txs[id % txs.length]!;
  bytes.writeUInt32BE(id, at);
  const line = { id, chain, network: networkID, hex: `0x${bytes.toString('hex')}` };
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
}
