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

/** Nodes that answer for each other, tried in turn. */
export interface Nodes {
  /** The network of all of them. */
  network(of?: CallOptions): Promise<Network>;
  /** Asks the node that answered last; where it fails, the next ones. */
  ask<T>(question: (node: NodeClient) => Promise<T>): Promise<T>;
  /** Submits a transaction, which may have been submitted before, and waits until it is accepted. */
  issue(tx: AnyTx, of: CallOptions & { readonly onSubmit: () => void }): Promise<Issued>;
  /** Whether a transaction is accepted. */
  isAccepted(tx: AnyTx, of: CallOptions): Promise<boolean>;
  /** Waits for some milliseconds. */
  readonly wait: typeof sleep;
}

/** How long a transaction is waited for. */
export interface Waiting {
  /** Milliseconds until a transaction that is not accepted is submitted again; 60,000 if omitted. */
  readonly timeout?: number;
  /** Milliseconds to the first look whether a transaction is accepted, which doubles up to 2000; 100 if omitted. */
  readonly interval?: number;
}

/**
 * The nodes at some URLs.
 * @throws {AvalancheError} `BadArgument`: no URL; as `connect`.
 */
export function nodesAt(
  urls: readonly string[],
  options: ConnectOptions,
  { timeout, interval }: Waiting,
): Nodes {
  if (urls.length === 0) throw new AvalancheError('BadArgument', 'needs a URL').at('url');
  // One that does not answer is asked only once before the next one is.
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
        // A verdict on a transaction tells more than a node that does not answer.
        if (failure === undefined || isError(e, 'NotAccepted')) failure = e;
      }
    }
    throw failure;
  };
  const network = async (of: CallOptions = {}): Promise<Network> => {
    known ??= await ask((node) => node.network(of));
    return known;
  };
  /** The same of a node of the same network: another one could take what is not meant for it. */
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
          // Which payments are the same the wallet knows better: every one of a call spends a coin of the others.
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
