/** What the calls of this library are made with, and the first of them. */
import { fuji, parseAddress } from '../../../src/index.ts';
import { connect } from '../../../src/rpc/index.ts';
import { evmAddressOf, privateKey } from '../../../src/sign/index.ts';

export const connected = async (url: string, address: string) => {
  // #region connect
  const node = connect(url);
  const state = await node.pchain.state([address]);
  // #endregion
  return { node, state };
};

export const addresses = (secret: Uint8Array) => {
  // #region addresses
  const key = privateKey(secret);
  const { shortID } = key;
  const address = key.address('P', fuji);
  const account = evmAddressOf(key);
  const { chain, bytes } = parseAddress(address, fuji);
  // #endregion
  return { shortID, address, account, chain, bytes };
};
