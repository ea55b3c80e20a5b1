import { formatPath, within } from '../../errors/error.ts';
import { parseAddress } from '../../network/address.ts';
import type { Network } from '../../network/network.ts';
import { type Address, addressBytes, type Owner } from '../../state/owner.ts';
import { parseAccount } from '../../text/account.ts';
import { formatHex } from '../../text/bytes.ts';
import { formatID, parseID } from '../../text/id.ts';
import { fieldName } from './fields.ts';
import { accountKey, created, type Receiver, receiverKey, validationKey } from './receivers.ts';
import type { ReceiverRule } from './rules.ts';

/** A receiver that is allowed, and what is left of its amounts. */
interface Budget {
  readonly key: string;
  /** Where it may be named; anywhere if undefined. */
  readonly at: readonly string[] | undefined;
  /** Units left by asset; undefined if nothing limits them. */
  readonly left: Map<string, bigint> | undefined;
}

/** Budgets by the keys of their receivers. */
export type Budgets = ReadonlyMap<string, readonly Budget[]>;

/** A receiver as it is written. */
export type Allowed = Address | Owner | ReceiverRule;

const isRule = (of: Allowed): of is ReceiverRule => typeof of === 'object' && 'to' in of;

/**
 * The budgets of receivers; those of one receiver in one place are added up.
 * @throws {AvalancheError} With the place in the list: as `parseAddress`, `parseID`.
 */
export function budgetsOf(to: readonly Allowed[], network: Network): Budgets {
  const budgets = new Map<string, Budget>();
  for (const [i, of] of to.entries())
    within([i], () => {
      const { to: whom, stakeableUntil, amounts, at } = ruleOf(of);
      const key = within(isRule(of) ? ['to'] : [], () => keyOf(whom, stakeableUntil, network));
      const left = amounts && limitsOf(amounts, network);
      const name = JSON.stringify([key, at]);
      const had = budgets.get(name);
      budgets.set(name, { key, at, left: had ? bothOf(had.left, left) : left });
    });
  const byKey = new Map<string, Budget[]>();
  for (const budget of budgets.values())
    byKey.set(budget.key, [...(byKey.get(budget.key) ?? []), budget]);
  return byKey;
}

const ruleOf = (of: Allowed): ReceiverRule => (isRule(of) ? of : { to: of });

/** Limits of each asset, by its key. */
export function limitsOf(
  amounts: Readonly<Record<string, bigint>>,
  network: Network,
): Map<string, bigint> {
  const limits = new Map<string, bigint>();
  for (const [asset, limit] of Object.entries(amounts))
    limits.set(
      within(['amounts', asset], () => assetKeyOf(asset, network)),
      limit,
    );
  return limits;
}

const assetKeyOf = (asset: string, network: Network): string => {
  if (asset === created) return created;
  return formatHex(asset === 'AVAX' ? network.avaxAssetID : parseID(asset));
};

function bothOf(
  a: Map<string, bigint> | undefined,
  b: Map<string, bigint> | undefined,
): Map<string, bigint> | undefined {
  if (!a || !b) return undefined;
  for (const [asset, limit] of b) a.set(asset, (a.get(asset) ?? 0n) + limit);
  return a;
}

function keyOf(of: Address | Owner, stakeableUntil: bigint | undefined, network: Network): string {
  if (typeof of === 'string') {
    if (of.startsWith('0x')) return accountKey(formatHex(parseAccount(of)));
    if (!of.includes('-')) return validationKey(formatID(parseID(of)));
  }
  const bytes = (address: Address): Uint8Array =>
    typeof address === 'string'
      ? parseAddress(address, network).bytes
      : addressBytes(address, network.chains.P, network);
  if (typeof of === 'string' || of instanceof Uint8Array)
    return receiverKey({ threshold: 1, addresses: [bytes(of)] }, stakeableUntil);
  const addresses = of.addresses.map((address, i) =>
    within(['addresses', i], () => bytes(address)),
  );
  return receiverKey({ ...of, addresses }, stakeableUntil);
}

const isAt = ({ at }: Budget, { place }: Receiver): boolean =>
  at === undefined || at.includes(formatPath(place)) || at.includes(fieldName(place));

const assetOf = ({ assetID }: Receiver): string =>
  assetID === created ? created : formatHex(assetID);

/** The budget of a receiver that has room for it, or its first; undefined if it has none. */
export function budgetFor(budgets: Budgets, of: Receiver): Budget | undefined {
  const own = (budgets.get(of.key) ?? []).filter((budget) => isAt(budget, of));
  return own.find((budget) => hasRoom(budget, of)) ?? own[0];
}

/** Whether as much is left as a receiver gets. */
export const hasRoom = ({ left }: Budget, of: Receiver): boolean =>
  left === undefined || of.amount <= (left.get(assetOf(of)) ?? 0n);

/** Takes what a receiver gets from its budget. */
export function take({ left }: Budget, of: Receiver): void {
  left?.set(assetOf(of), (left.get(assetOf(of)) ?? 0n) - of.amount);
}
