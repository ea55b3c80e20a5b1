/**
 * Writes what the documentation says of the source: `codec.json`, the pages of `docs/reference/`, field tables in
 * `docs/format.md`, `docs/foreign.md`, `docs/rpc.md` and `docs/draft.md`, a node's reasons in `docs/reasons.md`, the tables of `docs/testnode.md`,
 * explanations in `docs/gallery.md` and its pictures.
 *
 *     npm run docs               write
 *     npm run docs -- --check    fail where a page is not what the source says
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { warningReasons } from '../src/draft/draft.ts';
import { WireDraft } from '../src/draft/file.ts';
import { warnings } from '../src/explain/messages.ts';
import { claimReasons } from '../src/owners/proof.ts';
import type { Type } from '../src/wire/type.ts';
import { codecJSON } from './codecjson.ts';
import { errorsPage } from './errordocs.ts';
import { foreignPage } from './foreigndocs.ts';
import { formatPage, structText } from './formatdocs.ts';
import { firstPictures, gallery } from './gallery.ts';
import { hardwareTable } from './hardware.ts';
import { manualTables } from './manual.ts';
import { between, table } from './markdown.ts';
import { networkTables } from './networkdocs.ts';
import { policyTables } from './policydocs.ts';
import { reasonsPage } from './reasons.ts';
import { rpcPages } from './rpcdocs.ts';
import { calledPage } from './testnodedocs.ts';
import { txPages } from './txdocs.ts';

const page = (path: string): URL => new URL(`../${path}`, import.meta.url);

/** The structs that a type is made of, but those of the chains: innermost first. */
function ownStructs(type: Type<unknown>): readonly Type<unknown>[] {
  const { shape } = type;
  if (shape.kind === 'versioned' || shape.kind === 'list') return ownStructs(shape.of);
  if (shape.kind !== 'struct' || !type.name.startsWith('draft.')) return [];
  return [type, ...shape.fields.flatMap((field) => ownStructs(field.type))];
}

const draftFields = ownStructs(WireDraft)
  .map((type) =>
    structText(type, '###').replaceAll(
      /\]\(#secp256k1fxoutputowners\)/g,
      '](format.md#secp256k1fxoutputowners)',
    ),
  )
  .join('\n\n');

const makersWarnings = table(
  ['reason', 'code', 'for people'],
  Object.entries(warningReasons).map(([reason, { code, text }]) => [
    `\`${reason}\``,
    `\`${code}\``,
    text(12n),
  ]),
);

const claims = table(
  ['reason', 'what it means'],
  Object.entries(claimReasons).map(([reason, meaning]) => [`\`${reason}\``, meaning]),
);

const cautions = table(
  ['code', 'level', 'text'],
  Object.entries(warnings).map(([code, { level, text }]) => [`\`${code}\``, level, text]),
);

/** Pages as they should be. */
export function pages(): ReadonlyMap<string, string> {
  return new Map([
    ...rpcPages(),
    ['docs/reasons.md', reasonsPage()],
    [
      'docs/draft.md',
      [
        ['fields', draftFields],
        ['warnings', makersWarnings],
        ['claims', claims],
      ].reduce(
        (text, [mark, content]) => between(text, mark!, content!),
        readFileSync(page('docs/draft.md'), 'utf8'),
      ),
    ],
    [
      'docs/networks.md',
      networkTables.reduce(
        (text, [mark, content]) => between(text, mark, content),
        readFileSync(page('docs/networks.md'), 'utf8'),
      ),
    ],
    [
      'docs/policy.md',
      policyTables.reduce(
        (text, [mark, content]) => between(text, mark, content),
        readFileSync(page('docs/policy.md'), 'utf8'),
      ),
    ],
    ['docs/trust.md', between(readFileSync(page('docs/trust.md'), 'utf8'), 'cautions', cautions)],
    [
      'docs/hardware.md',
      between(readFileSync(page('docs/hardware.md'), 'utf8'), 'screens', hardwareTable()),
    ],
    [
      'docs/cli.md',
      manualTables().reduce(
        (text, [mark, content]) => between(text, mark, content),
        readFileSync(page('docs/cli.md'), 'utf8'),
      ),
    ],
    ['docs/foreign.md', `${foreignPage().trimEnd()}\n`],
    ['docs/format.md', `${formatPage().trimEnd()}\n`],
    ['codec.json', codecJSON()],
    ...txPages(),
    ...gallery(),
    ...firstPictures(),
  ]);
}

/** Pages for which something runs: a test node is called, errors are provoked. */
export const calledPages = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ['docs/testnode.md', await calledPage()],
    ['docs/reference/errors.md', await errorsPage()],
  ]);

if (process.argv[1] === page('scripts/docs.ts').pathname)
  for (const [path, text] of [...pages(), ...(await calledPages())]) {
    if (!process.argv.includes('--check')) {
      mkdirSync(new URL('.', page(path)), { recursive: true });
      writeFileSync(page(path), text);
    } else if (!existsSync(page(path)) || readFileSync(page(path), 'utf8') !== text) {
      console.error(`${path} is not what the source says: npm run docs`);
      process.exitCode = 1;
    }
  }
