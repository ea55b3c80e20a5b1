import { AvalancheError } from '../errors/error.ts';
import { numberContext, quoted } from '../errors/quote.ts';

/** avalanchego `utils/constants/network_ids.go`: NetworkIDToHRP. */
const hrps: readonly (readonly [networkID: number, hrp: string])[] = [
  [1, 'avax'],
  [2, 'cascade'],
  [3, 'denali'],
  [4, 'everest'],
  [5, 'fuji'],
  [10, 'testing'],
  [12_345, 'local'],
];

/**
 * The networks built into this library: those of avalanchego's `utils/constants/network_ids.go`, and the test
 * node's.
 */
const networkIDs: readonly (readonly [name: string, networkID: number])[] = [
  ['mainnet', 1],
  ['fuji', 5],
  ['local', 12_345],
  ['testnode', 20_260_922],
];

/**
 * Returns the human-readable part of addresses on a network; `custom` for every networkID without its own.
 * @example
 * hrpOf(5); // 'fuji'
 */
export const hrpOf = (networkID: number): string =>
  hrps.find(([known]) => known === networkID)?.[1] ?? 'custom';

/**
 * Returns the name of a network: `mainnet`, `fuji`, `local`, `testnode`, or `network-` and its id. A network with another genesis than the
 * local one can have its id: its name is `network-12345`, which only its chains tell.
 */
export const networkNameOf = (networkID: number): string =>
  networkIDs.find(([, known]) => known === networkID)?.[0] ?? unknownNameOf(networkID);

/** Returns the name of a network that is not built in: `network-` and its id. */
export const unknownNameOf = (networkID: number): string => `network-${networkID}`;

/**
 * Returns the networkID of a network, given by its name (`mainnet`, `fuji`, `local`, `testnode`) or its id.
 * @throws {AvalancheError} `BadText`: another name; `OutOfRange`: a number that is not a uint32.
 * @example
 * networkIDOf('fuji'); // 5
 */
export function networkIDOf(network: string | number): number {
  if (typeof network !== 'string') {
    if (Number.isInteger(network) && network >= 0 && network <= 0xffff_ffff) return network;
    throw new AvalancheError(
      'OutOfRange',
      `must be a networkID, which is a uint32, got ${quoted(network)}`,
      { ...numberContext(network), min: 0, max: 0xffff_ffff },
    );
  }
  const found = networkIDs.find(([name]) => name === network);
  if (found) return found[1];
  throw new AvalancheError('BadText', 'must be mainnet, fuji, local, testnode or a networkID', {
    kind: 'network',
  });
}

/** The part of a network that is needed to parse and format values. Available for every networkID. */
export interface NetworkIdentity {
  /** `mainnet`, `fuji`, `local`, `testnode`, or `network-` and the number. */
  readonly name: string;
  /** Id of the network: 1 is mainnet, 5 is fuji. */
  readonly networkID: number;
  /**
   * Human-readable part of its addresses; `custom` for networks that avalanchego does not list. Forks use others,
   * such as `{ name: 'flare', networkID: 14, hrp: 'flare' }`.
   */
  readonly hrp: string;
}

/**
 * Returns the identity of a network, given by its name (`mainnet`, `fuji`, `local`, `testnode`) or its networkID.
 * @throws {AvalancheError} As `networkIDOf`.
 * @example
 * identifyNetwork('fuji'); // { name: 'fuji', networkID: 5, hrp: 'fuji' }
 */
export function identifyNetwork(network: string | number): NetworkIdentity {
  const networkID = networkIDOf(network);
  return { name: networkNameOf(networkID), networkID, hrp: hrpOf(networkID) };
}

/** Returns the only network of avalanchego's list whose addresses have a prefix. */
export function identifyHRP(hrp: string): NetworkIdentity | undefined {
  const found = hrps.find((entry) => entry[1] === hrp);
  return found && identifyNetwork(found[0]);
}
