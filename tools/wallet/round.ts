/**
 * One random run: calls of a wallet whose node, network, process and other programs fail at random, until all is calm; then what the chains
 * have is counted without any code of the wallet.
 */
import type { ChainName } from '../../src/chain/declared.ts';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import type { Network } from '../../src/network/network.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import { evmAddressOf, type Key, privateKey } from '../../src/sign/index.ts';
import type { Owner } from '../../src/state/owner.ts';
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
import type { WalletCall, WalletProgress, WalletResult } from '../../src/wallet/call.ts';
import type { WalletClient } from '../../src/wallet/wallet.ts';
import { randomOf } from '../fuzz/random.ts';
import { type Chaos, type Fault, type Holder, type Process, startProcess } from './faults.ts';

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
  /** Accepted transactions of the wallet. */
  readonly transactions: number;
  /** What is wrong; empty if the round is good. */
  readonly wrong: readonly string[];
}

/** A call, with what an application knows of it: its id is all that outlasts a process. */
interface Call {
  readonly name: string;
  /** What it sends to others. */
  readonly pays: bigint;
  readonly begin: (wallet: WalletClient, of: WalletCall) => Promise<WalletResult>;
  /**
   * The accepted transactions that do what it means. Equal calls have the same. Undefined for a consolidation, which moves nothing: for it
   * counts what the wallet has in all.
   */
  readonly done: ((txs: readonly AnyTx[]) => readonly AnyTx[]) | undefined;
  id: string | undefined;
  /** What its last error said. */
  said: string;
  end: End | undefined;
  txs: readonly AnyTx[];
  resumed: number;
  /** Transactions that were signed for it. */
  signed: number;
}

const [one, two, three] = [1, 2, 3].map((n) => privateKey(new Uint8Array(32).fill(n))) as [
  Key,
  Key,
  Key,
];
const words = hdWallet('test test test test test test test test test test test junk');
const alone = (address: Uint8Array): Owner => ({ addresses: [address], threshold: 1 });
const among = (addresses: readonly Uint8Array[]) => {
  const all = new Set(addresses.map(formatHex));
  return (address: Uint8Array): boolean => all.has(formatHex(address));
};

/** The holders of wallets, one of which each round has. */
function holdersOn(network: Network): readonly Holder[] {
  const shared: Owner = { addresses: [two.shortID, three.shortID], threshold: 2 };
  const account = words.account();
  // More than the calls of a round use.
  const places = [false, true].flatMap((change) =>
    account.addresses('P', network, { from: 0, count: 60, change }).map(({ shortID }) => shortID),
  );
  const evm = words.account("m/44'/60'/0'").addresses('C', network, { count: 1 })[0]!.evm;
  return [
    {
      name: 'key',
      options: { signer: one },
      owners: [alone(one.shortID)],
      account: evmAddressOf(one),
      isOwn: among([one.shortID]),
      keys: [one],
    },
    {
      name: 'multisig',
      options: { signer: [two, three], owner: shared },
      owners: [shared],
      account: undefined,
      isOwn: among([two.shortID]),
      keys: [two, three],
    },
    {
      name: 'HD wallet',
      options: { signer: words },
      owners: [places[0]!, places[3]!, places[60]!].map(alone),
      account: evm,
      isOwn: among(places),
      keys: [],
    },
  ];
}

interface First {
  readonly testnode: Testnode;
  readonly nodeID: string;
  readonly holders: readonly Holder[];
  snapshot: number;
}
/** The world that every round begins with. */
let first: First | undefined;

