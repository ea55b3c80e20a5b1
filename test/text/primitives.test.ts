import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCB58,
  formatHex,
  formatID,
  formatNodeID,
  formatShortID,
  isError,
  parseBytes,
  parseCB58,
  parseID,
  parseNodeID,
  parseShortID,
  readAddress,
} from '../../src/index.ts';
import { formatPrivateKey, parsePrivateKey } from '../../src/sign/index.ts';
import { formatAddress } from '../../src/text/address.ts';
import { type Primitive, rows } from '../support/vectors.ts';

type Verdict = Pick<Primitive, 'ok' | 'hex' | 'again' | 'chain' | 'hrp'>;

const read =
  (parse: (text: string) => Uint8Array, format: (bytes: Uint8Array) => string) =>
  (text: string): Verdict => {
    const bytes = parse(text);
    return { ok: true, hex: formatHex(bytes), again: format(bytes) };
  };

const hex = (encoding: 'hex' | 'hexc' | 'hexnc') =>
  read(
    (text) => parseBytes(text, encoding),
    (bytes) => formatBytes(bytes, encoding),
  );

const readers: Record<Primitive['kind'], (text: string) => Verdict> = {
  id: read(parseID, formatID),
  shortID: read(parseShortID, formatShortID),
  nodeID: read(parseNodeID, formatNodeID),
  cb58: read(parseCB58, formatCB58),
  privateKey: read((text) => parsePrivateKey(text, { lenient: true }), formatPrivateKey),
  hex: hex('hex'),
  hexc: hex('hexc'),
  hexnc: hex('hexnc'),
  address(text) {
    const { alias, hrp, bytes } = readAddress(text, { lenient: true });
    const again = formatAddress(alias, hrp, bytes);
    return { ok: true, hex: formatHex(bytes), again, hrp, ...(alias && { chain: alias }) };
  },
};

function verdict({ kind, text }: Primitive): Verdict {
  try {
    return readers[kind](text);
  } catch (e) {
    if (!isError(e)) throw e;
    return { ok: false };
  }
}

/** What the node said, in the words of `verdict`. The node names chain and hrp of a bad address too. */
function expected({ kind, ok, hex, again, chain, hrp }: Primitive): Verdict {
  if (!ok) return { ok };
  const bytes = { ok, hex: hex!, again: again! };
  return kind === 'address' ? { ...bytes, ...(chain && { chain }), hrp: hrp! } : bytes;
}

describe('the text primitives', () => {
  it('gives the node’s verdict, bytes and text on all 300 vectors', () => {
    const all = rows('primitives');
    expect(all).toHaveLength(300);
    expect(all.map((row) => ({ ...row, got: verdict(row) }))).toEqual(
      all.map((row) => ({ ...row, got: expected(row) })),
    );
  });
});

describe('readAddress', () => {
  it('accepts strictly only what is written again as it was', () => {
    for (const row of rows('primitives').filter(({ kind }) => kind === 'address')) {
      const strict = row.ok && row.again === row.text && /^[!-~]+-/.test(row.text);
      let got = false;
      try {
        readAddress(row.text);
        got = true;
      } catch (e) {
        if (!isError(e)) throw e;
      }
      expect({ text: row.text, strict: got }).toEqual({ text: row.text, strict });
    }
  });
});
