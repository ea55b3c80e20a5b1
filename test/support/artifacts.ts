/** What is built from `dist` for tests: pages, the website and the packed package. See `kept`; `dist` itself is of `npm run build`. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kept } from '../../scripts/kept.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const ofPackage = ['package.json', 'package-lock.json', 'dist'];

/** The folder with the pages of `apps/`: `inspector/` and `playground/`. */
export const builtPages = (): Promise<string> =>
  kept('pages', [...ofPackage, 'apps', 'docs', 'scripts', 'site/playground'], (folder) => {
    const args = ['--import', 'tsx', 'scripts/apps.ts', '--pages', folder];
    execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
  });

/** The folder of the website. */
export const builtSite = (): Promise<string> =>
  kept('site', [...ofPackage, 'apps', 'docs', 'scripts', 'site', 'src', 'README.md'], (folder) => {
    execFileSync('npm', ['run', '--silent', 'site'], { cwd: root, stdio: 'pipe' });
    cpSync(join(root, 'site/.vitepress/dist'), folder, { recursive: true });
  });

/** The tarball that would be published, and the folder `package` with its files beside it. */
export async function packedPackage(): Promise<{
  readonly tarball: string;
  readonly files: string;
}> {
  const published = ['src', 'docs', 'man', 'codec.json', 'README.md', 'LICENSE'];
  const pages = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  const folder = await kept('package', [...ofPackage, ...published, ...pages], (into) => {
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', into], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore'],
      shell: process.platform === 'win32',
    });
    const tarball = join(into, readdirSync(into)[0]!);
    execFileSync('tar', ['-xzf', tarball, '-C', into]);
  });
  const name = readdirSync(folder).find((of) => of.endsWith('.tgz'))!;
  return { tarball: join(folder, name), files: join(folder, 'package') };
}
