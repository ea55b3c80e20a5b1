/** What is certain to be refused is refused before anything is signed. */
import { type Draft, refused } from '../draft/draft.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { isTransportError } from '../rpc/errors.ts';
import { checkTx } from '../rules/check.ts';
import { refusalOf } from '../rules/verdict.ts';
import { checkPolicy } from '../sign/allow.ts';
import type { State } from '../state/state.ts';
import { formatAvax } from '../text/amount.ts';
import { formatID } from '../text/id.ts';
import { sumOf } from '../text/uint64.ts';
import { type Effects, effectsOf } from '../tx/effects.ts';
import { Finder } from '../tx/find.ts';
import { transferOutputOf } from '../tx/output.ts';
import { type Account, bytesOwner } from './account.ts';
import { draftOf, readState } from './attempt.ts';
import { type Run, type Shared, signalOf } from './call.ts';
import { dependsOnOthers, type Filling, type Meant, meantOf } from './plan.ts';
import { factsFor } from './signing.ts';

/** Returns the wallet's own addresses that plans are filled in with. */
export const fillingOf = ({ receive, accounts }: Account, network: Run['network']): Filling => ({
  receive: bytesOwner(receive, network),
  ...(accounts[0] && { account: accounts[0] }),
});

const proofs = /* @__PURE__ */ new Finder('proof');

/** Returns why a node would refuse the proofs of possession in a draft. */
export async function proofRefusal({
  unsignedTx,
  network,
}: Draft): Promise<AvalancheError | undefined> {
  if (proofs.in(unsignedTx).length === 0) return undefined;
  // Loaded only here: the curve takes a while, and few transactions need it.
  const { verifyPossession, verifyWarpMessage: verifyMessage } = await import('../warp/bls.ts');
  return refusalOf(checkTx(unsignedTx, { network, bls: { verifyPossession, verifyMessage } }));
}

/** Returns why a node would refuse a draft, as far as its proofs of possession and facts about others tell. */
export async function refusalBy(
  { shared: { nodes }, call }: Pick<Run, 'call'> & { readonly shared: Pick<Shared, 'nodes'> },
  meant: Meant,
  draft: Draft,
): Promise<AvalancheError | undefined> {
  if (!dependsOnOthers(meant)) return undefined;
  const unproven = await proofRefusal(draft);
  if (unproven) return unproven;
  try {
    const options = signalOf(call);
    const facts = await nodes.read(meant.chain, (node) => node.facts(draft, options), options);
    return refusalOf(checkTx(draft, facts));
  } catch (e) {
    // A node that cannot be asked for facts still decides itself.
    if (!isError(e) || isTransportError(e, 'aborted')) throw e;
    return undefined;
  }
}

/** Who pays, as policies and limits ask. */
export type Allowing = Pick<Run, 'account' | 'network' | 'call'> & {
  readonly shared: Pick<Shared, 'allowed' | 'now' | 'spending'>;
};
/** Returns who pays, and by which limits. */
export const spenderIn = ({ shared: { allowed }, account, network, call }: Allowing) => ({
  account,
  network,
  limits: [...(allowed.limits ?? []), ...(call.limits ?? [])],
  signal: call.signal,
});

/** Returns what the policies of the wallet and of the call do not allow. */
export const policyRefusal = (
  { shared, account, network, call }: Allowing,
  draft: Draft,
): AvalancheError | undefined => {
  const found = [shared.allowed.policy, call.policy].flatMap((policy) =>
    policy ? checkPolicy(draft, policy, factsFor(shared, account, network)) : [],
  );
  return found.length > 0 ? refused(found) : undefined;
};

/** Returns why the policies or the limits would refuse a draft of a new payment. */
export const disallowed = async (of: Allowing, draft: Draft): Promise<AvalancheError | undefined> =>
  policyRefusal(of, draft) ?? of.shared.spending.refusalOf(spenderIn(of), draft);

/**
 * Checks a draft against the policies and the limits, and records what it spends, before anybody is asked and anything is signed.
 * @throws {AvalancheError} `Refused`; `StoreFailed`.
 */
export async function verifyAllowed(run: Run, index: number, draft: Draft): Promise<void> {
  const refusal = policyRefusal(run, draft);
  if (refusal) throw refusal;
  await run.shared.spending.spend({ ...spenderIn(run), id: run.payment.id }, draft, index);
}

/**
 * Refuses the export of a move whose import would be refused, before it is signed.
 * @throws {AvalancheError} `Insufficient`, under `amount`: it does not pay the fee of its import; as the builder of the import, such as
 *   `FeeTooHigh`.
 */
export async function verifyMovable(
  { shared, payment: { plan }, account, network, call }: Run,
  index: number,
  draft: Draft,
): Promise<void> {
  if (index + 1 >= plan.length) return;
  const next = meantOf(plan, fillingOf(account, network), network, index + 1);
  if (next.intent.type !== 'ImportTx') return;
  const exported = (effectsOf(draft) as Effects<undefined>).produced.filter(
    ({ from }) => from !== undefined,
  );
  const amount = sumOf(exported.map(({ utxo }) => transferOutputOf(utxo)?.amount ?? 0n));
  const state = await readState(shared, account, next, call);
  const utxos = exported.map(({ utxo }) => ({ ...utxo, txID: new Uint8Array(32) }));
  try {
    const imports = { [next.intent.from]: utxos };
    draftOf({ ...state, imports } as State, account, next, call);
  } catch (e) {
    if (!isError(e, 'Insufficient')) throw e;
    throw new AvalancheError(
      'Insufficient',
      `${formatAvax(amount)} AVAX do not pay the fee of their import on the ${next.chain}-chain`,
      { ...e.context, assetID: formatID(network.avaxAssetID) },
      { cause: e },
    ).at('amount');
  }
}
