/** A process with a wallet between which and the node everything goes wrong: faults at every request, record and question. */
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import type { ChainName } from '../../src/chain/declared.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { transportError } from '../../src/rpc/errors.ts';
import type { Transport, TransportReply } from '../../src/rpc/transport.ts';
import { finalize, type Key, sign } from '../../src/sign/index.ts';
import type { Owner } from '../../src/state/owner.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { formatBytes, parseBytes } from '../../src/text/hex.ts';
import type { WalletCall } from '../../src/wallet/call.ts';
import type { OpenPaymentStore, PaymentStore } from '../../src/wallet/store.ts';
import { createWallet, type WalletClient, type WalletOptions } from '../../src/wallet/wallet.ts';
import type { Random } from '../fuzz/random.ts';

/** What goes wrong. */
export type Fault =
  | 'lost request'
  | 'lost reply'
  | 'busy server'
  | 'refusal'
  | 'dropped'
  | 'delayed'
  | 'price jump'
  | 'coin spent elsewhere'
  | 'lying UTXOs'
  | 'old reply'
  | 'store failed'
  | 'second wallet'
  | 'killed'
  | 'aborted'
  | 'declined';

/** Whose wallet it is. */
export interface Holder {
  readonly name: 'key' | 'HD wallet' | 'multisig';
  readonly options: Pick<WalletOptions, 'signer' | 'owner'>;
  /** Where it receives, in turn. */
  readonly owners: readonly Owner[];
  /** Its account of the C-chain, where it has one. */
  readonly account: `0x${string}` | undefined;
  /** Whether an address is its own. */
  readonly isOwn: (address: Uint8Array) => boolean;
  /** The keys with which another program pays; none if it has them not. */
  readonly keys: readonly Key[];
}

/** A world that rounds share, with what happened in it. */
export interface Chaos {
  readonly testnode: Testnode;
  readonly holder: Holder;
  readonly random: Random;
  /** Out of a thousand requests so many have a fault; 0 when all is calm. */
  rate: number;
  readonly counts: Map<Fault, number>;
  /** What the store has, over all processes. */
  readonly records: Map<string, StoredRecord>;
  /** The process that has the store. */
  owner: object | undefined;
  /** Replies that a node gave before, by what was asked. */
  readonly replies: Map<string, string>;
  /** nAVAX that another program with the same key pays to others, by the CB58 of its transactions. */
  readonly elsewhere: Map<string, bigint>;
}

const count = ({ counts }: Chaos, fault: Fault): void => {
  counts.set(fault, (counts.get(fault) ?? 0) + 1);
};

const happens = ({ random, rate }: Chaos, share = 1): boolean =>
  rate > 0 && random.below(1000) < rate * share;

/** A record in the store. */
export interface StoredRecord {
  readonly text: string;
  readonly isFinished: boolean;
}

/** A process: a wallet that can be killed at any moment, and then does nothing any more. */
export interface Process {
  readonly wallet: WalletClient;
  /** What each call is made with. */
  readonly call: () => WalletCall;
  readonly isDead: () => boolean;
  /** Ends when it is killed. */
  readonly killed: Promise<void>;
}

/** What never comes. */
const never = new Promise<never>(() => {});

