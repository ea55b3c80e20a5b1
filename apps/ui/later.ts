/** Work that a page can wait for, done in tasks short enough for scrolling and typing. */

const waiting: (() => void)[] = [];
let isRunning = false;

/** Milliseconds of a task. */
const slice = 8;

function run(): void {
  const end = performance.now() + slice;
  // The last one first: it is what the reader looks at now.
  do waiting.pop()?.();
  while (waiting.length > 0 && performance.now() < end);
  isRunning = waiting.length > 0;
  if (isRunning) setTimeout(run);
}

/** Runs a piece of work soon; returns what takes it back. */
export function later(work: () => void): () => void {
  waiting.push(work);
  if (!isRunning) setTimeout(run);
  isRunning = true;
  return () => {
    const at = waiting.indexOf(work);
    if (at >= 0) waiting.splice(at, 1);
  };
}
