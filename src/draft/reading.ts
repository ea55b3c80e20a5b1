/**
 * Readings of drafts. A draft is plain data of its holder, who may change it at any time, and may use getters, a proxy or shared memory. So
 * each function that takes a draft reads it once: it encodes the transaction, decodes an own copy from these bytes, and copies
 * everything else, each member read once. Only the copy is checked, shown to people and signed. A reading lives as long as its function
 * runs; a function that is called with the copy meanwhile uses the same reading.
 */

import { chainNameOf } from '../chain/declared.ts';
import { asBytes, readable } from '../errors/arguments.ts';
import { AvalancheError, type Path, within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { networkCopy } from '../network/known.ts';
import { blockchainArgument, networkArgument } from '../network/network.ts';
import {
  aBigint,
  aList,
  aListOf,
  aNumber,
  anObject,
  aText,
  checkArgument,
  objectOf,
  optional,
  someBytes,
} from '../schema/check.ts';
import { readTx, txDigestOf } from '../tx/bytes.ts';
import { factOf, holding } from '../tx/held.ts';
import type { Draft } from './draft.ts';
import { keepMark } from './mark.ts';

const unsignedTxArgument = /* @__PURE__ */ objectOf({ type: aText });

const ownerArgument = /* @__PURE__ */ (() =>
  objectOf({ threshold: aNumber, locktime: aBigint, addresses: aListOf(someBytes) }))();

/** A draft of which nothing is read yet: each member is read once. */
const givenDraft = /* @__PURE__ */ objectOf({}, { name: 'a draft' });

/** The shape of a draft, apart from its transaction. */
const draftArgument = /* @__PURE__ */ (() =>
  objectOf(
    {
      chain: aText,
      network: networkArgument,
      blockchain: blockchainArgument,
      time: aBigint,
      slots: aListOf(
        objectOf({
          kind: aText,
          owner: ownerArgument,
          signatureIndices: aListOf(aNumber),
          signatures: aList,
          of: optional(someBytes),
          utxo: optional(objectOf({ txID: someBytes, assetID: someBytes, output: anObject })),
        }),
      ),
      fee: objectOf({ total: aBigint, gas: optional(aBigint), price: optional(aBigint) }),
      change: aListOf(
        objectOf({ outputIndex: aNumber, assetID: someBytes, output: ownerArgument }),
      ),
      warnings: aList,
      missing: aList,
      paths: optional(anObject),
      evidence: aListOf(objectOf({ chain: aText, bytes: someBytes })),
    },
    { name: 'a draft' },
  ))();

/** A draft as a function has read it. */
export interface Reading<D extends Draft = Draft> {
  /** An own copy, which nobody else has while the function runs. */
  readonly draft: D;
  /** The unsigned bytes, from which the transaction in `draft` was decoded. */
  readonly bytes: Uint8Array;
}

/** The readings of the functions that run now, by their own copies. */
const running = /* @__PURE__ */ new WeakMap<Draft, Reading>();

/**
 * Reads a draft once, and runs a synchronous step with the reading.
 * @param path Path of the argument, for errors.
 * @throws {AvalancheError} Under the path: `BadArgument`: not a draft; `WrongChain`; under `unsignedTx` as `encode`.
 */
export function withReading<D extends Draft, T>(
  path: Path,
  draft: D,
  step: (reading: Reading<D>) => T,
): T {
  const known = running.get(draft) as Reading<D> | undefined;
  if (known) return step(known);
  const reading = within(path, () => readable('a draft', () => readDraft(draft)));
  const { unsignedTx } = reading.draft;
  running.set(reading.draft, reading);
  try {
    return holding(unsignedTx, () => {
      factOf(unsignedTx, 'bytes', () => reading.bytes);
      return step(reading);
    });
  } finally {
    running.delete(reading.draft);
  }
}

/** Returns an own copy of a draft with its mark: for others, who may change it, and for what runs longer than one function. */
export const draftCopy = <D extends Draft>(draft: D, ...path: Path): D =>
  within(path, () => readable('a draft', () => readDraft(draft)).draft);

/** Returns the sha256 of the unsigned bytes, which signers sign. */
export const digestOf = ({ unsignedTx }: Pick<Draft, 'unsignedTx'>): Uint8Array =>
  txDigestOf(unsignedTx);

function readDraft<D extends Draft>(given: D): Reading<D> {
  verifyIsDraft(given);
  const { unsignedTx: theirs, network, ...others } = given;
  const rest = { ...deepCopy(others), network: networkCopy(network) };
  checkArgument(rest, draftArgument);
  checkArgument(theirs, unsignedTxArgument, 'unsignedTx');
  verifyChain(rest.chain, theirs);
  const { tx, bytes } = within(['unsignedTx'], () => readTx(theirs));
  verifyChain(rest.chain, tx);
  const own = { ...rest, unsignedTx: tx } as unknown as D;
  return { draft: keepMark(own, given), bytes };
}

function verifyChain(chain: Draft['chain'], tx: Draft['unsignedTx']): void {
  const own = chainNameOf(tx);
  if (chain === own) return;
  throw new AvalancheError('WrongChain', `must be that of a ${tx.type}`, {
    have: String(chain),
    need: own,
  }).at('chain');
}

/** Refuses what is mistaken for a draft: a signed transaction, or the text or bytes of a draft. */
function verifyIsDraft(draft: unknown): void {
  if (typeof draft === 'string' || asBytes(draft))
    throw new AvalancheError(
      'BadArgument',
      `must be a draft, got ${typeof draft === 'string' ? 'text: parseDraft' : 'bytes: decodeDraft'} reads it`,
      { expected: 'a draft' },
    );
  checkArgument(draft, givenDraft);
  if ('credentials' in (draft as object) && !('slots' in (draft as object)))
    throw new AvalancheError('BadArgument', 'is a signed transaction already, not a draft', {
      expected: 'a draft',
    });
}
