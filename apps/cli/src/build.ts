import { type NetworkIdentity, parseState } from 'avalanche-tx';
import { verifyPossession } from 'avalanche-tx/bls';
import { build, type Options, parseIntent } from 'avalanche-tx/build';
import { within } from '../../../src/errors/error.ts';
import type { OneOwn } from '../../../src/owners/own.ts';
import { refuseOther, signerLines, writeDraft } from './draft.ts';
import { assertNetwork } from './network.ts';

/** What the command line says of a build. */
interface BuildOptions {
  /** Addresses and accounts that are the caller’s, besides those of the intent’s file. */
  readonly own?: readonly string[];
  /** Who is to sign, instead of whom the intent’s file names. */
  readonly signers?: readonly string[];
  readonly network?: NetworkIdentity | undefined;
  readonly inParts?: boolean;
}

/** What an intent's file calls its maker's own, as a list. */
export const listOfOwn = (own: Options['own'] = []): readonly OneOwn[] =>
  'owner' in own ? [own] : own;

/** The output of `build`: the draft of an intent. Its warnings go to `warn`. */
export function buildCommand(
  intentText: string,
  stateText: string,
  warn: (text: string) => void,
  { own = [], signers = [], network, inParts = false }: BuildOptions = {},
): string {
  const state = within(['state'], () => parseState(stateText));
  assertNetwork('state', state.network, network);
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
  return writeDraft(draft, inParts);
}
