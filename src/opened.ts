import { idOf, inputIDOf } from './chain/ids.ts';
import { type ChainName, type Kind, kinds, typeOf } from './chain/kinds.ts';
import { type Tx, txFrom } from './chain/tx.ts';
import { CodecError } from './errors.ts';
import { contextOf } from './network/context.ts';
import { identify, type NetworkIdentity } from './network/identity.ts';
import { formatID } from './text/id.ts';
import { type JSONValue, parseJSON } from './text/json.ts';
import { encode } from './wire/codec.ts';
import { bare, type Context } from './wire/context.ts';
import { toJSONText as textOfValue } from './wire/print.ts';
import type { Infer } from './wire/type.ts';
import { type Span, spans as spansOfType } from './wire/walk.ts';

interface As<C extends ChainName, K extends string, V> {
  readonly chain: C;
  readonly kind: K;
  /** Go's package and name: `platformvm.BaseTx`, `avax.UTXO`. */
  readonly type: string;
  /** What the value says, else what the caller said. */
  readonly network: NetworkIdentity | undefined;
  /** CB58: the txID, a UTXO's inputID, the id of a genesis; outputs, inputs and credentials have none. */
  readonly id: string | undefined;
  readonly bytes: Uint8Array;
  readonly value: V;
  /** The signed transactions in it. */
  readonly txs: readonly Tx[];
}

/** What some input turned out to be. */
export type Opened = {
  [C in ChainName]: {
    [K in keyof (typeof kinds)[C] & string]: As<C, K, Infer<(typeof kinds)[C][K]>>;
  }[keyof (typeof kinds)[C] & string];
}[ChainName];

/** The network that a value names. */
export function networkIDOf(kind: Kind, value: unknown): number | undefined {
  type Named = { readonly networkID?: number };
  switch (kind) {
    case 'tx':
      return (value as { readonly unsignedTx: Named }).unsignedTx.networkID;
    case 'unsignedTx':
      return (value as Named).networkID;
    case 'genesis':
      return (value as Infer<typeof kinds.P.genesis>).Chains.map(
        ({ unsignedTx }) => (unsignedTx as Named).networkID,
      ).find((id) => id !== undefined);
    default:
      return undefined;
  }
}

/** `type` of a value: its own, that of a transaction's content, or its declaration's name. */
export function typeNameOf(kind: Kind, value: unknown): string {
  switch (kind) {
    case 'tx':
      return (value as { readonly unsignedTx: { readonly type: string } }).unsignedTx.type;
    case 'utxo':
      return 'avax.UTXO';
    case 'genesis':
      return 'genesis.Genesis';
    default:
      return (value as { readonly type: string }).type;
  }
}

/** CB58 of the id that a kind has: a txID, the inputID of a UTXO, the id of a genesis. */
export function idTextOf(kind: Kind, value: unknown, bytes: Uint8Array): string | undefined {
  if (kind === 'utxo') return formatID(inputIDOf(value as Infer<typeof kinds.P.utxo>));
  return kind === 'tx' || kind === 'genesis' ? formatID(idOf(bytes)) : undefined;
}

/** A value that was read, with all that follows from it. `network` is what the caller knows. */
export function opened(
  chain: ChainName,
  kind: Kind,
  value: unknown,
  bytes: Uint8Array,
  network?: NetworkIdentity,
): Opened {
  const networkID = networkIDOf(kind, value);
  if (networkID !== undefined && network && network.networkID !== networkID)
    throw new CodecError(
      'WrongNetwork',
      `it is for network ${networkID}, not ${network.networkID}`,
      -1,
      { networkID },
    );
  const txs: readonly Tx[] =
    kind === 'tx'
      ? [txFrom(chain, bytes, value as Parameters<typeof txFrom>[2])]
      : kind === 'genesis'
        ? [
            ...(value as Infer<typeof kinds.P.genesis>).Validators,
            ...(value as Infer<typeof kinds.P.genesis>).Chains,
          ].map((tx) => txFrom('P', encode(kinds.P.tx, tx), tx))
        : [];
  return {
    chain,
    kind,
    type: typeNameOf(kind, value),
    network: network ?? (networkID === undefined ? undefined : identify(networkID)),
    id: kind === 'tx' ? txs[0]!.txID : idTextOf(kind, value, bytes),
    bytes,
    value,
    txs,
  } as Opened;
}

/** How the node would print something of a chain: bare where no network is known. */
const contextFor = (opened: Opened | Tx, network: NetworkIdentity | undefined): Context => {
  const known = network ?? networkOf(opened);
  return known ? contextOf(opened.chain, known) : bare;
};
function networkOf(opened: Opened | Tx): NetworkIdentity | undefined {
  if (opened.kind !== 'tx' || !('txID' in opened)) return opened.network;
  const networkID = networkIDOf('tx', opened);
  return networkID === undefined ? undefined : identify(networkID);
}

/**
 * The node's JSON text of something opened: the same keys, order and digits as `getTx` gives.
 * @param network Whose addresses to print; by default what the value names. Without one: CB58, as the node does.
 */
export function toJSONText(opened: Opened | Tx, network?: NetworkIdentity): string {
  const value: unknown = 'txID' in opened ? opened : opened.value;
  return textOfValue(typeOf(opened.chain, opened.kind)!, value, contextFor(opened, network));
}

/** The node's JSON of something opened, as a value with every integer a bigint. */
export const toJSON = (opened: Opened | Tx, network?: NetworkIdentity): JSONValue =>
  parseJSON(toJSONText(opened, network));

/** Which byte is which field of something opened: its leaves in the order of the wire. */
export const spans = ({ chain, kind, bytes }: Opened | Tx): readonly Span[] =>
  spansOfType(typeOf(chain, kind)!, bytes);
