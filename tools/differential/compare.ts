/** Plays a script on the test node and on the real chains, and compares what they say. */
import { createHash } from 'node:crypto';
import { type Listening, listen } from '../../apps/cli/src/testnodehttp.ts';
import { inputIDOf } from '../../src/chain/ids.ts';
import { UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { decodeTx } from '../../src/chain/tx.ts';
import { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { reasonOf } from '../../src/rpc/reason.ts';
import { createTestnode, type Testnode } from '../../src/testnode/index.ts';
import { makeBlock, verdictOf } from '../../src/testnode/issue.ts';
import { type TestnodeServer, testnodeServer } from '../../src/testnode/serve/server.ts';
import { parseHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { decode } from '../../src/wire/codec.ts';
import { type NetworkRow, networkOf } from '../../test/support/nodefacts.ts';
import { type Random, randomOf } from '../fuzz/random.ts';
import { comparable } from './declared.ts';
import { type Read, readOf } from './reads.ts';
import { type Action, type Issue, playScript, type ScriptOptions, type Start } from './script.ts';

/** What is compared. */
export interface DifferentialOptions extends ScriptOptions {
  /** Read requests after each action. */
  readonly reads: number;
  /** Gets each line of a record, which `compareRecorded` plays without the real chains. */
  readonly record?: (line: RecordedLine) => void;
}

/** A line of a record: an action that asks for nothing, or a request with the reply of the real node. */
export type RecordedLine =
  | RecordedStart
  | Exclude<Action, { readonly do: 'start' | 'issue' | 'read' | 'end' }>
  | { readonly do: 'ask'; readonly read: Read; readonly node: string };

/** What a test node needs to start in the same state. */
type RecordedStart = Omit<Start, 'facts'> & { readonly facts: NetworkRow };

/** Two replies that differ where nothing is declared. */
export interface Difference {
  readonly method: string;
  /** The params, or what the transaction is. */
  readonly asked: string;
  readonly node: string;
  readonly ours: string;
  /** How many requests there were before. */
  readonly at: number;
}

/** How many transactions of a type the real node accepted and refused. */
export interface Tally {
  accepted: number;
  refused: number;
}

/** What a comparison found. */
export interface DifferentialReport {
  readonly requests: number;
  /** Requests by method. */
  readonly methods: ReadonlyMap<string, number>;
  /** Transactions by chain and type. */
  readonly transactions: ReadonlyMap<string, Tally>;
  /** Proposal blocks by what was decided. */
  readonly decided: { readonly commit: number; readonly abort: number };
  /** Transactions of types that no pool takes, accepted in blocks. */
  readonly blocks: number;
  /** Transactions that both refuse for a reason of the same code (`reasonOf`). */
  readonly sameReason: number;
  /** Transactions that both refuse, for reasons with other codes. */
  readonly otherReasons: readonly Difference[];
  readonly differences: readonly Difference[];
  /** The first transaction about which the two disagree: what follows cannot be compared. */
  readonly split: Issue | undefined;
}

/** A node that is asked: gives the status and the text of its reply. */
type Asked = (path: string, body: string) => Promise<string>;

/** Both nodes, and the counts so far. */
interface Play {
  readonly start: Start;
  readonly testnode: Testnode;
  readonly random: Random;
  readonly reads: number;
  readonly record: (line: RecordedLine) => void;
  /** Asks the real node: the status and the text of its reply. */
  readonly real: Asked;
  /** Asks the test node. */
  readonly ours: Asked;
  readonly methods: Map<string, number>;
  readonly transactions: Map<string, Tally>;
  readonly differences: Difference[];
  readonly otherReasons: Difference[];
  sameReason: number;
  requests: number;
  blocks: number;
  split: Issue | undefined;
}

class Split extends Error {}

/** Starts the test node where the real chains start. */
export function testnodeLike(start: RecordedStart): Testnode {
  const network = networkOf(start.facts);
  const genesis = parseHex(start.genesis);
  const testnode = createTestnode({
    network,
    genesis,
    time: BigInt(start.time),
    secondsPerBlock: 0n,
  });
  const { memory } = testnode.world;
  for (const [chain, type] of [
    ['P', PUTXO],
    ['X', XUTXO],
  ] as const)
    for (const hex of start.imports[chain][formatID(network.chains.C.blockchainID)] ?? []) {
      const utxo = decode<never>(type as never, parseHex(hex));
      memory[chain].C.set(formatID(inputIDOf(utxo)), utxo);
    }
  return testnode;
}

/** Asks both, and remembers a difference. Gives the real node's reply. */
async function ask(
  play: Play,
  { path, method, params, ours: own = params }: Read,
  asked?: string,
): Promise<readonly [string, string]> {
  const { methods, differences } = play;
  const id = ++play.requests;
  const bodyWith = (of: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params: of });
  const node = await play.real(path, bodyWith(params));
  play.record({ do: 'ask', read: { path, method, params, ours: own }, node });
  const ours = await play.ours(path, bodyWith(own));
  methods.set(method, (methods.get(method) ?? 0) + 1);
  if (comparable(method, node, params as never) !== comparable(method, ours, params as never))
    differences.push({
      method,
      asked: asked ?? JSON.stringify(params),
      node,
      ours,
      at: play.requests,
    });
  return [node, ours];
}

function withChecksum(hex: string): string {
  const bytes = parseHex(hex);
  return `${hex}${createHash('sha256').update(bytes).digest('hex').slice(-8)}`;
}

async function issue(play: Play, action: Issue): Promise<void> {
  const { chain, type, mutation, hex } = action;
  const method = chain === 'P' ? 'platform.issueTx' : 'avm.issueTx';
  const params = { tx: withChecksum(hex), encoding: 'hex' };
  const asked = `${chain} ${type} (${mutation}) ${hex}`;
  const replies = await ask(play, { path: `/ext/bc/${chain}`, method, params }, asked);
  const [node, ours] = replies.map((text) => text.includes('"result"'));
  const tally = play.transactions.get(`${chain} ${type}`) ?? { accepted: 0, refused: 0 };
  tally[node ? 'accepted' : 'refused']++;
  play.transactions.set(`${chain} ${type}`, tally);
  if (node === ours) return node ? undefined : countReason(play, { asked, method }, replies);
  play.split = action;
  throw new Split();
}

/** Counts whether both refuse a transaction for a reason with the same code. */
function countReason(
  play: Play,
  of: Pick<Difference, 'asked' | 'method'>,
  [node, ours]: readonly [string, string],
): void {
  const codeOf = (reply: string) => {
    // A status, then the body.
    const body = reply.slice(reply.indexOf(' '));
    const { error } = JSON.parse(body) as { readonly error: { readonly message: string } };
    return reasonOf(error.message).code;
  };
  if (codeOf(node) === codeOf(ours)) play.sameReason++;
  else play.otherReasons.push({ ...of, node, ours, at: play.requests });
}

/** A few requests. */
async function read(play: Play): Promise<void> {
  const { random, testnode, start, reads } = play;
  const { world } = testnode;
  for (let n = 0; n < reads; n++) await ask(play, readOf({ random, world, start }));
}

/** The real node counts a validator as offline from now on. */
async function takeOffline({ start }: Play, nodeID: string): Promise<void> {
  const reply = await fetch(`${start.url}/ext/judge`, {
    method: 'POST',
    body: JSON.stringify({
      id: 1,
      method: 'judge.setOffline',
      params: { nodeIDs: [nodeID], offline: true },
    }),
  });
  const text = await reply.text();
  if (!text.includes('"offline":true')) throw new Error(`judge.setOffline: ${text}`);
}

/** Accepts in a block what only a pool refuses, because it takes no transaction of a type. */
function acceptInBlock(play: Play, bytes: Uint8Array): void {
  const { world } = play.testnode;
  const tx = decodeTx(bytes, 'P');
  const refused = verdictOf(world, tx).findings.filter(({ result }) => result !== 'ok');
  if (refused.some(({ rule }) => rule !== 'pool'))
    throw new Error(`${tx.unsignedTx.type} is in a block of the node: ${refused[0]!.error}`);
  makeBlock(world, [tx]);
  play.blocks++;
}

async function act(play: Play, action: Action): Promise<void> {
  const { testnode } = play;
  if (action.do === 'time' || action.do === 'offline' || action.do === 'block') play.record(action);
  switch (action.do) {
    case 'time':
      testnode.setTime(BigInt(action.time));
      return read(play);
    case 'offline':
      await takeOffline(play, action.nodeID);
      return testnode.setReward(action.nodeID, false);
    case 'block':
      return acceptInBlock(play, parseHex(action.hex));
    case 'issue':
      return issue(play, action);
    case 'read':
      return read(play);
    default:
  }
}

const headers = { 'content-type': 'application/json' };

/** A node over HTTP. */
const askAt =
  (url: string): Asked =>
  async (path, body) => {
    const reply = await fetch(url + path, { method: 'POST', headers, body });
    return `${reply.status} ${await reply.text()}`;
  };

/** A test node in this process. */
const askHere =
  ({ answer }: TestnodeServer): Asked =>
  (target, body) => {
    const { status, text } = answer({ method: 'POST', target, headers, body });
    return Promise.resolve(`${status} ${text}`);
  };

type Given = Pick<Play, 'random' | 'reads' | 'record' | 'real'>;

const newPlay = async (
  start: Start,
  of: Given,
  oursOf: (server: TestnodeServer) => Asked | Promise<Asked>,
): Promise<Play> => {
  const testnode = testnodeLike(start);
  return {
    ...of,
    start,
    testnode,
    ours: await oursOf(testnodeServer(testnode, { url: start.url })),
    methods: new Map(),
    transactions: new Map(),
    differences: [],
    otherReasons: [],
    sameReason: 0,
    requests: 0,
    blocks: 0,
    split: undefined,
  };
};

/** Compares the test node with the real chains, both over HTTP. */
export async function compareNodes(options: DifferentialOptions): Promise<DifferentialReport> {
  const { seed, reads, record = () => {} } = options;
  let play: Play | undefined;
  let listening: Listening | undefined;
  const oursOf = async ({ answer }: TestnodeServer): Promise<Asked> => {
    listening = await listen({ hostname: '127.0.0.1', port: 0 }, answer);
    return askAt(listening.url);
  };
  try {
    await playScript(options, async (action) => {
      if (action.do !== 'start') return act(play!, action);
      const random = randomOf(`differential ${seed}`);
      play = await newPlay(action, { random, reads, record, real: askAt(action.url) }, oursOf);
      const { facts, ...rest } = action;
      record({ ...rest, facts: neededOf(facts) });
    });
  } catch (e) {
    if (!(e instanceof Split)) throw e;
  } finally {
    await listening?.close();
  }
  return reportOf(play!);
}

/** What a network follows from. */
const neededOf = ({ network, P, X }: Start['facts']): NetworkRow => ({
  network,
  P: { fees: P.fees, validatorFees: P.validatorFees, staking: P.staking },
  X: { txFee: X.txFee, createAssetTxFee: X.createAssetTxFee },
});

/** Compares the test node with what the real chains said when they were recorded. */
export async function compareRecorded(lines: readonly RecordedLine[]): Promise<DifferentialReport> {
  const [start, ...rest] = lines;
  if (start?.do !== 'start') throw new Error('a record begins with its start');
  let said = '';
  const given: Given = {
    random: randomOf(''),
    reads: 0,
    record: () => {},
    real: () => Promise.resolve(said),
  };
  const play = await newPlay(start as Start, given, askHere);
  for (const line of rest)
    if (line.do === 'time') play.testnode.setTime(BigInt(line.time));
    else if (line.do === 'offline') play.testnode.setReward(line.nodeID, false);
    else if (line.do === 'block') acceptInBlock(play, parseHex(line.hex));
    else if (line.do === 'ask') {
      said = line.node;
      const [node, ours] = await ask(play, line.read);
      if (/\.issueTx$/.test(line.read.method) && node.includes('"error"'))
        countReason(play, { asked: '', method: line.read.method }, [node, ours]);
    }
  return reportOf(play);
}

function reportOf(play: Play): DifferentialReport {
  const { methods, transactions, differences, otherReasons, sameReason, requests, blocks, split } =
    play;
  const of = (status: string) =>
    [...play.testnode.world.txs.values()].filter(
      ({ tx, status: is }) => is === status && /^platformvm\.Reward/.test(tx.unsignedTx.type),
    ).length;
  const decided = { commit: of('Accepted'), abort: of('Aborted') };
  return {
    methods,
    transactions,
    differences,
    otherReasons,
    sameReason,
    requests,
    blocks,
    split,
    decided,
  };
}
