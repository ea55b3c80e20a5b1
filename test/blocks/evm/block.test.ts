import { describe, expect, it } from 'vitest';
import { decodeEVMBlock, extDataHashOf } from '../../../src/blocks/evm/block.ts';
import { decodeRLP, encodeRLP, type Item } from '../../../src/blocks/evm/rlp.ts';
import { decodeExtData, encodeExtData, Tx } from '../../../src/chain/cchain/tx.ts';
import { concatBytes } from '../../../src/text/bytes.ts';
import { formatHex, parseHex } from '../../../src/text/hex.ts';
import { decode, encode } from '../../../src/wire/codec.ts';
import { thrown } from '../../support/thrown.ts';
import { rows } from '../../support/vectors.ts';

const blocks = rows('x-blocks').flatMap(({ chain, innerHex, innerID }) =>
  chain === 'C' ? [{ bytes: parseHex(innerHex!), hash: innerID! }] : [],
);

/**
 * A block with one transaction, and the hashes that go with it, as coreth `plugin/evm/customtypes/block_test.go`
 * `TestBlockEncoding` has them.
 */
const bloom = '00'.repeat(256);
const early = parseHex(
  `0xf90291f90217a04504ee98a94d16dbd70a35370501a3cb00c2965b012672085fbd328a72962902a01dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347940100000000000000000000000000000000000000a00202e12a30c13562445052414c24dce5f1c530bb164e2a50897f0a6a1f78f158a0ecdf3b2c973d4156782b95816451fe9ed66b099cdca22f1168591ae2087765f4a0056b23fbba480696b65fe5a59b8f2148a1299103c4f57df839233af2cf4ca2d2b90100${bloom}0103837a12008252088460674e8a80a00000000000000000000000000000000000000000000000000000000000000000880000000000000000a056e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421f872f870808534630b8a00825208941954b772512974978793a809ecd8dce02dc71ba989014d1120d7b160000080830150f4a0beebf298ec38f9f4204f924686c4e5dd00f525fc1979ad224661ed2839ed55fda0267c480d1236c1684bdbad564a422e0a05007d7e8ca1acefe34e790b1d3a450ec08080`,
);

