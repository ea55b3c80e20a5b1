import { UnsignedTx as CTx, UTXO as CUTXO } from '../chain/cchain/tx.ts';
import { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import { signatureLength } from '../crypto/secp256k1.ts';
import type { Draft } from '../draft/draft.ts';
import { unsignedBytes, verifyDraft } from '../draft/verify.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { State } from '../state/state.ts';
import { concatBytes, formatHex, parseHex } from '../text/bytes.ts';
import { isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import type { UnsignedTx as AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import { knownUTXOs, type RestoreOptions, restore, utxosOf } from './restore.ts';

const types: {
  readonly [C in Draft['chain']]: { vm: string; tx: Type<unknown>; utxo: Type<unknown> };
} = {
  P: { vm: 'PVM', tx: PTx, utxo: PUTXO },
  X: { vm: 'AVM', tx: XTx, utxo: XUTXO },
  C: { vm: 'EVM', tx: CTx, utxo: CUTXO },
};

/** Its UTXOs stand without the codec version. */
const codecVersion = new Uint8Array(2);
const nobody = new Uint8Array(signatureLength);

/**
 * The text that `UnsignedTx.fromJSON` of avalanchejs 5.2.0 reads, `EVMUnsignedTx.fromJSON` on C: the transaction, its UTXOs,
 * who signs where, and the signatures so far.
 * Source: avalanchejs 5.2.0 `src/vms/common/unsignedTx.ts`.
 * @throws {AvalancheError} As `verifyDraft`, under `draft`; `Unsupported`: operations on NFTs and properties, whose credentials it does
 *   not have.
 */
export function toAvalanchejs(draft: Draft): string {
  within(['draft'], () => verifyDraft(draft));
  const { vm, utxo: type } = types[draft.chain];
  const others = draft.slots.findIndex(
    (slot) => slot.kind === 'operation' && !slot.utxo.output.type.startsWith('secp256k1fx.'),
  );
  if (others >= 0)
    throw new AvalancheError(
      'Unsupported',
      'avalanchejs cannot sign NFT and property operations',
    ).at('draft', 'slots', others);
  return JSON.stringify({
    codecId: '0',
    vm,
    txBytes: formatHex(unsignedBytes(draft)),
    utxos: draft.slots.flatMap((slot) =>
      'utxo' in slot ? [formatHex(encode(type, slot.utxo).subarray(codecVersion.length))] : [],
    ),
    addressMaps: draft.slots.map(({ owner, signatureIndices }) =>
      signatureIndices.map((index) => [formatHex(owner.addresses[index]!), index]),
    ),
    credentials: draft.slots.map(({ signatures }) =>
      signatures.map((signature) => formatHex(signature ?? nobody).slice(2)),
    ),
  });
}

/**
 * A draft of what `JSON.stringify(unsignedTx)` gives in avalanchejs 5.2.0, half signed or not at all.
 * @param state Of the chain: network, time and prices, and who authorises, which that text has only in part. Its UTXOs may be
 *   left out: the text has them; where both do, the state is believed.
 * @throws {AvalancheError} `BadJSON`, with its place; as `decode`; `Mismatch`: of another chain; `MissingState`: the owner of a subnet
 *   or validator is not in the state; `BadSignature`, with its place; `FeeTooHigh`, `FeeTooLow`: not what the state’s price asks,
 *   or above `maxFee`; as `verifyDraft`, under `draft`.
 */
export function fromAvalanchejs(text: string, state: State, options: RestoreOptions = {}): Draft {
  const json = parseJSON(text);
  const { vm, tx: txType, utxo: utxoType } = types[state.chain];
  const found = at(json, 'vm', asText);
  if (found !== vm)
    throw new AvalancheError('Mismatch', `is of ${found}, the state is of ${state.chain}`, {
      found: String(found),
      expected: state.chain,
    }).at('vm');
  const unsignedTx = at(json, 'txBytes', (of) => decode(txType, parseHex(asText(of))));
  const utxos = at(json, 'utxos', (list) =>
    asList(list, (of) => decode(utxoType, concatBytes(codecVersion, parseHex(asText(of))))),
  ) as readonly AnyUTXO[];
  const signatures = at(json, 'credentials', (list) =>
    asList(list, (credential) => asList(credential, asSignature)),
  );
  const known = knownUTXOs([...utxos, ...utxosOf(state)]);
  return restore(state, unsignedTx as AnyUnsignedTx, known, signatures, options);
}

function at<T>(json: JSONValue, key: string, read: (of: JSONValue) => T): T {
  return within([key], () => {
    if (!isJSONObject(json, key)) throw new AvalancheError('BadJSON', 'is missing');
    return read(json[key]!);
  });
}

function asText(json: JSONValue): string {
  if (typeof json === 'string') return json;
  throw new AvalancheError('BadJSON', 'must be text');
}

function asList<T>(json: JSONValue, read: (of: JSONValue) => T): readonly T[] {
  if (!Array.isArray(json)) throw new AvalancheError('BadJSON', 'must be a list');
  return json.map((of, i) => within([i], () => read(of)));
}

function asSignature(json: JSONValue): Uint8Array | null {
  const text = asText(json);
  const bytes = parseHex(text.startsWith('0x') ? text : `0x${text}`);
  return bytes.every((byte) => byte === 0) ? null : bytes;
}
