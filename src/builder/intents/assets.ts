/** Assets of the X-chain: fungible ones, NFTs and properties. */
import { list, tagged } from '../../schema/collection.ts';
import { id, string } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import { optional, type Schema, type Value } from '../../schema/schema.ts';
import { UTXORef } from '../intent.ts';
import { content, integer, owner, owners, small } from '../intentvalues.ts';

export const Holder = /* @__PURE__ */ argument({
  /** Receives the amount. */
  to: owner,
  /** Amount in the smallest unit of the asset. */
  amount: integer,
});
/** A holder of an initial amount of a new asset. */
export interface Holder extends Value<typeof Holder> {}

export const FungibleSupply = /* @__PURE__ */ argument({
  /** Initial holders with their amounts. */
  holders: optional(list<Schema<Holder>>(Holder)),
  /** Owners who receive a minting right each, which is not used up by minting. */
  minters: optional(list(owner)),
});
/** The initial supply of a fungible asset. Without minters, the supply is fixed. */
export interface FungibleSupply extends Value<typeof FungibleSupply> {}

export const TokenHolder = /* @__PURE__ */ argument({
  /** Receives the NFT. */
  to: owner,
  /** Text as UTF-8, or bytes: at most 1024. */
  payload: content,
});
/** A holder of an initial NFT of a new asset. */
export interface TokenHolder extends Value<typeof TokenHolder> {}

export const TokenGroup = /* @__PURE__ */ argument({
  /** Id of the group, a uint32. */
  groupID: small,
  /** Holders of the initial tokens. */
  holders: optional(list<Schema<TokenHolder>>(TokenHolder)),
  /** Owners who receive a minting right each, which minting once uses up. List an owner several times to allow several mints. */
  minters: optional(list(owner)),
});
/** The initial NFTs of one group, and its minters. */
export interface TokenGroup extends Value<typeof TokenGroup> {}

export const PropertySupply = /* @__PURE__ */ argument({
  /** Initial owners of the property. */
  holders: optional(list(owner)),
  /** Owners who receive a minting right each, which is not used up by minting. */
  minters: optional(list(owner)),
});
/** The initial owners of a property, and its minters. */
export interface PropertySupply extends Value<typeof PropertySupply> {}

export const InitialSupply = /* @__PURE__ */ argument({
  /** Supply of a fungible asset. */
  fungible: optional<Schema<FungibleSupply>>(FungibleSupply),
  /** NFTs by group: each group has its own holders and minters. */
  nfts: optional(list<Schema<TokenGroup>>(TokenGroup)),
  /** Ownership of a property. */
  properties: optional<Schema<PropertySupply>>(PropertySupply),
});
/** The initial supply of a new asset: fungible amounts, NFTs, properties, or several of them. */
export interface InitialSupply extends Value<typeof InitialSupply> {}

export const CreateAssetIntent = /* @__PURE__ */ argument({
  /** 1 to 128 ASCII letters, digits and spaces, none at the ends. Not unique. */
  name: string,
  /** 1 to 4 capital letters. Not unique. */
  symbol: string,
  /** Number of decimals for display: 0 to 32. */
  denomination: small,
  /** The initial supply and the minters. Kinds that are not listed here can never be added. */
  initial: InitialSupply as Schema<InitialSupply>,
  /** Text as UTF-8, or bytes: at most 256. */
  memo: optional(content),
});
/** Creates an asset of the X-chain: fungible, of NFTs, a property, or several of these. */
export interface CreateAssetIntent extends Value<typeof CreateAssetIntent> {}

const utxo: Schema<UTXORef> = UTXORef;

const mint = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  assetID: id,
  /** The UTXO to consume; any if omitted. */
  utxo: optional(utxo),
  /** Receives the minted amount. */
  to: owner,
  /** Amount in the smallest unit of the asset. */
  amount: integer,
});
/** Mints an amount of an asset. The minting right is kept. */
export interface Mint extends Value<typeof mint> {
  readonly type: 'mint';
}

const mintNFT = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  assetID: id,
  /** The UTXO to consume; any if omitted. */
  utxo: optional(utxo),
  /** Receivers, of one NFT each. */
  to: owners,
  /** The group of the NFTs. */
  groupID: small,
  /** Text as UTF-8, or bytes: at most 1024. */
  payload: content,
});
/** Mints identical NFTs, one for each receiver. The minting right is used up. */
export interface MintNFT extends Value<typeof mintNFT> {
  readonly type: 'mintNFT';
}

const transferNFT = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  assetID: id,
  /** The UTXO to consume; any if omitted. */
  utxo: optional(utxo),
  /** Receives the NFT. */
  to: owner,
  /** Group of the NFT; required if the owner has NFTs of several groups. */
  groupID: optional(small),
  /** Payload of the NFT; required if the owner has NFTs with several payloads. */
  payload: optional(content),
});
/** Transfers an NFT to another owner. */
export interface TransferNFT extends Value<typeof transferNFT> {
  readonly type: 'transferNFT';
}

const mintProperty = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  assetID: id,
  /** The UTXO to consume; any if omitted. */
  utxo: optional(utxo),
  /** Receives the property. */
  to: owner,
});
/** Mints the ownership of a property. The minting right is kept. */
export interface MintProperty extends Value<typeof mintProperty> {
  readonly type: 'mintProperty';
}

const burnProperty = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  assetID: id,
  /** The UTXO to consume; any if omitted. */
  utxo: optional(utxo),
});
/** Burns the ownership of a property. */
export interface BurnProperty extends Value<typeof burnProperty> {
  readonly type: 'burnProperty';
}

/** One operation on an asset. */
export type AssetOperation = Mint | MintNFT | TransferNFT | MintProperty | BurnProperty;
const operation: Schema<AssetOperation> = /* @__PURE__ */ tagged('type', {
  mint,
  mintNFT,
  transferNFT,
  mintProperty,
  burnProperty,
});

export const OperationIntent = /* @__PURE__ */ argument({
  /** The operations to perform. */
  operations: list(operation),
  /** Text as UTF-8, or bytes: at most 256. */
  memo: optional(content),
});
/** Operations on assets that transfers cannot express: mint, transfer an NFT, burn a property. */
export interface OperationIntent extends Value<typeof OperationIntent> {}
