import { describe, expect, it } from 'vitest';
import { decodeTx } from '../../src/chain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { formatHex, parseBytes, parseHex } from '../../src/text/hex.ts';
import { formatID, parseID } from '../../src/text/id.ts';
import { parseJSON } from '../../src/text/json.ts';
import {
  buildRegistrationMessage,
  buildWeightMessage,
  conversionOf,
  decode,
  encode,
  L1Payload,
  l1PayloadOf,
  SubnetToL1ConversionData,
  UnsignedMessage,
  validationIDOf,
} from '../../src/warp/index.ts';
import { valueFromJSON } from '../../src/wire/parse.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import { thrown } from '../support/thrown.ts';
import { rows, rpcRows } from '../support/vectors.ts';

const fill = (byte: number, size: number) => new Uint8Array(size).fill(byte);
const key = parseHex(
  '0x8ce3b57b791798433fd323753489cac9bca43b98deaafaed91f4cb010730ae1e38b186ccd37a09b8aed62ce23b699c48',
);
const first = new Uint8Array(32);
first[0] = 9;
const node = new Uint8Array(20);
node[0] = 7;
const manager = new Uint8Array(32);
manager[0] = 3;

describe('ids of an L1, as the node computes them', () => {
  it('conversionID: of subnet, manager and first validators [case 77]', () => {
    const data = encode(SubnetToL1ConversionData, {
      subnetID: first,
      managerChainID: manager,
      managerAddress: new Uint8Array(20),
      validators: [{ nodeID: node, blsPublicKey: key, weight: 1n }],
    });
    expect(formatID(sha256(data))).toBe('229eUsmMLUbtKZ7pz45AxhkSCUZj8iypxHsE4uB6NUB9wWH5k4');
  });

  it('validationID of a first validator: of subnet and index', () => {
    expect([0, 1].map((index) => formatHex(validationIDOf({ subnetID: first, index })))).toEqual([
      '0x7380ed53b525284443343e95281c5ef33ebc5447814cd14381e3a57e000966b9',
      '0x127192f1f1934c26e713460e780737d25716b445f4ed7405d7c6a451f6495e27',
    ]);
    const subnetID = formatID(fill(0xd1, 32));
    expect([0, 1].map((index) => formatID(validationIDOf({ subnetID, index })))).toEqual([
      'JudWZSHvvsFcPip5GscaKcvvXR3c6oRW7A1rGnLYPC1ARgjnc',
      '2RFirKYXbmwmZhvni6CPpXvHdSyQrMQzcFNVsoc65KmCobX6wv',
    ]);
  });

  it('validationID of a later one: of the payload that registered it', () => {
    const address = parseHex('0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c');
    const owner = { threshold: 1, addresses: [address] };
    const registerMessage = encode(L1Payload, {
      type: 'message.RegisterL1Validator',
      subnetID: first,
      nodeID: node,
      blsPublicKey: key,
      expiry: 1_700_000_000n,
      remainingBalanceOwner: owner,
      disableOwner: owner,
      weight: 100n,
    });
    expect(registerMessage.length).toBe(182);
    expect(formatHex(validationIDOf({ registerMessage }))).toBe(
      '0x29d6ce5afb80d0740649730a73b3f802235faa7112b7540ef131b68ffa90081c',
    );
  });

  it('are refused for other messages, ids and indices', () => {
    const weight = encode(L1Payload, {
      type: 'message.L1ValidatorWeight',
      validationID: first,
      nonce: 0n,
      weight: 0n,
    });
    expect(thrown(() => validationIDOf({ registerMessage: weight }))).toMatchObject({
      code: 'UnknownTypeID',
      path: ['registerMessage'],
    });
    expect(
      thrown(() => validationIDOf({ registerMessage: Uint8Array.of(1, 1, ...weight) })),
    ).toMatchObject({
      code: 'BadVersion',
      path: ['registerMessage', 'l1Payload'],
    });
    expect(thrown(() => validationIDOf({ subnetID: node, index: 0 }))).toMatchObject({
      code: 'OutOfRange',
      path: ['subnetID'],
    });
    expect(thrown(() => validationIDOf({ subnetID: first, index: -1 }))).toMatchObject({
      code: 'OutOfRange',
      path: ['index'],
    });
  });
});

