/**
 * Derives the flows of an explanation from the effects of a transaction: payments by owner, recipients, burned amounts, and totals
 * per asset. Whether an output is shown as change is the decision of the review. Titles and pictures sort them by importance: amounts that
 * leave the reader come first, so that many small flows cannot hide them.
 */
import type { FxOutput } from '../chain/xchain/components.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { type Done, doneBy, type EffectsInput, type Produced } from '../tx/effects.ts';
import { Finder } from '../tx/find.ts';
import { utxoKey } from '../tx/order.ts';
import { lockOf, transferOutputOf, unlocked } from '../tx/output.ts';
import { accountOwner, ownerOf } from '../tx/owner.ts';
import type { Owners } from '../tx/types.ts';
import {
  accountParty,
  assetNamed,
  chainAlias,
  type ExplainedTx,
  holdingOf,
  partyKey,
  partyOf,
} from './explained.ts';
import type {
  AssetText,
  CredentialText,
  Flow,
  FlowWhy,
  Item,
  Later,
  Party,
  Payment,
  Sum,
} from './explanation.ts';

/** Payments, flows and totals of a transaction. */
export interface ExplainedFlows {
  readonly assets: readonly AssetText[];
  readonly payments: readonly Payment[];
  readonly flows: readonly Flow[];
  readonly sums: readonly Sum[];
  readonly later: readonly Later[];
  /** Number of consumed UTXOs that were not given. */
  readonly unknown: number;
  /** Number of consumed UTXOs. */
  readonly consumed: number;
}

/** Returns all flows of a transaction in the order of its outputs, burned amounts last. */
export function explainFlows(
  explained: ExplainedTx,
  credentials: readonly CredentialText[],
  isReturn: (outputIndex: number) => boolean,
): ExplainedFlows {
  const { tx, chain, txID, network } = explained;
  const effecting = { chain, unsignedTx: tx, ...(txID !== undefined && { txID }) } as EffectsInput;
  const done = doneBy(effecting, { ...(network && { network }) });
  const table = assetTable(explained);
  const { payments, unknown } = paymentsOf(done, explained, table, credentials);
  const payers = payersOf(payments);
  const whyOf = whysOf(explained, payers, signersByAsset(payments), isReturn);
  const flows = [
    ...done.produced.map((made) => producedFlow(made, explained, table, whyOf)),
    ...done.accounts
      .filter(({ delta }) => delta >= 0n)
      .map((account) => depositFlow(account, table, explained)),
    ...done.burned.map(({ assetID, amount, why }): Flow => {
      return { why, asset: table.place(formatID(assetID)), amount };
    }),
  ];
  const { assets } = table;
  const unfunded = new Map(
    done.unfunded.map(({ assetID, amount }) => [table.place(formatID(assetID)), amount]),
  );
  return {
    assets,
    payments,
    flows,
    sums: sumsOf(assets, payments, flows, unfunded, payers),
    later: done.pending.map((each) => ({
      why: each.why,
      of: formatID(each.why === 'refund' ? each.validationID : each.staker),
    })),
    unknown,
    consumed: done.consumed.length,
  };
}

type AssetTable = ReturnType<typeof assetTable>;
/** Owners of all inputs of each asset, by key; undefined if one is unknown. */
type Payers = ReadonlyMap<number, ReadonlyMap<string, Party> | undefined>;
type WhyOf = ReturnType<typeof whysOf>;

/** Sums the consumed amounts by owner and kind, and counts the unknown owners. */
function paymentsOf(
  { consumed, accounts }: Done,
  explained: ExplainedTx,
  table: AssetTable,
  credentials: readonly CredentialText[],
): { readonly payments: readonly Payment[]; readonly unknown: number } {
  const { knowledge, credits } = explained;
  const places = new Map(credits.flatMap(({ id }, i) => (id ? [[utxoKey(id), i] as const] : [])));
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
    const place = places.get(utxoKey(each));
    const { utxo, trust } =
      place === undefined
        ? holdingOf(knowledge.ownershipOf({ is: 'utxo', id: each }))
        : explained.holdingAt(place);
    const output = utxo?.output;
    const signedBy = output || place === undefined ? undefined : signersOf(credentials[place]!);
    if (!output) unknown++;
    const stakeableUntil = output ? lockOf(output) : credits[place ?? -1]?.stakeableUntil;
    pay({
      asset: table.place(formatID(each.assetID)),
      ...(each.amount !== undefined && { amount: each.amount }),
      ...(output && { from: partyOf(unlocked(output), explained) }),
      trust: signedBy ? 'signed' : trust,
      ...(output && knowledge.isSaid && { isOwn: knowledge.isSigner(ownerOf(unlocked(output))) }),
      ...(signedBy && { signedBy }),
      ...(each.from && { importedFrom: chainAlias(each.from.blockchainID, explained) }),
      ...(stakeableUntil !== undefined && { stakeableUntil }),
    });
  }
  for (const { address, assetID, delta } of accounts)
    if (delta < 0n)
      pay({
        asset: table.place(formatID(assetID)),
        amount: -delta,
        from: accountParty(parseHex(address)),
        trust: 'proven',
        ...ownOf(accountOwner(parseHex(address)), explained, true),
      });
  return { payments: [...byKind.values()], unknown };
}

