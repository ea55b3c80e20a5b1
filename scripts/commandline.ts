/** How the programs are bundled: the command line, and the index. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RolldownOptions, rolldown } from 'rolldown';
import { aliases } from './aliases.ts';
import { isInside, lateModules } from './copied.ts';

/** A program, with the library and what else is not installed beside it. */
function program(name: string) {
  const folder = fileURLToPath(new URL(`../apps/${name}/`, import.meta.url));
  const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
    readonly dependencies: { readonly [name: string]: string };
  };
  const isInstalled = (id: string): boolean =>
    Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));
  const options: RolldownOptions = {
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
  return {
    folder,
    /** The program as it is built. */
    file: `${folder}dist/main.js`,
    options,
    /** Folders of the packages that it has code of: `node_modules/bech32`. */
    async packages(): Promise<readonly string[]> {
      const made = await rolldown(options);
      const { output } = await made.generate();
      const folders = output.flatMap((file) =>
        file.type !== 'chunk'
          ? []
          : Object.entries(file.modules).flatMap(([id, { renderedLength }]) => {
              const found = /.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(
                id.replaceAll('\\', '/'),
              );
              return found && renderedLength > 0 ? [found[1]!] : [];
            }),
      );
      return [...new Set(folders)].sort();
    },
  };
}

export const commandLine = program('cli');
export const indexProgram = program('index');
