/** What a malicious coordinator does with signatures: puts each wherever it counts, whatever the drafts say, and issues. */
import type { Draft } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { fxOf } from '../../src/draft/draft.ts';
import { isError } from '../../src/errors/error.ts';
import { signWithKey } from '../../src/sign/key.ts';
import type { State } from '../../src/state/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { parseID } from '../../src/text/id.ts';
import { signedBytesOf, signedTxFrom, unsignedBytesOf } from '../../src/tx/bytes.ts';
import type { Case } from './intents/case.ts';
import type { World } from './world.ts';

/**
 * Issues each transaction that is in signed drafts, with all signatures over it.
 * @returns Those that the real node accepted, and why it refused the others.
 */
export async function issueStolen(
  world: World,
  signed: readonly Draft[],
  of: Case,
  state: State,
): Promise<{ readonly accepted: readonly AnyTx[]; readonly refusals: readonly string[] }> {
  const byBytes = groupsOf(signed);
  const accepted: AnyTx[] = [];
  const refusals: string[] = [];
  for (const drafts of byBytes.values()) {
    const { tx, isWhole } = stolen(world, drafts, state);
    const refusal =
      of.chain !== 'C' ? await refusalOf(world, tx) : isWhole ? undefined : 'unsigned';
    if (refusal !== undefined) refusals.push(refusal);
    else {
      accepted.push(tx);
      if (tx.unsignedTx.type.endsWith(`.${of.intent.type}`)) of.done?.(tx);
    }
  }
  return { accepted, refusals };
}

/** Signed drafts by the transaction that they are of. */
function groupsOf(signed: readonly Draft[]): ReadonlyMap<string, readonly Draft[]> {
  const byBytes = new Map<string, Draft[]>();
  for (const draft of signed) {
    const key = formatHex(unsignedBytesOf(draft.unsignedTx));
    byBytes.set(key, [...(byBytes.get(key) ?? []), draft]);
  }
  return byBytes;
}

async function refusalOf(world: World, tx: AnyTx): Promise<string | undefined> {
  try {
    await world.issue(tx);
    return undefined;
  } catch (e) {
    if (isError(e, 'NotAccepted'))
      return (
        (e.context as { readonly reason?: { readonly name?: string } }).reason?.name ?? 'refused'
      );
    if (isError(e)) return e.code;
    throw e;
  }
}

/** A transaction with the signatures of all its drafts and of the attackers, where the true owners must sign. */
function stolen(
  world: World,
  drafts: readonly Draft[],
  state: State,
): { readonly tx: AnyTx; readonly isWhole: boolean } {
  const [{ unsignedTx, slots }] = drafts as readonly [Draft];
  const digest = sha256(unsignedBytesOf(unsignedTx));
  const known = new Map<string, Uint8Array>();
  for (const slot of drafts.flatMap((draft) => draft.slots))
    slot.signatures.forEach((signature, i) => {
      const address = slot.owner.addresses[slot.signatureIndices[i]!];
      if (signature && address) known.set(formatHex(address), signature);
    });
  for (const key of [world.before, world.after])
    known.set(formatHex(key.shortID), signWithKey(key, digest));
  const truth = trueOwners(world, state);
  let isWhole = true;
  const credentials = slots.map((slot) => {
    const id =
      'utxo' in slot
        ? `${formatHex(slot.utxo.txID)}:${slot.utxo.outputIndex}`
        : 'of' in slot
          ? formatHex(slot.of)
          : '';
    const addresses = truth.get(id) ?? slot.owner.addresses;
    return {
      type: `${fxOf(slot)}.Credential` as const,
      signatures: slot.signatureIndices.map((i, place) => {
        const found =
          known.get(addresses[i] ? formatHex(addresses[i]) : '') ?? slot.signatures[place];
        isWhole &&= Boolean(found);
        return found ?? new Uint8Array(65);
      }),
    };
  });
  const bytes = signedBytesOf(unsignedTx, credentials as never);
  return { tx: signedTxFrom(unsignedTx, bytes), isWhole };
}

/** Who owns what, as an honest node says it. */
function trueOwners(world: World, state: State): ReadonlyMap<string, readonly Uint8Array[]> {
  const found = new Map<string, readonly Uint8Array[]>();
  for (const { txID, outputIndex, output } of utxosOf(state)) {
    const plain = 'output' in output ? output.output : output;
    if ('addresses' in plain)
      found.set(`${formatHex(txID)}:${outputIndex}`, plain.addresses as readonly Uint8Array[]);
  }
  for (const [id, { owner }] of world.rights)
    found.set(formatHex(parseID(id)), owner.addresses as readonly Uint8Array[]);
  return found;
}

/** All UTXOs of a state, imports included. */
export const utxosOf = (state: State) => [
  ...(state.chain === 'C' ? [] : state.utxos),
  ...Object.values(state.imports ?? {}).flat(),
];