/** Tests whether an owner is the reader's; undefined if the reader did not say who it is. */
const ownOf = (
  owner: Owners,
  { knowledge: { isSaid, isOwn } }: ExplainedTx,
  isAccount?: boolean,
): { readonly isOwn?: boolean } => (isSaid ? { isOwn: isOwn(ownerOf(owner), isAccount) } : {});

/** Returns the signers if all signatures are present. */
const signersOf = ({ signatures }: CredentialText): readonly string[] | undefined =>
  signatures.length > 0 && signatures.every(({ status }) => status === 'present')
    ? signatures.flatMap(({ addresses }) => addresses)
    : undefined;

/** Returns the flow of a produced output. */
function producedFlow(
  made: Done['produced'][number],
  explained: ExplainedTx,
  table: AssetTable,
  whyOf: WhyOf,
): Flow {
  const { assetID, output, outputIndex } = made.utxo;
  const asset = table.place(assetID && formatID(assetID));
  const { owner, ...what } = contentOf(output);
  const exportedTo = made.from && chainAlias(made.blockchainID, explained);
  const to = partyOf(
    owner,
    exportedTo === undefined ? explained : { ...explained, alias: exportedTo },
  );
  return {
    why: whyOf(made, to, asset),
    asset,
    ...what,
    to,
    ...ownOf(owner, explained),
    ...(exportedTo !== undefined && { exportedTo }),
    outputIndex,
  };
}

const importing = /* @__PURE__ */ new Finder('spends');

/** Who signed for all inputs of an asset whose owners are not all known, and the locks of these inputs. */
type Signers = ReadonlyMap<number, SignersOfAsset | undefined>;
interface SignersOfAsset {
  readonly key: string;
  readonly locks: ReadonlySet<bigint | undefined>;
  /** Whether an owner is not known. */
  readonly isUnknown: boolean;
}

/** Returns a key that is equal for the same addresses, all of which must sign, without a lock. */
const signersKey = ({ addresses, threshold, locktime }: Party): string =>
  threshold === addresses.length && locktime === 0n ? [...addresses].sort().join(' ') : '';

/** Returns the signers of each asset; undefined if its inputs were signed by different addresses, or not by all. */
function signersByAsset(payments: readonly Payment[]): Signers {
  const found = new Map<number, SignersOfAsset | undefined>();
  for (const { asset, from, signedBy = [], stakeableUntil } of payments) {
    const addresses = [...new Set(signedBy)];
    const key = signersKey(from ?? { addresses, threshold: addresses.length, locktime: 0n });
    const same = found.get(asset);
    const isOther = key === '' || (found.has(asset) && same?.key !== key);
    found.set(
      asset,
      isOther
        ? undefined
        : {
            key,
            locks: new Set([undefined, ...(same?.locks ?? []), stakeableUntil]),
            isUnknown: !from || (same?.isUnknown ?? false),
          },
    );
  }
  return found;
}

/**
 * Returns the role of an output. Outputs that a draft marks as change count as change only if the review agrees; without a draft,
 * outputs that return to a payer do.
 */
function whysOf(
  { draft, tx }: ExplainedTx,
  payers: Payers,
  signers: Signers,
  isReturn: (outputIndex: number) => boolean,
) {
  const isImport = importing.in(tx).some(({ role }) => role.from !== undefined);
  const change = draft && new Set(draft.change.map(({ outputIndex }) => outputIndex));
  const isChange = (outputIndex: number, to: Party, asset: number): boolean =>
    change
      ? change.has(outputIndex) && isReturn(outputIndex)
      : !isImport && (payers.get(asset)?.has(partyKey(to)) ?? false);
  return ({ why, utxo }: Done['produced'][number], to: Party, asset: number): FlowWhy => {
    if (why !== 'output') return why;
    const isAmount = transferOutputOf(utxo) !== undefined;
    if (isAmount && isChange(utxo.outputIndex, to, asset)) return 'change';
    if (isImport) return 'import';
    const by = signers.get(asset);
    const isBack = by?.isUnknown && by.key === signersKey(to) && by.locks.has(lockOf(utxo.output));
    return isAmount && isBack ? 'returned' : 'output';
  };
}

