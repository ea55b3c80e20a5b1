/** Declares custom wire types, and decodes, encodes, prints, parses and walks their values. */

export type { JSONObject, JSONValue } from '../text/json.ts';
export { decode, encode, versioned } from './codec.ts';
export type { Context } from './context.ts';
export { type Declared, type Notes, struct, union } from './declare.ts';
export { type FromJSONOptions, valueFromJSON } from './parse.ts';
export { type KnownIDs, spanToJSONText, type ToJSONOptions, valueToJSONText } from './print.ts';
export type {
  Field,
  Infer,
  JSONShape,
  Meaning,
  Part,
  Role,
  Shape,
  Source,
  Type,
  UnionJSON,
  Word,
} from './type.ts';
export { type Span, spansOfValue } from './walk.ts';
