import {
  builderEvidence,
  type Evidence,
  type IdentifiedEvidence,
  identified,
} from '../state/evidence.ts';
import { allUTXOsOf, type State } from '../state/state.ts';
import { formatHex } from '../text/hex.ts';
import type { OpenSlot } from './slot.ts';

/**
 * The evidence of a state that a draft with these slots carries: the transactions that made what is spent, those that set who
 * authorizes, and those that made no UTXO of the state, which refunds and rewards need as well. At most 64 and 4 MiB: what is more is
 * left out, and its slots are only claimed.
 */
export function carriedEvidence(state: State, slots: readonly OpenSlot[]): readonly Evidence[] {
  const { evidence = [] } = state;
  if (evidence.length === 0) return [];
  const needed = new Set(
    slots.flatMap((slot) =>
      'utxo' in slot ? [formatHex(slot.utxo.txID)] : 'of' in slot ? [formatHex(slot.of)] : [],
    ),
  );
  const others = new Set(allUTXOsOf(state).map(({ txID }) => formatHex(txID)));
  const all = identified(evidence);
  const parents = all.filter(({ id }) => needed.has(formatHex(id)));
  const more = all.filter(({ id }) => !needed.has(formatHex(id)) && !others.has(formatHex(id)));
  const taken = new Set(fitting([...parents, ...more]));
  return all.filter((of) => taken.has(of)).map(({ chain, bytes }) => ({ chain, bytes }));
}

/** Those that fit, in their order. */
function fitting(all: readonly IdentifiedEvidence[]): readonly IdentifiedEvidence[] {
  let { count, bytes } = builderEvidence as { count: number; bytes: number };
  return all.filter((of) => {
    if (count === 0 || of.bytes.length > bytes) return false;
    count--;
    bytes -= of.bytes.length;
    return true;
  });
}
