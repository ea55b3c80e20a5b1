import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formatNetwork } from '../../src/network/file.ts';
import { fuji, local } from '../../src/network/known.ts';
import { file, output, run } from '../support/cli.ts';
import { rows } from '../support/vectors.ts';

const folder = fileURLToPath(new URL('../../examples/intents/', import.meta.url));
const state = `${folder}states/P.json`;

describe('explain of other values', () => {
  it('says what a state has', () => {
    const text = output(['explain', state]);
    expect(text).toMatch(/^State of the P-chain\n/);
    expect(text).toMatch(/^addresses {2,}P-fuji1/m);
    expect(text).toMatch(/^P {7}AVAX {3}5000 /m);
    expect(JSON.parse(output(['explain', state, '--json']))).toMatchObject({
      kind: 'state',
      chain: 'P',
    });
  });

  it('explains every transaction of a reply of the index', () => {
    const [one, two] = rows('p-public').filter(({ network }) => network === 'fuji');
    const tx = (row: typeof one) => output(['explain', row!.hex]).split('\n')[0]!;
    const reply = (row: typeof one) =>
      file('reply.json', JSON.stringify({ result: { tx: row!.nodeHex, encoding: 'hex' } }));
    for (const row of [one, two]) expect(output(['explain', reply(row)])).toContain(tx(row));
  });

  it('needs a transaction for a picture', () => {
    const { status, stderr } = run(['explain', state, '--svg']);
    expect(status).toBe(2);
    expect(stderr).toContain('--svg needs a draft or one transaction');
  });
});

describe('--network FILE', () => {
  const network = file('fuji.json', formatNetwork(fuji));
  const other = file('other.json', formatNetwork(local));
  const intent = `${folder}P.BaseTx.json`;

  it('is the network of a state, or the state is refused', () => {
    expect(run(['build', intent, '--state', state, '--network', network]).status).toBe(0);
    expect(run(['build', intent, '--state', state, '--network', other])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('WrongNetwork'),
    });
    expect(run(['balances', state, '--network', other]).stderr).toContain('WrongNetwork');
  });

  it('is how addresses are printed', () => {
    const [, line = ''] = output([
      'address',
      'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p',
      '--network',
      network,
    ]).split('\n');
    expect(line).not.toBe('');
    expect(run(['testnode', '--network', '77777']).stderr).toContain('--network FILE');
    expect(readFileSync(network, 'utf8')).toContain('"hrp"');
  });
});
