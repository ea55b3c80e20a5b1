/** Names of files for payment IDs: readable, reversible, and different on file systems that ignore case. */

/** Characters of long names: no upper case, and nothing that a file system or Windows treats specially. */
const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789!#$&'()+,-;=@[]^_{}";
const base = BigInt(alphabet.length);
const [first, last] = [0x20, 0x7e];
const characters = BigInt(last - first + 1);

/** A name that Windows keeps for a device, such as `con`, is none with this before it. */
const prefix = 'id-';
const longPrefix = 'long-';
/** Readable names are at most this long; longer ones are written as one number, which takes 228 characters for 200. */
const longest = 200;

/** As a number with a leading 1, so that every character counts. */
function compact(id: string): string {
  let number = 1n;
  for (const character of id)
    number = number * characters + BigInt(character.charCodeAt(0) - first);
  let name = '';
  for (; number > 0n; number /= base) name = alphabet[Number(number % base)] + name;
  return longPrefix + name;
}

function expand(name: string): string | undefined {
  let number = 0n;
  for (const character of name.slice(longPrefix.length)) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return undefined;
    number = number * base + BigInt(digit);
  }
  let id = '';
  for (; number > 1n; number /= characters)
    id = String.fromCharCode(Number(number % characters) + first) + id;
  return id;
}

/** The name of the file for an ID of printable ASCII: small letters, digits, `-` and `_` are themselves, `A` is `^a`, `/` is `%2f`. */
export function fileNameOf(id: string): string {
  const name = id.replace(/[^a-z0-9_-]/g, (character) =>
    /[A-Z]/.test(character)
      ? `^${character.toLowerCase()}`
      : `%${character.charCodeAt(0).toString(16)}`,
  );
  return name.length <= longest ? prefix + name : compact(id);
}

/** The ID of the payment in a file of this name; undefined if the name is of something else. */
export function idOfFileName(name: string): string | undefined {
  const id = name.startsWith(prefix)
    ? name
        .slice(prefix.length)
        .replace(/\^([a-z])|%([0-9a-f]{2})/g, (_, letter?: string, code?: string) =>
          letter === undefined
            ? String.fromCharCode(Number.parseInt(code!, 16))
            : letter.toUpperCase(),
        )
    : name.startsWith(longPrefix)
      ? expand(name)
      : undefined;
  return id !== undefined && /^[\x20-\x7e]{1,200}$/.test(id) && fileNameOf(id) === name
    ? id
    : undefined;
}
