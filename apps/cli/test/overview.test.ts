import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formatNetwork } from '../../../src/network/custom.ts';
import { fuji, local } from '../../../src/network/known.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { rows } from '../../../test/support/vectors.ts';

const file = testFiles();

const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const state = `${folder}states/P.json`;

describe('explain of other values', () => {
  it('says what a state has', async () => {
    const text = await output(['explain', state]);
    expect(text).toMatch(/^State of the P-chain\n/);
    expect(text).toMatch(/^addresses {2,}P-fuji1/m);
    expect(text).toMatch(/^P {7}AVAX {3}5000 /m);
    expect(JSON.parse(await output(['explain', state, '--json']))).toMatchObject({
      kind: 'state',
      chain: 'P',
    });
  });

  it('explains every transaction of a reply of the index', async () => {
    const [one, two] = rows('p-public').filter(({ network }) => network === 'fuji');
    const tx = async (row: typeof one) => (await output(['explain', row!.hex])).split('\n')[0]!;
    const reply = (row: typeof one) =>
      file('reply.json', JSON.stringify({ result: { tx: row!.nodeHex, encoding: 'hex' } }));
    for (const row of [one, two])
      expect(await output(['explain', reply(row)])).toContain(await tx(row));
  });

  it('needs a transaction for a picture', async () => {
    const { status, stderr } = await run(['explain', state, '--svg']);
    expect(status).toBe(2);
    expect(stderr).toContain('--svg needs a draft or one transaction');
  });
});

describe('--network FILE', () => {
  const network = file('fuji.json', formatNetwork(fuji));
  const other = file('other.json', formatNetwork(local));
  const intent = `${folder}P.BaseTx.json`;

  it('is the network of a state, or the state is refused', async () => {
    expect((await run(['build', intent, '--state', state, '--network', network])).status).toBe(0);
    expect(await run(['build', intent, '--state', state, '--network', other])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('WrongNetwork'),
    });
    expect((await run(['balances', state, '--network', other])).stderr).toContain('WrongNetwork');
  });

  it('is how addresses are printed', async () => {
    const [, line = ''] = (
      await output([
        'address',
        'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p',
        '--network',
        network,
      ])
    ).split('\n');
    expect(line).not.toBe('');
    expect((await run(['testnode', '--network', '77777'])).stderr).toContain('--network FILE');
    expect(readFileSync(network, 'utf8')).toContain('"hrp"');
  });
});
