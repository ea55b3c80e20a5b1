/** The findings of a review. */
import type { FindingCode, Level } from './codes.ts';
import type { Deed, Told } from './deeds.ts';

/** A finding whose level may still follow from its code. */
export interface Found {
  readonly code: FindingCode;
  readonly kind: Finding['kind'];
  readonly path: string;
  readonly meantAt?: string;
  readonly meant?: Told;
  readonly found?: Told;
  readonly deed?: Deed;
  /** The level of the code if omitted. */
  readonly level?: Level;
}

/** A deed of a transaction that nothing explains, or an expected deed that is missing. */
export interface Finding extends Found {
  /** Kind of problem: a key of `findingCodes`. */
  readonly code: FindingCode;
  /** `danger`: certainly not intended. `caution`: unusual, or cannot be verified. `note`: funds leave, and no expectation was given. */
  readonly level: Level;
  /**
   * `missing`: expected but not done. `unmeant`: done but not expected. `different`: done differently than expected. `unproven`: only
   * claimed by the maker of the draft. `disproved`: a false claim of the maker.
   */
  readonly kind: 'missing' | 'unmeant' | 'different' | 'unproven' | 'disproved';
  /** Path in the unsigned transaction, or a slot such as `slots[0]`; empty if it concerns no single field. */
  readonly path: string;
  /** Path in the intent or policy. */
  readonly meantAt?: string;
  /** The expected value. */
  readonly meant?: Told;
  /** The actual value. */
  readonly found?: Told;
  /** The deed that the finding is about. */
  readonly deed?: Deed;
}
