import { within } from '../errors/error.ts';
import { authorityOwner } from '../state/owner.ts';
import type { CState, PState, State } from '../state/state.ts';
import type { Facts, OwnerFacts } from './facts.ts';

/**
 * The facts of a state. What a state lists is all that it knows: a UTXO, account or subnet that is not in it is not known.
 * @throws {AvalancheError} What addresses throw, under `authorities`.
 */
export function factsOfState(state: State): Facts {
  const { chain, network, time, imports } = state;
  const common = { network, time, imports };
  if (chain === 'C') return { ...common, ...accountsOf(state) };
  if (chain === 'X') return { ...common, blockchain: state.blockchain, utxos: state.utxos };
  const { price, capacity } = state.feeState;
  return {
    ...common,
    utxos: state.utxos,
    // A node that does not know its capacity says 0.
    feeState: { price, capacity: capacity === 0n ? undefined : capacity },
    ...authoritiesOf(state),
  };
}

function accountsOf({ accounts, baseFee }: CState): Pick<Facts, 'accounts' | 'baseFee'> {
  return { baseFee, accounts: new Map(accounts.map((of) => [of.address as string, of])) };
}

/** A state says the owner of an id, and not what the id is of. */
function authoritiesOf({
  authorities = {},
  network,
}: PState): Pick<Facts, 'subnets' | 'l1Validators' | 'autoRenewed'> {
  const by =
    <V>(make: (owner: OwnerFacts) => V) =>
    (id: string): V | undefined => {
      if (!Object.hasOwn(authorities, id)) return undefined;
      return make(
        within(['authorities', id], () =>
          authorityOwner(authorities[id]!, network.chains.P, network),
        ),
      );
    };
  return {
    subnets: by((owner) => ({ owner })),
    l1Validators: by((deactivationOwner) => ({ deactivationOwner })),
    autoRenewed: by((authority) => ({ authority })),
  };
}
