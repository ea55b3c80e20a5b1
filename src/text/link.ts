/** The ID, address or hash that a web address names, as explorers have them. */

const named = [
  /NodeID-[1-9A-HJ-NP-Za-km-z]{30,40}/,
  /(?:[PXC]-)?[a-z]+1[02-9ac-hj-np-z]{38}/,
  /0x[0-9a-fA-F]{64}/,
  /0x[0-9a-fA-F]{40}/,
  /[1-9A-HJ-NP-Za-km-z]{47,51}/,
];

/** Returns the part of a web address that names something of a chain; undefined for other text, or if it names nothing. */
export function namedInLink(text: string): string | undefined {
  if (!isLink(text)) return undefined;
  const parts = text
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .split(/[/?#&=:]+/);
  for (const part of parts.reverse())
    for (const pattern of named) if (new RegExp(`^(?:${pattern.source})$`).test(part)) return part;
  return undefined;
}

/** Tells whether a text is one web address. */
export const isLink = (text: string): boolean => /^\s*https?:\/\/\S+\s*$/i.test(text);
