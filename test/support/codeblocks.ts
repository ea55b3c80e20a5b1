/** The code blocks of a page of Markdown, and what the first line of each says is done with them. */

/** What is done with a block; `test/README.md` has the words. */
export type Use =
  /** Runs, and its output is compared with the block `text output` behind it. */
  | 'run'
  /** Starts, and runs until the page ends. */
  | 'server'
  /** Only its types are checked. */
  | 'no-run'
  /** Nothing: it is not whole. */
  | 'fragment'
  /** Nothing: it is of another library. */
  | 'peer'
  /** Is written into a file for the blocks behind it. */
  | 'file'
  /** Is compared with what the block before it printed. */
  | 'output'
  /** Is read by people only. */
  | 'text';

export interface CodeBlock {
  /** From 1. */
  readonly line: number;
  readonly language: string;
  readonly use: Use;
  /** The name in `[brackets]`. */
  readonly file: string | undefined;
  readonly code: string;
}

const programs = ['ts', 'tsx', 'js', 'sh'];
/** Other names of these languages: a block under one of them would not run. */
const aliases: { readonly [name: string]: string } = {
  typescript: 'ts',
  mts: 'ts',
  javascript: 'js',
  jsx: 'tsx',
  mjs: 'js',
  bash: 'sh',
  shell: 'sh',
  zsh: 'sh',
  console: 'sh',
};
const uses: readonly string[] = ['server', 'no-run', 'fragment', 'peer'];

function useOf(language: string, words: readonly string[], file: string | undefined): Use {
  if (Object.hasOwn(aliases, language))
    throw new Error(`a block of ${language}: write ${aliases[language]}`);
  if (language === 'text' && words.includes('output')) return 'output';
  if (!programs.includes(language)) return file === undefined ? 'text' : 'file';
  const [use = 'run', ...more] = words;
  if ((use !== 'run' && !uses.includes(use)) || more.length > 0)
    throw new Error(
      `a block of ${language} says "${words.join(' ')}", expected nothing or one of ${uses.join(', ')}`,
    );
  if (language === 'tsx' && use !== 'fragment')
    throw new Error('a block of tsx is not run: write `tsx fragment`');
  return use as Use;
}

/** The fenced blocks of a page, also those in lists. */
export function codeBlocks(page: string): readonly CodeBlock[] {
  const fences = /^([ \t]*)(`{3,})([^`\n]*)\n(.*?)^[ \t]*\2[ \t]*$/gms;
  return [...page.matchAll(fences)].map((match) => {
    const [all, indent = '', , info = '', body = ''] = match;
    const line = page.slice(0, page.indexOf(all, match.index)).split('\n').length;
    const file = /\[(.+)\]/.exec(info)?.[1];
    const [language = '', ...words] = info
      .replace(/\[.+\]/, '')
      .trim()
      .split(/\s+/);
    try {
      const use = useOf(language, words, file);
      return {
        line,
        language,
        use,
        file,
        code: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      };
    } catch (e) {
      throw new Error(`line ${line}: ${(e as Error).message}`);
    }
  });
}

/**
 * `expression; // value` becomes a call of `__check`, if the comment is a value; a comment that is none stays a comment.
 */
export const withChecks = (code: string): string =>
  code.replace(
    /^( *)(?!const |let |import |export |return |\/\/)(.+?); \/\/ (.+)$/gm,
    (line, indent: string, expression: string, value: string) =>
      isValue(value) ? `${indent}__check(${expression}, ${value}, ${JSON.stringify(line)});` : line,
  );

function isValue(text: string): boolean {
  try {
    new Function(`return (${text});`)();
    return true;
  } catch {
    return false;
  }
}

/** Whether what was printed is what a page shows, where `…` stands for anything. */
export function isShown(printed: string, shown: string): boolean {
  const lines = (text: string): string =>
    text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
  const parts = lines(shown)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(lines(printed));
}
