/**
 * Runs the programs of a page one after the other, in one process: `node blockrunner.mjs MARK FILE…`. After the output of each comes a
 * line with the mark and a status.
 */
import { resolve } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';

const json = (_, value) =>
  typeof value === 'bigint'
    ? `${value}n`
    : value instanceof Uint8Array
      ? { bytes: [...value] }
      : value;
/** Without what pages leave out: keys that are undefined, prototypes. */
const plain = (value) => JSON.parse(JSON.stringify(value, json) ?? 'null');

/** What `expression; // value` of a code block calls. */
globalThis.__check = (found, wanted, line) => {
  if (!isDeepStrictEqual(plain(found), plain(wanted)))
    throw new Error(`${line}\nis ${inspect(found, { depth: 9 })}`);
};

process.stderr.write = process.stdout.write.bind(process.stdout);
const [mark, ...files] = process.argv.slice(2);
for (const file of files) {
  const status = await import(resolve(file)).then(
    () => 0,
    (e) => {
      console.log(e);
      return 1;
    },
  );
  console.log(`${mark}${status}`);
}
