/**
 * What a competent attacker does after a change: lists in order again, slots where their credentials are, change where it went, and the
 * fee as it must be, so that nothing objects but what the change itself is worth.
 */
import type { Draft } from '../../../src/builder/index.ts';
import { UnsignedTx as CTx } from '../../../src/chain/cchain/tx.ts';
import type { OutputOwners, TransferOutput } from '../../../src/chain/fx/secp256k1fx.ts';
import { UnsignedTx as PTx } from '../../../src/chain/pchain/tx.ts';
import { UnsignedTx as XTx } from '../../../src/chain/xchain/tx.ts';
import { toWire, WireDraft } from '../../../src/draft/file.ts';
import { type AvalancheError, isError, type Path } from '../../../src/errors/error.ts';
import { decodeDraft } from '../../../src/sign/index.ts';
import { credentialUsesOf } from '../../../src/tx/credentials.ts';
import { amountOf, lockedUntil, lockOf, unlocked } from '../../../src/tx/output.ts';
import type { AnyUTXO } from '../../../src/tx/types.ts';
import { encode } from '../../../src/wire/codec.ts';
import type { Type } from '../../../src/wire/type.ts';
import { at, put } from '../../security/attack/fields.ts';
import { spend } from '../tx.ts';

/** What an attacker writes: a transaction, and what goes with it. */
export interface Forgery {
  readonly tx: Draft['unsignedTx'];
  /** One for each credential, in their order. */
  readonly slots: WireDraft['slots'];
  /** Places of the change in `outputs`. */
  readonly change: readonly number[];
  /** What else of the draft is changed. */
  readonly more?: Partial<WireDraft>;
}

const types = { P: PTx, X: XTx, C: CTx } as const;

/** A draft, ready to be changed. */
export function openedUp(draft: Draft): Forgery {
  const { slots, change } = toWire(draft);
  return { tx: draft.unsignedTx, slots, change };
}

/** The bytes of a forgery. */
function bytesOf(draft: Draft, { tx, slots, change, more }: Forgery): Uint8Array {
  const claims = credentialUsesOf(tx);
  return encode(WireDraft, {
    ...toWire(draft),
    unsignedTx: encode(types[draft.chain] as Type<Draft['unsignedTx']>, tx),
    slots: slots.map((slot, i) => ({
      ...slot,
      signatures: (claims[i]?.signatureIndices ?? []).map(
        (_, k) => slot.signatures[k] ?? { bytes: new Uint8Array(0) },
      ),
    })),
    change: [...change].sort((a, b) => a - b),
    ...more,
  });
}

const swapped = <T>(list: readonly T[], i: number): readonly T[] =>
  list.map((of, k) => (k === i ? list[i - 1]! : k === i - 1 ? list[i]! : of));

/** The forgery with two neighbours of a list changed over, and all that follows them. */
function reordered(of: Forgery, path: Path): Forgery | undefined {
  const i = path.at(-1);
  const list = path.slice(0, -1);
  if (typeof i !== 'number' || i < 1) return undefined;
  const tx = put(of.tx, list, (old) => swapped(old as readonly unknown[], i)) as Forgery['tx'];
  const place = (claims: ReturnType<typeof credentialUsesOf>, k: number) =>
    claims.findIndex(({ path: at }) => [...list, k].every((key, d) => at[d] === key));
  const claims = credentialUsesOf(of.tx);
  const slot = place(claims, i);
  const follows = slot >= 0 && place(claims, i - 1) === slot - 1;
  const isOutputs = list.length === 1 && list[0] === 'outputs';
  const moved = (k: number) => (k === i ? i - 1 : k === i - 1 ? i : k);
  return {
    ...of,
    tx,
    slots: follows ? swapped(of.slots, slot) : of.slots,
    change: isOutputs ? of.change.map(moved) : of.change,
  };
}

