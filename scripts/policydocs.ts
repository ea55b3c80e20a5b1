/** The tables of `docs/policy.md`: every key of a policy, and every finding. */
import type { AnySchema, SchemaField } from '../src/schema/schema.ts';
import { itemSchema, policySchema, receiverSchema } from '../src/sign/policy/file.ts';
import {
  type ItemRule,
  type PolicyRules,
  policyCodes,
  type ReceiverRule,
} from '../src/sign/policy/rules.ts';
import { table } from './markdown.ts';

type Missing<T> = { readonly [K in keyof Required<T>]: string };

/** What it means that a key is not there: a new key is a compile error until it has a line here. */
const withoutKey: Missing<Omit<PolicyRules, 'now'>> = {
  network: 'an error: a policy is for one network',
  inputs: '`proven`: proven by evidence or trusted UTXOs, or the signer’s own',
  evidence: 'own inputs need no evidence',
  to: 'nobody but `own` may receive anything',
  own: 'the addresses that sign, and the owner of all inputs if it is a single one and proven',
  amounts: 'nothing may leave, not even a fee',
  maxFee: '0.1 AVAX',
  types: 'any type, as far as the other keys allow what it does',
  nodeIDs: 'no node may validate, be delegated to or be removed',
  authorities: 'no subnet, validation or validator may be used or changed',
  chains: 'nothing may be exported or imported',
  items: 'no operation, and no first output of a new asset',
  nonces: 'no account of the C-chain may pay',
  fields: 'no other field may have a value: no memo, no period, no weight',
  device: 'what a device displays does not matter',
  maxAge: 'any age',
  until: 'no end',
};

const withoutReceiverKey: Missing<ReceiverRule> = {
  to: 'an error',
  stakeableUntil: 'only what is not locked for staking',
  amounts: 'any amount that `amounts` of the policy has',
  at: 'in any place',
};

const withoutItemKey: Missing<ItemRule> = {
  assetID: 'an error',
  type: 'an error',
  units: 'an error',
  groupID: 'nothing of an NFT',
  payload: 'no NFT that has a payload',
  to: 'those of `to` of the policy',
};

/** A row for each key of a schema, which must have the keys of its type. */
function keysTable({ fields = [] }: AnySchema, missing: Readonly<Record<string, string>>): string {
  const keys = fields.map(({ key }) => key);
  const [other] = Object.keys(missing).filter((key) => !keys.includes(key));
  if (other !== undefined) throw new Error(`the file has no key ${other}`);
  return table(
    ['key', 'in a file', 'what it means', 'if it is missing'],
    fields.map(({ key, schema, note }: SchemaField) => {
      const without = missing[key];
      if (without === undefined) throw new Error(`nothing says what it means without ${key}`);
      return [`\`${key}\``, schema.name.replaceAll('|', 'or'), note, without];
    }),
  );
}

/** The tables, by their marks. */
export const policyTables: readonly (readonly [mark: string, content: string])[] = [
  ['keys', keysTable(policySchema({}), withoutKey)],
  ['receivers', keysTable(receiverSchema, withoutReceiverKey)],
  ['items', keysTable(itemSchema, withoutItemKey)],
  [
    'findings',
    table(
      ['code', 'what it means'],
      Object.entries(policyCodes).map(([code, meaning]) => [`\`${code}\``, meaning]),
    ),
  ],
];
