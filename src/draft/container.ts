import { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { versioned } from '../wire/codec.ts';
import { type Declared, struct } from '../wire/declare.ts';
import type { Source } from '../wire/source.ts';
import type { Type } from '../wire/type.ts';

/** What a draft’s bytes and JSON start with; the number is the version of all that follows. */
export const format = 'avalanche-tx draft 1';

const slot = (s: Source) => ({
  kind: s.string(),
  of: s.blob(),
  owner: s.list(OutputOwners),
  signatureIndices: s.u32s(),
  signatures: s.list(Signature),
});

const signature = (s: Source) => ({ bytes: s.blob() });
/** A place for a signature. */
interface WireSignature extends Declared<typeof signature> {}
const Signature: Type<WireSignature> = /* @__PURE__ */ struct('draft.Signature', signature, {
  bytes: '65 bytes, or none as long as nobody signed.',
});

/** What one credential is for, and the signatures so far. */
export interface WireSlot extends Declared<typeof slot> {}
const Slot: Type<WireSlot> = /* @__PURE__ */ struct('draft.Slot', slot, {
  kind: 'input, operation, auth or account.',
  of: 'The UTXO, the id of the subnet or validator, or the account.',
  owner: 'Of an auth: whoever owns that. The others’ owners are in what they are of.',
  signatureIndices: 'Which of the owner’s addresses sign.',
  signatures: 'One for each of these.',
});

const fee = (s: Source) => ({ total: s.u64(), gas: s.u64(), price: s.u64() });
interface WireFee extends Declared<typeof fee> {}
const Fee: Type<WireFee> = /* @__PURE__ */ struct('draft.Fee', fee, {
  total: 'nAVAX.',
  gas: '0 where there is none.',
  price: 'For a unit of gas: nAVAX on P, wei on C, 0 where there is no gas.',
});

const warning = (s: Source) => ({ code: s.string(), detail: s.string() });
interface WireWarning extends Declared<typeof warning> {}
const Warning: Type<WireWarning> = /* @__PURE__ */ struct('draft.Warning', warning, {
  code: 'What it is about.',
  detail: 'For people.',
});

const path = (s: Source) => ({ address: s.string(), path: s.string() });
interface WirePath extends Declared<typeof path> {}
const Path: Type<WirePath> = /* @__PURE__ */ struct('draft.Path', path, {
  address: 'As the chain writes it.',
  path: 'From which its key is derived.',
});

const draft = (s: Source) => ({
  format: s.string(),
  network: s.string(),
  chain: s.string(),
  alias: s.string(),
  time: s.u64(),
  unsignedTx: s.blob(),
  slots: s.list(Slot),
  fee: s.of(Fee),
  change: s.u32s(),
  warnings: s.list(Warning),
  paths: s.list(Path),
  descriptor: s.string(),
});
/** A draft as it travels. */
export interface WireDraft extends Declared<typeof draft> {}
export const WireDraft: Type<WireDraft> = /* @__PURE__ */ versioned(
  'draft',
  /* @__PURE__ */ struct('draft.Draft', draft, {
    format: 'What this is, and its version.',
    network: 'Name, or all of it as JSON.',
    chain: 'P, X or C.',
    alias: 'Of an instance of the AVM that is not the X-chain.',
    time: 'Unix seconds: when what it was built on was so.',
    unsignedTx: 'What is signed.',
    slots: 'One for each credential, in their order.',
    fee: 'What is burned as fee.',
    change: 'Places of the outputs that give back what was left, in increasing order.',
    warnings: 'What the builder warned of.',
    paths: 'Derivation paths of those who sign and of those who get change, by address.',
    descriptor: 'Of the wallet that change returns to; empty if the draft says none.',
  }),
  16 * 1024 * 1024,
);
