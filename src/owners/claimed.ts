/**
 * A value that only the maker of a draft claims. It can be read only as text for display, never for a decision, so a claim can add
 * findings and never remove one.
 */
export interface Claimed<T> {
  /** Formats the claim. */
  readonly show: (text: (value: T) => string) => string;
}

/** Wraps a claim. */
export const claimed = <T>(value: T): Claimed<T> => ({ show: (text) => text(value) });
