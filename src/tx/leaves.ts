import { declarationOf } from '../chain/declared.ts';
import type { RoleName, TxRole } from '../chain/roles.ts';
import type { Path } from '../errors/error.ts';
import type { Part } from '../wire/type.ts';
import { type Around, heldBy, memberOf } from './find.ts';
import { payloadPart, saidBy } from './message.ts';

/** One value that a transaction holds, with its role. Owners, authorizations and signers are values as a whole. */
export interface Leaf {
  /** Of what a message says, behind the path of the message. */
  readonly path: Path;
  readonly key: string;
  readonly role: TxRole;
  readonly value: unknown;
  readonly around: Around;
  /** The role of what it is part of: `makes` inside outputs; `says` in a message. */
  readonly under: RoleName | undefined;
}

/** Roles whose values are structs, but taken as a whole. */
const whole: readonly RoleName[] = ['owner', 'auth', 'signs'];

/**
 * Every value that a transaction holds, in the order of the wire, those inside its inputs, outputs and operations included,
 * and behind a warp message what it says, if it can be read.
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
