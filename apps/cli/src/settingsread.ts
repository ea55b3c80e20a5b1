/** Reads settings, and fills in the options that they have. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type JSONObject, parseJSON } from 'avalanche-tx';
import { UsageError } from '../../shared/failures.ts';
import type { Command, Parameter } from './commands/define.ts';
import { readBytes } from './input.ts';
import { type Setting, settings, settingsFile } from './settings.ts';

const settingNames = Object.keys(settings) as readonly Setting[];

/** A value that was not given as an option. */
interface Set {
  readonly values: readonly string[];
  /** Where it comes from: a variable, or the name of the file. */
  readonly from: string;
}

/** What the file sets. */
function readSettings(): Partial<Record<Setting, Set>> {
  const file = settingsFile();
  if (!existsSync(file)) {
    if (process.env.AVALANCHE_TX_CONFIG)
      throw new UsageError('AVALANCHE_TX_CONFIG names a file that does not exist');
    return {};
  }
  const wrong = (what: string) => new UsageError(`${file}: ${what}`);
  let json: JSONObject;
  try {
    json = parseJSON(readBytes(file).toString()) as JSONObject;
  } catch {
    throw wrong('cannot be read as JSON');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw wrong(`must be a JSON object with ${settingNames.join(', ')}`);
  const found: Partial<Record<Setting, Set>> = {};
  for (const [key, value] of Object.entries(json)) {
    const name = settingNames.find((of) => of === key);
    if (!name) throw wrong(`has keys other than ${settingNames.join(', ')}`);
    const values = [value].flat().map(String);
    const isMany = name === 'url';
    if (
      [value].flat().some((one) => typeof one !== 'string' || one === '') ||
      (!isMany && values.length !== 1)
    )
      throw wrong(`${name} must be a text${isMany ? ' or a list of texts' : ''}`);
    found[name] = {
      // A file that is named in a file is beside it.
      values: /File$/.test(name) ? values.map((of) => resolve(dirname(file), of)) : values,
      from: file,
    };
  }
  return found;
}

/** Returns the value of a setting; undefined if nothing sets it. */
function settingOf(name: Setting, file: () => Partial<Record<Setting, Set>>): Set | undefined {
  const variable = settings[name];
  const text = process.env[variable]?.trim();
  if (!text) return file()[name];
  return { values: name === 'url' ? text.split(/\s+/) : [text], from: variable };
}

/** An option whose value comes from a setting. */
export interface Filled {
  readonly option: string;
  readonly from: string;
}

/**
 * Fills in options that are not given and that a setting has.
 * @param values The values of a command's parameters, to which it adds.
 * @returns Which options it filled in, for errors.
 */
export function fillIn(command: Command, values: Record<string, unknown>): readonly Filled[] {
  let read: Partial<Record<Setting, Set>> | undefined;
  const file = () => (read ??= readSettings());
  const isGiven = (key: string) => {
    const value = values[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  };
  return Object.entries(command.parameters).flatMap(([key, parameter]): readonly Filled[] => {
    const { setting, option = '', repeats, unless = [] } = parameter as Parameter;
    if (!setting || [key, ...unless].some(isGiven)) return [];
    const found = settingOf(setting, file);
    if (!found) return [];
    values[key] = repeats ? [...found.values] : found.values[0];
    return [{ option, from: found.from }];
  });
}

/** Where the value of an option comes from if it is omitted; undefined if no setting has it now. */
export function sourceOf(setting: Setting): string | undefined {
  try {
    return settingOf(setting, readSettings)?.from;
  } catch {
    // The help is for those whose file is wrong as well.
    return undefined;
  }
}
