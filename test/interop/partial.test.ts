import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildCreateChainTx, buildImportTx } from '../../src/builder/index.ts';
import { Tx } from '../../src/chain/pchain/tx.ts';
import { fromForeign, toForeign } from '../../src/interop/index.ts';
import { fuji } from '../../src/network/known.ts';
import { chooseSigners, combineDrafts, finalize, sign } from '../../src/sign/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { decode } from '../../src/wire/codec.ts';
import { asset, key, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const subnetID = formatID(asset(9));
const [a, b, c] = trio;
const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const from = owner.addresses;
const state = pState([utxo(1, 1_000_000n, { owner }), utxo(2, 1_000_000n, { owner })], {
  from,
  authorities: { [subnetID]: owner },
  imports: { X: [utxo(3, 2_000_000n, { owner })] },
});
const x = xState([utxo(1, 9_000_000n, { owner })], { from });
const to = key(7).shortID;
const cases = [
  ['BaseTx on P', state, buildBaseTx(state, { outputs: [{ to, amount: 1_500_000n }] })],
  ['an import', state, buildImportTx(state, { from: 'X' })],
  [
    'an authority',
    state,
    buildCreateChainTx(state, { subnetID, name: 'x', vm: 'subnetevm', genesis: new Uint8Array(9) }),
  ],
  ['BaseTx on X', x, buildBaseTx(x, { outputs: [{ to, amount: 1n }] })],
] as const;

describe.each(cases)('partially signed bytes: %s', (_, known, built) => {
  const draft = chooseSigners(built, [b.shortID, c.shortID]).draft;
  const whole = finalize(sign(draft, [b, c], trusting));

  it('hold zeros where nobody signed, and come back as they were', () => {
    const half = sign(draft, c, trusting);
    const bytes = toForeign(half, 'avalanchego');
    expect(bytes.length).toBe(whole.bytes.length);
    expect(formatHex(bytes)).toContain('00'.repeat(65));
    const back = fromForeign(bytes, known).draft;
    expect(back.slots).toEqual(half.slots);
    expect(finalize(combineDrafts(back, sign(back, b, trusting))).bytes).toEqual(whole.bytes);
    expect(toForeign(sign(draft, [b, c], trusting), 'avalanchego')).toEqual(whole.bytes);
    expect(fromForeign(toForeign(draft, 'avalanchego'), known).draft.slots).toEqual(draft.slots);
  });
});

describe('fromForeign', () => {
  const [, , draft] = cases[0];
  const bytes = toForeign(sign(draft, a, trusting), 'avalanchego');

  it('names what the state lacks', () => {
    expect(thrown(() => fromForeign(bytes, { ...state, utxos: [] }).draft)).toMatchObject({
      code: 'MissingState',
      path: ['unsignedTx', 'inputs', 0],
    });
    const [, , subnet] = cases[2];
    const known = { ...state, authorities: {} };
    expect(thrown(() => fromForeign(toForeign(subnet, 'avalanchego'), known).draft).code).toBe(
      'MissingState',
    );
  });

  it('refuses another network, other UTXOs, a signature in another’s slot, lost bytes', () => {
    const other = { ...state, network: { ...fuji, networkID: 7 } };
    expect(thrown(() => fromForeign(bytes, other).draft).code).toBe('WrongNetwork');
    const rich = { ...state, utxos: [utxo(1, 9_000_000n, { owner }), utxo(2, 9n, { owner })] };
    expect(thrown(() => fromForeign(bytes, rich).draft)).toMatchObject({
      code: 'Mismatch',
      path: ['draft', 'slots', 0, 'utxo'],
    });
    expect(thrown(() => fromForeign(bytes.subarray(0, -1), state).draft).code).toBe('Truncated');
    const swapped = bytes.slice();
    const at = decode(Tx, bytes).credentials[0] as { readonly signatures: readonly Uint8Array[] };
    const [first, second] = at.signatures.map(({ byteOffset }) => byteOffset - bytes.byteOffset);
    swapped.set(bytes.subarray(second, second! + 65), first);
    swapped.set(bytes.subarray(first, first! + 65), second);
    expect(thrown(() => fromForeign(swapped, state).draft).code).toBe('BadSignature');
    // A placeholder names the signer that it waits for, in its last 20 bytes.
    const reserved = bytes.slice();
    reserved.fill(0, first, first! + 45).set(c.shortID, first! + 45);
    expect(thrown(() => fromForeign(reserved, state).draft)).toMatchObject({
      code: 'Mismatch',
      context: { found: formatHex(c.shortID), expected: formatHex(a.shortID) },
      detail: `is reserved for the signer ${formatHex(c.shortID)}, the slot belongs to ${formatHex(a.shortID)}`,
    });
  });
});
