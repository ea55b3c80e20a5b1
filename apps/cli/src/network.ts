import { existsSync } from 'node:fs';
import {
  AvalancheError,
  identifyNetwork,
  knownNetworks,
  type Network,
  type NetworkIdentity,
} from 'avalanche-tx';
import { formatNetwork, parseNetwork } from 'avalanche-tx/network';
import { UsageError } from '../../shared/failures.ts';
import { readInput } from './input.ts';
import type { StandardInput } from './shell.ts';
import { within } from './within.ts';

/** A network with all its constants, rather than its name, number and prefix alone. */
export const isWhole = (network: NetworkIdentity): network is Network => 'avaxAssetID' in network;

/**
 * Reads the value of `--network`: the name of a known network, a networkID, or the file of a network.
 * @throws {UsageError} It is none of these; an {AvalancheError} as `parseNetwork`.
 */
export function readNetwork(text: string, stdin: StandardInput): NetworkIdentity | Network {
  const found = knownNetworks.find(
    ({ name, networkID }) => text === name || text === String(networkID),
  );
  if (found) return found;
  if (/^\d+$/.test(text)) return within(['network'], () => identifyNetwork(Number(text)));
  if (text === '-' || /^\s*\{/.test(text) || existsSync(text))
    return within(['network'], () => parseNetwork(readInput(text, stdin)));
  throw new UsageError(
    '--network must be mainnet, fuji, local, testnode, a networkID, or a file that exists',
  );
}

/** The network that `--network` names, if it is there. */
export const networkIn = (
  text: string | undefined,
  stdin: StandardInput,
): NetworkIdentity | Network | undefined =>
  text === undefined ? undefined : readNetwork(text, stdin);

/** Reads a network with its constants. A networkID alone does not have them. */
export function readWholeNetwork(text: string, stdin: StandardInput): Network {
  const network = readNetwork(text, stdin);
  if (isWhole(network)) return network;
  throw new UsageError(
    `the constants of network ${network.networkID} are not known: pass its file as --network FILE`,
  );
}

/**
 * Refuses a state or draft of another network, or one with other constants than a file.
 * @param of What it is, for the error.
 * @param wanted What `--network` says; any if undefined.
 * @throws {AvalancheError} `WrongNetwork`
 */
export function assertNetwork(
  of: 'state' | 'draft',
  has: Network,
  wanted: NetworkIdentity | Network | undefined,
): void {
  if (wanted === undefined) return;
  const isSame =
    has.networkID === wanted.networkID &&
    (!isWhole(wanted) || formatNetwork(has) === formatNetwork(wanted));
  if (isSame) return;
  const detail =
    has.networkID === wanted.networkID
      ? `the ${of} has other constants for network ${has.networkID} than --network`
      : `the ${of} is for network ${has.networkID}, --network is ${wanted.networkID}`;
  throw new AvalancheError('WrongNetwork', detail, {
    have: String(has.networkID),
    need: String(wanted.networkID),
  });
}
