/**
 * The reserve: funds of the first block that pay for what control functions give away and set up. They do so with transactions, so
 * that blocks, history and supply stay those of a real chain.
 */
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import type { Draft } from '../draft/draft.ts';
import { finalize } from '../sign/finalize.ts';
import { type Key, privateKey } from '../sign/key.ts';
import { sign } from '../sign/sign.ts';
import { parseHex } from '../text/hex.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { factsFor, makeBlock, refusalIn, verdictOf } from './issue.ts';
import { tick } from './pchain.ts';
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