describe('L1 payloads of the specification', () => {
  const numbers =
    '185,40,243,190,185,53,25,238,207,1,69,218,144,59,64,164,201,125,202,0,178,31,18,172,13,243,190,145,22,239,46,242,123,42,230,188,212,197,188,45,84,239,90,112,98,126,252,183';
  const blsHex =
    'b928f3beb93519eecf0145da903b40a4c97dca00b21f12ac0df3be9116ef2ef27b2ae6bcd4c5bc2d54ef5a70627efcb7';
  it.each([
    [
      `0x000000000000${'34'.repeat(32)}`,
      '{"id":"PzUnjPDMVvdPtuhHs6uT5pNXEeqQLkLYSdXdoMA2cLNXHALTb"}',
    ],
    [
      `0x000000000001${'d1'.repeat(32)}00000014${'21'.repeat(20)}${blsHex}000000006553f100${`0000000100000001${'11'.repeat(20)}`.repeat(2)}0000000000000005`,
      `{"subnetID":"2bQZVmJttABK1ZQHwPujPJ8UPFieGjZXao8Pk4MnD3bMgVruBG","nodeID":"0x${'21'.repeat(20)}","blsPublicKey":[${numbers}],"expiry":1700000000,"remainingBalanceOwner":{"threshold":1,"addresses":["2ZEw5Hcv1hTb6YUQJ69y1V7uhcoGdeM1x"]},"disableOwner":{"threshold":1,"addresses":["2ZEw5Hcv1hTb6YUQJ69y1V7uhcoGdeM1x"]},"weight":5}`,
    ],
    [
      `0x000000000002${'34'.repeat(32)}01`,
      '{"validationID":"PzUnjPDMVvdPtuhHs6uT5pNXEeqQLkLYSdXdoMA2cLNXHALTb","registered":true}',
    ],
    [
      `0x000000000003${'34'.repeat(32)}00000000000000010000000000000002`,
      '{"validationID":"PzUnjPDMVvdPtuhHs6uT5pNXEeqQLkLYSdXdoMA2cLNXHALTb","nonce":1,"weight":2}',
    ],
  ])('%s', (hex, json) => {
    const payload = decode(L1Payload, parseHex(hex));
    expect(valueToJSONText(L1Payload, payload)).toBe(json);
    expect(formatHex(encode(L1Payload, valueFromJSON(L1Payload, parseJSON(json))))).toBe(hex);
  });
});

describe('what the P-chain says', () => {
  const id = formatID(fill(0x34, 32));

  it('of a registration and a weight, with an empty source address', () => {
    const registration = decode(
      UnsignedMessage,
      buildRegistrationMessage({ networkID: 5, validationID: id, registered: true }),
    );
    expect(registration).toMatchObject({ NetworkID: 5, SourceChainID: new Uint8Array(32) });
    expect(formatHex(registration.Payload)).toBe(
      `0x000000000001${'00'.repeat(4)}00000027000000000002${'34'.repeat(32)}01`,
    );
    const weight = decode(
      UnsignedMessage,
      buildWeightMessage({ networkID: 1, validationID: fill(0x34, 32), nonce: 1n, weight: 2n }),
    );
    expect(l1PayloadOf(weight)).toEqual({
      type: 'message.L1ValidatorWeight',
      validationID: fill(0x34, 32),
      nonce: 1n,
      weight: 2n,
    });
  });

  it('equals the messages of the node that come from the P-chain', () => {
    let compared = 0;
    for (const { unsignedHex, inner, innerType, fields, payload } of rows('warp'))
      if (
        innerType === 'L1ValidatorRegistration' &&
        fields.sourceChainID === formatID(new Uint8Array(32)) &&
        payload!.sourceAddressHex === '0x'
      ) {
        const { validationID, registered } = inner as { validationID: string; registered: boolean };
        expect(
          formatHex(
            buildRegistrationMessage({ networkID: fields.networkID, validationID, registered }),
          ),
        ).toBe(unsignedHex);
        compared++;
      }
    expect(compared).toBeGreaterThan(0);
  });

  it('is refused for what is no id', () => {
    expect(
      thrown(() =>
        buildRegistrationMessage({ networkID: 5, validationID: node, registered: true }),
      ),
    ).toMatchObject({ code: 'OutOfRange', path: ['validationID'] });
    expect(
      thrown(() =>
        buildWeightMessage({ networkID: 5, validationID: `${id}1`, nonce: 0n, weight: 0n }),
      ).path,
    ).toEqual(['validationID']);
  });
});

