import type { Part, Type } from './type.ts';

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
