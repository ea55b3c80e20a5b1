/** What the pages of `apps/` share: how their scripts are bundled, hashed and put into HTML. See `scripts/apps.ts`. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

export const root: string = fileURLToPath(new URL('../', import.meta.url));

const common = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
  // What bundlers of applications choose: modules one by one, so that what is not used is dropped.
  conditions: ['module', 'browser'],
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // As in a project of a user: the paths of this one lead to sources for Node.
  tsconfigRaw: '{}',
  absWorkingDir: root,
  logLevel: 'error',
} satisfies BuildOptions;

const sha256 = (text: string) => createHash('sha256').update(text);

/** The hash of a script or style as a policy has it. */
export const hashOf = (text: string): string => `'sha256-${sha256(text).digest('base64')}'`;

/** A content security policy that allows nothing but what the rules say. */
export const policyOf = (rules: readonly string[]): string =>
  ["default-src 'none'", ...rules, "base-uri 'none'", "form-action 'none'"].join('; ');

/** The icon as part of the page: policies allow it, and a single file has it with it. */
export const icon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(readFileSync(`${root}site/public/icon.svg`, 'utf8').trim())}">`;

/** Puts parts in place of their comments: `<!-- SCRIPT -->`. */
export const fill = (template: string, parts: { readonly [name: string]: string }): string =>
  template.replaceAll(
    /<!-- (CSP|STYLE|SCRIPT|DATA|HEADER|GUIDE|WELCOME) -->/g,
    (_, name: string) =>
      name === 'CSP'
        ? `<meta http-equiv="Content-Security-Policy" content="${parts[name]}">`
        : parts[name]!,
  );

/** The text of a script or style sheet with all that it imports. */
export async function bundled(path: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({ ...common, ...options, entryPoints: [path] });
  return outputFiles![0]!.text;
}

/** Folders of the packages of which a script has code in it, in their order: `node_modules/preact`. */
export async function packagesIn(
  path: string,
  options: BuildOptions = {},
): Promise<readonly string[]> {
  const { metafile } = await build({ ...common, ...options, entryPoints: [path], metafile: true });
  const folders = Object.values(metafile!.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => {
      // Where node_modules is a link, as in a clone that borrows them, the path leads out of the repository.
      const path = file.replace(/^\.\.\/.*?(?=node_modules\/)/, '');
      const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path);
      return found && bytesInOutput > 0 ? [found[0]] : [];
    }),
  );
  return [...new Set(folders)].sort();
}

/** Makes a folder empty. */
export function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** Writes a file whose name has the hash of its content, and gives the name. */
export function writeHashed(folder: string, name: string, extension: string, text: string): string {
  const file = `${name}-${sha256(text).digest('hex').slice(0, 8)}.${extension}`;
  writeFileSync(join(folder, file), text);
  return file;
}

/**
 * Writes a script and the parts of it that load later, and gives the elements that load it: what it imports at once is named, so that no
 * browser has to read one file to learn of the next.
 * @param base Where the folder is on the site.
 */
export async function writeSplit(
  folder: string,
  base: string,
  name: string,
  path: string,
  options: BuildOptions = {},
): Promise<string> {
  const { outputFiles, metafile } = await build({
    ...common,
    ...options,
    entryPoints: { [name]: path },
    outdir: folder,
    splitting: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  });
  for (const { path: file, contents } of outputFiles!) writeFileSync(file, contents);
  // What `import()` loads is an entry point too, and so is a style sheet.
  const [file] = Object.entries(metafile!.outputs).find(
    ([output, { entryPoint }]) => entryPoint?.endsWith('main.tsx') && output.endsWith('.js'),
  )!;
  const imported = new Set<string>();
  const visit = (output: string): void => {
    for (const { path: to, kind, external } of metafile!.outputs[output]!.imports)
      if (kind === 'import-statement' && !external && !imported.has(to)) {
        imported.add(to);
        visit(to);
      }
  };
  visit(file);
  const address = (output: string): string => `${base}${output.split('/').at(-1)}`;
  return [
    ...[...imported].map((of) => `<link rel="modulepreload" href="${address(of)}">`),
    `<script type="module" src="${address(file)}"></script>`,
  ].join('\n');
}
