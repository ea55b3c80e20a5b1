import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { fuji, mainnet } from './known.ts';
import type { Network } from './network.ts';

/**
 * Checks that a network with the networkID or name of mainnet or fuji has their constants: ids, upgrades, fees and bounds of staking.
 * Whoever supplies a network (a file, a draft, a node) must not be able to say what a known one is like.
 * @throws {AvalancheError} `WrongNetwork`, with the path of the first constant that differs.
 */
export function verifyConstants(network: Network): void {
  for (const known of [mainnet, fuji]) {
    if (network === known) return;
    if (network.networkID === known.networkID || network.name === known.name)
      verifySame(network, known, known.name, []);
  }
}

function verifySame(found: unknown, known: unknown, name: string, path: readonly string[]): void {
  if (known instanceof Uint8Array || !isObject(known)) {
    const isSame =
      known instanceof Uint8Array
        ? found instanceof Uint8Array && equalBytes(found, known)
        : found === known;
    if (isSame) return;
    throw new AvalancheError('WrongNetwork', `must be that of ${name}`, {
      have: 'another',
      need: name,
    }).at(...path);
  }
  for (const key of Object.keys(known))
    verifySame(isObject(found) ? found[key] : undefined, known[key], name, [...path, key]);
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;
