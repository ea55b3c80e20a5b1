/** Every public function has the name by which it is imported: in outlines, stack traces and errors. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, string | { readonly default: string }>;
};
const entries = Object.entries(exports).flatMap(([name, target]) =>
  typeof target === 'string'
    ? []
    : [[name, target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')] as const],
);

it.each(entries)('functions of %s', async (_, file) => {
  const module = (await import(new URL(file, root).href)) as Record<string, unknown>;
  const functions = Object.entries(module).filter(([, value]) => typeof value === 'function');
  expect(functions.map(([, value]) => (value as () => unknown).name)).toEqual(
    functions.map(([name]) => name),
  );
});
