/** A draft on its way between signers, on the command line. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../../src/builder/index.ts';
import { digestOf } from '../../../src/draft/reading.ts';
import { fuji } from '../../../src/network/known.ts';
import { hdWallet } from '../../../src/sign/hd/hd.ts';
import { digestsOf, formatDraft, parseDraft, parseDraftParts } from '../../../src/sign/index.ts';
import { signWithKey } from '../../../src/sign/key.ts';
import { formatState } from '../../../src/state/statefile.ts';
import { formatAvax } from '../../../src/text/amount.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { key, pState, trio, utxo } from '../../../test/support/state.ts';

const file = testFiles();

const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const build = (...more: readonly string[]) =>
  output([
    'build',
    `${folder}P.DisableL1ValidatorTx.json`,
    '--state',
    `${folder}states/P.json`,
    ...more,
  ]);
const keyFile = (n: number) =>
  file(`key${n}`, `0x${Buffer.from(new Uint8Array(32).fill(n)).toString('hex')}`);
const draft = await build();
/** What each signer knows: the UTXOs, and which validator it is about. */
const known = [
  '--utxos',
  `${folder}states/P.json`,
  '--policy',
  file(
    'disable.json',
    JSON.stringify({
      network: 'fuji',
      types: ['platformvm.DisableL1ValidatorTx'],
      authorities: ['5RSRQmRgdo1Jng8kQ28rdcsz863ciio9H5o3cgZy5Zj81ANnk'],
      amounts: { AVAX: '0.001' },
    }),
  ),
];

describe('combine, missing and finalize', () => {
  it('bring the signatures of two together, in either order', async () => {
    const first = await output(['sign', '-', '--key', keyFile(1), ...known], draft);
    const { slots } = parseDraft(first);
    const n = [2, 3].find((of) =>
      slots[1]!.signatureIndices.some(
        (index) => formatHex(slots[1]!.owner.addresses[index]!) === formatHex(key(of).shortID),
      ),
    )!;
    expect(await output(['missing', '-'], first)).toMatch(
      /^missing: credential 1 needs 1 of P-fuji1\w+\n$/,
    );
    const one = file('one', first);
    const other = file(
      'other',
      await output(['sign', '-', '--key', keyFile(n), '--key', keyFile(1), ...known], draft),
    );
    const done = await output(['combine', one, other, one]);
    expect(await output(['combine', other, one])).toBe(done);
    expect(await run(['missing', '-'], done)).toEqual({ status: 0, stdout: '', stderr: '' });
    const request = await output(['finalize', '-'], done);
    expect(JSON.parse(request)).toMatchObject({ method: 'platform.issueTx' });
    expect(await output(['sign', '-', '--finalize'], done)).toBe(request);
    expect(await run(['finalize', one])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('MissingSigner'),
    });
    expect(await run(['combine', one])).toMatchObject({ status: 2 });
    expect(
      (await run(['combine', one, file('x', (await build()).replace('"time":', '"time":1'))]))
        .status,
    ).toBe(1);
  });

  it('take parts wherever they take a draft', async () => {
    const parts = await build('--parts');
    expect(parseDraftParts(parts.trim().split('\n'))).toEqual(parseDraft(draft));
    const mixed = file('parts', parts.trim().split('\n').reverse().join('\r\n'));
    expect(await output(['sign', mixed, '--key', keyFile(1), ...known])).toBe(
      await output(['sign', '-', '--key', keyFile(1), ...known], draft),
    );
    const signed = await output(['sign', mixed, '--key', keyFile(1), '--parts', ...known]);
    expect(await output(['combine', file('signed', signed), mixed])).toBe(
      await output(['sign', '-', '--key', keyFile(1), ...known], draft),
    );
    expect((await run(['verify', mixed])).status).toBe(0);
    const lost = parts.trim().split('\n').slice(1).join('\n');
    expect(await run(['missing', '-'], lost)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/MissingPart at parts: of \d+ parts 1 are missing/),
    });
  });
});

const words = 'test test test test test test test test test test test junk';
const wallet = hdWallet(words);
const [mine] = wallet.account().addresses('P', fuji, { count: 1 });
const owner = { addresses: [mine!.shortID, trio[0].shortID], threshold: 2 };
const sharedState = pState([utxo(1, 1_000_000n, { owner })], {
  from: owner.addresses,
  paths: { [mine!.address]: mine!.path },
});
const shared = formatDraft(
  buildBaseTx(sharedState, { outputs: [{ to: key(7).shortID, amount: 5n }] }),
);
/** What the signer trusts of it: the UTXO. */
const trusted = ['--utxos', file('state.json', formatState(sharedState))];