/** What a localnode answered to a method. */
const replies = (method: string): { params: Record<string, unknown>; response: string }[] =>
  rpcRows('rpc-samples').flatMap(({ request, response }) => {
    const asked = JSON.parse(request ?? '{}') as {
      method?: string;
      params: Record<string, unknown>;
    };
    return asked.method === method ? [{ params: asked.params, response }] : [];
  });
const field = (response: string, key: string): string =>
  new RegExp(`"${key}":"([^"]*)"`).exec(response)![1]!;

describe('conversionOf', () => {
  const convert = replies('platform.getTx')
    .filter(({ params }) => params.encoding === 'hex')
    .map(({ response }) => decodeTx(parseBytes(field(response, 'tx'), 'hex'), 'P'))
    .find((tx) => tx.unsignedTx.type === 'platformvm.ConvertSubnetToL1Tx')!;

  it('gives the ids that a node gives the L1 and its validator', () => {
    const { unsignedTx } = convert;
    if (unsignedTx.type !== 'platformvm.ConvertSubnetToL1Tx') throw new Error('no conversion');
    const subnetID = formatID(unsignedTx.subnetID);
    const c = conversionOf(convert);
    const subnet = replies('platform.getSubnet').find(
      ({ params }) => params.subnetID === subnetID,
    )!;
    expect(formatID(c.conversionID)).toBe(field(subnet.response, 'conversionID'));
    expect(formatID(sha256(c.data))).toBe(formatID(c.conversionID));
    const validators = replies('platform.getL1Validator')
      .map(({ response }) => response)
      .filter((response) => response.includes('"result"'));
    expect(c.validationIDs).toHaveLength(1);
    expect(validators.map((response) => field(response, 'validationID'))).toContain(
      c.validationIDs[0],
    );
    expect(decode(SubnetToL1ConversionData, c.data)).toEqual({
      subnetID: unsignedTx.subnetID,
      managerChainID: parseID(field(subnet.response, 'managerChainID')),
      managerAddress: parseHex(field(subnet.response, 'managerAddress')),
      validators: [
        {
          nodeID: unsignedTx.validators[0]!.nodeID,
          blsPublicKey: unsignedTx.validators[0]!.signer.publicKey,
          weight: 100n,
        },
      ],
    });
    const message = decode(UnsignedMessage, c.message);
    expect(message).toMatchObject({ NetworkID: 12_345, SourceChainID: new Uint8Array(32) });
    expect(l1PayloadOf(message)).toEqual({
      type: 'message.SubnetToL1Conversion',
      id: Uint8Array.from(c.conversionID),
    });
    expect(formatID(c.justification)).toBe(subnetID);
  });

  it('gives each validator of a transaction its validationID', () => {
    for (const { type, hex } of rows('p-public'))
      if (type === 'ConvertSubnetToL1Tx') {
        const tx = decodeTx(parseHex(hex), 'P');
        if (tx.unsignedTx.type !== 'platformvm.ConvertSubnetToL1Tx') throw new Error(type);
        const { subnetID, validators } = tx.unsignedTx;
        expect(conversionOf(tx).validationIDs).toEqual(
          validators.map((_, index) => formatID(validationIDOf({ subnetID, index }))),
        );
      }
  });

  it('refuses ids as text, and says what makes bytes of them', () => {
    const value = { type: 'message.L1ValidatorWeight', nonce: 1n, weight: 1n, validationID: first };
    const told = (more: object) =>
      thrown(() => encode(L1Payload, { ...value, ...more } as unknown as L1Payload)).message;
    const nodeID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
    const text = 'must be bytes, got text: convert it with';
    const registration = { type: 'message.RegisterL1Validator', subnetID: first, nodeID };
    expect(told(registration)).toBe(`BadArgument at l1Payload.nodeID: ${text} parseNodeID()`);
    const at = 'BadArgument at l1Payload.validationID';
    expect(told({ validationID: formatID(first) })).toBe(`${at}: ${text} parseID()`);
    expect(told({ validationID: formatHex(first) })).toBe(`${at}: ${text} parseHex()`);
    expect(told({ validationID: 'nine' })).toBe(`${at}: must be bytes, got text`);
  });

  it('refuses another transaction', () => {
    const { hex } = rows('p-public').find(({ type }) => type === 'BaseTx')!;
    expect(thrown(() => conversionOf(decodeTx(parseHex(hex), 'P')))).toMatchObject({
      code: 'UnknownTypeID',
    });
  });
});
