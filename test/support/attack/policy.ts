/** The policy that allows exactly what a draft does: every rule that there is for it is set. */
import type { Draft } from '../../../src/builder/index.ts';
import { type PolicyRules, policyOf } from '../../../src/sign/index.ts';
import { receiversOf } from '../../../src/sign/policy/receivers.ts';
import type { FieldValue, ItemRule } from '../../../src/sign/policy/rules.ts';
import { spentBy } from '../../../src/sign/policy/spent.ts';
import { formatHex } from '../../../src/text/bytes.ts';
import { formatID, formatNodeID } from '../../../src/text/id.ts';
import { type Leaf, leavesOf } from '../../../src/tx/leaves.ts';
import { now } from '../state.ts';
import { victim } from './people.ts';

const isID = ({ role, value }: Leaf): boolean => role.is === 'id' && value instanceof Uint8Array;

const fieldValue = (leaf: Leaf): FieldValue => {
  const { value } = leaf;
  if (value instanceof Uint8Array)
    return isID(leaf) && value.length === 32 ? formatID(value) : formatHex(value);
  if (Array.isArray(value)) return value.map((of) => formatHex(of as Uint8Array)).join();
  return value as FieldValue;
};

/** The values of each field, by path without places. */
function fieldsOf(leaves: readonly Leaf[]): Record<string, readonly FieldValue[]> {
  const fields: Record<string, FieldValue[]> = {};
  for (const leaf of leaves) {
    if (!['memo', 'id', 'quantity', 'flag', 'text', 'data', 'key'].includes(leaf.role.is)) continue;
    const name = leaf.path.filter((step) => typeof step === 'string').join('.');
    (fields[name] ??= []).push(fieldValue(leaf));
  }
  return fields;
}

function itemsOf({ unsignedTx: tx }: Draft): readonly ItemRule[] {
  const operations = 'operations' in tx ? tx.operations : [];
  return operations.map(({ assetID, operation: of }): ItemRule => {
    const token =
      of.type === 'nftfx.TransferOperation'
        ? of.output
        : of.type === 'nftfx.MintOperation'
          ? of
          : undefined;
    const units =
      of.type === 'secp256k1fx.MintOperation'
        ? of.transferOutput.amount
        : of.type === 'nftfx.MintOperation'
          ? BigInt(of.outputs.length)
          : 1n;
    return {
      assetID: formatID(assetID),
      operation: of.type,
      units,
      ...(token && { groupID: token.groupID, payload: formatHex(token.payload) }),
    };
  });
}

/** The rules of that policy. */
function rulesFor(draft: Draft): PolicyRules {
  const leaves = leavesOf(draft.unsignedTx);
  const ids = leaves.filter(isID);
  const bytes = (node: boolean) =>
    ids.flatMap(({ role, value }) =>
      role.is === 'id' && (role.of === 'node') === node ? [value as Uint8Array] : [],
    );
  const nonces = leaves.flatMap(({ role, value, around }) =>
    role.is === 'quantity' && role.of === 'nonce' && around.address instanceof Uint8Array
      ? [[formatHex(around.address), value as bigint] as const]
      : [],
  );
  return {
    network: draft.network.networkID,
    inputs: 'own',
    to: receiversOf(draft).map(({ owner, stakeableUntil, text }) =>
      owner
        ? {
            addresses: owner.addresses,
            threshold: owner.threshold,
            locktime: owner.locktime,
            ...(stakeableUntil !== undefined && { stakeableUntil }),
          }
        : text,
    ),
    own: [victim.alone, victim.shared],
    amounts: Object.fromEntries(spentBy(draft).map(({ name, amount }) => [name, amount])),
    maxFee: draft.fee.total,
    types: [draft.unsignedTx.type],
    nodeIDs: bytes(true).map(formatNodeID),
    authorities: bytes(false).map(formatID),
    items: itemsOf(draft),
    nonces: Object.fromEntries(nonces),
    fields: fieldsOf(leaves),
    now,
    maxAge: 60n,
    until: now + 60n,
  };
}

export const policyFor = (draft: Draft) => policyOf(rulesFor(draft));
