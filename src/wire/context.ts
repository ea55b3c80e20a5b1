import { formatShortID, parseShortID } from '../text/id.ts';

/** What bytes do not say and JSON does: how a node of some network prints one of its chains. */
export interface Context {
  /** Text of 20 address bytes. */
  readonly formatAddress: (bytes: Uint8Array) => string;
  /** Back; refuses another network's or chain's. */
  readonly parseAddress: (text: string) => Uint8Array;
  /** Whether fxIDs are printed; else the zero id stands in their place. */
  readonly fxIDs: boolean;
}

/** A value that the node never gave a network: CB58 addresses, zero fxIDs (Go: before `InitCtx`). */
export const bare: Context = {
  formatAddress: formatShortID,
  parseAddress: parseShortID,
  fxIDs: false,
};
