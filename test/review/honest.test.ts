/** What builders build does what was meant: nothing is found with the intent, and without it nothing worse than it is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildImportTx } from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { formatDraft, parseDraft } from '../../src/draft/file.ts';
import { expectationOf, type Finding, review } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/index.ts';
import type { CState } from '../../src/state/state.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { addressesIn, example, exampleNames } from '../support/examples.ts';
import { buildCase, cases, signers } from '../support/intents.ts';
import { runs, seedOr } from '../support/seeded.ts';
import { key, now, utxo } from '../support/state.ts';

const me = key(1);
/** All who pay, receive change or stake: the tests are one party. */
const own = signers.flatMap((of) => [of.shortID, evmAddressOf(of)]);

/** More than that it leaves. */
const isGrave = ({ level }: Finding): boolean => level !== 'note';

/** Grave, and what was asked for: coins of several go to one of them, a property is destroyed, another account gets an import. */
const asked = ['WeakenedOwner', 'ItemBurned', 'ImportElsewhere'];

const asText = (draft: Draft): Draft => parseDraft(formatDraft(draft));

describe('an honest build', () => {
  it('of every example has no finding with its intent, however it is known who pays', () => {
    for (const name of exampleNames) {
      const { draft, intent } = example(name);
      const addresses = addressesIn(draft.slots);
      const mine = [
        ...addresses,
        ...(draft.chain === 'C' ? addresses.map((of) => formatHex(of)) : []),
      ];
      const utxos = draft.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
      for (const facts of [{ own: mine }, { utxos }, { own: mine, utxos, time: draft.time }])
        expect(
          [name, review(draft, { ...facts, expect: expectationOf(intent) })],
          Object.keys(facts).join(),
        ).toEqual([name, []]);
    }
  });

  it('of any case has none either, built or read, with a clock or without', () => {
    let count = 0;
    for (const of of fc.sample(cases, { numRuns: runs(60), seed: seedOr(77) })) {
      const built = buildCase(of);
      if (!built) continue;
      count++;
      const { change } = of.options;
      for (const draft of [built, asText(built)])
        for (const facts of [{ own }, { own, time: built.time }]) {
          const context = { ...facts, ...(change && { change }) };
          const type = draft.unsignedTx.type;
          expect([type, review(draft, { ...context, expect: expectationOf(of.intent) })]).toEqual([
            type,
            [],
          ]);
          const grave = review(draft, context).filter(isGrave);
          expect([type, grave.filter(({ code }) => !asked.includes(code))]).toEqual([type, []]);
        }
    }
    expect(count).toBeGreaterThan(runs(60) / 4);
  });

  it('of an import to the C-chain without a receiver has none', () => {
    const state: CState = {
      chain: 'C',
      network: fuji,
      from: [me.shortID],
      own: [me.shortID],
      time: now,
      baseFee: wei(25_000_000_000n),
      accounts: [],
      imports: { P: [utxo(1, avax('1'))] },
    };
    const intent = { from: 'P', to: evmAddressOf(me) } as const;
    const draft = buildImportTx(state, intent);
    const facts = { own: [me.shortID, evmAddressOf(me)] };
    for (const meansTo of [{ from: 'P' as const }, intent])
      expect(
        review(draft, { ...facts, expect: expectationOf({ type: 'ImportTx', ...meansTo }) }),
      ).toEqual([]);
    expect(review(draft, facts)).toEqual([]);
  });
});
