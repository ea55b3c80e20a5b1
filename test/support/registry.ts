/** Every declared wire type, collected from what the modules export: a new declaration is tested without being listed. */
import { existsSync, readdirSync } from 'node:fs';
import { jsonContext } from '../../src/network/context.ts';
import type { Context } from '../../src/wire/context.ts';
import { fixed, leaves, list, numbers } from '../../src/wire/declare.ts';
import type { Type } from '../../src/wire/type.ts';

export interface Declared {
  /** `P UTXO`, `fx nftfx.MintOutput`: whose it is, and the exported name or a struct's own. */
  readonly title: string;
  readonly type: Type<unknown>;
  /** How a node prints what stands there. */
  readonly context: Context;
}

const src = new URL('../../src/', import.meta.url);

/** The folders that hold declarations, in the order in which a type counts as theirs. */
const homes = [
  { folder: 'chain/fx/', place: 'fx', alias: 'X' },
  { folder: 'chain/xchain/', place: 'X', alias: 'X' },
  { folder: 'chain/pchain/', place: 'P', alias: 'P' },
  { folder: 'chain/cchain/', place: 'C', alias: 'C' },
  { folder: 'blocks/', place: 'blocks', alias: 'P' },
  { folder: 'warp/', place: 'warp', alias: 'P' },
];

const isType = (value: unknown): value is Type<unknown> =>
  typeof value === 'object' && value !== null && 'shape' in value && 'read' in value;

function partsOf({ shape }: Type<unknown>): Type<unknown>[] {
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

async function exportsOf(folder: URL): Promise<[name: string, type: Type<unknown>][]> {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const modules: object[] = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts'))
      .sort()
      .map((file) => import(new URL(file, folder).href)),
  );
  return modules.flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, Type<unknown>] => isType(entry[1])),
  );
}

async function collect(): Promise<readonly Declared[]> {
  const found = new Map<Type<unknown>, Declared>();
  const titles = new Map<string, number>();
  for (const { folder, place, alias } of homes) {
    const context = jsonContext(alias, { hrp: 'fuji' });
    const todo = await exportsOf(new URL(folder, src));
    // Parts come after all that is exported, so that an exported one goes by that name.
    for (const [name, type] of todo) {
      if (found.has(type)) continue;
      const { kind } = type.shape;
      todo.push(...partsOf(type).map((part): [string, Type<unknown>] => [part.name, part]));
      if (kind === 'leaf' || kind === 'list') continue;
      const title = `${place} ${kind === 'struct' ? type.name : name}`;
      const nth = (titles.get(title) ?? 0) + 1;
      titles.set(title, nth);
      found.set(type, { title: nth === 1 ? title : `${title} (${nth})`, type, context });
    }
  }
  return [...found.values()];
}

/** The words of a source, also those that no declaration uses yet. */
const words: readonly Declared[] = Object.values<Type<unknown>>(leaves)
  .concat([fixed(65), numbers(96)])
  .flatMap((type) => [type, list(type)])
  .map((type) => ({
    title: `word ${type.name}`,
    type,
    context: jsonContext('X', { hrp: 'fuji' }),
  }));

/** Every struct, union and versioned type of `src/`, each once, and every word. */
export const registry: readonly Declared[] = [...(await collect()), ...words];
