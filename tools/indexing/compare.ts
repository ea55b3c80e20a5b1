/** Compares the tables of the index, and the ledgers of `history`, with what a script issued and with what the node answered meanwhile. */

import { isDeepStrictEqual } from 'node:util';
import { statePath } from '../../apps/index/src/chain.ts';
import { ChainState } from '../../apps/index/src/state.ts';
import type { ChainName } from '../../src/chain/declared.ts';
import { inputIDOf } from '../../src/chain/ids.ts';
import type { UTXO as PUTXO } from '../../src/chain/pchain/index.ts';
import type { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import {
  applyBlock,
  createLedger,
  l1BalanceOf,
  type PLedger,
  type XLedger,
} from '../../src/history/index.ts';
import { formatAddress } from '../../src/network/address.ts';
import type { Network } from '../../src/network/network.ts';
import { openContainer } from '../../src/open/indexed.ts';
import type { NodeClient } from '../../src/rpc/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { unlocked } from '../../src/tx/output.ts';
import { type Answers, lineOf, type Recorded } from './record.ts';
import { type OutputRow, type Tables, tablesOf } from './tables.ts';

/** What is compared. */
export interface Compared {
  readonly recorded: Recorded;
  readonly node: NodeClient;
  readonly network: Network;
  readonly genesis: Uint8Array;
  /** What `index` wrote. */
  readonly folder: string;
  readonly chains: readonly ChainName[];
}

/** What was compared, and what is wrong. */
export interface Comparison {
  readonly counts: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

/** Counts what was compared, and remembers what is wrong. */
class Judge {
  readonly counts = new Map<string, number>();
  readonly wrong: string[] = [];

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  same(what: string, found: unknown, expected: unknown): void {
    this.count(what);
    if (!isDeepStrictEqual(found, expected)) this.wrong.push(`${what}: ${shown(found, expected)}`);
  }
}

/** The first difference of two lists, or two values. */
function shown(found: unknown, expected: unknown): string {
  if (Array.isArray(found) && Array.isArray(expected)) {
    const only = (a: readonly unknown[], b: readonly unknown[]) => {
      const others = new Set(b.map(String));
      return a.filter((of) => !others.has(String(of))).slice(0, 3);
    };
    return `only in the index ${only(found, expected).join('; ')}, only at the node ${only(expected, found).join('; ')}`;
  }
  const [one, other] = [String(found), String(expected)];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const part = (text: string): string => text.slice(Math.max(0, at - 100), at + 200);
  return `${part(one)}, not ${part(other)}`;
}

/** Compares everything. */
export async function compare(of: Compared): Promise<Comparison> {
  const judge = new Judge();
  const tables = new Map<ChainName, Tables>();
  for (const chain of of.chains) tables.set(chain, await tablesOf(of.folder, chain));
  for (const chain of of.chains) await compareTxs(judge, of, chain, tables.get(chain)!);
  compareFunds(judge, of, tables);
  for (const chain of of.chains) if (chain !== 'C') await compareLedger(judge, of, chain);
  const p = tables.get('P');
  if (p) await compareValidators(judge, of, p);
  return judge;
}

/** Transactions that the P-chain makes by itself, when stakes end. */
const isReward = (type: string): boolean => /\.Reward\w*Tx$/.test(type);

/** Blocks and transactions are those that were issued, in this order, with what they make and spend. */
async function compareTxs(
  judge: Judge,
  { recorded, node }: Compared,
  chain: ChainName,
  { transactions, outputs, inputs, stakes, heights }: Tables,
): Promise<void> {
  const { index } = await node.call('index.getLastAccepted', {}, { at: `${chain}/block` });
  judge.same(`${chain}: blocks`, heights.length, Number(index) + 1);
  judge.same(
    `${chain}: heights`,
    heights.findIndex((of, i) => of !== BigInt(i + 1)),
    -1,
  );
  const issued = recorded.issued[chain];
  const found = transactions.filter(({ type }) => !isReward(type));
  const ids = found.map(({ txID, type }) => `${txID} ${type}`);
  let at = 0;
  for (const group of issued) {
    const expected = group.map(({ txID, type }) => `${txID} ${type}`).sort();
    judge.same(`${chain}: transactions`, ids.slice(at, at + group.length).sort(), expected);
    at += group.length;
  }
  judge.same(`${chain}: number of transactions`, ids.length, at);
  const [madeBy, paidBy] = [groupOf(outputs), groupOf(inputs)];
  const account = ({ owners, amount }: OutputRow): string => `${owners} ${amount}`;
  for (const { txID, ...tx } of issued.flat()) {
    const made = (madeBy.get(txID) ?? []).filter(({ why }) => !ofStake.has(why));
    const [credits, coins] = [made.filter(isAccount), made.filter((of) => !isAccount(of))];
    const lines = coins.map(
      ({ key, assetID, amount }) => `${key.split(' ')[1]} ${assetID} ${amount}`,
    );
    judge.same(`${chain}: outputs of transactions`, lines, tx.outputs);
    judge.same(`${chain}: credits of transactions`, credits.map(account), tx.credits);
    const spent = paidBy.get(txID) ?? [];
    const spends = spent
      .filter((of) => of.account === '')
      .map(({ key, amount }) => `${key} ${amount}`);
    const debits = spent
      .filter((of) => of.account !== '')
      .map((of) => `${of.account} ${of.amount}`);
    // Operations spend minting rights and NFTs, which have no amount, and so no row.
    judge.same(`${chain}: inputs of transactions`, spends, tx.inputs);
    judge.same(`${chain}: debits of transactions`, debits, tx.debits);
    judge.count(`${chain}: outputs`, made.length);
    judge.count(`${chain}: inputs`, spent.length);
  }
  if (chain !== 'P') return;
  const rewards = transactions.filter(({ type }) => isReward(type));
  let aborted = 0;
  for (const { txID } of rewards) {
    const { status } = await node.call('platform.getTxStatus', { txID });
    if (status === 'Aborted') aborted++;
    else judge.same('P: reward transactions', status, 'Committed');
  }
  const refused = stakes.filter(({ event }) => event === 'refused').length;
  judge.same('P: refused rewards', refused, aborted);
  judge.count('P: stakes refused', aborted);
}

/** Outputs that no transaction has among its fields. */
const ofStake = new Set(['reward', 'delegateeReward', 'refund']);
const isAccount = ({ owners }: OutputRow): boolean => owners[0]!.startsWith('0x');

function groupOf<R extends { readonly txID: string }>(rows: readonly R[]): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(row.txID);
    if (group) group.push(row);
    else groups.set(row.txID, [row]);
  }
  return groups;
}

