/** The JSON that the pages of commands show, to compare it with what they print. */
import { commands } from '../src/commands/index.ts';

/** What the page of a command says that it prints. */
export const said = (name: string) =>
  commands.find((of) => of.name === name)!.prints!.lines.map((line) => JSON.parse(line));

/** The keys of a value and the types of what they have; of a list, those of its first element. */
export const shape = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.slice(0, 1).map(shape)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, of]) => [key, shape(of)])
      : typeof value;
