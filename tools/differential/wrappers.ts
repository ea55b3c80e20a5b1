/** Blocks without the headers that the proposervm puts around them. */
import { innerBytesOf, ProposerBlock } from '../../src/blocks/proposervm.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { formatBytes, formatHex, parseBytes, parseHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { decode } from '../../src/wire/codec.ts';

/** The block in a wrapper; a block without one is what it is. */
export function innerOf(bytes: Uint8Array): Uint8Array {
  try {
    return innerBytesOf(decode(ProposerBlock, bytes));
  } catch {
    return bytes;
  }
}

/** Takes the blocks in a reply of an index out of their wrappers. */
export const unwrapped = (text: string): string =>
  text.replace(
    /"id":"\w+","bytes":"(0x[\da-f]+)"(.*?"encoding":"(\w+)")/g,
    (_, hex: string, rest: string, encoding: 'hex' | 'hexnc') => {
      const inner = innerOf(encoding === 'hexnc' ? parseHex(hex) : parseBytes(hex, encoding));
      const bytes = encoding === 'hexnc' ? formatHex(inner) : formatBytes(inner, encoding);
      return `"id":"${formatID(sha256(inner))}","bytes":"${bytes}"${rest}`;
    },
  );
