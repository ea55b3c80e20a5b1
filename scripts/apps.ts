/**
 * Builds the inspector out of `dist`: the single file for machines without a network, which the package contains, and the page of the website;
 * and the page of the playground.
 *
 *     npx tsx scripts/apps.ts                  dist/inspector.html (part of `npm run build`)
 *     npx tsx scripts/apps.ts --pages FOLDER   FOLDER/inspector/ and FOLDER/playground/ (part of `npm run site`)
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { playground } from './playground.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const app = `${root}apps/inspector/`;

const common = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
  // What bundlers of applications choose: modules one by one, so that what is not used is dropped.
  conditions: ['module', 'browser'],
  legalComments: 'none',
  // The client of the Ledger app imports Ledger's kits for Ethereum, which are not used and make 220 kB gzipped.
  alias: {
    '@ledgerhq/device-signer-kit-ethereum': `${app}drafts/ledger/noevm.ts`,
    '@ledgerhq/device-management-kit': `${app}drafts/ledger/noevm.ts`,
  },
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // The repository's own leads to sources for Node.
  tsconfigRaw: {},
  absWorkingDir: root,
  logLevel: 'error',
} satisfies BuildOptions;

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * What a page may do: run its own script and style, show pictures that it made, and ask the node that its user names.
 * @param script Sources of scripts, as in a policy.
 * @param style Sources of styles.
 */
const policy = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    'img-src data: blob:',
    'media-src blob: mediastream:',
    'connect-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

function fill(template: string, parts: { readonly [name: string]: string }): string {
  return template.replaceAll(/<!-- (CSP|STYLE|SCRIPT) -->/g, (_, name: string) =>
    name === 'CSP'
      ? `<meta http-equiv="Content-Security-Policy" content="${parts[name]}">`
      : parts[name]!,
  );
}

const styleOf = async (): Promise<string> => {
  const { outputFiles } = await build({ ...common, entryPoints: [`${app}style.css`] });
  return outputFiles[0]!.text;
};

/** The inspector as one file, which needs nothing beside it. */
async function singleFile(): Promise<string> {
  const { outputFiles } = await build({ ...common, entryPoints: [`${app}main.tsx`] });
  // A closing tag in a text would end the script.
  const script = outputFiles[0]!.text.replaceAll('</script', '<\\/script');
  const style = await styleOf();
  return fill(readFileSync(`${app}index.html`, 'utf8'), {
    CSP: policy(hashOf(script), hashOf(style)),
    STYLE: `<style>${style}</style>`,
    SCRIPT: `<script type="module">${script}</script>`,
  });
}

/** The inspector as a page of the website: what a first look does not need loads later. */
async function page(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { inspector: `${app}main.tsx` },
    outdir: folder,
    splitting: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
    // What `import()` loads is an entry point too.
    entryPoint?.endsWith('main.tsx'),
  )![0];
  const style = await styleOf();
  const name = `inspector-${createHash('sha256').update(style).digest('hex').slice(0, 8)}.css`;
  writeFileSync(join(folder, name), style);
  writeFileSync(
    join(folder, 'index.html'),
    fill(readFileSync(`${app}index.html`, 'utf8'), {
      CSP: policy("'self'", "'self'"),
      STYLE: `<link rel="stylesheet" href="/inspector/${name}">`,
      SCRIPT: `<script type="module" src="/inspector/${entry.split('/').at(-1)}"></script>`,
    }),
  );
}

const { values } = parseArgs({ options: { pages: { type: 'string' } } });
if (values.pages === undefined) writeFileSync(`${root}dist/inspector.html`, await singleFile());
else {
  await page(join(values.pages, 'inspector'));
  await playground(join(values.pages, 'playground'));
}
