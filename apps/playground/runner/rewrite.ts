/** The edited code as JavaScript that a worker can import: without types, with other specifiers, line by line as it was written. */
import { parse } from 'es-module-lexer/js';
import { transform } from 'sucrase';

/** What a comment has to begin with to be a value. */
const value = /^(?:-?\d|['"`[{]|(?:true|false|null|undefined)\b)/;

/** `expression; // value` becomes a call that shows the value. */
export const withValues = (code: string): string =>
  code
    .split('\n')
    .map((line, i) => {
      const found =
        /^( *)(?!const |let |var |import |export |return |throw |\/\/|[})\].?])(.+?); \/\/ (.+)$/.exec(
          line,
        );
      return found && value.test(found[3]!)
        ? `${found[1]}__value(${i + 1}, (${found[2]})); // ${found[3]}`
        : line;
    })
    .join('\n');

/**
 * JavaScript of TypeScript. Lines stay where they are.
 * @throws {SyntaxError} With the line in its message.
 */
const javaScriptOf = (code: string): string =>
  transform(code, {
    transforms: ['typescript'],
    disableESTransforms: true,
    keepUnusedImports: false,
  }).code;

/**
 * Gives each specifier another one.
 * @param urlOf The URL of a module; undefined leaves the specifier as it is.
 */
export function withSpecifiers(
  code: string,
  urlOf: (specifier: string) => string | undefined,
): string {
  const [imports] = parse(code);
  let from = 0;
  let result = '';
  for (const { n: specifier, s: start, e: end, d: dynamic } of imports) {
    const url = specifier === undefined ? undefined : urlOf(specifier);
    if (url === undefined) continue;
    // Of a dynamic import the quotes belong to the place.
    result += code.slice(from, start) + (dynamic >= 0 ? JSON.stringify(url) : url);
    from = end;
  }
  return result + code.slice(from);
}

/** What the worker imports. */
export function prepare(code: string, urlOf: (specifier: string) => string | undefined): string {
  let plain: string;
  try {
    plain = javaScriptOf(withValues(code));
  } catch {
    // A line that shows a value may be the end of a longer expression: then none does.
    plain = javaScriptOf(code);
  }
  return `${withSpecifiers(plain, urlOf)}\n//# sourceURL=${sourceName}`;
}

/** The name of the edited code in stacks. */
const sourceName = 'playground/your-code.js';

/** The line of the edited code that a stack names first, from 1. */
export function lineOf(stack: string): number | undefined {
  const at = new RegExp(`${sourceName.replace('.', '\\.')}:(\\d+)`).exec(stack);
  return at ? Number(at[1]) : undefined;
}
