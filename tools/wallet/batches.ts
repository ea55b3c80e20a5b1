/**
 * One random run of `sendMany`: lists of rows whose node, network, process and other programs fail at random, until all is calm; then each
 * row is looked for on the chains without any code of the wallet. Each has a receiver of its own, so that the chains tell how often it is
 * paid.
 */
import type { ChainName } from '../../src/chain/declared.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { sumOf } from '../../src/text/uint64.ts';
import type { Payout, PayoutRow } from '../../src/wallet/payouts.ts';
import type { Random } from '../fuzz/random.ts';
import { type Chaos, type Process, startProcess } from './faults.ts';
import {
  acceptedIn,
  type End,
  feeOf,
  newChaos,
  paidIn,
  type Round,
  stop,
  wealthIn,
} from './round.ts';

/** A row, with what an application knows of it. */
interface Entry {
  readonly row: Payout & { readonly chain: ChainName; readonly to: string | Uint8Array };
  /** What the last report says. */
  said: PayoutRow | undefined;
  /** How many lists with it were begun. */
  asked: number;
  /** Which of them the last report is of. */
  heard: number;
  /** Whether the application has told its customer that it is not paid, and never asks again. */
  isGivenUp: boolean;
}

function newEntry({ random, holder }: Chaos, i: number): Entry {
  const chain = random.pick(
    holder.account ? (['P', 'P', 'X', 'C'] as const) : (['P', 'X'] as const),
  );
  const to = random.bytes(20);
  // Mostly small, with some that exceed what is there.
  const unit = random.pick([1n, 1n, 1n, 20_000n, 300_000n]);
  const amount = (BigInt(1 + random.below(1_000_000)) * unit) as Payout['amount'];
  const row = { id: `row ${i}`, chain, to: chain === 'C' ? formatHex(to) : to, amount };
  return { row, said: undefined, asked: 0, heard: 0, isGivenUp: false };
}

