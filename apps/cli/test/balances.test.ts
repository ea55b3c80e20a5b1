import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { evmAddressOf } from '../../../src/sign/key.ts';
import { formatID } from '../../../src/text/id.ts';
import { output, run } from '../../../test/support/cli.ts';
import { asset, key } from '../../../test/support/state.ts';
import { said, shape } from './printed.ts';

const state = (chain: string) =>
  fileURLToPath(new URL(`../../../examples/intents/states/${chain}.json`, import.meta.url));
const lines = async (...args: readonly string[]) =>
  (await output(['balances', ...args]))
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

describe('avalanche-tx balances', () => {
  it('says per place and asset what can be done with it, AVAX in AVAX', async () => {
    expect(await lines(state('P'))).toEqual([
      ['place', 'asset', 'spendable', 'stakeable', 'timelocked', 'multisig', 'claimed', 'total'],
      ['P', 'AVAX', '5000', '100', '0', '40', '0', '5140'],
      ['from C', 'AVAX', '2', '0', '0', '0', '0', '2'],
    ]);
    expect(await lines(state('X'))).toContainEqual([
      'X',
      formatID(asset(8)),
      '1000',
      '0',
      '0',
      '0',
      '0',
      '1000',
    ]);
  });

  it('says it of another time', async () => {
    for (const time of ['2030-01-01T00:00:00Z', '1893456000'])
      expect((await lines(state('P'), '--time', time))[1]).toEqual([
        'P',
        'AVAX',
        '5100',
        '0',
        '0',
        '40',
        '0',
        '5140',
      ]);
  });

  it('says what accounts of the C-chain have', async () => {
    expect(await lines(state('C'))).toContainEqual([evmAddressOf(key(1)), '7', '3']);
  });

  it('writes every digit of the smallest units as JSON', async () => {
    const text = readFileSync(state('C'), 'utf8');
    const shown = JSON.parse(await output(['balances', state('P'), '--json']));
    expect(shape([shown])).toEqual(shape(said('balances')));
    const json = JSON.parse(await output(['balances', '-', '--json'], text)) as {
      readonly balances: readonly object[];
      readonly accounts: readonly object[];
    };
    expect(json.balances).toContainEqual({
      place: 'from P',
      assetID: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
      spendable: '1500000000',
      stakeable: '0',
      timelocked: '0',
      multisig: '0',
      claimed: '0',
      total: '1500000000',
    });
    expect(json.accounts).toEqual([
      { address: evmAddressOf(key(1)), nonce: '7', balance: '3000000000000000000' },
    ]);
  });

  it('refuses what is no state', async () => {
    expect(await run(['balances', '{}'])).toMatchObject({ status: 1, stdout: '' });
    expect((await run(['balances', state('P'), '--time', 'x'])).stderr).toContain(
      'BadText at time',
    );
  });
});
