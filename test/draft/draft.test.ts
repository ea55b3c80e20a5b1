import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildBaseTx,
  buildCreateChainTx,
  buildExportTx,
  type Draft,
} from '../../src/builder/index.ts';
import { carriedEvidence } from '../../src/draft/draft.ts';
import { isError } from '../../src/errors/error.ts';
import { avmChain, customNetwork } from '../../src/network/custom.ts';
import { fuji } from '../../src/network/known.ts';
import {
  combineDrafts,
  decodeDraft,
  encodeDraft,
  finalize,
  formatDraft,
  formatDraftParts,
  parseDraft,
  parseDraftParts,
  sign,
} from '../../src/sign/index.ts';
import { blockchainOf } from '../../src/state/state.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatID } from '../../src/text/id.ts';
import { runs, seedOr } from '../support/seeded.ts';
import { asset, cState, key, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const subnetID = formatID(asset(9));
const [a, b] = trio;
const twoOfThree = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const shared = buildBaseTx(
  pState([utxo(1, 1_000_000n, { owner: twoOfThree }), utxo(2, 1_000_000n, { owner: twoOfThree })], {
    from: trio.map((k) => k.shortID),
    paths: { [a.address('P', fuji)]: "m/44'/9000'/0'/0/0" },
  }),
  { outputs: [{ to: key(7).shortID, amount: 1_500_000n }] },
);
const chain = buildCreateChainTx(
  pState([utxo(1, 1_000_000n)], { authorities: { [subnetID]: twoOfThree } }),
  { subnetID, name: 'x', vm: 'subnetevm', genesis: new Uint8Array(9) },
);
const onX = buildBaseTx(xState([utxo(1, 9_000_000n)], { blockchain: avmChain(asset(5), 'my') }), {
  outputs: [{ to: key(2).shortID, amount: 1n }],
  memo: 'é',
});
const fromC = buildExportTx(cState(), { to: 'P', outputs: [{ to: key(1).shortID, amount: 5n }] });
const drafts: readonly (readonly [string, Draft])[] = [
  ['2-of-3 on P', shared],
  ['half signed', sign(shared, a, trusting)],
  ['with an authorization', chain],
  ['of another AVM', onX],
  ['of an account', fromC],
  ['signed by an account', sign(fromC, key(1))],
];

describe('the change of a draft', () => {
  const twice = { ...shared, change: [...shared.change, ...shared.change] };
  const two = buildBaseTx(
    pState([utxo(1, 1_000_000n), utxo(2, 7n, { assetID: asset(7) })], {
      change: twoOfThree,
      own: trio.map((k) => k.shortID),
    }),
    {
      outputs: [
        { to: key(2).shortID, amount: 5n },
        { to: key(2).shortID, amount: 5n, assetID: asset(7) },
      ],
    },
  );

  it('is strictly increasing as it is built', () => {
    expect(two.change).toHaveLength(2);
    expect(two.change[0]!.outputIndex).toBeLessThan(two.change[1]!.outputIndex);
  });

  it.each<[string, () => unknown]>([
    ['JSON', () => parseDraft(formatDraft(twice))],
    ['bytes', () => decodeDraft(encodeDraft(twice))],
    ['parts', () => parseDraftParts(formatDraftParts(twice))],
    ['memory', () => sign(twice, a, trusting)],
    ['memory, in another order', () => sign({ ...two, change: [...two.change].reverse() }, key(1))],
  ])('counts nothing twice: in %s', (_, f) => {
    expect(thrown(f)).toMatchObject({ code: 'NotSorted', path: ['draft', 'change', 1] });
  });
});

describe('formatDraft and parseDraft', () => {
  it.each(drafts)('carry a draft %s as text and as bytes', (_, draft) => {
    const text = formatDraft(draft);
    expect(parseDraft(text)).toEqual(draft);
    expect(formatDraft(parseDraft(text))).toBe(text);
    const bytes = encodeDraft(draft);
    expect(decodeDraft(bytes)).toEqual(draft);
    expect(encodeDraft(decodeDraft(bytes))).toEqual(bytes);
    expect(parseDraft(JSON.stringify(JSON.parse(text), null, 2))).toEqual(draft);
    const reversed = Object.entries(JSON.parse(text) as object).reverse();
    expect(parseDraft(JSON.stringify(Object.fromEntries(reversed)))).toEqual(draft);
    expect(Object.keys(decodeDraft(bytes)).sort()).toEqual(Object.keys(draft).sort());
  });

  it('carry a descriptor of at most 8,192 characters', () => {
    const described = (length: number) => ({ ...shared, descriptor: 'a'.repeat(length) });
    expect(decodeDraft(encodeDraft(described(8_192)))).toEqual(described(8_192));
    expect(thrown(() => decodeDraft(encodeDraft(described(8_193))))).toMatchObject({
      code: 'TooLong',
      path: ['draft', 'descriptor'],
    });
  });

  it('name the P-chain, whatever instance of the AVM a program puts beside it', () => {
    expect(blockchainOf({ ...shared, blockchain: avmChain(asset(5), 'my') })).toBe(fuji.chains.P);
    expect(blockchainOf(onX).alias).toBe('my');
  });

  it('carry 4 MiB of evidence at most, whatever the order', () => {
    const evidence = [3, 2, 1].map((MiB) => ({
      chain: 'P' as const,
      bytes: new Uint8Array(MiB * 1024 * 1024),
    }));
    const carried = (of: typeof evidence) =>
      carriedEvidence(pState([], { evidence: of }), []).map(({ bytes }) => bytes.length >> 20);
    expect(carried(evidence)).toEqual([1, 2]);
    expect(carried([...evidence].reverse())).toEqual([1, 2]);
  });

  it('carry a network that nobody knows', () => {
    const network = customNetwork({
      networkID: 7,
      avaxAssetID: asset(1),
      chains: { X: asset(2), C: asset(3) },
    });
    const state = { ...pState([utxo(1, 1_000_000n, { assetID: asset(1) })]), network };
    const draft = buildBaseTx(state, { outputs: [{ to: key(2).shortID, amount: 5n }] });
    expect(parseDraft(formatDraft(draft))).toEqual(draft);
  });

  it('are bound to a network and a chain, and to this version', () => {
    const text = formatDraft(shared);
    const changed = (from: string, to: string) => thrown(() => parseDraft(text.replace(from, to)));
    expect(changed('"network":"fuji"', '"network":"mainnet"').code).toBe('WrongNetwork');
    expect(changed('"chain":"P"', '"chain":"X"').code).toBe('WrongChain');
    expect(changed('draft 2', 'draft 1')).toMatchObject({
      code: 'BadVersion',
      context: { version: 'avalanche-tx draft 1' },
    });
    const later = 'draft.format: has format 3, this version reads format 2: update avalanche-tx';
    expect(changed('draft 2', 'draft 3').message).toContain(later);
    // In bytes other fields may follow.
    const bytes = encodeDraft(shared).slice(0, 60);
    bytes[4 + 'avalanche-tx draft '.length] = '3'.charCodeAt(0);
    expect(thrown(() => decodeDraft(bytes)).message).toContain(later);
    expect(changed('{"format"', '{"more":1,"format"').code).toBe('BadJSON');
    expect(thrown(() => parseDraft('[]')).code).toBe('BadVersion');
    expect(thrown(() => parseDraft('nonsense')).code).toBe('BadJSON');
  });

  it('refuse a signature of another slot, key or transaction', () => {
    const [slot] = sign(shared, a, trusting).slots;
    const theirs = sign(shared, b, trusting).slots[0]!.signatures.find((s) => s !== null)!;
    const moved = {
      ...shared,
      slots: shared.slots.map((s, i) =>
        i > 0 ? s : { ...slot!, signatures: slot!.signatures.map((old) => old && theirs) },
      ),
    } as Draft;
    expect(thrown(() => parseDraft(formatDraft(moved)))).toMatchObject({
      code: 'BadSignature',
      path: ['draft', 'slots', 0, 'signatures', 0],
    });
    expect(thrown(() => sign(moved, b, trusting))).toMatchObject({
      code: 'BadSignature',
      path: ['draft', 'slots', 0, 'signatures', 0],
    });
  });

  it('hold nothing of a key', () => {
    const text = formatDraft(sign(shared, [a, b], trusting));
    for (const n of [1, 2, 3]) expect(text).not.toContain(`${n}`.padStart(2, '0').repeat(32));
  });

  // Whatever happens to a draft: an error of ours, or a draft that passes every check.
  it('survive mutation, and what survives is what it was', () => {
    const bytes = encodeDraft(sign(shared, [a, b], trusting));
    const txID = finalize(sign(shared, [a, b], trusting)).txID;
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const mutant = bytes.slice();
        mutant[at]! ^= flip;
        try {
          expect(finalize(decodeDraft(mutant)).txID).toBe(txID);
        } catch (e) {
          if (!isError(e)) throw e;
          refused++;
        }
      }),
      { numRuns: runs(250), seed: seedOr(5) },
    );
    expect(refused).toBeGreaterThan(200);
  });
});

