/** avalanchejs behind the names that `ours.ts` has. Its values are objects of its own classes. */
import * as avalanchejs from '@avalabs/avalanchejs';
import { sha256 } from '@noble/hashes/sha2.js';

/** A signed transaction as avalanchejs has it. */
export interface SignedTx {
  toBytes(codec?: unknown): Uint8Array;
}
interface UnsignedTx {
  readonly vm: string;
  toBytes(): Uint8Array;
  getSignedTx(): { toBytes(codec: unknown): Uint8Array };
}
interface Manager {
  unpack(bytes: Uint8Array, type: unknown): SignedTx;
  getDefaultCodec(): unknown;
}
/** What `pvm.newBaseTx` takes of the network. */
export interface Context {
  readonly networkID: number;
  readonly pBlockchainID: string;
  readonly avaxAssetID: string;
  readonly platformFeeConfig: {
    readonly weights: readonly number[];
    readonly maxCapacity: bigint;
    readonly maxPerSecond: bigint;
    readonly targetPerSecond: bigint;
    readonly minPrice: bigint;
    readonly excessConversionConstant: bigint;
  };
}
// Its declaration files do not resolve from ES modules, so what is used of it is typed here.
const { addTxSignatures, avaxSerial, pvm, TransferableOutput, utils, Utxo } =
  avalanchejs as unknown as {
    readonly utils: {
      unpackWithManager(vm: 'PVM', bytes: Uint8Array): UnsignedTx;
      packTx(tx: UnsignedTx): Uint8Array;
      getManagerForVM(vm: 'PVM' | 'AVM' | 'EVM'): Manager;
      readonly base58check: { encode(bytes: Uint8Array): string };
    };
    readonly avaxSerial: { readonly SignedTx: unknown };
    readonly pvm: { newBaseTx(props: object, context: Context): UnsignedTx };
    readonly TransferableOutput: {
      fromNative(assetID: string, amount: bigint, addresses: readonly Uint8Array[]): object;
    };
    readonly Utxo: unknown;
    addTxSignatures(of: {
      readonly unsignedTx: UnsignedTx;
      readonly privateKeys: readonly Uint8Array[];
    }): Promise<void>;
  };
const managers = {
  P: utils.getManagerForVM('PVM'),
  X: utils.getManagerForVM('AVM'),
  C: utils.getManagerForVM('EVM'),
};
const pManager = managers.P;

export const decodeUnsigned = (bytes: Uint8Array): UnsignedTx =>
  utils.unpackWithManager('PVM', bytes);
export const encodeUnsigned = (tx: UnsignedTx): Uint8Array => utils.packTx(tx);
export const decodeSigned = (chain: keyof typeof managers, bytes: Uint8Array): SignedTx =>
  managers[chain].unpack(bytes, avaxSerial.SignedTx);
export const encodeSigned = (chain: keyof typeof managers, tx: SignedTx): Uint8Array =>
  tx.toBytes(managers[chain].getDefaultCodec());
/** As its users write it: the library itself gives no id of bytes. */
export const idOf = (bytes: Uint8Array): string => utils.base58check.encode(sha256(bytes));

/** What `buildBaseTx` spends from, as its objects: made before anything is timed. */
export const utxosOf = (encoded: readonly Uint8Array[]): readonly object[] =>
  encoded.map((bytes) => pManager.unpack(bytes, Utxo));

/** A P-chain transfer of AVAX at price 1; change to the sender. */
export const buildBaseTx = (
  context: Context,
  utxos: readonly object[],
  [from, to]: readonly [Uint8Array, Uint8Array],
  amount: bigint,
): UnsignedTx =>
  pvm.newBaseTx(
    {
      feeState: { capacity: 1_000_000n, excess: 0n, price: 1n, timestamp: '' },
      fromAddressesBytes: [from],
      changeAddressesBytes: [from],
      outputs: [TransferableOutput.fromNative(context.avaxAssetID, amount, [to])],
      utxos,
    },
    context,
  );

/** The signed bytes. Signing adds to the object, which has to be a new one each time. */
export async function sign(unsignedTx: UnsignedTx, secret: Uint8Array): Promise<Uint8Array> {
  await addTxSignatures({ unsignedTx, privateKeys: [secret] });
  return unsignedTx.getSignedTx().toBytes(pManager.getDefaultCodec());
}
