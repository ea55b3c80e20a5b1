/** The pages of the reference, from the declarations of the built package. */
import { type Declared, type Entry, Package } from '../../scripts/exported.ts';
import { errorCodes } from '../../src/errors/codes.ts';
import { docOf, safe } from './doc.ts';
import { asFunction, wrapLines } from './signature.ts';

const codes: ReadonlySet<string> = new Set(Object.keys(errorCodes));

/** The page of an entry point. */
const fileOf = (module: string): string =>
  `${module === 'avalanche-tx' ? 'avalanche-tx' : module.slice('avalanche-tx/'.length)}.md`;

/** Longer declarations that others take their fields from are not shown with them. */
const longest = 2500;

const kinds = [
  ['function', 'Functions'],
  ['value', 'Values'],
  ['type', 'Types'],
] as const;

/** Functions that are declared as constants are functions to readers. */
const kindOf = ({ kind, text }: Declared): Declared['kind'] =>
  kind === 'value' && /^declare const \w+: (<[^=]*>)?\(/.test(text) && !text.includes('(s: ')
    ? 'function'
    : kind;

const shownText = (declared: Declared): string =>
  wrapLines(
    (kindOf(declared) === 'function' ? asFunction(declared.text) : declared.text).replace(
      /^declare /gm,
      '',
    ),
  );

/** Where a declaration has its section: the first entry point that exports it. */
interface Home {
  readonly module: string;
  readonly name: string;
  readonly anchor: string;
}

/** The sections of all pages, by what is declared. Names that differ in case alone get numbers, as hosts of repositories give them. */
function homesOf({ entries }: Package): ReadonlyMap<string, Home> {
  const homes = new Map<string, Home>();
  for (const { module, exports } of entries) {
    const taken = new Map<string, number>();
    for (const [kind] of kinds)
      for (const [name, declared] of exports) {
        if (homes.has(declared.key) || kindOf(declared) !== kind) continue;
        const lower = name.toLowerCase();
        const count = taken.get(lower) ?? 0;
        taken.set(lower, count + 1);
        const anchor = count === 0 ? lower : `${lower}-${count}`;
        homes.set(declared.key, { module, name, anchor });
      }
  }
  return homes;
}

/** The pages by the names of their files. */
export function referencePages(root: string): ReadonlyMap<string, string> {
  const built = new Package(root);
  const homes = homesOf(built);
  return new Map([
    ['index.md', indexPage(built.entries, homes)],
    ...built.entries.map(
      (entry) => [fileOf(entry.module), entryPage(entry, built, homes)] as const,
    ),
  ]);
}

function linkTo(key: string, homes: ReadonlyMap<string, Home>, from: string): string | undefined {
  const home = homes.get(key);
  if (!home) return undefined;
  const page = home.module === from ? '' : fileOf(home.module);
  return `[\`${home.name}\`](${page}#${home.anchor})`;
}

/** TypeScript as a block that is read and does not run. */
const code = (text: string): string => `\`\`\`ts fragment\n${text}\n\`\`\``;

function section(
  name: string,
  declared: Declared,
  { module }: Entry,
  built: Package,
  homes: ReadonlyMap<string, Home>,
): string {
  const doc = docOf(declared.doc);
  // What a declaration takes its fields from is shown with it.
  const parts = declared.names
    .filter((key) => declared.text.includes(`typeof ${key.split(' ')[1]}`) && !homes.has(key))
    .flatMap((key) => built.find(key) ?? [])
    .filter(({ text }) => text.length <= longest);
  const links = [...declared.names, ...parts.flatMap(({ names }) => names)]
    .filter((key, i, all) => all.indexOf(key) === i && key !== declared.key)
    .flatMap((key) => linkTo(key, homes, module) ?? []);
  return [
    `### ${name}`,
    doc.text,
    code([shownText(declared), ...parts.map(({ text }) => wrapLines(text))].join('\n')),
    ...listed(
      'Parameters',
      doc.params.map(([param, text]) => `\`${param}\`: ${text}`),
    ),
    ...(doc.returns ? [`**Returns.** ${doc.returns}`] : []),
    ...(doc.throws.length > 0 ? [`**Errors.** ${doc.throws.map(withCodes).join(' ')}`] : []),
    ...(doc.deprecated === undefined ? [] : [`**Deprecated.** ${doc.deprecated}`]),
    ...(doc.examples.length > 0
      ? doc.examples.map((text) => code(withImports(text.trim(), module, built)))
      : []),
    ...(links.length > 0 ? [`See ${links.join(', ')}.`] : []),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** An example with the imports that it needs: from its own entry point, or from the root. */
function withImports(example: string, module: string, built: Package): string {
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(example);
  const seen = new Set<string>(
    [...example.matchAll(/^import \{([^}]*)\}/gm)].flatMap(([, names]) => names!.split(/[\s,]+/)),
  );
  const lines = [module, 'avalanche-tx'].flatMap((from) => {
    const { exports } = built.entries.find((of) => of.module === from)!;
    const names = [...exports]
      .filter(([name, { kind }]) => kind !== 'type' && uses(name) && !seen.has(name))
      .map(([name]) => name);
    for (const name of names) seen.add(name);
    return names.length > 0 ? [`import { ${names.join(', ')} } from '${from}';`] : [];
  });
  return [...lines, ...(lines.length > 0 ? [''] : []), example].join('\n');
}

const listed = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`**${title}**`, items.map((item) => `- ${item}`).join('\n')];

/** What is said of errors, with a link behind each code. */
const withCodes = (text: string): string =>
  text
    .replace(/^\{AvalancheError\} ?/, '')
    .replace(/`([A-Z]\w+)`/g, (all, name: string) =>
      codes.has(name) ? `[${all}](../errors/${name}.md)` : all,
    );

function entryPage(entry: Entry, built: Package, homes: ReadonlyMap<string, Home>): string {
  const { module, about, exports } = entry;
  const own = [...exports].filter(([, { key }]) => homes.get(key)?.module === module);
  const others = [...exports].filter(([, { key }]) => homes.get(key)?.module !== module);
  return `${[
    `# ${module}`,
    safe(about),
    ...(others.length > 0
      ? [
          `Also exported here: ${others.map(([, { key }]) => linkTo(key, homes, module)).join(', ')}.`,
        ]
      : []),
    ...kinds.flatMap(([kind, title]) => {
      const here = own.filter(([, declared]) => kindOf(declared) === kind);
      return here.length === 0
        ? []
        : [
            `## ${title}`,
            ...here.map(([name, declared]) => section(name, declared, entry, built, homes)),
          ];
    }),
  ]
    .filter((text) => text !== '')
    .join('\n\n')}\n`;
}

function indexPage(entries: readonly Entry[], homes: ReadonlyMap<string, Home>): string {
  const rows = entries.map(
    ({ module, about, exports }) =>
      `| [\`${module}\`](${fileOf(module)}) | ${exports.size} | ${safe(about).replace(/\s+/g, ' ').replaceAll('|', '\\|')} |`,
  );
  const names = [...homes]
    .map(([key, { name }]) => [name, key] as const)
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  return `${[
    '# API',
    'Every export of every entry point: signature, documentation, errors, examples. These pages are made from the declarations of the package.',
    ['| entry point | exports | what it has |', '| --- | --: | --- |', ...rows].join('\n'),
    '## All names',
    names.map(([, key]) => linkTo(key, homes, '')).join(', '),
  ].join('\n\n')}\n`;
}
