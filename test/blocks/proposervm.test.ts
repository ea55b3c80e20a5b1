import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../src/blocks/certificate.ts';
import { verifyProposer } from '../../src/blocks/proposer.ts';
import {
  innerBytesOf,
  outerIDOf,
  ProposerBlock,
  ProposerHeader,
  proposerOf,
  unsignedBlockOf,
} from '../../src/blocks/proposervm.ts';
import { Vertex, vertexIDOf } from '../../src/blocks/vertex.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { parseJSON } from '../../src/text/json.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { valueFromJSON } from '../../src/wire/parse.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

type Fields = Readonly<Record<string, string>>;
const wrappers = rows('x-blocks')
  .filter(({ kind }) => kind === 'proposervm')
  .map((row) => ({
    ...row,
    fields: row.fields as Fields,
    block: decode(ProposerBlock, parseHex(row.hex)),
  }));
const signed = wrappers.filter(({ fields }) => fields.signedHeaderHex);
const headerOf = ({ fields }: (typeof signed)[number]) =>
  decode(ProposerHeader, parseHex(fields.signedHeaderHex!));

describe('every wrapper', () => {
  it('has the node’s id, fields and proposer', () => {
    expect(new Set(wrappers.map(({ block }) => block.type)).size).toBe(3);
    for (const { block, id, hex, innerHex, fields } of wrappers) {
      const unsigned = unsignedBlockOf(block);
      const epoch =
        block.type === 'proposervm.StatelessGraniteBlock'
          ? block.statelessGraniteBlock.epoch
          : undefined;
      expect({
        id: formatID(outerIDOf(block)),
        hex: formatHex(encode(ProposerBlock, block)),
        innerHex: formatHex(innerBytesOf(block)),
        timestamp: unsigned && String(unsigned.timestamp),
        pChainHeight: unsigned && String(unsigned.pChainHeight),
        certificate: unsigned && formatHex(unsigned.certificate),
        proposer: proposerOf(block),
        epoch: epoch && [epoch.pChainHeight, epoch.number, epoch.startTime].join(),
      }).toEqual({
        id,
        hex,
        innerHex,
        timestamp: fields.timestamp,
        pChainHeight: fields.pChainHeight,
        certificate: fields.certificateHex,
        proposer: fields.certificateKind && fields.proposer,
        epoch:
          fields.epochNumber &&
          [fields.epochPChainHeight, fields.epochNumber, fields.epochStartTime].join(),
      });
    }
  });

  it('comes back from its JSON', () => {
    for (const { block, hex } of wrappers) {
      const json = parseJSON(valueToJSONText(ProposerBlock, block));
      expect(formatHex(encode(ProposerBlock, valueFromJSON(ProposerBlock, json)))).toBe(hex);
    }
  });

  it('prints as the node’s struct', () => {
    // Printed by avalanchego v1.15.0, with Go's nil where there are no bytes.
    const hex = `0x000000000002${'c1'.repeat(32)}000000006553f1000000000000000037000000000000000301020300000000000000320000000000000002000000006553f0ff00000000`;
    expect(valueToJSONText(ProposerBlock, decode(ProposerBlock, parseHex(hex)))).toBe(
      '{"statelessGraniteBlock":{"statelessBlock":{"parentID":"2ULG2JtDPYWW7u85YMsv1tLfcFymgnQexMPvUGsGfKVQ2mJCM7","timestamp":1700000000,"pChainHeight":55,"certificate":"","block":"AQID"},"epoch":{"pChainHeight":50,"number":2,"startTime":1699999999}},"signature":""}',
    );
  });
});

describe('verifyProposer', () => {
  it('takes what the proposer signed for this chain, by ECDSA and RSA, and nothing else', () => {
    expect(new Set(signed.map(({ fields }) => fields.certificateKind)).size).toBe(2);
    for (const row of signed) {
      const { Chain, Body } = headerOf(row);
      expect(formatID(Body)).toBe(row.id);
      verifyProposer(row.block, Chain);
      const other = { code: 'BadSignature', path: ['signature'] };
      expect(thrown(() => verifyProposer(row.block, new Uint8Array(32).fill(7)))).toMatchObject(
        other,
      );
      if (row.block.type === 'proposervm.Option') continue;
      for (const signature of [
        new Uint8Array(0),
        row.block.signature.subarray(1),
        row.block.signature.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
        new Uint8Array(256).fill(255),
      ])
        expect(
          thrown(() => verifyProposer({ ...row.block, signature } as ProposerBlock, Chain)),
        ).toMatchObject(other);
    }
  });

  it('takes a wrapper without a proposer only if nobody signed it', () => {
    const { block } = wrappers.find(
      ({ block }) => unsignedBlockOf(block)?.certificate.length === 0,
    )!;
    const chain = new Uint8Array(32);
    verifyProposer(block, chain);
    expect(
      thrown(() =>
        verifyProposer({ ...block, signature: new Uint8Array(1) } as ProposerBlock, chain),
      ),
    ).toMatchObject({ code: 'BadSignature' });
  });

  it('refuses an epoch of zeros, which decode takes', () => {
    const hex = `0x000000000002${'c1'.repeat(32)}${'00'.repeat(16)}${'00000000'.repeat(2)}${'00'.repeat(24)}00000000`;
    const block = decode(ProposerBlock, parseHex(hex));
    expect(thrown(() => verifyProposer(block, new Uint8Array(32)))).toMatchObject({
      code: 'OutOfRange',
      path: ['statelessGraniteBlock', 'epoch'],
    });
  });
});