describe('sign', () => {
  it('adds what somebody made elsewhere', async () => {
    const asked = JSON.parse(await output(['missing', '-', '--json'], shared)) as readonly {
      readonly address: string;
      readonly digest: string;
    }[];
    expect(asked.map(({ address }) => address).sort()).toEqual(
      [mine!.address, trio[0].address('P', fuji)].sort(),
    );
    const parsed = parseDraft(shared);
    const [{ digest }] = digestsOf(parsed, { reviewed: digestOf(parsed) }) as unknown as [
      { digest: Uint8Array },
    ];
    const made = asked.map((of) => ({
      ...of,
      signature: formatHex(
        signWithKey(of.address === mine!.address ? wallet.key(mine!.path) : trio[0], digest),
      ),
    }));
    const whole = await output(['sign', '-', '--add', file('made', JSON.stringify(made))], shared);
    expect(parseDraft(whole).missing).toEqual([]);
    const one = file('one.json', JSON.stringify(made[0]));
    const two = file('two.json', JSON.stringify(made[1]));
    expect(await output(['sign', '-', '--add', one, '--add', two], shared)).toBe(whole);
    const foreign = { ...made[0], signature: formatHex(signWithKey(key(9), digest)) };
    expect(
      await run(['sign', '-', '--add', file('bad', JSON.stringify(foreign))], shared),
    ).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('BadSignature at add[0][0].signature'),
    });
  });

  it('signs with words, at the paths of the draft or others', async () => {
    const file12 = file('words', `${words}\n`);
    const signed = await output(['sign', '-', '--mnemonic', file12, '--yes', ...trusted], shared);
    expect(parseDraft(signed).missing).toMatchObject([{ need: 1 }]);
    expect(
      await output(
        ['sign', '-', '--mnemonic', file12, '--path', mine!.path, '--yes', ...trusted],
        shared,
      ),
    ).toBe(signed);
    const stored = file('shared', shared);
    expect(await output(['sign', stored, '--mnemonic', '-', '--yes', ...trusted], words)).toBe(
      signed,
    );
    const none = await run(
      ['sign', '-', '--mnemonic', file12, '--path', "m/44'/9000'/0'/0/9"],
      shared,
    );
    expect(none.stderr).toContain('MissingSigner');
  });

  it.each<readonly string[]>([
    ['--mnemonic', words],
    ['--mnemonic', file('wrong', `${words} junk`)],
    ['--mnemonic', file('words as well', words), '--path', words],
    ['--path', words],
    ['--add', words],
    ['--key', file('words as key', words)],
    ['--policy', words],
  ])('prints no word, whatever is wrong: %#', async (...args) => {
    const { status, stdout, stderr } = await run(['sign', '-', ...args], shared);
    expect(status).toBeGreaterThan(0);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/test|junk/);
  });

  it('signs and finalises only what a policy allows', async () => {
    const to = key(7).address('P', fuji);
    const policy = (of: object) => file('policy', JSON.stringify(of));
    const signWith = (of: object) =>
      run(
        ['sign', '-', '--mnemonic', file('w', words), '--policy', policy(of), ...trusted],
        shared,
      );
    const spent = 5n + parseDraft(shared).fee.total;
    const kind = {
      network: 'fuji',
      types: ['platformvm.BaseTx'],
      maxFee: '0.01',
      amounts: { AVAX: formatAvax(spent) },
    };
    const good = { to: [to], ...kind, until: '2999-01-01T00:00:00Z' };
    expect((await signWith(good)).status).toBe(0);
    const less = { ...good, amounts: { AVAX: formatAvax(spent - 1n) } };
    expect((await signWith(less)).stderr).toMatch(/^error: Refused: AmountTooHigh/m);
    expect((await signWith({ ...good, until: '2020-01-01T00:00:00Z' })).stderr).toMatch(
      /^error: Refused: Expired/m,
    );
    const made = await output(
      ['sign', '-', '--mnemonic', file('w', words), '--yes', ...trusted],
      shared,
    );
    const bad = { ...kind, to: [] };
    expect(await signWith(bad)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('Refused: ReceiverNotAllowed'),
    });
    const finalizeWith = async (of: object) =>
      (await run(['finalize', '-', '--policy', policy(of), ...trusted], made)).stderr;
    expect(await finalizeWith(bad)).toContain('Refused: ReceiverNotAllowed');
    expect(await finalizeWith({ network: 'fuji', too: [] })).toContain('BadJSON at policy.too');
    expect(await finalizeWith({ network: 'fuji', maxFee: 5 })).toContain(
      'BadJSON at policy.maxFee',
    );
    expect(await finalizeWith({ to: [to] })).toContain('policy.network');
    const { descriptor } = wallet.account();
    expect(await finalizeWith({ ...good, own: descriptor })).toContain('ReceiverNotAllowed');
  });
});