/** One more input, by somebody’s word the owner’s, and as much more output for them; as change, if said. */
export function withCoin(
  of: Forgery,
  utxo: AnyUTXO,
  owner: OutputOwners,
  isChange: boolean,
): Forgery {
  const { inputs, outputs } = of.tx as unknown as {
    readonly inputs: readonly unknown[];
    readonly outputs: readonly unknown[];
  };
  const lock = lockOf(utxo.output);
  const { amount } = unlocked(utxo.output) as TransferOutput;
  const output = { assetID: utxo.assetID, output: lockedUntil(amountOf(amount, owner), lock) };
  const tx = { ...of.tx, inputs: [...inputs, spend(utxo)], outputs: [...outputs, output] };
  const slot = { owner: [owner], lock: 0n, signatures: [] };
  return {
    ...of,
    tx: tx as unknown as Forgery['tx'],
    slots: [...of.slots.slice(0, inputs.length), slot, ...of.slots.slice(inputs.length)],
    change: isChange ? [...of.change, outputs.length] : of.change,
  };
}

interface Funded {
  readonly outputs?: readonly { readonly amount?: bigint; readonly output?: unknown }[];
  readonly inputs?: readonly { readonly amount?: bigint }[];
}

/** Places of amounts of AVAX that the attacker can change: of the change, of accounts that pay or get something. */
export function purse({ tx, change }: Forgery, avax: Uint8Array): Path | undefined {
  const { outputs = [], inputs = [] } = tx as Funded;
  const isAVAX = (of: unknown) => Buffer.from((of as { assetID: Uint8Array }).assetID).equals(avax);
  const first = [...change, ...outputs.keys()].find(
    (i) =>
      isAVAX(outputs[i]) &&
      (outputs[i]?.output as { type?: string } | undefined)?.type !== 'stakeable.LockOut',
  );
  if (first !== undefined)
    return 'amount' in outputs[first]!
      ? ['outputs', first, 'amount']
      : ['outputs', first, 'output', 'amount'];
  return inputs[0] && 'amount' in inputs[0] ? ['inputs', 0, 'amount'] : undefined;
}

/** More or less of the purse. */
export function paying(of: Forgery, avax: Uint8Array, more: bigint): Forgery | undefined {
  const path = purse(of, avax);
  if (!path) return undefined;
  // An account pays more where an output would get less.
  const sign = path[0] === 'inputs' ? -1n : 1n;
  const amount = (at(of.tx, path) as bigint) + sign * more;
  return amount > 0n ? { ...of, tx: put(of.tx, path, () => amount) as Forgery['tx'] } : undefined;
}

/** What the fee is short of, as the error says it; more than enough is below zero. */
function shortOf({ code, context }: AvalancheError): bigint | undefined {
  const of = context as unknown as Readonly<Record<string, bigint>>;
  if (code === 'FeeTooLow') return of.minFee! - of.fee!;
  if (code === 'FeeTooHigh') return of.maxFee! - of.fee!;
  if (code === 'Unbalanced' && typeof of.lost === 'bigint')
    return of.lost < 0n ? -of.lost : of.lost;
  return undefined;
}

/** What came of it. */
export interface Forged {
  readonly draft?: Draft;
  readonly error?: AvalancheError;
}

/** The draft that a reader has of a forgery, after all that an attacker can do so that it is read. */
export function forged(draft: Draft, first: Forgery): Forged {
  let of = first;
  let last: AvalancheError | undefined;
  const seen = new Set<string>();
  for (let tries = 0; tries < 60; tries++) {
    try {
      return { draft: decodeDraft(bytesOf(draft, of)) };
    } catch (e) {
      if (!isError(e)) throw e;
      const places = e.path.filter((key) => !['draft', 'unsignedTx'].includes(String(key)));
      const next =
        e.code === 'NotSorted' && e.path.includes('unsignedTx')
          ? reordered(of, places)
          : paid(of, draft.network.avaxAssetID, shortOf(e), seen, e.code);
      if (!next) return { error: e };
      last = e;
      of = next;
    }
  }
  return last ? { error: last } : {};
}

/** The fee paid; undefined where it goes on for ever. */
function paid(
  of: Forgery,
  avax: Uint8Array,
  short: bigint | undefined,
  seen: Set<string>,
  code: string,
): Forgery | undefined {
  if (short === undefined || short === 0n) return undefined;
  const key = `${code} ${short}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  return paying(of, avax, -short);
}