/** Returns the flow into an account of the C-chain. */
function depositFlow(
  { address, assetID, delta }: Done['accounts'][number],
  table: AssetTable,
  explained: ExplainedTx,
): Flow {
  const account = parseHex(address);
  return {
    why: 'deposit',
    asset: table.place(formatID(assetID)),
    amount: delta,
    to: accountParty(account),
    ...ownOf(accountOwner(account), explained, true),
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Numbers assets in the order of their first use. */
function assetTable(explained: ExplainedTx) {
  const assets: AssetText[] = [];
  const places = new Map<string | undefined, number>();
  return {
    assets: assets as readonly AssetText[],
    place(id: string | undefined): number {
      let place = places.get(id);
      if (place === undefined) {
        place = assets.length;
        places.set(id, place);
        assets.push(assetNamed(id, explained));
      }
      return place;
    },
  };
}

/** Returns a key that is equal for payments to be summed. */
const kindOf = (of: Omit<Payment, 'count'>) =>
  [
    of.asset,
    of.amount === undefined,
    of.importedFrom,
    of.stakeableUntil,
    of.trust,
    of.signedBy,
    of.from && partyKey(of.from),
  ].join('\n');

function payersOf(payments: readonly Payment[]): Payers {
  const found = new Map<number, Map<string, Party> | undefined>();
  for (const { asset, from } of payments) {
    const parties = found.has(asset) ? found.get(asset) : new Map<string, Party>();
    if (from) parties?.set(partyKey(from), from);
    found.set(asset, from && parties);
  }
  return found;
}

const items = {
  'secp256k1fx.MintOutput': 'mintRight',
  'nftfx.MintOutput': 'nftRight',
  'nftfx.TransferOutput': 'nft',
  'propertyfx.MintOutput': 'propertyRight',
  'propertyfx.OwnedOutput': 'property',
} as const satisfies Record<Exclude<FxOutput['type'], 'secp256k1fx.TransferOutput'>, Item>;

/** Returns the content and owner of an output. */
function contentOf(output: Produced['utxo']['output']): Pick<
  Flow,
  'amount' | 'item' | 'groupID' | 'payload' | 'stakeableUntil'
> & {
  readonly owner: Owners;
} {
  const owner = unlocked(output);
  if (owner.type === 'secp256k1fx.TransferOutput') {
    const stakeableUntil = lockOf(output);
    return {
      owner,
      amount: owner.amount,
      ...(stakeableUntil !== undefined && { stakeableUntil }),
    };
  }
  return {
    owner,
    item: items[owner.type],
    ...('groupID' in owner && { groupID: owner.groupID }),
    ...('payload' in owner && { payload: formatHex(owner.payload) }),
  };
}

const burnedWhys: readonly FlowWhy[] = ['fee', 'balance', 'supply', 'lost', 'feeOrLost'];

/** Tests whether a flow has no recipient. */
export const isBurned = ({ why }: Pick<Flow, 'why'>): boolean => burnedWhys.includes(why);

function sumsOf(
  assets: readonly AssetText[],
  payments: readonly Payment[],
  flows: readonly Flow[],
  unfunded: ReadonlyMap<number, bigint>,
  payers: Payers,
): readonly Sum[] {
  const fromOf = (asset: number): Pick<Sum, 'from'> => {
    const parties = payers.get(asset);
    return parties || !payers.has(asset) ? { from: [...(parties?.values() ?? [])] } : {};
  };
  const sums: Mutable<Sum>[] = assets.map((_, asset) => ({
    asset,
    ...fromOf(asset),
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

/** Tests whether a flow goes back: as change, or to who signed. */
export const goesBack = ({ why }: Pick<Flow, 'why'>): boolean =>
  why === 'change' || why === 'returned';

/** Tests whether a flow leaves the reader: somebody else receives it, or it is lost. Change returns, and the fee is shown separately. */
export const leaves = (flow: Pick<Flow, 'why' | 'to' | 'isOwn'>): boolean =>
  flow.why === 'lost' ||
  flow.why === 'feeOrLost' ||
  (flow.to !== undefined && flow.isOwn !== true && !goesBack(flow));

/** The kinds of flows in the order of lists and pictures. */
const order: readonly (readonly FlowWhy[])[] = [
  ['output', 'export', 'import', 'deposit'],
  ['mint'],
  ['stake'],
  burnedWhys,
  ['change', 'returned'],
];

/** Sorts flows in the order of lists and pictures; within a kind, as the transaction has them. */
export function inOrder<F extends Pick<Flow, 'why'>>(flows: readonly F[]): readonly F[] {
  const rank = ({ why }: Pick<Flow, 'why'>): number =>
    order.findIndex((whys) => whys.includes(why));
  return [...flows].sort((a, b) => rank(a) - rank(b));
}

/** Sorts flows by importance: those that leave the reader first; within an asset, the largest amounts first. */
export const byGravity = <F extends Flow>(flows: readonly F[]): readonly F[] =>
  [...flows].sort(
    (a, b) =>
      Number(leaves(b)) - Number(leaves(a)) ||
      (a.asset === b.asset && leaves(a) ? compare(b.amount ?? 0n, a.amount ?? 0n) : 0),
  );

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts asset indices by importance: assets that leave the reader first, AVAX before others. */
export function assetsByGravity(
  places: readonly number[],
  assets: readonly AssetText[],
  flows: readonly Flow[],
): readonly number[] {
  const leaving = new Set(flows.filter(leaves).map(({ asset }) => asset));
  const rank = (place: number): number =>
    (leaving.has(place) ? 0 : 2) + (assets[place]!.native ? 0 : 1);
  return [...places].sort((a, b) => rank(a) - rank(b));
}
