/**
 * Finds fields of a transaction by role. Nothing here, or built on it, depends on a transaction type: a new type works as soon as its
 * fields have roles.
 */
import { declarationOf } from '../chain/declared.ts';
import type { RoleName, RoleOf, TxRole } from '../chain/roles.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import type { Part, Type } from '../wire/type.ts';
import { payloadPart, saidBy } from './message.ts';
import type { RoleValues } from './types.ts';

/** The struct that contains a field. */
export type Around = Readonly<Record<string, unknown>>;

/** A field that has one of the roles. */
export type Found<Is extends RoleName> = Is extends RoleName
  ? {
      readonly is: Is;
      readonly role: RoleOf<Is>;
      readonly value: RoleValues[Is];
      readonly path: Path;
      readonly around: Around;
      /** The asset in the same struct, or in an enclosing one. */
      readonly asset: Uint8Array | undefined;
    }
  : never;

/** A field on the way to a match: it has a wanted role, or contains a field that has. */
interface Step {
  readonly key: string;
  readonly role: TxRole;
  /** The type to descend into; undefined if the field itself matches. */
  readonly inside: Part<unknown> | undefined;
}

/** Cache of the key of each struct's asset field. */
const assetKeys = /* @__PURE__ */ new WeakMap<Part<unknown>, string | null>();
function assetKeyOf(type: Part<unknown>): string | null {
  let found = assetKeys.get(type);
  if (found === undefined) {
    const { shape } = type;
    const of = shape.kind === 'struct' && shape.fields.find(({ role }) => role.is === 'asset');
    assetKeys.set(type, (found = of ? of.key : null));
  }
  return found;
}

/** Cache of the members of each union, by name. */
const members = /* @__PURE__ */ new WeakMap<Part<unknown>, ReadonlyMap<string, Part<unknown>>>();

/**
 * Returns the type of a value: for a union, the member that its `type` names.
 * @throws {AvalancheError} `UnknownTypeID`: no such member.
 */
export function memberOf(type: Part<unknown>, value: unknown, path: Path): Part<unknown> {
  const { shape } = type;
  if (shape.kind !== 'union') return type;
  let byName = members.get(type);
  if (!byName) {
    byName = new Map([...shape.members.values()].map((member) => [member.name, member]));
    members.set(type, byName);
  }
  const { type: name } = value as { readonly type: string };
  const member = byName.get(name);
  if (member) return member;
  throw new AvalancheError('UnknownTypeID', `must be a ${type.name}, got ${name}`, {
    found: name,
    expected: type.name,
  }).at(...path);
}

/** A search for fields with certain roles. The matching fields of each struct type are computed once. */
export class Finder<const Is extends RoleName> {
  readonly #wanted: ReadonlySet<RoleName>;
  readonly #steps = new WeakMap<Type<unknown>, readonly Step[]>();

  constructor(...wanted: readonly Is[]) {
    this.#wanted = new Set(wanted);
  }

  /** Returns the fields of a transaction that have one of the roles, in wire order. */
  in(tx: { readonly type: string }): readonly Found<Is>[] {
    return this.inside(declarationOf(tx).type, tx, []);
  }

  /** Returns the matching fields of a value of a type. */
  inside(type: Part<unknown>, value: unknown, path: Path): readonly Found<Is>[] {
    const found: Found<Is>[] = [];
    this.#walk(type, value, path, undefined, found);
    return found;
  }

  #walk(
    type: Part<unknown>,
    value: unknown,
    path: Path,
    asset: Uint8Array | undefined,
    found: Found<Is>[],
  ): void {
    if (type.shape.kind === 'union') {
      this.#walk(memberOf(type, value, path), value, path, asset, found);
      return;
    }
    const around = value as Around;
    const assetKey = assetKeyOf(type);
    const about = assetKey === null ? asset : (around[assetKey] as Uint8Array);
    for (const { key, role, inside } of this.#stepsOf(type)) {
      const field = around[key];
      const at = [...path, key];
      if (!inside)
        found.push({
          is: role.is,
          role,
          value: field,
          path: at,
          around,
          asset: about,
        } as unknown as Found<Is>);
      else if (Array.isArray(field))
        for (let i = 0; i < field.length; i++)
          this.#walk(inside, field[i], [...at, i], about, found);
      else this.#walk(inside, field, at, about, found);
    }
  }

  #stepsOf(type: Part<unknown>): readonly Step[] {
    let steps = this.#steps.get(type);
    if (!steps) {
      const fields = type.shape.kind === 'struct' ? type.shape.fields : [];
      steps = fields.flatMap(({ key, role: of, type: held }): readonly Step[] => {
        // Roles come from `part` alone, whose types allow no others.
        const role = of as TxRole;
        if (this.#wanted.has(role.is)) return [{ key, role, inside: undefined }];
        const inside = heldBy(held);
        return role.is === 'within' && inside && this.#leads(inside) ? [{ key, role, inside }] : [];
      });
      this.#steps.set(type, steps);
    }
    return steps;
  }

  #leads(type: Part<unknown>): boolean {
    const { shape } = type;
    return shape.kind === 'union'
      ? [...shape.members.values()].some((member) => this.#leads(member))
      : this.#stepsOf(type).length > 0;
  }
}

/** Returns the struct or union that a field or its list elements contain; undefined for plain values. */
function heldBy(type: Type<unknown>): Part<unknown> | undefined {
  const of = type.shape.kind === 'list' ? type.shape.of : type;
  return of.shape.kind === 'leaf' ? undefined : (of as Part<unknown>);
}

/** A single value in a transaction, with its role. Owners, authorizations and signers are single values. */
export interface Leaf {
  /** Path of the value; for a value in a message, the path of the message followed by the path inside. */
  readonly path: Path;
  readonly key: string;
  readonly role: TxRole;
  readonly value: unknown;
  readonly around: Around;
  /** Role of the enclosing field: `makes` inside outputs, `says` inside a message. */
  readonly under: RoleName | undefined;
}

/** Roles whose struct values are not split into fields. */
const whole: readonly RoleName[] = ['owner', 'auth', 'signs'];

/**
 * Returns every value in a transaction in wire order, including those inside inputs, outputs and operations, and those inside a warp
 * message if it can be decoded.
 */
export function leavesOf(tx: { readonly type: string }): readonly Leaf[] {
  const found: Leaf[] = [];
  walk(declarationOf(tx).type, tx, [], undefined, found);
  return found;
}

function walk(
  type: Part<unknown>,
  value: unknown,
  path: Path,
  under: RoleName | undefined,
  found: Leaf[],
): void {
  const { shape } = memberOf(type, value, path);
  if (shape.kind !== 'struct') return;
  const around = value as Around;
  for (const { key, role: of, type: held } of shape.fields) {
    const role = of as TxRole;
    const field = around[key];
    const at = [...path, key];
    const inside = heldBy(held);
    if (!inside || whole.includes(role.is)) {
      found.push({ path: at, key, role, value: field, around, under });
      const said = role.is === 'says' && saidBy(role.what, field as Uint8Array);
      if (said && role.is === 'says') walk(payloadPart(role.what), said, at, 'says', found);
      continue;
    }
    const next = role.is === 'within' ? under : role.is;
    if (Array.isArray(field))
      for (const [i, each] of field.entries()) walk(inside, each, [...at, i], next, found);
    else walk(inside, field, at, next, found);
  }
}
