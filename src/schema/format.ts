import { AvalancheError } from '../errors/error.ts';

/** A format's name and number, such as `avalanche-tx draft 2`. */
const named = /^(.*) (\d{1,9})$/;

/**
 * Checks the format that a file of this library says.
 * @throws {AvalancheError} `BadVersion`: another number, with what to do; or no such file.
 */
export function verifyFormat(found: unknown, format: string): void {
  if (found === format) return;
  const [, name, number] = named.exec(format)!;
  const [, foundName, foundNumber] = named.exec(typeof found === 'string' ? found : '') ?? [];
  throw new AvalancheError(
    'BadVersion',
    foundName === name
      ? `has format ${foundNumber}, this version reads format ${number}: ${Number(foundNumber) > Number(number) ? 'update avalanche-tx' : 'make it again with this version'}`
      : `must be "${format}"`,
    { version: typeof found === 'string' ? found.slice(0, 40) : typeof found },
  ).at('format');
}
