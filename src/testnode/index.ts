/** A test node: the P- and X-chain and the C-chain's atomic transactions in memory. */

export type { ChainName } from '../chain/declared.ts';
export type { AnyTx } from '../chain/tx.ts';
export type { NodeClient } from '../rpc/client.ts';
export type { CallOptions } from '../rpc/service.ts';
export type { Address, Owner } from '../state/owner.ts';
export type {
  AddedL1,
  AddedValidator,
  NewL1,
  NewSubnetValidator,
  NewValidator,
} from './addvalidators.ts';
export type { Funding } from './fund.ts';
export type { RefusedTx, Submission, SubmittedTx } from './issue.ts';
export type { WarpSigning } from './keys.ts';
export {
  assertRehearsed,
  changesSince,
  type NodeChange,
  type Rehearsal,
  type RehearsalOptions,
  type RehearsedAccount,
  type RehearsedBalance,
  type RehearsedTx,
  rehearse,
} from './rehearse.ts';
export { controlPath } from './serve/control.ts';
export type { HTTPReply, HTTPRequest } from './serve/http.ts';
export {
  type TestnodeReply,
  type TestnodeServer,
  type TestnodeServerOptions,
  testnodeServer,
} from './serve/server.ts';
export {
  createTestnode,
  loadTestnode,
  type Testnode,
  type TestnodeOptions,
  useTestnode,
} from './testnode.ts';
export type { CAccount, TxFilter } from './world.ts';
export type { States } from './worldstate.ts';
