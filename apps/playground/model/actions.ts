/** What the toolbar's buttons do with the code. */
import { batch } from '@preact/signals';
import { breakages } from './breaking.ts';
import { exampleOf, firstExample } from './data.ts';
import { formatLink, readLink } from './link.ts';
import { run } from './run.ts';
import { broken, code, example, isRunning, notice, open, unbroken } from './session.ts';

/** Opens an example, and names it in the address. */
export function openExample(id: string): void {
  const found = exampleOf(id);
  if (!found) return;
  open(found.code, id);
  history.replaceState(null, '', `#example=${id}`);
}

/** Changes the code so that it fails, and runs it. */
export function breakCode(id: string): void {
  const before = unbroken.value ?? code.value;
  const breakage = breakages.find((of) => of.id === id);
  const after = breakage?.apply(before);
  if (!breakage || !after) return;
  batch(() => {
    unbroken.value = before;
    code.value = after.code;
    broken.value = { title: breakage.title, lines: after.lines };
  });
  void run();
}

/** Takes the breaking change back. */
export function mend(): void {
  batch(() => {
    code.value = unbroken.value ?? code.value;
    unbroken.value = undefined;
    broken.value = undefined;
  });
}

/** Puts the example's own code back. */
export function restore(): void {
  if (example.value) openExample(example.value.id);
}

/** Puts a link with the code into the clipboard, and says what came of it. */
export async function share(): Promise<string> {
  try {
    const link = new URL(await formatLink(code.value), location.href).href;
    await navigator.clipboard.writeText(link);
    return 'Link copied';
  } catch (e) {
    return e instanceof RangeError ? e.message : 'The browser does not let this page copy';
  }
}

/** Opens what the address asks for. Nothing runs until somebody presses Run. */
export async function openLink(): Promise<void> {
  if (isRunning.value) return;
  try {
    const linked = await readLink(location.hash);
    if (linked?.kind === 'example') {
      if (exampleOf(linked.id)) return openExample(linked.id);
      openExample(firstExample);
      notice.value = 'There is no such example any more.';
    } else if (linked?.kind === 'code') {
      open(linked.code, undefined);
      notice.value =
        'This code came with the link. It runs only when you press Run, in a sandbox without network.';
    }
  } catch {
    notice.value = 'The link is damaged: its code cannot be read.';
  }
}
