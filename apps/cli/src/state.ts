import { type NetworkIdentity, parseState, type State } from 'avalanche-tx';
import { refuseOther } from './document.ts';
import { assertNetwork } from './network.ts';
import { now } from './times.ts';
import { within } from './within.ts';

/** Reads the state that a price or a draft is calculated from. */
export function readState(text: string, network?: NetworkIdentity): State {
  const state = within(['state'], () => {
    refuseOther(text, 'state');
    return parseState(text);
  });
  assertNetwork('state', state.network, network);
  return state;
}

/** Seconds after which the UTXOs of a state are likely to have changed. */
const old = 3600n;

/** A sentence about the age of a state; empty if it is not old. */
export function ageText({ time }: State): string {
  const age = now() - time;
  if (age < old) return '';
  const days = age / 86_400n;
  const text = days > 1n ? `${days} days` : `${age / 3600n} h`;
  return `the state is ${text} old: UTXOs and prices may have changed, so get it again`;
}
