/** The fields of transactions: those that a type declares, and those that a transaction has. */
import { declarationOf } from '../../../src/chain/declared.ts';
import type { RoleName, TxRole } from '../../../src/chain/roles.ts';
import type { Path } from '../../../src/errors/error.ts';
import { memberOf } from '../../../src/tx/find.ts';
import { payloadPart, saidBy } from '../../../src/tx/message.ts';
import type { Part, Type } from '../../../src/wire/type.ts';

/** A field, by its place: `outputs[].output(stakeable.LockOut).locktime`. */
export interface Field {
  readonly field: string;
  readonly role: TxRole;
  /** The role of the list or owner that it is in: `makes`, `spends`, `owner`. */
  readonly under: TxRole | undefined;
}

/** A field of a transaction, with its value. */
export interface Spot extends Field {
  readonly path: Path;
  readonly value: unknown;
  readonly around: Readonly<Record<string, unknown>>;
}

interface Inside {
  readonly of: Type<unknown>;
  readonly isList: boolean;
}

/** What a field holds that has fields itself. */
function insideOf(type: Type<unknown>): Inside | undefined {
  const isList = type.shape.kind === 'list';
  const of = type.shape.kind === 'list' ? type.shape.of : type;
  return of.shape.kind === 'leaf' ? undefined : { of, isList };
}

const fieldsIn = (type: Type<unknown>) => (type.shape.kind === 'struct' ? type.shape.fields : []);

/** Members of a union, with what a path says of them; of no union the type itself. */
const membersOf = (type: Type<unknown>): readonly (readonly [string, Type<unknown>])[] => {
  if (type.shape.kind !== 'union') return [['', type]];
  const members = [...type.shape.members.values()];
  return members.map((of) => [members.length > 1 ? `(${of.name})` : '', of]);
};

/** Lists and structs that stand for themselves say what is inside; the innermost counts. */
const next = (role: TxRole, under: TxRole | undefined) => (role.is === 'within' ? under : role);

/** Every field that the type of a transaction declares, messages included. */
export function declaredFields(type: string): readonly Field[] {
  const found: Field[] = [];
  const walk = (of: Type<unknown>, place: string, under: TxRole | undefined): void => {
    for (const { key, role: meant, type: held } of fieldsIn(of)) {
      const role = meant as TxRole;
      const field = place === '' ? key : `${place}.${key}`;
      found.push({ field, role, under });
      const message = role.is === 'says' && payloadPart(role.what);
      const inside = message ? { of: message, isList: false } : insideOf(held);
      if (!inside || role.is === 'auth') continue;
      for (const [name, member] of membersOf(inside.of))
        walk(member, `${field}${inside.isList ? '[]' : ''}${name}`, next(role, under));
    }
  };
  walk(declarationOf({ type }).type, '', undefined);
  return found;
}

/** Every field that a transaction has, messages included. */
export function spotsOf(tx: { readonly type: string }): readonly Spot[] {
  const found: Spot[] = [];
  const walk = (
    of: Type<unknown>,
    value: unknown,
    at: { readonly place: string; readonly path: Path; readonly under: TxRole | undefined },
  ): void => {
    const around = value as Readonly<Record<string, unknown>>;
    for (const { key, role: meant, type: held } of fieldsIn(of)) {
      const role = meant as TxRole;
      const field = at.place === '' ? key : `${at.place}.${key}`;
      const path = [...at.path, key];
      found.push({ field, role, under: at.under, path, value: around[key], around });
      const under = next(role, at.under);
      if (role.is === 'says') {
        const said = saidBy(role.what, around[key] as Uint8Array);
        if (said) walk(payloadPart(role.what), said, { place: field, path, under });
        continue;
      }
      const inside = insideOf(held);
      if (!inside || role.is === 'auth') continue;
      const each = inside.isList ? (around[key] as readonly unknown[]) : [around[key]];
      for (const [i, element] of each.entries()) {
        const [name, member] = chosen(inside.of, element);
        const place = `${field}${inside.isList ? '[]' : ''}${name}`;
        walk(member, element, { place, path: inside.isList ? [...path, i] : path, under });
      }
    }
  };
  walk(declarationOf(tx).type, tx, { place: '', path: [], under: undefined });
  return found;
}

const chosen = (type: Type<unknown>, value: unknown): readonly [string, Type<unknown>] => {
  if (type.shape.kind !== 'union') return ['', type];
  const member = memberOf(type as Part<unknown>, value, []);
  return membersOf(type).find(([, of]) => of.name === member.name)!;
};

/** A value at a place, changed. */
export function put(
  value: unknown,
  [key, ...rest]: Path,
  make: (old: unknown) => unknown,
): unknown {
  if (key === undefined) return make(value);
  const of = value as Readonly<Record<string, unknown>>;
  const changed = put(of[key], rest, make);
  return Array.isArray(value)
    ? value.map((old: unknown, i) => (i === key ? changed : old))
    : { ...of, [key]: changed };
}

/** The value at a place. */
export const at = (value: unknown, path: Path): unknown =>
  path.reduce((of: unknown, key) => (of as Readonly<Record<string, unknown>>)[key], value);

/** Whether a role is one of some. */
export const isRole = <const Is extends RoleName>(
  role: TxRole | undefined,
  ...names: readonly Is[]
): boolean => role !== undefined && (names as readonly string[]).includes(role.is);
