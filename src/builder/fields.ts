/** The values that intents and policies are written with. */
import { within } from '../errors/error.ts';
import { byForm, list } from '../schema/collection.ts';
import { hex, hexOf, id, nodeID, string } from '../schema/leaf.ts';
import { bigints, numbers } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import {
  leaf,
  mapped,
  optional,
  type Schema,
  type SchemaInput,
  unfit,
  unwritable,
  type Value,
} from '../schema/schema.ts';
import { unixTime } from '../schema/time.ts';
import type { Address } from '../state/owner.ts';
import { avax, formatAvax } from '../text/amount.ts';
import { type BytesLike, idBytes } from '../text/given.ts';
import { formatShortID, parseShortID } from '../text/id.ts';
import { isJSONObject } from '../text/json.ts';
import { encodeUTF8 } from '../text/utf8.ts';

const bare = { reads: 'bare', writes: 'bare', isOurs: true } as const;

/** A bare integer: digits in quotes could be an amount of AVAX. */
export const integer = /* @__PURE__ */ bigints('integer without quotes', bare);
/** A bare integer that a `number` holds. */
export const small = /* @__PURE__ */ numbers('integer without quotes', {
  ...bare,
  max: BigInt(Number.MAX_SAFE_INTEGER),
});
/** A bare number. */
export const number: Schema<number> = /* @__PURE__ */ leaf(
  'number',
  (json) => {
    if (typeof json === 'bigint' || typeof json === 'number') return Number(json);
    throw unfit('a number', json);
  },
  (value) => {
    if (Number.isFinite(value)) return value;
    throw unwritable('a number', value);
  },
);

/** AVAX as text, such as `"1.5"`. A number could be nAVAX as well, and is refused. */
export const inAVAX: Schema<bigint> = /* @__PURE__ */ leaf(
  'AVAX',
  (json) => {
    if (typeof json === 'string') return avax(json);
    throw unfit('AVAX as text, such as "1.5"', json);
  },
  (value) => {
    if (typeof value === 'bigint' && value >= 0n) return formatAvax(value);
    throw unwritable('an amount of nAVAX', value);
  },
);

const hasAsset = (around: object | undefined): boolean =>
  (around as { readonly assetID?: unknown } | undefined)?.assetID !== undefined;

/** An amount: of the asset that `assetID` beside it names in its units, else AVAX as text. */
export const amount: Schema<bigint> = /* @__PURE__ */ leaf(
  'AVAX | units',
  (json, around) => (hasAsset(around) ? integer : inAVAX).parse(json),
  (value, around) => (hasAsset(around) ? integer : inAVAX).format(value),
);

const withoutChain = /^[1-9A-HJ-NP-Za-km-z]{20,33}$/;

/** An address with its chain and network, an account, or 20 bytes in CB58, which name neither chain nor network. */
export const address: Schema<Address> = /* @__PURE__ */ leaf(
  'address',
  (json) => {
    const text = string.parse(json);
    return withoutChain.test(text) ? parseShortID(text) : text;
  },
  (value) => (typeof value === 'string' ? value : formatShortID(value)),
);

/** Several addresses with their threshold. */
export const wholeOwner = /* @__PURE__ */ (() =>
  object({
    addresses: [list(address), 'Addresses that can sign.'],
    threshold: [small, 'Number of signatures needed.'],
    locktime: [optional(unixTime), 'Unix seconds before which it cannot sign.'],
  }))();
/** One address, or several with their threshold. */
export const owner = /* @__PURE__ */ byForm({ text: address, object: wholeOwner });
/** An owner, or a list of them. */
export const owners = /* @__PURE__ */ (() =>
  byForm({ text: address, object: wholeOwner, list: list(owner) }))();

const inHex = /* @__PURE__ */ (() =>
  mapped(
    object({ hex: [hex, 'The bytes.'] }),
    (value) => value.hex,
    (bytes: BytesLike) => ({ hex: bytes }),
  ))();

/** Text, or bytes as `{"hex":"0x…"}`. */
export const content: Schema<string | Uint8Array> = /* @__PURE__ */ byForm(
  { text: string, object: inHex },
  (value) => (typeof value === 'string' ? 'text' : 'object'),
);
/** Bytes from text, or from `{"hex":"0x…"}`, as which they are written. */
export const contentBytes: Schema<Uint8Array> = /* @__PURE__ */ mapped(
  content,
  (value) => (typeof value === 'string' ? encodeUTF8(value) : value),
  (bytes: Uint8Array) => bytes,
);

/** A UTXO. */
export const utxo = /* @__PURE__ */ object({
  txID: [id, 'The transaction that created it.'],
  outputIndex: [small, 'Index among the outputs of that transaction.'],
});

const plainNode = /* @__PURE__ */ (() =>
  reply({
    nodeID: [nodeID, 'Id of the node.'],
    nodePOP: [
      reply({
        publicKey: [hexOf(48), 'Compressed BLS public key.'],
        proofOfPossession: [hexOf(96), 'Signature of the public key by its own secret key.'],
      }),
      'Its BLS key.',
    ],
  }))();
/** A node as `info.getNodeID` replies it: the whole reply, or the result. */
export const node: Schema<Value<typeof plainNode>, SchemaInput<typeof plainNode>> = {
  ...plainNode,
  parse: (json) =>
    isJSONObject(json, 'result')
      ? within(['result'], () => plainNode.parse(json.result!))
      : plainNode.parse(json),
};

const machineName = /^[a-z]+$/;
/** A virtual machine by its name or id. */
export const machine: Schema<string | Uint8Array, string | Uint8Array | ArrayBuffer> =
  /* @__PURE__ */ leaf(
    'name or id of a VM',
    (json) => {
      const text = string.parse(json);
      return machineName.test(text) ? text : id.parse(text);
    },
    (value) =>
      typeof value === 'string' && machineName.test(value) ? value : id.format(idBytes(value)),
  );
