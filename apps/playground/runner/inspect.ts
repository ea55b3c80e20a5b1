/** Values as a console prints them, after the manner of Node's: what guides show is what appears. */

/** Entries of a list or object that are printed. */
const mostEntries = 100;
/** Characters of a line. */
const width = 72;

const quoted = (text: string): string => {
  const quote = text.includes("'") ? (text.includes('"') ? '`' : '"') : "'";
  return (
    quote + text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t') + quote
  );
};

const keyOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key));

/** The parts in one line if they fit, each in its own otherwise. */
function within(open: string, parts: readonly string[], close: string, depth: number): string {
  if (parts.length === 0) return open + close;
  const line = `${open} ${parts.join(', ')} ${close}`;
  if (line.length + depth * 2 <= width + 4 && !line.includes('\n')) return line;
  const indent = '  '.repeat(depth + 1);
  return `${open}\n${parts.map((part) => indent + part).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

function entriesOf<T>(all: readonly T[], part: (of: T) => string): readonly string[] {
  const shown = all.slice(0, mostEntries).map(part);
  const rest = all.length - shown.length;
  return rest > 0 ? [...shown, `... ${rest} more items`] : shown;
}

/** Getters of the edited code may throw. */
function property(of: object, key: string, show: (value: unknown) => string): string {
  const { get, value } = Object.getOwnPropertyDescriptor(of, key) ?? {};
  return get ? '[Getter]' : show(value);
}

function shown(value: unknown, depth: number, above: readonly object[]): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[Function: ${value.name || '(anonymous)'}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (above.includes(value)) return '[Circular]';
  if (value instanceof Error) return `[${value.name}: ${value.message}]`;
  if (value instanceof Date) return Number.isNaN(+value) ? 'Invalid Date' : value.toISOString();
  const next = (of: unknown): string => shown(of, depth + 1, [...above, value]);
  if (ArrayBuffer.isView(value) && 'length' in value)
    return within(
      `${value.constructor.name}(${value.length}) [`,
      entriesOf(Array.from(value as Uint8Array), String),
      ']',
      depth,
    );
  const isDeep = depth > 3;
  if (Array.isArray(value))
    return isDeep ? '[Array]' : within('[', entriesOf(value, next), ']', depth);
  if (value instanceof Map)
    return within(
      `Map(${value.size}) {`,
      entriesOf([...value], ([k, v]) => `${next(k)} => ${next(v)}`),
      '}',
      depth,
    );
  if (value instanceof Set)
    return within(`Set(${value.size}) {`, entriesOf([...value], next), '}', depth);
  if (isDeep) return '[Object]';
  const keys = Object.keys(value);
  return within(
    '{',
    entriesOf(keys, (key) => `${keyOf(key)}: ${property(value, key, next)}`),
    '}',
    depth,
  );
}

/** A value as text; text itself with quotes. */
export const inspect = (value: unknown): string => shown(value, 0, []);

/** The arguments of `console.log` as text. */
export const format = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ');
