import { aFunction, anObject, aText, objectOf } from '../schema/check.ts';
import type { JSONObject } from '../text/json.ts';
import type { Context } from './context.ts';
import type { Decoder, Writer } from './cursor.ts';

export type { JSONObject };

/** A declared wire type. `read` and `write` convert bytes; everything else is derived from `shape`. */
export interface Type<T> {
  /** Go's package and type name, such as `secp256k1fx.TransferOutput`; equal to a value's `type`, if it has one. */
  readonly name: string;
  /** Minimum size of a value in bytes; limits the count of a list before anything is allocated. */
  readonly min: number;
  /** Maximum size in bytes that the node accepts for a value on its own. */
  readonly max: number;
  /** Structure of the type. */
  readonly shape: Shape;
  /** Decodes a value. */
  read(d: Decoder): T;
  /** Encodes a value. */
  write(w: Writer, value: T): void;
}

/** A wire type, as an argument. */
export const typeArgument = /* @__PURE__ */ objectOf(
  { name: aText, shape: anObject, read: aFunction, write: aFunction },
  { name: 'a wire type' },
);

/** The TypeScript type of a declaration's values. */
export type Infer<X> = X extends Type<infer T> ? T : never;

/** The structure of a type. Node JSON, spans, generators and documentation are derived from it. */
export type Shape = LeafShape | ListShape | StructShape | UnionShape | VersionedShape;

export interface LeafShape {
  readonly kind: 'leaf';
  readonly word: Word;
  /** Size in bytes; for variable length, the size of the length prefix. */
  readonly size: number;
  /** Example values; set if not every value is valid. */
  readonly samples?: readonly unknown[];
}

/** The words of a source that stand for one value each. */
export type Word =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'i64'
  | 'bool'
  | 'id'
  | 'nodeID'
  | 'shortID'
  | 'address'
  | 'fixed'
  | 'numbers'
  | 'blob'
  | 'base64'
  | 'string';

export interface ListShape {
  readonly kind: 'list';
  readonly of: Type<unknown>;
}

export interface StructShape {
  readonly kind: 'struct';
  /** Whether values have the struct's name as `type`. */
  readonly tagged: boolean;
  readonly fields: readonly Field[];
  readonly json: JSONShape<never>;
}

/** A field of a struct: its key in values and JSON, its type, and its meaning. */
export interface Field {
  readonly key: string;
  readonly type: Type<unknown>;
  /** Meaning of the field, for people. */
  readonly note: string;
  /** Meaning of the field, for code; fields of a `Part` have one. */
  readonly role?: Role;
}

/**
 * The meaning of a field for code. The roles are defined by those who declare and use them; this layer only stores
 * them.
 */
export interface Role {
  readonly is: string;
}

/** The meaning of a field: a role for code, and a note for people. */
export interface Meaning<R extends Role = Role> {
  readonly role: R;
  readonly note: string;
}

/** A declared type in which every field has a role, including the fields of its parts. */
export interface Part<T> extends Type<T> {
  readonly shape: PartShape;
}

/** The shape of a part, in which code can find fields by role. */
export type PartShape =
  | (Omit<StructShape, 'fields'> & { readonly fields: readonly PartField[] })
  | (Omit<UnionShape, 'members'> & { readonly members: ReadonlyMap<number, Part<unknown>> });

/** A field with its role. */
export interface PartField extends Field {
  readonly role: Role;
}

/** Differences between the node's JSON of a struct and its wire form. */
export interface JSONShape<T> {
  /** Keys are in alphabetical order, because Go marshals a map. */
  readonly sorted?: boolean;
  /** JSON-only keys. When JSON is parsed, their text must match the value. */
  readonly also?: { readonly [key: string]: Also<T> };
}

/** A JSON-only key, printed before the named field, or last if null. */
export type Also<T> =
  | {
      readonly before: string | null;
      /** Formats the JSON text. */
      readonly text: (value: T, c: Context) => string;
    }
  /** The key is the id of the value encoded as this type, which helps to tell readings apart. */
  | { readonly before: string | null; readonly idOf: () => Type<unknown> };

