/** The index as it is built, killed at random moments; and the questions of `docs/guides/indexing.md`, asked by DuckDB. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { UTXO as PUTXO } from '../../../src/chain/pchain/index.ts';
import type { UTXO as XUTXO } from '../../../src/chain/xchain/tx.ts';
import {
  applyBlock,
  createLedger,
  l1BalanceOf,
  type PChanges,
} from '../../../src/history/index.ts';
import { connect } from '../../../src/rpc/connect.ts';
import { stakeUTXOsOf } from '../../../src/state/stakereturns.ts';
import { serverOf } from '../../../src/testnode/serve/server.ts';
import { equalBytes } from '../../../src/text/bytes.ts';
import { formatID, formatNodeID } from '../../../src/text/id.ts';
import { unlocked } from '../../../src/tx/output.ts';
import { program, runAside } from '../../../test/support/built.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { runs, seedOr } from '../../../test/support/seeded.ts';
import { ewoq } from '../../../test/support/testnode.ts';
import { randomBy } from '../../../test/testnode/randomnode.ts';
import { runIndex } from '../src/indexer/run.ts';
import { listen } from '../src/testnodehttp.ts';
import { ask, filesIn, playedNode, questions, type Row } from './indexed.ts';

const testnode = playedNode(seedOr(4), 250);
const { network, genesis, world } = testnode;

describe('the index, as it is built', () => {
  it('has the same files after any number of kills, and of failures of the node', async () => {
    const random = randomBy(seedOr(4));
    const answer = serverOf(testnode).answer;
    let isWell = true;
    let asked = (): void => {};
    const { url, close } = await listen({ hostname: '127.0.0.1', port: 0 }, (request) => {
      asked();
      return isWell || random(15) > 0
        ? answer(request)
        : { status: 503, headers: { 'content-type': 'text/plain' }, text: 'busy' };
    });
    onTestFinished(() => close());
    const args = (out: string) => ['index', '--url', url, '--partition', '8', '--out', out];
    const fresh = testFolder();
    let started = 0;
    asked = () => (started ||= performance.now());
    expect(await runAside(...args(fresh))).toMatchObject({ status: 0, stdout: '' });
    const milliseconds = performance.now() - started;
    const files = filesIn(fresh);
    expect(Object.keys(files).length).toBeGreaterThan(100);

    /** A run that is killed at a random moment after its first request, if it is not over by then. */
    const life = async (folder: string) => {
      const child = spawn(process.execPath, [program, ...args(folder)]);
      let timer: NodeJS.Timeout | undefined;
      asked = () => (timer ??= setTimeout(() => child.kill('SIGKILL'), random(milliseconds)));
      const [status, signal] = await once(child, 'exit');
      clearTimeout(timer);
      return { isKilled: signal === 'SIGKILL', isWhole: status === 0 };
    };
    isWell = false;
    let folder = testFolder();
    for (let kills = 0; kills < runs(10); ) {
      const { isKilled, isWhole } = await life(folder);
      if (isKilled) kills++;
      if (!isWhole) continue;
      // All is there: the next run begins with nothing.
      expect(filesIn(folder)).toEqual(files);
      folder = testFolder();
    }
    isWell = true;
    expect(await runAside(...args(folder))).toMatchObject({ status: 0, stdout: '' });
    expect(filesIn(folder)).toEqual(files);
  });
});

