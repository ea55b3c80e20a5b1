/** The questions of `docs/guides/indexing.md`, asked by DuckDB: what they answer is what the node says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { l1BalanceOf } from '../../../src/history/index.ts';
import { formatID } from '../../../src/text/id.ts';
import { seedOr } from '../../../test/support/seeded.ts';
import { ewoq } from '../../../test/support/testnode.ts';
import { type Answer, ask, clientOf, index, playedNode, questions } from './indexed.ts';

describe('the questions of the guide', () => {
  const node = playedNode(seedOr(4), 250);
  const { network, world } = node;
  const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const out = join(folder, 'chain');
  const answers = new Map<string, readonly Answer[]>();
  const answer = (name: string): readonly Answer[] => answers.get(name)!;
  const height = world.P.ledger.height;

  beforeAll(async () => {
    await index(node, out, { partition: 16 });
    const names = [...questions.keys()];
    expect(names).toHaveLength(21);
    const asked = names.map((name) =>
      questions
        .get(name)!
        .replaceAll('<= 20', `<= ${height}`)
        .replace(/P-custom1\w+/, ewoq.address('P', network)),
    );
    for (const [i, rows] of (await ask(out, asked)).entries()) answers.set(names[i]!, rows);
  });

  it('are all answered', () => {
    // The node may have nothing of these.
    const rare = ['multisig', 'ending', 'refused'];
    for (const [name, rows] of answers)
      if (!rare.includes(name)) expect(rows.length, name).toBeGreaterThan(0);
  });

  it('what an address has', async () => {
    const address = ewoq.address('P', network);
    const { balance } = await clientOf(node).call('platform.getBalance', { addresses: [address] });
    const avax = answer('balance').find((of) => of.asset_id === formatID(network.avaxAssetID));
    expect(avax!.amount).toBe(String(balance));
  });

  it('the journal of each address, which sums to zero and ends with its balance', async () => {
    const [found = []] = await ask(out, [
      `SELECT DISTINCT unnest(addresses) AS address FROM outputs WHERE chain = 'P' AND why IN ('stake', 'reward') ORDER BY 1`,
    ]);
    const addresses = [ewoq.address('P', network), ...found.map((of) => of.address!)];
    const of = (name: string, address: string) =>
      questions
        .get(name)!
        .replaceAll('<= 20', `<= ${height}`)
        .replace(/P-custom1\w+/, address);
    const asked = addresses.flatMap((address) => [of('journal', address), of('balance', address)]);
    const all = await ask(out, asked);
    const seen = new Set<string>();
    for (const i of addresses.keys()) {
      const [rows, balances] = [all[2 * i]!, all[2 * i + 1]!];
      const sums = new Map<string, bigint>();
      let wallet = 0n;
      for (const { height, tx_id: txID, account, amount } of rows) {
        const key = `${height} ${txID}`;
        sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount!));
        if (account === 'wallet') wallet += BigInt(amount!);
        seen.add(BigInt(amount!) < 0n ? `-${account}` : account!);
      }
      expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
      const avax = balances.find((of) => of.asset_id === formatID(network.avaxAssetID));
      expect(String(wallet), addresses[i]).toBe(avax?.amount ?? '0');
    }
    for (const one of ['wallet', 'stake', '-stake', 'fee', 'others', 'exported', '-reward'])
      expect(seen).toContain(one);
  });

  it('what is staked, and which rewards were refused', () => {
    const current = [...world.P.ledger.current.values()];
    const sum = current.reduce((sum, { weight }) => sum + weight, 0n);
    const found = answer('staked').reduce((sum, { weight }) => sum + BigInt(weight!), 0n);
    expect(found).toBe(sum);
    const ended = answer('rewarded').reduce(
      (all, { ended, rewarded }) => all + Number(ended) - Number(rewarded),
      0,
    );
    expect(answer('refused')).toHaveLength(ended);
  });

  it('what L1 validators have', () => {
    const { ledger } = world.P;
    const live = [...ledger.l1Validators].filter(([, of]) => l1BalanceOf(of, ledger) > 0n);
    expect(answer('l1').map((of) => [of.validation_id, of.balance])).toEqual(
      live.map(([id, of]) => [id, String(l1BalanceOf(of, ledger))]),
    );
    const last = answer('l1days').at(-1)!;
    expect(BigInt(last.balance!)).toBe(
      live.reduce((sum, [, of]) => sum + l1BalanceOf(of, ledger), 0n),
    );
  });

  it('what is in UTXOs', () => {
    const held = answer('supply').filter((of) => of.place === 'held');
    const sum = held.reduce((sum, { amount }) => sum + BigInt(amount!), 0n);
    const aged = answer('age').reduce((sum, { amount }) => sum + BigInt(amount!), 0n);
    expect(sum).toBe(aged);
  });
});
