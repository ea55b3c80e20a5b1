/** Reads and writes the JSON of unsigned transactions of avalanchejs. */
import { kinds } from '../chain/kinds.ts';
import { signatureLength } from '../crypto/secp256k1.ts';
import type { Draft } from '../draft/draft.ts';
import { AvalancheError } from '../errors/error.ts';
import { list } from '../schema/collection.ts';
import { checked, hex, json, string } from '../schema/leaf.ts';
import { reply } from '../schema/object.ts';
import { mapped, optional, type Schema } from '../schema/schema.ts';
import { concatBytes } from '../text/bytes.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { formatJSON, isJSONObject, type JSONValue } from '../text/json.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';

const chains = ['P', 'X', 'C'] as const;
const vms: { readonly [C in Draft['chain']]: string } = { P: 'PVM', X: 'AVM', C: 'EVM' };

/** Codec version, which avalanchejs omits from UTXOs. */
const codecVersion = new Uint8Array(2);
const nobody = new Uint8Array(signatureLength);

/** A signature in hex without the prefix `0x`; all zeros if it is missing. */
const signature: Schema<Uint8Array | null> = /* @__PURE__ */ mapped(
  string,
  (text) => {
    const bytes = parseHex(text.startsWith('0x') ? text : `0x${text}`);
    return bytes.every((byte) => byte === 0) ? null : bytes;
  },
  (bytes) => formatHex(bytes ?? nobody).slice(2),
);

/** Schema of a value written as hex of its bytes, without the `omitted` leading bytes. */
const encodedAs = <T>(type: Type<unknown>, omitted = new Uint8Array(0)): Schema<T> =>
  mapped(
    hex,
    (bytes) => decode(type, concatBytes(omitted, bytes)) as T,
    (value: T) => encode<unknown>(type, value).subarray(omitted.length),
  );

/** Schema of the JSON of an unsigned transaction of avalanchejs. */
const unsignedTxOf = (chain: Draft['chain']) => {
  const vm = checked('vm', (found) => {
    if (found !== vms[chain])
      throw new AvalancheError('Mismatch', `is of ${found}, the chain is ${chain}`, {
        found,
        expected: chain,
      });
  });
  const tx = encodedAs<AnyUnsignedTx>(kinds[chain].unsignedTx);
  const utxo = encodedAs<AnyUTXO>(kinds[chain].utxo, codecVersion);
  return reply({
    codecId: [optional(string), 'Version of the codec.'],
    vm: [vm, 'The VM of the chain.'],
    txBytes: [tx, 'The unsigned transaction.'],
    utxos: [list(utxo), 'UTXOs that it consumes.'],
    addressMaps: [optional(json), 'The signers and their indices, for each credential.'],
    credentials: [list(list(signature)), 'Signatures of each credential.'],
  });
};

/**
 * Writes a draft as text for `UnsignedTx.fromJSON` of avalanchejs 5.2.0, or `EVMUnsignedTx.fromJSON` on C: the transaction, its
 * UTXOs, the signers and the signatures so far.
 * Source: avalanchejs 5.2.0 `src/vms/common/unsignedTx.ts`.
 * @throws {AvalancheError} `Unsupported`: operations on NFTs and properties, for which avalanchejs has no credentials.
 */
export function avalanchejsText(draft: Draft): string {
  const others = draft.slots.findIndex(
    (slot) => slot.kind === 'operation' && !slot.utxo.output.type.startsWith('secp256k1fx.'),
  );
  if (others >= 0)
    throw new AvalancheError(
      'Unsupported',
      'avalanchejs cannot sign NFT and property operations',
    ).at('draft', 'slots', others);
  const { chain, slots, unsignedTx } = draft;
  return formatJSON(
    unsignedTxOf(chain).format({
      codecId: '0',
      vm: vms[chain],
      txBytes: unsignedTx,
      utxos: slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : [])),
      addressMaps: slots.map(({ owner, signatureIndices }) =>
        signatureIndices.map((index) => [formatHex(owner.addresses[index]!), index]),
      ),
      credentials: slots.map(({ signatures }) => signatures),
    }),
  );
}

/**
 * Reads the JSON of an unsigned transaction of avalanchejs 5.2.0, unsigned or partially signed.
 * @param expected The chain; the one whose VM it names if undefined.
 * @throws {AvalancheError} `BadJSON`, with its path; as `decode`; `Mismatch`: of another chain.
 */
export function readAvalanchejs(json: JSONValue, expected: Draft['chain'] | undefined) {
  const named = chains.find((chain) => isJSONObject(json) && json.vm === vms[chain]);
  const { txBytes, utxos, credentials } = unsignedTxOf(expected ?? named ?? 'P').parse(json);
  return {
    unsignedTx: txBytes,
    utxos,
    signatures: credentials,
    form: { kind: 'avalanchejs' },
  } as const;
}
