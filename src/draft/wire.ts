import { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { avmChain } from '../network/custom.ts';
import type { Chain, Network } from '../network/network.ts';
import { string } from '../schema/leaf.ts';
import { type Evidence, evidenceChains, verifyEvidence } from '../state/evidence.ts';
import { verifyInstance } from '../state/state.ts';
import { networkOrName } from '../state/statefile.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatJSON, type JSONValue, parseJSON } from '../text/json.ts';
import { type Claim, claimsOf } from '../tx/claims.ts';
import { lockOf } from '../tx/output.ts';
import { decode, encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import { format, type WireDraft, type WireSlot } from './container.ts';
import {
  type Change,
  type Draft,
  type Warning,
  type WarningReason,
  warningOf,
  warningReasons,
} from './draft.ts';
import { formatExtra, parseExtra } from './extra.ts';
import { feeIn } from './feein.ts';
import { formatPaths, parsePaths } from './paths.ts';
import { missingOf, type Slot } from './slot.ts';
import { slotOf, verifySlots } from './slots.ts';

const types = { P: PTx, X: XTx, C: CTx } as const;

/** The type of the transactions of a chain. */
const typeOf = (chain: Draft['chain']): Type<Draft['unsignedTx']> => types[chain] as never;

/** Most characters of a custom network, and of a descriptor. */
const maxLengths = { network: 16_384, descriptor: 8_192 } as const;

/**
 * Checks the version of a draft.
 * @throws {AvalancheError} `BadVersion`
 */
export function verifyFormat(found: unknown): void {
  if (found !== format)
    throw new AvalancheError(
      'BadVersion',
      `must be ${format}: no other format is supported by this version`,
      { version: typeof found === 'string' ? found.slice(0, 40) : typeof found },
    ).at('format');
}

/** The network of a draft, from its name or its JSON. */
export const networkFrom = (text: JSONValue): Network =>
  within(['network'], () => {
    const name = string.parse(text);
    verifyLength(name, maxLengths.network);
    return networkOrName.parse(name.startsWith('{') ? parseJSON(name) : name);
  });

function verifyLength({ length }: string, max: number): void {
  if (length > max)
    throw new AvalancheError('TooLong', `${length} characters, at most ${max} are allowed`, {
      length,
      max,
    });
}

/**
 * A draft in its wire form: what follows from the transaction is left out, and must be as it follows.
 * @throws {AvalancheError} `Mismatch` and what else cannot be written, with the path.
 */
export const toWire = (draft: Draft): WireDraft => within(['draft'], () => wireOf(draft));

function wireOf(draft: Draft): WireDraft {
  const { chain, network, time, unsignedTx, slots, fee, warnings, paths = {} } = draft;
  const { descriptor = '', evidence, extra } = draft;
  verifySlots(draft);
  const { total, gas, price } = feeIn(draft, fee.price ?? 0n);
  if (fee.total !== total || fee.gas !== gas || fee.price !== price)
    throw new AvalancheError('Mismatch', `is not the ${total} nAVAX that the transaction burns`, {
      found: String(fee.total),
      expected: String(total),
    }).at('fee');
  verifyEvidence(evidence);
  const written = networkOrName.format(network);
  const claims = claimsOf(unsignedTx);
  return {
    format,
    network: typeof written === 'string' ? written : formatJSON(written),
    chain,
    alias: aliasOf(draft),
    time,
    unsignedTx: encode(typeOf(chain), unsignedTx),
    slots: slots.map((slot, i) => slotToWire(slot, claims[i]!)),
    price: price ?? 0n,
    change: draft.change.map(({ outputIndex }) => outputIndex),
    warnings: warnings.map(({ reason, amount }) => ({ reason, amount })),
    paths: formatPaths(paths),
    descriptor,
    evidence,
    extra: formatExtra(extra),
  };
}

/** The alias of another instance of the AVM; empty of a chain of the primary network. */
function aliasOf(draft: Draft): string {
  const { network } = draft;
  if (draft.chain !== 'X' || !draft.blockchain) return '';
  const { blockchain } = draft;
  if (equalBytes(blockchain.blockchainID, network.chains.X.blockchainID)) return '';
  within(['blockchain'], () => verifyInstance(blockchain, network));
  return blockchain.alias;
}

function slotToWire(slot: Slot, claim: Claim): WireSlot {
  const isSaid = claim.kind !== 'input' || lockOf(claim.input.input) !== undefined;
  const lock = slot.kind === 'input' && !isSaid ? (lockOf(slot.utxo.output) ?? 0n) : 0n;
  return {
    owner: slot.kind === 'account' ? [] : [slot.owner],
    lock,
    signatures: slot.signatures.map((bytes) => ({ bytes: bytes ?? new Uint8Array(0) })),
  };
}

/** A draft from its wire form. What it says of itself is checked by `verifyDraft`, and that the form is the one, by whoever reads it. */
export function fromWire(wire: WireDraft): Draft {
  return within(['draft'], () => {
    verifyFormat(wire.format);
    const network = networkFrom(wire.network);
    const chain = chainFrom(wire.chain);
    const unsignedTx = decode(typeOf(chain), wire.unsignedTx);
    const slots = slotsFrom(wire, chain, unsignedTx);
    const change = wire.change.map((outputIndex, i) =>
      within(['change', i], () => changeAt(unsignedTx, outputIndex)),
    );
    within(['descriptor'], () => verifyLength(wire.descriptor, maxLengths.descriptor));
    const evidence = evidenceFrom(wire.evidence);
    const blockchain = instanceFrom(wire, chain, unsignedTx, network);
    const of = { chain, network, ...(blockchain && { blockchain }) };
    const paths = within(['paths'], () => parsePaths(wire.paths, { ...of, slots, change }));
    const draft = {
      kind: 'draft',
      ...of,
      time: wire.time,
      unsignedTx,
      slots,
      fee: feeIn({ ...of, unsignedTx } as Draft, wire.price),
      change,
      warnings: warningsFrom(wire.warnings),
      missing: missingOf(slots),
      ...(wire.paths.length > 0 && { paths }),
      ...(wire.descriptor !== '' && { descriptor: wire.descriptor }),
      evidence,
      extra: within(['extra'], () => parseExtra(wire.extra)),
    };
    return draft as unknown as Draft;
  });
}

function chainFrom(chain: string): Draft['chain'] {
  if (Object.hasOwn(types, chain)) return chain as Draft['chain'];
  throw new AvalancheError('WrongChain', 'must be P, X or C', {
    have: 'another chain',
    need: 'P, X or C',
  }).at('chain');
}

function slotsFrom(
  { slots }: WireDraft,
  chain: Draft['chain'],
  unsignedTx: Draft['unsignedTx'],
): readonly Slot[] {
  const claims = within(['unsignedTx'], () => claimsOf(unsignedTx));
  if (slots.length !== claims.length)
    throw new AvalancheError(
      'Mismatch',
      `has ${slots.length} slots for ${claims.length} credentials`,
      { found: String(slots.length), expected: String(claims.length) },
    ).at('slots');
  return claims.map((claim, i) =>
    within(['slots', i], () => {
      const { owner, lock, signatures } = slots[i]!;
      if (owner.length !== (claim.kind === 'account' ? 0 : 1))
        throw new AvalancheError('Mismatch', 'must have one owner, or none if an account pays').at(
          'owner',
        );
      if (lock > 0n && (chain !== 'P' || claim.kind !== 'input' || lockOf(claim.input.input)))
        throw new AvalancheError(
          'Mismatch',
          'must be 0: the UTXO is not locked, or the input has its lock',
        ).at('lock');
      return {
        ...slotOf(claim, owner[0], lock),
        signatures: signatures.map(({ bytes }) => (bytes.length === 0 ? null : bytes)),
      } as Slot;
    }),
  );
}

function instanceFrom(
  { alias }: WireDraft,
  chain: Draft['chain'],
  unsignedTx: Draft['unsignedTx'],
  network: Network,
): Chain | undefined {
  if (alias === '') return undefined;
  const blockchain = within(['alias'], () => {
    if (chain === 'X' && 'blockchainID' in unsignedTx)
      return avmChain(alias, unsignedTx.blockchainID);
    throw new AvalancheError('Mismatch', `an alias is only for the X-chain, not for ${chain}`);
  });
  verifyInstance(blockchain, network);
  return blockchain;
}

function evidenceFrom(wire: WireDraft['evidence']): readonly Evidence[] {
  const evidence = wire.map(({ chain, bytes }, i): Evidence => {
    const found = evidenceChains.find((name) => name === chain);
    if (found) return { chain: found, bytes };
    throw new AvalancheError('WrongChain', 'must be P, X or C', {
      have: 'another chain',
      need: 'P, X or C',
    }).at('evidence', i, 'chain');
  });
  verifyEvidence(evidence);
  return evidence;
}

const reasons = /* @__PURE__ */ Object.keys(warningReasons);

function warningsFrom(wire: WireDraft['warnings']): readonly Warning[] {
  return wire.map(({ reason, amount }, i) => {
    const place = reasons.indexOf(reason);
    if (place < 0)
      throw new AvalancheError('Unsupported', 'is not a known reason').at('warnings', i, 'reason');
    if (i > 0 && place <= reasons.indexOf(wire[i - 1]!.reason))
      throw new AvalancheError('NotSorted', 'must be in the order of the table, each once').at(
        'warnings',
        i,
      );
    return warningOf(reason as WarningReason, amount);
  });
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
