import { AvalancheError, within } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import { blockchainOf } from '../state/state.ts';
import { derivationPath } from '../state/statefile.ts';
import { formatHex } from '../text/hex.ts';
import type { WireDraft } from './container.ts';
import type { Draft } from './draft.ts';

/** Paths as they are written: sorted by address. */
export const formatPaths = (paths: NonNullable<Draft['paths']>): WireDraft['paths'] =>
  Object.entries(paths)
    .map(([address, path]) => ({ address, path }))
    .sort((a, b) => (a.address < b.address ? -1 : 1));

/**
 * Paths as they were read: each of an address that signs or gets change.
 * @throws {AvalancheError} With the place: `Mismatch`: of somebody else; `NotSorted`; `BadText`: not a derivation path.
 */
export function parsePaths(
  wire: WireDraft['paths'],
  draft: Pick<Draft, 'slots' | 'change' | 'chain' | 'network'>,
): NonNullable<Draft['paths']> {
  if (wire.length === 0) return {};
  const chain = blockchainOf(draft);
  const nameOf = (address: Uint8Array): string => formatAddress(chain, address, draft.network);
  const named = new Set([
    ...draft.slots.flatMap(({ kind, owner }) =>
      owner.addresses.map(kind === 'account' ? formatHex : nameOf),
    ),
    ...draft.change.flatMap(({ output }) => output.addresses.map(nameOf)),
  ]);
  for (const [i, { address, path }] of wire.entries()) {
    if (!named.has(address))
      throw new AvalancheError(
        'Mismatch',
        'is neither an address that signs nor one of the change',
      ).at(i, 'address');
    if (i > 0 && address <= wire[i - 1]!.address)
      throw new AvalancheError('NotSorted', 'must be strictly increasing by address').at(i);
    within([i, 'path'], () => derivationPath.parse(path));
  }
  return Object.fromEntries(wire.map(({ address, path }) => [address, path]));
}