export interface UnionShape {
  readonly kind: 'union';
  readonly members: ReadonlyMap<number, Type<unknown>>;
  readonly json: UnionJSON;
  /** Members are selected by the codec version (u16, `version` in JSON) instead of a typeID. */
  readonly versions?: true;
}

/** How members of a union are told apart in the node's JSON, and how they are printed. */
export interface UnionJSON {
  /** Selects, among members with equal JSON keys, those that the enclosing object (fxID, fxIndex) indicates. */
  readonly decide?: (candidates: readonly number[], parent: JSONObject) => readonly number[];
  /** Whether the result of `decide` is final: the field that it uses is checked. */
  readonly firm?: boolean;
  /** The node prints addresses here without chain and network prefix. */
  readonly bare?: boolean;
}

export interface VersionedShape {
  readonly kind: 'versioned';
  readonly of: Type<unknown>;
}

/** The size and structure of a declared type. */
export type Description = Pick<Type<unknown>, 'min' | 'shape'>;

/** The only class of types, so that all share one hidden class, which makes decoding 1.5 times faster. */
class DeclaredType<T> implements Type<T> {
  readonly name: string;
  readonly max: number;
  readonly read: Type<T>['read'];
  readonly write: Type<T>['write'];
  readonly #describe: () => Description;
  #description: Description | undefined;

  constructor(
    name: string,
    max: number,
    describe: () => Description,
    read: Type<T>['read'],
    write: Type<T>['write'],
  ) {
    this.name = name;
    this.max = max;
    this.#describe = describe;
    this.read = read;
    this.write = write;
    Object.freeze(this);
  }

  get min(): number {
    return (this.#description ??= this.#describe()).min;
  }

  get shape(): Shape {
    return (this.#description ??= this.#describe()).shape;
  }
}

/**
 * Creates a type.
 * @param describe Called once, when the type is first used: most programs use few of the types that they load.
 */
export const makeType = <T>(
  name: string,
  max: number,
  describe: () => Description,
  read: Type<T>['read'],
  write: Type<T>['write'],
): Type<T> => new DeclaredType(name, max, describe, read, write);

/**
 * The words of a declaration that stand for values of the language. A wire type is a function from a source to an
 * object literal with one word per property: JavaScript evaluates properties in order, so their order is the wire
 * order. All integers are big-endian (avalanchego `utils/wrappers/packing.go`).
 */
export interface Words {
  /** JSON: a number, like all integers below. */
  u8(): number;
  u16(): number;
  u32(): number;
  u64(): bigint;
  i64(): bigint;
  /** One byte, 0 or 1. */
  bool(): boolean;
  /** 32 bytes. JSON: CB58. */
  id(): Uint8Array;
  /** 20 bytes. JSON: `NodeID-` and CB58. */
  nodeID(): Uint8Array;
  /** 20 bytes. JSON: bech32 with chain alias and HRP, or CB58 if the node knows neither. */
  address(): Uint8Array;
  /** 20 bytes. JSON: always CB58. */
  shortID(): Uint8Array;
  /** `n` bytes. JSON: `0x…`. */
  fixed(n: number): Uint8Array;
  /** `n` bytes. JSON: an array of numbers. */
  numbers(n: number): Uint8Array;
  /** u32 length and bytes. JSON: `0x…`. */
  blob(): Uint8Array;
  /** u32 length and bytes. JSON: base64. */
  base64(): Uint8Array;
  /** u16 length and bytes; an invalid UTF-8 byte becomes the lone surrogate U+DC00 + byte. */
  string(): string;
  /** u32 count and elements, like all lists below. */
  u32s(): readonly number[];
  addresses(): readonly Uint8Array[];
  shortIDs(): readonly Uint8Array[];
  ids(): readonly Uint8Array[];
  fixeds(n: number): readonly Uint8Array[];
}

/** The words of a declaration, including those that use other declarations. */
export interface Source extends Words {
  /** u32 count and elements. */
  readonly list: <T>(element: Type<T>) => readonly T[];
  /** Another declaration, or a union of several with a u32 typeID. */
  readonly of: <T>(type: Type<T>) => T;
}

/** Like `Source`, but nested types must be `Part`s, so that every field inside has a role. */
export interface PartSource extends Words {
  readonly list: <T>(element: Part<T>) => readonly T[];
  readonly of: <T>(type: Part<T>) => T;
}