describe('decodeEVMBlock', () => {
  it('gives the hash, the atomic transactions and the hash of what carries them', () => {
    let atomic = 0;
    for (const { bytes, hash } of blocks) {
      const block = decodeEVMBlock(bytes);
      expect(block.hash).toBe(hash);
      expect(formatHex(block.header.extDataHash!)).toBe(formatHex(extDataHashOf(block.extData)));
      expect(formatHex(encodeExtData(decodeExtData(block.extData)))).toBe(formatHex(block.extData));
      for (const { txID, bytes: own } of block.txs) {
        atomic++;
        expect(rows('c-public').length && txID).toMatch(/^[1-9A-HJ-NP-Za-km-z]{45,52}$/);
        expect(formatHex(encode(Tx, decode(Tx, own)))).toBe(formatHex(own));
      }
    }
    expect(atomic).toBeGreaterThan(5);
  });

  it('reads a block of before Apricot phase 3, with its transaction’s hash', () => {
    const block = decodeEVMBlock(early);
    expect({
      hash: block.hash,
      number: block.header.number,
      gasLimit: block.header.gasLimit,
      timestamp: block.header.timestamp,
      transactions: block.transactions.map(({ hash, type }) => ({ hash, type })),
      txs: block.txs,
      fields: Object.keys(block.header).length,
    }).toEqual({
      hash: '0x0608e5d5e13c337f226b621a0b08b3d50470f1961329826fd59f5a241d1df49e',
      number: 3n,
      gasLimit: 8_000_000n,
      timestamp: 1_617_383_050n,
      transactions: [
        { hash: '0xf5a60149da2ea4e97061a9f47c66036ee843fa76cd1f9ce5a71eb55ff90b2e0e', type: 0 },
      ],
      txs: [],
      fields: 16,
    });
  });

  /** The block with some of its RLP changed. */
  const changed = (bytes: Uint8Array, change: (items: Item[], header: Item[]) => void) => {
    const items = [...(decodeRLP(bytes) as Item[])];
    const header = [...(items[0] as Item[])];
    change(items, header);
    if (items[0] === (decodeRLP(bytes) as Item[])[0] || Array.isArray(items[0])) items[0] = header;
    return encodeRLP(items);
  };
  const base = blocks[0]!.bytes;

  it('reads every field that Helicon has', () => {
    const extra = Array.from(
      { length: 14 },
      (_, i): Item => (i === 5 ? new Uint8Array(32).fill(9) : Uint8Array.of(i + 1)),
    );
    const { header } = decodeEVMBlock(
      changed(base, (_, header) => header.splice(16, 14, ...extra)),
    );
    expect(header).toMatchObject({
      baseFeePerGas: 1n,
      excessBlobGas: 5n,
      parentBeaconBlockRoot: new Uint8Array(32).fill(9),
      timestampMilliseconds: 7n,
      minDelayExcess: 8n,
      settledExcess: 14n,
    });
  });

  it('reads the one transaction that a block had until Apricot phase 5, and takes it later no more', () => {
    const tx = parseHex(rows('c-public')[0]!.hex);
    const at = (time: number) => (items: Item[], header: Item[]) => {
      items[4] = tx;
      header[11] = parseHex(`0x${time.toString(16)}`);
    };
    const block = decodeEVMBlock(changed(base, at(1_638_467_999)));
    expect(block.txs.map(({ txID }) => txID)).toEqual([rows('c-public')[0]!.id]);
    expect(thrown(() => decodeEVMBlock(changed(base, at(1_638_468_000))))).toMatchObject({
      path: expect.arrayContaining(['extData']),
    });
  });

  it.each<[string, (items: Item[], header: Item[]) => void, readonly string[]]>([
    ['a field too many', (items) => items.push(new Uint8Array(0)), []],
    ['a field too few', (items) => items.pop(), []],
    ['a header of 15 fields', (_, header) => header.splice(15), ['header']],
    [
      'a header of 31 fields',
      (_, h) => h.push(...new Array<Item>(12).fill(new Uint8Array(0))),
      ['header'],
    ],
    [
      'a hash of 31 bytes',
      (_, header) => (header[0] = new Uint8Array(31)),
      ['header', 'parentHash'],
    ],
    [
      'an integer with a zero in front',
      (_, h) => (h[8] = Uint8Array.of(0, 1)),
      ['header', 'number'],
    ],
    [
      'a gas limit above 64 bits',
      (_, h) => (h[9] = new Uint8Array(9).fill(1)),
      ['header', 'gasLimit'],
    ],
    ['a list for bytes', (_, header) => (header[12] = []), ['header', 'extraData']],
    ['bytes for a list', (items) => (items[1] = Uint8Array.of(1)), ['transactions']],
    [
      'a transaction without a type',
      (items) => (items[1] = [Uint8Array.of(0x80)]),
      ['transactions', '0'],
    ],
    ['a version above 32 bits', (items) => (items[3] = new Uint8Array(5).fill(1)), ['version']],
  ])('refuses %s', (_, change, path) => {
    const e = thrown(() => decodeEVMBlock(changed(base, change))) as unknown as { path: unknown[] };
    expect(e).toMatchObject({ code: 'BadRLP' });
    expect(e.path.map(String)).toEqual(path);
  });

  it('refuses a length beyond the input before it makes anything of a million items in front', () => {
    const bytes = new Uint8Array(1 << 20).fill(0x80);
    bytes.set([0xfa, 0x0f, 0xff, 0xfc]);
    const claim = bytes.length - 5;
    bytes.set([0xbb, 0x80, 0, 0, 0], claim);
    const used = (): number => {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = used();
    expect(thrown(() => decodeEVMBlock(bytes))).toMatchObject({ code: 'BadRLP', offset: claim });
    expect(used() - before).toBeLessThan(20e6);
  });

  it.each([
    ['no bytes', new Uint8Array(0)],
    ['a byte more', concatBytes(base, Uint8Array.of(0))],
    ['a byte less', base.subarray(0, -1)],
    ['a length in more bytes than it takes', concatBytes(Uint8Array.of(0xfa, 0), base.subarray(1))],
    ['a length beyond the input', Uint8Array.of(0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255)],
    ['lists in lists', new Uint8Array(1 << 20).fill(0xc1)],
    ['an item that ends behind its list', Uint8Array.of(0xc2, 0x82, 1, 1)],
  ])('refuses %s', (_, bytes) => {
    expect(thrown(() => decodeEVMBlock(bytes))).toMatchObject({ code: 'BadRLP' });
  });
});

describe('decodeRLP', () => {
  const nested = (depth: number): Item =>
    depth === 0 ? [] : [new Uint8Array(60), nested(depth - 1)];

  it('reads 16 lists in each other, and refuses more before it copies them', () => {
    expect(decodeRLP(encodeRLP(nested(15)))).toEqual(nested(15));
    expect(thrown(() => decodeRLP(encodeRLP(nested(16))))).toMatchObject({ code: 'BadRLP' });
  });

  it('encodes nothing but bytes and lists', () => {
    for (const item of ['0x01', 1, null, [undefined]])
      expect(thrown(() => encodeRLP(item as never))).toMatchObject({ code: 'BadRLP' });
  });
});

describe('decodeExtData', () => {
  it('takes no bytes for none, and no list of none', () => {
    expect(decodeExtData(new Uint8Array(0))).toEqual([]);
    expect(encodeExtData([])).toEqual(new Uint8Array(0));
    expect(thrown(() => decodeExtData(new Uint8Array(6)))).toMatchObject({
      code: 'OutOfRange',
      path: ['extData'],
    });
  });
});
