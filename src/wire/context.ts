import { formatShortID, parseShortID } from '../text/id.ts';

/**
 * What bytes do not say and JSON does: how a node of some network prints one of its chains. It stands apart from the types, so that
 * bundlers that keep whole modules leave the texts of ids, and the hash in them, out of decoders.
 */
export interface Context {
  /** Text of 20 address bytes. */
  readonly formatAddress: (bytes: Uint8Array) => string;
  /** Back; refuses another network's or chain's. */
  readonly parseAddress: (text: string) => Uint8Array;
  /** Text of the id of the feature extension at an index. */
  readonly formatFxID: (fxIndex: number) => string;
}

/** A value that the node never gave a network: CB58 addresses, zero fxIDs (Go: before `InitCtx`). */
export const bare: Context = /* @__PURE__ */ Object.freeze({
  formatAddress: formatShortID,
  parseAddress: parseShortID,
  formatFxID: () => '11111111111111111111111111111111LpoYY',
});
