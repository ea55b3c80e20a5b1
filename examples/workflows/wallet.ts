/** What wallets do: state comes in, signed transactions go out; at the end the same with a node. */
import {
  type AnyTx,
  applyTxs,
  avax,
  type Balance,
  balancesOf,
  type CState,
  days,
  type Network,
  type Owner,
  type PState,
} from 'avalanche-tx';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildExportTx,
  buildImportTx,
  buildSetAutoRenewedValidatorConfigTx,
} from 'avalanche-tx/build';
import { potentialRewardOf, type RewardSplit } from 'avalanche-tx/fee';
import { discoverAddresses, hdAccount, type UsageLookup } from 'avalanche-tx/hd';
import type { Issued, NodeClient } from 'avalanche-tx/rpc';
import {
  chooseSigners,
  combineDrafts,
  evmAddressOf,
  finalize,
  formatDraft,
  type Key,
  type LedgerApp,
  ledgerSigner,
  type Provider,
  parseDraft,
  policyOf,
  sign,
  signWith,
  walletSigner,
} from 'avalanche-tx/sign';

/** What there is here, and what the C-chain exported and waits. */
export const balance = (
  p: PState,
): { readonly here: readonly Balance[]; readonly waiting: readonly Balance[] } => ({
  here: balancesOf(p.utxos, p),
  waiting: balancesOf(p.imports?.C ?? [], p),
});

/** Everything to somebody else, less the fee. */
export const sendMax = (p: PState, key: Key, to: string): AnyTx =>
  finalize(sign(buildBaseTx(p, { outputs: [{ to, amount: 'max' }] }), key));

/** From the C-chain into a delegation, all three signed before the first is issued. */
export function stakeFromC(c: CState, p: PState, key: Key, nodeID: string): readonly AnyTx[] {
  const moved = { outputs: [{ to: key.shortID, amount: avax('26') }], to: 'P' } as const;
  const exported = finalize(sign(buildExportTx(c, moved), key));
  const waiting = applyTxs(p, exported);
  const imported = finalize(sign(buildImportTx(waiting, { from: 'C' }), key));
  const stake = buildAddPermissionlessDelegatorTx(applyTxs(waiting, imported), {
    nodeID,
    amount: avax('25'),
    end: p.time + days(15),
    rewardsOwner: key.shortID,
  });
  return [exported, imported, finalize(sign(stake, key))];
}

/** From the P-chain to an account of the C-chain. */
export function moveToC(p: PState, c: CState, key: Key): readonly AnyTx[] {
  const moved = { outputs: [{ to: key.shortID, amount: avax('1') }], to: 'C' } as const;
  const exported = finalize(sign(buildExportTx(p, moved), key));
  const intent = { from: 'P', to: evmAddressOf(key) } as const;
  return [exported, finalize(sign(buildImportTx(applyTxs(c, exported), intent), key))];
}

/** Delegates funds that are still locked, and says what that will pay. */
export function delegateLocked(
  p: PState,
  key: Key,
  of: { readonly nodeID: string; readonly rewardsOwner: string; readonly supply: bigint },
): { readonly tx: AnyTx; readonly reward: RewardSplit } {
  const amount = avax('50');
  const end = p.time + days(60);
  const draft = buildAddPermissionlessDelegatorTx(
    p,
    { nodeID: of.nodeID, amount, end, rewardsOwner: of.rewardsOwner },
    { locked: 'prefer', maxFee: avax('0.01') },
  );
  const stake = { amount, start: p.time, end, supply: of.supply };
  return { tx: finalize(sign(draft, key)), reward: potentialRewardOf(stake, p.network, 20_000) };
}

/** Two of a team sign on machines of their own: what travels is the text of the draft. */
export function treasury(
  p: PState,
  team: Owner,
  to: string,
  [first, second]: readonly [Key, Key],
): AnyTx {
  const outputs = [{ to, amount: avax('15') }];
  const draft = buildBaseTx(p, { outputs }, { change: team });
  const text = formatDraft(chooseSigners(draft, [first.shortID, second.shortID]).draft);
  // Each knows what was agreed on, and has asked a node of its own whose the inputs are.
  const policy = policyOf({ type: 'BaseTx', outputs }, { change: team });
  const facts = { policy, utxos: p.utxos };
  const one = formatDraft(sign(parseDraft(text), first, facts));
  const other = formatDraft(sign(parseDraft(text), second, facts));
  return finalize(combineDrafts(parseDraft(one), parseDraft(other)));
}

