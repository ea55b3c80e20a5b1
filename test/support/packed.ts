/** The package as users install it, in a folder of its own. */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packedPackage } from './artifacts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Packs what `npm run build` made, and installs it into a folder: as `npm install` of the tarball, but that the dependencies are
 * links to those of the repository, so that no network is needed.
 */
export async function installPacked(
  folder: string,
  alsoLinked: readonly string[] = [],
): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  cpSync((await packedPackage()).files, join(modules, 'avalanche-tx'), { recursive: true });
  const { dependencies, bin } = JSON.parse(
    readFileSync(join(modules, 'avalanche-tx', 'package.json'), 'utf8'),
  ) as { readonly dependencies: object; readonly bin: { readonly [name: string]: string } };
  for (const name of [...Object.keys(dependencies), ...alsoLinked]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
  for (const [name, file] of Object.entries(bin))
    symlinkSync(join('..', 'avalanche-tx', file), join(modules, '.bin', name));
}
