/** The programs of the guides that run in the playground: the pages of `docs/` are their one source. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Example } from '../apps/playground/model/data.ts';
import { type CodeBlock, codeBlocks } from '../test/support/codeblocks.ts';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));

/**
 * Whether a block of a page runs in a browser: a whole program that imports nothing but the package. The playground's sandbox has an opaque
 * origin, and so no `crypto.subtle` for keystore files.
 */
export function isRunnable({ language, use, file, code }: CodeBlock): boolean {
  const modules = [...code.matchAll(/\bfrom '([^']+)'/g)].map(([, name]) => name!);
  return (
    language === 'ts' &&
    use === 'run' &&
    file === undefined &&
    modules.length > 0 &&
    !/\b(en|de)cryptKeystore\b/.test(code) &&
    modules.every((name) => /^avalanche-tx(\/(?!testing$|filestore$)[a-z]+)?$/.test(name))
  );
}

/** Folders of pages with examples, by the first word of their ids. */
const folders = { guide: 'guides', concept: 'concepts' } as const;

/** The runnable blocks of a page with the ids of their examples, if it has any: its path in `docs/` without `.md`, and its text. */
export function exampleIDs(path: string, text: string): ReadonlyMap<CodeBlock, string> {
  const [kind] = Object.entries(folders).find(([, folder]) => path.startsWith(`${folder}/`)) ?? [];
  if (kind === undefined) return new Map();
  const name = `${kind}/${path.split('/').at(-1)}`;
  const blocks = codeBlocks(text).filter(isRunnable);
  return new Map(blocks.map((block, i) => [block, i === 0 ? name : `${name}-${i + 1}`]));
}

const headingBefore = (lines: readonly string[], line: number, mark: string): string | undefined =>
  lines
    .slice(0, line - 1)
    .filter((text) => text.startsWith(mark))
    .at(-1)
    ?.slice(mark.length)
    .replaceAll('`', '');

/** The guides with examples by their path in `docs/`: the task that their index names them by, and its heading there. In the order of the index. */
function tasks(): ReadonlyMap<string, { readonly group: string; readonly name: string }> {
  const found = new Map<string, { readonly group: string; readonly name: string }>();
  for (const [, group, links] of readFileSync(`${docs}guides/index.md`, 'utf8').matchAll(
    /^- \*\*(.+):\*\* (.+)$/gm,
  ))
    for (const [, name, file] of links!.matchAll(/\[([^\]]+)\]\(([\w-]+)\.md\)/g))
      found.set(`guides/${file}`, {
        group: group!,
        name: name![0]!.toUpperCase() + name!.slice(1),
      });
  return found.set('guides/index', { group: 'Build an application', name: 'Explain an error' });
}

function examplesOf(
  path: string,
  task: { readonly group: string; readonly name: string },
): readonly Example[] {
  const text = readFileSync(`${docs}${path}.md`, 'utf8');
  const lines = text.split('\n');
  const blocks = codeBlocks(text);
  const ids = exampleIDs(path, text);
  return [...ids].map(([block, id], i) => {
    const next = blocks[blocks.findIndex(({ line }) => line === block.line) + 1];
    const section = ids.size > 1 ? headingBefore(lines, block.line, '## ') : undefined;
    const part = section ?? (i > 0 ? `part ${i + 1}` : undefined);
    return {
      id,
      group: task.group,
      title: part === undefined ? task.name : `${task.name}: ${part}`,
      page: `/${path.replace(/(^|\/)index$/, '$1')}`,
      code: block.code,
      ...(next?.use === 'output' && { output: next.code }),
    };
  });
}

/** All examples: those of the guides by task, then those of the concepts. */
export function readExamples(): readonly Example[] {
  const concepts = readdirSync(`${docs}concepts`)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((file) => {
      const path = `concepts/${file.slice(0, -'.md'.length)}`;
      const lines = readFileSync(`${docs}${path}.md`, 'utf8').split('\n');
      const name = headingBefore(lines, lines.length, '# ') ?? path;
      return [path, { group: 'Concepts', name }] as const;
    });
  return [...tasks(), ...concepts].flatMap(([path, task]) => examplesOf(path, task));
}
