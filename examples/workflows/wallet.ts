/** What wallets do: state comes in, signed transactions go out. Each function is one workflow. */
import {
  apply,
  avax,
  type Balance,
  balances,
  type CState,
  days,
  formatDraft,
  type Owner,
  type PState,
  parseDraft,
  type Tx,
} from 'avalanche-tx';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildExportTx,
  buildImportTx,
  buildSetAutoRenewedValidatorConfigTx,
} from 'avalanche-tx/build';
import { potentialReward, type Reward } from 'avalanche-tx/fee';
import { chooseSigners, combine, finalize, type Key, sign } from 'avalanche-tx/sign';

/** What there is here, and what the C-chain exported and waits. */
export const balance = (
  p: PState,
): { readonly here: readonly Balance[]; readonly waiting: readonly Balance[] } => ({
  here: balances(p.utxos, p),
  waiting: balances(p.imports?.C ?? [], p),
});

/** Everything to somebody else, less the fee. */
export const sendMax = (p: PState, key: Key, to: string): Tx =>
  finalize(sign(buildBaseTx(p, { outputs: [{ to, amount: 'max' }] }), key));

/** From the C-chain into a delegation, all three signed before the first is issued. */
export function stakeFromC(c: CState, p: PState, key: Key, nodeID: string): readonly Tx[] {
  const moved = { outputs: [{ to: key.shortID, amount: avax('26') }], to: 'P' } as const;
  const exported = finalize(sign(buildExportTx(c, moved), key));
  const waiting = apply(p, exported);
  const imported = finalize(sign(buildImportTx(waiting, { from: 'C' }), key));
  const stake = buildAddPermissionlessDelegatorTx(apply(waiting, imported), {
    nodeID,
    amount: avax('25'),
    end: p.time + days(15),
    rewards: key.shortID,
  });
  return [exported, imported, finalize(sign(stake, key))];
}

/** From the P-chain to an account of the C-chain. */
export function moveToC(p: PState, c: CState, key: Key): readonly Tx[] {
  const moved = { outputs: [{ to: key.shortID, amount: avax('1') }], to: 'C' } as const;
  const exported = finalize(sign(buildExportTx(p, moved), key));
  const intent = { from: 'P', to: key.evm } as const;
  return [exported, finalize(sign(buildImportTx(apply(c, exported), intent), key))];
}

/** Delegates funds that are still locked, and says what that will pay. */
export function delegateLocked(
  p: PState,
  key: Key,
  of: { readonly nodeID: string; readonly rewards: string; readonly supply: bigint },
): { readonly tx: Tx; readonly reward: Reward } {
  const amount = avax('50');
  const end = p.time + days(60);
  const draft = buildAddPermissionlessDelegatorTx(
    p,
    { nodeID: of.nodeID, amount, end, rewards: of.rewards },
    { locked: 'prefer', maxFee: avax('0.01') },
  );
  const stake = { amount, start: p.time, end, supply: of.supply };
  return { tx: finalize(sign(draft, key)), reward: potentialReward(stake, p.network, 20_000) };
}

/** Two of a team sign on machines of their own: what travels is the text of the draft. */
export function treasury(
  p: PState,
  team: Owner,
  to: string,
  [first, second]: readonly [Key, Key],
): Tx {
  const outputs = [{ to, amount: avax('15') }];
  const draft = buildBaseTx(p, { outputs }, { change: team });
  const text = formatDraft(chooseSigners(draft, [first.shortID, second.shortID]));
  const one = formatDraft(sign(parseDraft(text), first));
  const other = formatDraft(sign(parseDraft(text), second));
  return finalize(combine(parseDraft(one), parseDraft(other)));
}

/** Ends an auto-renewed validator with its period. */
export const stopRenewing = (p: PState, key: Key, txID: string): Tx =>
  finalize(
    sign(
      buildSetAutoRenewedValidatorConfigTx(p, { txID, autoCompound: '30%', period: 'stop' }),
      key,
    ),
  );
