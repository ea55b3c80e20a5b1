import { expect, it } from 'vitest';
import { runOracle } from '../../scripts/oracle.ts';
import { Tx as CTx } from '../../src/chain/cchain/tx.ts';
import { Tx as PTx } from '../../src/chain/pchain/tx.ts';
import { type Tx, txFromBytes } from '../../src/chain/tx.ts';
import { Tx as XTx } from '../../src/chain/xchain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { verifyCredentialCount, verifyTx } from '../../src/rules/index.ts';
import { formatHex, parseHex } from '../../src/text/bytes.ts';
import { verifyPossession } from '../../src/warp/bls.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import type { Type } from '../../src/wire/type.ts';
import { describeWithGo } from '../support/go.ts';
import { type PMutant, rows, type XMutant } from '../support/vectors.ts';

const networks = { mainnet, fuji, local };

// Most proofs stand in many transactions, and a pairing takes its time.
const proofs = new Map<string, boolean>();
const provesPossession: typeof verifyPossession = (signer) => {
  const key = formatHex(signer.publicKey) + formatHex(signer.proofOfPossession);
  let ok = proofs.get(key);
  if (ok === undefined) proofs.set(key, (ok = verifyPossession(signer)));
  return ok;
};

/** What we say of bytes: undefined if we take them; with the rules of the codec, as a node reads before it checks. */
function verdict(chain: 'P' | 'X' | 'C', network: keyof typeof networks, hex: string) {
  try {
    const tx = txFromBytes(chain, parseHex(hex));
    verifyTx(tx.unsignedTx, { network: networks[network], verifyPossession: provesPossession });
    if (tx.chain === 'X') verifyCredentialCount(tx as Tx);
    return undefined;
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
  const wrong = cases.flatMap(({ chain, network, hex, ok, said }) => {
    const ours = verdict(chain, network, hex);
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
}, 60_000);

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
}, 60_000);

/** What to put in the place of a leaf, or of a list. */
function* changesOf(value: unknown): Generator<unknown> {
  if (typeof value === 'bigint') yield* [0n, 1n, value + 1n, 0xffff_ffff_ffff_ffffn];
  else if (typeof value === 'number') yield* [0, 1, value + 1, 1_000_001];
  else if (typeof value === 'string') yield* ['', `${value} `, 'a_b', 'é', 'AB', 'x'.repeat(129)];
  else if (value instanceof Uint8Array)
    yield* [value.map(() => 0), value.map((byte, i) => (i === 0 ? byte ^ 1 : byte))];
  else if (Array.isArray(value)) {
    yield [];
    yield value.slice(1);
    yield [...value].reverse();
    yield [...value, ...value.slice(-1)];
    yield [...value.slice(0, 1), ...value];
  }
}

/** The value with one change at each place where there can be one. */
function* changed(value: unknown): Generator<unknown> {
  for (const change of changesOf(value)) yield change;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [key, element] of Object.entries(value))
    for (const change of key === 'type' ? [] : changed(element))
      yield Array.isArray(value)
        ? value.map((old, i) => (String(i) === key ? change : old))
        : { ...value, [key]: change };
}

/** Transactions with one thing changed: each as a function to its bytes, undefined where it has none. */
function* variants(chain: 'P' | 'X' | 'C', name: 'p-public' | 'x-public' | 'c-public') {
  const type = { P: PTx, X: XTx, C: CTx }[chain] as Type<{ unsignedTx: unknown }>;
  for (const { network, hex, ...row } of rows(name)) {
    if ('verifyError' in row ? row.verifyError : !row.syntacticOK) continue;
    const tx = decode(type, parseHex(hex));
    for (const unsignedTx of changed(tx.unsignedTx))
      yield () => {
        try {
          return [{ chain, network, hex: formatHex(encode(type, { ...tx, unsignedTx })) }];
        } catch (e) {
          if (isError(e)) return [];
          throw e;
        }
      };
  }
}

describeWithGo('the node, on transactions damaged anew', () => {
  const seed = process.env.ORACLE_SEED ?? '1';
  const count = process.env.FC_NUM_RUNS ?? '2000';
  const run = async (name: 'poracle' | 'xoracle', args: readonly string[]) =>
    (await runOracle(name, args, ''))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  it.each(['P', 'X', 'C'] as const)(
    `agrees on %s, seed ${seed}`,
    async (chain) => {
      const common = ['mutate', '--seed', seed, '--count', count, '--network', 'all'];
      const cases =
        chain === 'P'
          ? ((await run('poracle', common)) as PMutant[]).flatMap(fromP)
          : ((await run('xoracle', [...common, '--chain', chain])) as XMutant[]).flatMap(fromX);
      expect(cases.length).toBeGreaterThan(Number(count) / 2);
      expect(compare(cases)).toBeGreaterThan(0);
    },
    600_000,
  );

  it.each([
    ['P', 'p-public', 'poracle'],
    ['X', 'x-public', 'xoracle'],
    ['C', 'c-public', 'xoracle'],
  ] as const)(
    'agrees on %s with one field changed',
    async (chain, name, oracle) => {
      // Every place of every transaction would be a million: a share of them, and all with a higher count.
      const all = [...variants(chain, name)];
      const step = Math.max(1, Math.floor(all.length / Number(count)));
      const asked = all.flatMap((make, i) => ((i + Number(seed)) % step === 0 ? make() : []));
      const lines = asked.map((request, id) => JSON.stringify({ ...request, id })).join('\n');
      const said = (await runOracle(oracle, ['verify'], `${lines}\n`)).toString().trimEnd();
      const cases = said.split('\n').map((line, i) => {
        const { ok, error } = JSON.parse(line) as { ok: boolean; error?: string };
        return { ...asked[i]!, ok, said: error };
      });
      expect(cases).toHaveLength(asked.length);
      expect(compare(cases)).toBeGreaterThan(asked.length / 20);
    },
    600_000,
  );
});
