/** Payments on a chain and between chains. */
import type { ChainName } from '../../chain/declared.ts';
import { byForm, list } from '../../schema/collection.ts';
import { oneOf, string } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import { optional, type Schema, tested, type Value } from '../../schema/schema.ts';
import { content, maxAVAX, owner } from '../fields.ts';
import { OutputIntent } from '../intent.ts';

/** Which of them a chain trades with, its builder says. */
const chain: Schema<ChainName> = /* @__PURE__ */ tested(
  /* @__PURE__ */ oneOf('P', 'X', 'C'),
  'P, X or C',
  (value) => typeof value === 'string',
);
const outputs = /* @__PURE__ */ list<Schema<OutputIntent>>(OutputIntent);

export const BaseIntent = /* @__PURE__ */ argument({
  /** The payments. */
  outputs,
  /** Text as UTF-8, or bytes: at most 256 on X, none on P. */
  memo: optional(content),
});
/** Pays others, or oneself, on the chain of the state. */
export interface BaseIntent extends Value<typeof BaseIntent> {}

export const ExportIntent = /* @__PURE__ */ argument({
  /** The chain that can import the outputs. */
  to: chain,
  /** Addresses are of the chain `to`. */
  outputs,
});
/** Funds for owners on another chain, who import them there. */
export interface ExportIntent extends Value<typeof ExportIntent> {}

export const ImportIntent = /* @__PURE__ */ argument({
  /** The chain that exported the UTXOs. */
  from: chain,
  /** Receives all of it; whoever receives change, if omitted. */
  to: optional(owner),
});
/** Everything that another chain exported. */
export interface ImportIntent extends Value<typeof ImportIntent> {}

export const Share = /* @__PURE__ */ argument({
  /** `0x` and 40 hex digits: the account, not the hash that X and P call an address. */
  to: string,
  /** nAVAX; `max`: all but the other shares and the fee. */
  amount: maxAVAX,
});
/** What an account of the C-chain receives of an import. */
export interface Share extends Value<typeof Share> {}

const accounts: Schema<string | readonly Share[]> = /* @__PURE__ */ byForm({
  text: string,
  list: /* @__PURE__ */ list<Schema<Share>>(Share),
});

export const CImportIntent = /* @__PURE__ */ argument({
  /** The chain that exported the UTXOs. */
  from: chain,
  /** Account that receives all of it, or several with their shares, one of them `max`; the state's only account, if omitted. */
  to: optional(accounts),
});
/** Everything that another chain exported to the C-chain. */
export interface CImportIntent extends Value<typeof CImportIntent> {}

export const ImportsIntent = /* @__PURE__ */ argument({
  /** The chain that exported the UTXOs. */
  from: chain,
  /** Receives all of it: of the C-chain an account, `0x` and 40 hex digits. Whoever receives change, or the only account, if omitted. */
  to: optional(owner),
});
/** All the AVAX that another chain exported, however many transactions it takes. */
export interface ImportsIntent extends Value<typeof ImportsIntent> {}

export const ConsolidateIntent = /* @__PURE__ */ argument({
  /** Receives all of it; whoever receives change, if omitted. */
  to: optional(owner),
});
/** AVAX in many UTXOs that are to be in few. */
export interface ConsolidateIntent extends Value<typeof ConsolidateIntent> {}
