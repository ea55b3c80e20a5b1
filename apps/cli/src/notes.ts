/** What an error says besides its message: the argument or file that it is about, and which options are from settings. */
import { existsSync } from 'node:fs';
import { faultOf, isError } from 'avalanche-tx';
import type { Command, Parameter } from './commands/define.ts';
import { InputError } from './input.ts';
import type { Filled } from './settingsread.ts';

/** The command that runs, as far as it is known. */
export interface Running {
  command?: Command;
  values?: Readonly<Record<string, unknown>>;
  filled?: readonly Filled[];
}

/** Parameters whose files hold secrets: errors never name them. */
const secrets: ReadonlySet<string> = new Set(['key', 'mnemonic', 'passphraseFile']);

/** The name of a parameter: `--state`, or `DRAFT`. */
const nameOf = ({ option, metavar = '' }: Parameter): string => option ?? metavar;

/** `--state: `, for an argument that cannot be read. */
export function leadOf(e: unknown, { command, values = {} }: Running): string {
  if (!(e instanceof InputError) || !command) return '';
  const found = Object.entries(command.parameters).find(([key]) =>
    [values[key]].flat().includes(e.argument),
  );
  return found ? `${nameOf(found[1])}: ` : '';
}

/** The file whose content is wrong, if it is one. The name of one that does not exist may be a key that was passed by mistake. */
function fileOf(e: unknown, { command, values = {} }: Running): string | undefined {
  if (!command || !isError(e)) return undefined;
  const { party, status } = faultOf(e);
  if (party !== 'user' || status !== 400) return undefined;
  const [first, second] = e.path;
  const own = Object.entries(command.parameters).find(
    ([key, { option }]) => first === key || option === `--${first}`,
  );
  const [, main] = Object.entries(command.parameters).find(([, { option }]) => !option) ?? [];
  const [key] = own ?? Object.entries(command.parameters).find(([, of]) => of === main) ?? [];
  if (key === undefined || secrets.has(key)) return undefined;
  const value = values[key];
  const file = Array.isArray(value) ? value[own && typeof second === 'number' ? second : 0] : value;
  return typeof file === 'string' && file !== '-' && existsSync(file) ? file : undefined;
}

/** Lines below the message. */
export function notesOf(e: unknown, running: Running): readonly string[] {
  const file = fileOf(e, running);
  return file === undefined ? [] : [`In ${file}.`];
}

/** The line above the message: which options are from settings. Empty if none is. */
export const sourcesOf = ({ filled = [] }: Running): string =>
  filled.length === 0
    ? ''
    : `${filled.map(({ option, from }) => `${option} is from ${from}`).join(', ')}.\n`;
