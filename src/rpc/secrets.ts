import { AvalancheError, isError } from '../errors/error.ts';
import { redacted, redactedIn } from '../errors/quote.ts';
import { jsonString } from '../text/json.ts';

/** Takes what is secret out of a text, or out of all texts of an error. */
export interface Hide {
  (text: string): string;
  /** Of a whole reply: short ones stay, as numbers and words of its JSON may be the same. */
  inReply(text: string): string;
  /**
   * The error again without them and without its cause: a server may have said them back.
   * @param detail What happened, where the error's own text cannot be kept.
   */
  error(e: unknown, detail?: string): unknown;
}

/** Headers that say nothing secret; every other value is a secret, however short. */
const open: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-type',
  'user-agent',
]);

/** Words of HTTP authentication beside the secret. */
const scheme = /^(?:Basic|Bearer|Digest|Token|ApiKey|Key)$/i;

/** Parts of URLs of nodes and providers that everybody knows. */
const known =
  /^(?:v\d+|ext|bc|rpc|ws|[PXC]|avax|avalanche|mainnet|fuji|testnet|public|api|node|index|info|health|metrics|data)$/i;

/** Shorter ones are hidden only where they stand alone: `a` is a part of most words. */
const shortest = 4;

/** Whether a header may carry a key. */
export const isSecretHeader = (name: string): boolean => !open.has(name.toLowerCase());

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text whose base64 it is, if that can be read. */
function unpacked(text: string): readonly string[] {
  if (!/^[\w+/-]{4,}={0,2}$/.test(text)) return [];
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return /^[\x20-\x7e\xa0-\xff]+$/.test(plain) ? [plain, ...plain.split(':')] : [];
  } catch {
    return [];
  }
}

/** What of a header is secret: the value, its words, and what they say in base64 (`Basic …`). */
const ofHeader = (value: string): readonly string[] => {
  const words = value.split(/[\s:;,]+/).filter((word) => !scheme.test(word));
  return [value, ...words, ...[value, ...value.split(/[\s,;]+/)].flatMap(unpacked)];
};

/** What of a URL may be secret: each part of its path, and of its query each value and what has no name. */
function ofURL({ username, password, pathname, search }: URL): readonly string[] {
  const query = search.slice(1).split('&');
  const parts = [
    username,
    password,
    ...pathname.split('/'),
    ...query.map((pair) => pair.slice(pair.indexOf('=') + 1)),
    // `?…=` with a long name: the name is the key.
    ...query.map((pair) => pair.split('=')[0]!).filter((name) => name.length >= 12),
  ];
  return parts.flatMap((part) => [part, decoded(part)]).filter((part) => !known.test(part));
}

const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)];

/** The spellings in which a server, a library or this one may write a secret; upper and lower case are found alike. */
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

/** Finds all spellings of at least `least` characters, longest first. */
function patternOf(secrets: readonly string[], least: number): RegExp | undefined {
  const all = [...new Set(secrets.flatMap(spellings))]
    .filter((text) => text.length >= least)
    .sort((a, b) => b.length - a.length)
    .map((text) => (text.length < shortest ? `(?<![\\w%])${escaped(text)}(?!\\w)` : escaped(text)));
  return all.length > 0 ? new RegExp(all.join('|'), 'gi') : undefined;
}

/**
 * Hides the values of headers, what Basic authentication says, and all parts of a service's URL but its host and what everybody knows: as
 * they are and as JSON, a URL, base64 or hex writes them, in upper and lower case.
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
    // The names of facts are ours.
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