/** A change of funds: an output that comes, or goes. */
interface Change {
  readonly height: bigint;
  readonly key: string;
  /** Absent if it goes. */
  readonly output?: OutputRow;
}

/** Funds that follow the changes of a chain. */
class Funds {
  readonly held = new Map<string, OutputRow>();
  readonly #changes: readonly Change[];
  #at = 0;

  constructor(changes: readonly Change[]) {
    // What comes at a height comes before what goes.
    const rank = ({ output }: Change): number => (output ? 0 : 1);
    this.#changes = [...changes].sort((a, b) =>
      a.height === b.height ? rank(a) - rank(b) : a.height < b.height ? -1 : 1,
    );
  }

  to(height: bigint): ReadonlyMap<string, OutputRow> {
    for (; this.#changes[this.#at] && this.#changes[this.#at]!.height <= height; this.#at++) {
      const { key, output } = this.#changes[this.#at]!;
      if (output) this.held.set(key, output);
      else this.held.delete(key);
    }
    return this.held;
  }
}

const lineOfRow = ({ key, assetID, amount }: OutputRow): string => `${key} ${assetID} ${amount}`;

/** At every moment, outputs less what was spent are the funds that the node had. */
function compareFunds(
  judge: Judge,
  { recorded, network, chains: of }: Compared,
  tables: ReadonlyMap<ChainName, Tables>,
): void {
  const avax = formatID(network.avaxAssetID);
  const own = new Map(of.map((chain) => [chain, new Set(recorded.addresses[chain])]));
  const isOwn = (chain: ChainName, { owners }: OutputRow): boolean =>
    owners.some((address) => own.get(chain)!.has(address));
  const spentOn = (chain: ChainName): readonly Change[] =>
    (tables.get(chain)?.inputs ?? []).map(({ height, key }) => ({ height, key }));
  const ended = new Map(
    (tables.get('P')?.stakes ?? [])
      .filter(({ event }) => event === 'rewarded' || event === 'refused')
      .map(({ txID, height }) => [txID, height]),
  );
  const held = new Map(
    (['P', 'X'] as const).map((chain) => {
      const made = (tables.get(chain)?.outputs ?? []).flatMap((output): Change[] => {
        const { why, key, txID } = output;
        if (why === 'export' || !isOwn(chain, output)) return [];
        const height = why === 'stake' ? ended.get(txID) : output.height;
        return height === undefined ? [] : [{ height, key, output }];
      });
      return [chain, new Funds([...made, ...spentOn(chain)])];
    }),
  );
  const staked = new Funds(
    (tables.get('P')?.outputs ?? [])
      .filter(({ why, assetID }) => why === 'stake' && assetID === avax)
      .filter((output) => isOwn('P', output))
      .flatMap((output) => {
        const { height, key, txID } = output;
        const end = ended.get(txID);
        return [{ height, key, output }, ...(end === undefined ? [] : [{ height: end, key }])];
      }),
  );
  const accounts = new Ledger(recorded.accounts, tables.get('C'));
  const exported = exports(of, { recorded, network }, tables);
  for (const answers of recorded.answers) {
    const { heights, utxos, balances } = answers;
    for (const chain of of) {
      if (chain === 'C') continue;
      const funds = [...held.get(chain)!.to(heights[chain]).values()];
      judge.same(`${chain}: UTXOs at a height`, funds.map(lineOfRow).sort(), utxos[chain]);
      judge.count(`${chain}: UTXOs`, funds.length);
      const sums = new Map<string, bigint>();
      for (const { owners, assetID, amount } of funds)
        for (const address of owners) {
          const key = `${address} ${assetID}`;
          if (own.get(chain)!.has(address)) sums.set(key, (sums.get(key) ?? 0n) + amount);
        }
      const told = [...balances].filter(([key, sum]) => key.startsWith(`${chain}-`) && sum > 0n);
      const lines = (list: Iterable<readonly [string, bigint]>) =>
        [...list].map(([key, sum]) => `${key} ${sum}`).sort();
      judge.same(`${chain}: balances at a height`, lines(sums), lines(told));
      judge.count(`${chain}: balances`, sums.size);
    }
    if (of.includes('P')) {
      const sum = [...staked.to(heights.P).values()].reduce((sum, { amount }) => sum + amount, 0n);
      judge.same('P: stake at a height', sum, answers.staked);
    }
    if (of.includes('C')) {
      const sums = accounts.to(heights.C);
      for (const account of recorded.addresses.C)
        judge.same('C: balances', sums.get(account), balances.get(`${account} ${avax}`));
    }
    compareExported(judge, exported, answers);
  }
}

