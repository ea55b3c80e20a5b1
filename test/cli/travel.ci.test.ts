/** A draft on its way between signers, on the command line. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { digestOf } from '../../src/draft/signatures.ts';
import { fuji } from '../../src/network/known.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import { digestsOf, formatDraft, parseDraft, parseDraftParts } from '../../src/sign/index.ts';
import { signWithKey } from '../../src/sign/key.ts';
import { formatState } from '../../src/state/statefile.ts';
import { formatAvax } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/bytes.ts';
import { file, output, run } from '../support/cli.ts';
import { key, pState, trio, utxo } from '../support/state.ts';

const folder = fileURLToPath(new URL('../../examples/intents/', import.meta.url));
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
const draft = build();
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
  it('bring the signatures of two together, in either order', () => {
    const first = output(['sign', '-', '--key', keyFile(1), ...known], draft);
    const { slots } = parseDraft(first);
    const n = [2, 3].find((of) =>
      slots[1]!.signatureIndices.some(
        (index) => formatHex(slots[1]!.owner.addresses[index]!) === formatHex(key(of).shortID),
      ),
    )!;
    expect(output(['missing', '-'], first)).toMatch(
      /^missing: credential 1 needs 1 of P-fuji1\w+\n$/,
    );
    const one = file('one', first);
    const other = file(
      'other',
      output(['sign', '-', '--key', keyFile(n), '--key', keyFile(1), ...known], draft),
    );
    const done = output(['combine', one, other, one]);
    expect(output(['combine', other, one])).toBe(done);
    expect(run(['missing', '-'], done)).toEqual({ status: 0, stdout: '', stderr: '' });
    const request = output(['finalize', '-'], done);
    expect(JSON.parse(request)).toMatchObject({ method: 'platform.issueTx' });
    expect(output(['sign', '-', '--finalize'], done)).toBe(request);
    expect(run(['finalize', one])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('MissingSigner'),
    });
    expect(run(['combine', one])).toMatchObject({ status: 2 });
    expect(run(['combine', one, file('x', build().replace('"time":', '"time":1'))]).status).toBe(1);
  });

  it('take parts wherever they take a draft', () => {
    const parts = build('--parts');
    expect(parseDraftParts(parts.trim().split('\n'))).toEqual(parseDraft(draft));
    const mixed = file('parts', parts.trim().split('\n').reverse().join('\r\n'));
    expect(output(['sign', mixed, '--key', keyFile(1), ...known])).toBe(
      output(['sign', '-', '--key', keyFile(1), ...known], draft),
    );
    const signed = output(['sign', mixed, '--key', keyFile(1), '--parts', ...known]);
    expect(output(['combine', file('signed', signed), mixed])).toBe(
      output(['sign', '-', '--key', keyFile(1), ...known], draft),
    );
    expect(run(['verify', mixed]).status).toBe(0);
    const lost = parts.trim().split('\n').slice(1).join('\n');
    expect(run(['missing', '-'], lost)).toMatchObject({
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
  it('adds what somebody made elsewhere', () => {
    const asked = JSON.parse(output(['missing', '-', '--json'], shared)) as readonly {
      readonly address: string;
      readonly digest: string;
    }[];
    expect(asked.map(({ address }) => address).sort()).toEqual(
      [mine!.address, trio[0].address('P', fuji)].sort(),
    );
    const parsed = parseDraft(shared);
    const [{ digest }] = digestsOf(parsed, { reviewed: digestOf(parsed) }) as unknown as [{ digest: Uint8Array }];
    const made = asked.map((of) => ({
      ...of,
      signature: formatHex(
        signWithKey(of.address === mine!.address ? wallet.key(mine!.path) : trio[0], digest),
      ),
    }));
    const whole = output(['sign', '-', '--add', file('made', JSON.stringify(made))], shared);
    expect(parseDraft(whole).missing).toEqual([]);
    const one = file('one.json', JSON.stringify(made[0]));
    const two = file('two.json', JSON.stringify(made[1]));
    expect(output(['sign', '-', '--add', one, '--add', two], shared)).toBe(whole);
    const foreign = { ...made[0], signature: formatHex(signWithKey(key(9), digest)) };
    expect(run(['sign', '-', '--add', file('bad', JSON.stringify(foreign))], shared)).toMatchObject(
      {
        status: 1,
        stderr: expect.stringContaining('BadSignature at add[0][0].signature'),
      },
    );
  });

  it('signs with words, at the paths of the draft or others', () => {
    const file12 = file('words', `${words}\n`);
    const signed = output(['sign', '-', '--mnemonic', file12, ...trusted], shared);
    expect(parseDraft(signed).missing).toMatchObject([{ need: 1 }]);
    expect(
      output(['sign', '-', '--mnemonic', file12, '--path', mine!.path, ...trusted], shared),
    ).toBe(signed);
    const stored = file('shared', shared);
    expect(output(['sign', stored, '--mnemonic', '-', ...trusted], words)).toBe(signed);
    const none = run(['sign', '-', '--mnemonic', file12, '--path', "m/44'/9000'/0'/0/9"], shared);
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
  ])('prints no word, whatever is wrong: %#', (...args) => {
    const { status, stdout, stderr } = run(['sign', '-', ...args], shared);
    expect(status).toBeGreaterThan(0);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/test|junk/);
  });

  it('signs and finalises only what a policy allows', () => {
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
    expect(signWith(good).status).toBe(0);
    const less = { ...good, amounts: { AVAX: formatAvax(spent - 1n) } };
    expect(signWith(less).stderr).toMatch(/^error: Refused: AmountTooHigh/m);
    expect(signWith({ ...good, until: '2020-01-01T00:00:00Z' }).stderr).toMatch(
      /^error: Refused: Expired/m,
    );
    const made = output(['sign', '-', '--mnemonic', file('w', words), ...trusted], shared);
    const bad = { ...kind, to: [] };
    expect(signWith(bad)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('Refused: ReceiverNotAllowed'),
    });
    const finalizeWith = (of: object) =>
      run(['finalize', '-', '--policy', policy(of), ...trusted], made).stderr;
    expect(finalizeWith(bad)).toContain('Refused: ReceiverNotAllowed');
    expect(finalizeWith({ network: 'fuji', too: [] })).toContain('BadJSON at policy.too');
    expect(finalizeWith({ network: 'fuji', maxFee: 5 })).toContain('BadJSON at policy.maxFee');
    expect(finalizeWith({ to: [to] })).toContain('policy.network');
    const { descriptor } = wallet.account();
    expect(finalizeWith({ ...good, own: descriptor })).toContain('ChangeNotOwn');
  });
});
