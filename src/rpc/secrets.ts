import { AvalancheError, isError } from '../errors/error.ts';

/** Takes what is secret out of a text, or out of all texts of an error. */
export interface Hide {
  (text: string): string;
  /** The error again without them: a server may have said them back. */
  error(e: unknown): unknown;
}

/** Shorter ones would take words out of what a server says; no key is so short. */
const shortest = 6;

/** What in a path or a query looks like a key: long, with a digit. */
const keyLike = (text: string): boolean => text.length >= 12 && /\d/.test(text);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Hides the values of headers and their words (`Bearer …`), and keys in the path and query of a service's URL: as they are,
 * as JSON and as a URL write them.
 */
export function hiding(url: URL, headers: Readonly<Record<string, string>>): Hide {
  const found = [
    ...Object.values(headers).flatMap((value) => [value, ...value.split(/[\s:;,]+/)]),
    ...[...url.pathname.split('/'), ...url.search.slice(1).split(/[&=]/)]
      .flatMap((part) => [part, decoded(part)])
      .filter(keyLike),
  ].filter((text) => text.length >= shortest);
  const spelled = found.flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
  ]);
  const secrets = [...new Set(spelled)].sort((a, b) => b.length - a.length);
  const hide = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return hide(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, v]) => [hide(key), clean(v)]));
  };
  const error = (e: unknown): unknown => {
    if (!isError(e) || secrets.length === 0) return e;
    const context = clean(e.context) as Readonly<Record<string, unknown>>;
    const path = clean(e.path) as typeof e.path;
    return new AvalancheError(e.code, hide(e.detail), context, { offset: e.offset }).at(...path);
  };
  return Object.assign(hide, { error });
}
