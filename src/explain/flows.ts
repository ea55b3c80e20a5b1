import type { UnsignedTx } from '../rules/context.ts';
import { formatHex, parseHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { effects, type Produced } from '../tx/effects.ts';
import type { UTXOID } from '../tx/order.ts';
import { utxoKey } from '../tx/order.ts';
import { inputsOf } from '../tx/parts.ts';
import type { AssetText, Flow, FlowWhy, Item, Later, Party, Payment, Sum } from './explanation.ts';
import { accountParty, type Owners, partyKey, partyOf, sameParty } from './parties.ts';
import { chainAlias, type Subject } from './subject.ts';

/** Who pays what to whom. */
export interface FlowsOf {
  readonly assets: readonly AssetText[];
  readonly payments: readonly Payment[];
  readonly flows: readonly Flow[];
  readonly sums: readonly Sum[];
  readonly later: readonly Later[];
  /** UTXOs that were not given. */
  readonly unknown: number;
  /** UTXOs that are consumed. */
  readonly consumed: number;
}

/** All flows of a transaction, in the order of its outputs, burned ones last. */
export function explainFlows(subject: Subject): FlowsOf {
  const { tx, chain, txID, network, draft } = subject;
  const of = { chain, unsignedTx: tx, ...(txID !== undefined && { txID }) } as Parameters<
    typeof effects
  >[0];
  const done = effects(of, { ...(network && { network }) });
  const table = assetTable(subject);
  const { consumed, accounts } = done;
  const locks = locksIn(tx);

  const byKind = new Map<string, Mutable<Payment>>();
  const pay = (payment: Omit<Payment, 'count'>) => {
    const kind = kindOf(payment);
    const same = byKind.get(kind);
    if (!same) byKind.set(kind, { ...payment, count: 1 });
    else {
      same.count++;
      if (payment.amount !== undefined) same.amount = same.amount! + payment.amount;
    }
  };
  let unknown = 0;
  for (const each of consumed) {
    const { owner, stakeableUntil } = ownerOf(each, subject, locks);
    if (!owner) unknown++;
    pay({
      asset: table.place(formatID(each.assetID)),
      ...(each.amount !== undefined && { amount: each.amount }),
      ...(owner && { from: partyOf(owner, subject) }),
      ...(each.from && { importedFrom: chainAlias(each.from.blockchainID, subject) }),
      ...(stakeableUntil !== undefined && { stakeableUntil }),
    });
  }
  for (const { address, assetID, delta } of accounts)
    if (delta < 0n)
      pay({
        asset: table.place(formatID(assetID)),
        amount: -delta,
        from: accountParty(parseHex(address)),
      });

  const payments = [...byKind.values()];
  const payers = payersOf(payments);
  const changed = new Set(draft?.change.map(({ outputIndex }) => outputIndex));
  const isImport = 'importedInputs' in tx;
  const flows: Flow[] = [];
  for (const made of done.produced) {
    const { assetID } = made.utxo;
    const asset = table.place(assetID && formatID(assetID));
    const isMade = made.why === 'mint';
    const from = isMade ? [] : payers(asset);
    const { owner, ...what } = contentOf(made.utxo.output);
    const to = partyOf(owner, {
      ...subject,
      ...(made.from && { alias: chainAlias(made.blockchainID, subject) }),
    });
    // Without a draft, what goes back to an owner that pays is change: nothing else is evidence.
    const isBack =
      made.why === 'output' &&
      what.amount !== undefined &&
      (draft
        ? changed.has(made.utxo.outputIndex)
        : !isImport && from?.some((party) => sameParty(party, to)));
    flows.push({
      why: isBack ? 'change' : isImport && made.why === 'output' ? 'import' : made.why,
      asset,
      ...what,
      ...(from && { from }),
      to,
      ...(made.from && { exportedTo: chainAlias(made.blockchainID, subject) }),
      outputIndex: made.utxo.outputIndex,
    });
  }
  for (const { address, assetID, delta } of accounts)
    if (delta >= 0n) {
      const asset = table.place(formatID(assetID));
      const from = payers(asset);
      const to = accountParty(parseHex(address));
      flows.push({ why: 'deposit', asset, amount: delta, ...(from && { from }), to });
    }
  for (const { assetID, amount, why } of done.burned) {
    const asset = table.place(formatID(assetID));
    const from = payers(asset);
    flows.push({ why, asset, amount, ...(from && { from }) });
  }
  const { assets } = table;
  const unfunded = new Map(
    done.unfunded.map(({ assetID, amount }) => [table.place(formatID(assetID)), amount]),
  );
  return {
    assets,
    payments,
    flows,
    sums: sumsOf(assets, payments, flows, unfunded),
    later: done.pending.map((each) => ({
      why: each.why,
      of: formatID(each.why === 'refund' ? each.validationID : each.staker),
    })),
    unknown,
    consumed: consumed.length,
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Assets in the order in which they are met. */
function assetTable({ network, context, tx, txID }: Subject) {
  const assets: AssetText[] = [];
  const places = new Map<string | undefined, number>();
  const native = network && formatID(network.avaxAssetID);
  const textOf = (id: string | undefined): AssetText => {
    if (id !== undefined && id === native)
      return { id, native: true, symbol: 'AVAX', denomination: 9 };
    const said =
      tx.type === 'avm.CreateAssetTx' && id === txID
        ? tx
        : id !== undefined && context.assets && Object.hasOwn(context.assets, id)
          ? context.assets[id]!
          : undefined;
    return said && said.denomination <= 32
      ? { id, native: false, symbol: said.symbol, denomination: said.denomination }
      : { id, native: false, denomination: 0 };
  };
  return {
    assets: assets as readonly AssetText[],
    place(id: string | undefined): number {
      let place = places.get(id);
      if (place === undefined) {
        place = assets.length;
        places.set(id, place);
        assets.push(textOf(id));
      }
      return place;
    },
  };
}

/** Whose a UTXO is, if it was given, and the lock that it has or is said to have. */
function ownerOf(
  id: UTXOID,
  { utxoOf }: Subject,
  locks: ReadonlyMap<string, bigint>,
): { readonly owner?: Owners; readonly stakeableUntil?: bigint } {
  const output = utxoOf(id)?.output;
  if (!output) {
    const stakeableUntil = locks.get(utxoKey(id));
    return stakeableUntil === undefined ? {} : { stakeableUntil };
  }
  return output.type === 'stakeable.LockOut'
    ? { owner: output.output, stakeableUntil: output.locktime }
    : { owner: output };
}

/** The locks that inputs say, by UTXO. */
const locksIn = (tx: UnsignedTx): ReadonlyMap<string, bigint> =>
  new Map(
    inputsOf(tx).flatMap(({ value }) =>
      value.input.type === 'stakeable.LockIn' ? [[utxoKey(value), value.input.locktime]] : [],
    ),
  );

/** The same for payments that are added up. */
const kindOf = ({ asset, amount, from, importedFrom, stakeableUntil }: Omit<Payment, 'count'>) =>
  [asset, amount === undefined, importedFrom, stakeableUntil, from && partyKey(from)].join('\n');

/** Owners of all that goes in of an asset; undefined if one is not known. */
function payersOf(payments: readonly Payment[]): (asset: number) => readonly Party[] | undefined {
  const found = new Map<number, Map<string, Party> | undefined>();
  for (const { asset, from } of payments) {
    const parties = found.has(asset) ? found.get(asset) : new Map<string, Party>();
    if (from && parties && !parties.has(partyKey(from))) parties.set(partyKey(from), from);
    found.set(asset, from && parties);
  }
  const lists = new Map(
    [...found].map(([asset, parties]) => [asset, parties && [...parties.values()]]),
  );
  return (asset) => (lists.has(asset) ? lists.get(asset) : []);
}

const items = {
  'secp256k1fx.MintOutput': 'mintRight',
  'nftfx.MintOutput': 'nftRight',
  'nftfx.TransferOutput': 'nft',
  'propertyfx.MintOutput': 'propertyRight',
  'propertyfx.OwnedOutput': 'property',
} as const satisfies Record<string, Item>;

/** What an output holds, and for whom. */
export function contentOf(output: Produced['utxo']['output']): Pick<
  Flow,
  'amount' | 'item' | 'groupID' | 'payload' | 'stakeableUntil'
> & {
  readonly owner: Owners;
} {
  switch (output.type) {
    case 'stakeable.LockOut':
      return {
        owner: output.output,
        amount: output.output.amount,
        stakeableUntil: output.locktime,
      };
    case 'secp256k1fx.TransferOutput':
      return { owner: output, amount: output.amount };
    default:
      return {
        owner: output,
        item: items[output.type],
        ...('groupID' in output && { groupID: output.groupID }),
        ...('payload' in output && { payload: formatHex(output.payload) }),
      };
  }
}

const burnedWhys: readonly FlowWhy[] = ['fee', 'balance', 'supply', 'lost', 'feeOrLost'];

/** Whether nobody gets it. */
export const isBurned = ({ why }: Pick<Flow, 'why'>): boolean => burnedWhys.includes(why);

function sumsOf(
  assets: readonly AssetText[],
  payments: readonly Payment[],
  flows: readonly Flow[],
  unfunded: ReadonlyMap<number, bigint>,
): readonly Sum[] {
  const sums: Mutable<Sum>[] = assets.map((_, asset) => ({
    asset,
    consumed: 0n,
    received: 0n,
    burned: 0n,
    minted: 0n,
    unfunded: unfunded.get(asset) ?? 0n,
  }));
  for (const { asset, amount = 0n } of payments) sums[asset]!.consumed += amount;
  for (const flow of flows) {
    const kind = isBurned(flow) ? 'burned' : flow.why === 'mint' ? 'minted' : 'received';
    sums[flow.asset]![kind] += flow.amount ?? 0n;
  }
  return sums;
}
