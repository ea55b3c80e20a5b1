/** Two of three on the command line: every pair, in either order, and what the third is told. */
import { describe, expect, it } from 'vitest';
import { parseDraft } from '../../../src/draft/file.ts';
import { fuji } from '../../../src/network/known.ts';
import { formatState } from '../../../src/state/index.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { key, pState, trio, utxo } from '../../../test/support/state.ts';

const file = testFiles();

const owner = { addresses: trio.map(({ shortID }) => shortID), threshold: 2 };
const coins = [utxo(1, 5_000_000n, { owner })];
const state = file('treasury.json', formatState(pState(coins, { from: owner.addresses })));
const names = trio.map((of) => of.address('P', fuji));
const keys = trio.map((of, i) => {
  const n = [1, 2, 3].find((byte) => key(byte) === of)!;
  return file(`of-three-${i}`, `0x${`0${n}`.repeat(32)}`);
});
const intent = file(
  'pay.json',
  JSON.stringify({
    type: 'BaseTx',
    outputs: [{ to: key(9).address('P', fuji), amount: '0.001' }],
  }),
);
const own = names.flatMap((name) => ['--own', name]);
const build = (...signers: readonly number[]) =>
  run([
    ...['build', intent, '--state', state, ...own],
    ...signers.flatMap((n) => ['--signer', names[n]!]),
  ]);
const sign = (draft: string, n: number, ...known: readonly string[]) =>
  run(['sign', '-', '--key', keys[n]!, ...known], draft);
const vouched = ['--utxos', state, '--intent', intent];
const pairs = [0, 1, 2].flatMap((a) =>
  [0, 1, 2].filter((b) => b !== a).map((b) => [a, b] as const),
);

describe('avalanche-tx, two of three', () => {
  it.each(pairs)(
    '%i builds with both, signs, and %i finishes; the third is told how',
    async (a, b) => {
      const built = await build(a, b);
      expect(built.stderr).toMatch(/^signers: P-fuji1\w+ and P-fuji1\w+, of 3 owners$/m);
      const half = await sign(built.stdout, a, ...vouched);
      expect(half.stderr).toMatch(
        new RegExp(`^missing: credential 0 needs 1 of ${names[b]}$`, 'm'),
      );
      const third = 3 - a - b;
      const refused = await sign(half.stdout, third, ...vouched);
      expect(refused).toMatchObject({ status: 1, stdout: '' });
      expect(refused.stderr).toContain(
        `${names[third]} is an owner, but others were chosen to sign`,
      );
      expect(refused.stderr).toContain(`Build it again, with --signer ${names[third]} and a`);
      expect(refused.stderr).not.toContain('chooseSigners');
      const done = await sign(half.stdout, b, ...vouched);
      expect(done.status).toBe(0);
      expect(done.stderr).not.toMatch(/^(missing|error)/m);
      expect(parseDraft(done.stdout).missing).toEqual([]);
      expect(JSON.parse(await output(['finalize', '-'], done.stdout)).method).toBe(
        'platform.issueTx',
      );
    },
  );

  it('one of them does not sign change to an owner that only the draft says pays', async () => {
    const draft = (await build(0, 1)).stdout;
    const { status, stderr } = await sign(draft, 0, '--intent', intent);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: Refused: ChangeClaimed at unsignedTx\.outputs\[1\]/m);
    expect((await sign(draft, 0, '--intent', intent, ...own)).status).toBe(0);
    const policy = file('of-it.json', await output(['policy', '-'], draft));
    const refused = await sign(draft, 0, '--policy', policy);
    expect(refused.stderr).toMatch(/^error: Refused: /m);
    for (const option of ['--own', '--utxos', '--evidence'])
      expect(refused.stderr).toContain(option);
  });

  it('a build that has only the word of a file is told what to pass', async () => {
    const { status, stderr } = await run(['build', intent, '--state', state]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: NotProven/);
    for (const way of ['--own', '`state`', '"change" of the intent']) expect(stderr).toContain(way);
    expect(stderr).not.toContain('options.own');
  });
});
