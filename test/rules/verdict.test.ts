import { expect, it } from 'vitest';
import { askFields, type Verdict } from '../../scripts/fields.ts';
import { runOracle } from '../../scripts/oracle.ts';
import { isToldAlike, listedReasons, wordsOf } from '../../scripts/reasons.ts';
import { decodeTx } from '../../src/chain/tx.ts';
import { formatPath, isError, type Path } from '../../src/errors/error.ts';
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

type Bytes = Pick<Case, 'chain' | 'network' | 'hex'>;

function judge({ chain, network, hex }: Bytes) {
  try {
    const tx = decodeTx(parseHex(hex), chain);
    return {
      type: tx.unsignedTx.type,
      findings: checkTx(tx, { network: networks[network], bls }).findings,
    };
  } catch (error) {
    if (isError(error)) return { error };
    throw error;
  }
}
const judged = new Map<string, ReturnType<typeof judge>>();

/** What we say of bytes, asked once. */
function saidOf(of: Bytes): ReturnType<typeof judge> {
  const key = of.network + of.chain + of.hex;
  const said = judged.get(key) ?? judge(of);
  judged.set(key, said);
  return said;
}

/** What is wrong with bytes: undefined if we take them; with the rules of the codec, as a node reads before it checks. */
function verdict({ ok, ...of }: Case) {
  const { chain } = of;
  const { type, findings, error } = saidOf(of);
  if (error) return error.message;
  // On X a node looks at the credentials by themselves before it looks at its state.
  const isForm = ({ rule, code }: RuleFinding) =>
    chain === 'X' && rule === 'signatures' && !ok
      ? code !== 'BadSignature'
      : !later[chain].includes(rule) && !later[chain].includes(`${rule} of ${type}`);
  return findings.find((found) => found.error && isForm(found))?.error?.message;
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

/** What refuses a transaction, and where. */
interface Refusal {
  readonly rule: string;
  readonly code: string;
  readonly path: Path;
}

function refusalsOf(row: Verdict): readonly Refusal[] {
  const { findings, error } = saidOf(row);
  if (error) return [{ rule: 'bytes', code: error.code, path: error.path }];
  return findings.flatMap(({ rule, code, path = [] }) => (code ? [{ rule, code, path }] : []));
}

/** What is compared with another field is refused at the one that should have been smaller, or that is derived. */
const comparedWith: Readonly<Record<string, readonly string[]>> = {
  initialSupply: ['minValidatorStake'],
  maximumSupply: ['initialSupply', 'maxValidatorStake'],
  maxConsumptionRate: ['minConsumptionRate'],
  maxValidatorStake: ['minValidatorStake'],
  maxStakeDuration: ['minStakeDuration'],
  subnetID: ['signer'],
  stake: ['validator.weight', 'stake', 'stake[1].assetID'],
};

const isBefore = (a: Path, b: Path): boolean => a.every((key, i) => b[i] === key);

/** Whether a refusal says where a transaction was changed. */
function isThere({ rule, code, path }: Refusal, at: Path): boolean {
  // Nothing in particular is wrong with what does not add up.
  if (['funds', 'fee'].includes(rule)) return path.length === 0;
  if (isBefore(at, path) || comparedWith[at[0]!]?.includes(formatPath(path))) return true;
  const [last, list] = [path.at(-1), path.slice(0, -1)];
  // Of what is not in order, the second.
  if (['NotSorted', 'Duplicate'].includes(code))
    return typeof last === 'number' && isBefore(list, at);
  const beside = at.slice(0, -1);
  const sibling = { addresses: 'threshold', publicKey: 'proofOfPossession' }[String(at.at(-1))];
  return sibling !== undefined && formatPath(path) === formatPath([...beside, sibling]);
}

/** Of what stands for an authorization the node says what it says of the same elsewhere: only the code counts. */
const isFormTold = ({ error = '' }: Verdict, refusals: readonly Refusal[]): boolean =>
  refusals.some(
    ({ rule, code }) =>
      rule === 'authorization form' &&
      listedReasons.some(
        (of) => error.includes(wordsOf(of)) && of.codes.some((one) => one === code),
      ),
  );

/** Types that only nodes make: no list has the reasons to refuse one of a user. */
const nodesOnly = (refusals: readonly Refusal[]): boolean =>
  refusals.some(({ rule }) => rule === 'issuable');

it.each(['P', 'X', 'C'] as const)(
  'says by rule, code and path what the node refuses, on %s with one field changed',
  (chain) => {
    const refused = rows('fields').filter((row) => row.chain === chain && !row.ok);
    const wrong = refused.flatMap((row) => {
      const refusals = refusalsOf(row);
      const placed = refusals.filter((of) => isThere(of, row.at));
      if (isToldAlike(row, placed) || isFormTold(row, placed)) return [];
      if (nodesOnly(refusals) && placed.length > 0) return [];
      const said = refusals.map(({ rule, code, path }) => `${rule}: ${code} ${formatPath(path)}`);
      return [{ at: formatPath(row.at), node: row.error, said }];
    });
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(refused.length).toBeGreaterThan(50);
  },
);

describeWithGo('the node, on transactions damaged anew', () => {
  const seed = String(seedOr(1));
  const count = String(Math.min(runs(1000), 6000)); // 20,000 take eleven minutes
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
