/** Random operations on a test node, by a seed, each of which must conserve what there is. */
import type { Intent } from '../../src/builder/intents/table.ts';
import type { ChainName } from '../../src/chain/declared.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { evmAddressOf, privateKey } from '../../src/sign/key.ts';
import { reserveAddress } from '../../src/testnode/fund.ts';
import { loadTestnode, type Testnode } from '../../src/testnode/index.ts';
import { lastBlock } from '../../src/testnode/reads.ts';
import { ownersOf } from '../../src/testnode/utxos.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { AVAX, day, ewoq, newNode, signedBy } from '../support/testnode.ts';
import {
  type Counted,
  countFees,
  type Holdings,
  holdingsOf,
  nothingCounted,
  totalOf,
} from './conserved.ts';

const keys = [ewoq, ...[11, 12, 13].map((byte) => privateKey(new Uint8Array(32).fill(byte)))];

/** A random number from 0 to below `n`, by a state that it moves on (mulberry32). */
type Random = (n: number) => number;
export function randomBy(seed: number): Random {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((((t ^ (t >>> 14)) >>> 0) * n) / 4294967296) | 0;
  };
}

/** What happened. */
export interface Tally {
  accepted: number;
  refused: number;
  unbuilt: number;
}

/** A node under random operations. */
interface Play {
  node: Testnode;
  readonly random: Random;
  readonly tally: Tally;
  last: AnyTx | undefined;
  snapshot: number | undefined;
  counted: Counted;
  /** What was counted when the snapshot was made. */
  atSnapshot: Counted;
}

const chains: readonly ChainName[] = ['P', 'X', 'C'];

function submit(play: Play, chain: ChainName, intent: Intent): void {
  const { node, random, tally } = play;
  const key = keys[random(keys.length)]!;
  let tx: AnyTx;
  try {
    tx = signedBy(node, chain, intent, [key]);
  } catch (e) {
    // Not enough funds, mostly.
    if (!isError(e)) throw e;
    tally.unbuilt++;
    return;
  }
  const issued = node.issue(chain, tx.bytes);
  if (issued.ok) tally.accepted++;
  else tally.refused++;
  play.last = tx;
}

const addressOn = ({ node, random }: Play, chain: ChainName): string =>
  keys[random(keys.length)]!.address(chain, node.network);
const amountBy = (random: Random): bigint => BigInt(1 + random(1_000)) * (AVAX / 100n);

const operations: readonly ((play: Play) => void)[] = [
  (play) => {
    const chain = play.random(2) === 0 ? 'P' : 'X';
    const outputs = Array.from({ length: 1 + play.random(3) }, () => ({
      to: addressOn(play, chain),
      amount: amountBy(play.random),
    }));
    submit(play, chain, { type: 'BaseTx', outputs });
  },
  (play) => {
    const from = chains[play.random(3)]!;
    const to = chains.filter((name) => name !== from)[play.random(2)]!;
    submit(play, from, {
      type: 'ExportTx',
      to,
      outputs: [{ to: addressOn(play, to), amount: amountBy(play.random) }],
    });
  },
  (play) => {
    const to = chains[play.random(3)]!;
    const from = chains.filter((name) => name !== to)[play.random(2)]!;
    const account = evmAddressOf(keys[play.random(keys.length)]!);
    submit(play, to, { type: 'ImportTx', from, to: to === 'C' ? account : addressOn(play, to) });
  },
  (play) => {
    const { node, random } = play;
    const { ending } = node.world.P.stakers;
    const staker = ending[random(ending.length)];
    if (!staker) return;
    submit(play, 'P', {
      type: 'AddPermissionlessDelegatorTx',
      nodeID: staker.nodeID,
      amount: 25n * AVAX + amountBy(random),
      end: node.time() + day * BigInt(1 + random(40)),
      rewardsOwner: addressOn(play, 'P'),
    });
  },
  ({ node, random }) => node.advanceTime(BigInt(1 + random(3 * 86_400))),
  ({ node, random }) => {
    const { ending } = node.world.P.stakers;
    const staker = ending[random(ending.length)];
    if (staker) node.setReward(formatID(staker.txID), random(3) > 0);
  },
  ({ node, random }) => {
    const die = random(20);
    if (die === 0) node.addValidator({ rewardsOwner: ewoq.address('P', node.network) });
    else if (die === 1) node.addL1({ balance: BigInt(1 + random(200_000)) });
    else node.fund('P', { to: keys[1]!.address('P', node.network), amount: 30n * AVAX });
  },
  (play) => {
    // The same transaction again spends what is spent.
    if (play.last && !play.node.world.tampering.hold)
      if (play.node.issue(play.last.chain, play.last.bytes).ok) play.tally.accepted++;
      else play.tally.refused++;
  },
  ({ node, random }) => {
    if (node.world.tampering.hold) node.release();
    else if (random(3) === 0) node.hold();
  },
  (play) => {
    const { node, snapshot } = play;
    if (snapshot === undefined) {
      play.snapshot = node.snapshot();
      play.atSnapshot = play.counted;
    } else {
      node.revert(snapshot);
      play.snapshot = undefined;
      play.counted = play.atSnapshot;
      play.last = undefined;
    }
  },
];

