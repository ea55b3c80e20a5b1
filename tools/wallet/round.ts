/**
 * One random run: calls of a wallet whose node, network, process and other programs fail at random, until all is calm; then what the chains
 * have is counted without any code of the wallet.
 */
import type { ChainName } from '../../src/chain/declared.ts';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { evmAddressOf, type Key, privateKey } from '../../src/sign/index.ts';
import { createTestnode, type Testnode } from '../../src/testnode/index.ts';
import { avax } from '../../src/text/amount.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { sumOf } from '../../src/text/uint64.ts';
import { amountsIn, amountsOut } from '../../src/tx/flows.ts';
import { utxoKey } from '../../src/tx/order.ts';
import { transferOutputOf } from '../../src/tx/output.ts';
import { consumedIDsOf, outputsOf } from '../../src/tx/parts.ts';
import type { AnyUTXO } from '../../src/tx/types.ts';
import type { WalletCall, WalletResult } from '../../src/wallet/payment.ts';
import type { WalletClient } from '../../src/wallet/wallet.ts';
import { randomOf } from '../fuzz/random.ts';
import { type Chaos, type Fault, type Process, startProcess } from './faults.ts';

/** How a call ended. */
export type End = 'accepted' | 'not paid' | 'stuck';

/** What came of a round. */
export interface Round {
  readonly calls: number;
  readonly ends: ReadonlyMap<End, number>;
  readonly faults: ReadonlyMap<Fault, number>;
  /** Transactions beyond the first that were signed for a payment. */
  readonly rebuilt: number;
  /** Calls that another process went on with. */
  readonly resumed: number;
  /** What is wrong; empty if the round is good. */
  readonly wrong: readonly string[];
}

/** A call, with what an application stores of it. */
interface Call {
  readonly name: string;
  readonly begin: (wallet: WalletClient, of: WalletCall) => Promise<WalletResult>;
  /** The accepted transactions that do what it means. */
  readonly done: (txs: readonly AnyTx[]) => readonly AnyTx[];
  record: string | undefined;
  /** What its last error said. */
  said: string;
  end: End | undefined;
  txs: readonly AnyTx[];
  resumed: number;
}

const key: Key = privateKey(new Uint8Array(32).fill(1));
const account = evmAddressOf(key);

/** The world that every round begins with. */
let first: { readonly testnode: Testnode; readonly nodeID: string; snapshot: number } | undefined;

function newWorld() {
  if (!first) {
    const testnode = createTestnode();
    const { nodeID } = testnode.addValidator();
    const [p, x] = (['P', 'X'] as const).map((chain) => key.address(chain, testnode.network));
    for (const amount of ['1', '3', '40', '60', '90', '150'])
      testnode.fund('P', { to: p!, amount: avax(amount) });
    for (const amount of ['1', '2', '20', '30', '50'])
      testnode.fund('X', { to: x!, amount: avax(amount) });
    testnode.fund('C', { to: account, amount: avax('200') });
    first = { testnode, nodeID, snapshot: testnode.snapshot() };
  }
  first.testnode.revert(first.snapshot);
  first.snapshot = first.testnode.snapshot();
  return first;
}

/** All UTXOs of a chain, and those that wait to be imported there. */
const utxosIn = ({ world }: Testnode, chain: ChainName): readonly AnyUTXO[] =>
  [
    ...(chain === 'C' ? [] : [world[chain].ledger.utxos]),
    ...Object.values(world.memory[chain]),
  ].flatMap((set) => set.entries().map(([, utxo]) => utxo as AnyUTXO));

const isMine = (utxo: AnyUTXO): boolean =>
  transferOutputOf(utxo)?.addresses.some((of) => equalBytes(of, key.shortID)) ?? false;

const amountIn = (utxos: readonly AnyUTXO[]): bigint =>
  utxos.reduce((sum, utxo) => sum + (transferOutputOf(utxo)?.amount ?? 0n), 0n);

const weiPerNAVAX = 1_000_000_000n;

/** nAVAX of the key on all chains, counted from what the chains hold. */
const wealthIn = (testnode: Testnode) => {
  const balance = testnode.world.C.accounts.get(account)?.balance ?? 0n;
  const of = (chain: 'P' | 'X') => {
    const { utxos } = testnode.world[chain].ledger;
    return amountIn(
      utxos
        .entries()
        .map(([, utxo]) => utxo as AnyUTXO)
        .filter(isMine),
    );
  };
  const all = (['P', 'X', 'C'] as const).flatMap((chain) => utxosIn(testnode, chain));
  return {
    P: of('P'),
    X: of('X'),
    C: balance / weiPerNAVAX,
    total: amountIn(all.filter(isMine)) + balance / weiPerNAVAX,
  };
};

/** The transactions that are accepted, which the wallet’s key pays for. */
const acceptedIn = ({ world }: Testnode): readonly AnyTx[] =>
  [...world.txs.values()].filter(({ status }) => status === 'Accepted').map(({ tx }) => tx);