export function startProcess(chaos: Chaos): Process {
  const { testnode, holder, random } = chaos;
  const self = {};
  /** What is stopped once so many requests were made. */
  const endings: { readonly at: number; readonly ending: AbortController }[] = [];
  let requests = 0;
  let dead = false;
  let die = () => {};
  const killed = new Promise<void>((resolve) => {
    die = resolve;
  });
  const kill = (): Promise<never> => {
    count(chaos, 'killed');
    dead = true;
    if (chaos.owner === self) chaos.owner = undefined;
    die();
    return never;
  };
  const transport: Transport = async (request) => {
    for (let i = random.below(4); i > 0; i--) await Promise.resolve();
    if (dead) return never;
    requests++;
    for (const { at, ending } of endings)
      if (at === requests && chaos.rate > 0) {
        count(chaos, 'aborted');
        ending.abort();
      }
    if (request.signal?.aborted) throw transportError('aborted', 'stopped');
    const isIssue = request.body?.includes('.issueTx"') ?? false;
    const isUTXOs = request.body?.includes('.getUTXOs"') ?? false;
    if (happens(chaos, 0.3)) jump(chaos);
    if (happens(chaos, 0.1)) spendElsewhere(chaos);
    if (happens(chaos, 0.15)) return kill();
    if (!isIssue && happens(chaos, 0.5)) return oldReply(chaos, request);
    if (!happens(chaos, isIssue ? 3 : 1)) return answered(chaos, request);
    switch (random.below(isIssue ? 8 : isUTXOs ? 6 : 4)) {
      case 0:
        count(chaos, 'lost request');
        throw transportError('network', 'lost');
      case 1:
        await testnode.transport(request);
        count(chaos, 'lost reply');
        throw transportError('timeout', 'lost');
      case 2:
        count(chaos, 'busy server');
        return { status: 503, headers: {}, text: 'busy' };
      case 3:
        await testnode.transport(request);
        return kill();
      default:
        return isIssue ? unkind(chaos, request) : lying(chaos, await testnode.transport(request));
    }
  };
  const sleep = async (milliseconds: number): Promise<void> => {
    if (dead) return never;
    await Promise.resolve();
    if (milliseconds > 300 && random.below(3) === 0) testnode.advanceTime(1n);
  };
  const store: PaymentStore = {
    async open() {
      if (dead) return never;
      if (chaos.owner) {
        count(chaos, 'second wallet');
        throw new AvalancheError('InUse', 'another process has it');
      }
      chaos.owner = self;
      return openStore;
    },
  };
  /** Runs an operation of the store, at any point of which the process can die, and which can fail before or after it is done. */
  const storing = async <T>(operation: string, work: () => T): Promise<T> => {
    await Promise.resolve();
    if (dead) return never;
    if (happens(chaos, 0.3)) return kill();
    const isFailing = happens(chaos, 0.2);
    const failure = () => {
      count(chaos, 'store failed');
      return new AvalancheError('StoreFailed', 'no space', { operation, reason: 'ENOSPC' });
    };
    if (isFailing && random.below(2) === 0) throw failure();
    const result = work();
    if (isFailing) throw failure();
    if (happens(chaos, 0.3)) return kill();
    return result;
  };
  const { records } = chaos;
  const openStore: OpenPaymentStore = {
    unfinished: () =>
      storing('read', () => [...records].flatMap(([id, one]) => (one.isFinished ? [] : [id]))),
    read: (id) => storing('read', () => records.get(id)?.text),
    write: (id, text, isFinished) =>
      storing('write', () => void records.set(id, { text, isFinished })),
    remove: (id) => storing('remove', () => void records.delete(id)),
    async close() {
      if (chaos.owner === self) chaos.owner = undefined;
    },
  };
  const skew =
    chaos.rate > 0 ? random.pick([0, 0, 0, 1, 30, -60, 3600, -3600, 86_400, -86_400]) : 0;
  const wallet = createWallet({
    url: random.below(3) === 0 ? ['http://one', 'http://two'] : 'http://one',
    connect: {
      transport,
      network: testnode.network,
      now: () => testnode.now() + skew * 1000,
      retry: { attempts: 2, sleep, random: () => 0.5 },
    },
    ...holder.options,
    store,
    resubmitAfter: 1500,
    attempts: 4,
  });
  const asks = random.below(3) === 0;
  return {
    wallet,
    killed,
    isDead: () => dead,
    call() {
      const ending = new AbortController();
      if (happens(chaos)) endings.push({ at: requests + random.below(60), ending });
      return {
        signal: ending.signal,
        ...(asks && {
          async confirm() {
            if (dead || happens(chaos, 0.2)) return dead ? never : kill();
            if (!happens(chaos, 0.1)) return true;
            count(chaos, 'declined');
            return false;
          },
        }),
      };
    },
  };
}

interface Question {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
}

/** What a request asks; undefined for lists of requests. */
function questionIn(body: string | undefined): Question | undefined {
  const json = body === undefined ? undefined : (JSON.parse(body) as Question | Question[]);
  return Array.isArray(json) ? undefined : json;
}
const keyOf = ({ method, params }: Question): string => `${method} ${JSON.stringify(params)}`;

