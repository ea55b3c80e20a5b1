import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseJSON } from '../../src/text/json.ts';
import { file, output, run } from '../support/cli.ts';
import { rows } from '../support/vectors.ts';

const folder = fileURLToPath(new URL('../../examples/intents/', import.meta.url));
const state = `${folder}states/P.json`;
const draft = output(['build', `${folder}P.BaseTx.json`, '--state', state]);
const key = file('explain1', `0x${'01'.repeat(32)}`);
const request = output(['sign', '-', '--finalize', '--key', key], draft);
const { tx } = (JSON.parse(request) as { readonly params: { readonly tx: string } }).params;

describe('avalanche-tx explain', () => {
  it('says what a draft does, at its time', () => {
    const text = output(['explain', '-'], draft);
    expect(text.split('\n')[0]).toBe('Send 11.5 AVAX to 2 receivers');
    expect(text).toContain('\nSeen at      15 Jan 2027 08:00 UTC\n');
    expect(text).toContain('inputs[0]: still to be signed by P-fuji1');
  });

  it('says of a transaction and a state whose the funds are and what comes back', () => {
    const text = output(['explain', tx, '--utxos', state]);
    expect(text.split('\n')[0]).toBe('Send 11.5 AVAX to 2 receivers');
    expect(text).toMatch(/\nChange +4,988\.49993701 AVAX\n/);
    expect(text).toMatch(/inputs\[0\]: signed by P-fuji1/);
    expect(text).not.toContain('Warning');
  });

  it('takes what sign --finalize wrote, and says what it does not know', () => {
    const text = output(['explain', '-'], request);
    expect(text).toContain('5,000 AVAX · an unknown owner');
    expect(text).toContain('Who pays is not known: 1 of 1 UTXOs were not given.');
  });

  it('tells times as --time says', () => {
    const text = output(['explain', '-', '--time', '2030-01-01T00:00:00Z'], draft);
    expect(text).toContain('Seen at      1 Jan 2030 00:00 UTC');
  });

  it('draws and gives data', () => {
    const svg = output(['explain', '-', '--svg'], draft);
    expect(svg).toMatch(/^<svg [^>]+>\n<title>Send 11\.5 AVAX to 2 receivers<\/title>/);
    expect(svg.trimEnd()).toMatch(/<\/svg>$/);
    const data = parseJSON(output(['explain', '-', '--json'], draft));
    expect(data).toMatchObject({
      title: 'Send 11.5 AVAX to 2 receivers',
      type: 'platformvm.BaseTx',
      sums: [{ consumed: 5_000_000_000_000n, burned: 62_990n, unfunded: 0n }],
      warnings: [],
    });
    expect(Object.keys(data as object)).not.toContain('svg');
  });

  it('warns of a transaction of another network than the state’s', () => {
    const { hex } = rows('p-public').find(
      ({ type, network }) => type === 'BaseTx' && network === 'mainnet',
    )!;
    expect(output(['explain', hex, '--utxos', state])).toContain(
      'It is for network mainnet, not for fuji.',
    );
    expect(run(['explain', hex, '--network', 'fuji'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('WrongNetwork') as string,
    });
  });

  it('explains what names no network as of the one that is said', () => {
    const { hex } = rows('p-public').find(({ type }) => type === 'AdvanceTimeTx')!;
    expect(output(['explain', hex, '--network', 'fuji'])).toContain('Network         fuji');
    expect(output(['explain', hex])).not.toContain('Network ');
  });

  it('refuses what is no transaction, and forms that exclude each other', () => {
    const { utxos } = JSON.parse(readFileSync(state, 'utf8')) as {
      readonly utxos: readonly string[];
    };
    expect(run(['explain', utxos[0]!, '--chain', 'P', '--kind', 'utxo'])).toMatchObject({
      status: 1,
    });
    expect(run(['explain', tx, '--svg', '--json'])).toMatchObject({
      status: 2,
      stderr: 'error: --svg or --json, not both\n',
    });
    expect(run(['verify', tx, '--svg']).status).toBe(2);
  });
});
