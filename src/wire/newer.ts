import { AvalancheError, isError } from '../errors/error.ts';

/** Returns the error with another text. */
export function said<E extends AvalancheError>(e: E, detail: string): AvalancheError {
  if (detail === e.detail) return e;
  return new AvalancheError(e.code, detail, e.context, { offset: e.offset }).at(...e.path);
}

/** Returns the detail of an error, with a hint if a later node version may have added the typeID, rather than its being any four bytes. */
export const hinted = (e: AvalancheError): string =>
  isError(e, 'UnknownTypeID') && typeof e.context.found === 'number' && e.context.found < 256
    ? `${e.detail}: if the type is new, update avalanche-tx`
    : e.detail;
