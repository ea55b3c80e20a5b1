/**
 * Builds the inspector out of `dist`: the single file for machines without a network, which the package of the command line contains, and the page of the website;
 * and the page of the playground.
 *
 *     npx tsx scripts/apps.ts                  apps/cli/dist/inspector.html (part of `npm run build`)
 *     npx tsx scripts/apps.ts --pages FOLDER   FOLDER/inspector/ and FOLDER/playground/ (part of `npm run site`)
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { welcome } from '../apps/inspector/welcome.ts';
import { headerOf } from './header.ts';
import { app, options } from './inspector.ts';
import {
  bundled,
  empty,
  fill,
  hashOf,
  icon,
  policyOf,
  root,
  writeHashed,
  writeSplit,
} from './page.ts';
import { playground } from './playground.ts';

/**
 * What a page may do: run its own script and style, show pictures that it made, and ask the node that its user names.
 * @param script Sources of scripts, as in a policy.
 * @param style Sources of styles.
 */
const policy = (script: string, style: string): string =>
  policyOf([
    `script-src ${script}`,
    `style-src ${style}`,
    'img-src data: blob:',
    'media-src blob: mediastream:',
    'connect-src http: https:',
  ]);

/** What is there before the script is. */
const firstLook = `<div class="welcome"><h1>${welcome.title}</h1><p>${welcome.about}</p></div>`;

/** The inspector as one file, which needs nothing beside it. */
async function singleFile(): Promise<string> {
  // A closing tag in a text would end the script.
  const script = (await bundled(`${app}main.tsx`, options)).replaceAll('</script', '<\\/script');
  const style = await bundled(`${app}style.css`);
  return fill(readFileSync(`${app}index.html`, 'utf8'), {
    CSP: policy(hashOf(script), hashOf(style)),
    HEADER: headerOf(),
    WELCOME: firstLook,
    GUIDE: '<code>avalanche-tx explain</code> does the same on the command line.',
    STYLE: `${icon}<style>${style}</style>`,
    SCRIPT: `<script type="module">${script}</script>`,
  });
}

/** The inspector as a page of the website: what a first look does not need loads later. */
async function page(folder: string): Promise<void> {
  empty(folder);
  const script = await writeSplit(folder, '/inspector/', 'inspector', `${app}main.tsx`, options);
  const style = writeHashed(folder, 'inspector', 'css', await bundled(`${app}style.css`));
  writeFileSync(
    join(folder, 'index.html'),
    fill(readFileSync(`${app}index.html`, 'utf8'), {
      CSP: policy("'self'", "'self'"),
      HEADER: headerOf('Inspector'),
      WELCOME: firstLook,
      GUIDE: '<a href="/guides/inspector">What it shows, and how to use it</a>',
      STYLE: `${icon}<link rel="stylesheet" href="/inspector/${style}">`,
      SCRIPT: script,
    }),
  );
}

const { values } = parseArgs({ options: { pages: { type: 'string' } } });
if (values.pages === undefined) {
  writeFileSync(`${root}apps/cli/dist/inspector.html`, await singleFile());
  // The index begins with it.
  for (const name of ['genesis-mainnet.bin.gz', 'genesis-fuji.bin.gz'])
    copyFileSync(`${root}vectors/${name}`, `${root}apps/index/dist/${name}`);
} else {
  await page(join(values.pages, 'inspector'));
  await playground(join(values.pages, 'playground'));
}
