/** Work done once: how often a transaction is encoded from the intent to the signed bytes. */
import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx, buildImportTx, type Draft } from '../../src/builder/index.ts';
import * as C from '../../src/chain/cchain/index.ts';
import * as P from '../../src/chain/pchain/index.ts';
import * as X from '../../src/chain/xchain/index.ts';
import { evmAddressOf, finalize, parseDraft, sign } from '../../src/sign/index.ts';
import { encode } from '../../src/wire/codec.ts';
import { codingsIn } from '../support/codings.ts';
import { cState, key, pState, utxo, xState } from '../support/state.ts';

const me = key(1);
const many = Array.from({ length: 10 }, (_, i) => utxo(i + 1, 1_000_000n));
const outputs = [{ to: key(2).shortID, amount: 'max' as const }];
const onC = cState({
  imports: { P: many.map((of) => ({ ...of, output: { ...of.output, amount: 10_000_000n } })) },
});

describe('build, sign and finalize', () => {
  it.each<[string, number, () => Draft]>([
    ['10 inputs of P', 3, () => buildBaseTx(pState(many), { outputs })],
    ['10 inputs of X', 3, () => buildBaseTx(xState(many), { outputs })],
    [
      '10 inputs of an import',
      3,
      () => buildImportTx(pState([], { imports: { X: many } }), { from: 'X' }),
    ],
    // Its gas depends on its bytes: the builder asks for those of the frame before it has the inputs.
    [
      '10 inputs of an import to C',
      5,
      () => buildImportTx(onC, { from: 'P', to: evmAddressOf(me) }),
    ],
    [
      'an export from C',
      5,
      () => buildExportTx(onC, { to: 'P', outputs: [{ to: me.shortID, amount: 5n }] }),
    ],
  ])('encode a transaction with %s %i times', async (_, times, build) => {
    const { value, encoded, decoded } = await codingsIn(() => {
      const draft = build();
      return { draft, tx: finalize(sign(draft, me)) };
    });
    expect(value.tx.credentials.length).toBe(value.draft.slots.length);
    expect(encoded).toBe(times);
    // Each function decodes a copy of its own.
    expect(decoded).toBe(3);
  });
});

describe('the bytes that finalize joins', () => {
  it.each([
    ['P', () => buildBaseTx(pState(many), { outputs })],
    ['X', () => buildBaseTx(xState(many), { outputs })],
    ['C', () => buildImportTx(onC, { from: 'P', to: evmAddressOf(me) })],
  ] as const)('are the encoded transaction of %s', (chain, build) => {
    const { bytes, ...tx } = finalize(sign(build() as Draft, me));
    const type = { P: P.Tx, X: X.Tx, C: C.Tx }[chain];
    expect(encode<unknown>(type, tx)).toEqual(bytes);
  });
});

describe('a policy that changes the draft', () => {
  const draft = () => buildBaseTx(pState(many), { outputs });
  const changing = (of: Draft) => ({
    findings: () => {
      (of.unsignedTx as { memo: Uint8Array }).memo = new Uint8Array(1);
      return [];
    },
  });

  it('signs and returns what was checked', () => {
    const [plain, changed] = [draft(), draft()];
    const [expected] = sign(plain, me).slots;
    const signed = sign(changed, me, { policy: changing(changed) });
    expect(signed.slots[0]!.signatures).toEqual(expected!.signatures);
    expect(finalize(signed).bytes).toEqual(finalize(sign(draft(), me)).bytes);
  });

  it('finalizes what was checked before', () => {
    const [plain, changed] = [sign(draft(), me), sign(draft(), me)];
    const tx = finalize(changed, { policy: changing(changed) });
    expect(tx.bytes).toEqual(finalize(plain).bytes);
  });
});

it('reads a draft that was changed between two steps anew', () => {
  const draft = buildBaseTx(pState(many), { outputs });
  const signed = sign(draft, me);
  (signed.unsignedTx as { memo: Uint8Array }).memo = new Uint8Array(1);
  expect(() => finalize(signed)).toThrow();
  expect(() => parseDraft('')).toThrow();
});
