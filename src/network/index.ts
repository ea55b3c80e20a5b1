/** Networks: the built-in ones, and custom networks as files. */

export type { IDLike } from '../text/given.ts';
export type { Context } from '../wire/context.ts';
export { formatAddress, parseAddress } from './address.ts';
export { jsonContext } from './context.ts';
export {
  avmChain,
  type CustomNetwork,
  customNetwork,
  formatNetwork,
  parseNetwork,
} from './custom.ts';
export { identifyNetwork, type NetworkIdentity } from './identity.ts';
export { fuji, knownNetworks, local, mainnet, testnodeNetwork } from './known.ts';
export {
  type Chain,
  isActive,
  type Network,
  type PFees,
  type Staking,
  type Upgrades,
  upgradeNames,
  type ValidatorFees,
  type XFees,
} from './network.ts';
