/** Bytes of every kind and realm are accepted wherever bytes are. */
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { asBytes, isBytes, toBytes } from '../../src/errors/arguments.ts';
import {
  decodeTx,
  formatHex,
  formatID,
  open,
  openAll,
  parseHex,
  toJSONText,
} from '../../src/index.ts';
import { openContainer } from '../../src/open/indexed.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import {
  addSignature,
  digestsOf,
  evmAddressOf,
  finalize,
  privateKey,
  sign,
} from '../../src/sign/index.ts';
import { decodeSigners } from '../../src/warp/index.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { key, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const context = vm.createContext({});
const foreignArray = vm.runInContext('(bytes) => Uint8Array.from(bytes)', context) as (
  bytes: ArrayLike<number>,
) => Uint8Array;
const foreignBuffer = vm.runInContext('(bytes) => Uint8Array.from(bytes).buffer', context) as (
  bytes: ArrayLike<number>,
) => ArrayBuffer;

/** The same bytes as other environments hold them. */
const kinds: readonly (readonly [name: string, of: (bytes: Uint8Array) => Uint8Array])[] = [
  ['a Buffer', (bytes) => Buffer.from(bytes)],
  ['a Uint8Array of another realm', foreignArray],
  ['an ArrayBuffer', (bytes) => bytes.slice().buffer as never],
  ['an ArrayBuffer of another realm', (bytes) => foreignBuffer(bytes) as never],
  [
    'a DataView on a part of a buffer',
    (bytes) => {
      const buffer = Uint8Array.of(9, ...bytes, 9).buffer;
      return new DataView(buffer, 1, bytes.length) as never;
    },
  ],
  ['a Uint8ClampedArray', (bytes) => Uint8ClampedArray.from(bytes) as never],
];

const me = key(1);
const draft = buildBaseTx(pState([utxo(1, 1_000_000n)]), {
  outputs: [{ to: key(2).shortID, amount: 5_000n }],
});
const tx = finalize(sign(draft, me));

describe.each(kinds)('%s', (name, of) => {
  it('is read as bytes', () => {
    const bytes = of(tx.bytes);
    expect(isBytes(bytes)).toBe(/^a (Buffer|Uint8Array)/.test(name));
    expect(asBytes(bytes)).toBeInstanceOf(Uint8Array);
    expect([...toBytes(bytes)]).toEqual([...tx.bytes]);
  });

  it('is opened, decoded, printed and hashed as a Uint8Array is', () => {
    const plain = open(tx.bytes, { chain: 'P' });
    const opened = open(of(tx.bytes), { chain: 'P' });
    expect(opened.id).toBe(tx.txID);
    expect(toJSONText(opened)).toBe(toJSONText(plain));
    expect(openAll(of(tx.bytes), { chain: 'P' })).toHaveLength(1);
    expect(decodeTx(of(tx.bytes), 'P').txID).toBe(tx.txID);
    expect(formatHex(of(tx.bytes))).toBe(formatHex(tx.bytes));
    expect(formatID(of(utxo(1, 1n).txID))).toBe(formatID(utxo(1, 1n).txID));
    const one = utxo(1, 5n);
    expect(decode(UTXO, of(encode(UTXO, one)))).toEqual(one);
    expect(decodeSigners(of(Uint8Array.of(5)))).toEqual([0, 2]);
    const container = parseHex(`0x000000000001${'c1'.repeat(32)}00000003010203`);
    expect(openContainer(of(container), { chain: 'C' }).id).toBe(
      openContainer(container, { chain: 'C' }).id,
    );
  });

  it('stands in values: UTXOs, owners, keys, seeds, signatures', () => {
    const { txID, assetID, ...rest } = utxo(1, 1_000_000n);
    const foreign = { ...rest, txID: of(txID), assetID: of(assetID) };
    expect(encode(UTXO, foreign)).toEqual(encode(UTXO, utxo(1, 1_000_000n)));
    const again = buildBaseTx(pState([utxo(1, 1_000_000n)], { from: [of(me.shortID)] }), {
      outputs: [{ to: of(key(2).shortID), amount: 5_000n }],
    });
    expect(again.unsignedTx).toEqual(draft.unsignedTx);
    const secret = new Uint8Array(32).fill(1);
    expect(evmAddressOf(privateKey(of(secret)))).toBe(evmAddressOf(me));
    const seed = new Uint8Array(32).fill(7);
    expect(hdWallet(of(seed)).account().xpub).toBe(hdWallet(seed).account().xpub);
    const [asked] = digestsOf(draft);
    const signed = sign(draft, me).slots[0]!.signatures[0]!;
    const added = addSignature(draft, { digest: of(asked!.digest), signature: of(signed) });
    expect(finalize(added).txID).toBe(tx.txID);
  });
});

it('keeps the memory of what it reads: fields of a decoded value are views', () => {
  const bytes = foreignArray(encode(UTXO, utxo(1, 5n)));
  const { txID } = decode(UTXO, bytes);
  bytes[2]! ^= 0xff;
  expect(txID[0]).toBe(bytes[2]);
});

it('refuses what only looks like bytes', () => {
  for (const wrong of [[1, 2], { length: 2, 0: 1, 1: 2 }, '0x01', 5, null, undefined]) {
    expect(asBytes(wrong)).toBeUndefined();
    expect(thrown(() => formatHex(wrong as never)).code).toBe('BadArgument');
  }
});
