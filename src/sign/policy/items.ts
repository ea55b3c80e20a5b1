import type { FxOutput, Operation } from '../../chain/xchain/components.ts';
import { type Path, within } from '../../errors/error.ts';
import type { Network } from '../../network/network.ts';
import { formatHex } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import type { AnyUnsignedTx } from '../../tx/types.ts';
import { type Budgets, budgetFor, budgetsOf, hasRoom } from './budgets.ts';
import { created, type Receiver } from './receivers.ts';
import type { ItemRule } from './rules.ts';

type Issued = Operation['operation'] | FxOutput;

/** Units that an operation or first output issues or moves, by its type: a new type is a compile error until it has a line here. */
const unitsBy: {
  readonly [T in Issued['type']]: (of: Extract<Issued, { type: T }>) => bigint;
} = {
  'secp256k1fx.MintOperation': ({ transferOutput }) => transferOutput.amount,
  'nftfx.MintOperation': ({ outputs }) => BigInt(outputs.length),
  'nftfx.TransferOperation': () => 1n,
  'propertyfx.MintOperation': () => 1n,
  'propertyfx.BurnOperation': () => 1n,
  'secp256k1fx.TransferOutput': ({ amount }) => amount,
  'secp256k1fx.MintOutput': () => 1n,
  'nftfx.MintOutput': () => 1n,
  'nftfx.TransferOutput': () => 1n,
  'propertyfx.MintOutput': () => 1n,
  'propertyfx.OwnedOutput': () => 1n,
};

/** Which NFTs it is about. */
interface Token {
  readonly groupID: number;
  readonly payload?: Uint8Array;
}
function tokenOf(of: Issued): Token | undefined {
  const { type } = of;
  if (type === 'nftfx.TransferOperation') return of.output;
  return type === 'nftfx.MintOperation' ||
    type === 'nftfx.MintOutput' ||
    type === 'nftfx.TransferOutput'
    ? of
    : undefined;
}

/** What an operation or first output issues. */
export interface Item {
  readonly path: Path;
  /** CB58, or `created`. */
  readonly assetID: string;
  readonly type: Issued['type'];
  readonly units: bigint;
  readonly groupID?: number;
  /** 0x and hex digits. */
  readonly payload?: string;
}

function itemOf(path: Path, assetID: string, of: Issued): Item {
  const token = tokenOf(of);
  return {
    path,
    assetID,
    type: of.type,
    units: (unitsBy[of.type] as (of: Issued) => bigint)(of),
    ...(token && { groupID: token.groupID }),
    ...(token?.payload && { payload: formatHex(token.payload) }),
  };
}

/** Everything that the operations or first outputs of a transaction issue. */
function itemsOf(tx: AnyUnsignedTx): readonly Item[] {
  if ('operations' in tx)
    return tx.operations.map(({ assetID, operation }, i) =>
      itemOf(['operations', i], formatID(assetID), operation),
    );
  if (!('initialStates' in tx)) return [];
  return tx.initialStates.flatMap(({ outputs }, i) =>
    outputs.map((output, k) => itemOf(['initialStates', i, 'outputs', k], created, output)),
  );
}

/** An item with who receives it, and the rule that allows it. */
export interface ItemVerdict {
  readonly item: Item;
  readonly receivers: readonly Receiver[];
  /** Undefined: no rule is about it. */
  readonly rule: ItemRule | undefined;
  /** Whether its units are too many, with those before it. */
  readonly isTooMany: boolean;
  /** Whose budgets count for its receivers. */
  readonly budgets: Budgets;
}

const isIn = ({ place }: Receiver, { path }: Item): boolean =>
  path.every((step, i) => place[i] === step);

/**
 * The rule of each item: the first that is about it, has units left, and has a budget for whoever receives it.
 * @param receivers Who receives something, but own ones.
 * @param to The budgets of items that name no receivers.
 */
export function itemVerdicts(
  { unsignedTx, network }: { readonly unsignedTx: AnyUnsignedTx; readonly network: Network },
  rules: readonly ItemRule[],
  receivers: readonly Receiver[],
  to: Budgets,
): readonly ItemVerdict[] {
  const all = rules.map((rule, i) => ({
    rule,
    left: rule.units,
    budgets: rule.to
      ? within(['policy', 'items', i, 'to'], () => budgetsOf(rule.to!, network))
      : to,
  }));
  return itemsOf(unsignedTx).map((item) => {
    const its = receivers.filter((of) => isIn(of, item));
    const mayHave = (budgets: Budgets) =>
      its.every((of) => {
        const budget = budgetFor(budgets, of);
        return budget !== undefined && hasRoom(budget, of);
      });
    const about = all.filter(({ rule }) => isAbout(rule, item));
    const chosen =
      about.find(({ left, budgets }) => item.units <= left && mayHave(budgets)) ??
      about.find(({ budgets }) => mayHave(budgets)) ??
      about[0];
    if (!chosen) return { item, receivers: its, rule: undefined, isTooMany: false, budgets: to };
    chosen.left -= item.units;
    const { rule, left, budgets } = chosen;
    return { item, receivers: its, rule, isTooMany: left < 0n, budgets };
  });
}

const isAbout = (rule: ItemRule, { type, assetID, groupID, payload }: Item): boolean =>
  rule.type === type &&
  rule.assetID === assetID &&
  (groupID === undefined || rule.groupID === 'any' || rule.groupID === groupID) &&
  (payload === undefined || rule.payload === 'any' || rule.payload === payload);