/** What must hold after each operation; what is wrong if it does not. */
function brokenIn(node: Testnode, before: Holdings, now: Holdings): string | undefined {
  const { world } = node;
  const [had, has] = [totalOf(before), totalOf(now)];
  // Only the fees of L1 validators leave no trace.
  if (has > had || had - has > before.l1Balances * 1_000_000_000n)
    return `the total was ${had}, it is ${has}`;
  const { supply, rewards, promised } = now;
  if (supply !== supplyAtStart + rewards + promised)
    return `the supply is ${supply}, not ${supplyAtStart} + ${rewards} + ${promised}`;
  for (const chain of ['P', 'X'] as const)
    if (lastBlock(world, chain).height !== world[chain].ledger.height)
      return `${chain} lost a block`;
  for (const { balance } of world.C.accounts.values())
    if (balance < 0n) return 'an account is in debt';
  for (const chain of ['P', 'X'] as const) {
    const { utxos } = world[chain].ledger;
    const listed = new Set(
      [...keys, { shortID: reserveAddress }].flatMap(({ shortID }) =>
        [...utxos.ofAddress(shortID)].map(([id]) => id),
      ),
    );
    const mine = utxos
      .entries()
      .filter(([, utxo]) => ownersOf(utxo).some((of) => known.has(formatHex(of))));
    if (listed.size !== mine.length) return `${chain} lists ${listed.size} UTXOs of ${mine.length}`;
  }
  return undefined;
}

const known = new Set([...keys.map(({ shortID }) => shortID), reserveAddress].map(formatHex));

/** InitialSupply of the genesis, to which rewards are added. */
const supplyAtStart = 460_000_000n * AVAX;

/**
 * Runs operations, and counts everything after each; twenty times or each hundredth time, it is dumped and loaded.
 * @returns What happened, and the node at the end.
 */
export function play(seed: number, operationCount: number): Tally & { readonly node: Testnode } {
  const dumpAt = Math.max(100, Math.floor(operationCount / 20));
  const random = randomBy(seed);
  const options = seed % 2 === 0 ? {} : ({ upgrades: 'granite' } as const);
  const of: Play = {
    node: newNode(options),
    random,
    tally: { accepted: 0, refused: 0, unbuilt: 0 },
    last: undefined,
    snapshot: undefined,
    counted: nothingCounted,
    atSnapshot: nothingCounted,
  };
  for (const key of keys.slice(1))
    for (const chain of chains)
      of.node.fund(chain, {
        to: chain === 'C' ? evmAddressOf(key) : key.address(chain, of.node.network),
        amount: 10_000n * AVAX,
      });
  const count = (): Holdings => {
    of.counted = countFees(of.node, of.counted);
    return holdingsOf(of.node, of.counted);
  };
  let before = count();
  for (let i = 0; i < operationCount; i++) {
    const operation = random(operations.length);
    operations[operation]!(of);
    const isRevert = operation === operations.length - 1;
    const now = count();
    const broken = brokenIn(of.node, isRevert ? now : before, now);
    if (broken) throw new Error(`seed ${seed}, operation ${i} (${operation}): ${broken}`);
    before = now;
    if (i % dumpAt === dumpAt - 1) {
      const dump = of.node.dump();
      const loaded = loadTestnode(dump);
      if (loaded.dump() !== dump) throw new Error(`seed ${seed}, operation ${i}: the dump differs`);
      if (of.snapshot === undefined) of.node = loaded;
    }
  }
  return { ...of.tally, node: of.node };
}