function newWorld(): First {
  if (!first) {
    const testnode = createTestnode();
    const { nodeID } = testnode.addValidator();
    const holders = holdersOn(testnode.network);
    for (const { owners, account } of holders) {
      const funds = {
        P: ['1', '3', '40', '60', '90', '150'],
        X: ['1', '2', '20', '30', '50'],
      } as const;
      for (const chain of ['P', 'X'] as const)
        funds[chain].forEach((amount, i) => {
          testnode.fund(chain, { to: owners[i % owners.length]!, amount: avax(amount) });
        });
      if (account) testnode.fund('C', { to: account, amount: avax('200') });
    }
    first = { testnode, nodeID, holders, snapshot: testnode.snapshot() };
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

/** Whether a UTXO is the holder's. */
const isMine =
  ({ isOwn, owners: [owner] }: Holder) =>
  (utxo: AnyUTXO): boolean => {
    const output = transferOutputOf(utxo);
    return output?.threshold === owner!.threshold && output.addresses.some(isOwn);
  };

const amountIn = (utxos: readonly AnyUTXO[]): bigint =>
  utxos.reduce((sum, utxo) => sum + (transferOutputOf(utxo)?.amount ?? 0n), 0n);

const weiPerNAVAX = 1_000_000_000n;

/** nAVAX of a holder on all chains, counted from what the chains hold. */
export const wealthIn = (testnode: Testnode, holder: Holder) => {
  const { accounts } = testnode.world.C;
  const balance = (holder.account && accounts.get(holder.account)?.balance) ?? 0n;
  const of = (chain: 'P' | 'X') => {
    const { utxos } = testnode.world[chain].ledger;
    return amountIn(
      utxos
        .entries()
        .map(([, utxo]) => utxo as AnyUTXO)
        .filter(isMine(holder)),
    );
  };
  const all = (['P', 'X', 'C'] as const).flatMap((chain) => utxosIn(testnode, chain));
  return {
    P: of('P'),
    X: of('X'),
    C: balance / weiPerNAVAX,
    total: amountIn(all.filter(isMine(holder))) + balance / weiPerNAVAX,
  };
};

/** The transactions that are accepted, which the wallet’s key pays for. */
export const acceptedIn = ({ world }: Testnode): readonly AnyTx[] =>
  [...world.txs.values()].filter(({ status }) => status === 'Accepted').map(({ tx }) => tx);

/** What somebody else gets in a transaction. */
export const paidIn = ({ unsignedTx }: AnyTx, to: Uint8Array): bigint =>
  outputsOf(unsignedTx).reduce((sum, { value }) => {
    const output = transferOutputOf(value as never);
    const isTheirs = output?.addresses.some((of) => equalBytes(of, to)) ?? false;
    return sum + (isTheirs ? output!.amount : 0n);
  }, 0n);

const chains = ['P', 'X', 'C'] as const;

/** A random call. Several send the same amount to the same receiver. */
function newCall(chaos: Chaos, nodeID: string, i: number): Call {
  const { random, testnode } = chaos;
  const { network } = testnode;
  const some = BigInt(1 + random.below(random.pick([5, 30, 80]))) * 1_000_000_000n + BigInt(i + 1);
  const state = {
    // Without one of its own, the application gets it from the wallet.
    id: random.below(4) === 0 ? undefined : `call ${i}`,
    said: '',
    end: undefined,
    txs: [],
    resumed: 0,
    signed: 0,
    pays: 0n,
  };
  const kind = random.below(11);
  if (kind === 10) {
    const chain = random.pick(['P', 'X'] as const);
    const keep = 1 + random.below(3);
    return {
      ...state,
      name: `consolidate ${i} on ${chain}`,
      begin: (wallet, of) => wallet.consolidate({ chain, keep }, of),
      done: undefined,
    };
  }
  if (kind < 5) {
    const chain = random.pick(['P', 'X'] as const);
    const isEqual = random.below(2) === 0;
    const to = isEqual ? supplier : random.bytes(20);
    const amount = isEqual ? 2_000_000_000n : some;
    return {
      ...state,
      name: `send ${amount} to ${formatHex(to).slice(0, 8)} on ${chain}`,
      pays: amount,
      begin: (wallet, of) => wallet.send({ chain, to, amount }, of),
      done: (txs) => txs.filter((tx) => tx.chain === chain && paidIn(tx, to) === amount),
    };
  }
  if (kind < 9) {
    const able = chains.filter((chain) => chain !== 'C' || chaos.holder.account);
    const from = random.pick(able);
    const to = random.pick(able.filter((chain) => chain !== from));
    const { blockchainID } = network.chains[to];
    const amount = some;
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
    pays: staked,
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

/** Whom several calls pay the same. */
const supplier = new Uint8Array(20).fill(9);

/** The signed transactions in the record of a payment that is not finished. */
function attemptsIn(chaos: Chaos, { id }: Call): readonly AnyTx[] {
  const record = id === undefined ? undefined : chaos.records.get(id);
  if (!record || record.isFinished) return [];
  let chain: ChainName = 'P';
  return record.text
    .trimEnd()
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const fact = JSON.parse(line) as { fact: string; plan?: string; tx?: string };
      if (fact.plan !== undefined) {
        const plan = JSON.parse(fact.plan) as {
          chain?: ChainName;
          move?: { from: ChainName };
          consolidate?: { chain: ChainName };
        };
        chain = (plan.move?.from ?? plan.consolidate?.chain ?? plan.chain)!;
      }
      if (fact.fact === 'accepted') {
        const { plan } = JSON.parse(record.text.split('\n')[1]!) as { plan: string };
        chain = (JSON.parse(plan) as { move?: { to: ChainName } }).move?.to ?? chain;
      }
      return fact.tx === undefined ? [] : [decodeTx(parseHex(fact.tx), chain)];
    });
}

/** Lets a process make or go on with a call. Nothing outlasts it but the id, and what its store has. */
async function advance(
  { wallet, call, killed }: Process,
  chaos: Chaos,
  of: Call,
  isCalm: boolean,
): Promise<void> {
  const how = {
    ...call(),
    ...(of.id !== undefined && { id: of.id }),
    onProgress(progress: WalletProgress) {
      if (progress.step === 'planned') of.id = progress.id;
      if (progress.step === 'signed') of.signed++;
    },
  };
  if (of.id !== undefined && chaos.records.has(of.id)) of.resumed++;
  const isResumed = of.id !== undefined && chaos.random.below(2) === 0;
  const { id: _, ...resuming } = how;
  const going = isResumed
    ? wallet.resume(of.id!, resuming).catch((e: unknown) => {
        // Nothing was recorded, so nothing was submitted.
        if (isError(e, 'NotFound') && e.path[0] === 'id') return of.begin(wallet, how);
        throw e;
      })
    : of.begin(wallet, how);
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
      const isOver = isError(e, 'NotAccepted') && e.context.status === 'Excluded';
      if (isOver || (e.code !== 'Pending' && (isCalm || e.code === 'Insufficient')))
        of.end = 'not paid';
    },
  );
  await Promise.race([ended, killed]);
}

