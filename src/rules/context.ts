import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import type { ProofOfPossession } from '../chain/pchain/components.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Chain, Network, Upgrades } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';

/** An unsigned transaction of whatever chain. */
export type UnsignedTx = PTx | XTx | CTx;

/** Against what a transaction is checked. */
export interface Rules {
  /** Other times of upgrades: `{ ...network, upgrades: { ...network.upgrades, helicon: 0n } }`. */
  readonly network: Network;
  /** The instance of the AVM, if it is not the X-chain. */
  readonly chain?: Chain;
  /**
   * Unix seconds of the chain. With it, all is checked that a node can without its state: whether the type is taken then,
   * the memo, size, peer chain and warp message. Without it, what `SyntacticVerify` checks.
   */
  readonly time?: bigint;
  /** `verifyPossession` of `avalanche-tx/bls`. Without it proofs of possession count as good. */
  readonly verifyPossession?: (
    signer: Pick<ProofOfPossession, 'publicKey' | 'proofOfPossession'>,
  ) => boolean;
}

/** Which chain a transaction is of. */
export const chainNameOf = (tx: UnsignedTx): 'P' | 'X' | 'C' =>
  tx.type.startsWith('platformvm.') ? 'P' : tx.type.startsWith('avm.') ? 'X' : 'C';

/** The chain that a transaction must name. */
export const chainOf = (tx: UnsignedTx, { network, chain }: Rules): Chain => {
  const name = chainNameOf(tx);
  return name === 'X' ? (chain ?? network.chains.X) : network.chains[name];
};

/** Whether an upgrade is active, as avalanchego `upgrade/upgrade.go` tells it. */
export const isActive = (upgrade: keyof Upgrades, { upgrades }: Network, time: bigint): boolean =>
  time >= upgrades[upgrade];

/**
 * @throws {AvalancheError} `WrongUpgrade`: context has `upgrade`, `at` and `time`.
 */
export function verifyUpgrade(
  type: string,
  upgrade: keyof Upgrades,
  when: 'since' | 'until',
  network: Network,
  time: bigint,
): void {
  if (isActive(upgrade, network, time) === (when === 'since')) return;
  const at = network.upgrades[upgrade];
  const detail =
    when === 'since'
      ? `${type} is taken from ${upgrade} on (${at}), not at ${time}`
      : `${type} is refused from ${upgrade} on (${at}), it is ${time}`;
  throw new AvalancheError('WrongUpgrade', detail, { upgrade, at, time });
}

/**
 * Whether funds can go between two chains: both in the primary network, and not the same. Source: avalanchego
 * `vms/components/verify/subnet.go` `SameSubnet`.
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

/** Checks a proof of possession, if the rules can. */
export function verifySigner(
  signer: Pick<ProofOfPossession, 'publicKey' | 'proofOfPossession'>,
  { verifyPossession }: Rules,
): void {
  if (verifyPossession && !verifyPossession(signer))
    throw new AvalancheError('BadSignature', 'is not a proof of possession of the public key').at(
      'proofOfPossession',
    );
}
