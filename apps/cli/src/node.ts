import {
  type Address,
  type AnyTx,
  AvalancheError,
  type ChainName,
  decodeTx,
  encode,
  formatBytes,
  formatJSON,
  formatState,
  type Hint,
  type JSONValue,
  type NetworkIdentity,
  open,
  parseBytes,
  parseJSON,
  readAddress,
  type State,
  toJSONText,
} from 'avalanche-tx';
import { UTXO as CUTXO } from 'avalanche-tx/cchain';
import { UTXO as PUTXO } from 'avalanche-tx/pchain';
import {
  type ConnectOptions,
  connect,
  fetchTransport,
  isNotAccepted,
  type MethodName,
  methods,
  type NodeClient,
  type Schema,
  type Transport,
} from 'avalanche-tx/rpc';
import { UTXO as XUTXO } from 'avalanche-tx/xchain';
import { IOError, UsageError } from '../../shared/failures.ts';
import { guess } from './commands/similar.ts';
import { isJSONObject } from './document.ts';
import { readInput } from './input.ts';
import { isWhole, networkIn } from './network.ts';
import { named } from './quote.ts';
import { warnOfMode } from './secrets.ts';
import type { Shell } from './shell.ts';
import { progressOn } from './terminal.ts';
import { within } from './within.ts';

/** How a node is reached. */
export interface NodeOptions {
  readonly url: string | undefined;
  /** Files with HTTP headers, one per line. */
  readonly header: readonly string[];
  /** Headers are sent over plain HTTP to another machine too. */
  readonly allowPlainHTTP: boolean;
  /** As for `readNetwork`. */
  readonly network: string | undefined;
}

const usual = 'http://127.0.0.1:9650';

/** Whether a text begins and ends as a JSON object or list does. */
const isEnclosed = (text: string): boolean => /^[{[]/.test(text) && /[}\]]$/.test(text.slice(-1));

/** A transport that tells a server that is not a node from a node: a proxy may answer with a page. */
function nodeTransport(): Transport {
  const send = fetchTransport();
  return async (request) => {
    const reply = await send(request);
    const isOK = reply.status >= 200 && reply.status < 300;
    if (isOK && !isEnclosed(reply.text.trim()))
      throw new IOError(
        `${new URL(request.url).origin} does not answer as a node`,
        new Error('the reply is not JSON'),
      );
    return reply;
  };
}

/** Reads what a connection needs besides the URL. */
export function connectOptions(
  { header, allowPlainHTTP, network: text }: Omit<NodeOptions, 'url'>,
  { stdin, warn }: Pick<Shell, 'stdin' | 'warn'>,
): ConnectOptions {
  const lines = header.flatMap((file) => {
    warnOfMode(file, warn);
    return readInput(file, stdin)
      .split('\n')
      .filter((line) => line.trim());
  });
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line.trim()) ?? [];
      if (!name) throw new UsageError('a file of headers must have one "Name: value" per line');
      return [name.trim(), value.trim()];
    }),
  );
  const network = networkIn(text, stdin);
  return {
    headers,
    allowPlainHTTP,
    transport: nodeTransport(),
    ...(network && isWhole(network) && { network }),
  };
}

/**
 * The client of the node that the options name.
 * @throws {AvalancheError} `WrongNetwork`: the node is of another network than `network`.
 */
export async function nodeAt(
  { url = usual, network, ...of }: NodeOptions,
  shell: Pick<Shell, 'stdin' | 'warn'>,
): Promise<NodeClient> {
  const how = connectOptions({ ...of, network }, shell);
  const node = connect(url, how);
  const wanted = how.network ?? networkIn(network, shell.stdin);
  if (wanted) await networkIDOf(node, wanted);
  return node;
}

/**
 * Asks a node for its networkID.
 * @throws {AvalancheError} `WrongNetwork`: it is another than the wanted one.
 */
export async function networkIDOf(
  node: NodeClient,
  wanted: NetworkIdentity | undefined,
): Promise<number> {
  const { networkID } = await node.call('info.getNetworkID', {});
  if (!wanted || Number(networkID) === wanted.networkID) return Number(networkID);
  throw new AvalancheError(
    'WrongNetwork',
    `the node is of network ${networkID}, --network is ${wanted.networkID}`,
    { have: String(networkID), need: String(wanted.networkID) },
  );
}

/** The output of `rpc`: the result of a method, with exact integers. */
export async function rpcCommand(
  node: NodeClient,
  method: string,
  params: string | undefined,
  at: string | undefined,
): Promise<string> {
  const json = within(['params'], () => parseJSON(params ?? '{}'));
  const of = at === undefined ? {} : { at };
  if (!Object.hasOwn(methods, method) && method.startsWith('eth_')) {
    const list = Array.isArray(json) ? json : [];
    return formatJSON(await node.send(`/ext/bc/${at ?? 'C'}/rpc`, { method, params: list }));
  }
  if (!Object.hasOwn(methods, method))
    throw new AvalancheError(
      'Unsupported',
      `${named(method)} is not a known method.${guess(method, Object.keys(methods))}`,
    );
  const name = method as MethodName;
  const row = methods[name] as {
    readonly params: Schema<object>;
    readonly result: Schema<unknown>;
  };
  const known = row.params.fields?.map(({ key }) => key) ?? [];
  const unknown = isJSONObject(json) ? Object.keys(json).filter((key) => !known.includes(key)) : [];
  if (unknown.length > 0) throw new UsageError(`${method} has no ${unknown.map(named).join(', ')}`);
  const value = within(['params'], () => row.params.parse(json));
  const call = node.call as (...all: unknown[]) => Promise<unknown>;
  return formatJSON(row.result.format(await call(name, value, of)));
}

