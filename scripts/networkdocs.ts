/** The tables of `docs/networks.md`, from the constants of the known networks. */
import { knownNetworks, unscheduled } from '../src/network/known.ts';
import { type Upgrades, upgradeNames } from '../src/network/network.ts';
import { formatID } from '../src/text/id.ts';
import { table } from './markdown.ts';

const titleOf = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`;

/** Such as `2026-09-22 15:00 UTC`. */
const dateOf = (time: bigint): string =>
  time === unscheduled
    ? 'not scheduled'
    : `${new Date(Number(time) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const upgradeRow = (upgrade: keyof Upgrades): readonly string[] => [
  titleOf(upgrade),
  ...knownNetworks.map(({ upgrades }) => dateOf(upgrades[upgrade])),
];

/** By their marks. */
export const networkTables: readonly (readonly [mark: string, content: string])[] = [
  [
    'networks',
    table(
      ['network', 'networkID', 'addresses', 'EVM chain id', 'AVAX', 'X-chain', 'C-chain'],
      knownNetworks.map(({ name, networkID, hrp, evmChainID, avaxAssetID, chains: { X, C } }) => [
        `\`${name}\``,
        String(networkID),
        `\`P-${hrp}1…\``,
        String(evmChainID),
        ...[avaxAssetID, X.blockchainID, C.blockchainID].map((id) => `\`${formatID(id)}\``),
      ]),
    ),
  ],
  [
    'upgrades',
    table(
      ['upgrade', ...knownNetworks.map(({ name }) => `\`${name}\``)],
      upgradeNames.map(upgradeRow),
    ),
  ],
];