/** Whether no transaction of a call can ever be accepted, by what the chains hold. */
function isHopeless(chaos: Chaos, call: Call): boolean {
  const { testnode } = chaos;
  const attempts = attemptsIn(chaos, call);
  return attempts.every((tx) => {
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

/** Creates a world in which everything fails at random. */
export function newChaos(seed: string): { readonly chaos: Chaos; readonly nodeID: string } {
  const { testnode, nodeID, holders } = newWorld();
  const random = randomOf(`wallet ${seed}`);
  const chaos: Chaos = {
    testnode,
    holder: random.pick(holders),
    random,
    rate: random.pick([15, 50, 120, 250]),
    counts: new Map(),
    elsewhere: new Map(),
    records: new Map(),
    owner: undefined,
    replies: new Map(),
  };
  return { chaos, nodeID };
}

/** Plays a round. The same seed plays the same round. */
export async function playRound(seed: string): Promise<Round> {
  const { chaos, nodeID } = newChaos(seed);
  const { testnode, holder, random } = chaos;
  const before = wealthIn(testnode, holder);
  const known = new Set(testnode.world.txs.keys());
  const calls = Array.from({ length: 1 + random.below(4) }, (_, i) => newCall(chaos, nodeID, i));
  const open = () => calls.filter(({ end }) => end === undefined);
  for (let life = 0; life < 4 && open().length > 0; life++) {
    const process = startProcess(chaos);
    const both = random.below(4) === 0 ? [process, startProcess(chaos)] : [process];
    await Promise.all(open().map((call) => advance(random.pick(both), chaos, call, false)));
    await Promise.all(both.map(stop));
  }
  chaos.rate = 0;
  // What nodes still have of earlier attempts comes at the worst time: now, or after all is done.
  const isLate = random.below(2) === 0;
  for (let day = 0; day < 3; day++) {
    if (!isLate || day > 0) testnode.advanceTime(3600n);
    // A node that starts again has forgotten what it dropped.
    for (const chain of ['P', 'X'] as const) testnode.world[chain].dropped = [];
    const process = startProcess(chaos);
    for (const call of open()) await advance(process, chaos, call, true);
    await stop(process);
  }
  testnode.advanceTime(3600n);
  return judge(chaos, { calls, before, known });
}

/** Ends a process that is not dead. */
export async function stop({ wallet, killed }: Process): Promise<void> {
  await Promise.race([wallet.close().catch(() => {}), killed]);
}

/** Most characters of a record: the plan, and 16 transactions of some kB. */
const longest = 200_000;

async function judge(
  chaos: Chaos,
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
  const { testnode, counts, elsewhere, records } = chaos;
  const wrong: string[] = [];
  const ends = new Map<End, number>();
  const accepted = acceptedIn(testnode).filter(({ txID }) => !known.has(txID));
  let left = sumOf(accepted.map(({ txID }) => elsewhere.get(txID) ?? 0n));
  let rebuilt = 0;
  const claimed = new Map<string, string>();
  for (const call of calls) call.end ??= 'stuck';
  for (const call of calls) {
    const { name, done, txs, id } = call;
    const end = call.end!;
    ends.set(end, (ends.get(end) ?? 0) + 1);
    // Equal calls are told apart by their ids only: as many are done as are said to be.
    const equal = calls.filter((other) => other.name === name);
    const times = done?.(accepted).length;
    const said = equal.filter((other) => other.end === 'accepted').length;
    if (equal[0] === call && times !== undefined && times !== said)
      wrong.push(`${name}: ${said} of ${equal.length} said to be done, done ${times} times`);
    if (end === 'stuck' && !isHopeless(chaos, call))
      wrong.push(`${name}: without an end, though it could be accepted: ${call.said}`);
    for (const { txID } of txs) {
      if (!accepted.some((tx) => tx.txID === txID)) wrong.push(`${name}: ${txID} is not accepted`);
      const other = claimed.get(txID);
      if (other !== undefined) wrong.push(`${name}: ${txID} is also that of ${other}`);
      claimed.set(txID, `${name} ${id}`);
    }
    if (end === 'accepted') left += call.pays;
    rebuilt += Math.max(0, call.signed - Math.max(1, txs.length));
  }
  for (const [id, { text, isFinished }] of records)
    if (text.length > (isFinished ? 2000 : longest))
      wrong.push(`the record of ${id} has ${text.length} characters`);
  const after = wealthIn(testnode, chaos.holder);
  const fees = accepted.reduce((sum, tx) => sum + feeOf(tx), 0n);
  if (after.total + left + fees !== before.total)
    wrong.push(`${before.total} nAVAX before; ${after.total} after, ${left} paid, ${fees} fees`);
  const { wallet } = startProcess(chaos);
  // What is accepted may not be written as finished: the store failed.
  await wallet.resumeAll();
  const stuck = calls.filter(({ end }) => end === 'stuck').map(({ id }) => id);
  const listed = (await wallet.payments()).map(({ id }) => id);
  if (listed.some((id) => !stuck.includes(id)))
    wrong.push(`open are ${listed}, without an end ${stuck}`);
  for (const id of listed) await wallet.release(id);
  const { P, X, C } = await wallet.balances();
  if ([P, X, C].some(({ held }) => held > 0n)) wrong.push('coins are held after release');
  const told = [P.free + P.locked, X.free + X.locked, C.free];
  if ([after.P, after.X, after.C].some((sum, i) => sum !== told[i]))
    wrong.push(`balances are ${told}, the chains have ${[after.P, after.X, after.C]}`);
  const pending = P.pending + X.pending + C.pending;
  if (after.P + after.X + after.C + pending !== after.total)
    wrong.push(`${pending} nAVAX are said to be pending`);
  await wallet.close();
  return {
    calls: calls.length,
    ends,
    faults: counts,
    rebuilt,
    resumed: calls.reduce((sum, { resumed }) => sum + resumed, 0),
    transactions: accepted.filter(({ txID }) => !elsewhere.has(txID)).length,
    wrong,
  };
}

/** What a transaction burns. */
export const feeOf = ({ unsignedTx }: AnyTx): bigint =>
  sumOf(amountsIn(unsignedTx).map(({ amount }) => amount)) -
  sumOf(amountsOut(unsignedTx).map(({ amount }) => amount));
