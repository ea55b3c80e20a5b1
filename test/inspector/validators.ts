/** Four validators, one of them without a key, and messages that they signed. */
import { formatHex } from '../../src/text/hex.ts';
import { formatNodeID } from '../../src/text/id.ts';
import * as bls from '../../src/warp/bls.ts';
import { UnsignedMessage } from '../../src/warp/message.ts';
import { signerSetOf } from '../../src/warp/signerset.ts';
import { encode } from '../../src/wire/codec.ts';

export const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
export const unsigned = encode(UnsignedMessage, {
  NetworkID: 5,
  SourceChainID: new Uint8Array(32),
  Payload: new Uint8Array(3),
});
export const nodes = secrets.map((secret, i) => ({
  id: formatNodeID(new Uint8Array(20).fill(i + 1)),
  publicKey: bls.publicKeyOf(secret),
  weight: [50n, 20n, 10n][i]!,
}));
/** The fourth has no key. */
export const without = formatNodeID(new Uint8Array(20).fill(9));
/** What a node says of them. */
export const reply: string = JSON.stringify({
  jsonrpc: '2.0',
  id: 77,
  result: {
    ...Object.fromEntries(
      nodes.map(({ id, publicKey, weight }) => [
        id,
        { publicKey: formatHex(publicKey), weight: String(weight) },
      ]),
    ),
    [without]: { publicKey: null, weight: '20' },
  },
});
const set = signerSetOf([...nodes, { publicKey: null, weight: 20n }]);
export const signedBy = (...which: readonly number[]): Uint8Array =>
  bls.aggregateWarpMessage(
    unsigned,
    which.map((i) => ({
      publicKey: nodes[i]!.publicKey,
      signature: bls.signBLS(unsigned, secrets[i]!),
    })),
    set,
  );
