/**
 * What only the maker of a draft says. There is no way to read it but as text for people: whatever decides must do without it, so a
 * claim can add findings and never remove one.
 */
export interface Claimed<T> {
  /** The claim as text. */
  readonly show: (text: (value: T) => string) => string;
}

/** Wraps a claim. */
export const claimed = <T>(value: T): Claimed<T> => ({ show: (text) => text(value) });
