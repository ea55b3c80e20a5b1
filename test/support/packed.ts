/** The packages as users install them, in a folder of their own. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Packed, packedCommandLine, packedPackage } from './artifacts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const link = (modules: string, names: readonly string[]): void => {
  for (const name of names) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    if (!existsSync(join(modules, name)))
      symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
};

function install(folder: string, { files }: Packed, alsoLinked: readonly string[]): void {
  const modules = join(folder, 'node_modules');
  const {
    name,
    dependencies,
    bin = {},
  } = JSON.parse(readFileSync(join(files, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly dependencies: object;
    readonly bin?: { readonly [name: string]: string };
  };
  mkdirSync(join(modules, '.bin'), { recursive: true });
  cpSync(files, join(modules, name), { recursive: true });
  link(modules, [...Object.keys(dependencies), ...alsoLinked]);
  for (const [command, file] of Object.entries(bin))
    symlinkSync(join('..', name, file), join(modules, '.bin', command));
}

/**
 * Packs what `npm run build` made, and installs the library into a folder: as `npm install` of the tarball, but that the dependencies are
 * links to those of the repository, so that no network is needed.
 */
export async function installPacked(
  folder: string,
  alsoLinked: readonly string[] = [],
): Promise<void> {
  install(folder, await packedPackage(), alsoLinked);
}

/** The same with the command line. */
export async function installCommandLine(folder: string): Promise<void> {
  install(folder, await packedCommandLine(), []);
}
