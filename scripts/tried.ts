/** The attacks of `test/attacks`, by adversary, from the titles of the tests: "what it wants: what stops it". */
import { readFileSync } from 'node:fs';
import { table } from './markdown.ts';

const adversaries = {
  node: 'A node',
  coordinator: 'A coordinator',
  cosigner: 'A co-signer',
  payee: 'A payee',
  device: 'The host of a device',
  registry: 'The package registry',
} as const;

const title =
  /( *\/\/ Succeeded at first\.\n)? {2}test(?:\.each\([\s\S]*?\n? {0,2}\]\))?\(\s*'([^\n]+)',/g;

/** Each attack of a file: what is wanted, what stops it, and whether it succeeded at first. */
function attacksOf(name: string): readonly (readonly [string, string, string])[] {
  const text = readFileSync(new URL(`../test/attacks/${name}.test.ts`, import.meta.url), 'utf8');
  const found = [...text.matchAll(title)].map(([, mended, said]) => {
    const plain = said!.replaceAll(' (%s)', '').replaceAll('%j', 'an amount');
    const at = plain.lastIndexOf(': ');
    return [plain.slice(0, at), plain.slice(at + 2), mended ? 'yes' : ''] as const;
  });
  const tests = text.match(/^ {2}test\b/gm) ?? [];
  if (found.length !== tests.length || found.some(([wants]) => wants === ''))
    throw new Error(`${name}: ${found.length} titles of ${tests.length} tests`);
  return found;
}

/** The section of the threat model. */
export const attacksTried = (): string =>
  Object.entries(adversaries)
    .map(([name, heading]) => {
      const all = attacksOf(name);
      return `### ${heading} (${all.length})\n\n${table(['it', 'what stops it', 'succeeded at first'], all)}`;
    })
    .join('\n\n');