describe('a certificate in a wrapper', () => {
  const [{ hex, fields }] = signed as unknown as readonly [(typeof signed)[0]];
  const der = parseHex(fields.certificateHex!);
  const at = 2 + 4 + 32 + 8 + 8 + 4;

  it('is refused where a node cannot read its key, with the place', () => {
    const bytes = parseHex(hex).slice();
    bytes[at]! ^= 1;
    const block = rows('x-blocks').find((row) => row.hex === hex)!;
    const path =
      (block.fields as { typeID: number }).typeID === 2
        ? ['proposervm', 'statelessGraniteBlock', 'statelessBlock', 'certificate']
        : ['proposervm', 'statelessBlock', 'certificate'];
    expect(thrown(() => decode(ProposerBlock, bytes))).toMatchObject({
      code: 'OutOfRange',
      path,
      offset: at,
    });
  });

  it('may have bytes after it, which its NodeID covers', () => {
    expect(publicKeyOf(Uint8Array.of(...der, 0))).toEqual(publicKeyOf(der));
  });

  it.each([
    ['cut', der.subarray(0, -70), 'Truncated'],
    ['too long', new Uint8Array(2049), 'TooLong'],
    ['of no bytes', new Uint8Array(0), 'Truncated'],
    ['with a length of five bytes', Uint8Array.of(0x30, 0x85, 0, 0, 0, 0, 1), 'OutOfRange'],
    ['with a length in more bytes than it takes', Uint8Array.of(0x30, 0x82, 0, 200), 'OutOfRange'],
  ])('%s has no key', (_, bytes, code) => {
    expect(thrown(() => publicKeyOf(bytes))).toMatchObject({ code });
  });
});

describe('every vertex', () => {
  const vertices = rows('x-blocks').filter(({ kind }) => kind === 'vertex');

  it('has the node’s id and fields, and comes back from its JSON', () => {
    const types = new Set<string>();
    for (const { hex, id, fields } of vertices) {
      const vertex = decode(Vertex, parseHex(hex));
      const { version, chainID, parentIDs, txs } = fields as unknown as {
        version: number;
        chainID: string;
        parentIDs: string[];
        txs: string[];
      };
      types.add(vertex.type);
      expect({
        id: formatID(vertexIDOf(vertex)),
        version: vertex.type === 'vertex.StopVertex' ? 1 : 0,
        chainID: formatID(vertex.chainID),
        parentIDs: vertex.parentIDs.map(formatID),
        txs: vertex.type === 'vertex.StopVertex' ? [] : vertex.txs.map(formatHex),
      }).toEqual({ id, version, chainID, parentIDs, txs });
      const json = parseJSON(valueToJSONText(Vertex, vertex));
      expect(formatHex(encode(Vertex, valueFromJSON(Vertex, json)))).toBe(hex);
    }
    expect(types.size).toBe(2);
  });

  it('prints as the node’s struct', () => {
    const stop = `0x0001${'02'.repeat(32)}000000000000000a00000001${'f1'.repeat(32)}`;
    const text =
      '{"version":1,"chainID":"tHggZ5wKxbrxY2Yt1EAviybdDcKk9Mq4DZQiwKCDWkFWVpsj","height":10,"epoch":0,"parentIDs":["2qZASgAFsPWvnsxijTyN87i5wFCPSdsGqgbLHdLoJVoH6CrAdL"],"txs":null}';
    expect(valueToJSONText(Vertex, decode(Vertex, parseHex(stop)))).toBe(text);
    for (const [from, to, error] of [
      ['"version":1', '"version":2', { code: 'BadJSON' }],
      ['"epoch":0', '"epoch":1', { code: 'Mismatch', path: ['epoch'] }],
    ] as const)
      expect(thrown(() => valueFromJSON(Vertex, parseJSON(text.replace(from, to))))).toMatchObject(
        error,
      );
  });

  it('of a version that no node knows is refused', () => {
    expect(thrown(() => decode(Vertex, Uint8Array.of(0, 2, 0)))).toMatchObject({
      code: 'BadVersion',
      offset: 0,
    });
  });
});
