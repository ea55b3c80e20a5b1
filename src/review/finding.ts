/** What a review finds. */
import type { FindingCode, Level } from './codes.ts';
import type { Deed, Told } from './deeds.ts';

/** A finding before it has its level. */
export interface Found {
  readonly code: FindingCode;
  readonly kind: Finding['kind'];
  readonly path: string;
  readonly meantAt?: string;
  readonly meant?: Told;
  readonly found?: Told;
  readonly deed?: Deed;
  /** Of the code if omitted. */
  readonly level?: Level;
}

/** Something that a transaction does and nothing explains, or that was expected and it does not do. */
export interface Finding extends Found {
  /** What was found: a key of `findingCodes`. */
  readonly code: FindingCode;
  /** `danger`: nobody means it; `caution`: it is unusual, or cannot be told; `note`: it leaves, and nobody said whether it should. */
  readonly level: Level;
  /**
   * `missing`: it was meant and is not done; `unmeant`: it is done and was not meant; `different`: something else was meant; `unproven`: only
   * the maker says so; `disproved`: the maker says what is not so.
   */
  readonly kind: 'missing' | 'unmeant' | 'different' | 'unproven' | 'disproved';
  /** In the unsigned transaction; of a slot `slots[0]`; empty if it is at no place. */
  readonly path: string;
  /** Where the one who expects says it: in the intent, or in the rules. */
  readonly meantAt?: string;
  /** What was meant. */
  readonly meant?: Told;
  /** What was found. */
  readonly found?: Told;
  /** What it is about. */
  readonly deed?: Deed;
}
