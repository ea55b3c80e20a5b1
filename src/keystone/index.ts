/** Keystone, a hardware wallet that is asked and answers by QR codes. */

export type { Draft, Policy } from '../draft/draft.ts';
export type { BuiltDraft } from '../draft/mark.ts';
export type { ReviewedSignOptions, SignOptions } from '../sign/allow.ts';
export type { Signer } from '../sign/external.ts';
export type { LedgerAccount } from '../sign/hardware/ledgerpaths.ts';
export {
  formatKeystoneAccounts,
  type KeystoneAccounts,
  parseKeystoneAccounts,
} from './accounts.ts';
export {
  formatKeystoneRequest,
  formatKeystoneSignature,
  type KeystoneForm,
  type KeystonePartOptions,
  type KeystoneRequest,
  type KeystoneSignature,
  parseKeystoneRequest,
  parseKeystoneSignature,
  type ReadKeystoneRequest,
} from './messages.ts';
export {
  addKeystoneSignature,
  type KeystoneDevice,
  type KeystoneKeys,
  keystoneRequestOf,
  keystoneSigner,
} from './signer.ts';
export { type URProgress, type URReader, urReader } from './ur.ts';
