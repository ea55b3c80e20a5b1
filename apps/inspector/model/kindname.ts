import type { AnyKind } from 'avalanche-tx';
import { kindNames } from '../../../src/open/opened.ts';

/** The name of a kind of value for people. */
export const kindName = (kind: AnyKind): string =>
  kind === 'tx' ? 'signed transaction' : kindNames[kind];
