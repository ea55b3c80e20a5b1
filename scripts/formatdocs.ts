/** `docs/format.md`: every field in the order of the wire, from the declarations. */
import * as C from '../src/chain/cchain/index.ts';
import * as nftfx from '../src/chain/fx/nftfx.ts';
import * as propertyfx from '../src/chain/fx/propertyfx.ts';
import * as secp256k1fx from '../src/chain/fx/secp256k1fx.ts';
import * as stakeable from '../src/chain/fx/stakeable.ts';
import * as P from '../src/chain/pchain/index.ts';
import * as X from '../src/chain/xchain/index.ts';
import * as container from '../src/open/blocks.ts';
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

/** `docs/format.md`. */
export function formatPage(): string {
  const shared = structs(secp256k1fx, nftfx, propertyfx, stakeable);
  const own = (module: object) => structs(module).filter((type) => !shared.includes(type));
  const part = (title: string, types: readonly Type<unknown>[], module: object = {}) =>
    [`## ${title}`, ...choices(module), ...types.map((type) => structText(type, '###'))].join(
      '\n\n',
    );
  return [
    '# Wire format',
    'Every field in the order of the wire, as the declarations in `src/` have it. `avalanche-tx/codec.json` has the same as data, for readers in other languages: types, fields, typeIDs, limits, roles and notes. A reader in 150 lines of Python that knows only that file decodes every vector of this project in its tests.',
    'Integers are big-endian. A list is a u32 count and its elements; blob and base64 are a u32 length and bytes, shown in JSON as `0x…` or base64; a string is a u16 length and bytes. A number before a type is its typeID, a u32 in front of it. What stands alone (a transaction, a UTXO, a block, a genesis) starts with the codec version, u16: 0, of a stop vertex 1.',
    part('Feature extensions', shared),
    part('P-chain', own(P), P),
    part('X-chain', own(X), X),
    part('C-chain', own(C), C),
    fxIDNote,
    part('Wrappers', structs(container), container),
    part(
      'Warp messages',
      own(message).filter((type) => type.name !== 'message.PChainOwner'),
    ),
    '',
  ].join('\n\n');
}