/** Ends an auto-renewed validator with its period. */
export const stopRenewing = (p: PState, key: Key, txID: string): AnyTx =>
  finalize(
    sign(
      buildSetAutoRenewedValidatorConfigTx(p, { txID, autoCompound: '30%', period: 'stop' }),
      key,
    ),
  );

/** Addresses of an account that were used, and the paths that a state needs for a device. */
export const watch = (xpub: string, network: Network, isUsed: UsageLookup) =>
  discoverAddresses(hdAccount(xpub, "m/44'/9000'/0'"), { chain: 'P', network, isUsed });

/** Sends from an account whose keys a Ledger has; the device shows the receiver and hides the change. */
export async function sendByLedger(
  p: PState,
  app: LedgerApp,
  xpub: string,
  to: string,
): Promise<AnyTx> {
  const mine = hdAccount(xpub, "m/44'/9000'/0'");
  const outputs = [{ to, amount: avax('1') }];
  const draft = buildBaseTx(p, { outputs }, { change: mine.owner(0, true) });
  const policy = policyOf({
    network: p.network.networkID,
    to: [to],
    own: mine,
    amounts: { AVAX: avax('1.01') },
  });
  return finalize(await signWith(draft, ledgerSigner(app, mine), { policy }));
}

/** Has Core sign and send. */
export const sendByCore = (p: PState, provider: Provider, to: string): Promise<string> =>
  walletSigner(provider).send(buildBaseTx(p, { outputs: [{ to, amount: avax('1') }] }), {
    own: p.from,
  });

/** What addresses of a wallet have, asked of a node. */
export const balanceAt = async (node: NodeClient, addresses: readonly string[]) =>
  balance(await node.pchain.state(addresses, { imports: ['X', 'C'] }));

/** Everything to somebody else, from the state to a block that has it. */
export const sendMaxAt = async (node: NodeClient, key: Key, to: string): Promise<Issued> =>
  node.issue(sendMax(await node.pchain.state([key.shortID]), key, to));

/** From the C-chain into a delegation: all is signed before the first is issued, and each waits for the one before. */
export async function stakeFromCAt(
  node: NodeClient,
  key: Key,
  nodeID: string,
): Promise<readonly Issued[]> {
  const [c, p] = await Promise.all([
    node.cchain.state([evmAddressOf(key)]),
    node.pchain.state([key.shortID]),
  ]);
  return issueAll(node, stakeFromC(c, p, key, nodeID));
}

/** From the P-chain to an account of the C-chain, both issued. */
export async function moveToCAt(node: NodeClient, key: Key): Promise<readonly Issued[]> {
  const [p, c] = await Promise.all([
    node.pchain.state([key.shortID]),
    node.cchain.state([evmAddressOf(key)]),
  ]);
  return issueAll(node, moveToC(p, c, key));
}

/** Delegates funds that are still locked, at the supply that there is now. */
export async function delegateLockedAt(
  node: NodeClient,
  key: Key,
  of: { readonly nodeID: string; readonly rewardsOwner: string },
): Promise<RewardSplit> {
  const [p, { supply }] = await Promise.all([
    node.pchain.state([key.shortID]),
    node.call('platform.getCurrentSupply'),
  ]);
  const { tx, reward } = delegateLocked(p, key, { ...of, supply });
  await node.issue(tx);
  return reward;
}

/** Ends an auto-renewed validator: the node says who may. */
export async function stopRenewingAt(node: NodeClient, key: Key, txID: string): Promise<Issued> {
  const p = await node.pchain.state([key.shortID], { authorities: [txID] });
  return node.issue(stopRenewing(p, key, txID));
}

/** One after the other, each accepted before the next. */
async function issueAll(node: NodeClient, txs: readonly AnyTx[]): Promise<readonly Issued[]> {
  const issued: Issued[] = [];
  for (const tx of txs) issued.push(await node.issue(tx));
  return issued;
}
