/**
 * The API report: what each entry point exports, as TypeScript without comments. A change of the public surface is a change of these
 * files, which a review sees. `npm run build && npm run api` writes `api/`; a test compares it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Declared, Package } from './exported.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Declarations that are longer stand in the report as their length and hash. */
const longest = 6000;

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
  return reports;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(`${root}dist/index.d.ts`)) {
    console.error('The package is not built: npm run build');
    process.exit(2);
  }
  const folder = `${root}api/`;
  const reports = apiReports();
  for (const file of readdirSync(folder)) rmSync(folder + file);
  for (const [file, text] of reports) writeFileSync(folder + file, text);
}
