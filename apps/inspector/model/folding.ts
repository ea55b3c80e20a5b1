/** Which fields of a tree are shown: those that are not inside of a folded one. */
import { type Fields, isGroup, nodeOf, pathOf } from './fields.ts';

/** More fields than these are folded at first. */
const few = 600;

/** Whether a field is folded before anybody chose: the elements of lists, where there are many fields. */
const startsFolded = (fields: Fields, node: number): boolean =>
  fields.start.length > few && typeof fields.key[node] === 'number' && isGroup(fields, node);

export const isFolded = (fields: Fields, toggled: ReadonlySet<number>, node: number): boolean =>
  isGroup(fields, node) && startsFolded(fields, node) !== toggled.has(node);

/**
 * The fields that are shown, in their order; the value itself is not.
 * @param without Fields that are left out.
 */
export function visibleNodes(
  fields: Fields,
  toggled: ReadonlySet<number>,
  without: (node: number) => boolean = () => false,
): readonly number[] {
  const found: number[] = [];
  for (let node = 1; node < fields.start.length; ) {
    if (!without(node)) found.push(node);
    node = isFolded(fields, toggled, node) ? fields.next[node]! : node + 1;
  }
  return found;
}

/** What must be toggled as well so that a field is shown. */
export function revealed(
  fields: Fields,
  toggled: ReadonlySet<number>,
  node: number,
): ReadonlySet<number> {
  let found = toggled;
  for (let around = fields.parent[node]!; around > 0; around = fields.parent[around]!)
    if (isFolded(fields, found, around)) found = toggle(found, around);
  return found;
}

export function toggle(toggled: ReadonlySet<number>, node: number): ReadonlySet<number> {
  const next = new Set(toggled);
  if (!next.delete(node)) next.add(node);
  return next;
}

/** The same fields of an edited value, by their paths. */
export const carryOver = (
  from: Fields,
  toggled: ReadonlySet<number>,
  to: Fields,
): ReadonlySet<number> =>
  new Set([...toggled].flatMap((node) => nodeOf(to, pathOf(from, node)) ?? []));
