/** Which service answers at a path. */
import { indexes } from '../../rpc/containers.ts';
import type { World } from '../world.ts';
import { chainOf } from './chains.ts';

/** A service at a path. `at` is the alias or id of its chain, or the name of its index. */
export interface Route {
  /** The name before the dot of its methods; `eth` is an EVM. */
  readonly service: string;
  readonly at: string;
}

/** The services of the chains, by what follows their path. */
const services: { readonly [chain: string]: { readonly [tail: string]: string } } = {
  P: { '': 'platform', proposervm: 'proposervm' },
  // The node registers the X-chain without its wrapper.
  X: { '': 'avm', wallet: 'wallet' },
  C: { rpc: 'eth', avax: 'avax', validators: 'validators', proposervm: 'proposervm' },
  subnet: { rpc: 'eth', validators: 'validators' },
};

const single: { readonly [path: string]: string } = {
  '/ext/info': 'info',
  '/ext/health': 'health',
};

const chainPath = /^\/ext(\/bc)?\/([A-Za-z0-9-]+)(?:\/([a-z]+))?$/;

/** The service at a path; undefined if there is none. */
export function routeOf(world: World, path: string): Route | undefined {
  const service = Object.hasOwn(single, path) ? single[path] : undefined;
  if (service !== undefined) return { service, at: '' };
  const index = indexes.find((name) => path === `/ext/index/${name}`);
  if (index) return { service: 'index', at: index };
  const [, bc, at = '', tail = ''] = chainPath.exec(path) ?? [];
  const chain = chainOf(world, at);
  // The node has short paths for aliases only.
  const isShort = bc === undefined;
  if (isShort && (!chain || at.length > 8)) return undefined;
  const known = chain ?? (world.P.ledger.blockchains.has(at) ? 'subnet' : undefined);
  const table = known && services[known];
  return table && Object.hasOwn(table, tail) ? { service: table[tail]!, at } : undefined;
}
