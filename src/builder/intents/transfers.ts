/** Payments on a chain and between chains. */
import type { ChainName } from '../../chain/declared.ts';
import { byForm, list } from '../../schema/collection.ts';
import { oneOf, string } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import { optional, type Schema, tested, type Value } from '../../schema/schema.ts';
import { OutputIntent } from '../intent.ts';
import { content, inAVAX, maxAVAX, owner, small } from '../intentvalues.ts';

/** Schema of a chain. The builder checks that it can be the other chain of an import or export. */
const chain: Schema<ChainName> = /* @__PURE__ */ tested(
  /* @__PURE__ */ oneOf('P', 'X', 'C'),
  'P, X or C',
  (value) => typeof value === 'string',
);
const outputs = /* @__PURE__ */ list<Schema<OutputIntent>>(OutputIntent);

export const BaseIntent = /* @__PURE__ */ argument({
  /** The payments: to whom, and how much in nAVAX (`avax('1.5')`) or units of another asset. */
  outputs,
  /** Text as UTF-8, or bytes: at most 256 on X, none on P. */
  memo: optional(content),
});
/** Pays amounts to owners on the state's chain: `{ outputs: [{ to, amount: avax('1.5') }] }`. */
export interface BaseIntent extends Value<typeof BaseIntent> {}

export const ExportIntent = /* @__PURE__ */ argument({
  /** The destination chain, which can import the outputs. */
  to: chain,
  /** The exported amounts in nAVAX or units of another asset, with addresses of the chain `to`. */
  outputs,
});
/** Exports funds to owners on another chain, who must import them there. */
export interface ExportIntent extends Value<typeof ExportIntent> {}

export const ImportIntent = /* @__PURE__ */ argument({
  /** The chain that exported the UTXOs. */
  from: chain,
  /** Receives everything; the change owner if omitted. */
  to: optional(owner),
});
/** Imports the funds that another chain exported. */
export interface ImportIntent extends Value<typeof ImportIntent> {}

export const Share = /* @__PURE__ */ argument({
  /** The account, `0x` and 40 hex digits; not an address of X or P. */
  to: string,
  /** Amount in nAVAX, as `avax('1.5')` makes it; `max`: the rest after other shares and the fee. */
  amount: maxAVAX,
});
/** The share of an import that an account of the C-chain receives. */
export interface Share extends Value<typeof Share> {}

const accounts: Schema<string | readonly Share[]> = /* @__PURE__ */ byForm({
  text: string,
  list: /* @__PURE__ */ list<Schema<Share>>(Share),
});

export const CImportIntent = /* @__PURE__ */ argument({
  /** The chain that exported the UTXOs. */
  from: chain,
  /** The account that receives everything, or several with their shares, one of them `max`; the state's only account if omitted. */
  to: optional(accounts),
});
/** Imports the funds that another chain exported to the C-chain. */
export interface CImportIntent extends Value<typeof CImportIntent> {}

export const ImportsIntent = /* @__PURE__ */ argument({
  /** The chain that exported the UTXOs. */
  from: chain,
  /** Receives everything; on the C-chain an account, `0x` and 40 hex digits. The change owner or the only account if omitted. */
  to: optional(owner),
});
/** Imports all AVAX that another chain exported, in as many transactions as needed. */
export interface ImportsIntent extends Value<typeof ImportsIntent> {}

export const ConsolidateIntent = /* @__PURE__ */ argument({
  /** Receives everything; the change owner if omitted. */
  to: optional(owner),
  /** How many UTXOs are to be left, so that as many payments can run at the same time; 1 if omitted. The largest are not spent. */
  keep: optional(small),
  /** Only UTXOs of less than this amount are merged, in nAVAX; all if omitted. */
  dust: optional(inAVAX),
});
/** Merges AVAX from many UTXOs into few. */
export interface ConsolidateIntent extends Value<typeof ConsolidateIntent> {}
