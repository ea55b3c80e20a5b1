/** What `expression; // value` of a code block calls, when the block runs. */
import { inspect, isDeepStrictEqual } from 'node:util';

const json = (_, value) =>
  typeof value === 'bigint'
    ? `${value}n`
    : value instanceof Uint8Array
      ? { bytes: [...value] }
      : value;
/** Without what pages leave out: keys that are undefined, prototypes. */
const plain = (value) => JSON.parse(JSON.stringify(value, json) ?? 'null');

export function __check(found, wanted, line) {
  if (!isDeepStrictEqual(plain(found), plain(wanted)))
    throw new Error(`${line}\nis ${inspect(found, { depth: 9 })}`);
}
