/** How drafts travel: as text, bytes and parts. */
import type { Draft } from '../../../src/builder/index.ts';
import { sha256 } from '../../../src/crypto/hash.ts';
import { WireDraft } from '../../../src/draft/file.ts';
import { jsonContext } from '../../../src/network/context.ts';
import { decodeDraft, encodeDraft, parseDraft, parseDraftParts } from '../../../src/sign/index.ts';
import { concatBytes } from '../../../src/text/bytes.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { decode, encode } from '../../../src/wire/codec.ts';
import { valueToJSONText } from '../../../src/wire/print.ts';
import type { Coordinator, Wire } from './tools.ts';

/** How drafts travel. */
export const forms = ['text', 'bytes', 'parts'] as const;
export type Form = (typeof forms)[number];

/** The wire form of a draft, which can be changed. */
export const wireOf = (draft: Draft): Wire => decode(WireDraft, encodeDraft(draft));

/** A draft on its way, in one of the forms. */
export type Carrier =
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | { readonly parts: readonly string[] };

/** What the coordinator sends of a wire form. */
export function carrierOf(form: Form, wire: Wire, { world }: Coordinator): Carrier {
  switch (form) {
    case 'text': {
      const alias = wire.chain === 'P' || wire.chain === 'C' ? wire.chain : 'X';
      return {
        text: valueToJSONText(WireDraft, wire, { context: jsonContext(alias, world.network) }),
      };
    }
    case 'bytes':
      return { bytes: encode(WireDraft, wire) };
    case 'parts':
      return { parts: partsOf(encode(WireDraft, wire)) };
  }
}

/** Reads what is sent as the victim does. */
export function readCarrier(of: Carrier): Draft {
  if ('text' in of) return parseDraft(of.text);
  return 'bytes' in of ? decodeDraft(of.bytes) : parseDraftParts(of.parts);
}

/** Reads a wire form as the victim does, from what the coordinator sends. */
export const readAs = (form: Form, wire: Wire, by: Coordinator): Draft =>
  readCarrier(carrierOf(form, wire, by));

/** Parts as `docs/draft.md` says, of any bytes. */
function partsOf(bytes: Uint8Array): readonly string[] {
  const size = 400;
  const count = Math.ceil(bytes.length / size);
  const digest = sha256(bytes).subarray(0, 8);
  return Array.from({ length: count }, (_, i) => {
    const head = `AVAXTX1:${i + 1}/${count}:`;
    const content = concatBytes(digest, bytes.subarray(i * size, (i + 1) * size));
    const sum = sha256(concatBytes(new TextEncoder().encode(head), content)).subarray(0, 4);
    return head + base32(concatBytes(content, sum));
  });
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** Whether two drafts are the same to whoever signs, as bytes. */
export const isSame = (a: Draft, b: Draft): boolean =>
  formatHex(encodeDraft(a)) === formatHex(encodeDraft(b));
