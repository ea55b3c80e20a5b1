import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import type { Ask } from '../rpc/ask.ts';
import type { ConnectOptions, NodeClient } from '../rpc/client.ts';
import { connect } from '../rpc/connect.ts';
import { isTransportError } from '../rpc/errors.ts';
import { type Issued, statusOf } from '../rpc/issue.ts';
import { sleep } from '../rpc/retry.ts';
import type { CallOptions } from '../rpc/service.ts';

/** Several nodes of one network, with failover from one to the next. */
export interface Nodes {
  /** Returns the network of the nodes. */
  network(of?: CallOptions): Promise<Network>;
  /** Asks the node that answered last, and the next ones if it fails. */
  ask<T>(question: (node: NodeClient) => Promise<T>): Promise<T>;
  /** Submits a transaction and waits until it is accepted. Submitting the same transaction again is safe. */
  issue(tx: AnyTx, of: CallOptions & { readonly onSubmit: () => void }): Promise<Issued>;
  /** Returns whether a transaction is accepted. */
  isAccepted(tx: AnyTx, of: CallOptions): Promise<boolean>;
  /** Waits for a number of milliseconds. */
  readonly wait: typeof sleep;
}

/** How long to wait for a transaction to be accepted. */
export interface Waiting {
  /** Milliseconds before a transaction that is not yet accepted is submitted again; 60,000 if omitted. */
  readonly timeout?: number;
  /** Milliseconds before the first poll of the status; doubles with each poll up to 2000; 100 if omitted. */
  readonly interval?: number;
}

/**
 * Connects to the nodes at the given URLs.
 * @throws {AvalancheError} `BadArgument`: no URL; as `connect`.
 */
export function nodesAt(
  urls: readonly string[],
  options: ConnectOptions,
  { timeout, interval }: Waiting,
): Nodes {
  if (urls.length === 0) throw new AvalancheError('BadArgument', 'needs a URL').at('url');
  // With several nodes, a node that does not answer is not retried before the next one is asked.
  const usual = urls.length > 1 ? { retry: { attempts: 1, ...options.retry } } : {};
  const nodes = urls.map((url) => connect(url, { ...options, ...usual }));
  const wait = options.retry?.sleep ?? sleep;
  let last = 0;
  let known = options.network;
  const ask = async <T>(question: (node: NodeClient) => Promise<T>): Promise<T> => {
    let failure: unknown;
    for (const i of nodes.keys()) {
      const at = (last + i) % nodes.length;
      try {
        const answer = await question(nodes[at]!);
        last = at;
        return answer;
      } catch (e) {
        if (!isError(e) || isTransportError(e, 'aborted')) throw e;
        // A node's refusal of a transaction says more than a node that does not answer.
        if (failure === undefined || isError(e, 'NotAccepted')) failure = e;
      }
    }
    throw failure;
  };
  const network = async (of: CallOptions = {}): Promise<Network> => {
    known ??= await ask((node) => node.network(of));
    return known;
  };
  /** As `ask`, but only of a node of the expected network: another network could accept a transaction that is not for it. */
  const askHere = async <T>(question: (node: NodeClient) => Promise<T>): Promise<T> => {
    const { networkID } = await network();
    return ask(async (node) => {
      const { networkID: other, name } = await node.network();
      if (other === networkID) return question(node);
      throw new AvalancheError('WrongNetwork', `the nodes are of ${networkID} and of ${name}`, {
        have: String(other),
        need: String(networkID),
      }).at('url');
    });
  };
  return {
    network,
    ask: askHere,
    wait,
    issue: (tx, { signal, onSubmit }) =>
      askHere((node) => {
        onSubmit();
        return node.issue(tx, {
          idempotent: true,
          // The wallet prevents double payments itself: all attempts of a call spend a common coin.
          payAgain: true,
          ...(timeout !== undefined && { timeout }),
          ...(interval !== undefined && { interval }),
          ...(signal && { signal }),
        });
      }),
    isAccepted: (tx, of) =>
      askHere(async (node) => (await statusOf(node.call as Ask, tx, of)).status === 'Accepted'),
  };
}
