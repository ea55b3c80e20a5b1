/** The full policy of an honest intent: every key that applies, with what the intent means and nothing more. */
import type { Draft } from '../../src/builder/index.ts';
import { type PolicyRules, policyOf } from '../../src/sign/index.ts';
import { spentBy } from '../../src/sign/policy/spent.ts';
import { formatHex } from '../../src/text/bytes.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { type Case, ceiling, valueAt } from './intents.ts';

// biome-ignore lint/suspicious/noExplicitAny: transactions as plain data
type Any = any;

function collect<T>(
  value: Any,
  pick: (of: Any, key: string) => T | undefined,
  found: T[] = [],
): T[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return found;
  for (const key of Object.keys(value)) {
    const one = pick(value, key);
    if (one !== undefined) found.push(one);
    collect(value[key], pick, found);
  }
  return found;
}

/**
 * The policy that a signer writes for an intent. What the intent says is taken from the honest draft of it, which says the same.
 */
export function fullPolicy(of: Case, honest: Draft, own: readonly Uint8Array[], now: bigint) {
  const { unsignedTx: tx, network, change } = honest;
  const isChange = new Set(change.map(({ outputIndex }) => outputIndex));
  const made = {
    ...tx,
    inputs: [],
    importedInputs: [],
    outputs: 'outputs' in tx ? tx.outputs.filter((_: unknown, i: number) => !isChange.has(i)) : [],
  };
  const owners = collect(made, (at, key) =>
    Array.isArray(at[key]?.addresses) ? at[key] : undefined,
  ).map(({ addresses, threshold, locktime = 0n }: Any) => ({ addresses, threshold, locktime }));
  const spent = spentBy(honest).map(({ assetID, amount }) => [formatID(assetID), amount] as const);
  const avax = formatID(network.avaxAssetID);
  const operations = 'operations' in tx ? (tx.operations as readonly Any[]) : [];
  const rules: PolicyRules = {
    network: network.networkID,
    inputs: 'proven',
    own: [...own],
    to: [...owners, ...managersOf(of), ...filledBy(tx)],
    amounts: Object.fromEntries(
      spent.map(([id, amount]) => [
        id === avax ? 'AVAX' : id,
        id === avax ? amount - honest.fee.total + ceiling : amount,
      ]),
    ),
    maxFee: ceiling,
    types: [tx.type],
    nodeIDs: collect(tx, (at, key) =>
      key === 'nodeID' && at[key] instanceof Uint8Array ? formatNodeID(at[key]) : undefined,
    ),
    authorities: collect(tx, (at, key) =>
      ['subnetID', 'validationID', 'txID'].includes(key) && at[key]?.length === 32
        ? formatID(at[key])
        : undefined,
    ),
    items: operations.map(({ assetID, operation }) => ({
      assetID: formatID(assetID),
      operation: operation.type,
      units: operation.transferOutput?.amount ?? 10n,
      groupID: 'any',
      payload: 'any',
    })),
    now,
    maxAge: 3600n,
  };
  const fields = fieldsFor(honest, rules, own);
  return policyOf({ ...rules, fields });
}

const managersOf = ({ intent }: Case): readonly string[] =>
  'managerAddress' in intent ? [String(intent.managerAddress)] : [];

const filledBy = (tx: Any): readonly string[] => [
  ...(tx.validationID ? [formatID(tx.validationID)] : []),
];

/** What other fields the honest transaction has, by asking the policy without them. */
function fieldsFor(honest: Draft, rules: PolicyRules, own: readonly Uint8Array[]) {
  const fields: Record<string, (string | bigint | number)[]> = {};
  for (const { code, path } of policyOf(rules).findings(honest, { own: [...own] })) {
    if (code !== 'FieldNotAllowed') continue;
    const at = path.replace(/^unsignedTx\./, '').replace(/\[(\d+)\]/g, '.$1');
    const name = at.replace(/\.\d+/g, '');
    const value = valueAt(honest.unsignedTx, at);
    fields[name] = [...(fields[name] ?? []), ...textsOf(value)];
  }
  return fields as Any;
}

function textsOf(value: Any): readonly (string | bigint | number)[] {
  if (!(value instanceof Uint8Array))
    return Array.isArray(value) ? [formatHex(Uint8Array.from(value))] : [value];
  return value.length === 32 ? [formatID(value), formatHex(value)] : [formatHex(value)];
}
