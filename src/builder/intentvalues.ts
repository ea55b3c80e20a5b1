/** Schemas of the values in intents and policies. */

import type { ProofOfPossession } from '../chain/pchain/components.ts';
import { asBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { byForm, list, orWord } from '../schema/collection.ts';
import { hex, hexOf, id, nodeID, string, textOrBytes } from '../schema/leaf.ts';
import { bigint, bigints, numbers } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import {
  asObject,
  leaf,
  mapped,
  optional,
  type Schema,
  tested,
  unfit,
  unwritable,
} from '../schema/schema.ts';
import { unixTime } from '../schema/time.ts';
import type { Address, Owner } from '../state/owner.ts';
import { avax, formatAvax, type NAVAX } from '../text/amount.ts';
import { type BytesLike, bytesOf, type IDLike, idBytes, type NodeIDLike } from '../text/given.ts';
import { formatShortID, parseShortID } from '../text/id.ts';
import { isJSONObject } from '../text/json.ts';
import { unixSeconds } from '../text/time.ts';
import { maxUint64 } from '../text/uint64.ts';
import { encodeUTF8 } from '../text/utf8.ts';

const bare = { reads: 'bare', writes: 'bare', isOurs: true } as const;

/** An integer without quotes. Digits in quotes are refused, because they could be an amount of AVAX. */
export const integer = /* @__PURE__ */ bigints('integer without quotes', bare);
/** An integer without quotes that fits into a `number`. */
export const small = /* @__PURE__ */ numbers('integer without quotes', {
  ...bare,
  max: BigInt(Number.MAX_SAFE_INTEGER),
});
/** A number without quotes. */
export const number: Schema<number> = /* @__PURE__ */ tested(
  /* @__PURE__ */ leaf(
    'number',
    (json) => {
      if (typeof json === 'bigint' || typeof json === 'number') return Number(json);
      throw unfit('a number', json);
    },
    (value: number) => {
      if (Number.isFinite(value)) return value;
      throw unwritable('a number', value);
    },
  ),
  'a number',
  (value) => typeof value === 'number',
);

/** AVAX as text, such as `"1.5"`. A number is refused, because it could be nAVAX. */
export const inAVAX: Schema<NAVAX> = /* @__PURE__ */ bigint(
  /* @__PURE__ */ leaf(
    'AVAX',
    (json) => {
      if (typeof json === 'string') return avax(json);
      throw unfit('AVAX as text, such as "1.5"', json);
    },
    (value: NAVAX) => {
      if (typeof value === 'bigint' && value >= 0n) return formatAvax(value);
      throw unwritable('an amount of nAVAX', value);
    },
  ),
  "avax('1.5')",
);

const hasAsset = (around: object | undefined): boolean =>
  (around as { readonly assetID?: unknown } | undefined)?.assetID !== undefined;

/** An amount: in the smallest unit of the asset that the sibling `assetID` names, or else AVAX as text. */
const amount: Schema<NAVAX> = /* @__PURE__ */ bigint(
  /* @__PURE__ */ leaf(
    'AVAX | units',
    (json, around) => (hasAsset(around) ? integer : inAVAX).parse(json),
    (value: NAVAX, around) => (hasAsset(around) ? integer : inAVAX).format(value),
  ),
  "avax('1.5')",
);
/** An amount, or `max`. */
export const max: Schema<NAVAX | 'max'> = /* @__PURE__ */ orWord('max', amount);
/** An amount of AVAX, or `max`. */
export const maxAVAX: Schema<NAVAX | 'max'> = /* @__PURE__ */ orWord('max', inAVAX);

const withoutChain = /^[1-9A-HJ-NP-Za-km-z]{20,33}$/;

/** An address with its chain and network, an account, or 20 bytes in CB58, which are of any chain and network. */
export const address: Schema<Address> = /* @__PURE__ */ textOrBytes(
  /* @__PURE__ */ leaf(
    'address',
    (json) => {
      const text = string.parse(json);
      return withoutChain.test(text) ? parseShortID(text) : text;
    },
    (value: Address) => (typeof value === 'string' ? value : formatShortID(value)),
  ),
  'an address as text or 20 bytes',
);

/** Several addresses with their threshold. Other keys of an argument are checked where it is read: it may be an output. */
export const wholeOwner: Schema<Owner> = /* @__PURE__ */ (() =>
  object(
    {
      addresses: [list(address), 'Addresses that can sign.'],
      threshold: [small, 'Number of signatures needed.'],
      locktime: [optional(unixTime), 'Unix seconds before which it cannot sign.'],
    },
    { ignoresOthers: true },
  ))();
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !asBytes(value) && !Array.isArray(value);
/** One address, or several with their threshold. */
export const owner: Schema<Owner | Address> = /* @__PURE__ */ (() => ({
  ...byForm({ text: address, object: wholeOwner }),
  check: (value: unknown) => (isObject(value) ? wholeOwner : address).check(value),
}))();
/** An owner, or a list of them. */
export const owners: Schema<Owner | Address | readonly (Owner | Address)[]> =
  /* @__PURE__ */ (() => {
    const many = list(owner);
    return {
      ...byForm({ text: address, object: wholeOwner, list: many }),
      check: (value: unknown) => (Array.isArray(value) ? many : owner).check(value),
    };
  })();

const inHex = /* @__PURE__ */ (() =>
  mapped(
    object({ hex: [hex, 'The bytes.'] }),
    (value) => value.hex,
    (bytes: BytesLike) => ({ hex: bytes }),
  ))();

/** Text, or bytes as `{"hex":"0x…"}`. */
export const content: Schema<string | Uint8Array> = /* @__PURE__ */ textOrBytes(
  /* @__PURE__ */ byForm({ text: string, object: inHex }, (value) =>
    typeof value === 'string' ? 'text' : 'object',
  ),
  'text or bytes',
);
/** Bytes from text, or from `{"hex":"0x…"}`, as which they are written. */
export const contentBytes: Schema<Uint8Array> = /* @__PURE__ */ tested(
  /* @__PURE__ */ mapped(
    content,
    (value) => (typeof value === 'string' ? encodeUTF8(value) : value),
    (bytes: Uint8Array) => bytes,
  ),
  'bytes',
  (value) => asBytes(value) !== undefined,
);

/** The id and BLS key of a node, as text or bytes, in the form that `info.getNodeID` returns. */
export interface NodePOP {
  /** The node's id: `NodeID-…` or 20 bytes. */
  readonly nodeID: NodeIDLike;
  /** The node's BLS key with its proof of possession. */
  readonly nodePOP: {
    /** 48 bytes, or their hex with `0x`. */
    readonly publicKey: BytesLike;
    /** 96 bytes, or their hex with `0x`. */
    readonly proofOfPossession: BytesLike;
  };
}

const plainNode = /* @__PURE__ */ (() =>
  reply(
    {
      nodeID: [nodeID, 'Id of the node.'],
      nodePOP: [
        reply(
          {
            publicKey: [hexOf(48), 'Compressed BLS public key.'],
            proofOfPossession: [hexOf(96), 'Signature of the public key by its own secret key.'],
          },
          { ignoresOthers: true },
        ),
        'Its BLS key.',
      ],
    },
    { ignoresOthers: true },
  ))();
/** A node as `info.getNodeID` returns it: the whole response, or its result. */
export const node: Schema<NodePOP> = {
  ...plainNode,
  parse: (json) =>
    isJSONObject(json, 'result')
      ? within(['result'], () => plainNode.parse(json.result!))
      : plainNode.parse(json),
  // What a node or a key has besides is not part of the intent.
  format(value) {
    const { nodeID, nodePOP } = asObject(plainNode.format(value), 'a node');
    const { publicKey, proofOfPossession } = asObject(nodePOP!, 'a BLS key');
    return {
      nodeID: nodeID!,
      nodePOP: { publicKey: publicKey!, proofOfPossession: proofOfPossession! },
    };
  },
};

const machineName = /^[a-z]+$/;
/** A virtual machine by its name or id. */
export const machine: Schema<IDLike> = /* @__PURE__ */ textOrBytes(
  /* @__PURE__ */ leaf(
    'name or id of a VM',
    (json) => {
      const text = string.parse(json);
      return machineName.test(text) ? text : id.parse(text);
    },
    (value: IDLike) =>
      typeof value === 'string' && machineName.test(value) ? value : id.format(idBytes(value)),
  ),
  'a name, CB58 text or 32 bytes',
);

/** Reads a field of an intent. Errors get the path of the field. */
export const field = <K extends string, T, O extends { readonly [key in K]?: unknown }>(
  intent: O,
  key: K,
  read: (value: Exclude<O[K], undefined>) => T,
): T =>
  within([key], () => {
    if (intent[key] === undefined || intent[key] === null)
      throw new AvalancheError('OutOfRange', 'is needed');
    return read(intent[key] as Exclude<O[K], undefined>);
  });

/** Ids of virtual machines by name. Source: avalanchego `utils/constants/vm_ids.go`. */
const virtualMachines: { readonly [name: string]: string } = {
  subnetevm: 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy',
  evm: 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6',
  avm: 'jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq',
};

/** Reads the id of a virtual machine from its name, CB58 or bytes. */
export const readVM = (vm: IDLike): Uint8Array =>
  idBytes(typeof vm === 'string' ? (virtualMachines[vm] ?? vm) : vm);

/** Reads a BLS key with its proof of possession. */
export const readProof = (node: NodePOP): ProofOfPossession =>
  field(node, 'nodePOP', (nodePOP) => ({
    type: 'signer.ProofOfPossession',
    publicKey: field(nodePOP, 'publicKey', (bytes) => bytesOf(bytes, 48)),
    proofOfPossession: field(nodePOP, 'proofOfPossession', (bytes) => bytesOf(bytes, 96)),
  }));

/**
 * Converts a percentage to parts per million.
 * @param text Such as `2%` or `0.0125%`, with up to four decimals, at most 100%.
 * @throws {AvalancheError} `BadText`; `OutOfRange`: above 100%.
 * @example
 * readPercent('2.5%'); // 25_000
 */
export function readPercent(text: string): number {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?%$/.exec(text);
  if (!match)
    throw new AvalancheError('BadText', 'must be a percentage such as 2% or 2.5%', {
      kind: 'percentage',
    });
  const millionths = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'));
  if (millionths <= 1_000_000) return millionths;
  throw new AvalancheError('OutOfRange', `must be at most 100%, got ${text}`);
}

/**
 * Checks an amount, weight or time.
 * @throws {AvalancheError} `OutOfRange`: not a uint64 of at least `least`.
 */
export function readUint64(value: bigint, least = 1n): bigint {
  if (typeof value === 'bigint' && value >= least && value <= maxUint64) return value;
  throw new AvalancheError(
    'OutOfRange',
    `must be a uint64 of at least ${least}, got ${String(value)}`,
  );
}

/**
 * Checks a time in Unix seconds.
 * @throws {AvalancheError} `OutOfRange`: not Unix seconds, or after the year 2099.
 */
export const readTime = (value: bigint): bigint => unixSeconds(value);
