/**
 * Writes what both packages depend on, beside what is built: `sbom.cdx.json`, a bill of materials by `npm sbom` (CycloneDX), and
 * `LICENSES.txt`, licences with versions. What a package imports is installed beside it; packages of which its files have copies are listed
 * as parts of these files. Both follow from `package-lock.json` and the sources alone: no time, no random number and no folder is in them,
 * so that whoever builds gets the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandLinePackage, commandLinePackages } from './commandline.ts';
import { copied } from './copied.ts';
import { inspectorPackages } from './inspector.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string };
    readonly expression?: string;
  }[];
}

interface BOM {
  readonly serialNumber?: string;
  readonly metadata: {
    readonly timestamp?: string;
    readonly tools: readonly { readonly version?: string }[];
    readonly component: Component;
  };
  readonly components: readonly object[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** A package that is published. */
interface Published {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly dependencies: { readonly [name: string]: string };
}
const library = JSON.parse(read('package.json')) as Published;

const listed = JSON.parse(
  execFileSync(
    'npm',
    [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=library',
      '--package-lock-only',
      // The website is not published, and npm objects to the second compiler that its generators use.
      '--workspaces=false',
    ],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    },
  ),
) as BOM;

/**
 * What users of a package install: `--omit=dev` would leave out what a tool for development depends on as well. Whatever the command line
 * depends on, the library depends on too.
 */
function installed(dependencies: Published['dependencies']): readonly Component[] {
  const { components: all, dependencies: edges } = listed;
  const components = all as readonly Component[];
  const next = new Map(edges.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const byRef = new Map(components.map((of) => [of['bom-ref'], of]));
  const found = new Set<Component>();
  const add = (ref: string): void => {
    const component = byRef.get(ref);
    if (!component || found.has(component)) return;
    found.add(component);
    next.get(ref)?.forEach(add);
  };
  const own = next.get(listed.metadata.component['bom-ref']) ?? [];
  for (const ref of own) if (Object.hasOwn(dependencies, byRef.get(ref)?.name ?? '')) add(ref);
  const names = new Set([...found].map((of) => of.name));
  const missing = Object.keys(dependencies).filter((of) => !names.has(of));
  if (missing.length > 0) throw new Error(`not in the bill of materials: ${missing.join(', ')}`);
  return [...found].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
}

const locked = JSON.parse(read('package-lock.json')) as {
  readonly packages: {
    readonly [folder: string]: { readonly version?: string; readonly license?: string };
  };
};

/** A package of which a file has a copy. */
interface Copied extends Component {
  readonly type: 'library';
  readonly purl: string;
  /** Where it is in the repository. */
  readonly folder: string;
}

function copiedFrom(file: string, folder: string): Copied {
  const { version, license } = locked.packages[folder] ?? {};
  if (version === undefined) throw new Error(`${folder} is not in package-lock.json`);
  const called = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return {
    'bom-ref': `${file}:${called}@${version}`,
    type: 'library',
    name: called,
    version,
    purl: `pkg:npm/${called.replace('@', '%40')}@${version}`,
    ...(license !== undefined && {
      licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    folder,
  };
}

function titleOf({ name: of, version, licenses = [] }: Component): string {
  return `${of} ${version} (${licenses.map(({ license, expression }) => license?.id ?? expression).join(', ')})`;
}

/** The text of the licence in a folder. */
function licenceIn(folder: string): string {
  const file = readdirSync(`${root}${folder}`).find((path) => /^licen[sc]e/i.test(path));
  return file ? read(`${folder}/${file}`).trim() : '';
}

function licenceOf(of: Component): string {
  // npm puts a version that others do not want beside who wants it.
  const [folder] =
    Object.entries(locked.packages).find(
      ([path, found]) => path.endsWith(`node_modules/${of.name}`) && found.version === of.version,
    ) ?? [];
  if (folder === undefined) throw new Error(`${of.name} ${of.version} is not in package-lock.json`);
  return `${titleOf(of)}\n\n${licenceIn(folder)}`.trim();
}

const line = `\n\n${'-'.repeat(80)}\n\n`;

/**
 * Writes both files of a package.
 * @param dist Where they belong.
 * @param copies Files with the folders of the packages that they have copies of.
 */
function write(
  { name, version, description, dependencies }: Published,
  dist: string,
  copies: Readonly<Record<string, readonly string[]>>,
): void {
  const components = installed(dependencies);
  const copied = Object.entries(copies).map(
    ([file, folders]) => [file, folders.map((of) => copiedFrom(file, of))] as const,
  );
  const { serialNumber: _, metadata, ...rest } = listed;
  const { timestamp: __, tools, component, ...more } = metadata;
  const ref = `${name}@${version}`;
  const own = components.filter((of) => Object.hasOwn(dependencies, of.name));
  const refs = new Set(components.map((of) => of['bom-ref']));
  const bom: BOM = {
    ...rest,
    metadata: {
      ...more,
      tools: tools.map(({ version: ___, ...tool }) => tool),
      component: {
        ...component,
        ...{ 'bom-ref': ref, name, version, description, purl: `pkg:npm/${ref}` },
      },
    },
    components: [
      ...components,
      ...copied.map(([file, parts]) => ({
        'bom-ref': file,
        type: 'file',
        name: file,
        description:
          'Has copies of its components: a fix of one of them reaches it with a release of this package.',
        components: parts.map(({ folder: ____, ...of }) => of),
      })),
    ],
    dependencies: [
      { ref, dependsOn: own.map((of) => of['bom-ref']).sort() },
      ...listed.dependencies
        .filter((of) => refs.has(of.ref))
        .map((of) => ({
          ref: of.ref,
          dependsOn: of.dependsOn.filter((to) => refs.has(to)).sort(),
        })),
    ],
  };
  writeFileSync(`${root}${dist}/sbom.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`);
  writeFileSync(
    `${root}${dist}/LICENSES.txt`,
    `${[
      'Packages that this one depends on. They are installed beside it, and its modules import them.',
      ...components.map(licenceOf),
      ...copied.flatMap(([file, parts]) => [
        `Packages of which ${file} has copies:`,
        ...parts.map((of) => `${titleOf(of)}\n\n${licenceIn(of.folder)}`.trim()),
      ]),
    ].join(line)}\n`,
  );
}

write(library, 'dist', { 'dist/node/*.js': copied.map((name) => `node_modules/${name}`) });
write(commandLinePackage, 'apps/cli/dist', {
  'dist/*.js': await commandLinePackages(),
  'dist/inspector.html': await inspectorPackages(),
});
