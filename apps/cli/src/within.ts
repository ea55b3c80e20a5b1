import { isError } from 'avalanche-tx';

/** Runs a step, and prepends where it is to the path of an error of the library. */
export function within<T>(path: readonly (string | number)[], step: () => T): T {
  try {
    return step();
  } catch (e) {
    throw isError(e) ? e.at(...path) : e;
  }
}
