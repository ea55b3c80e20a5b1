/** `avalanche-tx testnode`: a test node as an HTTP server. */

import { createHash } from 'node:crypto';
import { AvalancheError, avax, formatID, formatJSON } from 'avalanche-tx';
import { type Upgrades, upgradeNames } from 'avalanche-tx/network';
import { evmAddressOf, privateKey } from 'avalanche-tx/sign';
import {
  controlPath,
  createTestnode,
  type HTTPReply,
  type HTTPRequest,
  loadTestnode,
  type Testnode,
  type TestnodeReply,
  type TestnodeServer,
  testnodeServer,
} from 'avalanche-tx/testnode';
import { IOError, UsageError, wholeNumber } from '../../shared/failures.ts';
import { readWholeNetwork } from './network.ts';
import type { Shell, StandardInput } from './shell.ts';
import { type ListenOptions, listen, plainReply } from './testnodehttp.ts';
import { openStateFile, type StateFile } from './testnodestate.ts';
import { now, parseTime } from './times.ts';

export interface TestnodeCommandOptions {
  readonly http?: string | undefined;
  /** Initial funds, `ADDRESS=AVAX` each. */
  readonly fund?: readonly string[] | undefined;
  readonly time?: string | undefined;
  readonly state?: string | undefined;
  /** A name, a networkID of a known network, or a file. */
  readonly network?: string | undefined;
  /** `NAME` or `NAME=TIME` each. */
  readonly upgrade?: readonly string[] | undefined;
  readonly blockTime?: string | undefined;
  /** Origins of pages that may use the control methods. */
  readonly allowOrigin?: readonly string[] | undefined;
  readonly log?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** The first key of avalanchego's local network, which is public; it owns the funds of the first block. */
const firstKey = 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN';

const usual: ListenOptions = { hostname: '127.0.0.1', port: 9650 };
/** Number of journal entries after which the state is saved again. */
const mostEntries = 1000;

function readListen(text: string | undefined): ListenOptions {
  if (text === undefined) return usual;
  const [, hostname, port] = /^(?:(\[[^\]]+\]|[^:]*):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new UsageError('--http must be HOST:PORT, such as 127.0.0.1:9650');
  return { hostname: hostname?.replace(/^\[|\]$/g, '') || usual.hostname, port: Number(port) };
}

/** Parses `--upgrade`: the last active upgrade by name, or the time of an upgrade. */
function readUpgrades(texts: readonly string[]): keyof Upgrades | Partial<Upgrades> | undefined {
  const isName = (name: string): name is keyof Upgrades =>
    (upgradeNames as readonly string[]).includes(name);
  const dates = texts.map((text): readonly [keyof Upgrades, string | undefined] => {
    const [name = '', time] = text.split('=', 2);
    if (isName(name)) return [name, time];
    throw new UsageError(
      `--upgrade must be NAME or NAME=TIME, and NAME one of ${upgradeNames.join(', ')}`,
    );
  });
  const [last] = dates.filter(([, time]) => time === undefined);
  if (last && dates.length > 1)
    throw new UsageError('--upgrade must be one NAME, or NAME=TIME any number of times');
  if (last) return last[0];
  if (dates.length === 0) return undefined;
  return Object.fromEntries(dates.map(([name, time]) => [name, parseTime(time!)]));
}

/** Sends the funds of `--fund`. */
function fundAll(testnode: Testnode, funds: readonly string[]): void {
  for (const text of funds) {
    const [to = '', amount, rest] = text.split('=');
    if (amount === undefined || rest !== undefined)
      throw new UsageError('--fund must be ADDRESS=AVAX, such as P-custom1…=100');
    const chain = to.startsWith('0x') ? 'C' : to.split('-', 1)[0];
    if (chain !== 'P' && chain !== 'X' && chain !== 'C')
      throw new UsageError('--fund needs an address of the P- or X-chain, or an account (0x…)');
    testnode.fund(chain, { to, amount: avax(amount) });
  }
}

/** Moves the clock to a time, unless it is already there. */
function moveClock({ testnode }: TestnodeServer, time: bigint): void {
  if (time > testnode.time()) testnode.setTime(time);
}

const heightsOf = ({ world }: Testnode): number =>
  world.P.blocks.length + world.X.blocks.length + world.C.blocks.length;

/** What has to be the same when a request is answered again. */
const hashOf = ({ status, text }: HTTPReply): string =>
  createHash('sha256').update(`${status} ${text}`).digest('hex');

/** Answers a request. What a defect of the server has changed is recorded as well, and happens again in a replay. */
function answerOf({ answer }: TestnodeServer, request: HTTPRequest): TestnodeReply {
  try {
    return answer(request);
  } catch (e) {
    console.error(e);
    return { ...plainReply(500, 'internal server error\n'), changed: true };
  }
}

/**
 * Replays what a state file recorded.
 * @throws {AvalancheError} `Mismatch`: a request is answered otherwise than it was.
 * @internal
 */
export function replay(server: TestnodeServer, { entries }: Pick<StateFile, 'entries'>): void {
  for (const { time, request, reply } of entries) {
    moveClock(server, BigInt(time));
    if (request && hashOf(answerOf(server, request)) !== reply)
      throw new AvalancheError(
        'Mismatch',
        `the state cannot be restored: ${methodIn(request)}was answered otherwise when it was recorded. Start it with the version that recorded it, and end that with SIGTERM`,
      );
  }
}

/** Returns the content of the first line of output. */
function greeting({ network }: Testnode, url: string) {
  const key = privateKey(firstKey);
  return {
    url,
    networkID: BigInt(network.networkID),
    avaxAssetID: formatID(network.avaxAssetID),
    keys: [
      {
        privateKey: firstKey,
        P: key.address('P', network),
        X: key.address('X', network),
        C: evmAddressOf(key),
      },
    ],
  };
}

function startedNode(
  options: TestnodeCommandOptions,
  file: StateFile | undefined,
  stdin: StandardInput,
): Testnode {
  const { network, time, upgrade = [], fund = [] } = options;
  if (file?.dump !== undefined) {
    if (network !== undefined || upgrade.length > 0)
      throw new UsageError(
        '--network and --upgrade, or a --state that exists, not both: the state has its network',
      );
    return loadTestnode(file.dump);
  }
  const upgrades = readUpgrades(upgrade);
  const testnode = createTestnode({
    ...(network !== undefined && { network: readWholeNetwork(network, stdin) }),
    ...(upgrades && { upgrades }),
    time: time === undefined ? now() : parseTime(time),
    // The machine's clock advances on its own.
    ...(time === undefined && { secondsPerBlock: 0n }),
  });
  fundAll(testnode, fund);
  return testnode;
}

/** What a request is without its headers of the connection, which say nothing about what it does. */
const recordedRequest = ({ method, target, headers, body }: HTTPRequest): HTTPRequest => {
  const type = headers['content-type'];
  return {
    method,
    target,
    headers: type === undefined ? {} : { 'content-type': type },
    ...(body !== undefined && { body }),
  };
};

/**
 * Returns a function that answers requests at the current time and records those that change something in the
 * state file. After the first one that cannot be recorded, none is answered.
 * @param failed Called then.
 * @internal
 */
export function answering(
  server: TestnodeServer,
  {
    isHeld,
    file,
    failed = () => {},
  }: {
    readonly isHeld: boolean;
    readonly file: StateFile | undefined;
    readonly failed?: ((e: IOError) => void) | undefined;
  },
) {
  const { testnode } = server;
  let failure: HTTPReply | undefined;
  /** The time that a restart restores. */
  let kept = testnode.time();
  const recorded = (request: HTTPRequest): HTTPReply => {
    const before = heightsOf(testnode);
    if (!isHeld) moveClock(server, now());
    const at = testnode.time();
    const time = String(at);
    const isDue = heightsOf(testnode) !== before;
    const reply = answerOf(server, request);
    if (!file) return reply;
    if (reply.changed)
      file.append({ time, request: recordedRequest(request), reply: hashOf(reply) });
    // A time that was answered is kept, at most once a second, since the machine's clock may go back before a restart.
    else if (isDue || at !== kept) file.append({ time });
    kept = testnode.time();
    if (file.length() >= mostEntries && testnode.world.journal.marks.length === 0)
      file.save(testnode.dump());
    return reply;
  };
  return (request: HTTPRequest): HTTPReply => {
    if (failure) return failure;
    try {
      return recorded(request);
    } catch (e) {
      if (!(e instanceof IOError)) throw e;
      failure = plainReply(500, `${e.message}\n`);
      failed(e);
      return failure;
    }
  };
}

/** Resolves when the process is told to end. */
const ended = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });

