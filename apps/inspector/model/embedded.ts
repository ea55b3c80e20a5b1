/** The fields of what the inspector shows, read once for all views. */
import { type Hint, isError, type Opened, open, type Type, wireTypeOf } from 'avalanche-tx';
import type { Field } from 'avalanche-tx/codec';
import { type Embedded, type Fields, readFields, readFieldsInSlices } from './fields.ts';

/** As what the bytes of a field can be read; undefined if they are only bytes. */
function hintFor(
  around: Type<unknown> | undefined,
  field: Field | undefined,
  chain: Opened['chain'],
): Hint | undefined {
  const of = { ...(chain && { chain }) };
  const { key, role } = field ?? {};
  if (role?.is === 'says') return { kind: 'warpSigned' };
  if (around?.name === 'indexer.Container' && key === 'Bytes') return of;
  if (around?.name.startsWith('proposervm.') && (key === 'block' || key === 'InnerBytes'))
    return { ...of, kind: 'block' };
  if (around?.name.startsWith('warp.') && key === 'Payload') return { kind: 'warpPayload' };
  if (around?.name === 'payload.AddressedCall' && key === 'Payload') return { kind: 'l1Payload' };
  if (around?.name === 'base64[]' && key === 'txs') return { chain: 'X', kind: 'tx' };
  return undefined;
}

/** Tells the values in bytes: wrapped blocks, the transactions of a vertex, warp messages and their payloads. */
const embeddedIn =
  (chain: Opened['chain']): Embedded =>
  (around, field, content) => {
    const hint = hintFor(around, field, chain);
    if (!hint) return undefined;
    try {
      return wireTypeOf(open(content, hint));
    } catch (e) {
      if (isError(e)) return undefined;
      throw e;
    }
  };

const known = new WeakMap<Uint8Array, Fields>();

/** So many bytes are read at once without a delay that anybody notices. */
const few = 100_000;

/**
 * The fields of a value; undefined where they are so many that they must be read in slices.
 * @param atOnce Reads them in any case, for a value that was just edited: its form stays as it is.
 */
export function knownFieldsOf(opened: Opened, atOnce = false): Fields | undefined {
  const found = known.get(opened.bytes);
  if (found || (opened.bytes.length > few && !atOnce)) return found;
  const fields = readFields(wireTypeOf(opened), opened.bytes, embeddedIn(opened.chain));
  known.set(opened.bytes, fields);
  return fields;
}

/** The fields of a value of any size. */
export async function fieldsOf(opened: Opened, pause: () => Promise<void>): Promise<Fields> {
  const found =
    knownFieldsOf(opened) ??
    (await readFieldsInSlices(wireTypeOf(opened), opened.bytes, embeddedIn(opened.chain), pause));
  known.set(opened.bytes, found);
  return found;
}

/** The fields of bytes that may be damaged, as far as they can be read. */
export const readableFieldsOf = (like: Opened, bytes: Uint8Array): Fields =>
  readFields(wireTypeOf(like), bytes, embeddedIn(like.chain));
