import { formatShortID, parseShortID } from '../text/id.ts';

/**
 * The information that node JSON needs and bytes do not contain: how a node of a network prints values of a chain.
 * It is separate from the types, so that bundlers that keep whole modules leave the formatting of ids, and the
 * hash in it, out of decoders.
 */
export interface Context {
  /** Formats the 20 bytes of an address. */
  readonly formatAddress: (bytes: Uint8Array) => string;
  /** Parses an address; throws for another network or chain. */
  readonly parseAddress: (text: string) => Uint8Array;
  /** Formats the id of the feature extension at an index. */
  readonly formatFxID: (fxIndex: number) => string;
}

/**
 * The context of values for which the node knows no network: CB58 addresses, zero fxIDs (in Go, before `InitCtx`).
 */
export const plainContext: Context = /* @__PURE__ */ Object.freeze({
  formatAddress: formatShortID,
  parseAddress: parseShortID,
  formatFxID: () => '11111111111111111111111111111111LpoYY',
});
