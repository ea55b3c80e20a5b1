/**
 * Sends funds from the reserve, which exists from the genesis on and pays for everything that control functions
 * give away and set up. They use transactions, so that blocks, history and supply remain those of a real chain.
 */

import { buildImportTx } from '../builder/import.ts';
import { buildBaseTx, buildExportTx } from '../builder/transfers.ts';
import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import type { Draft } from '../draft/draft.ts';
import { AvalancheError } from '../errors/error.ts';
import { finalize } from '../sign/finalize.ts';
import { type Key, privateKey } from '../sign/key.ts';
import { sign } from '../sign/sign.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { CState } from '../state/state.ts';
import { parseHex } from '../text/hex.ts';
import { sumOf } from '../text/uint64.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { amountOf } from '../tx/output.ts';
import { factsFor, makeBlock, refusalIn, verdictOf } from './issue.ts';
import { record } from './journal.ts';
import { tick } from './pchain.ts';
import { atomically } from './records.ts';
import type { World } from './world.ts';
import { type States, stateOf } from './worldstate.ts';

/** The secret is public: anyone can compute it. */
let key: Key | undefined;

/** Address of `reserveKey`, stored so that a start need not compute it. */
export const reserveAddress: Uint8Array = /* @__PURE__ */ parseHex(
  '0xeff6e9687bb30a47591219b2777333d6d7b7975d',
);

export const reserveKey = (): Key =>
  (key ??= privateKey(sha256(encodeUTF8('the reserve of an avalanche-tx test node'))));

/** Returns a state of the reserve for builders. */
export const reserveState = <N extends ChainName>(world: World, chain: N): States[N] =>
  stateOf(world, chain, [reserveKey().address(chain, world.network)]);

/** Options for building with the reserve, whose fees are not the caller's concern. */
export const reserveOptions = { maxFee: 1_000_000_000_000_000n } as const;

/**
 * Signs a draft of the reserve and accepts it in a block of its own, even if blocks are held.
 * @throws {AvalancheError} The finding of a rule.
 */
export function spendReserve(world: World, draft: Draft): AnyTx {
  return accept(world, finalize(sign(draft, reserveKey())));
}

/** Accepts a valid transaction in a block of its own. */
function accept(world: World, tx: AnyTx): AnyTx {
  const facts = factsFor(world, tx.chain);
  const refusal = refusalIn(tx.chain, verdictOf(world, tx, facts));
  if (refusal) throw refusal.error;
  makeBlock(world, [tx]);
  tick(world);
  return tx;
}

/** Funds to send from the reserve. */
export interface Funding {
  /** Recipient: an address of the P- or X-chain, an owner with several addresses, or a C-chain account (`0x…`). */
  readonly to: Address | Owner;
  /** Amount in nAVAX. */
  readonly amount: bigint;
  /** P-chain only: Unix seconds until which the amount can only be staked. */
  readonly stakeableUntil?: bigint;
}

/**
 * Sends AVAX from the reserve, in blocks of its own. On X and C it is exported from the P-chain and imported.
 * @returns CB58 of the transaction that created it.
 * @throws {AvalancheError} As `buildBaseTx`; `Insufficient`: more than the reserve has.
 */
export function fund(
  world: World,
  chain: ChainName,
  { to, amount, stakeableUntil }: Funding,
): string {
  if (chain === 'P') {
    const outputs = [
      outputOf({ to, amount, ...(stakeableUntil !== undefined && { stakeableUntil }) }),
    ];
    return spendReserve(world, buildBaseTx(reserveState(world, 'P'), { outputs }, reserveOptions))
      .txID;
  }
  const fee = chain === 'X' ? world.network.xFees.txFee : importFee(world, to as string);
  const self = reserveKey().shortID;
  const outputs = [{ to: self, amount: amount + fee }];
  const exported = buildExportTx(reserveState(world, 'P'), { to: chain, outputs }, reserveOptions);
  spendReserve(world, exported);
  return spendReserve(
    world,
    chain === 'X'
      ? buildImportTx(reserveState(world, 'X'), { from: 'P', to }, reserveOptions)
      : buildImportTx(reserveState(world, 'C'), { from: 'P', to: to as string }, reserveOptions),
  ).txID;
}

/** Maximum number of recipients per call. */
export const mostFundings = 100_000;

/** Outputs per transaction, which use about three quarters of a block's gas and of a transaction's size. */
const outputsInTx = 600;

/**
 * Sends AVAX from the reserve to many recipients: hundreds per transaction on P and X, one by one on C.
 * @returns CB58 of the transactions that created them, in the order of the list.
 * @throws {AvalancheError} As `fund`; `OutOfRange`: more than 100,000.
 */
export function fundAll(
  world: World,
  chain: ChainName,
  fundings: readonly Funding[],
): readonly string[] {
  if (fundings.length > mostFundings)
    throw new AvalancheError('OutOfRange', `at most ${mostFundings}, got ${fundings.length}`, {
      value: fundings.length,
      min: 0,
      max: mostFundings,
    });
  return atomically(world, () => {
    if (fundings.length === 0) return [];
    if (chain === 'C') return fundings.map((funding) => fund(world, chain, funding));
    if (chain === 'X') bringToX(world, fundings);
    const txIDs: string[] = [];
    const { excess } = world.P.ledger.feeState;
    if (chain === 'P') refillGas(world, excess);
    for (let i = 0; i < fundings.length; i += outputsInTx) {
      const outputs = fundings.slice(i, i + outputsInTx).map(outputOf);
      const draft =
        chain === 'X'
          ? buildBaseTx(reserveState(world, 'X'), { outputs }, reserveOptions)
          : buildBaseTx(reserveState(world, 'P'), { outputs }, reserveOptions);
      txIDs.push(spendReserve(world, draft).txID);
      if (chain === 'P') refillGas(world, excess);
    }
    return txIDs;
  });
}

const outputOf = ({ to, amount, stakeableUntil }: Funding) => ({
  to,
  amount,
  ...(stakeableUntil !== undefined && { stakeableUntil }),
});

/** Moves the amounts of a list to the X-chain, with the fees of its transactions. */
function bringToX(world: World, fundings: readonly Funding[]): void {
  const { txFee } = world.network.xFees;
  const txCount = BigInt(Math.ceil(fundings.length / outputsInTx));
  const amount = sumOf(fundings.map((funding) => funding.amount)) + txFee * txCount;
  fund(world, 'X', { to: reserveKey().shortID, amount });
}

/** Restores the P-chain's full gas capacity and earlier price, which otherwise only time does. */
function refillGas({ P: { ledger }, network, journal }: World, excess: bigint): void {
  const { feeState } = ledger;
  ledger.feeState = { capacity: network.pFees.maxCapacity, excess };
  record(journal, () => {
    ledger.feeState = feeState;
  });
}

/** Returns the fee of importing one UTXO to an account, which does not depend on its amount. */
function importFee(world: World, to: string): bigint {
  const { network } = world;
  const owner = {
    type: 'secp256k1fx.OutputOwners',
    locktime: 0n,
    threshold: 1,
    addresses: [reserveKey().shortID],
  } as const;
  const utxo: CUTXO = {
    txID: new Uint8Array(32).fill(1),
    outputIndex: 0,
    assetID: network.avaxAssetID,
    output: amountOf(1_000_000_000_000n, owner),
  };
  const state: CState = {
    ...stateOf(world, 'C', [reserveKey().address('C', network)]),
    imports: { P: [utxo] },
  };
  return buildImportTx(state, { from: 'P', to }, reserveOptions).fee.total;
}