describe('questions in SQL', () => {
  const answers = new Map<string, readonly Row[]>();
  const [putxos, xutxos] = [new Map<string, PUTXO>(), new Map<string, XUTXO>()];
  const p = createLedger(genesis, { chain: 'P', network, utxos: putxos });
  const x = createLedger(genesis, { chain: 'X', network, utxos: xutxos });
  const changes: PChanges[] = [];
  /** Of the first key, by height. */
  const balances: bigint[] = [];
  const me = ewoq.address('P', network);
  const avax = formatID(network.avaxAssetID);
  const height = 20;
  const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(async () => {
    await runIndex(connect('http://testnode', testnode), {
      out: folder,
      chains: ['P', 'X', 'C'],
      from: 0n,
      to: undefined,
      follow: false,
      genesis,
      partition: 16n,
      signal: new AbortController().signal,
      warn: () => {},
    });
    for (const { bytes } of world.P.blocks.slice(1)) {
      changes.push(applyBlock(p, bytes));
      const mine = [...putxos.values()].filter(({ output }) =>
        unlocked(output).addresses.some((of) => equalBytes(of, ewoq.shortID)),
      );
      balances.push(mine.reduce((sum, { output }) => sum + unlocked(output).amount, 0n));
    }
    for (const { bytes } of world.X.blocks.slice(1)) applyBlock(x, bytes);
    const names = [...questions.keys()].filter((name) => name !== 'views');
    const asked = names.map((name) => questions.get(name)!.replaceAll(/P-custom1\w+/g, me));
    const found = await ask(folder, asked);
    for (const [i, name] of names.entries()) answers.set(name, found[i]!);
  });

  it('are ten', () => expect(answers.size).toBe(10));

  it('balance: as the ledger has it at that height', () => {
    expect(answers.get('balance')).toEqual([
      { assetID: avax, amount: String(balances[height - 1]) },
    ]);
  });

  it('richest: the first owner has what the node says', async () => {
    const node = connect('http://testnode', testnode);
    const rows = answers.get('richest')!;
    const of = rows.find(({ chain, addresses }) => chain === 'P' && addresses === me)!;
    const [{ balance }, { staked }] = await Promise.all([
      node.call('platform.getBalance', { addresses: [me] }),
      node.call('platform.getStake', { addresses: [me] }),
    ]);
    expect(BigInt(of.amount!)).toBe(balance! + staked!);
  });

  it('ending: the delegations of the ledger', () => {
    const until = p.time + 7n * 86_400n;
    const ending = [...p.current.values()].filter(
      ({ tx, endTime }) => tx.type.includes('Delegator') && endTime < until,
    );
    expect(
      answers
        .get('ending')!
        .map(({ txID }) => txID)
        .sort(),
    ).toEqual(ending.map(({ txID }) => formatID(txID)).sort());
  });

  it('fees, life and moves: as many transactions as there are', () => {
    const fees = answers.get('fees')!;
    const counted = (chain: string) =>
      fees.filter((of) => of.chain === chain).reduce((sum, of) => sum + Number(of.transactions), 0);
    const paying = world.X.blocks.flatMap(({ txIDs }) => txIDs).length;
    expect(counted('X')).toBe(paying);
    expect(answers.get('life')!.map(({ chain, why }) => `${chain} ${why}`)).toEqual(
      expect.arrayContaining(['P genesis', 'P output', 'X output']),
    );
    const exported = changes.reduce((sum, { exported }) => sum + exported.length, 0);
    const fromP = answers.get('moves')!.filter(({ chain }) => chain === 'P');
    expect(fromP.reduce((sum, { exports }) => sum + Number(exports), 0)).toBe(exported);
  });

  it('supply: the UTXOs of the ledgers, and what is staked', () => {
    const sum = (utxos: Iterable<PUTXO | XUTXO>): bigint =>
      [...utxos].reduce((sum, { assetID, output }) => {
        const inner = unlocked(output);
        return equalBytes(assetID, network.avaxAssetID) && 'amount' in inner
          ? sum + inner.amount
          : sum;
      }, 0n);
    const staked = [...p.current.values()].flatMap(({ tx, txID }) =>
      'stake' in tx ? stakeUTXOsOf({ unsignedTx: tx, txID }) : [],
    );
    const held = (chain: string) =>
      BigInt(
        answers.get('supply')!.find((of) => of.chain === chain && of.place === 'held')!.amount!,
      );
    expect(held('X')).toBe(sum(xutxos.values()));
    expect(held('P')).toBe(sum(putxos.values()) + sum(staked));
  });

  it('l1: the balances of the ledger', () => {
    const active = [...p.l1Validators.values()].filter(({ endAccumulatedFee: end }) => end > 0n);
    expect(
      answers
        .get('l1')!
        .map(({ nodeID, balance }) => [nodeID, balance])
        .sort(),
    ).toEqual(active.map((of) => [formatNodeID(of.nodeID), String(l1BalanceOf(of, p))]).sort());
  });

  it('rewarded: what the ledger rewarded and refused', () => {
    const ended = changes.flatMap(({ stakers }) =>
      stakers.filter(({ why }) => why === 'rewarded' || why === 'refused'),
    );
    const rows = answers.get('rewarded')!;
    expect(rows.reduce((sum, of) => sum + Number(of.ended), 0)).toBe(ended.length);
    expect(rows.reduce((sum, of) => sum + Number(of.rewarded), 0)).toBe(
      ended.filter(({ why }) => why === 'rewarded').length,
    );
  });
});
