/** Networks: the known ones, and custom networks as files. */
export { formatAddress, parseAddress } from './address.ts';
export { contextOf } from './context.ts';
export * from './custom.ts';
export { formatNetwork, parseNetwork } from './file.ts';
export { hrpOf, networkIDOf } from './hrp.ts';
export { identify, type NetworkIdentity } from './identity.ts';
export { fuji, knownNetworks, local, mainnet, testnodeNetwork } from './known.ts';
export * from './network.ts';
