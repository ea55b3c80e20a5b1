/** `codec.json`: the formats as data, from the declarations, for readers in other languages. */
import { readFileSync } from 'node:fs';
import type { ChainName } from '../src/chain/declared.ts';
import { kinds } from '../src/chain/kinds.ts';
import { messageKinds } from '../src/open/opened.ts';
import { SubnetToL1ConversionData } from '../src/warp/l1.ts';
import type { Type } from '../src/wire/type.ts';

/** The places where types are read by themselves: the chains, and what is the same for all. */
const roots: Readonly<Record<ChainName | 'any', Readonly<Record<string, Type<unknown>>>>> = {
  ...kinds,
  any: { ...messageKinds, conversionData: SubnetToL1ConversionData },
};

/** What the words of fields stand for. */
const words = {
  u8: { bytes: 1, value: 'unsigned integer', json: 'number' },
  u16: { bytes: 2, value: 'unsigned integer', json: 'number' },
  u32: { bytes: 4, value: 'unsigned integer', json: 'number' },
  u64: { bytes: 8, value: 'unsigned integer', json: 'number' },
  i64: { bytes: 8, value: "signed integer, two's complement", json: 'number' },
  bool: { bytes: 1, value: '0 or 1; any other byte is refused', json: 'true or false' },
  id: { bytes: 32, value: 'bytes', json: 'CB58' },
  nodeID: { bytes: 20, value: 'bytes', json: 'NodeID- and CB58' },
  shortID: { bytes: 20, value: 'bytes', json: 'CB58' },
  address: {
    bytes: 20,
    value: 'bytes',
    json: 'chain alias, - and bech32; CB58 where no network is known',
  },
  blob: { length: 'u32', value: 'bytes', json: '0x and hex' },
  base64: { length: 'u32', value: 'bytes', json: 'base64' },
  string: {
    length: 'u16',
    value: 'UTF-8; a byte that is no UTF-8 is kept as U+DC00 + byte',
    json: 'string',
  },
} as const;

const about = {
  integers: 'big-endian',
  reference:
    'A type is a word, the key of an entry of `types`, or an object: `fixed`: that many bytes, in JSON 0x and hex; `numbers`: that many bytes, in JSON a list of numbers; `list`: a u32 count and that many values; `versioned`: a u16 codec version, always 0, and a value, together at most `max` bytes if given.',
  struct: 'The fields in the order of the wire. If `typed`, the value carries `name` as its type.',
  union: 'A u32 typeID, and the member with that number; any other number is refused.',
  versions: 'A u16 codec version, and the member with that number; any other number is refused.',
  end: 'What stands alone (`kinds`) must end where its bytes end.',
  list: 'A count whose elements, at their fewest bytes (`min`), do not fit the bytes that are left is refused.',
  certificate:
    '`checked`: the bytes must also be empty or an X.509 certificate whose key a node can read; readers of the format alone need not check.',
  role: 'What a field of a transaction means for code: docs/reference/transactions/index.md.',
  json: "`also`: keys that stand in the node's JSON only. `sorted`: its keys are in alphabetical order.",
} as const;

type Data = { readonly [key: string]: unknown };

/** Names of the types: Go's, with the chain in front where several have the name. */
class Names {
  readonly #homes = new Map<Type<unknown>, string>();
  readonly #byName = new Map<string, Type<unknown>[]>();

  /** Takes in a type and all that it is made of. */
  add(type: Type<unknown>, home: string): void {
    const { shape, name } = type;
    if (shape.kind === 'struct' || shape.kind === 'union') {
      if (this.#homes.has(type)) return;
      this.#homes.set(type, home);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), type]);
    }
    for (const part of partsOf(type)) this.add(part, home);
  }

  of(type: Type<unknown>): string {
    const same = this.#byName.get(type.name)!;
    if (same.length === 1) return type.name;
    const home = this.#homes.get(type)!;
    const here = same.filter((of) => this.#homes.get(of) === home);
    const nth = here.indexOf(type);
    return `${home}:${type.name}${nth === 0 ? '' : `:${nth + 1}`}`;
  }

  all(): readonly Type<unknown>[] {
    return [...this.#homes.keys()];
  }
}

function partsOf({ shape }: Type<unknown>): readonly Type<unknown>[] {
  switch (shape.kind) {
    case 'leaf':
      return [];
    case 'struct':
      return shape.fields.map(({ type }) => type);
    case 'union':
      return [...shape.members.values()];
    default:
      return [shape.of];
  }
}

/** How other types name a type. */
function reference(type: Type<unknown>, names: Names): unknown {
  const { shape, max } = type;
  switch (shape.kind) {
    case 'leaf':
      return shape.word === 'fixed' || shape.word === 'numbers'
        ? { [shape.word]: shape.size }
        : shape.word;
    case 'list':
      return { list: reference(shape.of, names) };
    case 'versioned':
      return {
        versioned: reference(shape.of, names),
        ...(Number.isFinite(max) && { max }),
      };
    default:
      return names.of(type);
  }
}

/** What is said of a struct or union. */
function entry(type: Type<unknown>, names: Names): Data {
  const { shape, name, min, max } = type;
  if (shape.kind === 'union')
    return {
      name,
      kind: shape.versions ? 'versions' : 'union',
      min,
      ...(Number.isFinite(max) && { max }),
      members: Object.fromEntries([...shape.members].map(([id, of]) => [id, names.of(of)])),
    };
  if (shape.kind !== 'struct') throw new Error(`${name} is a ${shape.kind}`);
  const also = Object.keys(shape.json.also ?? {});
  return {
    name,
    kind: 'struct',
    min,
    typed: shape.tagged,
    ...((also.length > 0 || shape.json.sorted) && {
      json: { ...(also.length > 0 && { also }), ...(shape.json.sorted && { sorted: true }) },
    }),
    fields: shape.fields.map(({ key, type: of, role, note }) => ({
      key,
      type: reference(of, names),
      ...(of.shape.kind === 'leaf' && of.shape.samples && { checked: true }),
      ...(role && { role }),
      note,
    })),
  };
}

/** The version of avalanchego whose formats these are. */
const node = (): string =>
  /avalanchego v[\d.]+/.exec(
    readFileSync(new URL('../vectors/oracle/go.mod', import.meta.url), 'utf8'),
  )![0];

/** `codec.json`: one line a field, so that a change shows in review. */
export function codecJSON(): string {
  const names = new Names();
  for (const [home, types] of Object.entries(roots))
    for (const type of Object.values(types)) names.add(type, home);
  const types = Object.fromEntries(names.all().map((type) => [names.of(type), entry(type, names)]));
  const found = Object.fromEntries(
    Object.entries(roots).map(([home, of]) => [
      home,
      Object.fromEntries(Object.entries(of).map(([kind, type]) => [kind, reference(type, names)])),
    ]),
  );
  return `${text({ format: 'avalanche-tx codec 1', node: node(), about, words, kinds: found, types })}\n`;
}

/** JSON that opens objects until what is in them fits a line. */
function text(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value);
  const isOpen =
    typeof value === 'object' &&
    value !== null &&
    (indent.length < 4 || flat.length > 100) &&
    !('note' in value);
  if (!isOpen) return JSON.stringify(value);
  const more = `${indent}  `;
  const inside = Array.isArray(value)
    ? value.map((of) => more + text(of, more))
    : Object.entries(value).map(([key, of]) => `${more}${JSON.stringify(key)}: ${text(of, more)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inside.join(',\n')}\n${indent}${close}`;
}
