/** The JSON form of a declaration that only checks arguments: its structure, with the forms of the values in it. */
import type {
  Argument,
  Check,
  ListCheck,
  MapCheck,
  ObjectCheck,
  Parts,
  WordCheck,
} from './check.ts';
import { list, map } from './collection.ts';
import { oneOf, string } from './leaf.ts';
import { object } from './object.ts';
import { type AnySchema, optional, type Schema } from './schema.ts';

/** The JSON forms of the values of a declaration. */
export type Forms = readonly (readonly [declared: Check, form: AnySchema])[];

/**
 * Returns the schema of a declaration. Objects, lists, maps and words have the form of their kind.
 * @param forms The form of every other value, by its declaration.
 */
export function schemaOf<C extends Check>(declared: C, forms: Forms): Schema<Argument<C>> {
  return (
    declared.optional ? optional(formOf(declared, forms)) : formOf(declared, forms)
  ) as Schema<Argument<C>>;
}

function formOf(declared: Check, forms: Forms): AnySchema {
  // What is optional is a copy that has the same check.
  const known = forms.find(([{ check }]) => check === declared.check);
  if (known) return known[1];
  const { parts, element, value, words } = declared as Partial<
    ObjectCheck<Parts> & ListCheck<Check> & MapCheck<Check> & WordCheck<string>
  >;
  if (parts)
    return object(
      Object.fromEntries(
        Object.entries(parts).map(([key, part]) => [key, [schemaOf(part, forms), '']] as const),
      ),
    ) as AnySchema;
  if (element) return list(schemaOf(element, forms)) as AnySchema;
  if (words) return oneOf(...words) as AnySchema;
  if (value) return map(string, schemaOf(value, forms)) as AnySchema;
  throw new Error(`no form of ${declared.name} is declared`);
}
