/** The pages as text for language models: `llms.txt` lists them, `llms-full.txt` has all, and each page is there as Markdown. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contents, docs, isReference, readPages } from './navigation.ts';

const textOf = (path: string): string =>
  readFileSync(`${docs}${path}.md`, 'utf8').replace(/^---\n[\s\S]*?\n---\n+/, '');

/** The first paragraph of a page, as one line. */
export function summaryOf(path: string): string {
  const paragraphs = textOf(path).split(/\n{2,}/);
  const first = paragraphs.find((text) => /^[\p{L}`*[]/u.test(text.trim())) ?? '';
  return first
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Writes the files into the folder of the built site. */
export function writeTexts(folder: string, summary: string): void {
  const pages = readPages();
  for (const path of pages.keys()) {
    const file = join(folder, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(path));
  }
  const sections = contents(pages);
  const head = `# avalanche-tx\n\n> ${summary}\n`;
  const reference = [...pages.keys()].filter(isReference);
  const list = sections.map(
    ({ section, name, pages: entries }) =>
      `## ${section === name ? name : `${section}: ${name}`}\n\n${entries
        .map(([path, title]) => `- [${title}](${path}.md): ${summaryOf(path)}`)
        .join('\n')}\n`,
  );
  writeFileSync(join(folder, 'llms.txt'), [head, ...list].join('\n'));
  const all = [...sections.flatMap((s) => s.pages.map(([path]) => path)), ...reference];
  writeFileSync(
    join(folder, 'llms-full.txt'),
    `${head}\n${[...new Set(all)].map((path) => `<!-- ${path}.md -->\n\n${textOf(path).trim()}\n`).join('\n')}`,
  );
}