/** The request that mines blocks of pending transactions. */
const mineRequest: HTTPRequest = {
  method: 'POST',
  target: controlPath,
  headers: { 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"testnode.mine"}',
};

/** Mines blocks if transactions are pending. */
function mineIn({ world }: Testnode, answer: (request: HTTPRequest) => HTTPReply): void {
  if (world.P.pool.size + world.X.pool.size + world.C.pool.size > 0) answer(mineRequest);
}

/**
 * Runs a test node until the process gets SIGTERM or SIGINT.
 * @throws {IOError} If its state cannot be kept any more.
 */
export async function testnodeCommand(
  options: TestnodeCommandOptions,
  shell: Shell,
): Promise<void> {
  const file = options.state === undefined ? undefined : await openStateFile(options.state);
  try {
    await runTestnode(options, shell, file);
  } finally {
    await file?.close();
  }
}

async function runTestnode(
  options: TestnodeCommandOptions,
  { stdin, print, warn }: Shell,
  file: StateFile | undefined,
): Promise<void> {
  const at = readListen(options.http);
  const seconds = options.blockTime;
  const blockTime = seconds === undefined ? 0 : Number(wholeNumber(seconds, '--block-time'));
  if (blockTime > 86_400) throw new UsageError('--block-time must be at most 86400 seconds');
  const testnode = startedNode(options, file, stdin);
  const server = testnodeServer(
    testnode,
    options.allowOrigin ? { origins: options.allowOrigin } : {},
  );
  if (file) replay(server, file);
  if (file && file.dropped > 0)
    warn('the last request of the state was recorded in part and never answered: it is dropped');
  if (blockTime > 0) testnode.hold();
  file?.save(testnode.dump());
  let failed: (e: IOError) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  // It is awaited later.
  failure.catch(() => {});
  const answer = answering(server, { isHeld: options.time !== undefined, file, failed });
  const answerAloud = (request: HTTPRequest): HTTPReply => {
    const reply = answer(request);
    warn(`${request.method} ${request.target} ${methodIn(request)}${reply.status}`);
    return reply;
  };
  const { url, close } = await listen(at, options.log ? answerAloud : answer);
  server.url = url;
  const timer = blockTime > 0 && setInterval(() => mineIn(testnode, answer), blockTime * 1000);
  const first = greeting(testnode, url);
  print(options.json ? formatJSON(first) : welcome(first));
  try {
    await Promise.race([ended(), failure]);
  } finally {
    if (timer) clearInterval(timer);
    await close();
  }
  // Without the timer, nothing would mine pending transactions.
  if (timer) testnode.release();
  file?.save(testnode.dump());
}

const methodIn = ({ body = '' }: HTTPRequest): string => {
  const [, method] = /"method"\s*:\s*"([\w.]+)"/.exec(body) ?? [];
  return method ? `${method} ` : '';
};

const welcome = ({ url, networkID, keys }: ReturnType<typeof greeting>): string => {
  const [{ privateKey: secret, P, X, C }] = keys as [(typeof keys)[0]];
  return [
    `test node of network ${networkID} at ${url}`,
    `control methods at ${url}${controlPath}`,
    'the first key, which everybody knows, holds AVAX on all chains:',
    `  ${secret}`,
    `  ${P}`,
    `  ${X}`,
    `  ${C}`,
  ].join('\n');
};
