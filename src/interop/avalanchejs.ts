import { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import { UTXO as CUTXO } from '../chain/cchain/utxo.ts';
import { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import { signatureLength } from '../crypto/secp256k1.ts';
import type { Draft } from '../draft/draft.ts';
import { verifyDraft } from '../draft/verify.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { list } from '../schema/collection.ts';
import { hex, json, string } from '../schema/leaf.ts';
import { reply } from '../schema/object.ts';
import { mapped, optional, type Schema } from '../schema/schema.ts';
import type { State } from '../state/state.ts';
import { concatBytes, formatHex, parseHex } from '../text/bytes.ts';
import { formatJSON, parseJSON } from '../text/json.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import { knownUTXOs, type RestoreOptions, restore, utxosOf } from './restore.ts';

const vms: { readonly [C in Draft['chain']]: string } = { P: 'PVM', X: 'AVM', C: 'EVM' };
const txTypes: { readonly [C in Draft['chain']]: Type<unknown> } = { P: PTx, X: XTx, C: CTx };
const utxoTypes: { readonly [C in Draft['chain']]: Type<unknown> } = {
  P: PUTXO,
  X: XUTXO,
  C: CUTXO,
};

/** Its UTXOs stand without the codec version. */
const codecVersion = new Uint8Array(2);
const nobody = new Uint8Array(signatureLength);

/** A signature, which has no prefix `0x`; zeros stand for one that is missing. */
const signature: Schema<Uint8Array | null> = /* @__PURE__ */ mapped(
  string,
  (text) => {
    const bytes = parseHex(text.startsWith('0x') ? text : `0x${text}`);
    return bytes.every((byte) => byte === 0) ? null : bytes;
  },
  (bytes) => formatHex(bytes ?? nobody).slice(2),
);

/** What `JSON.stringify(unsignedTx)` gives in avalanchejs. */
const unsignedTxOf = (chain: Draft['chain']) => {
  const vm = mapped(
    string,
    (found) => {
      if (found === vms[chain]) return found;
      throw new AvalancheError('Mismatch', `is of ${found}, the state is of ${chain}`, {
        found,
        expected: chain,
      });
    },
    (name: string) => name,
  );
  const utxo: Schema<AnyUTXO> = mapped(
    hex,
    (bytes) => decode(utxoTypes[chain], concatBytes(codecVersion, bytes)) as AnyUTXO,
    (value: AnyUTXO) => encode<unknown>(utxoTypes[chain], value).subarray(codecVersion.length),
  );
  const tx: Schema<AnyUnsignedTx> = mapped(
    hex,
    (bytes) => decode(txTypes[chain], bytes) as AnyUnsignedTx,
    (value: AnyUnsignedTx) => encode<unknown>(txTypes[chain], value),
  );
  return reply({
    codecId: [optional(string), 'Version of the codec.'],
    vm: [vm, 'The VM of the chain.'],
    txBytes: [tx, 'The unsigned transaction.'],
    utxos: [list(utxo), 'UTXOs that it consumes.'],
    addressMaps: [optional(json), 'For each credential, who signs with which index.'],
    credentials: [list(list(signature)), 'Signatures of each credential.'],
  });
};

/**
 * The text that `UnsignedTx.fromJSON` of avalanchejs 5.2.0 reads, `EVMUnsignedTx.fromJSON` on C: the transaction, its UTXOs,
 * who signs where, and the signatures so far.
 * Source: avalanchejs 5.2.0 `src/vms/common/unsignedTx.ts`.
 * @throws {AvalancheError} As `verifyDraft`, under `draft`; `Unsupported`: operations on NFTs and properties, whose credentials it does
 *   not have.
 */
export const toAvalanchejs = /* @__PURE__ */ guarded(function toAvalanchejs(draft: Draft): string {
  within(['draft'], () => verifyDraft(draft));
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
});

/**
 * A draft of what `JSON.stringify(unsignedTx)` gives in avalanchejs 5.2.0, half signed or not at all.
 * @param state Of the chain: network, time and prices, and who authorises, which that text has only in part. Its UTXOs may be
 *   left out: the text has them; where both do, the state is believed.
 * @throws {AvalancheError} `BadJSON`, with its place; as `decode`; `Mismatch`: of another chain; `MissingState`: the owner of a subnet
 *   or validator is not in the state; `BadSignature`, with its place; `FeeTooHigh`, `FeeTooLow`: not what the state’s price asks,
 *   or above `maxFee`; as `verifyDraft`, under `draft`.
 */
export const fromAvalanchejs = /* @__PURE__ */ guarded(function fromAvalanchejs(
  text: string,
  state: State,
  options: RestoreOptions = {},
): Draft {
  const { txBytes, utxos, credentials } = unsignedTxOf(state.chain).parse(parseJSON(text));
  const known = knownUTXOs([...utxos, ...utxosOf(state)]);
  return restore(state, txBytes, known, credentials, options);
});
