import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatID, parseID } from '../text/id.ts';
import { aliasPattern, checkNetwork } from './file.ts';
import { hrpOf } from './hrp.ts';
import { fuji, local, mainnet } from './known.ts';
import type { Chain, Network, PFees, Staking, Upgrades, ValidatorFees, XFees } from './network.ts';

/** What a network of one's own is made from; a node says all of it. */
export interface CustomNetwork {
  readonly networkID: number;
  /** `network-` and the networkID if not given, as a node calls it; mainnet and fuji have names. */
  readonly name?: string;
  /** That of the networkID if not given: mostly `custom`. */
  readonly hrp?: string;
  /** 32 bytes, or CB58. */
  readonly avaxAssetID: Uint8Array | string;
  /** Blockchain ids: 32 bytes each, or CB58. */
  readonly chains: { readonly X: Uint8Array | string; readonly C: Uint8Array | string };
  readonly evmChainID?: bigint;
  readonly upgrades?: Partial<Upgrades>;
  readonly xFees?: Partial<XFees>;
  readonly pFees?: Partial<PFees>;
  readonly validatorFees?: Partial<ValidatorFees>;
  readonly staking?: Partial<Staking>;
}

/**
 * A network of one's own. What is not given is as on a local network, which is also what a node assumes; mainnet and fuji,
 * by their networkID, keep what they have.
 * @throws {AvalancheError} As `parseNetwork`, with the path of the field.
 */
export const customNetwork = /* @__PURE__ */ guarded(function customNetwork(
  from: CustomNetwork,
): Network {
  const { networkID } = from;
  const known = [mainnet, fuji].find((network) => network.networkID === networkID);
  const base = known ?? local;
  const evmChainID = from.evmChainID ?? known?.evmChainID;
  return checkNetwork({
    name: from.name ?? known?.name ?? `network-${networkID}`,
    networkID,
    hrp: from.hrp ?? hrpOf(networkID),
    avaxAssetID: within(['avaxAssetID'], () => idOf(from.avaxAssetID)),
    chains: {
      P: base.chains.P,
      X: {
        alias: 'X',
        blockchainID: within(['chains', 'X'], () => idOf(from.chains.X)),
        vm: 'avm',
      },
      C: {
        alias: 'C',
        blockchainID: within(['chains', 'C'], () => idOf(from.chains.C)),
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
});

/**
 * An instance of the AVM that is not the X-chain.
 * @param alias What its addresses start with; the blockchain id if not given, as a node prints them.
 * @throws {AvalancheError} `OutOfRange`: an id that is not 32 bytes; `BadText`: an alias that no address can start with.
 */
export const avmChain = /* @__PURE__ */ guarded(function avmChain(
  alias: string | undefined,
  blockchainID: Uint8Array,
): Chain {
  const id = formatID(blockchainID);
  if (alias !== undefined && !aliasPattern.test(alias)) {
    throw new AvalancheError('BadText', 'must be printable characters without "-"', {
      kind: 'chain alias',
    });
  }
  return { alias: alias ?? id, blockchainID, vm: 'avm' };
});

const idOf = (id: Uint8Array | string): Uint8Array =>
  parseID(typeof id === 'string' ? id : formatID(id));
