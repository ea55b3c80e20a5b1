import type { Facts, OwnerFacts } from '../rules/facts.ts';
import { formatID } from '../text/id.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Draft, Slot } from './draft.ts';
import { draftCopy } from './reading.ts';

/** Returns the UTXOs of slots. */
const utxosOf = (slots: readonly Slot[]): readonly AnyUTXO[] =>
  slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));

/**
 * Returns the facts that a draft contains, for `checkTx`: network, time, price, and the UTXO or owner of each slot. They are claims of
 * the draft's maker, not of a node.
 * @throws {AvalancheError} `BadArgument`, `WrongChain`: not a draft.
 * @example
 * import { readFileSync } from 'node:fs';
 * import { buildBaseTx } from 'avalanche-tx/build';
 * import { checkTx } from 'avalanche-tx/rules';
 * const state = parseState(readFileSync('examples/intents/states/P.json', 'utf8'));
 * const draft = buildBaseTx(state, { outputs: [{ to: state.from[0], amount: 5n }] });
 * checkTx(draft, factsOfDraft(draft)).result; // 'unknown'
 */
export function factsOfDraft(draft: Draft): Facts {
  const own = draftCopy(draft, 'draft');
  const { network, time, slots, fee } = own;
  const { price } = fee;
  const owners = new Map(
    slots.flatMap((slot): readonly (readonly [string, OwnerFacts])[] =>
      slot.kind === 'auth' ? [[formatID(slot.of), slot.owner]] : [],
    ),
  );
  const by =
    <V>(make: (owner: OwnerFacts) => V) =>
    (id: string): V | undefined => {
      const owner = owners.get(id);
      return owner && make(owner);
    };
  return {
    network,
    time,
    ...placesOf(own),
    ...(own.chain === 'X' && { blockchain: own.blockchain }),
    ...(own.chain === 'P' && { feeState: { price } }),
    ...(own.chain === 'C' && { baseFee: price }),
    subnets: by((owner) => ({ owner })),
    l1Validators: by((deactivationOwner) => ({ deactivationOwner })),
    autoRenewed: by((validatorAuthority) => ({ validatorAuthority })),
  };
}

/** Returns the UTXOs of the chain and the imported ones, whose slots come after the inputs. */
function placesOf({ unsignedTx: tx, slots }: Draft): Pick<Facts, 'utxos' | 'imports'> {
  if (!('sourceChain' in tx)) return { utxos: utxosOf(slots) };
  const own = 'inputs' in tx ? tx.inputs.length : 0;
  const imported = utxosOf(slots.slice(own));
  return {
    utxos: utxosOf(slots.slice(0, own)),
    imports: { P: imported, X: imported, C: imported },
  };
}
