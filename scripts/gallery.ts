/** Explanations of every type of transaction: of what the example intents mean, and of signed bytes about which nothing else is known. */
import { readdirSync, readFileSync } from 'node:fs';
import { buildCommand } from '../apps/cli/src/build.ts';
import { type AnyTx, decodeTx } from '../src/chain/tx.ts';
import type { Draft } from '../src/draft/draft.ts';
import { parseDraft } from '../src/draft/file.ts';
import { type Explanation, explain, svgOf } from '../src/explain/index.ts';
import { fuji, local, mainnet } from '../src/network/known.ts';
import type { Network } from '../src/network/network.ts';
import { parseHex } from '../src/text/hex.ts';
import { effectsOf } from '../src/tx/effects.ts';
import { rows } from '../test/support/vectors.ts';

const intents = new URL('../examples/intents/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, intents), 'utf8');

/** An explanation with what it is of. */
export interface Shown<T> {
  readonly of: T;
  readonly explanation: Explanation;
}

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

/** The drafts of the example intents, by chain and type: `P.BaseTx`. */
export const builtExamples = once((): ReadonlyMap<string, Shown<Draft>> => {
  const names = readdirSync(intents)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
    .sort();
  return new Map(
    names.map((name) => {
      const state = read(`states/${name[0]}.json`);
      const { from, accounts = [] } = JSON.parse(state) as {
        readonly from: readonly string[];
        readonly accounts?: readonly { readonly address: string }[];
      };
      const own = [...from, ...accounts.map(({ address }) => address)];
      const draft = parseDraft(buildCommand(read(`${name}.json`), state, () => {}));
      return [name, { of: draft, explanation: explain(draft, { own }) }];
    }),
  );
});

/** Of each type the vector that reads best: valid, with funds that go in, come out and are not lost, and the shortest of those. */
export const bestVectors = once(
  (): ReadonlyMap<string, Shown<AnyTx> & { readonly network: Network }> => {
    const found = new Map<
      string,
      { readonly tx: AnyTx; readonly flaws: number; readonly network: Network }
    >();
    for (const row of [...rows('p-public'), ...rows('x-public'), ...rows('c-public')]) {
      const network = { mainnet, fuji, local }[row.network];
      const tx = decodeTx(parseHex(row.hex), row.chain);
      const { consumed, produced, accounts, burned, unfunded } = effectsOf(tx, { network });
      const isValid = 'verifyError' in row ? row.verifyError === '' : row.syntacticOK;
      // The worse comes first: each outweighs all that follow.
      const flaws = [
        !isValid,
        unfunded.length > 0,
        consumed.length + accounts.length === 0,
        produced.length + accounts.length === 0,
        burned.some(({ why }) => why === 'lost'),
      ];
      const of = { tx, network, flaws: flaws.reduce((sum, is) => 2 * sum + Number(is), 0) };
      const name = `${row.chain}.${nameOf(tx)}`;
      const best = found.get(name);
      if (!best || of.flaws < best.flaws || (of.flaws === best.flaws && isShorter(tx, best.tx)))
        found.set(name, of);
    }
    return new Map(
      [...found].map(([name, { tx, network }]) => [
        name,
        { of: tx, network, explanation: explain(tx, { network }) },
      ]),
    );
  },
);

const nameOf = ({ unsignedTx }: AnyTx): string => unsignedTx.type.replace(/^\w+\./, '');
const isShorter = (a: AnyTx, b: AnyTx): boolean => a.bytes.length < b.bytes.length;

const chains = { P: 'P-chain', X: 'X-chain', C: 'C-chain' };

/** A title as the text of a picture. */
export const alt = (title: string): string => title.replace(/[[\]\\]/g, '');

/**
 * The gallery by path: a page, and a picture of each type. It is the narrow form, which is legible on every screen without being scaled.
 */
export function gallery(): ReadonlyMap<string, string> {
  const shown = new Map<string, Shown<unknown>>([...bestVectors(), ...builtExamples()]);
  const sections = Object.entries(chains).flatMap(([chain, title]) => [
    `## ${title}`,
    ...[...shown]
      .filter(([name]) => name.startsWith(`${chain}.`))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, { explanation }]) => [
        `### [${name.slice(2)}](reference/transactions/${name.replace('.', '-')}.md)`,
        `![${alt(explanation.title)}](gallery/${name}.svg)`,
      ]),
  ]);
  return new Map([
    ...[...shown].map(([name, { explanation }]): [string, string] => [
      `docs/gallery/${name}.svg`,
      svgOf(explanation, { narrow: true }),
    ]),
    [
      'docs/gallery.md',
      `${[
        '# Gallery',
        'Each transaction type, drawn by `svgOf(explain(draft), { narrow: true })`: a draft as its payer sees it. Types that have no builder are shown from signed test transactions with random values.',
        ...sections,
        '<!-- Made by `npm run docs`. -->',
      ].join('\n\n')}\n`,
    ],
  ]);
}

/** The picture at the top of the README and the website, wide and narrow. */
export function firstPictures(): ReadonlyMap<string, string> {
  const { explanation } = builtExamples().get('P.AddPermissionlessDelegatorTx')!;
  return new Map([
    ['docs/explanation.svg', svgOf(explanation)],
    ['docs/explanation.narrow.svg', svgOf(explanation, { narrow: true })],
  ]);
}
