/** What handlers of methods work with: the world, and the data that a server keeps in addition. */
import type { ChainName } from '../../chain/declared.ts';
import { networkNameOf } from '../../network/identity.ts';
import type { MethodName, ResultInput } from '../../rpc/methods.ts';
import { issue, type Submission } from '../issue.ts';
import type { World } from '../world.ts';
import type { ServedParams } from './params.ts';

/** A health check that fails because a control method says so. */
export interface FailingCheck {
  readonly error: string;
  /** Unix seconds since when. */
  readonly since: bigint;
}

/** A node that answers. */
export interface ServedNode {
  readonly world: World;
  /** Health checks that fail, by name. */
  readonly failing: Map<string, FailingCheck>;
  /** Statuses with which the hosted services refuse their next requests, and how many of them. */
  readonly outages: { readonly status: number; left: number }[];
  /** The URL under which clients reach it, for replies that name it. */
  url: string;
  /** Whether a request since this was last set to `false` may have changed something. */
  changed: boolean;
}

/** Serves a world. */
export const servedNode = (world: World, url = 'http://127.0.0.1:9650'): ServedNode => ({
  world,
  failing: new Map(),
  outages: [],
  url,
  changed: false,
});

/** Answers a method. `at` is the alias or id of a chain, or the name of an index. */
export type Handler<N extends MethodName> = (
  node: ServedNode,
  params: ServedParams<N>,
  name: string,
) => ResultInput<N>;

/** A handler for each of some methods. */
export type HandlersOf<N extends MethodName> = { readonly [M in N]: Handler<M> };

/** The version that the node says it has. */
export const nodeVersion = 'avalanchego/1.15.0';

/** The name of the network as a node says it. */
export const networkName = ({ network }: World): string => networkNameOf(network.networkID);

/**
 * Submits a transaction. Bytes that are not a transaction change nothing; for a refused transaction, the node
 * stores the reason.
 */
export function submitTo(node: ServedNode, chain: ChainName, bytes: Uint8Array): Submission {
  const issued = issue(node.world, chain, bytes);
  if (issued.ok || issued.rule !== 'bytes') node.changed = true;
  return issued;
}
