/** Listens for the end of a call: each signal gets one listener, however many requests it ends, so that Node has nothing to warn of. */
const listening = /* @__PURE__ */ new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function once when a signal is aborted.
 * @returns What stops listening.
 */
export function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (!signal) return () => {};
  const stops = listening.get(signal) ?? listen(signal);
  stops.add(stop);
  return () => stops.delete(stop);
}

function listen(signal: AbortSignal): Set<() => void> {
  const stops = new Set<() => void>();
  listening.set(signal, stops);
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of [...stops]) stop();
      stops.clear();
    },
    { once: true },
  );
  return stops;
}