/** What somebody else gets in a transaction. */
const paidIn = ({ unsignedTx }: AnyTx, to: Uint8Array): bigint =>
  outputsOf(unsignedTx).reduce((sum, { value }) => {
    const output = transferOutputOf(value as never);
    const isTheirs = output?.addresses.some((of) => equalBytes(of, to)) ?? false;
    return sum + (isTheirs ? output!.amount : 0n);
  }, 0n);

const chains = ['P', 'X', 'C'] as const;

/** A random call with an amount or a receiver that no other call has. */
function newCall(chaos: Chaos, nodeID: string, i: number): Call {
  const { random, testnode } = chaos;
  const { network } = testnode;
  const amount =
    BigInt(1 + random.below(random.pick([5, 30, 80]))) * 1_000_000_000n + BigInt(i + 1);
  const state = { record: undefined, said: '', end: undefined, txs: [], resumed: 0 };
  const kind = random.below(10);
  if (kind < 5) {
    const chain = random.pick(['P', 'X'] as const);
    const to = random.bytes(20);
    return {
      ...state,
      name: `send ${amount} on ${chain}`,
      begin: (wallet, of) => wallet.send({ chain, to, amount }, of),
      done: (txs) => txs.filter((tx) => tx.chain === chain && paidIn(tx, to) === amount),
    };
  }
  if (kind < 9) {
    const from = random.pick(chains);
    const to = random.pick(chains.filter((chain) => chain !== from));
    const { blockchainID } = network.chains[to];
    return {
      ...state,
      name: `move ${amount} from ${from} to ${to}`,
      begin: (wallet, of) => wallet.move({ from, to, amount }, of),
      done: (txs) =>
        txs.filter(({ chain, unsignedTx: tx }) => {
          if (chain !== from || !('destinationChain' in tx)) return false;
          const exported: readonly { output: unknown }[] =
            'exportedOutputs' in tx ? tx.exportedOutputs : [];
          return (
            equalBytes(tx.destinationChain, blockchainID) &&
            exported.some((of) => transferOutputOf(of as never)?.amount === amount)
          );
        }),
    };
  }
  const staked = 25_000_000_000n + BigInt(i + 1);
  const end = testnode.time() + 20n * 86_400n;
  return {
    ...state,
    name: `delegate ${staked}`,
    begin: (wallet, of) =>
      wallet.run(
        { type: 'AddPermissionlessDelegatorTx', chain: 'P', nodeID, end, amount: staked },
        of,
      ),
    done: (txs) =>
      txs.filter(
        ({ unsignedTx: tx }) =>
          tx.type === 'platformvm.AddPermissionlessDelegatorTx' && tx.validator.weight === staked,
      ),
  };
}

/** The signed transactions that a record has, with their step. */
const attemptsIn = (record: string): readonly (readonly AnyTx[])[] =>
  (JSON.parse(record) as { steps: { chain: ChainName; attempts: string[] }[] }).steps.map(
    ({ chain, attempts }) => attempts.map((hex) => decodeTx(parseHex(hex), chain)),
  );

/** Lets a process make or go on with a call. Nothing is written down but what `onRecord` stored. */
async function advance(
  { wallet, call, killed }: Process,
  of: Call,
  isCalm: boolean,
): Promise<void> {
  const how = call((record) => {
    of.record = record;
  });
  if (of.record !== undefined) of.resumed++;
  const going = of.record === undefined ? of.begin(wallet, how) : wallet.resume(of.record, how);
  const ended = going.then(
    (result) => {
      if (result.status === 'Accepted') {
        of.end = 'accepted';
        of.txs = result.txs;
      }
    },
    (e: unknown) => {
      if (!isError(e)) throw e;
      of.said = e.message;
      // Nothing was recorded, so nothing was submitted: the application may ask again.
      if (of.record === undefined && (isCalm || e.code === 'Insufficient')) of.end = 'not paid';
    },
  );
  await Promise.race([ended, killed]);
}

/** Whether no transaction of a call can ever be accepted, by what the chains hold. */
function isHopeless(testnode: Testnode, record: string): boolean {
  const last = attemptsIn(record).findLast((attempts) => attempts.length > 0) ?? [];
  return last.every((tx) => {
    const { unsignedTx } = tx;
    if (unsignedTx.type === 'atomic.ExportTx')
      return unsignedTx.inputs.some(
        ({ address, nonce }) =>
          (testnode.world.C.accounts.get(formatHex(address))?.nonce ?? 0n) !== nonce,
      );
    const there = new Map(utxosIn(testnode, tx.chain).map((utxo) => [utxoKey(utxo), utxo]));
    const coins = consumedIDsOf(unsignedTx).map((id) => there.get(utxoKey(id)));
    // One that was told another amount of a coin is never accepted either.
    return (
      coins.some((coin) => !coin) ||
      amountIn(coins.flatMap((coin) => coin ?? [])) !==
        sumOf(amountsIn(unsignedTx).map(({ amount }) => amount))
    );
  });
}

