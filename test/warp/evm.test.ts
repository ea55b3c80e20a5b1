import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import {
  accessListOf,
  decode,
  messageIDOf,
  Payload,
  sendWarpMessageTopic,
  UnsignedMessage,
  warpMessageOf,
  warpPrecompile,
} from '../../src/warp/index.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

describe('accessList', () => {
  it.each(
    rows('l1')
      .filter(({ kind }) => kind === 'predicate')
      .map((row, i) => [i, row] as const),
  )('%i is the node’s predicate', (_, { hex, chunks }) => {
    expect(accessListOf(parseHex(hex!))).toEqual([
      { address: warpPrecompile, storageKeys: chunks },
    ]);
  });

  it('refuses a message that is not signed', () => {
    const { unsignedHex } = rows('warp')[0]!;
    expect(thrown(() => accessListOf(parseHex(unsignedHex)))).toMatchObject({
      code: 'Truncated',
      path: ['message', 'Signature'],
    });
  });
});

describe('messageFromReceipt', () => {
  // avalanchego v1.15.0 `vms/saevm/cchain/synchronoustest/fixture.json`, block_16_durango/tx_0.
  const log = {
    address: '0x0200000000000000000000000000000000000005',
    topics: [
      '0x56600c567728a800c0aa927500f831cb451df66a7af570eb4df4dfbf4674887d',
      '0x00000000000000000000000099b9dea54c48dfea6aa9a4ca4623633ee04ddbb5',
      '0x4e4fefc3afa604b6a41603712ff113a41f29f3befc2b150ad905a4a8c431fa7c',
    ],
    data: '0x0000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000000000000000000000000000000000006700000000000ae902a9a86640bfdb1cd0e36c0cc982b83e5765fad5f6bbe6abdcce7b5ae7d7c70000003d0000000000010000001499b9dea54c48dfea6aa9a4ca4623633ee04ddbb50000001b636f7265746820666978747572652077617270207061796c6f616400000000000000000000000000000000000000000000000000',
  };
  const other = { ...log, address: '0x0200000000000000000000000000000000000006' };

  it('gives the message that a node logged', () => {
    const message = decode(UnsignedMessage, warpMessageOf({ logs: [other, log] }));
    expect(formatHex(messageIDOf(message))).toBe(log.topics[2]);
    expect(decode(Payload, message.Payload)).toEqual({
      type: 'payload.AddressedCall',
      SourceAddress: parseHex(`0x${log.topics[1]!.slice(26)}`),
      Payload: new TextEncoder().encode('coreth fixture warp payload'),
    });
  });

  it('knows the event by the hash of its signature', () => {
    const signature = 'SendWarpMessage(address,bytes32,bytes)';
    expect(formatHex(keccak_256(new TextEncoder().encode(signature)))).toBe(sendWarpMessageTopic);
  });

  it('refuses none, several, and a log that contradicts itself', () => {
    expect(thrown(() => warpMessageOf({ logs: [other] }))).toMatchObject({ code: 'BadJSON' });
    expect(thrown(() => warpMessageOf({ logs: [log, log] }))).toMatchObject({
      code: 'Ambiguous',
      context: { candidates: [log.topics[2], log.topics[2]] },
    });
    const id = `0x${'00'.repeat(32)}`;
    const wrong = { ...log, topics: [log.topics[0]!, log.topics[1]!, id] };
    expect(thrown(() => warpMessageOf({ logs: [other, wrong] }))).toMatchObject({
      code: 'Mismatch',
      path: ['logs', 1, 'topics', 2],
    });
  });

  it.each([
    ['0x', 'Truncated', 0],
    [log.data.replace('20', '40'), 'OutOfRange', 0],
    [log.data.replace('0x00', '0xff'), 'OutOfRange', 0],
    [log.data.slice(0, -64), 'Truncated', 64],
    [`${log.data}${'00'.repeat(32)}`, 'TrailingBytes', 64],
    [log.data.slice(0, 130), 'Truncated', 64],
  ])('%#: refuses data that is not one run of bytes', (data, code, offset) => {
    expect(thrown(() => warpMessageOf({ logs: [{ ...log, data }] }))).toMatchObject({
      code,
      offset,
      path: ['logs', 0, 'data'],
    });
  });
});
