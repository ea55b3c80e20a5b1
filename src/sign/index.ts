/** Keys, signing, policies for what may be signed, and the request that submits a signed transaction. */

export type { Intent } from '../builder/intents/table.ts';
export type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
export type { AnyTx } from '../chain/tx.ts';
export { combineDrafts } from '../draft/combine.ts';
export type {
  CDraft,
  Draft,
  DraftOf,
  Missing,
  PDraft,
  Policy,
  PolicyFinding,
  SignerKnowledge,
  XDraft,
} from '../draft/draft.ts';
export { factsOfDraft } from '../draft/facts.ts';
export {
  decodeDraft,
  encodeDraft,
  formatDraft,
  formatDraftParts,
  parseDraft,
  parseDraftParts,
} from '../draft/file.ts';
export type { BuiltDraft, FromOutside, MadeHere, ReadDraft, Reviewed } from '../draft/mark.ts';
export type { Chain, Network } from '../network/network.ts';
export { type ChainContext, evidenceOf, genesisEvidenceOf } from '../owners/evidenceowners.ts';
export type { OneOwn, Own, Wallet } from '../owners/own.ts';
export {
  type AuthorityOrigin,
  type ClaimReason,
  claimReasons,
  type EvidenceIndex,
  type Origin,
  type Proof,
  type ProofStatus,
} from '../owners/proof.ts';
export {
  type ProofOptions,
  type Provable,
  type ProvableSlot,
  prove,
  proveState,
  type SlotProof,
  type StateProofOptions,
  type StateProofs,
  soleOwnerOf,
} from '../owners/prove.ts';
export type { FieldRule, FieldValue } from '../review/fields.ts';
export type { ItemRule, PolicyRules, ReceiverRule } from '../review/policyrules.ts';
export type { Facts } from '../rules/facts.ts';
export type { Evidence } from '../state/evidence.ts';
export type { Address } from '../state/owner.ts';
export type { State } from '../state/state.ts';
export type { Recover } from '../tx/recover.ts';
export type { FinalizeOptions, ReviewedSignOptions, SignOptions } from './allow.ts';
export type { ExternalSignature } from './external.ts';
export {
  addSignature,
  type Digest,
  digestsOf,
  hashSigner,
  type Signer,
  signWith,
} from './external.ts';
export { finalize, type SignedTxOf } from './finalize.ts';
export {
  type BlindReason,
  type BlindRequest,
  type LedgerAnswer,
  type LedgerApp,
  type LedgerOptions,
  ledgerSigner,
} from './hardware/ledger.ts';
export type { LedgerAccount } from './hardware/ledgerpaths.ts';
export type { LedgerAppVersion, LedgerScreen } from './hardware/screens/layout.ts';
export {
  type HiddenField,
  type HiddenReceiver,
  hiddenReceivers,
  type LedgerScreens,
  type LedgerScreensOptions,
  ledgerScreens,
} from './hardware/screens.ts';
export {
  addressOf,
  evmAddressOf,
  formatPrivateKey,
  generatePrivateKey,
  type Key,
  parsePrivateKey,
  privateKey,
} from './key.ts';
export {
  decryptKeystore,
  encryptKeystore,
  isKeystore,
  type KeystoreOptions,
} from './keystore.ts';
export { signMessage, verifyMessage } from './message.ts';
export { formatPolicy, type PolicyFileOptions, parsePolicy } from './policy/file.ts';
export {
  type DraftPolicyOptions,
  type IntentPolicyOptions,
  policyOf,
  type RulesPolicy,
} from './policy/policyof.ts';
export { policyCodes, type RuleViolation } from './policy/rules.ts';
export { type IssueRequest, issueTxRequest } from './request.ts';
export { type Chosen, chooseSigners, sign } from './sign.ts';
export { type Provider, type WalletSigner, walletSigner } from './wallet.ts';
