/**
 * Random payments of a wallet on the real P- and X-chain, with requests and replies that are lost and processes that end between any two
 * requests, each gone on with by its ID. Then the receiver's UTXOs are counted as the node has them: each payment made once.
 *
 *     npx tsx tools/wallet/localnode.ts [--seed 7] [--count 300]
 *
 * Ends with 1 if anything is wrong. Needs Go.
 */
import { parseArgs } from 'node:util';
import { startLocalnode } from '../../scripts/localnode.ts';
import { command } from '../../scripts/oracle.ts';
import { isError } from '../../src/errors/error.ts';
import { connect, fetchTransport, type Transport } from '../../src/rpc/index.ts';
import { privateKey } from '../../src/sign/index.ts';
import { createWallet, memoryStore } from '../../src/wallet/index.ts';
import { randomOf } from '../fuzz/random.ts';

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '300' },
    },
  });
  const [seed, count] = [Number(values.seed), Number(values.count)];
  const random = randomOf(`${seed}`);
  const start = performance.now();
  const node = await startLocalnode();
  const { url, keys } = node.ready;
  const payer = privateKey(keys[0]!.privateKey);
  const receiver = privateKey(new Uint8Array(32).fill(9));
  const plain = connect(url);
  const network = await plain.network();
  // It outlasts each wallet, as a folder outlasts a process.
  const store = memoryStore();
  const tally: Record<string, number> = {};
  const counted = (what: string) => {
    tally[what] = (tally[what] ?? 0) + 1;
  };

  /** One process: its requests fail at random, and after some of them all do. */
  const faulty = (isCalm: boolean): Transport => {
    const send = fetchTransport();
    let left = isCalm || random.below(2) === 0 ? Number.POSITIVE_INFINITY : 3 + random.below(20);
    const lost = () => new TypeError('connection lost');
    return async (request) => {
      if (left-- <= 0) throw lost();
      if (!isCalm && random.below(25) === 0) {
        counted('lost request');
        throw lost();
      }
      const reply = await send(request);
      if (!isCalm && random.below(25) === 0) {
        counted('lost reply');
        throw lost();
      }
      return reply;
    };
  };

  const expected = { P: 0n, X: 0n };
  const wrong: string[] = [];
  for (let i = 0; i < count; i++) {
    const id = `payment ${i}`;
    const chain = random.below(2) === 0 ? 'P' : 'X';
    const isMove = random.below(5) === 0;
    const to = receiver.address(chain, network);
    // Equal amounts to one receiver: only the ID tells them apart.
    const amount = 1_000_000_000n;
    for (let attempt = 0; ; attempt++) {
      const wallet = createWallet({
        url,
        connect: {
          transport: faulty(attempt >= 6),
          retry: { attempts: 2, delay: 10 },
          network,
        },
        signer: payer,
        store,
        attempts: 2,
      });
      try {
        const result = isMove
          ? await wallet.move({ from: chain, to: chain === 'P' ? 'X' : 'P', amount }, { id })
          : await wallet.send({ chain, to, amount }, { id });
        if (result.status === 'Accepted') {
          counted(isMove ? 'moved' : 'paid');
          if (!isMove) expected[chain] += amount;
          break;
        }
        wrong.push(`${id}: ${result.status}`);
        break;
      } catch (e) {
        counted(isError(e) ? e.code : 'other error');
        if (!isError(e) || attempt > 12) {
          wrong.push(`${id}: ${String(e)}`);
          break;
        }
      } finally {
        await wallet.close();
      }
    }
    if (i % 50 === 49) process.stderr.write(`${i + 1} of ${count}\n`);
  }
  for (const chain of ['P', 'X'] as const) {
    const state = await (chain === 'P' ? plain.pchain : plain.xchain).state([
      receiver.address(chain, network),
    ]);
    const sum = state.utxos.reduce(
      (all, { output }) => all + ('amount' in output ? output.amount : 0n),
      0n,
    );
    if (sum !== expected[chain])
      wrong.push(`${chain}: the node has ${sum} for the receiver, ${expected[chain]} were paid`);
  }
  await node.stop();
  for (const [what, n] of Object.entries(tally)) console.log(`| ${what} | ${n} |`);
  for (const line of wrong) console.log(line);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`seed ${seed}, ${count} payments on localnode, ${wrong.length} wrong, ${seconds} s`);
  if (wrong.length > 0) process.exitCode = 1;
});
