/** How the command line is bundled, and what it then contains. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RolldownOptions, rolldown } from 'rolldown';
import { aliases } from './aliases.ts';
import { isInside, lateModules } from './copied.ts';

const folder = fileURLToPath(new URL('../apps/cli/', import.meta.url));

const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
  readonly dependencies: { readonly [name: string]: string };
};

/** The program as it is built. */
export const commandLine = `${folder}dist/main.js`;

const isInstalled = (id: string): boolean =>
  Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));

/** The command line, with the library and what else is not installed beside them. */
export const commandLineOptions: RolldownOptions = {
  input: { main: `${folder}src/main.ts` },
  platform: 'node',
  resolve: { symlinks: false },
  external: (id, from) => id.startsWith('node:') || (!isInside(id, from) && isInstalled(id)),
  plugins: [
    lateModules(isInstalled),
    {
      name: 'library',
      resolveId: (id) => aliases.find(({ find }) => find.test(id))?.replacement,
    },
  ],
};

/** Folders of the packages that the command line has code of: `node_modules/bech32`. */
export async function commandLinePackages(): Promise<readonly string[]> {
  const made = await rolldown(commandLineOptions);
  const { output } = await made.generate();
  const folders = output.flatMap((file) =>
    file.type !== 'chunk'
      ? []
      : Object.entries(file.modules).flatMap(([id, { renderedLength }]) => {
          const found = /.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'));
          return found && renderedLength > 0 ? [found[1]!] : [];
        }),
  );
  return [...new Set(folders)].sort();
}
