/**
 * Large calls of a wallet on the real P-chain, with its gas: a list of withdrawals by `sendMany`, the same one by one, and a sweep of many coins
 * by `consolidate`, with its cost beside the estimate that was shown first. Payments are kept in a folder, as services do.
 *
 *     npx tsx tools/wallet/large.ts [--rows 500] [--coins 5000]
 *
 * Ends with 1 if the node has something else than what the wallet says. Needs Go.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalnode } from '../../scripts/localnode.ts';
import { command } from '../../scripts/oracle.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { fileStore } from '../../src/filestore/index.ts';
import { connect } from '../../src/rpc/index.ts';
import { type Key, privateKey } from '../../src/sign/index.ts';
import { avax, formatAvax, type NAVAX } from '../../src/text/amount.ts';
import { sumOf } from '../../src/text/uint64.ts';
import { effectsOf } from '../../src/tx/effects.ts';
import { type ConsolidationCost, createWallet, type Payout } from '../../src/wallet/index.ts';

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '500' },
      coins: { type: 'string', default: '5000' },
    },
  });
  const [count, coins] = [Number(values.rows), Number(values.coins)];
  const node = await startLocalnode();
  const { url, keys } = node.ready;
  const folder = mkdtempSync(join(tmpdir(), 'large-'));
  const plain = connect(url);
  const network = await plain.network();
  const walletOf = (signer: Key, name: string) =>
    createWallet({ url, connect: { network }, signer, store: fileStore(join(folder, name)) });
  const rich = walletOf(privateKey(keys[0]!.privateKey), 'rich');
  const [one, two] = [8, 9].map((n) => privateKey(new Uint8Array(32).fill(n))) as [Key, Key];
  const addressOf = (key: Key) => key.address('P', network);
  const amountsOf = async (address: string) =>
    (await plain.pchain.state([address])).utxos.map(({ output }) =>
      'amount' in output ? output.amount : 0n,
    );
  const wrong: string[] = [];
  const row = (...cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  const timed = async <T>(work: () => Promise<T>): Promise<readonly [T, string]> => {
    const start = performance.now();
    const result = await work();
    return [result, ((performance.now() - start) / 1000).toFixed(1)];
  };
  const receiver = (i: number): Uint8Array => {
    const address = new Uint8Array(20);
    new DataView(address.buffer).setUint32(0, i + 1);
    return address;
  };

  row('what', 'transactions', 'fee in AVAX', 'seconds');
  row('---', '---:', '---:', '---:');
  await rich.send({ chain: 'P', to: addressOf(one), amount: avax('1000') });
  const payer = walletOf(one, 'payer');
  const rows: readonly Payout[] = Array.from({ length: count }, (_, i) => ({
    id: `w-${i}`,
    chain: 'P',
    to: receiver(i),
    amount: avax('0.1'),
  }));
  const [report, batchSeconds] = await timed(() => payer.sendMany(rows));
  for (const { id, status, reason } of report.rows)
    if (status !== 'accepted') wrong.push(`${id} is ${status}: ${reason}`);
  const fee = sumOf(report.rows.map((of) => of.fee ?? 0n)) as NAVAX;
  row(`${count} payments by sendMany`, report.txs.length, formatAvax(fee), batchSeconds);
  const [again, againSeconds] = await timed(() => payer.sendMany(rows));
  if (again.rows.some(({ status }) => status !== 'accepted')) wrong.push('another report');
  row('the same call again', 0, 0, againSeconds);
  let fees = 0n;
  const [, singleSeconds] = await timed(async () => {
    for (const { to, amount, id } of rows) {
      const result = await payer.send({ chain: 'P', to, amount }, { id: `single ${id}` });
      if (result.status !== 'Accepted') wrong.push(`single ${id}: ${result.status}`);
      else fees += burnedBy(result.txs);
    }
  });
  row(`${count} payments one by one`, count, formatAvax(fees as NAVAX), singleSeconds);
  const state = await plain.pchain.state(
    rows.map((_, i) => receiver(i)),
    { evidence: false },
  );
  if (state.utxos.length !== 2 * count)
    wrong.push(`the receivers have ${state.utxos.length} UTXOs, not ${2 * count}`);
  await payer.close();

  const to = addressOf(two);
  await rich.sendMany(
    Array.from({ length: coins }, (_, i) => ({
      id: `coin ${i}`,
      chain: 'P' as const,
      to,
      amount: avax('0.1'),
    })),
  );
  await rich.close();
  const before = await amountsOf(to);
  if (before.length !== coins) wrong.push(`there are ${before.length} coins, not ${coins}`);
  const sweeper = walletOf(two, 'sweeper');
  let cost: ConsolidationCost | undefined;
  const [swept, sweepSeconds] = await timed(() =>
    sweeper.consolidate(
      { chain: 'P' },
      {
        confirmCost(told) {
          cost = told;
          return true;
        },
      },
    ),
  );
  await sweeper.close();
  const txs = swept.status === 'Accepted' ? swept.txs : [];
  const paid = burnedBy(txs);
  row(
    `a sweep of ${coins} coins, as shown first`,
    cost!.transactions,
    formatAvax(cost!.fee),
    `at least ${cost!.seconds}`,
  );
  row(`a sweep of ${coins} coins`, txs.length, formatAvax(paid as NAVAX), sweepSeconds);
  const after = await amountsOf(to);
  if (after.length !== 1 || after[0] !== sumOf(before) - paid)
    wrong.push(`the sweep leaves ${after.length} coins of ${sumOf(after)} nAVAX`);
  await node.stop();
  rmSync(folder, { recursive: true });
  for (const line of wrong) console.log(line);
  console.log(`${wrong.length} wrong`);
  if (wrong.length > 0) process.exitCode = 1;

  function burnedBy(txs: readonly AnyTx[]): bigint {
    return sumOf(
      txs.flatMap((tx) => effectsOf(tx, { network }).burned.map(({ amount }) => amount)),
    );
  }
});
