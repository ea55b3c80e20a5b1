import { describe, expect, it } from 'vitest';
import { answer } from '../../apps/cli/src/answer.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID, formatShortID } from '../../src/text/id.ts';
import { parseJSON } from '../../src/text/json.ts';
import {
  type AddressedCall,
  buildCallMessage,
  decode,
  decodeSigners,
  encode,
  encodeSigners,
  type Hash,
  L1Payload,
  l1PayloadOf,
  Message,
  messageIDOf,
  Payload,
  type RegisterL1Validator,
  SubnetToL1ConversionData,
  UnsignedMessage,
  unsignedMessageBytesOf,
  validationIDOf,
} from '../../src/warp/index.ts';
import { countSigners } from '../../src/warp/message.ts';
import { valueFromJSON } from '../../src/wire/parse.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import type { Type } from '../../src/wire/type.ts';
import { thrown } from '../support/thrown.ts';
import { rows, type Warp } from '../support/vectors.ts';

const vectors = rows('warp');
const titled = vectors.map(
  (row, i) => [`${i} ${row.kind} ${row.innerType ?? row.payloadType}`, row] as const,
);

/** Bytes to value and back, and to JSON and back: the value. */
function roundTrip<T>(type: Type<T>, hex: string, json?: string): T {
  const bytes = parseHex(hex);
  const value = decode(type, bytes);
  expect(formatHex(encode(type, value))).toBe(hex);
  const text = valueToJSONText(type, value);
  if (json !== undefined) expect(text).toBe(json);
  expect(formatHex(encode(type, valueFromJSON(type, parseJSON(text))))).toBe(hex);
  return value;
}

/** The oracle's names for what a payload holds. */
function fieldsOf(payload: Payload): unknown {
  return payload.type === 'payload.Hash'
    ? { hash: formatID(payload.Hash) }
    : {
        sourceAddressHex: formatHex(payload.SourceAddress),
        payloadHex: formatHex(payload.Payload),
      };
}
const owner = ({ threshold, addresses }: RegisterL1Validator['disableOwner']): unknown => ({
  threshold,
  addresses: addresses.map(formatShortID),
});
function fieldsOfL1(payload: L1Payload, hex: string): unknown {
  switch (payload.type) {
    case 'message.SubnetToL1Conversion':
      return { id: formatID(payload.id) };
    case 'message.RegisterL1Validator':
      return {
        subnetID: formatID(payload.subnetID),
        nodeIDHex: formatHex(payload.nodeID),
        blsPublicKeyHex: formatHex(payload.blsPublicKey),
        expiry: String(payload.expiry),
        remainingBalanceOwner: owner(payload.remainingBalanceOwner),
        disableOwner: owner(payload.disableOwner),
        weight: String(payload.weight),
        validationID: formatID(validationIDOf({ registerMessage: parseHex(hex) })),
      };
    case 'message.L1ValidatorRegistration':
      return { validationID: formatID(payload.validationID), registered: payload.registered };
    case 'message.L1ValidatorWeight':
      return {
        validationID: formatID(payload.validationID),
        nonce: String(payload.nonce),
        weight: String(payload.weight),
      };
  }
}

/** The message of a row, read as its kind. */
const read = (row: Warp): UnsignedMessage | Message =>
  row.kind === 'warpSigned'
    ? roundTrip(Message, row.hex)
    : roundTrip<UnsignedMessage>(UnsignedMessage, row.hex);

