/**
 * A service that takes deposits of P and X until it is killed, with a journal as its database: one line is one transaction, and a line
 * without its end never happened. It prints a line before and after each.
 *
 *     node depositchild.mjs '{"url":"http://127.0.0.1:9650","file":"…","addresses":["P-custom1…"],"follow":true}'
 */
import { existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { addressSet, type DepositBatch, watchDeposits } from '../../src/deposits/index.ts';
import { connect } from '../../src/rpc/index.ts';

/** What a line of the journal has. */
export interface Entry {
  readonly chain: 'P' | 'X';
  readonly position: DepositBatch['position'];
  readonly credits: readonly {
    readonly key: string;
    readonly amount: string;
    readonly why: string;
  }[];
}

interface Task {
  readonly url: string;
  readonly file: string;
  readonly addresses: readonly string[];
  readonly follow: boolean;
  /** The transaction, from 1, of which only half is written when it kills itself. */
  readonly dies?: number;
}

/** The transactions of a journal. */
export const entriesOf = (file: string): readonly Entry[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Entry)
    : [];

async function run({ url, file, addresses, follow, dies }: Task): Promise<void> {
  const entries = entriesOf(file);
  if (existsSync(file)) truncateSync(file, readFileSync(file, 'utf8').lastIndexOf('\n') + 1);
  const journal = openSync(file, 'a');
  const tell = (word: string) => writeSync(1, `${word}\n`);
  const node = connect(url);
  const watched = addressSet(addresses, await node.network());
  let count = 0;
  const store = ({ chain, position, credits }: DepositBatch) => {
    tell('read');
    const entry: Entry = {
      chain,
      position,
      credits: credits.map(({ key, amount, why }) => ({ key, amount: String(amount), why })),
    };
    const line = `${JSON.stringify(entry)}\n`;
    if (++count === dies) {
      writeSync(journal, line.slice(0, line.length / 2));
      process.kill(process.pid, 'SIGKILL');
    }
    writeSync(journal, line);
    fsyncSync(journal);
    tell('stored');
  };
  await Promise.all(
    (['P', 'X'] as const).map(async (chain) => {
      const from = entries.findLast((entry) => entry.chain === chain)?.position ?? 0n;
      const options = { chain, addresses: watched, from, follow, interval: 5, limit: 3 };
      for await (const batch of watchDeposits(node, options)) store(batch);
    }),
  );
}

if (process.argv[2]?.startsWith('{')) await run(JSON.parse(process.argv[2]) as Task);
