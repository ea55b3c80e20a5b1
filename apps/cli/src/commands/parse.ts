/** Reads the arguments of a command. */
import { named } from '../../../../src/errors/quote.ts';
import { UsageError } from '../input.ts';
import type { Command, Parameter } from './define.ts';
import { guess, listed } from './similar.ts';

/**
 * Reads arguments: options before, between and behind what is not one, `--option VALUE` or `--option=VALUE`, and no options after `--`.
 * @returns The values of the command's parameters.
 * @throws {UsageError} An option is unknown, misses its value or is repeated; an argument is missing or one too many.
 */
export function parseArguments(
  { name, parameters }: Pick<Command, 'name' | 'parameters'>,
  args: readonly string[],
): Record<string, unknown> {
  const given = new Map<Parameter, string[]>(Object.values(parameters).map((of) => [of, []]));
  const all = [...given.keys()];
  const options = new Map(all.flatMap((of) => (of.option ? [[of.option, of] as const] : [])));
  const places = all.filter(({ option }) => option === undefined);
  const rest = [...args];
  let isOver = false;
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (isOver || arg === '-' || !arg.startsWith('-')) {
      const place = places.find((of) => of.repeats || given.get(of)!.length === 0);
      if (!place) throw new UsageError(`${name} takes no further argument: ${named(arg)}`);
      given.get(place)!.push(checked(place, arg));
    } else if (arg === '--') isOver = true;
    else {
      const [, word = arg, own] = /^(--[^=]*)=(.*)$/s.exec(arg) ?? [];
      const option = options.get(word);
      if (!option)
        throw new UsageError(
          `${name} has no option ${named(word)}.${guess(word, [...options.keys()])}`,
        );
      given.get(option)!.push(checked(option, optionValue(option, own, rest, options)));
      if (!option.repeats && given.get(option)!.length > 1)
        throw new UsageError(`${word} can be given only once`);
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

/**
 * Returns the value of an option: the text after `=`, or the next argument. For an option without a value, its own
 * name.
 */
function optionValue(
  { option, metavar }: Parameter,
  own: string | undefined,
  rest: string[],
  options: ReadonlyMap<string, Parameter>,
): string {
  if (metavar === undefined) {
    if (own !== undefined) throw new UsageError(`${option} has no value`);
    return option!;
  }
  if (own !== undefined) return own;
  const [next] = rest;
  if (next === undefined || next === '--' || options.has(next))
    throw new UsageError(`${option} needs a value: ${metavar}`);
  rest.shift();
  return next;
}

function checked({ option, metavar, choices }: Parameter, value: string): string {
  if (choices && !choices.includes(value))
    throw new UsageError(`${option ?? metavar} must be ${listed(choices)}`);
  return value;
}