describe('the messages of the node', () => {
  it.each(titled)('%s: bytes, id and fields', (_, row) => {
    const message = read(row);
    expect(formatID(messageIDOf(message))).toBe(row.id);
    expect(formatHex(unsignedMessageBytesOf(message))).toBe(row.unsignedHex);
    expect({
      networkID: message.NetworkID,
      sourceChainID: formatID(message.SourceChainID),
      payloadHex: formatHex(message.Payload),
      ...('Signature' in message
        ? {
            signersHex: formatHex(message.Signature.Signers),
            signatureHex: formatHex(message.Signature.Signature),
          }
        : {}),
    }).toEqual({ ...row.fields, signers: undefined });
  });

  it.each(titled)('%s: what it says', (_, row) => {
    if (row.payloadType === 'raw') {
      expect(() => decode(Payload, parseHex(row.payloadHex))).toThrow();
      return;
    }
    const payload = roundTrip(Payload, row.payloadHex);
    expect(payload.type).toBe(`payload.${row.payloadType}`);
    expect(fieldsOf(payload)).toEqual(row.payload);
    if (payload.type === 'payload.AddressedCall') {
      const message = read(row);
      expect(
        formatHex(
          buildCallMessage({
            networkID: message.NetworkID,
            sourceChainID: message.SourceChainID,
            sourceAddress: payload.SourceAddress,
            payload: payload.Payload,
          }),
        ),
      ).toBe(row.unsignedHex);
    }
  });

  it.each(titled.filter(([, { innerHex }]) => innerHex !== undefined))(
    '%s: what the P-chain or a manager says',
    (_, row) => {
      const inner = roundTrip(L1Payload, row.innerHex!, row.innerJSON);
      expect(inner.type).toBe(`message.${row.innerType}`);
      expect(fieldsOfL1(inner, row.innerHex!)).toEqual(row.inner);
      expect(l1PayloadOf(read(row))).toEqual(inner);
      if (inner.type === 'message.SubnetToL1Conversion') {
        roundTrip(SubnetToL1ConversionData, row.conversionDataHex!, row.conversionDataJSON);
        expect(formatID(sha256(parseHex(row.conversionDataHex!)))).toBe(formatID(inner.id));
      }
    },
  );

  it.each(titled.filter(([, { kind }]) => kind === 'warpSigned'))('%s: who signed', (_, row) => {
    const message = decode(Message, parseHex(row.hex));
    const { Signers } = message.Signature;
    if (row.signersCanonical) {
      const signers = decodeSigners(Signers);
      expect(signers).toEqual(row.fields.signers ?? []);
      expect(countSigners(message)).toBe(signers.length);
      expect(formatHex(encodeSigners(signers))).toBe(row.fields.signersHex);
    } else {
      expect(thrown(() => countSigners(message))).toMatchObject({ code: 'OutOfRange' });
      // The rest of the bits are those of the node all the same.
      expect(decodeSigners(Signers.subarray(1))).toEqual(row.fields.signers);
    }
  });

  it('cover every payload, and signers that are padded', () => {
    expect(new Set(vectors.map((row) => row.innerType ?? row.payloadType))).toEqual(
      new Set([
        'Hash',
        'AddressedCall',
        'raw',
        'SubnetToL1Conversion',
        'RegisterL1Validator',
        'L1ValidatorRegistration',
        'L1ValidatorWeight',
      ]),
    );
    expect(vectors.some((row) => row.signersCanonical === false)).toBe(true);
  });
});

describe('decode --stream', () => {
  it.each(titled)('%s: answers bytes, id and JSON', (_, row) => {
    const ask = (kind: string, hex: string) =>
      JSON.parse(answer(JSON.stringify({ id: 7, kind, network: row.network, hex }))) as unknown;
    expect(ask(row.kind, row.hex)).toMatchObject({
      id: 7,
      ok: true,
      type: row.kind === 'warpSigned' ? 'warp.Message' : 'warp.UnsignedMessage',
      hex: row.hex,
      messageID: row.id,
      json: { NetworkID: row.fields.networkID, SourceChainID: row.fields.sourceChainID },
    });
    if (row.payloadType !== 'raw')
      expect(ask('warpPayload', row.payloadHex)).toMatchObject({
        ok: true,
        type: `payload.${row.payloadType}`,
        hex: row.payloadHex,
      });
    if (row.innerHex !== undefined)
      expect(ask('l1Payload', row.innerHex)).toMatchObject({
        ok: true,
        type: `message.${row.innerType}`,
        hex: row.innerHex,
      });
  });

  it('takes a message with a chain or without, and refuses another chain’s name', () => {
    const { hex, id, innerHex, innerJSON } = vectors.find((row) => row.innerType !== undefined)!;
    for (const chain of [undefined, 'P', 'X', 'C'])
      expect(answer(JSON.stringify({ chain, kind: 'warpUnsigned', hex }))).toContain(
        `"messageID":"${id}"`,
      );
    expect(answer(JSON.stringify({ kind: 'l1Payload', hex: innerHex }))).toContain(
      `"hex":"${innerHex}","json":${innerJSON}`,
    );
    expect(answer(JSON.stringify({ chain: 'Q', kind: 'warpUnsigned', hex }))).toContain(
      '"BadJSON"',
    );
    expect(answer(JSON.stringify({ kind: 'tx', hex }))).toContain('"BadJSON"');
  });
});

