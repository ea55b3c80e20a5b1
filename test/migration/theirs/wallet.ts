/** What the calls of avalanchejs are made with: what a program with a key has read from a node. */
import { avm, Context, evm, pvm, secp256k1, Utxo, utils } from '@avalabs/avalanchejs';

export interface Wallet {
  readonly context: Context.Context;
  readonly pchain: pvm.PVMApi;
  readonly xchain: avm.AVMApi;
  readonly cchain: evm.EVMApi;
  readonly feeState: pvm.FeeState;
  /** UTXOs of the chain that the transaction is of; of an import those that the other chain exported. */
  readonly utxos: Utxo[];
  /** The key's address on P as text, and in 20 bytes. */
  readonly address: string;
  readonly me: Uint8Array;
  /** Who is paid, as text. */
  readonly to: string;
}

export const connect = async (url: string, address: string, to: string) => {
  // #region connect
  const context = await Context.getContextFromURI(url);
  const pchain = new pvm.PVMApi(url);
  const { utxos } = await pchain.getUTXOs({ addresses: [address] });
  const feeState = await pchain.getFeeState();
  const me = utils.bech32ToBytes(address);
  // #endregion
  const xchain = new avm.AVMApi(url);
  const cchain = new evm.EVMApi(url);
  return { context, pchain, xchain, cchain, utxos, feeState, me, address, to };
};

export const addresses = (secret: Uint8Array) => {
  // #region addresses
  const publicKey = secp256k1.getPublicKey(secret);
  const shortID = secp256k1.publicKeyBytesToAddress(publicKey);
  const address = utils.format('P', 'fuji', shortID);
  const account = utils.bufferToHex(secp256k1.publicKeyToEthAddress(publicKey));
  const [chain, hrp, bytes] = utils.parse(address);
  // #endregion
  return { shortID, address, account, chain, hrp, bytes };
};

export const utxosOf = async (
  { pchain, xchain, cchain, address }: Wallet,
  chain: 'P' | 'X' | 'C',
  sourceChain?: 'P' | 'X' | 'C',
): Promise<Utxo[]> => {
  const api = { P: pchain, X: xchain, C: cchain }[chain];
  const addresses = [address.replace('P-', `${chain}-`)];
  return (await api.getUTXOs({ addresses, ...(sourceChain && { sourceChain }) })).utxos;
};

/** UTXOs from their bytes. */
export const unpacked = (vm: 'PVM' | 'AVM' | 'EVM', utxos: readonly Uint8Array[]): Utxo[] =>
  utxos.map((bytes) => utils.getManagerForVM(vm).unpack(bytes, Utxo));
