import { expect, it } from 'vitest';
import { askFields, type Verdict } from '../../scripts/fields.ts';
import { runOracle } from '../../scripts/oracle.ts';
import { txFromBytes } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { checkTx, type RuleFinding } from '../../src/rules/index.ts';
import { parseHex } from '../../src/text/hex.ts';
import { describeWithGo } from '../support/go.ts';
import { bls } from '../support/proofs.ts';
import { runs, seedOr } from '../support/seeded.ts';
import { type PMutant, rows, type XMutant } from '../support/vectors.ts';

const networks = { mainnet, fuji, local };

/** Rules that a node has not come to when it says that the form is right. */
const later = {
  P: [
    'authorization',
    'funds',
    'fee',
    'other chain',
    'issuable',
    'gas',
    'size',
    'pool',
    'signatures',
  ]
    .concat(['warp signature', 'message', 'manager', 'expiry', 'registered key'])
    .concat(['UTXOs', 'longest stake', 'stake of a validator', 'delegation fee', 'staked asset'])
    .concat(['stake of a delegator', 'total weight', 'node of platformvm.AddValidatorTx']),
  X: ['other chain', 'UTXOs', 'consumed UTXOs', 'assets', 'signatures', 'size', 'pool'],
  C: ['gas', 'UTXOs', 'accounts', 'signatures', 'fee', 'pool'],
};

/** What we say of bytes: undefined if we take them; with the rules of the codec, as a node reads before it checks. */
function verdict({ chain, network, hex, ok }: Case) {
  try {
    const tx = txFromBytes(chain, parseHex(hex));
    const { findings } = checkTx(tx, { network: networks[network], bls });
    // On X a node looks at the credentials by themselves before it looks at its state.
    const isForm = ({ rule, code }: RuleFinding) =>
      chain === 'X' && rule === 'signatures' && !ok
        ? code !== 'BadSignature'
        : !later[chain].includes(rule) &&
          !later[chain].includes(`${rule} of ${tx.unsignedTx.type}`);
    return findings.find((of) => of.error && isForm(of))?.error?.message;
  } catch (e) {
    if (isError(e)) return e.message;
    throw e;
  }
}

interface Case {
  readonly chain: 'P' | 'X' | 'C';
  readonly network: keyof typeof networks;
  readonly hex: string;
  readonly ok: boolean;
  readonly said: string | undefined;
}

const fromP = (row: PMutant): readonly Case[] =>
  row.kind === 'tx'
    ? [
        {
          chain: 'P',
          network: row.network,
          hex: row.hex,
          ok: row.ok && row.verifyOk === true,
          said: row.error || row.verifyError,
        },
      ]
    : [];
const fromX = (row: XMutant): readonly Case[] =>
  row.panicked
    ? []
    : [
        {
          chain: row.chain,
          network: row.network,
          hex: row.hex,
          ok: row.ok && row.syntacticOK === true,
          said: row.error ?? row.syntacticError,
        },
      ];

/** Compares, and says how many the node takes. */
function compare(cases: readonly Case[]): number {
  const wrong = cases.flatMap((row) => {
    const { chain, network, hex, ok, said } = row;
    const ours = verdict(row);
    return (ours === undefined) === ok ? [] : [{ chain, network, hex, node: said, ours }];
  });
  expect(wrong.slice(0, 5)).toEqual([]);
  return cases.filter(({ ok }) => ok).length;
}

it('takes and refuses what the node does, of every generated transaction', () => {
  const p = compare(
    rows('p-public').map((row) => ({
      ...row,
      ok: row.verifyError === '',
      said: row.verifyError,
    })),
  );
  const x = compare(
    (['x-public', 'c-public'] as const)
      .flatMap((name) => rows(name))
      .map((row) => ({ ...row, ok: row.syntacticOK, said: row.syntacticError })),
  );
  expect(p).toBeGreaterThan(50);
  expect(x).toBeGreaterThan(50);
});

it('takes and refuses what the node does, of every damaged transaction', () => {
  const cases = [
    ...rows('p-mutate').flatMap(fromP),
    ...rows('p-mutate-all').flatMap(fromP),
    ...rows('x-mutate').flatMap(fromX),
    ...rows('c-mutate').flatMap(fromX),
  ];
  const taken = compare(cases);
  expect(taken).toBeGreaterThan(cases.length / 100);
  expect(taken).toBeLessThan(cases.length);
});

const fromField = ({ error, ...row }: Verdict): Case => ({ ...row, said: error });

it.each(['P', 'X', 'C'] as const)(
  'takes and refuses what the node does, on %s with one field changed',
  (chain) => {
    const cases = rows('fields').filter((row) => row.chain === chain);
    expect(compare(cases.map(fromField))).toBeGreaterThan(cases.length / 20);
  },
);

describeWithGo('the node, on transactions damaged anew', () => {
  const seed = String(seedOr(1));
  const count = String(runs(1000));
  const run = async (name: 'poracle' | 'xoracle', args: readonly string[]) =>
    (await runOracle(name, args, ''))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  it.each(['P', 'X', 'C'] as const)(`agrees on %s, seed ${seed}`, async (chain) => {
    const common = ['mutate', '--seed', seed, '--count', count, '--network', 'all'];
    const cases =
      chain === 'P'
        ? ((await run('poracle', common)) as PMutant[]).flatMap(fromP)
        : ((await run('xoracle', [...common, '--chain', chain])) as XMutant[]).flatMap(fromX);
    expect(cases.length).toBeGreaterThan(Number(count) / 2);
    expect(compare(cases)).toBeGreaterThan(0);
  });

  it.each(['P', 'X', 'C'] as const)('agrees on %s with one field changed', async (chain) => {
    const cases = await askFields(chain, seed, Number(count));
    expect(compare(cases.map(fromField))).toBeGreaterThan(cases.length / 20);
  });
});
