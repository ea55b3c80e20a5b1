/** Partially signed bytes with an address in the slot of the next signer, as avalanchejs 3 and BitGo pass them on. */
import { describe, expect, it } from 'vitest';
import { UTXO as CUTXO } from '../../src/chain/cchain/tx.ts';
import { UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { fromForeign, toForeign } from '../../src/interop/index.ts';
import { fuji } from '../../src/network/known.ts';
import { combineDrafts, finalize, sign } from '../../src/sign/index.ts';
import type { State } from '../../src/state/state.ts';
import { wei } from '../../src/text/amount.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { placeholderAddress } from '../../src/tx/placeholder.ts';
import { decode } from '../../src/wire/codec.ts';
import { now, pState, trio, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';
import { linesOf } from '../support/vectors.ts';

interface Row {
  readonly name: string;
  readonly chain: 'P' | 'X' | 'C';
  readonly utxos: readonly string[];
  /** Who signs first, and is named in `open`. */
  readonly signer: string;
  readonly open: string;
  readonly half: string;
  readonly whole: string;
}
const rows = linesOf('avalanchejs3-partial').map((line) => JSON.parse(line) as Row);
const current = rows.filter(({ name }) => !/add (validator|delegator)/.test(name));
const from = trio.map(({ shortID }) => shortID);
const options = { maxFee: 10n ** 9n };

function stateOf({ chain, name, utxos }: Row): State {
  const imports = / import from (.)/.exec(name)?.[1] as 'P' | 'X' | 'C' | undefined;
  if (chain === 'C')
    return {
      chain,
      network: fuji,
      from,
      time: now,
      accounts: [],
      baseFee: wei(1n),
      imports: { [imports!]: utxos.map((text) => decode(CUTXO, parseHex(text))) },
    };
  if (chain === 'X')
    return xState(
      utxos.map((text) => decode(XUTXO, parseHex(text))),
      { from },
    );
  const owned = utxos.map((text) => decode(PUTXO, parseHex(text)));
  return imports
    ? pState([], { from, imports: { [imports]: owned } as never })
    : pState(owned, { from });
}

const keyOf = (address: string) => trio.find(({ shortID }) => formatHex(shortID) === address)!;

describe.each(current)('$name', (row) => {
  const state = stateOf(row);
  const open = fromForeign(parseHex(row.open), state, options).draft;

  it('is read before, between and after the signatures', () => {
    expect(open.slots.every(({ signatures }) => signatures.every((s) => s === null))).toBe(true);
    const first = sign(open, keyOf(row.signer), trusting);
    const half = fromForeign(parseHex(row.half), state, options).draft;
    expect(half.slots).toEqual(first.slots);
    const [missing] = half.missing;
    expect(missing).toMatchObject({ need: 1 });
    const second = sign(half, keyOf(formatHex(missing!.candidates[0]!)), trusting);
    expect(formatHex(finalize(second).bytes)).toBe(row.whole);
    const whole = fromForeign(parseHex(row.whole), state, options).draft;
    expect(formatHex(finalize(whole).bytes)).toBe(row.whole);
    expect(formatHex(finalize(combineDrafts(half, second)).bytes)).toBe(row.whole);
  });

  it('is written with the signer of every empty slot', () => {
    const bytes = toForeign(open, 'avalanchejs3');
    expect(fromForeign(bytes, state, options).draft.slots).toEqual(open.slots);
    const blank = '00'.repeat(45);
    const text = formatHex(bytes);
    for (const { owner, signatureIndices } of open.slots)
      for (const index of signatureIndices)
        expect(text).toContain(blank + formatHex(owner.addresses[index]!).slice(2));
    // What these tools wrote is the same but for the slots that name nobody.
    expect(text.length).toBe(row.open.length);
    const named = blank + row.signer.slice(2);
    expect(text.split(named).length).toBe(row.open.split(named).length);
    expect(formatHex(toForeign(open, 'avalanchego'))).not.toContain(named);
  });
});

describe('a placeholder', () => {
  const row = current[0]!;
  const state = stateOf(row);

  it('that names another signer than its slot is refused, with its place', () => {
    const stranger = row.open.replaceAll(row.signer.slice(2), '77'.repeat(20));
    expect(thrown(() => fromForeign(parseHex(stranger), state, options).draft)).toMatchObject({
      code: 'Mismatch',
      path: ['credentials', 0, 'signatures', 0],
      context: { found: `0x${'77'.repeat(20)}`, expected: row.signer },
    });
  });

  it('is told from a signature by its first 45 bytes', () => {
    expect(placeholderAddress(new Uint8Array(65))).toEqual(new Uint8Array(20));
    const named = new Uint8Array(65);
    named.set(from[0]!, 45);
    expect(placeholderAddress(named)).toEqual(from[0]);
    const signature = named.slice();
    signature[44] = 1;
    expect(placeholderAddress(signature)).toBeUndefined();
    expect(placeholderAddress(named.subarray(1))).toBeUndefined();
  });
});

describe('types that nodes no longer accept', () => {
  it.each(rows.filter((row) => !current.includes(row)))('are refused for that: $name', (row) => {
    for (const bytes of [row.open, row.half, row.whole])
      expect(thrown(() => fromForeign(parseHex(bytes), stateOf(row), options).draft)).toMatchObject(
        {
          code: 'WrongUpgrade',
          context: { upgrade: 'durango' },
        },
      );
  });
});
