/** The indexes. Source: avalanchego `indexer/service.go`, `indexer/index.go`. */
import type { index } from '../../rpc/containers.ts';
import { formatID } from '../../text/id.ts';
import { containerOf, indexOf } from '../reads.ts';
import type { ContainerIndex, ContainerRecord, World } from '../world.ts';
import { encodeBytes, instantOf } from './encodings.ts';
import { refuse } from './envelope.ts';
import type { HandlersOf } from './node.ts';

const empty: ContainerIndex = { list: [], places: new Map() };
const maxFetched = 1024n;

/** The index at a path. That of vertices has nothing since Cortina. */
const indexNamed = (world: World, name: string): ContainerIndex => indexOf(world, name) ?? empty;

function answer({ id, bytes, acceptedAt }: ContainerRecord, place: number, encoding: string) {
  return {
    id: formatID(id),
    bytes: encodeBytes(bytes, encoding),
    timestamp: instantOf(acceptedAt),
    encoding: encoding as 'hex',
    index: BigInt(place),
  };
}

function byPlace({ list }: ContainerIndex, place: bigint, encoding: string) {
  const found = list[Number(place)];
  return found ? answer(found, Number(place), encoding) : refuse(`no container at index ${place}`);
}

const noneAccepted = 'no containers have been accepted';

function range({ list }: ContainerIndex, start: bigint, count: bigint, encoding: string) {
  if (count < 1n || count > maxFetched)
    refuse(`numToFetch must be in [1,${maxFetched}] but is ${count}`);
  if (list.length === 0) refuse(noneAccepted);
  const last = BigInt(list.length - 1);
  if (start > last) refuse(`start index (${start}) > last accepted index (${last})`);
  const from = Number(start);
  return list
    .slice(from, from + Number(count))
    .map((container, i) => answer(container, from + i, encoding));
}

/** The answers. */
export const indexHandlers: HandlersOf<keyof typeof index> = {
  'index.getContainerByID': ({ world }, { id, encoding }, name) => {
    const found = containerOf(indexNamed(world, name), id) ?? refuse('not found');
    return answer(found, found.index, encoding);
  },
  'index.getContainerByIndex': ({ world }, params, name) =>
    byPlace(indexNamed(world, name), params.index, params.encoding),
  'index.getContainerRange': ({ world }, { startIndex, numToFetch, encoding }, name) => ({
    containers: range(indexNamed(world, name), startIndex, BigInt(numToFetch), encoding),
  }),
  'index.getIndex': ({ world }, { id }, name) => {
    const found = containerOf(indexNamed(world, name), id) ?? refuse('not found');
    return { index: BigInt(found.index) };
  },
  'index.getLastAccepted': ({ world }, { encoding }, name) => {
    const index = indexNamed(world, name);
    const last = index.list.length - 1;
    return last < 0 ? refuse(noneAccepted) : byPlace(index, BigInt(last), encoding);
  },
  'index.isAccepted': ({ world }, { id }, name) => ({
    isAccepted: indexNamed(world, name).places.has(id),
  }),
};
