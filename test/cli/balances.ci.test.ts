import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { evmAddressOf } from '../../src/sign/key.ts';
import { formatID } from '../../src/text/id.ts';
import { output, run } from '../support/cli.ts';
import { asset, key } from '../support/state.ts';

const state = (chain: string) =>
  fileURLToPath(new URL(`../../examples/intents/states/${chain}.json`, import.meta.url));
const lines = (...args: readonly string[]) =>
  output(['balances', ...args])
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

describe('avalanche-tx balances', () => {
  it('says per place and asset what can be done with it, AVAX in AVAX', () => {
    expect(lines(state('P'))).toEqual([
      ['place', 'asset', 'spendable', 'stakeable', 'timelocked', 'multisig', 'claimed', 'total'],
      ['P', 'AVAX', '5000', '100', '0', '40', '0', '5140'],
      ['from C', 'AVAX', '2', '0', '0', '0', '0', '2'],
    ]);
    expect(lines(state('X'))).toContainEqual([
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

  it('says it of another time', () => {
    for (const time of ['2030-01-01T00:00:00Z', '1893456000'])
      expect(lines(state('P'), '--time', time)[1]).toEqual([
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

  it('says what accounts of the C-chain have', () => {
    expect(lines(state('C'))).toContainEqual([evmAddressOf(key(1)), '7', '3']);
  });

  it('writes every digit of the smallest units as JSON', () => {
    const text = readFileSync(state('C'), 'utf8');
    const json = JSON.parse(output(['balances', '-', '--json'], text)) as {
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

  it('refuses what is no state', () => {
    expect(run(['balances', '{}'])).toMatchObject({ status: 1, stdout: '' });
    expect(run(['balances', state('P'), '--time', 'x']).stderr).toContain('BadText at time');
  });
});
