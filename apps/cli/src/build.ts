import type { NetworkIdentity } from 'avalanche-tx';
import { verifyPossession } from 'avalanche-tx/bls';
import { type BuildOptions, build, parseIntent } from 'avalanche-tx/build';
import { refuseOther } from './document.ts';
import { signerLines, type Written, writeDraft } from './draft.ts';
import { ageText, readState } from './state.ts';

/** Options of `build` on the command line. */
interface BuildFlags extends Written {
  /** The caller’s addresses and accounts, in addition to those in the intent’s file. */
  readonly own?: readonly string[];
  /** The signers to use, instead of those in the intent’s file. */
  readonly signers?: readonly string[];
  readonly network?: NetworkIdentity | undefined;
}

/** One of the sender's own: an address, account, wallet or whole owner. */
type OneOwn = Extract<BuildOptions['own'], readonly unknown[]>[number];

/** Returns the addresses that an intent's file lists as the sender's own, as a list. */
export const listOfOwn = (own: BuildOptions['own'] = []): readonly OneOwn[] =>
  'owner' in own ? [own] : own;

/** The output of `build`: the draft of an intent. Its warnings go to `warn`. */
export function buildCommand(
  intentText: string,
  stateText: string,
  warn: (text: string) => void,
  { own = [], signers = [], network, ...how }: BuildFlags = {},
): string {
  const state = readState(stateText, network);
  const age = ageText(state);
  if (age !== '') warn(`warning: ${age}`);
  refuseOther(intentText, 'intent');
  const { intent, options } = parseIntent(intentText, state.chain);
  const draft = build(state, intent, {
    ...options,
    ...(own.length > 0 && { own: [...listOfOwn(options.own), ...own] }),
    ...(signers.length > 0 && { signers }),
    verifyPossession,
  });
  for (const { code, detail } of draft.warnings) warn(`${code}: ${detail}`);
  for (const line of signerLines(draft)) warn(line);
  return writeDraft(draft, how);
}
