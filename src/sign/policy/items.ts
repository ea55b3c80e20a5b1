import type { Operation } from '../../chain/xchain/components.ts';
import { formatHex } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import type { AnyUnsignedTx } from '../../tx/types.ts';
import type { ItemRule, RuleViolation } from './rules.ts';

type Operated = Operation['operation'];

/** Units that an operation mints or moves, by its type: a new type is a compile error until it has a line here. */
const unitsOf: {
  readonly [T in Operated['type']]: (of: Extract<Operated, { type: T }>) => bigint;
} = {
  'secp256k1fx.MintOperation': ({ transferOutput }) => transferOutput.amount,
  'nftfx.MintOperation': ({ outputs }) => BigInt(outputs.length),
  'nftfx.TransferOperation': () => 1n,
  'propertyfx.MintOperation': () => 1n,
  'propertyfx.BurnOperation': () => 1n,
};

/** Which NFT it is. */
const tokenOf = (
  of: Operated,
): { readonly groupID: number; readonly payload: Uint8Array } | undefined =>
  of.type === 'nftfx.MintOperation'
    ? of
    : of.type === 'nftfx.TransferOperation'
      ? of.output
      : undefined;

/** The rule of each operation of a transaction; undefined where none allows it. */
export function itemRulesOf(
  tx: AnyUnsignedTx,
  items: readonly ItemRule[],
): readonly (ItemRule | undefined)[] {
  return operationsOf(tx).map((of) => items.find((rule) => isAbout(rule, of)));
}

/** What `items` does not allow. */
export function itemViolations(
  tx: AnyUnsignedTx,
  items: readonly ItemRule[],
): readonly RuleViolation[] {
  const rules = itemRulesOf(tx, items);
  const used = new Map<ItemRule, bigint>();
  return operationsOf(tx).flatMap(({ assetID, operation }, i): readonly RuleViolation[] => {
    const rule = rules[i];
    const units = (unitsOf[operation.type] as (of: Operated) => bigint)(operation);
    const sum = units + ((rule && used.get(rule)) ?? 0n);
    if (rule) used.set(rule, sum);
    if (rule && sum <= rule.units) return [];
    const limit = rule ? `, at most ${rule.units} are allowed` : '';
    const detail = `${operation.type} of ${sum} of ${formatID(assetID)}${limit}`;
    return [{ code: 'ItemNotAllowed', path: `unsignedTx.operations[${i}]`, detail }];
  });
}

const operationsOf = (tx: AnyUnsignedTx): readonly Operation[] =>
  'operations' in tx ? tx.operations : [];

function isAbout(rule: ItemRule, { assetID, operation }: Operation): boolean {
  const token = tokenOf(operation);
  return (
    rule.operation === operation.type &&
    rule.assetID === formatID(assetID) &&
    (token === undefined ||
      ((rule.groupID === 'any' || rule.groupID === token.groupID) &&
        (rule.payload === 'any' || rule.payload === formatHex(token.payload))))
  );
}
