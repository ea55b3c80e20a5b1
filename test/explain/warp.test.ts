/** What an overview says of a warp message: its source, its payload, and who signed. */
import { describe, expect, it } from 'vitest';
import { overviewOf } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { L1Payload } from '../../src/warp/l1.ts';
import {
  buildCallMessage,
  encodeSigners,
  Message,
  UnsignedMessage,
} from '../../src/warp/message.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { key } from '../support/state.ts';

const manager = new Uint8Array(20).fill(7);
const subnetID = new Uint8Array(32).fill(4);
const nodeID = new Uint8Array(20).fill(8);
const owner = { threshold: 1, addresses: [key(1).shortID] };
const { blockchainID } = fuji.chains.C;
const signed = (unsigned: Uint8Array, signers: readonly number[]): Uint8Array =>
  encode(Message, {
    ...decode(UnsignedMessage, unsigned),
    Signature: {
      type: 'warp.BitSetSignature',
      Signers: encodeSigners(signers),
      Signature: new Uint8Array(96).fill(9),
    },
  });
const call = (payload: Uint8Array): Uint8Array =>
  buildCallMessage({ networkID: 5, sourceChainID: blockchainID, sourceAddress: manager, payload });
const register = call(
  encode(L1Payload, {
    type: 'message.RegisterL1Validator',
    subnetID,
    nodeID,
    blsPublicKey: new Uint8Array(48).fill(3),
    expiry: 1_800_000_000n,
    remainingBalanceOwner: owner,
    disableOwner: { threshold: 0, addresses: [] },
    weight: 20n,
  }),
);

describe('a warp message', () => {
  it('that is signed has its source chain, payload and signers', () => {
    expect(overviewOf(open(signed(register, [0, 2, 9]))).values).toEqual({
      'source chain': 'C-chain',
      sender: formatHex(manager),
      payload: 'register a validator of an L1',
      subnet: formatID(subnetID),
      node: formatNodeID(nodeID),
      weight: 20n,
      expires: '15 Jan 2027 08:00 UTC',
      'refund to': key(1).address('P', fuji),
      'deactivated by': 'nobody',
      'BLS key': `0x${'03'.repeat(48)}`,
      signers: '3 validators, at 0, 2, 9 of the validator set',
      'weight of the signers': expect.stringContaining('not known without the validator set'),
      signature: `0x${'09'.repeat(96)}`,
    });
  });

  it('of each payload says what it is', () => {
    const payloads = [
      [{ type: 'message.L1ValidatorWeight', weight: 0n, nonce: 1n }, 'the removal of a validator'],
      [{ type: 'message.L1ValidatorWeight', weight: 5n, nonce: 1n }, 'the weight of a validator'],
      [{ type: 'message.L1ValidatorRegistration', registered: true }, 'is registered'],
      [{ type: 'message.L1ValidatorRegistration', registered: false }, 'is not registered'],
    ] as const;
    for (const [payload, text] of payloads) {
      const bytes = encode(L1Payload, { validationID: subnetID, ...payload });
      const { values } = overviewOf(open(call(bytes)));
      expect(values.payload).toContain(text);
      expect(values.validation).toBe(formatID(subnetID));
    }
    expect(overviewOf(open(call(Uint8Array.of(1, 2, 3)))).values.payload).toBe(
      'call with 0x010203',
    );
    const own = encode(UnsignedMessage, {
      NetworkID: 5,
      SourceChainID: new Uint8Array(32),
      Payload: Uint8Array.of(104, 105),
    });
    expect(overviewOf(open(own)).values).toEqual({
      'source chain': 'P-chain',
      payload: 'bytes that only its chain can read: "hi"',
    });
  });
});
