/** `docs/format.md` and `docs/format/`: every field in the order of the wire, from the declarations. */
import * as C from '../src/chain/cchain/index.ts';
import * as nftfx from '../src/chain/fx/nftfx.ts';
import * as propertyfx from '../src/chain/fx/propertyfx.ts';
import * as secp256k1fx from '../src/chain/fx/secp256k1fx.ts';
import * as stakeable from '../src/chain/fx/stakeable.ts';
import * as P from '../src/chain/pchain/index.ts';
import * as X from '../src/chain/xchain/index.ts';
import * as container from '../src/open/blocks.ts';
import { rules } from '../src/rules/check.ts';
import * as message from '../src/warp/index.ts';
import type { Type } from '../src/wire/type.ts';
import { table } from './markdown.ts';

/** The type of a field as the tables name it, with a link where it has a table of its own. */
export function typeText({ name, shape }: Type<unknown>): string {
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
/** What GitHub makes of a heading. */
export const anchor = (title: string): string => title.toLowerCase().replaceAll('.', '');

export function structText(type: Type<unknown>, heading: string): string {
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
          ['Field', 'Type', 'Meaning'],
          fields.map(({ key, type, note }) => [`\`${key}\``, typeText(type), note]),
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

const fxIDNote =
  'No method of a node prints JSON of these types. With a network, `fxID` is the ID of secp256k1fx, as on the X- and P-chain. Without one it is zero, as Go writes it before a chain has set it.';

/** A page of the format: its file in `docs/format/`, its title, what it has, and the modules with its types. */
interface Part {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly types: readonly Type<unknown>[];
  readonly module?: object;
  /** Stands below the types. */
  readonly note?: string;
}

/** The page of a transaction in `docs/reference/transactions/`, which has its fields. */
export const txPage = (type: string): string => {
  const [vm, name] = type.split('.');
  return `${vm === 'platformvm' ? 'P' : vm === 'avm' ? 'X' : 'C'}-${name}`;
};

const shared = structs(secp256k1fx, nftfx, propertyfx, stakeable);
const isTx = ({ name }: Type<unknown>): boolean => Object.hasOwn(rules, name);
const own = (module: object) =>
  structs(module).filter((type) => !shared.includes(type) && !isTx(type));
const isBlock = ({ name }: Type<unknown>): boolean => /Block$|^genesis\./.test(name);

const parts: readonly Part[] = [
  {
    file: 'p-chain',
    title: 'P-chain: UTXOs and parts of transactions',
    about: 'UTXOs, and what P-chain transactions contain.',
    types: own(P).filter((type) => !isBlock(type)),
    module: P,
  },
  {
    file: 'p-blocks',
    title: 'P-chain: blocks and genesis',
    about: 'Blocks and the genesis of the P-chain.',
    types: own(P).filter(isBlock),
  },
  {
    file: 'x-chain',
    title: 'X-chain',
    about: 'UTXOs, parts of transactions, blocks and the genesis of the X-chain.',
    types: own(X),
    module: X,
  },
  {
    file: 'c-chain',
    title: 'C-chain: parts of atomic transactions',
    about: 'Parts of imports and exports, and UTXOs.',
    types: own(C),
    module: C,
    note: fxIDNote,
  },
  {
    file: 'feature-extensions',
    title: 'Outputs, inputs and credentials',
    about: 'What all chains share: secp256k1fx, nftfx, propertyfx, stakeable.',
    types: shared,
  },
  {
    file: 'wrappers',
    title: 'Wrappers: proposervm, vertices, index records',
    about: 'proposervm, vertices and index records.',
    types: structs(container),
    module: container,
  },
  {
    file: 'warp',
    title: 'Warp messages',
    about: 'Warp messages and their L1 payloads.',
    types: own(message).filter((type) => type.name !== 'message.PChainOwner'),
  },
];

/** Where each type has its table: pages in the order in which a link looks for it. */
const homeOf = (anchorOf: string, from?: Part): Part | undefined =>
  [...(from ? [from] : []), ...parts].find(({ types }) =>
    types.some(({ name }) => anchor(name) === anchorOf),
  );

/** Transactions by the anchor of their type. */
const txs = new Map(Object.keys(rules).map((type) => [anchor(type), txPage(type)]));

/** Text with links to the pages of types, from a page in a folder from which `docs/` is at `root`. */
export const withTypeLinks = (text: string, root: string, from?: Part): string =>
  text.replaceAll(/\]\(#([\w-]+)\)/g, (_, name: string) => {
    const tx = txs.get(name);
    if (tx) return `](${root}reference/transactions/${tx}.md)`;
    const home = homeOf(name, from);
    if (!home) throw new Error(`no page of the format has ${name}`);
    return home === from ? `](#${name})` : `](${root}format/${home.file}.md#${name})`;
  });

function partPage(part: Part): string {
  const { title, types, module = {}, note } = part;
  const body = [
    ...choices(module),
    ...types.map((type) => structText(type, '##')),
    ...(note === undefined ? [] : [note]),
  ].join('\n\n');
  return `# ${title}\n\n[How integers, lists and text are encoded](../format.md). Fields are in wire order.\n\n${withTypeLinks(body, '../', part).trimEnd()}\n`;
}

/** `docs/format.md` and the pages in `docs/format/`. */
export const formatPages = (): ReadonlyMap<string, string> =>
  new Map([
    [
      'docs/format.md',
      `${[
        '# Wire format',
        'Every type, from the declarations in `src/`; [transactions](reference/transactions/index.md) have a page each. `avalanche-tx/codec.json` has the same as data for readers in other languages.',
        table(
          ['Page', 'Contents'],
          parts.map(({ file, title, about }) => [`[${title}](format/${file}.md)`, about]),
        ),
        '## Encoding',
        '- Integers are big-endian.\n- A list is a u32 count and its elements.\n- `blob` and `base64` are a u32 length and bytes; JSON shows them as `0x…` or base64. A string is a u16 length and bytes.\n- A number before a type is its typeID, a u32 in front of the value.\n- Transactions, UTXOs, blocks and the genesis start with the codec version, a u16: 0, or 1 for a stop vertex.',
        '## All types',
        parts
          .flatMap(({ file, types }) =>
            types.map(({ name }) => [name, `[\`${name}\`](format/${file}.md#${anchor(name)})`]),
          )
          .sort(([a], [b]) => (a! < b! ? -1 : 1))
          .map(([, link]) => link)
          .join(', '),
      ].join('\n\n')}\n`,
    ],
    ...parts.map((part): [string, string] => [`docs/format/${part.file}.md`, partPage(part)]),
  ]);
