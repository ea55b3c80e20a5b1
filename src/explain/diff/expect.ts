import type { OutputIntent } from '../../builder/intent.ts';
import type { Intent } from '../../builder/intents/table.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import type { Chain, Network } from '../../network/network.ts';
import { type Address, type Owner, outputOwners } from '../../state/owner.ts';
import { formatHex } from '../../text/bytes.ts';
import { idBytes } from '../../text/given.ts';
import { formatID } from '../../text/id.ts';
import type { AnyUnsignedTx, Owners } from '../../tx/types.ts';
import type { AssetText, Flow, Party } from '../explanation.ts';
import { amountText, assetText, partyText } from '../format.ts';
import type { What } from '../lines.ts';
import { partyOf } from '../parties.ts';
import type { Subject } from '../subject.ts';

/** One value that an intent names or leaves to its default, and what the transaction has in its place. */
export interface Field {
  /** In the intent. */
  readonly path: string;
  readonly meant: string;
  readonly found: string;
}

export type Of<T extends Intent['type']> = Extract<Intent, { readonly type: T }>;
export type TxOf<T extends string> = Extract<AnyUnsignedTx, { readonly type: `${string}.${T}` }>;

/** A field that is not compared by itself, and why. */
export interface LeftOut {
  readonly leftOut: string;
}
export const asFlow: LeftOut = { leftOut: 'compared as what goes to whom' };
export const whichUTXOs: LeftOut = { leftOut: 'an intent does not name what it is paid with' };
export const signers: LeftOut = { leftOut: 'who of an owner signs is chosen when they sign' };
export const passedOver: LeftOut = { leftOut: 'the node passes over it' };

/** How a field is compared: as a whole, by the fields inside, or not, with the reason. */
type Compared<I, V, Tx> =
  | LeftOut
  | ((value: V, intent: I, by: Expectations, tx: Tx) => readonly Field[])
  | ([V] extends [Uint8Array | string | number | bigint | readonly unknown[]]
      ? never
      : Comparison<I, V, Tx>);

/** A decision for every field of S. */
export type Comparison<I, S, Tx> = {
  readonly [K in Exclude<keyof S, 'type'>]-?: Compared<I, S[K], Tx>;
};

type Shared = 'type' | 'networkID' | 'blockchainID' | 'outputs' | 'inputs' | 'memo';
type KeyOf<T> = T extends unknown ? Exclude<keyof T, Shared> : never;
type ValueOf<T, K> = T extends { readonly [key in K & string]: infer V } ? V : never;

/** What a type of intent means. */
export interface Means<T extends Intent['type']> {
  /** A decision for every field that its transaction has beside those that all have. */
  readonly fields: {
    readonly [K in KeyOf<TxOf<T>>]: Compared<Of<T>, ValueOf<TxOf<T>, K>, TxOf<T>>;
  };
  /** What it gives to whom. */
  readonly entries?: (intent: Of<T>, by: Expectations) => readonly Entry[];
  /**
   * How a flow is compared: with the entries; it must go `back` to who pays, because the intent names nobody; or a field above
   * says it. Unless said, change goes back and all else is compared with the entries.
   */
  readonly flow?: (flow: Flow, intent: Of<T>) => 'entry' | 'back' | 'field';
}

/** Stands for all assets, whatever there is of them. */
export const everything = '*';

/** Something for somebody, comparable as text. */
export interface Entry {
  readonly path: string;
  /** CB58; empty for an asset that is being made, or `everything`. */
  readonly asset: string;
  /** Null: whatever there is. */
  readonly what: string | null;
  readonly to: string;
}

type Comparable = string | bigint | number | Uint8Array;

/** Turns parts of an intent and of a transaction into the texts in which they are compared. */
export interface Expectations {
  readonly network: Network;
  readonly chains: Network['chains'];
  readonly here: Chain;
  readonly owner: (of: Owner | Address, chain?: Chain) => string;
  readonly party: (of: Owners) => string;
  /** Compares two values of one kind: bytes, numbers or texts. */
  readonly same: (path: string, meant: Comparable, found: Comparable) => Field;
  /** Compares what `read` makes of a value of the intent, with its path in errors. */
  readonly value: <V>(
    path: string,
    value: V,
    read: (value: V) => Comparable,
    found: Comparable,
  ) => Field;
  readonly owned: (path: string, meant: Owner | Address, found: Owners) => Field;
  readonly outputs: (list: readonly OutputIntent[], chain: Chain) => readonly Entry[];
  readonly entry: (path: string, asset: string, what: What | null, to: string) => Entry;
}

