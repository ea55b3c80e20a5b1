/** The parts of a doc comment. */
export interface Doc {
  readonly text: string;
  readonly params: readonly (readonly [name: string, text: string])[];
  readonly returns: string | undefined;
  readonly throws: readonly string[];
  readonly deprecated: string | undefined;
  readonly examples: readonly string[];
}

/** Text that stands on one line. */
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Text of a comment as Markdown in which nothing is taken for HTML or a template. */
export const safe = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, i) =>
      i % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;{'),
    )
    .join('')
    .replace(/\{@link (\w+)\}/g, '`$1`');

/** Reads a comment without its frame. */
export function docOf(comment: string): Doc {
  const [text = '', ...tags] = comment.split(/^@(?=\w)/m);
  const found = tags.map((tag) => {
    const [, name = '', rest = ''] = /^(\w+)[ \t]*([\s\S]*)$/.exec(tag)!;
    return [name, rest] as const;
  });
  const all = (name: string): readonly string[] =>
    found.flatMap(([tag, rest]) => (tag === name ? [rest] : []));
  const said = (name: string): string | undefined => all(name).map((of) => safe(flat(of)))[0];
  return {
    text: safe(text.trim()),
    params: all('param').map((of) => {
      const [, name = '', rest = ''] = /^([\w.]+)\s*-?\s*([\s\S]*)$/.exec(of)!;
      return [name, safe(flat(rest))];
    }),
    returns: said('returns'),
    throws: all('throws').map((of) => safe(flat(of))),
    deprecated: said('deprecated'),
    examples: all('example').map((of) => of.trimEnd()),
  };
}
