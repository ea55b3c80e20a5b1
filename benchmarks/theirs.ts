/** avalanchejs behind the names that `ours.ts` has. Its values are objects of its own classes. */
import * as avalanchejs from '@avalabs/avalanchejs';

interface SignedTx {
  toBytes(): Uint8Array;
}
interface UnsignedTx {
  readonly vm: string;
}
// Its declaration files do not resolve from ES modules, so what is used of it is typed here.
const { utils, avaxSerial } = avalanchejs as unknown as {
  readonly utils: {
    unpackWithManager(vm: 'PVM' | 'AVM', bytes: Uint8Array): UnsignedTx;
    packTx(tx: UnsignedTx): Uint8Array;
    getManagerForVM(vm: 'PVM' | 'AVM'): { unpack(bytes: Uint8Array, type: unknown): SignedTx };
  };
  readonly avaxSerial: { readonly SignedTx: unknown };
};

export const decodeUnsigned = (bytes: Uint8Array): UnsignedTx =>
  utils.unpackWithManager('PVM', bytes);
export const encodeUnsigned = (tx: UnsignedTx): Uint8Array => utils.packTx(tx);
export const decodeXSigned = (bytes: Uint8Array): SignedTx =>
  utils.getManagerForVM('AVM').unpack(bytes, avaxSerial.SignedTx);
export const encodeXSigned = (tx: SignedTx): Uint8Array => tx.toBytes();