const shuffled = <T>(list: readonly T[], random: Random): readonly T[] =>
  list
    .map((value) => ({ value, key: random.below(1_000_000) }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);

/** What a receiver has got. */
function gotBy({ testnode }: Chaos, { row: { chain, to } }: Entry, txs: readonly AnyTx[]): bigint {
  if (chain === 'C')
    return (testnode.world.C.accounts.get(to as `0x${string}`)?.balance ?? 0n) / 1_000_000_000n;
  return sumOf(txs.map((tx) => (tx.chain === chain ? paidIn(tx, to as Uint8Array) : 0n)));
}

/** Lets a process pay some rows. */
async function advance(
  { wallet, call, killed }: Process,
  chaos: Chaos,
  entries: readonly Entry[],
  wrong: string[],
): Promise<void> {
  if (entries.length === 0) return;
  const { random } = chaos;
  const isFirst = random.below(3) === 0;
  const paying = (async () => {
    if (isFirst) await wallet.resumeAll(call());
    const rows = shuffled(entries, random);
    const turns = rows.map((entry) => ++entry.asked);
    const { rows: found } = await wallet.sendMany(
      rows.map(({ row }) => row),
      { ...call(), from: random.pick(['P', 'X'] as const) },
    );
    const txs = acceptedIn(chaos.testnode);
    rows.forEach((entry, i) => {
      const said = found[i]!;
      const got = gotBy(chaos, entry, txs);
      // Without an answer of a node it is unknown again.
      if (said.status === 'conflict') wrong.push(`${said.id} is the same row, and a conflict`);
      if (entry.said?.status === 'accepted' && said.status === 'refused')
        wrong.push(`${said.id} was accepted, and is refused`);
      if (said.status === 'accepted' && got !== entry.row.amount)
        wrong.push(`${said.id} is said to be accepted, and has ${got} of ${entry.row.amount}`);
      if (said.status === 'refused' && got !== 0n)
        wrong.push(`${said.id} is refused, and has ${got}`);
      entry.said = said;
      entry.heard = turns[i]!;
    });
  })().catch((e: unknown) => {
    if (!isError(e)) throw e;
  });
  await Promise.race([paying, killed]);
}

/** Plays a round of lists. The same seed plays the same round. */
export async function playBatchRound(seed: string): Promise<Round> {
  const { chaos } = newChaos(`batch ${seed}`);
  const { testnode, random, holder } = chaos;
  // A list makes many requests: with fewer faults more of it happens between them.
  chaos.rate = random.pick([3, 10, 30, 100]);
  const before = wealthIn(testnode, holder);
  const known = new Set(testnode.world.txs.keys());
  const entries = Array.from({ length: 5 + random.below(40) }, (_, i) => newEntry(chaos, i));
  const wrong: string[] = [];
  const open = () => entries.filter(({ isGivenUp }) => !isGivenUp);
  for (let life = 0; life < 4; life++) {
    const process = startProcess(chaos);
    const both = random.below(4) === 0 ? [process, startProcess(chaos)] : [process];
    // Several lists at once, which overlap.
    const lists = Array.from({ length: 1 + random.below(2) }, () =>
      open().filter(() => random.below(4) > 0),
    );
    await Promise.all(lists.map((list) => advance(random.pick(both), chaos, list, wrong)));
    await Promise.all(both.map(stop));
    // A later list without a report may have paid it.
    for (const entry of entries)
      if (entry.said?.status === 'refused' && entry.heard === entry.asked && random.below(3) === 0)
        entry.isGivenUp = true;
  }
  chaos.rate = 0;
  const isLate = random.below(2) === 0;
  for (let day = 0; day < 3; day++) {
    if (!isLate || day > 0) testnode.advanceTime(3600n);
    for (const chain of ['P', 'X'] as const) testnode.world[chain].dropped = [];
    const process = startProcess(chaos);
    await process.wallet.resumeAll();
    await advance(process, chaos, open(), wrong);
    await stop(process);
  }
  testnode.advanceTime(3600n);
  return judge(chaos, { entries, before, known, wrong });
}

function judge(
  chaos: Chaos,
  {
    entries,
    before,
    known,
    wrong,
  }: {
    readonly entries: readonly Entry[];
    readonly before: ReturnType<typeof wealthIn>;
    readonly known: ReadonlySet<string>;
    readonly wrong: string[];
  },
): Round {
  const { testnode, holder, elsewhere, counts } = chaos;
  const txs = acceptedIn(testnode).filter(({ txID }) => !known.has(txID));
  const byID = new Map(txs.map((tx) => [tx.txID, tx]));
  const ends = new Map<End, number>();
  const fees = new Map<string, bigint>();
  let paid = 0n;
  for (const entry of entries) {
    const { row, said, isGivenUp } = entry;
    const got = gotBy(chaos, entry, txs);
    paid += got;
    const end: End =
      said?.status === 'accepted' ? 'accepted' : said?.status === 'unknown' ? 'stuck' : 'not paid';
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (got !== 0n && got !== row.amount) wrong.push(`${row.id} has ${got} of ${row.amount}`);
    if (isGivenUp && got !== 0n) wrong.push(`${row.id} was refused for good, and has ${got}`);
    if (end === 'accepted' ? got !== row.amount : got !== 0n)
      wrong.push(`${row.id} is ${said?.status} (${said?.reason}), and has ${got} of ${row.amount}`);
    if (said?.status !== 'accepted') continue;
    const { txID, fee, payment } = said;
    const tx = byID.get(txID!);
    if (!tx || tx.chain !== row.chain)
      wrong.push(`${row.id}: ${txID} is not accepted on ${row.chain}`);
    else if (row.chain !== 'C' && paidIn(tx, row.to as Uint8Array) !== row.amount)
      wrong.push(`${row.id}: ${txID} does not pay it`);
    else if (tx.unsignedTx.type === 'atomic.ImportTx') {
      const to = parseHex(row.to as string);
      if (!tx.unsignedTx.outputs.some(({ address }) => formatHex(address) === formatHex(to)))
        wrong.push(`${row.id}: ${txID} does not pay it`);
    }
    fees.set(payment!, (fees.get(payment!) ?? 0n) + fee!);
  }
  const burned = sumOf(txs.map(feeOf));
  const others = sumOf(txs.map(({ txID }) => elsewhere.get(txID) ?? 0n));
  const after = wealthIn(testnode, holder);
  if (after.total + paid + others + burned !== before.total)
    wrong.push(`${before.total} nAVAX before; ${after.total} after, ${paid} paid, ${burned} fees`);
  // The fees of the rows are those of the transactions, which only rows have, and other programs.
  const ofOthers = sumOf(txs.filter(({ txID }) => elsewhere.has(txID)).map(feeOf));
  const isWhole = entries.every(({ said, isGivenUp }) => !isGivenUp && said?.status === 'accepted');
  if (isWhole && sumOf([...fees.values()]) !== burned - ofOthers)
    wrong.push(
      `the rows have fees of ${sumOf([...fees.values()])}, ${burned - ofOthers} were burned`,
    );
  return {
    calls: entries.length,
    ends,
    faults: counts,
    rebuilt: 0,
    resumed: 0,
    transactions: txs.filter(({ txID }) => !elsewhere.has(txID)).length,
    wrong,
  };
}
