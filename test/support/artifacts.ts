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

/** A package as it would be published: the tarball, and the folder `package` with its files beside it. */
export interface Packed {
  readonly tarball: string;
  readonly files: string;
}

async function packed(name: string, from: string, of: readonly string[]): Promise<Packed> {
  const folder = await kept(name, of, (into) => {
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', into], {
      cwd: join(root, from),
      stdio: ['ignore', 'ignore', 'ignore'],
      shell: process.platform === 'win32',
    });
    const tarball = join(into, readdirSync(into)[0]!);
    execFileSync('tar', ['-xzf', tarball, '-C', into]);
  });
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))!;
  return { tarball: join(folder, tarball), files: join(folder, 'package') };
}

/** The library. */
export const packedPackage = (): Promise<Packed> =>
  packed('package', '.', [
    ...ofPackage,
    ...['codec.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md'],
  ]);

/** The command line. */
export const packedCommandLine = (): Promise<Packed> =>
  packed('commandline', 'apps/cli', [
    'package-lock.json',
    ...['package.json', 'dist', 'README.md', 'LICENSE'].map((of) => `apps/cli/${of}`),
  ]);