const textOf = (value: Comparable): string =>
  value instanceof Uint8Array
    ? value.length === 32
      ? formatID(value)
      : formatHex(value)
    : String(value);

/** Steps of a path like `validators[0].node`. */
const stepsOf = (path: string): readonly (string | number)[] =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/**
 * What a transaction is compared with.
 * @throws {AvalancheError} `MissingState`: the network is not known.
 */
export function expectationsOf(subject: Subject, assets: readonly AssetText[]): Expectations {
  const { network, chain, context } = subject;
  if (!network)
    throw new AvalancheError('MissingState', 'is needed', { what: 'network' }).at('network');
  const here = (chain === 'X' && context.blockchain) || network.chains[chain];
  const byID = new Map(assets.map((asset) => [asset.id, asset]));
  const assetOf = (id: string): AssetText =>
    byID.get(id || subject.txID) ?? {
      id,
      native: false,
      denomination: 0,
    };
  const owner = (of: Owner | Address, at: Chain = here) =>
    exactParty(partyOf(outputOwners(of, at, network), { ...subject, alias: at.alias }));
  const party = (of: Owners) => exactParty(partyOf(of, subject));
  const entry: Expectations['entry'] = (path, asset, what, to) => ({
    path,
    asset,
    what: what && exactWhat(what, assetOf(asset)),
    to,
  });
  const same: Expectations['same'] = (path, meant, found) => ({
    path,
    meant: textOf(meant),
    found: textOf(found),
  });
  return {
    network,
    chains: network.chains,
    here,
    owner,
    party,
    same,
    value: (path, value, read, found) =>
      same(
        path,
        within(stepsOf(path), () => read(value)),
        found,
      ),
    owned: (path, meant, found) =>
      same(
        path,
        within(stepsOf(path), () => owner(meant)),
        party(found),
      ),
    entry,
    outputs: (list, at) =>
      list.map(({ to, amount, assetID = network.avaxAssetID, stakeableUntil }, i) =>
        within(['outputs', i], () =>
          entry(
            `outputs[${i}]`,
            formatID(idBytes(assetID)),
            amount === 'max'
              ? null
              : { amount, ...(stakeableUntil !== undefined && { stakeableUntil }) },
            within(['to'], () => owner(to, at)),
          ),
        ),
      ),
  };
}

/** A party with every digit of its time. */
export const exactParty = (party: Party): string =>
  partyText({ ...party, locktime: 0n }) + (party.locktime === 0n ? '' : ` @${party.locktime}`);

/** What goes with every digit and byte of it. */
function exactWhat(
  { amount, item, groupID, payload, stakeableUntil }: What,
  asset: AssetText,
): string {
  const what =
    amount === undefined ? [item, groupID, payload, assetText(asset)] : [amountText(amount, asset)];
  return [...what, stakeableUntil === undefined ? '' : `@${stakeableUntil}`]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
}

/** What a transaction does for somebody, as an intent’s entries are. */
export function entryOf(
  flow: Flow,
  path: string,
  { txID }: Pick<Subject, 'txID'>,
  assets: readonly AssetText[],
): Entry {
  const asset = assets[flow.asset]!;
  return {
    path,
    // The asset that is being made has the id of the transaction, once that has one.
    asset: asset.id === undefined || asset.id === txID ? '' : asset.id,
    what: exactWhat(flow, asset),
    to: exactParty(flow.to as Party),
  };
}

/** The fields of a struct as a comparison says. */
export function compareAll<I, S extends object, Tx>(
  comparison: Comparison<I, S, Tx>,
  of: S,
  intent: I,
  by: Expectations,
  tx: Tx,
): readonly Field[] {
  const decisions = comparison as { readonly [key: string]: Compared<I, unknown, Tx> };
  return Object.entries(decisions).flatMap(([key, compared]) => {
    // Where chains have fields of their own, a transaction has not all that its type decides on.
    if (!(key in of) || 'leftOut' in compared) return [];
    const value = (of as { readonly [key: string]: unknown })[key];
    return typeof compared === 'function'
      ? compared(value, intent, by, tx)
      : compareAll(compared as Comparison<I, object, Tx>, value as object, intent, by, tx);
  });
}