/** Accounts of C that follow its transactions. */
class Ledger {
  readonly #sums: Map<string, bigint>;
  readonly #changes: readonly (readonly [height: bigint, account: string, by: bigint])[];
  #at = 0;

  constructor(first: ReadonlyMap<string, bigint>, tables: Tables | undefined) {
    this.#sums = new Map(first);
    const credits = (tables?.outputs ?? []).filter(isAccount);
    const debits = (tables?.inputs ?? []).filter(({ account }) => account !== '');
    this.#changes = [
      ...credits.map(({ height, owners, amount }) => [height, owners[0]!, amount] as const),
      ...debits.map(({ height, account, amount }) => [height, account, -amount] as const),
    ].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }

  to(height: bigint): ReadonlyMap<string, bigint> {
    for (; this.#changes[this.#at] && this.#changes[this.#at]![0] <= height; this.#at++) {
      const [, account, by] = this.#changes[this.#at]!;
      this.#sums.set(account, (this.#sums.get(account) ?? 0n) + by);
    }
    return this.#sums;
  }
}

/** Exported outputs of the addresses that were not imported yet, by the letters of both chains. */
type Exported = ReadonlyMap<string, { readonly made: Funds; readonly imports: Funds }>;

function exports(
  of: readonly ChainName[],
  { recorded, network }: Pick<Compared, 'recorded' | 'network'>,
  tables: ReadonlyMap<ChainName, Tables>,
): Exported {
  const keyOf = (address: string): string => address.slice(address.indexOf('-') + 1);
  // The same keys on all chains: an address on one is theirs on another.
  const own = new Set([...recorded.addresses.P, ...recorded.addresses.X].map(keyOf));
  const pairs = of.flatMap((to) =>
    of.filter((from) => from !== to).map((from) => [from, to] as const),
  );
  return new Map(
    pairs.map(([from, to]) => {
      const peer = formatID(network.chains[to].blockchainID);
      const isOwn = ({ owners }: OutputRow) => owners.some((address) => own.has(keyOf(address)));
      const made = tables.get(from)!.outputs.filter((of) => of.peer === peer && isOwn(of));
      // What was imported, as if it came: the UTXOs of both chains are at different heights.
      const imported = tables.get(to)!.inputs.map(({ height, key, txID, amount }) => ({
        height,
        key,
        output: { height, key, txID, amount, assetID: '', why: 'import', owners: [], peer: '' },
      }));
      const funds = made.map((output) => ({ height: output.height, key: output.key, output }));
      return [`${from}${to}`, { made: new Funds(funds), imports: new Funds(imported) }];
    }),
  );
}

