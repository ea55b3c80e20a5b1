/** Values with one thing wrong, or just different. */

/** What to put in the place of a value: outside and at the bounds of what it can be, or another kind of thing. */
function* insteadOf(value: unknown): Generator<unknown> {
  yield undefined;
  yield null;
  if (typeof value === 'bigint')
    yield* [0n, -1n, 1n, value + 1n, 2n ** 64n - 1n, 2n ** 64n, 5, 'x'];
  else if (typeof value === 'number') yield* [0, -1, 1.5, value + 1, 2 ** 32, 5n, 'x'];
  else if (typeof value === 'boolean') yield !value;
  else if (typeof value === 'string')
    yield* ['', 'x', `${value}1`, value.slice(0, -1), `${value} `, 5, new Uint8Array(3)];
  else if (value instanceof Uint8Array)
    yield* [
      value.slice(1),
      new Uint8Array(value.length + 1),
      value.map(() => 0),
      value.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
      'x',
    ];
  else if (Array.isArray(value)) {
    yield [];
    yield value.slice(1);
    yield [...value].reverse();
    yield [...value, ...value.slice(0, 1)];
    yield [null];
    yield 'x';
  } else if (typeof value === 'object' && value !== null) yield* [{ ...value, extra: 1 }, [], 'x'];
}

const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

/** A name for a place and the number of the change there, and the value with that change. */
export function* wrong(
  value: unknown,
  { skip = [], most = 2 }: { readonly skip?: readonly string[]; readonly most?: number } = {},
  place = '',
): Generator<readonly [where: string, value: unknown]> {
  let way = 0;
  for (const change of insteadOf(value)) yield [`${place} ${way++}`, change];
  if (!isTree(value)) return;
  const isList = Array.isArray(value);
  for (const [i, [key, element]] of Object.entries(value).entries()) {
    if (skip.includes(key) || (isList && i >= most)) continue;
    const inner = isList ? `${place}[${key}]` : `${place}.${key}`;
    for (const [where, change] of wrong(element, { skip, most }, inner))
      yield [
        where,
        isList
          ? value.map((old: unknown, k) => (k === i ? change : old))
          : { ...value, [key]: change },
      ];
  }
}
