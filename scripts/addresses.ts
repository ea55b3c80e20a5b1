/**
 * The addresses of the project, `homepage`, `repository` and `bugs` of `package.json`, and what follows from them by `npm run docs`. Before a
 * release fills them in, they are absent: then nothing prints a link.
 *
 *     npm run release -- --homepage URL --repository URL
 */
import { readFileSync } from 'node:fs';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

export interface Addresses {
  readonly homepage?: string;
  readonly repository?: string;
  readonly bugs?: string;
}

export const addressKeys = ['homepage', 'repository', 'bugs'] as const;

/** A manifest with these addresses instead of its own, before `type`. */
export function withAddresses(manifest: string, addresses: Addresses): string {
  const json = JSON.parse(manifest) as { readonly [key: string]: unknown };
  const entries = Object.entries(json)
    .filter(([key]) => !addressKeys.some((of) => of === key))
    .flatMap(([key, value]) =>
      key === 'type'
        ? [
            ...addressKeys.flatMap((of) => (addresses[of] ? [[of, addresses[of]] as const] : [])),
            [key, value] as const,
          ]
        : [[key, value] as const],
    );
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
}

/** The addresses in `package.json`. */
export const addresses = (): Addresses => JSON.parse(read('package.json')) as Addresses;

/** The README with links to the website instead of files, which npm does not have. */
export const withWebsite = (markdown: string, homepage: string): string =>
  markdown.replaceAll(/\]\((docs\/|CHANGELOG|SECURITY)([^)]*)\)/g, (_, folder, rest: string) => {
    if (folder === 'CHANGELOG') return `](${homepage}/project/changes)`;
    if (folder === 'SECURITY') return `](${homepage}/project/security)`;
    return `](${homepage}/${rest.replace(/(^|\/)index\.md/, '$1').replace(/\.md(?=#|$)/, '')})`;
  });

/** What follows from the addresses, by its path. */
export function addressPages(
  of: Addresses = addresses(),
  readme: string = read('README.md'),
): ReadonlyMap<string, string> {
  const { homepage = '' } = of;
  return new Map([
    [
      'src/errors/website.ts',
      `/** Made from \`homepage\` of \`package.json\` by \`npm run docs\`: do not edit. Empty before the first release: nothing then prints a link. */\nexport const website: string = '${homepage}';\n`,
    ],
    ...['apps/cli/package.json', 'apps/index/package.json'].map((path): [string, string] => [
      path,
      withAddresses(read(path), of),
    ]),
    ['README.md', homepage === '' ? readme : withWebsite(readme, homepage)],
  ]);
}
