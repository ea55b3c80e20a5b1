/**
 * The API report: what each entry point exports, as TypeScript without comments. A change of the public surface is a change of these
 * files, which a review sees.
 *
 *     npm run build && npm run api                 write api/
 *     npm run build && npm run api -- --check      fail where it is not what was built
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Declared, Package } from './exported.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Declarations that are longer stand in the report as their length and hash. */
const longest = 4000;

/** TypeScript without comments and empty lines. */
function bare({ name, text }: Declared): string {
  const code = text
    .replace(
      /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|\/\*[\s\S]*?\*\/|\/\/.*$/gm,
      (_, quoted) => quoted ?? '',
    )
    .replace(/^\s*\n/gm, '')
    .trimEnd();
  if (code.length <= longest) return code;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  return `${name}: ${code.length} characters, sha256 ${hash}`;
}

const fenced = (lines: readonly string[]): string => `\`\`\`ts\n${lines.join('\n')}\n\`\`\``;

/** The reports by the names of their files. */
export function apiReports(): ReadonlyMap<string, string> {
  const built = new Package(root);
  const homes = new Map<string, string>();
  const reports = new Map<string, string>();
  for (const { module, exports } of built.entries) {
    const own: string[] = [];
    const others = new Map<string, string[]>();
    for (const [name, declared] of exports) {
      const shown = name === declared.name ? name : `${name} (${declared.name})`;
      const home = homes.get(declared.key);
      if (home !== undefined) others.set(home, [...(others.get(home) ?? []), shown]);
      else {
        homes.set(declared.key, module);
        if (name !== declared.name) own.push(`// exported as ${name}`);
        own.push(bare(declared));
      }
    }
    reports.set(
      `${module.replace('/', '.')}.md`,
      `${[
        `# ${module}`,
        ...[...others].map(
          ([home, names]) => `As from \`${home}\`: ${names.map((of) => `\`${of}\``).join(', ')}.`,
        ),
        ...(own.length > 0 ? [fenced(own)] : []),
      ].join('\n\n')}\n`,
    );
  }
  reports.set('not-exported.md', notExported(built, homes));
  return reports;
}

/** What exported declarations name, directly or not, and no entry point exports. */
function notExported(built: Package, exported: ReadonlyMap<string, string>): string {
  const found = new Map<string, Declared>();
  const todo = [...exported.keys()];
  for (let key = todo.pop(); key !== undefined; key = todo.pop())
    for (const name of built.find(key)?.names ?? []) {
      if (exported.has(name) || found.has(name)) continue;
      const declared = built.find(name);
      if (!declared) continue;
      found.set(name, declared);
      todo.push(name);
    }
  const files = new Map<string, Declared[]>();
  for (const [key, declared] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [file] = key.split(' ') as [string];
    files.set(file, [...(files.get(file) ?? []), declared]);
  }
  return `${[
    '# Not exported',
    'Declarations that those of the entry points name. They cannot be imported, but types depend on them.',
    ...[...files].flatMap(([file, all]) => [`## ${file}`, fenced(all.map(bare))]),
  ].join('\n\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = `${root}api/`;
  const reports = apiReports();
  if (process.argv.includes('--check')) {
    for (const [file, text] of reports)
      if (!existsSync(folder + file) || readFileSync(folder + file, 'utf8') !== text) {
        console.error(`api/${file} is not what was built: npm run api`);
        process.exitCode = 1;
      }
  } else {
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(folder)) rmSync(folder + file);
    for (const [file, text] of reports) writeFileSync(folder + file, text);
  }
}