describe('a message', () => {
  const worked =
    '0x000000000005d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d200000003010203';

  it('has the JSON of its Go struct', () => {
    expect(valueToJSONText(UnsignedMessage, decode(UnsignedMessage, parseHex(worked)))).toBe(
      '{"NetworkID":5,"SourceChainID":"2brCqc5wMKf7SYAoiLQqyFzTgZpww78hzpjfwvKwJerEGHYbUv","Payload":"AQID"}',
    );
    const signed = decode(Message, parseHex(`${worked}000000000000000105${'cc'.repeat(96)}`));
    expect(valueToJSONText(Message, signed)).toBe(
      '{"NetworkID":5,"SourceChainID":"2brCqc5wMKf7SYAoiLQqyFzTgZpww78hzpjfwvKwJerEGHYbUv","Payload":"AQID",' +
        `"Signature":{"Signers":"BQ==","Signature":[${new Array(96).fill(204).join(',')}]}}`,
    );
    expect(countSigners(signed)).toBe(2);
    expect(formatID(messageIDOf(signed))).toBe(
      '2dt2ubG9hqjSctAYat3vMva9gw7BEXjEFU1q2K2vWXTZbKYC3K',
    );
  });

  it('is refused with another kind of signature, named by its place', () => {
    expect(thrown(() => decode(Message, parseHex(`${worked}00000001`)))).toMatchObject({
      code: 'UnknownTypeID',
      path: ['message', 'Signature'],
    });
  });

  it('that says no AddressedCall has no L1Payload', () => {
    const Payload_ = (value: Hash | AddressedCall) => ({ Payload: encode(Payload, value) });
    expect(
      thrown(() => l1PayloadOf(Payload_({ type: 'payload.Hash', Hash: new Uint8Array(32) }))),
    ).toMatchObject({ code: 'UnknownTypeID', path: ['Payload'] });
    expect(
      thrown(() =>
        l1PayloadOf(
          Payload_({
            type: 'payload.AddressedCall',
            SourceAddress: new Uint8Array(0),
            Payload: parseHex('0x000000000009'),
          }),
        ),
      ),
    ).toMatchObject({ code: 'UnknownTypeID', path: ['Payload', 'Payload', 'l1Payload'] });
  });
});

describe('a payload', () => {
  const call = (size: number) => ({
    type: 'payload.AddressedCall' as const,
    SourceAddress: new Uint8Array(20),
    Payload: new Uint8Array(size),
  });
  const head = 2 + 4 + 4 + 20 + 4;

  it('has at most 24 KiB', () => {
    const bytes = encode(Payload, call(24 * 1024 - head));
    expect(bytes.length).toBe(24_576);
    expect(decode(Payload, bytes)).toEqual(call(24 * 1024 - head));
    expect(thrown(() => encode(Payload, call(24 * 1024 - head + 1)))).toMatchObject({
      code: 'TooLong',
    });
    expect(thrown(() => decode(Payload, new Uint8Array(24_577)))).toMatchObject({
      code: 'TooLong',
      path: ['payload'],
    });
  });
});

describe('encodeSigners', () => {
  it.each([
    [[], '0x'],
    [[0], '0x01'],
    [[0, 1, 2], '0x07'],
    [[8], '0x0100'],
    [[9, 0], '0x0201'],
    [[255], `0x80${'00'.repeat(31)}`],
  ])('%j is %s', (indices, hex) => {
    expect(formatHex(encodeSigners(indices))).toBe(hex);
    expect(decodeSigners(parseHex(hex))).toEqual([...indices].sort((a, b) => a - b));
  });

  it('refuses what is no index, and one that is listed twice', () => {
    for (const index of [-1, 0.5, 2 ** 32, Number.NaN])
      expect(thrown(() => encodeSigners([3, index]))).toMatchObject({
        code: 'OutOfRange',
        path: [1],
      });
    expect(thrown(() => encodeSigners([3, 4, 3]))).toMatchObject({ code: 'Duplicate', path: [2] });
  });
});
