import { within } from '../errors/error.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { formatID } from '../text/id.ts';
import { checkAlias, checkNetwork } from './file.ts';
import { hrpOf } from './hrp.ts';
import { fuji, local, mainnet } from './known.ts';
import type { Chain, Network, PFees, Staking, Upgrades, ValidatorFees, XFees } from './network.ts';

/** The parameters of a custom network. A node reports all of them. */
export interface CustomNetwork {
  /** Number of the network, a uint32. */
  readonly networkID: number;
  /** `network-` and the networkID if omitted, as a node calls it; mainnet and fuji have names. */
  readonly name?: string;
  /** Human-readable part of addresses; that of the networkID if omitted, mostly `custom`. */
  readonly hrp?: string;
  /** CB58 or 32 bytes. */
  readonly avaxAssetID: IDLike;
  /** Blockchain ids: CB58 or 32 bytes. */
  readonly chains: {
    /** The X-chain. */
    readonly X: IDLike;
    /** The C-chain. */
    readonly C: IDLike;
  };
  /** Chain ID of the C-chain's EVM. */
  readonly evmChainID?: bigint;
  /** Unix seconds of each upgrade. */
  readonly upgrades?: Partial<Upgrades>;
  /** Fees of the X-chain. */
  readonly xFees?: Partial<XFees>;
  /** How gas of the P-chain is priced. */
  readonly pFees?: Partial<PFees>;
  /** How the fee of active L1 validators is priced. */
  readonly validatorFees?: Partial<ValidatorFees>;
  /** Limits of staking. */
  readonly staking?: Partial<Staking>;
}

/**
 * Returns a custom network. Omitted parameters are those of a local network, which a node assumes too; mainnet and fuji, by their
 * networkID, keep their own.
 * @throws {AvalancheError} As `parseNetwork`, with the path of the field.
 */
export function customNetwork(from: CustomNetwork): Network {
  const { networkID } = from;
  const known = [mainnet, fuji].find((network) => network.networkID === networkID);
  const base = known ?? local;
  const evmChainID = from.evmChainID ?? known?.evmChainID;
  return checkNetwork({
    name: from.name ?? known?.name ?? `network-${networkID}`,
    networkID,
    hrp: from.hrp ?? hrpOf(networkID),
    avaxAssetID: within(['avaxAssetID'], () => idBytes(from.avaxAssetID)),
    chains: {
      P: base.chains.P,
      X: {
        alias: 'X',
        blockchainID: within(['chains', 'X'], () => idBytes(from.chains.X)),
        vm: 'avm',
      },
      C: {
        alias: 'C',
        blockchainID: within(['chains', 'C'], () => idBytes(from.chains.C)),
        vm: 'evm',
      },
    },
    ...(evmChainID === undefined ? {} : { evmChainID }),
    upgrades: { ...base.upgrades, ...from.upgrades },
    xFees: { ...base.xFees, ...from.xFees },
    pFees: { ...base.pFees, ...from.pFees },
    validatorFees: { ...base.validatorFees, ...from.validatorFees },
    staking: { ...base.staking, ...from.staking },
  });
}

/**
 * Returns an instance of the AVM other than the X-chain.
 * @param alias The part of its addresses before the `-`; the blockchain id if omitted, as a node prints them.
 * @param blockchainID CB58 or 32 bytes.
 * @throws {AvalancheError} `OutOfRange`, `BadText`, `BadChecksum`: not a valid id; `BadText`: an alias that no address can start
 *   with.
 */
export function avmChain(alias: string | undefined, blockchainID: IDLike): Chain {
  const bytes = idBytes(blockchainID);
  if (alias !== undefined) checkAlias(alias);
  return { alias: alias ?? formatID(bytes), blockchainID: bytes, vm: 'avm' };
}
