import { combineDrafts } from 'avalanche-tx/sign';
import { missingLines, type Written } from './draft.ts';
import { type GivenFiles, isDraft, readCopy, readShown } from './foreign.ts';
import type { Shell } from './shell.ts';
import { within } from './within.ts';

/**
 * The output of `combine`: one draft with the signatures of all, in the form of the first. What other tools wrote has only a transaction and
 * signatures, so the first draft among the inputs says the rest; without one, the files and the node do.
 */
export async function combineCommand(
  texts: readonly string[],
  how: Written,
  files: GivenFiles,
  shell: Shell,
): Promise<string> {
  const place = Math.max(
    texts.findIndex((text, i) => within(['drafts', i], () => isDraft(text))),
    0,
  );
  const shown = await readShown(texts[place]!, files, shell);
  const copies = texts.map((text, i) =>
    i === place ? shown : within(['drafts', i], () => readCopy(text, shown.draft)),
  );
  const [first, ...others] = copies;
  const whole = combineDrafts(first!.draft, ...others.map(({ draft }) => draft));
  for (const line of missingLines(whole)) shell.warn(line);
  return first!.write(whole, how);
}
