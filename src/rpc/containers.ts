import { AvalancheError } from '../errors/error.ts';
import { fitting, hexOnly, hexParam } from './common.ts';
import { type Endpoint, method } from './method.ts';
import { nilList, object, type Value } from './shape.ts';
import { bool, id, string, time, uint32n, uint64, uint64n } from './words.ts';

/** The indexes of a node that runs with `--index-enabled`; `X/vtx` has grown no more since Cortina. */
export const indexes = ['P/block', 'X/block', 'X/tx', 'X/vtx', 'C/block'] as const;

const endpoint: Endpoint = { path: '/ext/index/{at}', among: indexes };

const container = object(
  {
    id: [id, 'Id of the container.'],
    bytes: [string, 'The container.'],
    timestamp: [time, 'When this node accepted it; of the start if it caught up then.'],
    encoding: [hexOnly, 'Of `bytes`.'],
    index: [uint64, 'How many the index has before it.'],
  },
  { name: 'ContainerRecord', check: (value) => fitting('bytes')(value) },
);
/** A block, transaction or vertex that a node accepted. */
export interface ContainerRecord extends Value<typeof container> {}

const byID = object({ id: [id, 'Id of the container.'], encoding: hexParam });
const maxFetched = 1024;

/** Source: avalanchego `indexer/service.go`. */
export const index = {
  'index.getContainerByID': method({
    endpoint,
    about: 'A container by its id.',
    params: byID,
    result: container,
    holds: 'at',
    nodeSpecific: true,
  }),
  'index.getContainerByIndex': method({
    endpoint,
    about: 'A container by its index.',
    params: object({ index: [uint64n, 'From 0 on.'], encoding: hexParam }),
    result: container,
    holds: 'at',
    nodeSpecific: true,
  }),
  'index.getContainerRange': method({
    endpoint,
    about: 'Containers one after another; fewer where the index ends.',
    params: object(
      {
        startIndex: [uint64n, 'Of the first.'],
        numToFetch: [uint32n, 'Up to 1024.'],
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
    result: object({ containers: [nilList(container), 'In their order.'] }, { bare: 'containers' }),
    pages: 'containers',
    holds: 'at',
    nodeSpecific: true,
  }),
  'index.getIndex': method({
    endpoint,
    about: 'The index of a container.',
    params: byID,
    result: object({ index: [uint64, 'From 0 on.'] }, { bare: 'index' }),
    nodeSpecific: true,
  }),
  'index.getLastAccepted': method({
    endpoint,
    about: 'The last container.',
    params: object({ encoding: hexParam }),
    result: container,
    holds: 'at',
    nodeSpecific: true,
  }),
  'index.isAccepted': method({
    endpoint,
    about: 'Whether the index has a container.',
    params: byID,
    result: object({ isAccepted: [bool, 'Whether it has.'] }, { bare: 'isAccepted' }),
    nodeSpecific: true,
  }),
} as const;