/** The chain of addresses: `P-…`, `X-…`, `C-…` or `0x…`. */
function chainOf(addresses: readonly string[]): ChainName {
  if (addresses.length === 0) throw new UsageError('an address is needed: P-…, X-…, C-… or 0x…');
  const found = new Set(
    addresses.map((text) => (text.startsWith('0x') ? 'C' : readAddress(text).alias)),
  );
  const [chain = ''] = found;
  if (found.size > 1 || !/^[PXC]$/.test(chain))
    throw new UsageError('all addresses must be of one chain: P-…, X-…, or C-… and 0x…');
  return chain as ChainName;
}

/** The output of `state`: the file that `build` needs. */
export async function stateCommand(
  node: NodeClient,
  addresses: readonly string[],
  of: {
    readonly imports: readonly ChainName[];
    readonly authority: readonly string[];
  },
  { stderr }: Shell,
): Promise<string> {
  const chain = chainOf(addresses);
  const { imports, authority } = of;
  if (imports.includes(chain)) throw new UsageError(`${chain} cannot import from itself`);
  if (authority.length > 0 && chain !== 'P')
    throw new UsageError('--authority needs addresses of the P-chain');
  const progress = progressOn(stderr);
  const options = {
    imports: imports as never,
    onProgress: (n: number) => progress(`${n} UTXOs`),
  };
  const gather = (): Promise<State> => {
    switch (chain) {
      case 'P':
        return node.pchain.state(addresses, {
          ...options,
          ...(authority.length > 0 && { authorities: authority }),
        });
      case 'X':
        return node.xchain.state(addresses, options);
      case 'C':
        return node.cchain.state(addresses as readonly Address[], options);
    }
  };
  try {
    return formatState(await gather()).trimEnd();
  } finally {
    progress('');
  }
}

/** Writes UTXOs as they arrive, one per line: hex with a checksum, or the node's JSON. */
export async function utxosCommand(
  node: NodeClient,
  addresses: readonly string[],
  of: { readonly imports: readonly ChainName[]; readonly json: boolean },
  { stderr, print }: Shell,
): Promise<void> {
  const chain = chainOf(addresses);
  const [sourceChain, ...others] = of.imports;
  if (others.length > 0) throw new UsageError('utxos takes one --imports');
  if (chain === 'C' && sourceChain === undefined)
    throw new UsageError('the C-chain has only pending imports: pass --imports P or X');
  const network = await node.network();
  const progress = progressOn(stderr);
  const onProgress = (n: number) => progress(`${n} UTXOs`);
  const options = { onProgress, ...(sourceChain && { sourceChain }) };
  const utxos = {
    P: () => node.pchain.utxos(addresses, options),
    X: () => node.xchain.utxos(addresses, options),
    C: () => node.cchain.utxos(addresses, { ...options, sourceChain: sourceChain ?? '' }),
  }[chain]();
  try {
    for await (const utxo of utxos) {
      const bytes = encode<unknown>({ P: PUTXO, X: XUTXO, C: CUTXO }[chain], utxo);
      progress('');
      print(
        of.json
          ? toJSONText(open(bytes, { chain, kind: 'utxo', network }))
          : formatBytes(bytes, 'hex'),
      );
    }
  } finally {
    progress('');
  }
}

/** Reads a signed transaction: hex, JSON, or the output of `sign --finalize`. */
function readTx(text: string, hint: Hint): AnyTx {
  const json = /^\s*\{/.test(text) ? parseJSON(text) : undefined;
  if (json !== undefined && isJSONObject(json, 'params') && isJSONObject(json.params!, 'tx')) {
    const { method, params } = json as { method: JSONValue; params: { tx: JSONValue } };
    const chain = { 'platform.issueTx': 'P', 'avm.issueTx': 'X', 'avax.issueTx': 'C' }[
      String(method)
    ] as ChainName | undefined;
    if (!chain || typeof params.tx !== 'string')
      throw new AvalancheError('BadJSON', 'is not a call that issues a transaction');
    return within(['params', 'tx'], () => decodeTx(parseBytes(params.tx as string, 'hex'), chain));
  }
  const opened = open(text, { ...hint, kind: 'tx' });
  return opened.txs[0]!;
}

interface IssueOptions {
  readonly wait: boolean;
  readonly idempotent: boolean;
  readonly rehearse: boolean;
  /** Addresses whose UTXOs a rehearsal reads too. */
  readonly own: readonly string[];
}

/** The output of `issue`: the id and status of the submitted transaction. What a rehearsal shows goes to standard error. */
export async function issueCommand(
  node: NodeClient,
  text: string,
  hint: Hint,
  { wait, idempotent, rehearse, own }: IssueOptions,
  { stderr, warn }: Shell,
): Promise<string> {
  if (own.length > 0 && !rehearse) throw new UsageError('--own needs --rehearse');
  const tx = readTx(text, hint);
  const { rehearseFirst } = rehearse ? await import('./rehearse.ts') : {};
  const sayChanges = await rehearseFirst?.(node, tx, own, warn);
  const progress = progressOn(stderr);
  const onProgress = (status: string) => progress(`${tx.txID} ${status}`);
  try {
    const { txID, status, already, height } = await node.issue(tx, {
      wait,
      idempotent,
      onProgress,
    });
    return formatJSON({
      txID,
      status,
      ...(already && { already }),
      ...(height !== undefined && { height: String(height) }),
    });
  } catch (e) {
    if (isNotAccepted(e)) await sayChanges?.();
    throw e;
  } finally {
    progress('');
  }
}
