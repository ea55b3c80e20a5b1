/** Reads and converts: opens any input, encodes and decodes wire types, node JSON, text forms, networks and amounts. */

export type { ChainName } from './chain/declared.ts';
export {
  type FirstAsset,
  type FirstUTXO,
  type GenesisSummary,
  genesisSummaryOf,
} from './chain/genesis.ts';
export { idOf, inputIDOf } from './chain/ids.ts';
export type { Kind } from './chain/kinds.ts';
export { type AnyTx, decodeTx } from './chain/tx.ts';
export type { Draft } from './draft/draft.ts';
export { type ErrorCode, errorCodes } from './errors/codes.ts';
export type {
  AssetContext,
  ContextOf,
  ErrorContexts,
  InsufficientContext,
  LockedAmount,
  Plain,
  RangeUnit,
  TextKind,
} from './errors/contexts.ts';
export {
  AvalancheError,
  type ErrorJSON,
  type ErrorOf,
  formatPath,
  isError,
  type Path,
} from './errors/error.ts';
export { type Fault, type FaultParty, faultOf, faults } from './errors/fault.ts';
export { formatAddress, parseAddress } from './network/address.ts';
export { identifyNetwork, type NetworkIdentity } from './network/identity.ts';
export { fuji, knownNetworks, local, mainnet, testnodeNetwork } from './network/known.ts';
export type { Chain, Network } from './network/network.ts';
export { type DocumentKind, documentOf } from './open/foreign.ts';
export {
  fromJSON,
  type Hint,
  type OpenedAs,
  open,
  openAll,
  openAs,
  openTx,
} from './open/open.ts';
export {
  type AnyKind,
  type Opened,
  type OpenedBlock,
  type OpenedEVMBlock,
  type OpenedMessage,
  type OpenedOfChain,
  type OpenedPiece,
  type OpenedUTXO,
  spansOf,
  toJSON,
  toJSONText,
  wireTypeOf,
} from './open/opened.ts';
export {
  type AccountChange,
  type Address,
  type AddressBalances,
  type AnyUTXO,
  type ApplicableTx,
  addressBalancesOf,
  applyTxs,
  type Balance,
  type Burned,
  type BurnedWhy,
  balancesOf,
  type Consumed,
  type CState,
  type Effects,
  type EffectsInput,
  type EVMAccount,
  effectsOf,
  formatState,
  type Identified,
  type NodeFeeState,
  type Owner,
  type PaidReward,
  type Pending,
  type Place,
  type Produced,
  type ProducedWhy,
  type PState,
  parseState,
  rewardUTXOsOf,
  type State,
  stakeUTXOsOf,
  type UTXOState,
  type XState,
} from './state/index.ts';
export { type Address as AddressParts, readAddress } from './text/address.ts';
export {
  avax,
  formatAmount,
  formatAvax,
  type NAVAX,
  parseAmount,
  type Wei,
  wei,
} from './text/amount.ts';
export { formatCB58, parseCB58 } from './text/cb58.ts';
export type { BytesLike, IDLike, NodeIDLike } from './text/given.ts';
export { type Encoding, formatBytes, formatHex, parseBytes, parseHex } from './text/hex.ts';
export {
  formatID,
  formatNodeID,
  formatShortID,
  parseID,
  parseNodeID,
  parseShortID,
} from './text/id.ts';
export {
  formatJSON,
  type JSONLimits,
  type JSONObject,
  type JSONValue,
  parseJSON,
} from './text/json.ts';
export { type Secret, secretIn } from './text/secret.ts';
export { days, unix } from './text/time.ts';
export { redacted, visibleLine, visibleText } from './text/visible.ts';
export { decode, encode } from './wire/codec.ts';
export type { Infer, Type } from './wire/type.ts';
export type { Span } from './wire/walk.ts';
