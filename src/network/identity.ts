import { guarded } from '../errors/arguments.ts';
import { hrpOf, networkIDOf, networkNameOf } from './hrp.ts';

/** What of a network is needed to read and print: enough for any networkID, known or not. */
export interface NetworkIdentity {
  readonly name: string;
  readonly networkID: number;
  /** Human-readable part of its addresses. */
  readonly hrp: string;
}

/**
 * The network of a name (`mainnet`, `fuji`, `local`) or a networkID.
 * @throws {AvalancheError} `WrongNetwork`: a name that is none, a number that is no uint32.
 * @example
 * identify('fuji'); // { name: 'fuji', networkID: 5, hrp: 'fuji' }
 */
export const identify = /* @__PURE__ */ guarded(function identify(
  network: string | number,
): NetworkIdentity {
  const networkID = networkIDOf(network);
  return { name: networkNameOf(networkID), networkID, hrp: hrpOf(networkID) };
});