/** Plays a round. The same seed plays the same round. */
export async function playRound(seed: string): Promise<Round> {
  const { testnode, nodeID } = newWorld();
  const random = randomOf(`wallet ${seed}`);
  const chaos: Chaos = {
    testnode,
    key,
    random,
    rate: random.pick([15, 50, 120, 250]),
    counts: new Map(),
    elsewhere: new Map(),
  };
  const before = wealthIn(testnode);
  const known = new Set(testnode.world.txs.keys());
  const calls = Array.from({ length: 1 + random.below(4) }, (_, i) => newCall(chaos, nodeID, i));
  const open = () => calls.filter(({ end }) => end === undefined);
  for (let life = 0; life < 4 && open().length > 0; life++) {
    const process = startProcess(chaos);
    await Promise.all(open().map((call) => advance(process, call, false)));
  }
  chaos.rate = 0;
  // What nodes still have of earlier attempts comes at the worst time: now, or after all is done.
  const isLate = random.below(2) === 0;
  for (let day = 0; day < 3; day++) {
    if (!isLate || day > 0) testnode.advanceTime(3600n);
    // A node that starts again has forgotten what it dropped.
    for (const chain of ['P', 'X'] as const) testnode.world[chain].dropped = [];
    const process = startProcess(chaos);
    // What was recorded goes first.
    for (const call of [...open()].sort((a, b) => (a.record ? 0 : 1) - (b.record ? 0 : 1)))
      await advance(process, call, true);
  }
  testnode.advanceTime(3600n);
  return judge(chaos, { calls, before, known });
}

async function judge(
  { testnode, counts, elsewhere }: Chaos,
  {
    calls,
    before,
    known,
  }: {
    readonly calls: readonly Call[];
    readonly before: ReturnType<typeof wealthIn>;
    readonly known: ReadonlySet<string>;
  },
): Promise<Round> {
  const wrong: string[] = [];
  const ends = new Map<End, number>();
  const accepted = acceptedIn(testnode).filter(({ txID }) => !known.has(txID));
  let left = sumOf(accepted.map(({ txID }) => elsewhere.get(txID) ?? 0n));
  let rebuilt = 0;
  for (const call of calls) {
    const { name, done, record, txs } = call;
    const times = done(accepted).length;
    call.end ??= 'stuck';
    const end = call.end;
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (times > 1) wrong.push(`${name}: done ${times} times`);
    if (end === 'accepted' && times !== 1)
      wrong.push(`${name}: said to be done, done ${times} times`);
    if (end !== 'accepted' && times > 0) wrong.push(`${name}: ${end}, but done: ${call.said}`);
    if (end === 'stuck' && (record === undefined || !isHopeless(testnode, record)))
      wrong.push(`${name}: without an end, though it could be accepted: ${call.said}`);
    for (const { txID } of txs)
      if (!accepted.some((tx) => tx.txID === txID)) wrong.push(`${name}: ${txID} is not accepted`);
    if (times > 0 && name.startsWith('send')) left += amountOf(name);
    if (times > 0 && name.startsWith('delegate')) left += amountOf(name);
    for (const attempts of record === undefined ? [] : attemptsIn(record))
      rebuilt += Math.max(0, attempts.length - 1);
  }
  const after = wealthIn(testnode);
  const fees = accepted.reduce((sum, tx) => sum + feeOf(tx), 0n);
  if (after.total + left + fees !== before.total)
    wrong.push(`${before.total} nAVAX before; ${after.total} after, ${left} paid, ${fees} fees`);
  const process = startProcess({
    testnode,
    key,
    random: randomOf('balances'),
    rate: 0,
    counts: new Map(),
    elsewhere: new Map(),
  });
  const { P, X, C } = await process.wallet.balances();
  const told = [P.free + P.locked, X.free + X.locked, C.free];
  if ([after.P, after.X, after.C].some((sum, i) => sum !== told[i]))
    wrong.push(`balances are ${told}, the chains have ${[after.P, after.X, after.C]}`);
  const pending = P.pending + X.pending + C.pending;
  if (after.P + after.X + after.C + pending !== after.total)
    wrong.push(`${pending} nAVAX are said to be pending`);
  return {
    calls: calls.length,
    ends,
    faults: counts,
    rebuilt,
    resumed: calls.reduce((sum, { resumed }) => sum + resumed, 0),
    wrong,
  };
}

/** What a transaction burns. */
const feeOf = ({ unsignedTx }: AnyTx): bigint =>
  sumOf(amountsIn(unsignedTx).map(({ amount }) => amount)) -
  sumOf(amountsOut(unsignedTx).map(({ amount }) => amount));

const amountOf = (name: string): bigint => BigInt(/\d+/.exec(name)![0]);
