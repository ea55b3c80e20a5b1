import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseDraft } from '../../../src/draft/file.ts';
import { fuji } from '../../../src/network/known.ts';
import { evmAddressOf } from '../../../src/sign/key.ts';
import { formatCB58 } from '../../../src/text/cb58.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { key } from '../../../test/support/state.ts';

const file = testFiles();

const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const draft = (name: string, chain = 'P') =>
  output(['build', `${folder}${chain}.${name}.json`, '--state', `${folder}states/${chain}.json`]);
const secret = (n: number) => new Uint8Array(32).fill(n);
const hex = (n: number) => `0x${Buffer.from(secret(n)).toString('hex')}`;
const cb58 = (n: number) => `PrivateKey-${formatCB58(secret(n))}`;
const keyFile = (n: number) => file(`hex${n}`, hex(n));

/** Two of three owners disable a validator; the first pays. */
const disable = await draft('DisableL1ValidatorTx');
const disableFile = file('draft.json', disable);
const address = (n: number) => key(n).address('P', fuji);
/** What each of them knows: the UTXOs, and which validator it is about. */
const known = [
  '--utxos',
  `${folder}states/P.json`,
  '--policy',
  file(
    'policy.json',
    JSON.stringify({
      network: 'fuji',
      types: ['platformvm.DisableL1ValidatorTx'],
      authorities: ['5RSRQmRgdo1Jng8kQ28rdcsz863ciio9H5o3cgZy5Zj81ANnk'],
      amounts: { AVAX: '0.001' },
    }),
  ),
];

