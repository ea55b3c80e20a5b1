import { fxIDs } from '../../network/context.ts';
import type { Context } from '../../wire/context.ts';
import type { Also, JSONObject } from '../../wire/type.ts';

const names = ['secp256k1fx', 'nftfx', 'propertyfx'];

/** JSON text of the fxID at an index: the zero id where the node has not set it. */
export const fxIDText = (index: number, c: Context): string => `"${c.formatFxID(index)}"`;

/** The JSON-only key `fxID` in front of the key of a union: the fx that its value's type belongs to. */
export const fxIDKey = (key: string): Also<unknown> => ({
  before: key,
  text: (value, c) => {
    const { type } = (value as Record<string, { readonly type: string }>)[key]!;
    return fxIDText(names.indexOf(type.slice(0, type.indexOf('.'))), c);
  },
});

/** The fx of an X-chain typeID: 5–9, 10–14 and 15–19 are the three in order. */
const indexOf = (typeID: number): number => Math.floor(typeID / 5) - 1;

/** Members of the fx that the `fxID` beside them names. */
export const byFxID = (found: readonly number[], parent: JSONObject): readonly number[] =>
  found.filter((typeID) => fxIDs[indexOf(typeID)] === parent.fxID);

/** Members of the fx that the `fxIndex` around them names. */
export const byFxIndex = (found: readonly number[], parent: JSONObject): readonly number[] =>
  found.filter((typeID) => BigInt(indexOf(typeID)) === parent.fxIndex);
