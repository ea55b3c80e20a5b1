import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import { type Explanation, explain, svgOf, textOf } from '../../src/explain/index.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { parseHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { type EffectsInput, effectsOf } from '../../src/tx/effects.ts';
import { amountsIn, amountsOut } from '../../src/tx/flows.ts';
import type { AnyUnsignedTx } from '../../src/tx/types.ts';
import { addressesIn } from '../support/examples.ts';
import { buildCase, cases } from '../support/intents.ts';
import { seeded, tier } from '../support/seeded.ts';
import { rows } from '../support/vectors.ts';

type Amount = { readonly assetID: Uint8Array; readonly amount: bigint };

/** Sums by asset, where there are some. */
function sums(list: readonly Amount[]): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>();
  for (const { assetID, amount } of list) {
    const id = formatID(assetID);
    found.set(id, (found.get(id) ?? 0n) + amount);
  }
  return found;
}

const burnedWhys = ['fee', 'balance', 'supply', 'lost', 'feeOrLost'];

/** Of each asset: what owners get is what goes in, as the transaction itself says, less what is burned. */
function expectBalanced({ flows, assets, payments, sums: said }: Explanation, tx: AnyUnsignedTx) {
  const goesIn = sums(amountsIn(tx));
  const comesOut = sums(amountsOut(tx));
  assets.forEach(({ id = '' }, asset) => {
    const total = (list: readonly { readonly asset: number; readonly amount?: bigint }[]) =>
      list.reduce((sum, of) => (of.asset === asset ? sum + (of.amount ?? 0n) : sum), 0n);
    const moved = flows.filter(({ why }) => why !== 'mint');
    const burned = total(moved.filter(({ why }) => burnedWhys.includes(why)));
    const received = total(moved.filter(({ why }) => !burnedWhys.includes(why)));
    const { unfunded } = said[asset]!;
    const consumed = goesIn.get(id) ?? 0n;
    expect(total(payments)).toBe(consumed);
    expect(received).toBe(comesOut.get(id) ?? 0n);
    expect(received).toBe(consumed + unfunded - burned);
    expect(said[asset]).toMatchObject({ asset, consumed, received, burned });
  });
  for (const id of [...goesIn.keys(), ...comesOut.keys()])
    expect(assets.map((asset) => asset.id)).toContain(id);
}

const networks = { mainnet, fuji, local };

describe('flows of an explanation', () => {
  it('sum to inputs less what is burned, for vectors of every type', () => {
    const all = [...rows('p-public'), ...rows('x-public'), ...rows('c-public')];
    const seen = new Map<string, number>();
    // Every other one of each type; the nightly tier has all.
    const vectors = all.filter(({ chain, type }) => {
      const count = seen.get(chain + type) ?? 0;
      seen.set(chain + type, count + 1);
      return tier === 'nightly' || count % 2 === 0;
    });
    for (const { chain, unsignedHex, network } of vectors) {
      const tx = open(unsignedHex, { chain, kind: 'unsignedTx' });
      if (tx.kind !== 'unsignedTx') throw new Error(tx.kind);
      const told = explain(tx, { network: networks[network] });
      expectBalanced(told, tx.value);
      const of = { chain, unsignedTx: tx.value } as EffectsInput;
      const { unfunded } = effectsOf(of, { network: networks[network] });
      expect(told.sums.filter((sum) => sum.unfunded > 0n)).toHaveLength(unfunded.length);
    }
    expect(vectors.length).toBeGreaterThan(450);
  });

  it('sum to inputs less what is burned, for every draft, whose owners are all known', () => {
    let drafts = 0;
    fc.assert(
      fc.property(cases, (of) => {
        const draft = buildCase(of);
        if (!draft) return;
        drafts++;
        const told = explain(draft, { own: addressesIn(draft) });
        expectBalanced(told, draft.unsignedTx);
        expect(told.sums.every(({ unfunded }) => unfunded === 0n)).toBe(true);
        expect(told.payments.every(({ from }) => from !== undefined)).toBe(true);
        expect(told.sums.every(({ from }) => from !== undefined)).toBe(true);
        const change = told.flows.filter(({ why }) => why === 'change');
        expect(change.map(({ outputIndex }) => outputIndex)).toEqual(
          draft.change.map(({ outputIndex }) => outputIndex),
        );
      }),
      { ...seeded, numRuns: Math.ceil(seeded.numRuns / 2) },
    );
    expect(drafts).toBeGreaterThan(0);
  });

  it('are told of whatever a node can decode', () => {
    const mutants = [...rows('p-mutate'), ...rows('x-mutate'), ...rows('c-mutate')].filter(
      ({ ok, kind }, i) => ok && kind === 'tx' && i % 4 === 0,
    );
    for (const { hex, network, ...of } of mutants) {
      const chain = 'chain' in of ? of.chain : 'P';
      // Without signatures, which take most of the time.
      const tx = { ...decodeTx(parseHex(hex), chain), credentials: [] } as AnyTx;
      const told = explain(tx, { network: networks[network], time: 1_780_000_000n });
      expect(textOf(told) + svgOf(told)).not.toMatch(/undefined|\[object|NaN/);
    }
    expect(mutants.length).toBeGreaterThan(50);
  });

  it('say without UTXOs that owners are not known, and change is not asserted', () => {
    const row = rows('x-public').find(
      ({ type, inputIDs }) => type === 'BaseTx' && inputIDs?.length,
    )!;
    const told = explain(decodeTx(parseHex(row.hex), 'X'));
    expect(told.payments.length).toBeGreaterThan(0);
    expect(told.payments.every(({ from }) => from === undefined)).toBe(true);
    expect(told.flows.filter(({ why }) => why === 'change')).toEqual([]);
    expect(told.warnings.map(({ code }) => code)).toContain('UnknownOwners');
  });
});