describe('avalanche-tx sign', () => {
  it('adds what the keys can, and says what is missing', async () => {
    const first = await run(['sign', '-', '--key', keyFile(1), ...known], disable);
    expect(first.status).toBe(0);
    const after = parseDraft(first.stdout);
    expect(after.missing.map(({ credential }) => credential)).toEqual([1]);
    expect(first.stderr).toMatch(/^missing: credential 1 needs 1 of P-fuji1\w+\n$/m);
    const second = address(2);
    const other = first.stderr.split('missing: ')[1]!.includes(second) ? 2 : 3;
    const last = await run(['sign', '-', '--key', keyFile(other), ...known], first.stdout);
    expect(last.status).toBe(0);
    expect(last.stderr).not.toContain('missing: ');
    expect(parseDraft(last.stdout).missing).toEqual([]);
  });

  it('signs the same with all keys at once, from files or standard input, hex or CB58', async () => {
    const all = (...more: readonly string[]) => ['sign', disableFile, ...more, ...known];
    const both = await output(all('--key', keyFile(1), '--key', keyFile(2)));
    expect(await output(all('--key', '-', '--key', keyFile(2)), cb58(1))).toBe(both);
    expect(await output(all('--key', file('cb58', `${cb58(1)}\n`), '--key', keyFile(2)))).toBe(
      both,
    );
    const request = await output(['sign', '-', '--finalize'], both);
    expect(await output(all('--finalize', '--key', keyFile(1), '--key', keyFile(2)))).toBe(request);
    const { path, method, params } = JSON.parse(request) as Record<string, { encoding: string }>;
    expect([path, method, params?.encoding]).toEqual(['/ext/bc/P', 'platform.issueTx', 'hex']);
  });

  it('says that a key is not asked for', async () => {
    const { status, stdout, stderr } = await run(['sign', disableFile, '--key', keyFile(9)]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('MissingSigner');
    expect(stderr).toContain(address(1));
  });

  it('signs with the policy of the draft that was reviewed, and nothing else', async () => {
    const own = [1, 2, 3].flatMap((n) => ['--own', address(n)]);
    const policy = file('full.json', await output(['policy', disableFile, ...own]));
    const utxos = ['--utxos', `${folder}states/P.json`];
    const signed = await run([
      'sign',
      disableFile,
      '--key',
      keyFile(1),
      '--policy',
      policy,
      ...utxos,
    ]);
    expect(signed.status).toBe(0);
    const other = await draft('TransferSubnetOwnershipTx');
    expect(
      await run(['sign', '-', '--key', keyFile(1), '--policy', policy, ...utxos], other),
    ).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('Refused: TypeNotAllowed at unsignedTx.type'),
    });
  });

  it('names the account that a C-chain export waits for', async () => {
    const { stderr } = await run(['sign', '-', '--key', keyFile(9)], await draft('ExportTx', 'C'));
    expect(stderr).toContain(`needs 1 of ${evmAddressOf(key(1))}`);
  });

  it('finalises nothing that is not signed', async () => {
    expect(
      await run(['sign', disableFile, '--finalize', '--key', keyFile(1), ...known]),
    ).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('MissingSigner'),
    });
  });

  it('signs nothing whose owner only the draft says', async () => {
    // A policy that names no authority asks for proof of it.
    const policy = file(
      'proof.json',
      JSON.stringify({ network: 'fuji', amounts: { AVAX: '0.001' } }),
    );
    const { status, stdout, stderr } = await run([
      ...['sign', disableFile, '--key', keyFile(1), '--policy', policy],
    ]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: Refused: /m);
    const own = [1, 2, 3].flatMap((n) => ['--own', address(n)]);
    expect(await output(['sign', disableFile, '--key', keyFile(1), '--yes', ...own])).toBe(
      await output(['sign', disableFile, '--key', keyFile(1), ...known]),
    );
  });

  it('says who was chosen to sign, and what another owner can do', async () => {
    const { stderr } = await run([
      'build',
      `${folder}P.DisableL1ValidatorTx.json`,
      '--state',
      `${folder}states/P.json`,
    ]);
    const chosen = [1, 2, 3].filter((n) => stderr.includes(address(n)));
    expect(stderr).toMatch(/^signers: P-fuji1\w+ and P-fuji1\w+, of 3 owners$/m);
    expect(chosen).toHaveLength(2);
    const other = [2, 3].find((n) => !chosen.includes(n))!;
    const refused = await run(['sign', disableFile, '--key', keyFile(other), ...known]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^error: MissingSigner.*Build it again, with --signer P-fuji1/m);
  });

  it('refuses a draft that somebody changed', async () => {
    const changed = disable.replace(/"price":\d+/, '"price":9999');
    expect(changed).not.toBe(disable);
    expect(await run(['sign', '-', '--key', keyFile(1), ...known], changed)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.not.stringContaining('Refused'),
    });
  });

  it.each<[readonly string[], number]>([
    [['sign', disableFile, '--key', hex(1)], 2],
    [['sign', disableFile, '--key', cb58(1)], 2],
    [['sign', disableFile, cb58(1)], 2],
    [['sign', cb58(1), '--key', '-'], 1],
    [['sign', hex(1), '--key', '-'], 1],
    [['sign', disableFile, `--finalize=${cb58(1)}`], 2],
    [['sign', disableFile, `--${cb58(1)}`], 2],
    [['sign', disableFile, '--key', file('twice', `${hex(1)}\n${hex(1)}`)], 1],
    [['sign', disableFile, '--key', file('long', `${cb58(1)}1`)], 1],
    [['sign', disableFile, '--key', file('short', hex(1).slice(0, -1))], 1],
    [['sign', file('key as draft', cb58(1)), '--key', '-'], 1],
    [['verify', file('key as tx', hex(1))], 1],
    [['decode', cb58(1)], 1],
    [[cb58(1)], 2],
    [[hex(1)], 2],
  ])('prints no key, whatever is wrong: %#', async (args, status) => {
    const { status: found, stdout, stderr } = await run(args, cb58(1));
    expect(found).toBe(status);
    for (const text of [hex(1).slice(2, 18), cb58(1).slice(11, 20)])
      expect(stdout + stderr).not.toContain(text);
    expect(stderr).toMatch(/^error: /m);
  });

  it('needs a key, or nothing more', async () => {
    expect(await run(['sign', disableFile])).toMatchObject({ status: 2, stdout: '' });
    expect(await run(['sign', '-', '--key', '-'], disable)).toMatchObject({
      status: 2,
      stdout: '',
    });
  });
});
