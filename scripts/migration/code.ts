/** Code of tests as the guide shows it: a region of a file, with the imports that it needs. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryPoints } from '../publicnames.ts';
import { parseSource } from '../source.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = 'test/migration';

/** The package that a file of the tests imports from, as a user names it; nothing if it is another file of the tests. */
function packageOf(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return specifier;
  const path = posix.join(folder, posix.dirname(file), specifier);
  const point = [...entryPoints(root)].find(([, source]) => `src/${source}` === path);
  return point && `avalanche-tx${point[0].slice(1)}`;
}

const importLine = (names: readonly string[], from: string): string => {
  const line = `import { ${names.join(', ')} } from '${from}';`;
  return line.length <= 100
    ? line
    : `import {\n${names.map((n) => `  ${n},`).join('\n')}\n} from '${from}';`;
};

/**
 * The code between `// #region NAME` and `// #endregion`, without its indentation, and the imports that it uses.
 * @param file Under `test/migration`.
 */
export function codeOf(file: string, region: string): string {
  const text = readFileSync(`${root}${folder}/${file}`, 'utf8');
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() === `// #region ${region}`);
  if (start < 0) throw new Error(`${file} has no region ${region}`);
  const end = lines.findIndex((line, i) => i > start && line.trim() === '// #endregion');
  const indent = lines[start]!.length - lines[start]!.trimStart().length;
  const body = lines
    .slice(start + 1, end)
    .map((line) => line.slice(indent))
    .join('\n');
  const words = new Set(body.replaceAll(/'[^'\n]*'/g, '').match(/(?<![.\w])[A-Za-z_]\w*(?!\w*:)/g));
  const { module } = parseSource(file, text);
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const from = packageOf(file, moduleRequest.value);
    const names = entries
      .filter(({ isType, localName }) => !isType && words.has(localName.value))
      .map(({ localName }) => localName.value);
    return from !== undefined && names.length > 0 ? [{ from, names }] : [];
  });
  const sorted = imports.sort((a, b) => (a.from < b.from ? -1 : 1));
  return [
    ...sorted.map(({ from, names }) => importLine(names, from)),
    ...(sorted.length > 0 ? [''] : []),
    body,
  ].join('\n');
}
