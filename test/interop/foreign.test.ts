/** Any form of another tool becomes a draft, and goes back in the form in which it came. */
import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildCreateChainTx } from '../../src/builder/index.ts';
import { unsignedBytes } from '../../src/draft/check.ts';
import { explain } from '../../src/explain/explain.ts';
import { type ForeignKind, fromForeign, toForeign } from '../../src/interop/index.ts';
import { fuji } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { checkTx } from '../../src/rules/check.ts';
import { chooseSigners, finalize, prove, sign } from '../../src/sign/index.ts';
import { formatBytes, formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { unsignedBytesOf } from '../../src/tx/bytes.ts';
import { amountOf } from '../../src/tx/output.ts';
import { ownerOf } from '../../src/tx/owner.ts';
import { jsSigns } from '../support/othertools.ts';
import { parent, spending } from '../support/parents.ts';
import { asset, key, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const [a, b] = trio;
const owner = { addresses: trio.map((of) => of.shortID), threshold: 2 };
const coins = [utxo(1, 1_000_000n, { owner }), utxo(2, 1_000_000n, { owner })];
const state = pState(coins, { from: owner.addresses });
const to = key(7).shortID;
const { draft } = chooseSigners(buildBaseTx(state, { outputs: [{ to, amount: 1_500_000n }] }), [
  a.shortID,
  b.shortID,
]);
const half = sign(draft, a, trusting);
const whole = sign(half, b, trusting);
const facts = { time: now, utxos: coins };

const kinds: readonly ForeignKind[] = [
  'avalanchego',
  'avalanchejs3',
  'unsigned',
  'noCredentials',
  'avalanchejs',
];

describe.each(kinds)('a transaction in the form %s', (kind) => {
  it('becomes the draft that it was, with the fee that it burns, and goes back as it came', () => {
    const input = toForeign(draft, { kind });
    const { draft: read, form } = fromForeign(input, facts);
    expect(form).toEqual({ kind });
    expect(read).toEqual({ ...draft, change: read.change });
    expect(fromForeign(input, state).draft.fee).toEqual(draft.fee);
    expect(toForeign(read, form)).toEqual(input);
  });

  it('takes the signatures of two programs in turn, and adds none to what it already has', () => {
    const first = fromForeign(toForeign(draft, { kind }), facts);
    const answer = toForeign(sign(first.draft, a, trusting), first.form);
    const second = fromForeign(answer, facts);
    expect(second.draft.missing.map(({ candidates }) => candidates)).toEqual([
      [b.shortID],
      [b.shortID],
    ]);
    const done = fromForeign(toForeign(sign(second.draft, b, trusting), second.form), facts).draft;
    expect(finalize(done).bytes).toEqual(finalize(whole).bytes);
  });

  it('is not signed without a policy or a review: it was not built here', () => {
    const { draft: read } = fromForeign(toForeign(draft, { kind }), facts);
    // @ts-expect-error The type says so, too.
    expect(thrown(() => sign(read, a, {})).code).toBe('NotReviewed');
  });
});

it('is signed by avalanchejs from bytes alone, on P and X, before and after this library', async () => {
  for (const chain of ['P', 'X'] as const) {
    const state = (chain === 'P' ? pState : xState)(coins, { from: owner.addresses });
    const built = buildBaseTx(state, { outputs: [{ to, amount: 500_000n }] });
    const of = chooseSigners(built, [a.shortID, b.shortID]).draft;
    const done = finalize(sign(of, [a, b], trusting)).bytes;
    const theirs = await jsSigns(chain, toForeign(of, 'unsigned'), coins, b);
    const { draft: half, form } = fromForeign(theirs, facts);
    expect(form).toEqual({ kind: 'avalanchego' });
    expect(half.missing).toMatchObject(
      [{ candidates: [a.shortID] }, { candidates: [a.shortID] }].slice(0, of.slots.length),
    );
    expect(toForeign(sign(half, a, trusting), form)).toEqual(done);
    const ours = toForeign(sign(of, a, trusting), 'avalanchego');
    expect(await jsSigns(chain, ours, coins, b)).toEqual(done);
  }
});

describe('text', () => {
  const bytes = unsignedBytes(draft);
  it.each([
    ['hex', formatHex(bytes), { prefix: true, checksum: false }],
    ['hex without 0x', formatHex(bytes).slice(2), { prefix: false, checksum: false }],
    ['hex with a checksum', formatBytes(bytes, 'hex'), { prefix: true, checksum: true }],
    [
      'hex with a checksum, without 0x',
      formatBytes(bytes, 'hex').slice(2),
      { prefix: false, checksum: true },
    ],
  ] as const)('of %s goes back as it came', (_, input, text) => {
    const { draft: read, form } = fromForeign(input, facts);
    expect(form).toEqual({ kind: 'unsigned', text });
    expect(toForeign(read, form)).toBe(input);
    const answer = toForeign(sign(read, a, trusting), form) as string;
    expect(answer.startsWith('0x')).toBe(text.prefix);
    expect(fromForeign(answer, facts).form).toEqual({ kind: 'avalanchego', text });
  });

  it('a request of a wallet, and what the Avalanche SDK prepares, are read as well', () => {
    const transactionHex = formatHex(bytes).slice(2);
    const request = JSON.stringify({
      method: 'avalanche_signTransaction',
      params: { transactionHex, chainAlias: 'P', utxos: [] },
    });
    expect(fromForeign(request, facts).draft.unsignedTx).toEqual(draft.unsignedTx);
    const prepared = `{"tx":${toForeign(half, 'avalanchejs')},"chainAlias":"P"}`;
    expect(fromForeign(prepared, { time: now }).draft.slots).toEqual(half.slots);
  });
});

describe('what is known', () => {
  it('is the draft that one has: it gets the signatures, and stays its own', () => {
    const given = toForeign(half, 'avalanchego');
    const { draft: read } = fromForeign(given, draft);
    expect(read).toEqual(half);
    expect(finalize(sign(read, b)).bytes).toEqual(finalize(whole).bytes);
    const other = buildBaseTx(state, { outputs: [{ to, amount: 1n }] });
    expect(thrown(() => fromForeign(given, other))).toMatchObject({
      code: 'Mismatch',
      path: ['tx'],
    });
  });

  it('are the transactions that made the UTXOs: they are proven then', () => {
    const paid = parent('P', {
      type: 'platformvm.BaseTx',
      ...spending(),
      outputs: [
        { assetID: fuji.avaxAssetID, output: amountOf(2_000_000n, ownerOf(draft.slots[0]!.owner)) },
      ],
    });
    const coin = {
      ...coins[0]!,
      txID: paid.txID,
      output: amountOf(2_000_000n, draft.slots[0]!.owner),
    };
    const spent = buildBaseTx(pState([coin], { from: owner.addresses }), {
      outputs: [{ to, amount: 1_500_000n }],
    });
    const bytes = toForeign(spent, 'unsigned');
    const { chain, bytes: made } = paid;
    const { draft: read } = fromForeign(bytes, { time: now, evidence: [{ chain, bytes: made }] });
    expect(prove(read).map(({ status }) => status)).toEqual(['proven']);
    expect(thrown(() => fromForeign(bytes, { time: now }))).toMatchObject({
      code: 'MissingState',
      context: { what: 'utxo', id: formatID(paid.txID) },
    });
  });

  it('are owners of authorities', () => {
    const subnetID = formatID(asset(9));
    const authorities = { [subnetID]: owner };
    const creating = buildCreateChainTx(pState(coins, { from: owner.addresses, authorities }), {
      subnetID,
      name: 'x',
      vm: 'subnetevm',
      genesis: new Uint8Array(9),
    });
    const bytes = toForeign(creating, 'unsigned');
    expect(fromForeign(bytes, { ...facts, authorities }).draft.slots).toEqual(creating.slots);
    expect(thrown(() => fromForeign(bytes, facts))).toMatchObject({
      code: 'MissingState',
      context: { what: 'owner', id: subnetID },
    });
  });

  it('is a network, if the transaction names one that nobody knows', () => {
    const bytes = unsignedBytesOf({ ...draft.unsignedTx, networkID: 77_777 });
    expect(thrown(() => fromForeign(bytes, facts))).toMatchObject({
      code: 'MissingState',
      path: ['known', 'network'],
    });
    expect(thrown(() => fromForeign(bytes, { ...facts, network: fuji })).code).toBe('WrongNetwork');
  });

  it('and what is no transaction is named', () => {
    const { detail, code } = thrown(() => fromForeign(`0x0000${'01'.repeat(32)}`, facts));
    expect(code).not.toBe('MissingState');
    expect(detail).not.toBe('');
    expect(
      thrown(() => fromForeign('{"numFetched":"0","utxos":[],"encoding":"hex"}', facts)).code,
    ).toBe('Ambiguous');
  });
});

describe('placeholders', () => {
  it.each(['avalanchego', 'avalanchejs3', 'noCredentials'] as const)(
    'of %s are missing signatures: explain lists them without a warning, and says who signs',
    (kind) => {
      const tx = open(toForeign(kind === 'noCredentials' ? draft : half, kind), { chain: 'P' });
      for (const known of [{}, { utxos: coins }]) {
        const told = explain(tx as never, { network: fuji, time: now, ...known });
        expect(told.warnings.map(({ code }) => code)).not.toContain('WrongSignature');
        expect(told.warnings.map(({ code }) => code)).not.toContain('Refused');
        const open = told.credentials.flatMap(({ signatures }) =>
          signatures.filter(({ status }) => status === 'missing'),
        );
        expect(open).toHaveLength(kind === 'noCredentials' ? 4 : 2);
        if ('utxos' in known || kind === 'avalanchejs3')
          expect(open.at(-1)!.addresses).toEqual([b.address('P', fuji)]);
      }
    },
  );

  it('of bytes are refused because they are missing; of a draft they are not checked', () => {
    const { value } = open(toForeign(half, 'avalanchego'), { chain: 'P', kind: 'tx' });
    const signatures = (of: Parameters<typeof checkTx>[0]) =>
      checkTx(of, { network: fuji, time: now, utxos: coins }).findings.find(
        ({ rule }) => rule === 'signatures',
      )!;
    const refused = signatures(value as never);
    expect(refused).toMatchObject({ result: 'refused', path: ['credentials', 0, 'signatures', 1] });
    expect(refused.detail).toBe('is a placeholder: 1 of 2 signatures are missing');
    const zeros = half.slots.map((slot) => ({
      ...slot,
      signatures: slot.signatures.map((of) => of ?? new Uint8Array(65)),
    }));
    for (const of of [half, { ...half, slots: zeros }])
      expect(signatures(of)).toMatchObject({ result: 'not checked' });
    const none = open(toForeign(draft, 'noCredentials'), { chain: 'P', kind: 'tx' });
    expect(signatures(none.value as never).detail).toMatch(/nobody has signed$/);
  });
});
