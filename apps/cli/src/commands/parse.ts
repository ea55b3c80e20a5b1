/** Reads the arguments of a command. */
import { parseArgs } from 'node:util';
import { UsageError } from '../../../shared/failures.ts';
import { named } from '../quote.ts';
import type { Command, Parameter } from './define.ts';
import { guess, listed } from './similar.ts';

/**
 * Reads options and arguments in any order: `--option VALUE` or `--option=VALUE`, and no options after `--`.
 * @returns The values of the command's parameters.
 * @throws {UsageError} An option is unknown, has no value or is repeated; an argument is missing or unexpected.
 */
export function parseArguments(
  { name, parameters }: Pick<Command, 'name' | 'parameters'>,
  args: readonly string[],
): Record<string, unknown> {
  const all = Object.values(parameters);
  const options = new Map(all.flatMap((of) => (of.option ? [[of.option, of] as const] : [])));
  const places = all.filter(({ option }) => option === undefined);
  const given = new Map<Parameter, string[]>(all.map((of) => [of, []]));
  const { tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      [...options].map(([option, { metavar }]) => [
        option.slice('--'.length),
        { type: metavar === undefined ? 'boolean' : 'string' },
      ]),
    ),
  });
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const place = places.find((of) => of.repeats || given.get(of)!.length === 0);
      if (!place) throw new UsageError(`${name} takes no further argument: ${named(token.value)}`);
      given.get(place)!.push(checked(place, token.value));
    } else if (token.kind === 'option') {
      const { rawName, value, inlineValue } = token;
      const option = options.get(rawName);
      if (!option)
        throw new UsageError(
          `${name} has no option ${named(rawName)}.${guess(rawName, [...options.keys()])}`,
        );
      if (option.metavar === undefined && value !== undefined)
        throw new UsageError(`${rawName} takes no value`);
      const isMissing =
        !inlineValue && (value === undefined || value === '--' || options.has(value));
      if (option.metavar !== undefined && isMissing)
        throw new UsageError(`${rawName} needs a value: ${option.metavar}`);
      given.get(option)!.push(checked(option, value ?? rawName));
      if (!option.repeats && given.get(option)!.length > 1)
        throw new UsageError(`${rawName} can be given only once`);
    }
  }
  for (const place of places)
    if (given.get(place)!.length < place.least)
      throw new UsageError(
        `${name} needs ${place.least === 1 ? 'an argument' : `${place.least} arguments`}: ${place.metavar}`,
      );
  return Object.fromEntries(
    Object.entries(parameters).map(([key, of]) => {
      const found = given.get(of)!;
      return [key, of.repeats ? found : of.metavar === undefined ? found.length > 0 : found[0]];
    }),
  );
}

function checked({ option, metavar, choices }: Parameter, value: string): string {
  if (choices && !choices.includes(value))
    throw new UsageError(`${option ?? metavar} must be ${listed(choices)}`);
  return value;
}
