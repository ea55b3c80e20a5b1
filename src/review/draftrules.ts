/** The rules that allow what a draft does and nothing beyond. Every rule that applies is set, and amounts are upper limits. */

import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { Draft } from '../draft/draft.ts';
import { formatAddress } from '../network/address.ts';
import { fuji, mainnet } from '../network/known.ts';
import type { Chain, Network } from '../network/network.ts';
import { blockchainOf } from '../state/state.ts';
import { formatID } from '../text/id.ts';
import { movementsOf } from '../tx/flows.ts';
import { type Deed, deedsOf, type FieldDeed, type ReceiptDeed } from './deeds.ts';
import type { FieldRule } from './fields.ts';
import type { ItemRule, PolicyRules, ReceiverRule } from './policyrules.ts';

/** Rules that cannot be derived from a draft; `maxFee` is the draft's fee if omitted. */
export type OtherRules = Pick<
  PolicyRules,
  'own' | 'inputs' | 'evidence' | 'maxFee' | 'device' | 'maxAge' | 'until'
>;

/** Returns the rules that allow what a draft does. Co-signers, coins and change may differ within `own` and `inputs`. */
export function rulesOfDraft(draft: Draft, options: OtherRules): PolicyRules {
  const { unsignedTx: tx, network, fee } = draft;
  const { maxFee = fee.total } = options;
  const here = blockchainOf(draft);
  const deeds = deedsOf({ tx, network, here });
  const change = new Set(draft.change.map(({ outputIndex }) => `outputs[${outputIndex}]`));
  const gets = deedsThat(deeds, 'gets').filter(({ place }) => !change.has(place));
  const fields = deedsThat(deeds, 'field');
  const textsBy = (by: FieldDeed['by']) => [
    ...new Set(fields.flatMap((one) => (one.by === by ? [one.text] : []))),
  ];
  const receivers = (list: readonly ReceiptDeed[]) => receiverRules(list, here, network);
  return {
    // A draft cannot change the parameters of known networks.
    network: [mainnet, fuji].some((known) => known.networkID === network.networkID)
      ? network.networkID
      : network,
    inputs: 'proven',
    ...options,
    to: receivers(gets.filter(({ within }) => within === undefined)),
    amounts: amountsWith(draft, maxFee),
    maxFee,
    types: [tx.type],
    nodeIDs: textsBy('nodeIDs'),
    authorities: textsBy('authorities'),
    chains: textsBy('chains'),
    items: deedsThat(deeds, 'item').map(
      ({ path, what, asset, amount, groupID, payload }): ItemRule => ({
        type: what,
        assetID: asset,
        units: amount,
        ...(groupID !== undefined && { groupID }),
        ...(payload !== undefined && { payload }),
        to: receivers(gets.filter(({ within }) => within === path)),
      }),
    ),
    nonces: Object.fromEntries(
      textsBy('nonces').map((text) => {
        const [account, nonce] = text.split(' ') as [string, string];
        return [account, BigInt(nonce)];
      }),
    ),
    fields: fieldRules(fields.filter(({ by }) => by === 'fields')),
  };
}

const deedsThat = <Is extends Deed['is']>(deeds: readonly Deed[], is: Is) =>
  deeds.filter((one): one is Extract<Deed, { is: Is }> => one.is === is);

/** Returns the amounts that leave, without change, with the highest fee in place of the draft's fee. */
function amountsWith(
  { unsignedTx, change, network, fee }: Draft,
  maxFee: bigint,
): Record<string, bigint> {
  const native = formatID(network.avaxAssetID);
  const sums = new Map<string, bigint>([['AVAX', maxFee - fee.total]]);
  const add = (assetID: Uint8Array, amount: bigint) => {
    const id = formatID(assetID);
    const name = id === native ? 'AVAX' : id;
    sums.set(name, (sums.get(name) ?? 0n) + amount);
  };
  for (const { goes, assetID = network.avaxAssetID, amount } of movementsOf(unsignedTx))
    if (goes === 'in') add(assetID, amount);
  for (const { assetID, output } of change) add(assetID, -output.amount);
  return Object.fromEntries([...sums].filter(([name, sum]) => sum > 0n || name === 'AVAX'));
}

/** Returns an owner as a rule has it; an owner of one address is that address. */
function wholeOwner(
  { threshold, addresses, locktime }: OutputOwners,
  chain: Chain,
  network: Network,
): ReceiverRule['to'] {
  const names = addresses.map((address) => formatAddress(address, chain, network));
  return names.length === 1 && threshold === 1 && locktime === 0n
    ? names[0]!
    : { addresses: names, threshold, ...(locktime > 0n && { locktime }) };
}

/** Returns one rule per receiver and field, with all amounts that it gets there. */
function receiverRules(
  list: readonly ReceiptDeed[],
  chain: Chain,
  network: Network,
): readonly ReceiverRule[] {
  const native = formatID(network.avaxAssetID);
  const rules = new Map<string, ReceiverRule>();
  for (const { what, place, at, owner, text, stakeableUntil, asset, amount } of list) {
    // Indices of outputs and items depend on their order, so they are left out.
    const where = place.startsWith('validators[') ? place : at;
    const name = asset === native ? 'AVAX' : asset;
    const had = rules.get(`${where} ${what}`)?.amounts ?? {};
    rules.set(`${where} ${what}`, {
      to: owner ? wholeOwner(owner, chain, network) : text,
      ...(stakeableUntil !== undefined && { stakeableUntil }),
      amounts: amount > 0n ? { ...had, [name]: (had[name] ?? 0n) + amount } : had,
      at: [where],
    });
  }
  return [...rules.values()];
}

/** Returns one rule per field; keyed by index where list elements differ. */
function fieldRules(fields: readonly FieldDeed[]): Record<string, FieldRule> {
  const counts = new Map<string, number>();
  for (const { at } of fields) counts.set(at, (counts.get(at) ?? 0) + 1);
  return Object.fromEntries(
    fields.map(({ at, path, value }) => [counts.get(at) === 1 ? at : path, value]),
  );
}
