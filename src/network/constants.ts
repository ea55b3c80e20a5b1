import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { fuji, local, mainnet, testnodeNetwork } from './known.ts';
import type { Network } from './network.ts';

/**
 * Checks that a network that uses the networkID, name, HRP, AVAX id or a blockchain id of mainnet or fuji has all their
 * constants: ids, upgrades, fees and bounds of staking. Whoever supplies a network (a file, a draft, a node) must not be able to say what a
 * known one is like. A local network and that of a test node may have other constants, and each keeps its name for itself.
 * @throws {AvalancheError} `WrongNetwork`, with the path of the first constant that differs.
 */
export function verifyConstants(network: Network): void {
  for (const known of [mainnet, fuji]) {
    if (network === known) return;
    const different = claims(network, known) ? differenceOf(network, known) : undefined;
    if (different)
      throw new AvalancheError('WrongNetwork', `must be that of ${known.name}`, {
        have: 'another',
        need: known.name,
      }).at(...different);
  }
  for (const known of [local, testnodeNetwork])
    if (network.networkID !== known.networkID && plainName(network.name) === known.name)
      throw new AvalancheError(
        'WrongNetwork',
        `${known.name} is the name of network ${known.networkID}, and of no other`,
        { have: `${network.name} (${network.networkID})`, need: known.name },
      ).at('name');
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

/** The path of the first parameter of a network that another does not have so; undefined if it has all of them. */
export function differenceOf(
  found: unknown,
  known: unknown,
  path: readonly string[] = [],
): readonly string[] | undefined {
  if (known instanceof Uint8Array)
    return found instanceof Uint8Array && equalBytes(found, known) ? undefined : path;
  if (!isObject(known)) return found === known ? undefined : path;
  for (const key of Object.keys(known)) {
    const different = differenceOf(isObject(found) ? found[key] : undefined, known[key], [
      ...path,
      key,
    ]);
    if (different) return different;
  }
  return undefined;
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;