/** Asks the node, and keeps what it said. */
async function answered(
  { testnode, replies }: Chaos,
  request: Parameters<Transport>[0],
): Promise<TransportReply> {
  const reply = await testnode.transport(request);
  const question = questionIn(request.body);
  if (question && reply.status === 200) replies.set(keyOf(question), reply.text);
  return reply;
}

/** A replica that is behind: it says what was said before. */
async function oldReply(chaos: Chaos, request: Parameters<Transport>[0]): Promise<TransportReply> {
  const question = questionIn(request.body);
  const old = question && chaos.replies.get(keyOf(question));
  if (!question || old === undefined) return answered(chaos, request);
  count(chaos, 'old reply');
  const text = JSON.stringify({ ...(JSON.parse(old) as object), id: question.id });
  return { status: 200, headers: {}, text };
}

/** A node that does not do what it is asked. */
async function unkind(chaos: Chaos, request: Parameters<Transport>[0]): Promise<TransportReply> {
  const { testnode, random } = chaos;
  const fault = random.pick(['refusal', 'refusal', 'dropped', 'delayed'] as const);
  count(chaos, fault);
  const trap =
    fault === 'refusal'
      ? testnode.refuse({}, random.pick(['mempool is full', 'insufficient unlocked funds']))
      : fault === 'dropped'
        ? testnode.drop({})
        : testnode.delay({}, BigInt(1 + random.below(20)));
  const reply = await testnode.transport(request);
  // A transaction that the node knows already does not use it up.
  testnode.forget(trap);
  return reply;
}

/** The price rises, often above what was just built for. */
function jump(chaos: Chaos): void {
  const { testnode, random } = chaos;
  count(chaos, 'price jump');
  if (random.below(2) === 0) testnode.setGasPrice('P', BigInt(1 + random.below(60)));
  else testnode.setGasPrice('C', BigInt(1 + random.below(50)) * 1_000_000_000n);
}

/** Another program spends a coin of the wallet. */
function spendElsewhere(chaos: Chaos): void {
  const { testnode, holder, random } = chaos;
  const { network } = testnode;
  const { keys, account } = holder;
  const chain = random.pick<ChainName>(account ? ['P', 'X', 'C'] : ['P', 'X']);
  const amount = 1_000_000n + BigInt(random.below(1_000_000));
  const to = random.bytes(20);
  const outputs = [{ to, amount }];
  if (keys.length === 0) return;
  try {
    const draft =
      chain === 'C'
        ? buildExportTx(testnode.state('C', [account!]), { to: 'X', outputs })
        : buildBaseTx(
            testnode.state(
              chain,
              keys.map((key) => key.address(chain, network)),
            ),
            { outputs },
            { strategy: 'largestFirst' },
          );
    const tx = finalize(sign(draft, keys));
    if (!testnode.issue(chain, tx.bytes).ok) return;
    chaos.elsewhere.set(tx.txID, amount);
    count(chaos, 'coin spent elsewhere');
  } catch {
    // It has nothing to spend.
  }
}

/** UTXOs that are not so: some are missing, made up, or hold more than they do. */
function lying(chaos: Chaos, reply: TransportReply): TransportReply {
  const { random } = chaos;
  const json = JSON.parse(reply.text) as { result?: { utxos?: string[]; numFetched?: string } };
  const utxos = json.result?.utxos;
  if (!utxos || utxos.length === 0) return reply;
  count(chaos, 'lying UTXOs');
  const at = random.below(utxos.length);
  const bytes = parseBytes(utxos[at]!, 'hex').slice();
  switch (random.below(3)) {
    case 0:
      utxos.splice(at, 1);
      break;
    case 1: {
      bytes.set(random.bytes(32), 2);
      utxos.push(formatBytes(bytes, 'hex'));
      break;
    }
    default:
      // The amount of a transfer output, after version, id, asset and type.
      bytes[76]! += 1;
      utxos[at] = formatBytes(bytes, 'hex');
  }
  json.result!.numFetched = String(utxos.length);
  return { ...reply, text: JSON.stringify(json) };
}
