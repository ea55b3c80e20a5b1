import { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import { UTXO as CUTXO } from '../chain/cchain/utxo.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { contextOf } from '../network/context.ts';
import { avmChain } from '../network/custom.ts';
import type { Network } from '../network/network.ts';
import { rules } from '../rules/check.ts';
import { useRules } from '../rules/registry.ts';
import { string } from '../schema/leaf.ts';
import { blockchainOf } from '../state/state.ts';
import { networkOrName } from '../state/statefile.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { useMessages } from '../tx/message.ts';
import { decode, encode } from '../wire/codec.ts';
import { valueFromJSON } from '../wire/parse.ts';
import { valueToJSONText } from '../wire/print.ts';
import type { Type } from '../wire/type.ts';
import { format, WireDraft, type WireSlot } from './container.ts';
import type { Change, Draft, DraftOf, Warning } from './draft.ts';
import { verifySignatures } from './signatures.ts';
import { accountOwner, missingOf, type Slot } from './slot.ts';
import { verifyDraft } from './verify.ts';

const chains = {
  P: { tx: PTx, utxo: PUTXO },
  X: { tx: XTx, utxo: XUTXO },
  C: { tx: CTx, utxo: CUTXO },
} as const;

const typesOf = (chain: Draft['chain']): { tx: Type<unknown>; utxo: Type<unknown> } =>
  chains[chain] as never;

/**
 * The one text of a draft: JSON on one line, integers as numbers, signatures so far included. No secret is in a draft.
 * @throws {AvalancheError} What cannot be written.
 */
export const formatDraft = /* @__PURE__ */ guarded(function formatDraft(draft: Draft): string {
  const wire = toWire(draft);
  return valueToJSONText(WireDraft, wire, contextOf(blockchainOf(draft).alias, draft.network));
});

/** The one form of a draft as bytes: half as long as its text. */
export const encodeDraft = /* @__PURE__ */ guarded(function encodeDraft(draft: Draft): Uint8Array {
  return encode(WireDraft, toWire(draft));
});

/**
 * Reads a draft from its text, whoever wrote it. All of it is checked: the rules, fee and flows as `finalize` does, each
 * signature against its slot.
 * @throws {AvalancheError} With path: `BadJSON`; `BadVersion`: not this version of a draft; `Mismatch`: what it says of itself
 *   is not so; `BadSignature`; what `finalize` throws but `MissingSigner`.
 */
export const parseDraft = /* @__PURE__ */ guarded(function parseDraft(text: string): Draft {
  return checkedDraft(wireFromJSON(text));
});

/**
 * Reads a draft from its bytes, as `parseDraft` does from its text.
 * @throws {AvalancheError} As `decode` and `parseDraft`.
 */
export const decodeDraft = /* @__PURE__ */ guarded(function decodeDraft(bytes: Uint8Array): Draft {
  return checkedDraft(decode(WireDraft, bytes));
});

function checkedDraft(wire: WireDraft): Draft {
  const draft = fromWire(wire);
  within(['draft'], () => {
    if (!equalBytes(encode(WireDraft, wire), encodeDraft(draft)))
      throw new AvalancheError('Mismatch', 'is not in canonical form');
    verifyDraft(draft);
    verifySignatures(draft);
  });
  return draft;
}

function wireFromJSON(text: string): WireDraft {
  const json = parseJSON(text);
  return within(['draft'], () => {
    const of = isJSONObject(json) ? json : {};
    verifyFormat(of.format);
    const network = networkFrom(of.network ?? null);
    return valueFromJSON(WireDraft, json, contextOf(String(of.alias || of.chain), network));
  });
}

function verifyFormat(found: unknown): void {
  if (found !== format)
    throw new AvalancheError(
      'BadVersion',
      `the format ${format} is not supported by this version`,
      { version: String(format) },
    ).at('format');
}

const networkFrom = (text: JSONValue): Network =>
  within(['network'], () => {
    const name = string.parse(text);
    return networkOrName.parse(name.startsWith('{') ? parseJSON(name) : name);
  });

/** A draft in its wire form: what follows from the rest is left out. */
export function toWire(draft: Draft): WireDraft {
  const { chain, network, time, unsignedTx, slots, fee, warnings, paths = {} } = draft;
  const { descriptor = '' } = draft;
  const written = networkOrName.format(network);
  const { tx, utxo } = typesOf(chain);
  return {
    format,
    network: typeof written === 'string' ? written : formatJSON(written),
    chain,
    alias: chain === 'X' ? (draft.blockchain?.alias ?? '') : '',
    time,
    unsignedTx: encode(tx, unsignedTx),
    slots: slots.map((slot) => slotToWire(slot, utxo)),
    fee: { total: fee.total, gas: fee.gas ?? 0n, price: fee.price ?? 0n },
    change: draft.change.map(({ outputIndex }) => outputIndex).sort((a, b) => a - b),
    warnings,
    paths: Object.entries(paths)
      .map(([address, path]) => ({ address, path }))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
    descriptor,
  };
}

function slotToWire(slot: Slot, utxo: Type<unknown>): WireSlot {
  const { kind, signatureIndices, signatures } = slot;
  const of =
    kind === 'auth'
      ? slot.of
      : kind === 'account'
        ? slot.owner.addresses[0]!
        : encode(utxo, slot.utxo);
  return {
    kind,
    of,
    owner: kind === 'auth' ? [slot.owner] : [],
    signatureIndices,
    signatures: signatures.map((bytes) => ({ bytes: bytes ?? new Uint8Array(0) })),
  };
}

/** A draft from its wire form, unchecked. */
export function fromWire(wire: WireDraft): Draft {
  useRules(rules);
  useMessages();
  return within(['draft'], () => {
    verifyFormat(wire.format);
    const network = networkFrom(wire.network);
    const chain = wire.chain as Draft['chain'];
    if (!Object.hasOwn(chains, chain))
      throw new AvalancheError('WrongChain', 'must be P, X or C', {
        have: 'another chain',
        need: 'P, X or C',
      }).at('chain');
    const { tx, utxo } = typesOf(chain);
    const unsignedTx = decode(tx, wire.unsignedTx) as Draft['unsignedTx'];
    const slots = wire.slots.map((slot, i) => within(['slots', i], () => slotFromWire(slot, utxo)));
    const { total, gas, price } = wire.fee;
    const paths = Object.fromEntries(wire.paths.map((of) => [of.address, of.path]));
    if (wire.alias !== '' && chain !== 'X')
      throw new AvalancheError('Mismatch', `${chain} has no other instance`).at('alias');
    const draft = {
      kind: 'draft',
      chain,
      network,
      ...(wire.alias && {
        blockchain: avmChain(wire.alias, (unsignedTx as DraftOf<'X'>['unsignedTx']).blockchainID),
      }),
      time: wire.time,
      unsignedTx,
      slots,
      fee: { total, ...(gas > 0n && { gas, price }) },
      change: wire.change.map((outputIndex, i) =>
        within(['change', i], () => changeAt(unsignedTx, outputIndex)),
      ),
      warnings: wire.warnings as readonly Warning[],
      missing: missingOf(slots),
      ...(wire.paths.length > 0 && { paths }),
      ...(wire.descriptor !== '' && { descriptor: wire.descriptor }),
    };
    return draft as unknown as Draft;
  });
}

function slotFromWire({ kind, of, owner, ...signers }: WireSlot, type: Type<unknown>): Slot {
  const signatures = signers.signatures.map(({ bytes }) => (bytes.length === 0 ? null : bytes));
  const common = { signatureIndices: signers.signatureIndices, signatures };
  if ((kind === 'auth') !== (owner.length === 1) || owner.length > 1)
    throw new AvalancheError('Mismatch', 'only an auth has an owner, and it must have one').at(
      'owner',
    );
  switch (kind) {
    case 'auth':
      return { kind, of, owner: owner[0]!, ...common };
    case 'account':
      return { kind, owner: accountOwner(of), ...common };
    case 'input':
    case 'operation': {
      const utxo = within(['of'], () => decode(type, of)) as (Slot & { kind: 'operation' })['utxo'];
      return { kind, utxo, owner: ownerOfOutput(utxo.output), ...common };
    }
    default:
      throw new AvalancheError('Mismatch', 'must be input, operation, auth or account').at('kind');
  }
}

type Owned = Pick<OutputOwners, 'locktime' | 'threshold' | 'addresses'>;

/** Who owns whatever a UTXO holds. */
function ownerOfOutput(output: object): OutputOwners {
  const { locktime, threshold, addresses } = ('output' in output ? output.output : output) as Owned;
  return { type: 'secp256k1fx.OutputOwners', locktime, threshold, addresses };
}

function changeAt(tx: Draft['unsignedTx'], outputIndex: number): Change {
  const found = 'outputs' in tx ? tx.outputs[outputIndex] : undefined;
  if (!found || !('output' in found))
    throw new AvalancheError('Mismatch', `the transaction has no output ${outputIndex}`);
  const { assetID, output } = found;
  return output.type === 'stakeable.LockOut'
    ? { outputIndex, assetID, output: output.output, stakeableUntil: output.locktime }
    : { outputIndex, assetID, output };
}