describe('combine', () => {
  const halves = [
    sign(shared, a, trusting),
    sign(shared, a, trusting),
    sign(shared, [a, b], trusting),
  ] as const;

  it('puts signatures together, in any order, as often as one likes', () => {
    const chosen = sign(shared, a, trusting).slots[0]!;
    const second = trio.find(
      (k) =>
        k !== a &&
        chosen.signatureIndices.some((i) => equalBytes(twoOfThree.addresses[i]!, k.shortID)),
    )!;
    const first = sign(shared, a, trusting);
    const other = sign(
      { ...first, slots: shared.slots.map((s) => s) } as typeof shared,
      second,
      trusting,
    );
    const whole = combineDrafts(first, other);
    expect(whole.missing).toEqual([]);
    expect(combineDrafts(other, first)).toEqual(whole);
    expect(combineDrafts(other, first, first, whole, other)).toEqual(whole);
    expect(finalize(whole).txID).toBe(finalize(sign(shared, [a, second], trusting)).txID);
    expect(combineDrafts(shared)).toEqual(shared);
    expect(combineDrafts(...halves)).toEqual(halves[2]);
  });

  it('refuses a draft that breaks a rule', () => {
    const { outputs } = shared.unsignedTx as Extract<
      typeof shared.unsignedTx,
      { type: 'platformvm.BaseTx' }
    >;
    const unsignedTx = { ...shared.unsignedTx, outputs: [...outputs].reverse() };
    const lie = { ...shared, unsignedTx } as typeof shared;
    expect(outputs.length).toBe(2);
    expect(thrown(() => combineDrafts(lie))).toMatchObject({
      code: 'NotSorted',
      path: ['drafts', 0, 'unsignedTx', 'outputs', 1],
    });
  });

  it('names what differs', () => {
    const other = buildBaseTx(pState([utxo(1, 1_000_000n)]), {
      outputs: [{ to: key(7).shortID, amount: 1n }],
    });
    expect(thrown(() => combineDrafts<Draft>(shared, other))).toMatchObject({
      code: 'Mismatch',
      path: ['drafts', 1, 'unsignedTx'],
    });
    expect(thrown(() => combineDrafts(shared, { ...shared, time: now - 1n }))).toMatchObject({
      path: ['drafts', 1, 'time'],
    });
    const path = { [a.address('P', fuji)]: "m/44'/9000'/0'/0/1" };
    expect(thrown(() => combineDrafts(shared, { ...shared, paths: path }))).toMatchObject({
      path: ['drafts', 1, 'paths', a.address('P', fuji)],
    });
    const bob = { [b.address('P', fuji)]: "m/44'/9000'/0'/0/0" };
    const both = [shared, { ...shared, paths: bob }] as const;
    const paths = { ...shared.paths, ...bob };
    expect(combineDrafts(both[0], both[1]).paths).toEqual(paths);
    expect(combineDrafts(both[1], both[0]).paths).toEqual(paths);
  });
});
