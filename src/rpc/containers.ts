import { AvalancheError } from '../errors/error.ts';
import { nilList } from '../schema/collection.ts';
import { bool, encoded, idText } from '../schema/leaf.ts';
import { uint32n, uint64, uint64n } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import type { Value } from '../schema/schema.ts';
import { time } from '../schema/time.ts';
import { hexAnswered, hexParam } from './common.ts';
import { method } from './method.ts';

/**
 * The indexes of a node that runs with `--index-enabled`: the blocks of each chain, the transactions of the
 * X-chain, and its vertices from before Cortina, an index that no longer grows.
 */
export const indexes = /* @__PURE__ */ Object.freeze([
  'P/block',
  'X/block',
  'X/tx',
  'X/vtx',
  'C/block',
] as const);
/** The name of an index of a node that runs with `--index-enabled`; the `at` of the `index.…` methods. */
export type IndexName = (typeof indexes)[number];

const endpoint = { path: '/ext/index/{at}', among: indexes } as const;

const container = reply(
  {
    id: [idText, 'ID of the container.'],
    bytes: [encoded, 'The container.'],
    timestamp: [
      time,
      'When this node accepted it; when bootstrapping ended for what it accepted by then.',
    ],
    encoding: [hexAnswered, 'Encoding of `bytes`.'],
    index: [uint64, 'Number of containers that the index has before it.'],
  },
  { name: 'ContainerRecord' },
);
/** A block, transaction or vertex that a node accepted. */
export interface ContainerRecord extends Value<typeof container> {}

const byID = object({ id: [idText, 'ID of the container.'], encoding: hexParam });
const maxFetched = 1024;
const one = { chain: 'at', kind: 'container' } as const;

/** The index API. Source: avalanchego `indexer/service.go`. */
export const index = {
  'index.getContainerByID': method({
    endpoint,
    about: 'A container by its ID.',
    params: byID,
    result: container,
    holds: one,
    nodeSpecific: true,
  }),
  'index.getContainerByIndex': method({
    endpoint,
    about: 'A container by its index.',
    params: object({ index: [uint64n, 'Index, from 0 on.'], encoding: hexParam }),
    result: container,
    holds: one,
    nodeSpecific: true,
  }),
  'index.getContainerRange': method({
    endpoint,
    about: 'Consecutive containers; fewer than asked for where the index ends.',
    params: object(
      {
        startIndex: [uint64n, 'Index of the first; above the last index is an error.'],
        numToFetch: [uint32n, 'From 1 to 1024; a node refuses 0.'],
        encoding: hexParam,
      },
      {
        check({ numToFetch }) {
          if (numToFetch > maxFetched)
            throw new AvalancheError('OutOfRange', `must be at most ${maxFetched}`, {
              max: maxFetched,
            }).at('numToFetch');
        },
      },
    ),
    result: reply({ containers: [nilList(container), 'In their order.'] }, { bare: 'containers' }),
    pages: 'containers',
    holds: { ...one, in: 'containers' },
    nodeSpecific: true,
  }),
  'index.getIndex': method({
    endpoint,
    about: 'The index of a container.',
    params: byID,
    result: reply({ index: [uint64, 'Index, from 0 on.'] }, { bare: 'index' }),
    nodeSpecific: true,
  }),
  'index.getLastAccepted': method({
    endpoint,
    about: 'The last container.',
    params: object({ encoding: hexParam }),
    result: container,
    holds: one,
    nodeSpecific: true,
  }),
  'index.isAccepted': method({
    endpoint,
    about: 'Whether the index has a container.',
    params: byID,
    result: reply({ isAccepted: [bool, 'Whether it has.'] }, { bare: 'isAccepted' }),
    nodeSpecific: true,
  }),
} as const;
