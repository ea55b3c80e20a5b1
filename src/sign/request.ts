import { unsignedTxArgument } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { knownNetworks } from '../network/known.ts';
import { checkArgument, objectOf, someBytes, wordOf } from '../schema/check.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatBytes } from '../text/hex.ts';
import { formatID } from '../text/id.ts';

/** A JSON-RPC request that submits a transaction: POST it to `path` of a node. */
export interface IssueRequest {
  /** Path of the endpoint below the node's URL. */
  readonly path: string;
  /** Name of the method. */
  readonly method: 'platform.issueTx' | 'avm.issueTx' | 'avax.issueTx';
  /** Parameters of the method. */
  readonly params: {
    /** The signed transaction in hex, with the node's checksum. */
    readonly tx: string;
    /** Encoding of `tx`. */
    readonly encoding: 'hex';
  };
}

const signedArgument = /* @__PURE__ */ (() =>
  objectOf(
    { chain: wordOf('P', 'X', 'C'), bytes: someBytes, unsignedTx: unsignedTxArgument },
    { name: 'a signed transaction' },
  ))();

/**
 * Returns the JSON-RPC request that submits a signed transaction. An X-chain or other AVM of an unknown network is addressed by its
 * blockchain id, which every node accepts.
 */
export function issueTxRequest(tx: AnyTx): IssueRequest {
  checkArgument(tx, signedArgument, 'tx');
  const params = { tx: formatBytes(tx.bytes, 'hex'), encoding: 'hex' } as const;
  if (tx.chain === 'P') return { path: '/ext/bc/P', method: 'platform.issueTx', params };
  if (tx.chain === 'C') return { path: '/ext/bc/C/avax', method: 'avax.issueTx', params };
  const { blockchainID } = tx.unsignedTx;
  const isX = knownNetworks.some((network) =>
    equalBytes(network.chains.X.blockchainID, blockchainID),
  );
  return {
    path: `/ext/bc/${isX ? 'X' : formatID(blockchainID)}`,
    method: 'avm.issueTx',
    params,
  };
}
