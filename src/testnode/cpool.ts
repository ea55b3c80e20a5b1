/**
 * The C-chain's pool since Helicon: it does not check the base fee, so a transaction that pays too little waits until the base fee has
 * fallen or another one replaces it. Source: avalanchego `vms/saevm/cchain/txpool/txpool.go`; before Helicon
 * `graft/coreth/plugin/evm/atomic/vm/vm.go` `verifyTxAtTip`, which checks it at submission.
 */
import type { AnyTx } from '../chain/tx.ts';
import type { AvalancheError } from '../errors/error.ts';
import { isActive } from '../network/network.ts';
import { defaultCapacity, gasPricePaid } from '../rules/cchain.ts';
import { conflictsOf } from '../rules/pool.ts';
import type { Verdict } from '../rules/verdict.ts';
import { lastBlock } from './reads.ts';
import { recordTx } from './records.ts';
import type { World } from './world.ts';

type CTxRecord = Extract<AnyTx, { readonly chain: 'C' }>;

/** Whether the C-chain runs the VM that Helicon brings. */
export const isHelicon = (world: World): boolean =>
  isActive('helicon', world.network, lastBlock(world, 'C').time);

/** The burned wei per unit of gas. */
const priceOf = ({ network }: World, { unsignedTx }: CTxRecord): bigint =>
  gasPricePaid(unsignedTx, network.avaxAssetID);

/** Returns the verdict of the pool, which does not check the base fee; before Helicon it does. */
export function poolVerdict(world: World, verdict: Verdict): Verdict {
  if (!isHelicon(world)) return verdict;
  const findings = verdict.findings.filter(({ rule }) => rule !== 'fee');
  const isAccepted = findings.every(({ result }) => result === 'ok');
  return { result: isAccepted ? 'accepted' : verdict.result, findings };
}

/** Whether a transaction that the next block cannot include stays in the pool, which only drops what was spent. */
export const staysInPool = (
  world: World,
  { rule, error }: { rule: string; error: AvalancheError },
): boolean =>
  isHelicon(world) && (rule === 'fee' || (rule === 'accounts' && error.code === 'Insufficient'));

/** Removes what an admitted transaction replaces: those that spend the same, and the cheapest one of a full pool. */
export function makeRoom(world: World, tx: CTxRecord): void {
  const { pool } = world.C;
  const waiting = [...pool.values()] as CTxRecord[];
  const facts = { network: world.network, pool: { txs: waiting } };
  const conflicts = new Set(conflictsOf(tx.unsignedTx, facts));
  for (const other of waiting) if (conflicts.has(other.unsignedTx)) replace(world, other);
  if (pool.size < Number(defaultCapacity)) return;
  replace(
    world,
    waiting.reduce((a, b) => (priceOf(world, b) < priceOf(world, a) ? b : a)),
  );
}

const replace = (world: World, tx: CTxRecord): void =>
  recordTx(world, { tx, status: 'Dropped', reason: 'replaced by a transaction that pays more' });

/** Orders transactions as blocks take them: since Helicon by price, then by arrival. */
export const byPrice = (world: World, txs: readonly CTxRecord[]): readonly CTxRecord[] =>
  isHelicon(world)
    ? txs
        .map((tx) => ({ tx, price: priceOf(world, tx) }))
        .sort((a, b) => (a.price < b.price ? 1 : a.price > b.price ? -1 : 0))
        .map(({ tx }) => tx)
    : txs;
