/** Validator sets: who validates a subnet, and who can sign its warp messages. */
import { primaryNetworkID } from '../chain/base.ts';
import { isValidator, type Staker } from '../history/ledger.ts';
import { nodeKeyOf } from '../rules/facts.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { type SignerSet, signerSetOf } from '../warp/signerset.ts';
import { append, setEntry } from './journal.ts';
import type { SetMember, ValidatorSet, World } from './world.ts';

const emptyNodeID = /* @__PURE__ */ new Uint8Array(20);

/** The validators of a subnet after the last block. Source: avalanchego `vms/platformvm/state/state.go` `initValidatorSets`. */
export function currentSet({ P }: World, subnetID: Uint8Array): ValidatorSet {
  const { ending, l1Subnets, validators } = P.stakers;
  const set = new Map<string, SetMember>();
  const add = (nodeID: Uint8Array, weight: bigint, publicKey: Uint8Array | undefined): void => {
    const key = formatNodeID(nodeID);
    const had = set.get(key);
    set.set(key, {
      nodeID,
      weight: (had?.weight ?? 0n) + weight,
      publicKey: publicKey ?? had?.publicKey,
    });
  };
  for (const staker of ending)
    if (equalBytes(staker.subnetID, subnetID))
      add(
        staker.nodeID,
        staker.weight,
        isValidator(staker)
          ? keyOf(validators.get(nodeKeyOf(primaryNetworkID, staker.nodeID)))
          : undefined,
      );
  for (const validator of l1Subnets.get(formatID(subnetID))?.values() ?? [])
    if (validator.endAccumulatedFee > 0n)
      add(validator.nodeID, validator.weight, validator.publicKey);
    else add(emptyNodeID, validator.weight, undefined);
  return set;
}

/** The BLS key of a validator of the primary network. */
function keyOf(staker: Staker | undefined): Uint8Array | undefined {
  if (!staker || !('signer' in staker.tx)) return undefined;
  const { signer } = staker.tx;
  return signer.type === 'signer.ProofOfPossession' ? signer.publicKey : undefined;
}

/**
 * The validators of a subnet after the block of a height.
 * @returns undefined for a height that is not reached.
 */
export function validatorsAt(
  { P }: World,
  subnetID: Uint8Array,
  height: bigint,
): ValidatorSet | undefined {
  if (height < 0n || height > P.ledger.height) return undefined;
  const id = formatID(subnetID);
  const past = P.pastSets.find((set) => set.subnetID === id && height < set.until);
  return past?.set ?? P.sets.get(id) ?? new Map();
}

/** Notes that the validators of a subnet changed with the last block. */
export function changeSet(world: World, subnetID: Uint8Array): void {
  const { sets, pastSets, ledger } = world.P;
  const id = formatID(subnetID);
  const past = { until: ledger.height, subnetID: id, set: sets.get(id) ?? new Map() };
  append(world.journal, pastSets, past);
  setEntry(world.journal, sets, id, currentSet(world, subnetID));
}

/**
 * Who can sign warp messages of a blockchain now, not at the height of an earlier epoch as on a network of many nodes; `null` if there is no such chain. The P-chain and the X- and C-chain are the primary
 * network's.
 */
export function signersOf(world: World, chainID: Uint8Array): SignerSet | null {
  const subnetID = subnetOfChain(world, chainID);
  if (!subnetID) return null;
  return signerSetOf(membersOf(world.P.sets.get(formatID(subnetID)) ?? new Map()));
}

const membersOf = (set: ValidatorSet) =>
  [...set.values()].map(({ publicKey = null, weight }) => ({ publicKey, weight }));

/** The subnet that validates a blockchain; undefined if there is no such chain. */
export function subnetOfChain({ P, network }: World, chainID: Uint8Array): Uint8Array | undefined {
  const isPrimary = Object.values(network.chains).some((chain) =>
    equalBytes(chain.blockchainID, chainID),
  );
  return isPrimary ? primaryNetworkID : P.ledger.blockchains.get(formatID(chainID))?.subnetID;
}