function compareExported(judge: Judge, of: Exported, { heights, exported }: Answers): void {
  for (const [pair, { made, imports }] of of) {
    const [from, to] = [...pair] as [ChainName, ChainName];
    const gone = imports.to(heights[to]);
    const waiting = [...made.to(heights[from]).values()].filter(({ key }) => !gone.has(key));
    judge.same(`${pair}: exported at a height`, waiting.map(lineOfRow).sort(), exported.get(pair));
    judge.count(`${pair}: exported UTXOs`, waiting.length);
  }
}

/**
 * A ledger of `history` that is fed with the blocks has the funds of the node at every moment, and the index wrote the same ledger after its
 * last whole partition.
 */
async function compareLedger(
  judge: Judge,
  { recorded, node, network, genesis, folder }: Compared,
  chain: 'P' | 'X',
): Promise<void> {
  const utxos = new Map<string, PUTXO | XUTXO>();
  const ledger =
    chain === 'P'
      ? createLedger(genesis, {
          chain: 'P',
          network,
          stores: { utxos: utxos as Map<string, PUTXO> },
        })
      : createLedger(genesis, {
          chain: 'X',
          network,
          stores: { utxos: utxos as Map<string, XUTXO> },
        });
  const own = new Set(recorded.addresses[chain]);
  const funds = (): readonly string[] =>
    [...utxos.values()]
      .filter(({ output }) =>
        unlocked(output).addresses.some((of) => own.has(formatAddress(of, chain, network))),
      )
      .flatMap(lineOf)
      .sort();
  const moments = [...recorded.answers];
  const look = (): void => {
    while (moments[0]?.heights[chain] === ledger.height)
      judge.same(`${chain}: UTXOs of the ledger`, funds(), moments.shift()!.utxos[chain]);
  };
  look();
  for await (const { bytes } of node.containers(`${chain}/block`)) {
    const block = openContainer(bytes, { chain, network }).bytes;
    if (ledger.chain === 'P') applyBlock(ledger, block);
    else applyBlock(ledger, block);
    judge.count(`${chain}: blocks of the ledger`);
    look();
  }
  const state = await ChainState.open(statePath(folder, chain), chain, { network, create: false });
  judge.same(
    `${chain}: ledger of the index`,
    await textOf(state.ledger!, state),
    await textOf(ledger),
  );
  await state.close();
  judge.same(`${chain}: moments`, moments.length, 0);
  if (ledger.chain === 'P') await compareL1(judge, node, ledger);
}

