/**
 * Builds or serves the website. The package has to be built: code blocks are checked against its types.
 *
 *     npm run site           into `site/.vitepress/dist`
 *     npm run site:dev       on loopback, anew with every change of a page
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, createServer } from 'vitepress';

const here = fileURLToPath(new URL('.', import.meta.url));

if (!existsSync(`${here}../dist/index.d.ts`)) {
  console.error('The package is not built, and the site shows its types: npm run build');
  process.exit(2);
}

const { scripts } = JSON.parse(readFileSync(`${here}package.json`, 'utf8')) as {
  readonly scripts: { readonly [name: string]: string };
};
// Pages that are made from the source.
if (scripts.reference !== undefined)
  execFileSync('npm', ['run', '--silent', 'reference'], { cwd: here, stdio: 'inherit' });

if (process.argv.includes('--serve')) {
  const server = await createServer(here);
  await server.listen();
  server.printUrls();
} else {
  const start = performance.now();
  await build(here);
  // The pages that are applications: the inspector and the playground.
  execFileSync('npx', ['tsx', 'scripts/apps.ts', '--pages', `${here}.vitepress/dist`], {
    cwd: `${here}..`,
    stdio: 'inherit',
  });
  console.log(`built in ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
