/** Values of every kind and type of `vectors/`, as the inspector opens them. */
import { type Opened, open, parseHex } from 'avalanche-tx';
import { bytesOf, rows } from '../support/vectors.ts';

/** The first rows of each type, by a name for messages of tests. */
export function everyType(each = 1): readonly (readonly [name: string, opened: Opened])[] {
  const seen = new Map<string, number>();
  const found: (readonly [string, Opened])[] = [];
  const add = (name: string, make: () => Opened): void => {
    const n = seen.get(name) ?? 0;
    if (n >= each) return;
    seen.set(name, n + 1);
    found.push([name, make()]);
  };
  for (const file of ['p-public', 'x-public', 'c-public'] as const)
    for (const { chain, type, hex, unsignedHex } of rows(file)) {
      add(`${chain} ${type}`, () => open(parseHex(hex), { chain, kind: 'tx' }));
      add(`${chain} unsigned ${type}`, () =>
        open(parseHex(unsignedHex), { chain, kind: 'unsignedTx' }),
      );
    }
  for (const { hex, type } of rows('p-blocks'))
    add(type, () => open(parseHex(hex), { chain: 'P', kind: 'block' }));
  for (const { hex, kind, chain, innerKind } of rows('x-blocks'))
    add(`${chain} ${kind} ${innerKind ?? ''}`, () => open(parseHex(hex), { chain, kind }));
  for (const { hex, type } of rows('p-utxos'))
    add(`P UTXO ${type}`, () => open(parseHex(hex), { chain: 'P', kind: 'utxo' }));
  for (const { hex, type } of rows('x-utxos'))
    add(`X UTXO ${type}`, () => open(parseHex(hex), { chain: 'X', kind: 'utxo' }));
  for (const { recordHex, endpoint } of rows('containers'))
    add(`container ${endpoint}`, () => open(parseHex(recordHex), { kind: 'container' }));
  for (const { hex, kind, payloadType, innerType } of rows('warp'))
    add(`${kind} ${payloadType} ${innerType ?? ''}`, () => open(parseHex(hex), { kind }));
  for (const network of ['local', 'fuji'] as const)
    add(`genesis ${network}`, () =>
      open(bytesOf(`genesis-${network}`), { chain: 'P', kind: 'genesis' }),
    );
  return found;
}
