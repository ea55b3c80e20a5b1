/** The package as users install it, in a folder of its own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Packs what `npm run build` made, and installs it into a folder: as `npm install` of the tarball, but that the dependencies are
 * links to those of the repository, so that no network is needed.
 */
export function installPacked(folder: string, alsoLinked: readonly string[] = []): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const tarball = execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim();
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', modules]);
  renameSync(join(modules, 'package'), join(modules, 'avalanche-tx'));
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
