import type { ChainName } from '../chain/declared.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import type { NetworkIdentity } from '../network/identity.ts';
import { type OpenedContainer, openContainer } from '../open/indexed.ts';
import type { Instant } from '../schema/time.ts';
import type { Ask } from './ask.ts';
import type { ContainerRecord, IndexName } from './containers.ts';
import { isNodeError } from './errors.ts';
import { budgetOf, type ReadLimits } from './limits.ts';
import type { sleep } from './retry.ts';
import type { CallOptions } from './service.ts';

/** Selects which containers of an index to read. */
export interface ContainersOptions extends CallOptions {
  /** Index of the first container; 0 if omitted. */
  readonly from?: bigint;
  /**
   * Index of the last container. Without `to` and `follow`, reading ends at the current end of the index, after at
   * most `limits.maxItems` containers.
   */
  readonly to?: bigint;
  /** Keeps polling for new containers at the end of the index. */
  readonly follow?: boolean;
  /** Polling interval in milliseconds; 1000 if omitted. */
  readonly interval?: number;
  /** Containers per request, 1 to 1024; 256 if omitted. Reduced automatically if the reply is too long. */
  readonly limit?: number;
  /** Called after each page with the next index to read and the last index known. */
  readonly onProgress?: (next: bigint, last: bigint) => void;
}

/** A block, old vertex or transaction that a node accepted, with the transactions in it. */
export interface Accepted extends Omit<OpenedContainer, 'index' | 'timestamp'> {
  /** Position in the index, from 0. */
  readonly index: bigint;
  /** When this node accepted it. If the node accepted it while bootstrapping, the time when bootstrapping ended. */
  readonly timestamp: Instant;
}

/** Opens containers. */
export async function* blocksOf(
  containers: AsyncIterable<ContainerRecord>,
  source: IndexName,
  network: NetworkIdentity,
): AsyncGenerator<Accepted> {
  const chain = source[0] as ChainName;
  for await (const { id, bytes, index, timestamp } of containers)
    yield within([source, Number(index)], () => {
      const found = within(['bytes'], () => openContainer(bytes, { network, chain }));
      if (found.id !== id)
        throw new AvalancheError('Mismatch', `the node says ${id}, its bytes give ${found.id}`).at(
          'id',
        );
      return { ...found, index, timestamp };
    });
}

/** Reads the containers of an index in order, page by page. */
export async function* containersOf(
  ask: Ask,
  index: IndexName,
  options: ContainersOptions,
  wait: typeof sleep,
  limits: Required<ReadLimits>,
): AsyncGenerator<ContainerRecord> {
  const { from = 0n, to, follow = false, interval = 1000, limit = 256, signal } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1024)
    throw new AvalancheError('OutOfRange', 'must be 1 to 1024', { min: 1, max: 1024 }).at('limit');
  const callOptions = { at: index, ...(signal && { signal }) };
  const budget = budgetOf(limits);
  let most = limit;
  let next = from;
  for (;;) {
    const found = await lastOf(ask, callOptions);
    const last = found !== undefined && to !== undefined && to < found ? to : found;
    while (last !== undefined && next <= last) {
      const left = last - next + 1n;
      const numToFetch = left < BigInt(most) ? Number(left) : most;
      let page: readonly ContainerRecord[];
      try {
        const params = { startIndex: next, numToFetch };
        page = (await ask('index.getContainerRange', params, callOptions)).containers;
      } catch (e) {
        if (numToFetch === 1 || !isError(e, 'LimitExceeded')) throw e;
        most = Math.ceil(numToFetch / 2);
        continue;
      }
      if (page.length === 0 || page.length > numToFetch)
        throw new AvalancheError(
          'Inconsistent',
          `the node returned ${page.length} of ${numToFetch} from ${next} on`,
        ).at(index);
      for (const container of page) {
        if (container.index !== next)
          throw new AvalancheError(
            'Inconsistent',
            `the node returned index ${container.index}, expected ${next}`,
          ).at(index);
        // Otherwise the node alone would decide where it ends.
        if (to === undefined && !follow) budget.take('maxItems', 1);
        yield container;
        next++;
      }
      options.onProgress?.(next, last);
    }
    if (!follow || (to !== undefined && next > to)) return;
    await wait(interval, signal);
  }
}

/** Index of the last container; undefined if there is none. */
async function lastOf(ask: Ask, options: Parameters<Ask>[2]): Promise<bigint | undefined> {
  try {
    return (await ask('index.getLastAccepted', {}, options)).index;
  } catch (e) {
    if (isNodeError(e) && /no containers have been accepted/.test(e.context.message))
      return undefined;
    throw e;
  }
}
