import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleNames } from '../../examples/intents/index.ts';
import type { UnsignedTx } from '../../src/chain/xchain/tx.ts';
import { type Explainable, explain, svgOf, textOf } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { formatID } from '../../src/text/id.ts';
import { encodeUTF8 } from '../../src/text/utf8.ts';
import { example } from '../support/examples.ts';
import { seeded } from '../support/seeded.ts';
import { asset, utxo } from '../support/state.ts';
import { spend, xBase } from '../support/tx.ts';

/** Elements and attributes that a picture is made of: none of them runs, loads or links anything. */
const allowed: { readonly [element: string]: readonly string[] } = {
  svg: ['xmlns', 'viewBox', 'width', 'height', 'style', 'role', 'font-family'],
  title: [],
  desc: [],
  style: [],
  g: [],
  rect: ['class', 'x', 'y', 'width', 'height', 'rx', 'fill'],
  path: ['class', 'd', 'fill', 'stroke', 'opacity'],
  text: ['class', 'x', 'y', 'font-size', 'font-weight', 'font-family', 'text-anchor', 'fill'],
};

/** The text of an SVG's elements, if it is well-formed and made of what is allowed. */
function read(svg: string): readonly string[] {
  const open: string[] = [];
  const texts: string[] = [];
  let rest = svg.trimEnd();
  while (rest !== '') {
    const tag = /^<(\/?)([a-z]+)((?: [\w-]+="[^"<>]*")*)(\/?)>/.exec(rest);
    const text = /^[^<]+/.exec(rest);
    const [found] = tag ?? text ?? [];
    if (found === undefined) throw new Error(`no markup: ${rest.slice(0, 80)}`);
    rest = rest.slice(found.length);
    if (!tag) {
      expect(found.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toMatch(/[&<>]/);
      texts.push(
        found
          .replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&quot;/g, '"')
          .replace(/&#39;/g, "'")
          .replace(/&amp;/g, '&'),
      );
      continue;
    }
    const [, isEnd, name = '', attributes = '', isEmpty] = tag;
    expect(Object.keys(allowed)).toContain(name);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
      expect(allowed[name]).toContain(attribute);
      if (attribute !== 'xmlns') expect(value).not.toMatch(/url|:\/\//);
    }
    if (isEnd) expect(open.pop()).toBe(name);
    else if (!isEmpty) open.push(name);
  }
  expect(open).toEqual([]);
  return texts;
}

const coin = utxo(1, 5_000_000n);
const gold = utxo(2, 7n, { assetID: asset(7) });

/** A new asset of a name, with a memo. */
const named = (name: string, symbol: string, memo: string): Explainable => {
  const value: UnsignedTx = {
    type: 'avm.CreateAssetTx',
    ...xBase([spend(coin) as never, spend(gold) as never], []),
    memo: encodeUTF8(memo),
    name,
    symbol,
    denomination: 2,
    initialStates: [],
  };
  return { kind: 'unsignedTx', chain: 'X', value } as Explainable;
};

const hostile = [
  '<script>alert(1)</script>',
  '"/><image href="http://evil/x.png" onload="alert(1)"/>',
  ']]><!--',
  '</title><style>*{display:none}</style>',
  '&lt;b&gt;&amp;',
  "' onmouseover='alert(1)",
  '\u0000\u001b[31m\u202egnp.exe\u2028',
];

describe('the picture of an explanation', () => {
  it.each(exampleNames)('of %s is made of nothing that runs, loads or links', (name) => {
    const told = explain(example(name).draft);
    const { title } = told;
    const [svg, text] = [svgOf(told), textOf(told)];
    const texts = read(svg);
    expect(texts).toContain(title);
    expect(texts).toContain(text);
    expect(svg.length).toBeLessThan(14_000);
  });

  it.each(exampleNames)('of %s shows whole addresses, which no two owners share', (name) => {
    const told = explain(example(name).draft);
    const { payments, flows } = told;
    const svg = svgOf(told);
    const drawn = read(svg.replace(/<(title|desc)>[^<]*<\/\1>/g, ''));
    const parties = [...payments.map(({ from }) => from!), ...flows.flatMap(({ to }) => to ?? [])];
    for (const address of parties.flatMap(({ addresses }) => addresses))
      expect(drawn).toContain(address);
  });

  it('breaks an address that is longer than a line, and leaves nothing of it out', () => {
    const hrp = 'a-custom-network-whose-hrp-is-as-long-as-can-be';
    const value = { type: 'avm.BaseTx', ...xBase([spend(coin) as never], [spendable(1n)]) };
    const network = { ...fuji, networkID: 777, hrp };
    const tx = { kind: 'unsignedTx', chain: 'X', value: { ...value, networkID: 777 } } as never;
    const told = explain(tx, { network });
    const { flows } = told;
    const svg = svgOf(told);
    expect(read(svg).join('')).toContain(flows[0]!.to!.addresses[0]);
    for (const [, line = ''] of svg.matchAll(/monospace">?[^>]*>([^<]*)</g))
      expect(line.length).toBeLessThanOrEqual(46);
  });

  it.each(hostile)('shows a name, symbol and memo that is %j as text', (evil) => {
    const id = formatID(asset(7));
    const told = explain(named(evil, evil, evil.replace(/[^ -~]/g, '')), {
      network: fuji,
      utxos: [coin, gold],
      assets: { [id]: { symbol: evil, denomination: 0 } },
    });
    const texts = read(svgOf(told));
    expect(texts).toContain(told.title);
    expect(told.title).toMatch(/^Create the asset "[ -~]*" \("[ -~]*"\)$/);
    expect(textOf(told).replace(/\n/g, '')).toMatch(/^[ -~·’]*$/);
  });

  it('is well-formed whatever text is in a transaction', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(
      fc.property(text, text, (name, symbol) => {
        const svg = svgOf(explain(named(name, symbol, ''), { network: fuji }));
        read(svg);
      }),
      { ...seeded, numRuns: Math.ceil(seeded.numRuns / 5) },
    );
  });

  it('stays small however many outputs there are', () => {
    const outputs = Array.from({ length: 400 }, (_, i) => spendable(BigInt(i + 1)));
    const value = { type: 'avm.BaseTx', ...xBase([spend(coin) as never], outputs) } as const;
    const told = explain({ kind: 'unsignedTx', chain: 'X', value } as never, { network: fuji });
    const { flows } = told;
    const svg = svgOf(told);
    expect(flows).toHaveLength(401);
    expect(read(svg).join('\n')).toContain('and 392 more');
    expect(svg.replace(/<(title|desc)>[^<]*<\/\1>/g, '').length).toBeLessThan(20_000);
  });

  it('draws widths by amount', () => {
    const heights = (amount: bigint) => {
      const value = {
        type: 'avm.BaseTx',
        ...xBase([spend(coin) as never], [spendable(amount)]),
      } as const;
      const svg = svgOf(
        explain({ kind: 'unsignedTx', chain: 'X', value } as never, { network: fuji }),
      );
      return [
        ...svg.matchAll(/<rect class="atx-(\w+)" x="\d+" y="[\d.]+" width="8" height="([\d.]+)"/g),
      ]
        .filter(([, color]) => color === 'send' || color === 'burn')
        .map(([, , height]) => Number(height));
    };
    expect(heights(2_500_000n)).toEqual([42, 42]);
    expect(heights(3_750_000n)).toEqual([63, 21]);
    // What is too little to be drawn is still seen.
    expect(heights(1n)).toEqual([2, 84]);
  });
});

describe('change', () => {
  const heightOf = (svg: string, color: string): number =>
    Number(
      new RegExp(`<rect class="atx-${color}" [^>]*width="8" height="([\\d.]+)"`).exec(svg)![1],
    );

  it('leaves room for what the transaction is for, and is said not to be to scale', () => {
    const svg = svgOf(explain(example('P.AddPermissionlessDelegatorTx').draft));
    expect(heightOf(svg, 'stake')).toBeGreaterThan(60);
    expect(heightOf(svg, 'back')).toBeLessThan(15);
    expect(read(svg)).toContain('AVAX · what goes back is not drawn to scale');
    expect(svg.indexOf('atx-stake"')).toBeLessThan(svg.indexOf('atx-back"'));
  });

  it('is to scale where nothing else is paid than the fee', () => {
    const svg = svgOf(explain(example('P.TransferSubnetOwnershipTx').draft));
    expect(heightOf(svg, 'back')).toBeGreaterThan(80);
    expect(svg).not.toContain('not drawn to scale');
  });
});

describe('the picture for a phone', () => {
  it.each(exampleNames)('of %s names everybody whom the wide one names', (name) => {
    const told = explain(example(name).draft);
    const texts = (svg: string) => read(svg.replace(/<(title|desc)>[^<]*<\/\1>/g, ''));
    const narrow = svgOf(told, { narrow: true });
    const drawn = texts(narrow);
    for (const { to } of told.flows)
      for (const address of to?.addresses ?? []) expect(drawn).toContain(address);
    const amounts = texts(svgOf(told)).filter((text) => /^[\d,.]+ AVAX$/.test(text));
    expect(drawn).toEqual(expect.arrayContaining(amounts));
    expect(narrow).toContain('viewBox="0 0 380 ');
  });

  it('leaves out what a page has beside it', () => {
    const told = explain(example('P.TransferSubnetOwnershipTx').draft);
    const drawn = svgOf(told, { head: false }).replace(/<(title|desc)>[^<]*<\/\1>/g, '');
    expect(told.warnings.length).toBeGreaterThan(0);
    expect(drawn).not.toContain('TransferSubnetOwnershipTx');
    expect(drawn).not.toContain('Warning');
    expect(drawn).toContain('Authorized by');
  });
});

const spendable = (amount: bigint) => {
  const { assetID, output } = utxo(1, amount);
  return { assetID, output } as never;
};
