/** What builders build does what was meant: nothing is found with the intent, and without it nothing worse than it is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf, exampleNames, stateOf } from '../../examples/intents/index.ts';
import { buildImportTx, type Intent } from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { formatDraft, parseDraft } from '../../src/draft/file.ts';
import { type Finding, review } from '../../src/explain/index.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import type { ReceiptDeed } from '../../src/review/deeds.ts';
import { evmAddressOf } from '../../src/sign/index.ts';
import type { CState } from '../../src/state/state.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatHex } from '../../src/text/hex.ts';
import { addressesIn, example } from '../support/examples.ts';
import { buildCase, cases, signers } from '../support/intents.ts';
import { seedOr, tier } from '../support/seeded.ts';
import { key, now, utxo } from '../support/state.ts';

const me = key(1);
/** All who pay, receive change or stake: the tests are one party. */
const own = signers.flatMap((of) => [of.shortID, evmAddressOf(of)]);

/** More than that it leaves. */
const isGrave = ({ level }: Finding): boolean => level !== 'note';

/** What an honest draft does that is grave all the same if nobody says that it is meant: `test/security/README.md` lists the same. */
const asked: { readonly [code in string]?: (of: ReceiptDeed, draft: Draft) => boolean } = {
  // Coins that several had to sign for go where fewer can spend them: whoever meant to keep them so loses that.
  WeakenedOwner: ({ owner }, { slots }) =>
    slots.some(({ signatureIndices }) => signatureIndices.length > owner!.threshold),
  // An account that the reader did not list gets what was the reader's alone.
  ImportElsewhere: ({ account }) =>
    account !== undefined &&
    signers.every((of) => evmAddressOf(of).toLowerCase() !== formatHex(account)),
  // A message of an L1 that names nobody: what is left, and the say, are lost.
  RefundElsewhere: namesNobody,
  AuthorityElsewhere: namesNobody,
};

function namesNobody({ owner, path }: ReceiptDeed): boolean {
  return path.startsWith('message') && owner?.addresses.length === 0;
}

const isAsked = ({ code, deed }: Finding, draft: Draft): boolean =>
  // The operation destroys a property, and does nothing else.
  code === 'ItemBurned'
    ? deed?.what === 'propertyfx.BurnOperation'
    : deed?.is === 'gets' && (asked[code]?.(deed, draft) ?? false);

/** A case of Fuji on another network: the test node runs the local one. */
function onNetwork<T>(of: T, network: Network): T {
  if ((of as unknown) === fuji) return network as T;
  if (of instanceof Uint8Array)
    return equalBytes(of, fuji.avaxAssetID) ? (network.avaxAssetID as T) : of;
  if (typeof of !== 'object' || of === null) return of;
  if (Array.isArray(of)) return of.map((each) => onNetwork(each, network)) as T;
  return Object.fromEntries(
    Object.entries(of).map(([key, each]) => [key, onNetwork(each, network)]),
  ) as T;
}

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
      const state = stateOf(chainOf(name));
      for (const facts of [{ own: mine }, { utxos }, { own: mine, utxos, time: draft.time }])
        expect(
          [name, review(draft, { ...facts, state, expect: intent })],
          Object.keys(facts).join(),
        ).toEqual([name, []]);
    }
  });

  it('of any case and network has none either, built or read, with a clock or without; without the intent only notes', () => {
    // `TIER=nightly` tries 5,000.
    const wanted = tier === 'nightly' ? 5_000 : 30;
    const types = new Map<string, number>();
    let [count, imports] = [0, 0];
    for (const of of fc.sample(cases, { numRuns: 4 * wanted, seed: seedOr(77) })) {
      const network = [fuji, mainnet, local][count % 3]!;
      // Messages name Fuji, and auto-renewed validators are not on mainnet yet.
      const isFuji = 'message' in of.intent || /AutoRenewed/.test(of.intent.type);
      const { state, intent, options } = isFuji ? of : onNetwork(of, network);
      const built = buildCase({ state, intent, options });
      if (!built) continue;
      if (++count > wanted) break;
      const { type } = built.unsignedTx;
      types.set(type, (types.get(type) ?? 0) + 1);
      const { change } = options;
      if (state.chain === 'C' && intent.type === 'ImportTx') {
        // Who names nobody means one of the accounts that are his.
        const mine = buildCase({ state, intent: { ...intent, to: evmAddressOf(me) }, options });
        const open: Intent = { type: 'ImportTx', from: 'P' };
        const context = { own, network: state.network, expect: open };
        expect(review(mine!, context)).toEqual([]);
        expect(review(built, context)).not.toEqual([]);
        imports++;
      }
      for (const draft of [built, asText(built)])
        for (const facts of [{ own }, { own, time: built.time }]) {
          const context = { ...facts, network: state.network, ...(change && { change }) };
          // What was read does not confirm itself.
          for (const by of draft === built ? [{}, { state }] : [{ state }])
            expect([type, review(draft, { ...context, ...by, expect: intent })]).toEqual([
              type,
              [],
            ]);
          const grave = review(draft, context).filter(isGrave);
          expect([type, grave.filter((one) => !isAsked(one, draft))]).toEqual([type, []]);
        }
    }
    expect(count).toBeGreaterThanOrEqual(wanted);
    expect(types.size).toBeGreaterThan(tier === 'nightly' ? 22 : 8);
    if (tier === 'nightly') expect(imports).toBeGreaterThan(100);
    if (process.env.COUNT) console.log({ count, imports, types });
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
      expect(review(draft, { ...facts, expect: { type: 'ImportTx', ...meansTo } })).toEqual([]);
    expect(review(draft, facts)).toEqual([]);
  });
});
