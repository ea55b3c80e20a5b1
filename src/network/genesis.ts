import { equalBytes, parseHex } from '../text/bytes.ts';
import { fuji, local, mainnet } from './known.ts';
import type { Network } from './network.ts';

/** SHA-256 of the bytes of the P-chain's genesis, the parent of the first block. Source: avalanchego `genesis/genesis_test.go`. */
const genesisIDs = [
  [mainnet, '0x3e6662fdbd88bcf4c7dd82cb4699c0807f1d7315d493bc38532697e11b226276'],
  [fuji, '0x2e6b699298a664793bff42dae9c1af8d9c54645d8b376fd331e0b67475578e0a'],
  [local, '0x76164e9619e3b1c79c4b6bcaa8585fb95328e60480ac9e40da0539fe23260e0c'],
] as const;

/** The SHA-256 of the genesis of a network that everybody has; undefined of any other, whose genesis proves nothing. */
export const genesisIDOf = ({ networkID, chains }: Network): Uint8Array | undefined => {
  const found = genesisIDs.find(
    ([known]) =>
      known.networkID === networkID &&
      equalBytes(known.chains.X.blockchainID, chains.X.blockchainID) &&
      equalBytes(known.chains.C.blockchainID, chains.C.blockchainID),
  );
  return found && parseHex(found[1]);
};
