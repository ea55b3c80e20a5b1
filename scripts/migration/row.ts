/** Rows of the tables that map exports of another library to ours. */

/** Why there is no counterpart. */
export const reasons = {
  plain: 'Values here are plain data: `bigint` for 64 bits, `number` below, text, `Uint8Array`.',
  internal: 'Part of how avalanchejs works inside. Nothing has to replace it.',
  obsolete: 'Nodes or networks that understood it no longer exist.',
  language: 'JavaScript or a package of one purpose has it.',
  other: 'Left out on purpose; the note says what to do instead.',
} as const;
export type Reason = keyof typeof reasons;

/** What stands beside an export of the other library. */
export interface Row {
  /** Names by entry point: `''` is the root. */
  readonly ours: readonly { readonly name: string; readonly at: string }[];
  /** Calls of a node, such as `platform.getTx`. */
  readonly methods?: readonly string[];
  readonly reason?: Reason;
  readonly note?: string;
}

export interface Rows {
  readonly [name: string]: Row;
}

/**
 * A counterpart.
 * @param names `decode UnsignedTx@pchain, parseHex`: names, and behind `@` the entry point unless it is the root.
 */
export function to(names: string, note?: string): Row {
  const ours = names.split(', ').flatMap((part) => {
    const [list, at = ''] = part.split('@');
    return list!.split(' ').map((name) => ({ name, at }));
  });
  return { ours, ...(note !== undefined && { note }) };
}

/** No counterpart. */
export const none = (reason: Reason, note: string): Row => ({ ours: [], reason, note });

/** A comparison of `type` in the place of a type guard or a class. */
export const typed = (name: string, type: string): Row => to(name, `\`type === '${type}'\``);

const node = [{ name: 'connect', at: 'rpc' }];

/** A method of a node, as `node.call` takes it. */
export const call = (method: string, note?: string): Row => ({
  ours: node,
  methods: [method],
  note: `\`node.call('${method}')\`${note === undefined ? '' : `; ${note}`}`,
});

/** The type of a method's params. */
export const params = (method: string): Row => ({
  ours: [{ name: 'ParamsOf', at: 'rpc' }],
  methods: [method],
  note: `\`ParamsOf<'${method}'>\``,
});

/** The type of a method's result. */
export const result = (method: string): Row => ({
  ours: [{ name: 'ResultOf', at: 'rpc' }],
  methods: [method],
  note: `\`ResultOf<'${method}'>\``,
});
