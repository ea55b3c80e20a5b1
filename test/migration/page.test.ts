/** The pages show the code that runs here: each block, its imports apart, is the region of a file that its mark names. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The lines between `// #region NAME` and `// #endregion`, without their indentation. */
function regionOf(file: string, name: string): string {
  const [, indent, body] =
    new RegExp(`^( *)// #region ${name}\\n(.*?)^ *// #endregion`, 'ms').exec(read(file)) ?? [];
  if (body === undefined) throw new Error(`${file} has no region ${name}`);
  return body.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd();
}

it.each([
  ['migration.md', 44],
  ['migration/sdk.md', 28],
])('%s shows code that the tests run', (page, count) => {
  const marks = [
    ...read(`../../docs/${page}`).matchAll(/<!-- code (\S+) (\S+) -->\n+```ts[^\n]*\n(.*?)\n```/gs),
  ];
  expect(marks).toHaveLength(count);
  for (const [, file, region, code] of marks)
    expect(code!.replace(/^(import [^;]+;\n)+\n/, ''), `${file} ${region}`).toBe(
      regionOf(file!, region!),
    );
});
