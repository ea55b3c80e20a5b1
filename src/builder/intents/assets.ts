/** Assets of the X-chain: fungible ones, NFTs and properties. */
import { list, tagged } from '../../schema/collection.ts';
import { id, string } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import { optional, type Schema, type Value } from '../../schema/schema.ts';
import { content, integer, owner, owners, small } from '../fields.ts';
import { UTXORef } from '../intent.ts';

export const Holder = /* @__PURE__ */ argument({
  /** Receives the amount. */
  to: owner,
  /** Units of the asset. */
  amount: integer,
});
/** An amount of the new asset for somebody, in its smallest unit. */
export interface Holder extends Value<typeof Holder> {}

export const FungibleSupply = /* @__PURE__ */ argument({
  /** Who receives how much. */
  holders: optional(list<Schema<Holder>>(Holder)),
  /** One right to mint for each; it stays with them whatever is minted. */
  minters: optional(list(owner)),
});
/** Amounts of the asset, and who can mint more. Without minters there will never be more. */
export interface FungibleSupply extends Value<typeof FungibleSupply> {}

export const TokenHolder = /* @__PURE__ */ argument({
  /** Receives the NFT. */
  to: owner,
  /** Text as UTF-8, or bytes: at most 1024. */
  payload: content,
});
/** An NFT of the new asset for somebody. */
export interface TokenHolder extends Value<typeof TokenHolder> {}

export const TokenGroup = /* @__PURE__ */ argument({
  /** uint32 that all tokens of the group carry. */
  groupID: small,
  /** Tokens that are there from the start. */
  holders: optional(list<Schema<TokenHolder>>(TokenHolder)),
  /** One right to mint for each, used up by minting once: list an owner as often as it can mint. */
  minters: optional(list(owner)),
});
/** Tokens of one group, and who can mint more. */
export interface TokenGroup extends Value<typeof TokenGroup> {}

export const PropertySupply = /* @__PURE__ */ argument({
  /** Owners of the property from the start. */
  holders: optional(list(owner)),
  /** One right to mint for each; it stays with them whatever is minted. */
  minters: optional(list(owner)),
});
/** Ownerships that are there from the start, and who can mint more. */
export interface PropertySupply extends Value<typeof PropertySupply> {}

export const InitialSupply = /* @__PURE__ */ argument({
  /** Amounts of a fungible asset. */
  fungible: optional<Schema<FungibleSupply>>(FungibleSupply),
  /** Groups of NFTs. */
  nfts: optional(list<Schema<TokenGroup>>(TokenGroup)),
  /** Ownership of a property. */
  properties: optional<Schema<PropertySupply>>(PropertySupply),
});
/** The initial supply of a new asset: amounts, tokens, ownerships, or several of them. */
export interface InitialSupply extends Value<typeof InitialSupply> {}

export const CreateAssetIntent = /* @__PURE__ */ argument({
  /** 1 to 128 ASCII letters, digits and spaces, none at the ends. Not unique. */
  name: string,
  /** 1 to 4 capital letters. Not unique. */
  symbol: string,
  /** Decimals of the unit that people count in: 0 to 32. */
  denomination: small,
  /** What there is of it at first, and who can mint more: what is not here can never be. */
  initial: InitialSupply as Schema<InitialSupply>,
  /** Text as UTF-8, or bytes: at most 256. */
  memo: optional(content),
});
/** A new asset. */
export interface CreateAssetIntent extends Value<typeof CreateAssetIntent> {}

const utxo: Schema<UTXORef> = UTXORef;

const mint = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  assetID: id,
  /** The UTXO to consume; any if omitted. */
  utxo: optional(utxo),
  /** Receives the minted amount. */
  to: owner,
  /** In the smallest unit of the asset. */
  amount: integer,
});
/** Mints an amount of an asset. The right to mint stays with its owner. */
export interface Mint extends Value<typeof mint> {
  readonly type: 'mint';
}

const mintNFT = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  assetID: id,
  /** The UTXO to consume; any if omitted. */
  utxo: optional(utxo),
  /** Receive one NFT each. */
  to: owners,
  /** The group of the NFTs. */
  groupID: small,
  /** Text as UTF-8, or bytes: at most 1024. */
  payload: content,
});
/** Mints a token for each owner, all alike. The right to mint is used up. */
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
  /** Needed if there are tokens of several groups. */
  groupID: optional(small),
  /** Needed if there are tokens of several payloads. */
  payload: optional(content),
});
/** Transfers a token to another owner. */
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
/** Mints an ownership of a property. The right to mint stays with its owner. */
export interface MintProperty extends Value<typeof mintProperty> {
  readonly type: 'mintProperty';
}

const burnProperty = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  assetID: id,
  /** The UTXO to consume; any if omitted. */
  utxo: optional(utxo),
});
/** Ends an ownership of a property. */
export interface BurnProperty extends Value<typeof burnProperty> {
  readonly type: 'burnProperty';
}

/** One operation on an asset. */
export type OperationIntent = Mint | MintNFT | TransferNFT | MintProperty | BurnProperty;
const operation: Schema<OperationIntent> = /* @__PURE__ */ tagged('type', {
  mint,
  mintNFT,
  transferNFT,
  mintProperty,
  burnProperty,
});

export const OperationsIntent = /* @__PURE__ */ argument({
  /** What to do with assets, NFTs and properties. */
  operations: list(operation),
  /** Text as UTF-8, or bytes: at most 256. */
  memo: optional(content),
});
/** Operations on assets that transfers cannot express: mint, transfer an NFT, burn a property. */
export interface OperationsIntent extends Value<typeof OperationsIntent> {}
