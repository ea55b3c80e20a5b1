import { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { versioned } from '../wire/codec.ts';
import { type Declared, struct } from '../wire/declare.ts';
import type { Source, Type } from '../wire/type.ts';

/** Start of the bytes and JSON of a draft. The number is the version of the format. */
export const format = 'avalanche-tx draft 2';

/** Maximum size of a draft in bytes, including evidence and extra entries. */
export const maxDraft: number = 16 * 1024 * 1024;

const signature = (s: Source) => ({ bytes: s.blob() });
/** A place for a signature. */
interface WireSignature extends Declared<typeof signature> {}
const Signature: Type<WireSignature> = /* @__PURE__ */ struct('draft.Signature', signature, {
  bytes: '65 bytes, or none as long as nobody signed.',
});

const slot = (s: Source) => ({
  owner: s.list(OutputOwners),
  lock: s.u64(),
  signatures: s.list(Signature),
});
/** The claims about a credential, and its signatures so far. */
export interface WireSlot extends Declared<typeof slot> {}
const Slot: Type<WireSlot> = /* @__PURE__ */ struct('draft.Slot', slot, {
  owner:
    'Who may sign, by the word of the maker; none for an account, whose address the transaction names.',
  lock: 'Until when the UTXO could only be staked, in Unix seconds, if the input does not say it; else 0.',
  signatures: 'One for each signature index of the transaction.',
});

const warning = (s: Source) => ({ reason: s.string(), amount: s.u64() });
interface WireWarning extends Declared<typeof warning> {}
const Warning: Type<WireWarning> = /* @__PURE__ */ struct('draft.Warning', warning, {
  reason: 'One of the reasons below, by the word of the maker.',
  amount: 'UTXOs, accounts or nAVAX.',
});

const path = (s: Source) => ({ address: s.string(), path: s.string() });
interface WirePath extends Declared<typeof path> {}
const Path: Type<WirePath> = /* @__PURE__ */ struct('draft.Path', path, {
  address: 'As the chain writes it.',
  path: 'From which its key is derived.',
});

const evidence = (s: Source) => ({ chain: s.string(), bytes: s.blob() });
interface WireEvidence extends Declared<typeof evidence> {}
const Evidence: Type<WireEvidence> = /* @__PURE__ */ struct('draft.Evidence', evidence, {
  chain: 'P, X or C.',
  bytes: 'A signed transaction, or the genesis of the P-chain.',
});

const extra = (s: Source) => ({ key: s.string(), bytes: s.blob() });
interface WireExtra extends Declared<typeof extra> {}
const Extra: Type<WireExtra> = /* @__PURE__ */ struct('draft.Extra', extra, {
  key: 'A domain of the program that wrote it, `/`, and a name.',
  bytes: 'Whatever that program reads.',
});

const draft = (s: Source) => ({
  format: s.string(),
  network: s.string(),
  chain: s.string(),
  alias: s.string(),
  time: s.u64(),
  unsignedTx: s.blob(),
  slots: s.list(Slot),
  price: s.u64(),
  change: s.u32s(),
  warnings: s.list(Warning),
  paths: s.list(Path),
  descriptor: s.string(),
  evidence: s.list(Evidence),
  extra: s.list(Extra),
});
/** A draft in its serialized form. */
export interface WireDraft extends Declared<typeof draft> {}
export const WireDraft: Type<WireDraft> = /* @__PURE__ */ versioned(
  'draft',
  /* @__PURE__ */ struct('draft.Draft', draft, {
    format: 'What this is, and its version.',
    network: 'Name, or all of a custom network as JSON.',
    chain: 'P, X or C.',
    alias: 'Of an instance of the AVM that is not the X-chain; else empty.',
    time: 'Unix seconds: when what it was built on was so.',
    unsignedTx: 'What is signed.',
    slots: 'One for each credential, in their order.',
    price: 'For a unit of gas: nAVAX on P, wei on C, 0 on X.',
    change: 'Places of the outputs that give back what was left, strictly increasing.',
    warnings: 'What the maker warns of, each reason once, in the order of the table below.',
    paths:
      'Derivation paths of those who sign and of those who get change, strictly increasing by address.',
    descriptor: 'Of the wallet that change returns to; empty if the draft says none.',
    evidence: 'Transactions that prove owners, strictly increasing by the SHA-256 of their bytes.',
    extra: 'Entries of other programs, strictly increasing by key.',
  }),
  maxDraft,
);
