/** The parts of the playground that need no browser. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { breakages, changedLines } from '../../apps/playground/model/breaking.ts';
import { formatLink, readLink } from '../../apps/playground/model/link.ts';
import { limits, readNotice, readReport } from '../../apps/playground/model/messages.ts';
import { format, inspect } from '../../apps/playground/runner/inspect.ts';
import {
  lineOf,
  prepare,
  withSpecifiers,
  withValues,
} from '../../apps/playground/runner/rewrite.ts';
import { visibleText } from '../../apps/ui/visible.ts';
import { exampleIDs, readExamples } from '../../scripts/examples.ts';
import { codeBlocks } from '../support/codeblocks.ts';

const root = new URL('../../', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe('rewriting', () => {
  const urlOf = (of: string): string | undefined => (of === 'avalanche-tx' ? 'blob:1' : undefined);

  it('gives specifiers their URLs, and leaves others and texts alone', () => {
    expect(withSpecifiers("import { a } from 'avalanche-tx';", urlOf)).toBe(
      "import { a } from 'blob:1';",
    );
    expect(withSpecifiers("const a = await import('avalanche-tx');", urlOf)).toBe(
      'const a = await import("blob:1");',
    );
    const others = "import b from 'other';\nconst t = \"import a from 'avalanche-tx'\";";
    expect(withSpecifiers(others, urlOf)).toBe(others);
  });

  it('keeps every line where it is, without types', () => {
    const code = `import {
  type Draft,
  avax,
} from 'avalanche-tx';

interface A {
  readonly a: bigint;
}
const a: A = { a: avax('1') } as A;
throw new Error(\`\${a.a!}\`);`;
    const lines = prepare(code, urlOf).split('\n');
    expect(lines[9]).toContain('throw new Error');
    expect(lines.join('\n')).not.toMatch(/interface|readonly|Draft/);
    expect(lineOf('Error\n    at x (blob:null/1)\n    at playground/your-code.js:10:7')).toBe(10);
    expect(lineOf('Error\n    at blob:null/1:2:3')).toBeUndefined();
  });

  it('shows values only where a comment begins as one, and where the line is whole', () => {
    expect(withValues('a + 1; // 2')).toBe('__value(1, (a + 1)); // 2');
    for (const line of ['a(); // a step', 'const a = 1; // 1', '// a; // 1', 'a;', '}); // 1'])
      expect(withValues(line)).toBe(line);
    // The end of a longer expression is no expression.
    expect(prepare('const a = [1]\n  , b = 2; // 2', urlOf)).toContain('b = 2; // 2');
  });

  it('says in which line the syntax is wrong', () => {
    expect(() => prepare('const a = 1;\nconst = 2;', urlOf)).toThrow(/\(2:/);
  });
});

describe('messages', () => {
  const line = { level: 'log', text: 'a', line: 1 } as const;

  it('reads reports, and leaves out what it does not know', () => {
    const json = JSON.stringify({ type: 'output', lines: [{ ...line, html: '<b>' }], dropped: 0 });
    expect(readReport(json)).toEqual({ type: 'output', lines: [line], dropped: 0 });
  });

  it.each([
    ['no text', { type: 'output' }],
    ['no JSON', 'x'],
    ['another type', JSON.stringify({ type: 'run' })],
    ['a name of Object', JSON.stringify({ type: 'constructor' })],
    ['null', 'null'],
    ['no list', JSON.stringify({ type: 'output', lines: {}, dropped: 0 })],
    [
      'another level',
      JSON.stringify({ type: 'output', lines: [{ ...line, level: 'x' }], dropped: 0 }),
    ],
    [
      'a number as text',
      JSON.stringify({ type: 'output', lines: [{ ...line, text: 1 }], dropped: 0 }),
    ],
    ['a negative count', JSON.stringify({ type: 'output', lines: [], dropped: -1 })],
    [
      'a long text',
      JSON.stringify({
        type: 'output',
        lines: [{ ...line, text: 'x'.repeat(limits.text + 1) }],
        dropped: 0,
      }),
    ],
    [
      'many lines',
      JSON.stringify({ type: 'output', lines: Array(limits.lines + 1).fill(line), dropped: 0 }),
    ],
    ['a long report', JSON.stringify({ type: 'ended', more: 'x'.repeat(limits.report) })],
  ])('refuses %s', (_, data) => {
    expect(readReport(data)).toBeUndefined();
  });

  it('reads notices of a frame, and nothing else', () => {
    expect(readNotice({ type: 'report', run: 1, json: '{}', more: 1 })).toEqual({
      type: 'report',
      run: 1,
      json: '{}',
    });
    for (const data of [null, 'ready', { type: 'x' }, { type: 'report', run: '1', json: '{}' }])
      expect(readNotice(data)).toBeUndefined();
  });
});

describe('examples', () => {
  const examples = readExamples();

  it('are all programs of the guides but those that need Node or files', () => {
    const ids = examples.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const titles = examples.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    const written = readdirSync(new URL('docs/guides/', root)).filter(
      (name) => exampleIDs(`guides/${name.slice(0, -3)}`, text(`docs/guides/${name}`)).size > 0,
    );
    const named = new Set(ids.map((id) => id.split('/')[1]));
    expect(written.filter((name) => !named.has(name.slice(0, -3)))).toEqual([]);
    expect(text('docs/guides/testing.md')).toContain("from 'node:test'");
    expect(text('docs/guides/keys.md')).toContain('encryptKeystore');
  });

  it('are the blocks of their pages, to the letter', () => {
    const page = text('docs/guides/stake.md');
    const blocks = codeBlocks(page).filter(({ language }) => language === 'ts');
    expect([...exampleIDs('guides/stake', page).values()]).toEqual([
      'guide/stake',
      'guide/stake-2',
    ]);
    expect(examples.find(({ id }) => id === 'guide/stake-2')!.code).toBe(blocks[1]!.code);
    expect(exampleIDs('testnode', text('docs/testnode.md')).size).toBe(0);
  });

  it('import only what the worker has', () => {
    const has = [...text('apps/playground/runner/library.ts').matchAll(/^ {2}\['([^']+)', /gm)];
    const entries = Object.keys(JSON.parse(text('package.json')).exports)
      .filter((entry) => !entry.endsWith('.json') && !['./testing', './filestore'].includes(entry))
      .map((entry) => `avalanche-tx${entry.slice(1)}`);
    expect(has.map(([, name]) => name).sort()).toEqual(entries.sort());
  });
});

describe('breaking', () => {
  const send = text('docs/guides/send-p.md');
  const code = codeBlocks(send)[0]!.code;

  it('changes few lines, and names them', () => {
    for (const { id, apply } of breakages) {
      const after = apply(code);
      if (id === 'address') {
        expect(after).toBeUndefined();
        continue;
      }
      expect(after!.lines.length, id).toBeGreaterThan(0);
      expect(after!.lines.length, id).toBeLessThan(4);
      const lines = after!.code.split('\n');
      for (const line of after!.lines) expect(code.split('\n'), id).not.toContain(lines[line - 1]);
    }
  });

  it('offers nothing where nothing fits', () => {
    for (const { apply } of breakages) expect(apply("console.log('x');")).toBeUndefined();
    expect(changedLines('a\nb\nb', 'a\nb\nc\nb\nb')).toEqual([3, 5]);
  });
});

describe('links', () => {
  it('carry the code, and nothing that is damaged or too long', async () => {
    const code = "console.log('ü…');\n".repeat(500);
    const link = await formatLink(code);
    expect(link.length).toBeLessThan(500);
    expect(await readLink(link)).toEqual({ kind: 'code', code });
    expect(await readLink('#example=guide/stake')).toEqual({ kind: 'example', id: 'guide/stake' });
    expect(await readLink('')).toBeUndefined();
    expect(await readLink('#something')).toBeUndefined();
    await expect(readLink('#code=!')).rejects.toThrow();
    await expect(readLink('#code=AAAA')).rejects.toThrow();
    await expect(readLink(`#code=${'A'.repeat(50_000)}`)).rejects.toThrow(RangeError);
    const bomb = await formatLink('x'.repeat(200_000));
    expect(bomb.length).toBeLessThan(1000);
    await expect(formatLink('x'.repeat(200_001))).rejects.toThrow(RangeError);
  });
});

describe('printing', () => {
  it.each([
    [1n, '1n'],
    ["it's", '"it\'s"'],
    [[1, 'a'], "[ 1, 'a' ]"],
    [{ a: { b: [] }, 'c-d': undefined }, "{ a: { b: [] }, 'c-d': undefined }"],
    [new Uint8Array([1, 2]), 'Uint8Array(2) [ 1, 2 ]'],
    [new Map([['a', 1]]), "Map(1) { 'a' => 1 }"],
    [Array(200).fill(0), /\.\.\. 100 more items/],
    [
      Object.defineProperty({}, 'x', {
        enumerable: true,
        get: () => {
          throw new Error();
        },
      }),
      '{ x: [Getter] }',
    ],
  ])('%#', (value, wanted) => {
    if (typeof wanted === 'string') expect(inspect(value)).toBe(wanted);
    else expect(inspect(value)).toMatch(wanted);
  });

  it('ends with what contains itself, and prints text as it is', () => {
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    expect(inspect(loop)).toBe('{ loop: [Circular] }');
    expect(format(['a', 1, ['b']])).toBe("a 1 [ 'b' ]");
  });

  it('makes characters visible that turn text around', () => {
    expect(visibleText('a\u202eb\u0007\n\tc')).toBe('a\\u202eb\\u0007\n\tc');
  });
});
