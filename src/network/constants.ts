import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { fuji, mainnet } from './known.ts';
import type { Network } from './network.ts';

/**
 * Checks that a network that uses the networkID, name, HRP, AVAX id or a blockchain id of mainnet or fuji has all their
 * constants: ids, upgrades, fees and bounds of staking. Whoever supplies a network (a file, a draft, a node) must not be able to say what a
 * known one is like.
 * @throws {AvalancheError} `WrongNetwork`, with the path of the first constant that differs.
 */
export function verifyConstants(network: Network): void {
  for (const known of [mainnet, fuji]) {
    if (network === known) return;
    if (claims(network, known)) verifySame(network, known, known.name, []);
  }
}

/** Whether a network passes for a known one, by whatever people or programs tell it by. */
function claims(network: Network, known: Network): boolean {
  const isSame = (a: unknown, b: Uint8Array) => a instanceof Uint8Array && equalBytes(a, b);
  return (
    network.networkID === known.networkID ||
    plainName(network.name) === known.name ||
    network.hrp === known.hrp ||
    isSame(network.avaxAssetID, known.avaxAssetID) ||
    isSame(network.chains?.X?.blockchainID, known.chains.X.blockchainID) ||
    isSame(network.chains?.C?.blockchainID, known.chains.C.blockchainID)
  );
}

/** A name as people read it: without case and what is not seen. */
const plainName = (name: unknown): string =>
  String(name)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');

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
