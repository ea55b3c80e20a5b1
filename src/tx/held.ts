/**
 * Facts of a transaction that several steps of one call need: its bytes, credential uses, movements, flows. While a call holds the
 * transaction, each is derived once; at the end of the call all are forgotten, since whoever has the transaction may change it between two
 * calls.
 */
const held = /* @__PURE__ */ new WeakMap<object, Map<string, unknown>>();

/** Runs a synchronous step of a call that holds a transaction. */
export function holding<T>(tx: object, step: () => T): T {
  if (held.has(tx)) return step();
  held.set(tx, new Map());
  try {
    return step();
  } finally {
    held.delete(tx);
  }
}

/** Returns a fact of a transaction, derived once while a call holds it. */
export function factOf<V>(tx: object, name: string, derive: () => V): V {
  const facts = held.get(tx);
  if (!facts) return derive();
  const known = facts.get(name);
  if (known !== undefined) return known as V;
  const fact = derive();
  facts.set(name, fact);
  return fact;
}
