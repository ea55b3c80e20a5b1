import { beforeAll, describe, expect, it } from 'vitest';
import { avax, formatAvax } from '../../../src/index.ts';
import { type LivedNode, livedNode } from '../../../test/history/livednode.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { json, serve, serveTestnode } from '../../../test/support/http.ts';
import { balanceOf, other } from '../../../test/support/testnode.ts';
import { said, shape } from './printed.ts';

/** The cells of CSV without quotes. */
const cellsOf = (csv: string): readonly (readonly string[])[] =>
  csv
    .trim()
    .split('\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));

const testFile = testFiles();

describe('avalanche-tx history', () => {
  let lived: LivedNode;
  beforeAll(() => {
    lived = livedNode();
  });
  const history = async (...args: readonly string[]) => {
    const { url } = await serveTestnode(lived.node);
    return output(['history', lived.me.P, lived.me.X, '--url', url, ...args]);
  };

  it('lists each transaction with the balance after it, and the balances at both ends', async () => {
    const whole = await history();
    const genesis = testFile('genesis.bin', Buffer.from(lived.node.genesis));
    expect(await history('--genesis', genesis)).toBe(whole);
    const [rows = '', balances = ''] = whole.split('\n\n');
    const [titles, ...lines] = rows.split('\n').map((line) => line.split(/ {2,}/));
    expect(titles).toEqual(
      'time chain type asset received sent fee staked returned rewarded balance txID'.split(' '),
    );
    const payment = lines.find((line) => line.at(-1) === lived.txIDs.payment)!;
    expect(payment[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(payment.slice(1, 6)).toEqual(['P', 'BaseTx', 'AVAX', '0', '3']);
    const closing = formatAvax(balanceOf(lived.node, 'P', other));
    expect(balances).toMatch(new RegExp(`^P +AVAX +0 +${closing}$`, 'm'));
  });

  it('writes CSV of rows, and of double entries that sum to zero', async () => {
    const [titles, ...rows] = cellsOf(await history('--csv', '--since', '2020-01-01T00:00:00Z'));
    expect(titles!.length).toBe(12);
    expect(rows.every((row) => row.length === 12)).toBe(true);
    const [, ...entries] = cellsOf(await history('--csv', '--entries'));
    const sums = new Map<string, bigint>();
    for (const [, , , , asset, amount = '', txID] of entries) {
      const name = `${txID} ${asset}`;
      const units = avax(amount.replace('-', ''));
      sums.set(name, (sums.get(name) ?? 0n) + (amount.startsWith('-') ? -units : units));
    }
    expect(sums.size).toBeGreaterThan(8);
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    const accounts = entries.map(([, , , account]) => account);
    for (const name of ['fee', 'reward', 'balance', 'minted', `stake of ${lived.me.P}`])
      expect(accounts).toContain(name);
  });

  it('writes every digit as JSON', async () => {
    const { rows } = JSON.parse(await history('--json', '--until', String(lived.half))) as {
      readonly rows: readonly { readonly txID: string; readonly sent: string }[];
    };
    const whole = JSON.parse(await history('--json'));
    const [{ rows: saidRows, ...saidRest }] = said('history');
    const { rows: found, ...rest } = whole;
    expect(shape(rest)).toEqual(shape(saidRest));
    const withoutUTXO = ({ entries, ...row }: { readonly entries: readonly object[] }) => ({
      ...row,
      entries: entries.filter((entry) => !('utxo' in entry)),
    });
    const payment = found.find(({ txID }: { txID: string }) => txID === lived.txIDs.payment);
    expect(shape(withoutUTXO(payment))).toEqual(shape(saidRows[0]));
    expect(rows.find(({ txID }) => txID === lived.txIDs.payment)?.sent).toBe('3000000000');
    expect(rows.some(({ txID }) => txID === lived.txIDs.export)).toBe(false);
  });

  it('says that a node without an index has none', async () => {
    const { url } = await serve(({ url: target, body }, response) => {
      if (target.startsWith('/ext/index')) response.writeHead(404).end('404 page not found');
      else if (body.includes('getNetworkID'))
        json(response, '{"jsonrpc":"2.0","id":1,"result":{"networkID":"1"}}');
    });
    const address = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
    const reply = await run(['history', address, '--url', url, '--network', 'mainnet']);
    expect(reply).toMatchObject({ status: 3, stdout: '' });
    expect(reply.stderr).toContain('the node has no index');
    expect(await run(['history', address, '--csv', '--json'])).toMatchObject({ status: 2 });
  });
});