/** A ledger as text. The UTXOs of the index are in its state. */
async function textOf(
  { network: _, utxos, ...rest }: PLedger | XLedger,
  state?: ChainState,
): Promise<string> {
  const own = new Map<string, unknown>();
  if (utxos instanceof Map) for (const [key, utxo] of utxos) own.set(key, utxo);
  else for await (const utxo of state!.utxos()) own.set(formatID(inputIDOf(utxo)), utxo);
  const sorted = (of: ReadonlyMap<string, unknown>) => [...of].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ ...rest, utxos: own }, (_, value) => {
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Uint8Array) return formatHex(value);
    if (value instanceof Map) return sorted(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(sorted(new Map(Object.entries(value))));
  });
}

/** L1 validators of the ledger are those of the node. */
async function compareL1(judge: Judge, node: NodeClient, ledger: PLedger): Promise<void> {
  for (const [validationID, of] of ledger.l1Validators) {
    const { weight, balance } = await node.call('platform.getL1Validator', { validationID });
    judge.same(
      'P: L1 validators of the ledger',
      `${of.weight} ${l1BalanceOf(of, ledger)}`,
      `${weight} ${balance ?? 0n}`,
    );
  }
}

/** Stakes that began and did not end are the current validators; what the rows of L1 validators say is what the node says. */
async function compareValidators(judge: Judge, { node }: Compared, p: Tables): Promise<void> {
  const live = new Set<string>();
  for (const { txID, event } of p.stakes)
    if (began.has(event)) live.add(txID);
    else live.delete(txID);
  const subnets = p.transactions.filter(({ type }) => type === 'platformvm.CreateSubnetTx');
  const current: string[] = [];
  for (const subnetID of [undefined, ...subnets.map(({ txID }) => txID)])
    current.push(...(await stakesOf(node, subnetID)));
  judge.same('P: current stakes', [...live].sort(), current.sort());
  judge.count('P: stakes', p.stakes.length);
  const latest = new Map(p.l1Validators.map((of) => [of.validationID, of]));
  for (const { validationID, event, weight, feesUntil } of latest.values()) {
    if (event === 'removed') continue;
    const of = await node.call('platform.getL1Validator', { validationID });
    const balance = feesUntil === 0n ? 0n : feesUntil - p.accruedFees;
    judge.same('P: L1 validators', `${weight} ${balance}`, `${of.weight} ${of.balance ?? 0n}`);
  }
}

const began = new Set(['current', 'renewed', 'changed']);

interface Validators {
  readonly validators: readonly {
    readonly nodeID: string;
    readonly txID?: string;
    readonly delegators?: readonly { readonly txID: string }[] | null;
  }[];
}

/** Transactions of the current validators and delegators of a subnet, as the node has them. */
async function stakesOf(
  node: NodeClient,
  subnetID: string | undefined,
): Promise<readonly string[]> {
  const ask = async (more: { readonly nodeIDs?: string[] }) => {
    const params = { ...(subnetID !== undefined && { subnetID }), ...more };
    const method = 'platform.getCurrentValidators';
    return ((await node.send('/ext/bc/P', { method, params })) as unknown as Validators).validators;
  };
  const found: string[] = [];
  // Only of one validator a node tells the delegators.
  for (const { nodeID } of await ask({}))
    for (const { txID, delegators } of await ask({ nodeIDs: [nodeID] })) {
      if (txID !== undefined) found.push(txID);
      found.push(...(delegators ?? []).map((of) => of.txID));
    }
  return found;
}
