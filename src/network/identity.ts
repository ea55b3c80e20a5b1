import { hrpOf, networkIDOf, networkNameOf } from './hrp.ts';

/** The part of a network that reading and printing needs. It exists for any networkID. */
export interface NetworkIdentity {
  /** `mainnet`, `fuji`, `local`, `testnode`, or `network-` and the number. */
  readonly name: string;
  /** Number of the network: 1 is mainnet, 5 fuji. */
  readonly networkID: number;
  /**
   * Human-readable part of its addresses: `custom` for networks that avalanchego does not list, as it prints them. Forks use others, such
   * as `{ name: 'flare', networkID: 14, hrp: 'flare' }`.
   */
  readonly hrp: string;
}

/**
 * Returns the network of a name (`mainnet`, `fuji`, `local`, `testnode`) or a networkID.
 * @throws {AvalancheError} As `networkIDOf`.
 * @example
 * identify('fuji'); // { name: 'fuji', networkID: 5, hrp: 'fuji' }
 */
export function identify(network: string | number): NetworkIdentity {
  const networkID = networkIDOf(network);
  return { name: networkNameOf(networkID), networkID, hrp: hrpOf(networkID) };
}
