/**
 * Starts work on each item as it comes and yields the results in the order of the items.
 * If the items fail, the results of those before the failure are yielded first.
 * @param most The number of results that may be pending.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  most: number,
  start: (item: T) => Promise<R>,
): AsyncIterable<R> {
  const source = items[Symbol.asyncIterator]();
  let failure: { readonly error: unknown } | undefined;
  const read = (): Promise<{ readonly item: T } | undefined> =>
    source.next().then(
      ({ done, value }) => (done ? undefined : { item: value }),
      (error) => {
        failure = { error };
        return undefined;
      },
    );
  const started = (item: T): Promise<{ readonly result: R }> => {
    const result = start(item).then((result) => ({ result }));
    result.catch(() => {}); // told when its turn comes
    return result;
  };
  const pending: Promise<{ readonly result: R }>[] = [];
  let next: ReturnType<typeof read> | undefined = read();
  try {
    while (next || pending.length > 0) {
      const [head] = pending;
      const isFull = pending.length >= most;
      // Whichever comes first: the next item, or the next result.
      const came = await (next && !isFull ? Promise.race(head ? [next, head] : [next]) : head);
      if (came === undefined) next = undefined;
      else if ('item' in came) {
        pending.push(started(came.item));
        next = read();
      } else {
        pending.shift();
        yield came.result;
      }
    }
    if (failure) throw failure.error;
  } finally {
    // Not awaited: an item that is being read may never come.
    source.return?.().catch(() => {});
  }
}
