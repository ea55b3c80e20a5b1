/**
 * Types on hover in blocks of code, as plain HTML: nothing of them is script, so that neither the build nor the reader pays for it.
 * `.vitepress/theme/hover.ts` puts them beside what they explain.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTransformerFactory,
  defaultHoverInfoProcessor,
  type TwoslashRenderer,
} from '@shikijs/twoslash/core';
import { createTwoslasher } from 'twoslash/core';
import type { MarkdownOptions } from 'vitepress';

/** TypeScript 5 of this workspace: version 7 beside it has no such interface. */
const require = createRequire(import.meta.url);
const typescript = require('typescript');

/** Against the package as it was built: `avalanche-tx` is resolved from the root of the repository by its own `package.json`. */
const twoslasher = createTwoslasher({
  tsModule: typescript,
  tsLibDirectory: dirname(require.resolve('typescript')),
  // Without a slash at its end: with one, paths have two, and twoslash loses every error.
  vfsRoot: fileURLToPath(new URL('../', import.meta.url)).slice(0, -1),
  compilerOptions: {
    target: typescript.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    moduleDetection: typescript.ModuleDetectionKind.Force,
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  },
});

/**
 * Whether a block shows types on hover: a whole program that imports the library, and no package that is not installed here. `test/README.md`
 * has the words for blocks.
 */
const isHovered = (language: string, code: string, meta: string): boolean =>
  language === 'ts' &&
  !/\b(fragment|plain|peer)\b/.test(meta) &&
  code.includes("from 'avalanche-tx");

type Info = Parameters<TwoslashRenderer['nodeStaticInfo']>[0];
type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number];
type Popup = Parameters<NonNullable<Transformer['pre']>>[0];

const span = (name: string, children: Popup['children']): Popup => ({
  type: 'element',
  tagName: 'span',
  properties: { class: name },
  children,
});

/** The first paragraph of a doc comment, code in it as code. */
const docsOf = (comment: string): Popup['children'] =>
  comment
    .split(/\n\s*\n/)[0]!
    .replaceAll(/\{@link ([^}|]*)[^}]*\}/g, '`$1`')
    .split('`')
    .map((value, i) => {
      const text = { type: 'text', value } as const;
      return i % 2 === 0
        ? text
        : { type: 'element', tagName: 'code', properties: {}, children: [text] };
    });

/** A token with its type and the beginning of its documentation. Equal types are highlighted once. */
function renderer(): TwoslashRenderer {
  const popups = new Map<string, Popup>();
  return {
    nodeStaticInfo(info: Info, node) {
      const type = defaultHoverInfoProcessor(info.text);
      const docs = info.docs ?? '';
      const key = `${type}\n${docs}`;
      if (!popups.has(key)) {
        const { children } = this.codeToHast(type, {
          ...this.options,
          meta: {},
          transformers: [],
          lang: 'ts',
          structure: 'inline',
        });
        popups.set(
          key,
          span('type-popup vp-copy-ignore', [
            span('type-popup-code', children as Popup['children']),
            ...(docs === '' ? [] : [span('type-popup-docs', docsOf(docs))]),
          ]),
        );
      }
      const isEmpty = type === '' || type === 'any';
      return isEmpty ? node : span('twoslash-hover', [node, popups.get(key)!]);
    },
  };
}

/** Adds the types. A block with a type error fails the build. */
export const hover = (): Transformer =>
  createTransformerFactory(
    twoslasher,
    renderer(),
  )({
    throws: true,
    filter: (language, code, { meta }) => isHovered(language, code, meta?.__raw ?? ''),
  });
