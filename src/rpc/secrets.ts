/**
 * Removes keys from error messages. Servers, proxies and transports may repeat a request's headers or URL in any
 * encoding, so all common encodings of each secret are searched for.
 */

import { AvalancheError, isError } from '../errors/error.ts';
import { redacted, redactedIn } from '../errors/quote.ts';
import { jsonString } from '../text/json.ts';

/** Removes secrets from a text, a reply or an error. */
export interface Hide {
  (text: string): string;
  /**
   * Removes secrets from a whole reply. Short secrets are kept, because ordinary words and numbers of the JSON may
   * be equal to them.
   */
  inReply(text: string): string;
  /**
   * Returns a copy of the error without secrets and without its cause, since a server may have repeated them.
   * @param detail Replacement for the error's text, if that cannot be kept.
   */
  error(e: unknown, detail?: string): unknown;
}

/** Headers that are not secret; the value of any other header is treated as a secret. */
const open: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-type',
  'user-agent',
]);

/** Schemes of HTTP authentication, which are not secret. */
const scheme = /^(?:Basic|Bearer|Digest|Token|ApiKey|Key)$/i;

/** Common parts of node and provider URLs, which are not secret. */
const known =
  /^(?:v\d+|ext|bc|rpc|ws|[PXC]|avax|avalanche|mainnet|fuji|testnet|public|api|node|index|info|health|metrics|data)$/i;

/** Secrets shorter than this are hidden only as whole words, since `a` is part of most words. */
const shortest = 4;

/** Tells whether a header may carry a key. */
export const isSecretHeader = (name: string): boolean => !open.has(name.toLowerCase());

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes base64, if the result is readable text. */
function unpacked(text: string): readonly string[] {
  if (!/^[\w+/-]{4,}={0,2}$/.test(text)) return [];
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return /^[\x20-\x7e\xa0-\xff]+$/.test(plain) ? [plain, ...plain.split(':')] : [];
  } catch {
    return [];
  }
}

/** The secret parts of a header: the value, its words, and their decoded base64 (`Basic …`). */
const ofHeader = (value: string): readonly string[] => {
  const words = value.split(/[\s:;,]+/).filter((word) => !scheme.test(word));
  return [value, ...words, ...[value, ...value.split(/[\s,;]+/)].flatMap(unpacked)];
};

/** The parts of a URL that may be secret: each part of the path, query values, and query parts without a name. */
function ofURL({ username, password, pathname, search }: URL): readonly string[] {
  const query = search.slice(1).split('&');
  const parts = [
    username,
    password,
    ...pathname.split('/'),
    ...query.map((pair) => pair.slice(pair.indexOf('=') + 1)),
    // In `?…=`, a long name is the key itself.
    ...query.map((pair) => pair.split('=')[0]!).filter((name) => name.length >= 12),
  ];
  return parts.flatMap((part) => [part, decoded(part)]).filter((part) => !known.test(part));
}

const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)];

/** The forms in which a secret may appear: plain, JSON, URL, base64 and hex. Matching ignores case. */
function spellings(text: string): readonly string[] {
  const bytes = bytesOf(text);
  const base64 = btoa(String.fromCharCode(...bytes));
  const unpadded = base64.replace(/=+$/, '');
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    jsonString(text).slice(1, -1),
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    `%${hex.join('%')}`,
    base64,
    unpadded,
    unpadded.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(base64),
    hex.join(''),
  ];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Returns a pattern that matches all forms of at least `least` characters, longest first. */
function patternOf(secrets: readonly string[], least: number): RegExp | undefined {
  const all = [...new Set(secrets.flatMap(spellings))]
    .filter((text) => text.length >= least)
    .sort((a, b) => b.length - a.length)
    .map((text) => (text.length < shortest ? `(?<![\\w%])${escaped(text)}(?!\\w)` : escaped(text)));
  return all.length > 0 ? new RegExp(all.join('|'), 'gi') : undefined;
}

/**
 * Hides header values, Basic credentials, and every part of a service's URL except its host and common words,
 * whether written plainly or as JSON, URL encoding, base64 or hex, ignoring case.
 */
export function hiding(url: URL, headers: Readonly<Record<string, string>>): Hide {
  const secrets = Object.entries(headers)
    .filter(([name]) => isSecretHeader(name))
    .flatMap(([, value]) => ofHeader(value));
  const all = [...secrets, ...ofURL(url)].filter((text) => text !== '');
  const hideBy = (pattern: RegExp | undefined) => (text: string) =>
    pattern ? redacted(text).replace(pattern, '…') : redacted(text);
  const hide = hideBy(patternOf(all, 1));
  const inReply = hideBy(patternOf(all, shortest));
  const error = (e: unknown, detail?: string): unknown => {
    if (!isError(e)) return e;
    // The keys of the context are the library's own.
    const context = Object.fromEntries(
      Object.entries(e.context as object).map(([key, value]) => [key, redactedIn(value, hide)]),
    );
    const path = redactedIn(e.path, hide);
    const place = { offset: e.offset };
    return new AvalancheError(e.code, hide(detail ?? e.detail), context as never, place).at(
      ...path,
    );
  };
  return Object.assign(hide, { error, inReply });
}
