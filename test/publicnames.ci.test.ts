/** The package as it is built: its functions have their names, say what is wrong with an argument, and leave a caller's own error alone. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { thrown } from './support/thrown.ts';

const root = new URL('../', import.meta.url);
type Target = { readonly [condition: string]: string };
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, string | Target>;
};
const files = Object.values(exports).flatMap((target) =>
  typeof target === 'string'
    ? []
    : [...new Set(Object.entries(target).flatMap(([on, file]) => (on === 'types' ? [] : [file])))],
);
const load = async (file: string): Promise<Record<string, unknown>> =>
  import(new URL(file, root).href);

it.each(files)('functions of %s have the names by which they are imported', async (file) => {
  const functions = Object.entries(await load(file)).filter(([, of]) => typeof of === 'function');
  expect(functions.map(([, of]) => (of as () => unknown).name)).toEqual(
    functions.map(([name]) => name),
  );
});

type Loaded = Record<string, (...args: readonly unknown[]) => unknown>;

it.each([
  ['./dist/index.js', './dist/sign/index.js', './dist/builder/index.js'],
  ['./dist/node/index.js', './dist/node/sign.js', './dist/node/build.js'],
])('%s says what is wrong, and passes on what a callback throws', async (main, sign, build) => {
  const [index, signing, building] = (await Promise.all([main, sign, build].map(load))) as [
    Loaded,
    Loaded,
    Loaded,
  ];
  for (const call of [
    () => index.open!(undefined),
    () => signing.sign!(null, null),
    () => signing.finalize!(undefined),
    () => building.buildBaseTx!(undefined, {}),
  ])
    expect(thrown(call)).toMatchObject({ name: 'AvalancheError' });
  expect(thrown(() => signing.sign!(null, null)).code).toBe('BadArgument');
  const state = index.parseState!(
    readFileSync(new URL('examples/intents/states/P.json', root), 'utf8'),
  ) as { readonly from: readonly string[] };
  const [me] = state.from;
  const draft = building.buildBaseTx!(
    state,
    { outputs: [{ to: me, amount: 5n }] },
    { change: me, own: [me] },
  );
  const own = new TypeError('mine');
  const policy = {
    findings: () => {
      throw own;
    },
  };
  expect(() => signing.checkPolicy!(draft, policy)).toThrow(own);
});
