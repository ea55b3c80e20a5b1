/** Fields in words, for reading. */
import { formatHex, type Opened } from 'avalanche-tx';
import type { Fields } from '../../model/fields.ts';
import {
  contentOf,
  fieldText,
  meantBy,
  noteOf,
  numberOf,
  textOfBytes,
  unitsOf,
} from '../../model/meaning.ts';

const longest = 64;

const grouped = (digits: string): string =>
  digits.replace(/^-?\d+/, (whole) => BigInt(whole).toLocaleString('en'));

/** The value of a field with its unit; long bytes are cut. */
export function readableText(fields: Fields, node: number, opened: Opened): string {
  const meant = meantBy(fields, node);
  const units = unitsOf(fields, node, opened);
  const content = contentOf(fields, node);
  if (content.length > longest && (meant === 'bytes' || meant === 'text')) {
    const size = `${content.length.toLocaleString('en')} bytes`;
    return `${formatHex(content.subarray(0, 32))}… (${size})`;
  }
  const text = fieldText(fields, node, opened, units[0]);
  switch (meant) {
    case 'amount':
      return `${grouped(text)} ${units[0] ?? 'units'}`;
    case 'share':
      return `${text} %`;
    case 'time': {
      const value = numberOf(fields, node);
      if (value === 0n && /spendable|spent/.test(noteOf(fields, node))) return '0 (not locked)';
      return /T/.test(text) ? `${text.replace('T', ' ').replace('Z', ' UTC')} (${value})` : text;
    }
    case 'duration':
      return `${grouped(text)} s${daysText(numberOf(fields, node))}`;
    case 'number':
      return grouped(text);
    case 'text':
      return `“${text}”`;
    case 'bytes': {
      const words = content.length > 0 ? textOfBytes(content) : undefined;
      return content.length === 0 ? 'empty' : words === undefined ? text : `${text} “${words}”`;
    }
    default:
      return text;
  }
}

const daysText = (seconds: bigint): string =>
  seconds >= 86400n && seconds % 86400n === 0n ? ` (${seconds / 86400n} days)` : '';
