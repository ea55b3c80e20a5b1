import type { Intent } from '../builder/build.ts';
import type { Output } from '../builder/intent.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Chain, Network } from '../network/network.ts';
import type { UnsignedTx } from '../rules/context.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { formatID } from '../text/id.ts';
import type { AssetText, Flow, Party } from './explanation.ts';
import { type Owners, partyOf } from './parties.ts';
import type { Subject } from './subject.ts';
import type { What } from './text.ts';
import { amountText, assetText, partyText } from './words.ts';

/** One value that an intent names, and what the transaction has in its place. */
export interface Field {
  /** In the intent. */
  readonly path: string;
  readonly meant: string;
  /** Undefined: the transaction has no such place. */
  readonly found: string | undefined;
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

/** What an intent means. */
export interface Meant {
  readonly fields: readonly Field[];
  readonly entries: readonly Entry[];
  /** What in the transaction answers to the entries. */
  readonly answers: (flow: Flow) => boolean;
}

export type Of<T extends Intent['type']> = Extract<Intent, { readonly type: T }>;
export type TxOf<T extends string> = Extract<UnsignedTx, { readonly type: `${string}.${T}` }>;

/** Reads parts of an intent into the texts in which they are compared. */
export interface Reader {
  readonly network: Network;
  readonly owner: (of: Owner | Address, chain?: Chain) => string;
  readonly party: (of: Owners) => string;
  readonly field: (
    path: string,
    meant: string | bigint,
    found: string | bigint | undefined,
  ) => Field;
  readonly id: (path: string, meant: IDLike, found: Uint8Array) => Field;
  readonly outputs: (list: readonly Output[], chain: Chain) => readonly Entry[];
  readonly entry: (path: string, asset: string, what: What | null, to: string) => Entry;
  readonly chains: Network['chains'];
  readonly here: Chain;
}

/**
 * A reader for a transaction.
 * @throws {AvalancheError} `MissingState`: the network is not known.
 */
export function readerOf(subject: Subject, assets: readonly AssetText[]): Reader {
  const { network, chain, context } = subject;
  if (!network)
    throw new AvalancheError('MissingState', 'is needed', { what: 'network' }).at('network');
  const here = (chain === 'X' && context.blockchain) || network.chains[chain];
  const assetOf = (id: string): AssetText =>
    assets.find((asset) => asset.id === (id || subject.txID)) ?? {
      id,
      native: false,
      denomination: 0,
    };
  const owner = (of: Owner | Address, at: Chain = here) =>
    exactParty(partyOf(outputOwners(of, at, network), { ...subject, alias: at.alias }));
  const entry: Reader['entry'] = (path, asset, what, to) => ({
    path,
    asset,
    what: what && exactWhat(what, assetOf(asset)),
    to,
  });
  const field: Reader['field'] = (path, meant, found) => ({
    path,
    meant: String(meant),
    found: found === undefined ? undefined : String(found),
  });
  return {
    network,
    chains: network.chains,
    here,
    owner,
    party: (of) => exactParty(partyOf(of, subject)),
    field,
    id: (path, meant, found) => field(path, formatID(idBytes(meant)), formatID(found)),
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
const exactParty = (party: Party): string =>
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
