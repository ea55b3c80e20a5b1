import type { JSONValue } from '../text/json.ts';
import type { Context } from './context.ts';
import type { Decoder, Writer } from './cursor.ts';

/** A declared wire type. `read` and `write` are its bytes; all else is derived from `shape`. */
export interface Type<T> {
  /** Go's package and name, `secp256k1fx.TransferOutput`; a value's `type` where it has one. */
  readonly name: string;
  /** Fewest bytes of a value: bounds a list's count before anything is made. */
  readonly min: number;
  /** Most bytes that the node takes for a value standing alone. */
  readonly max: number;
  /** What the type is made of. */
  readonly shape: Shape;
  /** Reads a value. */
  read(d: Decoder): T;
  /** Writes a value. */
  write(w: Writer, value: T): void;
}

/** The TypeScript type of a declaration's values. */
export type Infer<X> = X extends Type<infer T> ? T : never;

/** What a type consists of: node JSON, spans, generators and documentation are made by walking it. */
export type Shape = LeafShape | ListShape | StructShape | UnionShape | VersionedShape;

export interface LeafShape {
  readonly kind: 'leaf';
  readonly word: Word;
  /** Bytes; of those with a length in front, the length's. */
  readonly size: number;
  /** Where not every value is taken: some that are. */
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
  /** Whether values carry the struct's name as `type`. */
  readonly tagged: boolean;
  readonly fields: readonly Field[];
  readonly json: JSONShape<never>;
}

/** One property of a struct: its key in the value and in JSON, its type, and what it means. */
export interface Field {
  readonly key: string;
  readonly type: Type<unknown>;
  /** What it means, for people. */
  readonly note: string;
  /** What it means for code; fields of a `Part` have one. */
  readonly role?: Role;
}

/** What a field means for code. Which roles exist is for those who declare and use them; this layer only keeps them. */
export interface Role {
  readonly is: string;
}

/** What a field means: a role for code, a note for people. */
export interface Meaning<R extends Role = Role> {
  readonly role: R;
  readonly note: string;
}

/** A declared type whose fields all have a role, those of its own parts included. */
export interface Part<T> extends Type<T> {
  readonly shape: PartShape;
}

/** The shape of a part: what code walks that looks for roles. */
export type PartShape =
  | (Omit<StructShape, 'fields'> & { readonly fields: readonly PartField[] })
  | (Omit<UnionShape, 'members'> & { readonly members: ReadonlyMap<number, Part<unknown>> });

/** A field with its role. */
export interface PartField extends Field {
  readonly role: Role;
}

/** How the node's JSON of a struct differs from its wire. */
export interface JSONShape<T> {
  /** Go marshals a map: keys come out in alphabetical order. */
  readonly sorted?: boolean;
  /** Keys that stand in JSON only. When read, the text there must be what the value gives. */
  readonly also?: { readonly [key: string]: Also<T> };
}

/** A JSON-only key: printed before the field named (null: last). */
export type Also<T> =
  | {
      readonly before: string | null;
      /** JSON text. */
      readonly text: (value: T, c: Context) => string;
    }
  /** The id of the value standing alone, as this type; it tells readings of a text apart. */
  | { readonly before: string | null; readonly idOf: () => Type<unknown> };

export interface UnionShape {
  readonly kind: 'union';
  readonly members: ReadonlyMap<number, Type<unknown>>;
  readonly json: UnionJSON;
  /** The members are told apart by the codec version (u16, `version` in JSON), not by a typeID. */
  readonly versions?: true;
}

export interface UnionJSON {
  /** Of members with equal JSON keys, those that the object around (fxID, fxIndex) speaks for. */
  readonly decide?: (candidates: readonly number[], parent: JSONObject) => readonly number[];
  /** Whether no other than those that `decide` gives can be meant: the text that it goes by is checked. */
  readonly firm?: boolean;
  /** The node never gives what stands here its network: it is printed bare. */
  readonly bare?: boolean;
}

/** An object as `parseJSON` gives it. */
export type JSONObject = { readonly [key: string]: JSONValue };

export interface VersionedShape {
  readonly kind: 'versioned';
  readonly of: Type<unknown>;
}

/** What a declaration says of its type. */
export type Description = Pick<Type<unknown>, 'min' | 'shape'>;

/** The only class of types, so that all share one hidden class: worth 1.5 times on decode. */
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

/** @param describe Asked once, when the type is first used: a program uses few of those that it loads. */
export const makeType = <T>(
  name: string,
  max: number,
  describe: () => Description,
  read: Type<T>['read'],
  write: Type<T>['write'],
): Type<T> => new DeclaredType(name, max, describe, read, write);

/**
 * The words of a declaration that stand for values of the language. A wire type is a function from a source to an object literal, one
 * word a property: JavaScript evaluates the properties in their order, so that order is the wire's.
 * Big-endian throughout (avalanchego `utils/wrappers/packing.go`).
 */
export interface Words {
  /** JSON: a number, as of every integer below. */
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
  /** 20 bytes. JSON: bech32 with chain alias and HRP, CB58 where the node knows neither. */
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
  /** u16 length and bytes; a byte that is no UTF-8 becomes the lone surrogate U+DC00 + byte. */
  string(): string;
  /** u32 count and elements, as of every list below. */
  u32s(): readonly number[];
  addresses(): readonly Uint8Array[];
  shortIDs(): readonly Uint8Array[];
  ids(): readonly Uint8Array[];
  fixeds(n: number): readonly Uint8Array[];
}

/** The words of a declaration, and those that hold other declarations. */
export interface Source extends Words {
  /** u32 count and elements. */
  readonly list: <T>(of: Type<T>) => readonly T[];
  /** Another declaration, or one of several behind a u32 typeID. */
  readonly of: <T>(type: Type<T>) => T;
}

/** As `Source`, but everything inside must be a `Part`: so a declaration with roles holds none without. */
export interface PartSource extends Words {
  readonly list: <T>(of: Part<T>) => readonly T[];
  readonly of: <T>(type: Part<T>) => T;
}
