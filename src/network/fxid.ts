import { AvalancheError } from '../errors/error.ts';

/** Ids of the three feature extensions, in the order of the X-chain's fx index: the ASCII name, zero padded. */
export const fxIDs = [
  'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ',
  'qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT',
  'rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy',
] as const;

/**
 * Text of the fxID at an index, as a node prints it that knows its network.
 * @throws {AvalancheError} `Unsupported`: there is none.
 * @example
 * formatFxID(0); // 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ'
 */
export function formatFxID(fxIndex: number): string {
  const id = fxIDs[fxIndex];
  if (id === undefined)
    throw new AvalancheError('Unsupported', `the node cannot print the fxIndex ${fxIndex}`);
  return id;
}
