/**
 * Writes what the documentation says of the source: error codes and methods in the README, field tables in
 * `docs/format.md`, `docs/rpc.md` and `docs/draft.md`, a node's reasons in `docs/reasons.md`, the tables of `docs/testnode.md`, tables and code of `docs/migration.md` and the pages below it, explanations in `docs/gallery.md` and its pictures.
 *
 *     npm run docs               write
 *     npm run docs -- --check    fail where a page is not what the source says
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as C from '../src/chain/cchain/index.ts';
import * as nftfx from '../src/chain/fx/nftfx.ts';
import * as propertyfx from '../src/chain/fx/propertyfx.ts';
import * as secp256k1fx from '../src/chain/fx/secp256k1fx.ts';
import * as stakeable from '../src/chain/fx/stakeable.ts';
import * as P from '../src/chain/pchain/index.ts';
import * as X from '../src/chain/xchain/index.ts';
import { WireDraft } from '../src/draft/container.ts';
import { warningReasons } from '../src/draft/draft.ts';
import { errorCodes } from '../src/errors/codes.ts';
import { claimReasons } from '../src/evidence/proof.ts';
import { warnings } from '../src/explain/messages.ts';
import * as container from '../src/open/indexed.ts';
import * as message from '../src/warp/index.ts';
import { noteText } from '../src/wire/note.ts';
import type { Type } from '../src/wire/type.ts';
import { attackTables } from './attacks.ts';
import { gallery } from './gallery.ts';
import { hardwareTable } from './hardware.ts';
import { between, table } from './markdown.ts';
import { migrationPages } from './migration/pages.ts';
import { policyTables } from './policydocs.ts';
import { reasonsPage } from './reasons.ts';
import { methodsPage, methodsTable } from './rpcdocs.ts';
import { calledPage } from './testnodedocs.ts';
import { attacksTried } from './tried.ts';

const page = (path: string): URL => new URL(`../${path}`, import.meta.url);

const errors = table(
  ['code', 'what it means'],
  Object.entries(errorCodes).map(([code, meaning]) => [`\`${code}\``, meaning]),
);

/** The type of a field as the tables name it, with a link where it has a table of its own. */
function typeText({ name, shape }: Type<unknown>): string {
  switch (shape.kind) {
    case 'leaf':
      return shape.word === 'fixed' || shape.word === 'numbers'
        ? `${shape.size} bytes${shape.word === 'numbers' ? ' (JSON: numbers)' : ''}`
        : shape.word;
    case 'list':
      return `list of ${typeText(shape.of)}`;
    case 'struct':
      return `[${name}](#${anchor(name)})`;
    case 'union':
      return [...shape.members]
        .map(([id, m]) => `${id} [${m.name}](#${anchor(m.name)})`)
        .join(', ');
    case 'versioned':
      return typeText(shape.of);
  }
}
const anchor = (title: string): string => title.toLowerCase().replaceAll('.', '');

function structText(type: Type<unknown>, heading: string): string {
  if (type.shape.kind !== 'struct') return '';
  const { fields, json } = type.shape;
  const also = Object.keys(json.also ?? {});
  const remarks = [
    ...(json.sorted ? ['JSON keys in alphabetical order.'] : []),
    ...(also.length > 0 ? [`In JSON also: ${also.map((k) => `\`${k}\``).join(', ')}.`] : []),
  ];
  const body =
    fields.length === 0
      ? 'No fields.'
      : table(
          ['field', 'type', 'meaning'],
          fields.map(({ key, type, note }) => [`\`${key}\``, typeText(type), noteText(note)]),
        );
  return [`${heading} ${type.name}`, ...remarks, body].join('\n\n');
}

const isType = (value: unknown): value is Type<unknown> =>
  typeof value === 'object' && value !== null && 'shape' in value;

/** Structs of modules, each once, in the order of their names. */
function structs(...modules: readonly object[]): readonly Type<unknown>[] {
  const inner = (type: Type<unknown>): Type<unknown> =>
    type.shape.kind === 'versioned' ? inner(type.shape.of) : type;
  const found = modules.flatMap((m) => Object.values(m).filter(isType).map(inner));
  return [...new Set(found)]
    .filter((type) => type.shape.kind === 'struct')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What stands alone and is one of several: which typeID is which. */
const choices = (module: object): readonly string[] =>
  Object.entries(module)
    .filter((entry): entry is [string, Type<unknown>] => isType(entry[1]))
    .flatMap(([name, { shape }]) =>
      shape.kind === 'versioned' && shape.of.shape.kind === 'union'
        ? [`\`${name}\`: ${typeText(shape.of)}.`]
        : [],
    )
    .sort();

function format(): string {
  const shared = structs(secp256k1fx, nftfx, propertyfx, stakeable);
  const own = (module: object) => structs(module).filter((type) => !shared.includes(type));
  const part = (title: string, types: readonly Type<unknown>[], module: object = {}) =>
    [`## ${title}`, ...choices(module), ...types.map((type) => structText(type, '###'))].join(
      '\n\n',
    );
  return [
    '# Wire format',
    'Every field in the order of the wire, as the declarations in `src/` have it; this page is made from them by `npm run docs`.',
    'Integers are big-endian. A list is a u32 count and its elements; blob and base64 are a u32 length and bytes, shown in JSON as `0x…` or base64; a string is a u16 length and bytes. A number before a type is its typeID, a u32 in front of it. What stands alone (a transaction, a UTXO, a block, a genesis) starts with the codec version, u16: 0, of a stop vertex 1.',
    part('Feature extensions', shared),
    part('P-chain', own(P), P),
    part('X-chain', own(X), X),
    part('C-chain', own(C), C),
    part('Wrappers', structs(container), container),
    part(
      'Warp messages',
      own(message).filter((type) => type.name !== 'message.PChainOwner'),
    ),
    '',
  ].join('\n\n');
}

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
export const pages = (): ReadonlyMap<string, string> =>
  new Map([
    [
      'README.md',
      between(
        between(readFileSync(page('README.md'), 'utf8'), 'errors', errors),
        'methods',
        methodsTable(),
      ),
    ],
    ['docs/rpc.md', methodsPage()],
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
      'docs/threat-model.md',
      between(
        between(readFileSync(page('docs/threat-model.md'), 'utf8'), 'attacks', attackTables()),
        'tried',
        attacksTried(),
      ),
    ],
    ['docs/format.md', `${format().trimEnd()}\n`],
    ...gallery(),
    ...migrationPages(),
  ]);

if (process.argv[1] === page('scripts/docs.ts').pathname)
  for (const [path, text] of [...pages(), ['docs/testnode.md', await calledPage()] as const]) {
    if (!process.argv.includes('--check')) {
      mkdirSync(new URL('.', page(path)), { recursive: true });
      writeFileSync(page(path), text);
    } else if (!existsSync(page(path)) || readFileSync(page(path), 'utf8') !== text) {
      console.error(`${path} is not what the source says: npm run docs`);
      process.exitCode = 1;
    }
  }
