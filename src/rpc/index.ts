/**
 * Clients of nodes and hosted services: typed calls and replies, states to build on, and submitting transactions.
 * This is the only folder that uses the network.
 */

export type { ChainName } from '../chain/declared.ts';
export type { AnyTx } from '../chain/tx.ts';
export type { Draft } from '../draft/draft.ts';
export type { ValidatorFeeState } from '../fee/validatorfee.ts';
export type { Chain, Network } from '../network/network.ts';
export type { Opened } from '../open/opened.ts';
export type { Extra } from '../schema/object.ts';
export type { Schema, SchemaField, SchemaInput, Value } from '../schema/schema.ts';
export type { Instant } from '../schema/time.ts';
export type { AddressRange, DerivedAddress } from '../sign/hd/account.ts';
export type { CState, PState, XState } from '../state/state.ts';
export type { JSONObject, JSONValue } from '../text/json.ts';
export type { Fraction, WarpValidator } from '../warp/signerset.ts';
export {
  type CollectOptions,
  type CollectProgress,
  collectSignatures,
} from './aggregator.ts';
export type { AskOptions, Send, SendBatch } from './ask.ts';
export type { AvmTxStatus } from './avm.ts';
export type {
  CChain,
  ChainBlock,
  ConnectOptions,
  FactsOptions,
  GatheredFacts,
  NodeClient,
  Origins,
  PChain,
  UTXOsOptions,
  XChain,
} from './client.ts';
export type { Cursor, UTXOPage, UTXORefReply } from './common.ts';
export { connect } from './connect.ts';
export { type ContainerRecord, type IndexName, indexes } from './containers.ts';
export type {
  BranchedAccount,
  DeriveAddress,
  DiscoverAccountOptions,
  DiscoveredAccount,
} from './discover.ts';
export {
  type HTTPErrorBody,
  type HTTPStatusContext,
  isHTTPStatusError,
  isNodeError,
  isTransportError,
  type NodeErrorContext,
  type TransportContext,
  type TransportReason,
} from './errors.ts';
export type { EVMChainConfig, EVMFeeConfig } from './evm.ts';
export type {
  Addresses,
  PStateOptions,
  StateOptions,
  SteadyOptions,
  XStateOptions,
} from './gather.ts';
export type { NodeHealth } from './health.ts';
export {
  type AddressChains,
  type DataChain,
  type DataService,
  dataService,
  type HealthReport,
  type HostedOptions,
  type MetricsChain,
  type MetricsService,
  metricsService,
} from './hosted.ts';
export type { Peer, UpgradesReply } from './info.ts';
export {
  type Issued,
  type IssueOptions,
  isNotAccepted,
  type NotAcceptedContext,
  type SpentRef,
} from './issue.ts';
export { formatBatch, formatCall, parseBatch, type RPCCall } from './jsonrpc.ts';
export type { ReadLimits } from './limits.ts';
export type { Endpoint, Holds, Method } from './method.ts';
export {
  type AtOf,
  type DeprecatedMethod,
  type MethodName,
  methods,
  type ParamsOf,
  type ResultInput,
  type ResultOf,
} from './methods.ts';
export type { EvidenceOptions } from './parents.ts';
export type { FeeConfig, FeeStateReply, PlatformTxStatus } from './platform.ts';
export type { BlockchainStatus, SubnetOwner } from './platformstaking.ts';
export type { Reason } from './reason.ts';
export { type Exchange, recordingTransport, replayTransport } from './replay.ts';
export {
  type Asked,
  type ErrorReply,
  formatErrorReply,
  formatReply,
  formatRequest,
  type HoldingMethod,
  type NodeRequest,
  openResult,
  type ParsedRequest,
  parseReply,
  parseRequest,
  parseResult,
  type RequestOptions,
  type ResultHint,
} from './request.ts';
export { type RetryOptions, retryTransport } from './retry.ts';
export type { CallOptions, ServiceOptions } from './service.ts';
export type { Accepted, ContainersOptions } from './tail.ts';
export {
  type FetchOptions,
  fetchTransport,
  type LimitedReply,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from './transport.ts';
export type { PageOptions } from './utxos.ts';
export type {
  Delegator,
  L1ValidatorRecord,
  L1ValidatorReply,
  OwnerReply,
  PermissionedValidatorRecord,
  PermissionlessValidatorRecord,
  ValidatorRecord,
} from './validatorrecords.ts';
