import { fxIDs } from '../../network/context.ts';
import type { Context } from '../../wire/context.ts';
import type { Also, JSONObject } from '../../wire/type.ts';

const names = ['secp256k1fx', 'nftfx', 'propertyfx'];

/** Formats the fxID at an index as JSON; the zero ID if the node has not set it. */
export const fxIDText = (index: number, c: Context): string => `"${c.formatFxID(index)}"`;

/** The JSON-only key `fxID`, printed before a union's key: the feature extension of the value's type. */
export const fxIDKey = (key: string): Also<unknown> => ({
  before: key,
  text: (value, c) => {
    const { type } = (value as Record<string, { readonly type: string }>)[key]!;
    return fxIDText(names.indexOf(type.slice(0, type.indexOf('.'))), c);
  },
});

/** Returns the index of the feature extension of an X-chain typeID: 5–9, 10–14 and 15–19. */
const indexOf = (typeID: number): number => Math.floor(typeID / 5) - 1;

/** Selects the members that belong to the feature extension named by `fxID` in the same object. */
export const byFxID = (found: readonly number[], parent: JSONObject): readonly number[] =>
  found.filter((typeID) => fxIDs[indexOf(typeID)] === parent.fxID);

/** Selects the members that belong to the feature extension named by `fxIndex` in the enclosing object. */
export const byFxIndex = (found: readonly number[], parent: JSONObject): readonly number[] =>
  found.filter((typeID) => BigInt(indexOf(typeID)) === parent.fxIndex);
