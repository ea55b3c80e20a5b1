/** Transactions of impersonated addresses, which need no signatures of these. */
import { inputIDOf } from '../chain/ids.ts';
import type { AnyTx } from '../chain/tx.ts';
import { checkTx } from '../rules/check.ts';
import type { FactLookup, Facts, OwnerFacts, UTXOs } from '../rules/facts.ts';
import { signaturesOf } from '../rules/spending.ts';
import type { Verdict } from '../rules/verdict.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { type Claim, claimsOf } from '../tx/claims.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { World } from './world.ts';

const isBlank = (signature: Uint8Array): boolean => signature.every((byte) => byte === 0);

/**
 * Checks a transaction again without its blank signatures (65 zeros), if all of them stand for impersonated addresses. Everything
 * else is checked as always.
 * @param refused What the rules say otherwise.
 */
export function checkImpersonated(
  world: World,
  tx: AnyTx,
  facts: Facts,
  refused: Verdict,
): Verdict {
  const slots = tx.credentials.map((one) => ({
    signatures: signaturesOf('credential' in one ? one.credential : one).map((signature) =>
      signature && isBlank(signature) ? null : signature,
    ),
  }));
  const hasBlank = slots.some(({ signatures }) => signatures.includes(null));
  if (!hasBlank || !areImpersonated(world, tx, facts, slots)) return refused;
  const { findings } = checkTx({ unsignedTx: tx.unsignedTx, slots }, facts);
  const open = findings.filter((of) => of.result !== 'ok');
  return open.every((of) => of.missing === 'signatures')
    ? { result: 'accepted', findings }
    : { result: open.some((of) => of.result === 'refused') ? 'refused' : 'unknown', findings };
}

type Slots = readonly { readonly signatures: readonly (Uint8Array | null)[] }[];

/** Whether every blank signature is one of an impersonated address. */
function areImpersonated(
  { tampering }: World,
  { unsignedTx }: AnyTx,
  facts: Facts,
  slots: Slots,
): boolean {
  const claims = claimsOf(unsignedTx);
  if (claims.length !== slots.length) return false;
  return slots.every(({ signatures }, i) => {
    const claim = claims[i]!;
    const owner = ownerOf(claim, facts);
    return signatures.every((signature, k) => {
      const address = owner?.addresses[claim.signatureIndices[k] ?? -1];
      return signature || (address && tampering.impersonated.has(formatHex(address)));
    });
  });
}

function ownerOf(claim: Claim, facts: Facts): OwnerFacts | undefined {
  if (claim.kind === 'account') return { threshold: 1, addresses: [claim.input.address] };
  if (claim.kind === 'auth') {
    const id = formatID(claim.of);
    return (
      look(facts.subnets, id)?.owner ??
      look(facts.l1Validators, id)?.deactivationOwner ??
      look(facts.autoRenewed, id)?.authority
    );
  }
  const at = claim.kind === 'input' ? claim.input : claim.operation.inputIDs[0];
  if (!at) return undefined;
  const id = formatID(inputIDOf(at));
  const { P, X, C } = facts.imports ?? {};
  const utxo = [facts.utxos, P, X, C].map((set) => lookUTXO(set, id)).find((of) => of);
  if (!utxo) return undefined;
  const { output } = utxo;
  const inner = output.type === 'stakeable.LockOut' ? output.output : output;
  return 'addresses' in inner ? inner : undefined;
}

function look<V>(of: FactLookup<V> | undefined, id: string): V | undefined {
  return (of && (typeof of === 'function' ? of(id) : of.get(id))) ?? undefined;
}

const lookUTXO = (of: UTXOs | undefined, id: string): AnyUTXO | undefined =>
  of && !Array.isArray(of) ? look(of as FactLookup<AnyUTXO>, id) : undefined;
