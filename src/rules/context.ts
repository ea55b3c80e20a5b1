import { chainNameOf } from '../chain/declared.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Chain, Network } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';

/** The transaction of a type. */
export type TxOf<T extends AnyUnsignedTx['type']> = Extract<AnyUnsignedTx, { readonly type: T }>;

/** The chain that a transaction must name. */
export function chainOf(
  tx: AnyUnsignedTx,
  of: { readonly network: Network; readonly blockchain?: Chain | undefined },
): Chain {
  const name = chainNameOf(tx);
  return (name === 'X' && of.blockchain) || of.network.chains[name];
}

/**
 * Checks that funds can go between two chains: both in the primary network, and not the same. Source: avalanchego
 * `vms/components/verify/subnet.go` `SameSubnet`.
 * @throws {AvalancheError} `WrongChain`.
 */
export function verifyPeer(peer: Uint8Array, chain: Chain, { chains }: Network, at: string): void {
  const others = Object.values(chains).filter(
    (c) => !equalBytes(c.blockchainID, chain.blockchainID),
  );
  if (!others.some((c) => equalBytes(c.blockchainID, peer)))
    throw new AvalancheError(
      'WrongChain',
      `must be ${others.map((c) => c.alias).join(' or ')}, got ${formatID(peer)}`,
      { have: formatID(peer), need: others.map((c) => c.alias).join(' or ') },
    ).at(at);
}
