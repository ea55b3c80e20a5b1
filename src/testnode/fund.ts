/**
 * The reserve: funds of the first block that pay for what control functions give away and set up. They do so with transactions, so
 * that blocks, history and supply stay those of a real chain.
 *
 * Giving funds to addresses.
 */

import { buildBaseTx } from '../builder/base.ts';
import { buildExportTx } from '../builder/export.ts';
import { buildImportTx } from '../builder/import.ts';
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
import { type States, stateOf } from './state.ts';
import type { World } from './world.ts';

/** The secret is no secret: everybody can compute it. */
let key: Key | undefined;

/** The address of `reserveKey`, whose computation a start can do without. */
export const reserveAddress: Uint8Array = /* @__PURE__ */ parseHex(
  '0xeff6e9687bb30a47591219b2777333d6d7b7975d',
);

/** The key of the reserve. */
export const reserveKey = (): Key =>
  (key ??= privateKey(sha256(encodeUTF8('the reserve of an avalanche-tx test node'))));

/** A state of the reserve for builders. */
export const reserveState = <N extends ChainName>(world: World, chain: N): States[N] =>
  stateOf(world, chain, [reserveKey().address(chain, world.network)]);

/** Options of the reserve's builds: its fees are not the caller's. */
export const reserveOptions = { maxFee: 1_000_000_000_000_000n } as const;

/**
 * Signs a draft of the reserve, and accepts it in a block of its own, also if blocks are held.
 * @throws {AvalancheError} What a rule finds.
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

/** What to give. */
export interface Funding {
  /** An address of the P- or X-chain, an owner with several addresses, or an account of the C-chain (`0x…`). */
  readonly to: Address | Owner;
  /** nAVAX. */
  readonly amount: bigint;
  /** On the P-chain: Unix seconds until which it can only be staked. */
  readonly stakeableUntil?: bigint;
}

/**
 * Gives AVAX of the reserve, with transactions in blocks of their own. On X and C it comes from the P-chain, by an export and an
 * import.
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

/** The most that one call gives. */
export const mostFundings = 100_000;

/** Outputs of a transaction: about three quarters of the gas of a block and of the bytes of a transaction. */
const outputsInTx = 600;

/**
 * Gives AVAX of the reserve to many: on P and X hundreds with each transaction, on C one by one.
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

/** Moves what a list needs to the X-chain, with the fees of its transactions. */
function bringToX(world: World, fundings: readonly Funding[]): void {
  const { txFee } = world.network.xFees;
  const txCount = BigInt(Math.ceil(fundings.length / outputsInTx));
  const amount = sumOf(fundings.map((of) => of.amount)) + txFee * txCount;
  fund(world, 'X', { to: reserveKey().shortID, amount });
}

/** Gives the P-chain all the gas of a block and the price of before, which otherwise only time brings. */
function refillGas({ P: { ledger }, network, journal }: World, excess: bigint): void {
  const { feeState } = ledger;
  ledger.feeState = { capacity: network.pFees.maxCapacity, excess };
  record(journal, () => {
    ledger.feeState = feeState;
  });
}

/** What an import of one UTXO to an account costs, whatever it holds. */
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
