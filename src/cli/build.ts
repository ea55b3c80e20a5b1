import { build } from '../builder/build.ts';
import { parseIntent } from '../builder/intentfile.ts';
import { within } from '../errors/error.ts';
import { parseState } from '../state/statefile.ts';
import { verifyPossession } from '../warp/bls.ts';
import { writeDraft } from './draft.ts';

/** The output of `build`: the draft of an intent. Its warnings go to `warn`. */
export function buildCommand(
  intentText: string,
  stateText: string,
  warn: (text: string) => void,
  inParts = false,
): string {
  const state = within(['state'], () => parseState(stateText));
  const { intent, options } = parseIntent(intentText, state.chain);
  const draft = build(state, intent, { ...options, verifyPossession });
  for (const { code, detail } of draft.warnings) warn(`${code}: ${detail}`);
  return writeDraft(draft, inParts);
}
