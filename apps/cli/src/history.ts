/** `history`: what addresses received, paid, staked and earned, as a table, JSON or CSV. */
import { formatAddress, formatAvax, formatID, isError, type Network, parseHex } from 'avalanche-tx';
import { type EntryAccount, type History, type HistoryRow, historyOf } from 'avalanche-tx/history';
import type { NodeClient } from 'avalanche-tx/rpc';
import { IOError } from '../../shared/failures.ts';
import { readInput } from './input.ts';
import type { Shell } from './shell.ts';
import { progressOn, table } from './terminal.ts';
import { parseTime } from './times.ts';
import { within } from './within.ts';

interface HistoryArguments {
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** The file of the genesis. */
  readonly genesis: string | undefined;
  readonly form: 'table' | 'json' | 'csv';
  /** Whether to print the double entries instead of a row for each transaction. */
  readonly entries: boolean;
}

const amounts = ['received', 'sent', 'fee', 'staked', 'returned', 'rewarded', 'balance'] as const;

/** The output of `history`. */
export async function historyCommand(
  node: NodeClient,
  addresses: readonly string[],
  { since, until, genesis, form, entries }: HistoryArguments,
  { stdin, stderr }: Shell,
): Promise<string> {
  const progress = progressOn(stderr);
  const network = await node.network();
  let found: History;
  try {
    found = await historyOf(node, addresses, {
      ...(since !== undefined && { since: parseTime(since) }),
      ...(until !== undefined && { until: parseTime(until) }),
      ...(genesis !== undefined && {
        genesis: within(['genesis'], () => parseHex(readInput(genesis, stdin).trim())),
      }),
      onProgress: (chain, next, last) => progress(`block ${next} of ${last} of the ${chain}-chain`),
    });
  } catch (e) {
    if (isError(e, 'HTTPStatus') && e.context.status === 404)
      throw new IOError(
        'the history cannot be read',
        new Error(
          'the node has no index. Use one that runs with --index-enabled; public nodes do not',
        ),
      );
    throw e;
  } finally {
    progress('');
  }
  if (form === 'json') return jsonText(found, network);
  const rows = entries ? entryRows(found, network) : historyRows(found, network);
  if (form === 'csv') return [rows.titles, ...rows.lines].map(csvLine).join('\n');
  const balances = table(
    ['chain', 'asset', 'opening', 'closing'],
    found.balances.map(({ chain, assetID, opening, closing }) => [
      chain,
      assetText(assetID, network),
      amountText(opening, assetID, network),
      amountText(closing, assetID, network),
    ]),
  );
  if (found.balances.length === 0) return 'nothing';
  if (rows.lines.length === 0) return balances;
  const { titles, lines } = withoutZeros(rows);
  return `${table(titles, lines)}\n\n${balances}`;
}

/** Leaves out columns in which nothing ever happened. */
function withoutZeros({ titles, lines }: Rows): Rows {
  const isKept = (_: string, i: number) => lines.some((line) => line[i] !== '0');
  return { titles: titles.filter(isKept), lines: lines.map((line) => line.filter(isKept)) };
}

interface Rows {
  readonly titles: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

const historyRows = ({ rows }: History, network: Network): Rows => ({
  titles: ['time', 'chain', 'type', 'asset', ...amounts, 'txID'],
  lines: rows.map((row) => [
    ...headOf(row),
    typeText(row),
    assetText(row.assetID, network),
    ...amounts.map((name) => amountText(row[name], row.assetID, network)),
    row.txID,
  ]),
});

const entryRows = ({ rows }: History, network: Network): Rows => ({
  titles: ['time', 'chain', 'reason', 'account', 'asset', 'amount', 'txID'],
  lines: rows.flatMap((row) =>
    row.entries.map(({ account, assetID, amount, why }) => [
      ...headOf(row),
      why,
      accountText(account, network),
      assetText(assetID, network),
      amountText(amount, assetID, network),
      row.txID,
    ]),
  ),
});

const headOf = ({ time, chain }: HistoryRow): readonly [string, string] => [timeText(time), chain];

const timeText = (time: bigint): string =>
  new Date(Number(time) * 1000).toISOString().replace('.000', '');

const typeText = ({ type }: HistoryRow): string => type.replace(/^\w+\./, '');

const isAVAX = (assetID: Uint8Array, { avaxAssetID }: Network): boolean =>
  formatID(assetID) === formatID(avaxAssetID);

const assetText = (assetID: Uint8Array, network: Network): string =>
  isAVAX(assetID, network) ? 'AVAX' : formatID(assetID);

/** AVAX in AVAX, other assets in their smallest unit. */
const amountText = (amount: bigint, assetID: Uint8Array, network: Network): string =>
  !isAVAX(assetID, network)
    ? String(amount)
    : amount < 0n
      ? `-${formatAvax(-amount)}`
      : formatAvax(amount);

/** The name of an account: owners by their addresses on the chain where the UTXOs are. */
function accountText(account: EntryAccount, network: Network): string {
  switch (account.kind) {
    case 'owner':
      return ownerText(account.chain, account.owner, network);
    case 'exported':
      return `exported from ${account.from ?? '?'} to ${ownerText(account.chain, account.owner, network)}`;
    case 'stake':
      return `stake of ${ownerText('P', account.owner, network)}`;
    case 'account':
      return account.address;
    default:
      return account.kind;
  }
}

function ownerText(
  chain: 'P' | 'X' | 'C' | undefined,
  owner: { readonly threshold: number; readonly addresses: readonly Uint8Array[] } | undefined,
  network: Network,
): string {
  if (!owner) return `somebody on ${chain ?? 'another chain'}`;
  const { threshold, addresses } = owner;
  const names = addresses.map((address) => formatAddress(address, chain ?? 'P', network));
  if (names.length === 1 && threshold === 1) return names[0]!;
  return `${threshold} of ${names.length}: ${names.join(', ')}`;
}

/** The history as JSON: every digit of the smallest units. */
const jsonText = ({ rows, balances }: History, network: Network): string =>
  JSON.stringify({
    network: network.name,
    rows: rows.map((row) => ({
      time: String(row.time),
      chain: row.chain,
      height: String(row.height),
      txID: row.txID,
      type: row.type,
      assetID: formatID(row.assetID),
      ...Object.fromEntries(amounts.map((name) => [name, String(row[name])])),
      isShared: row.isShared,
      entries: row.entries.map(({ account, amount, why, utxo }) => ({
        account: accountText(account, network),
        kind: account.kind,
        amount: String(amount),
        why,
        ...(utxo !== undefined && { utxo }),
      })),
    })),
    balances: balances.map(({ chain, assetID, opening, closing }) => ({
      chain,
      assetID: formatID(assetID),
      opening: String(opening),
      closing: String(closing),
    })),
  });

/** A line of CSV by RFC 4180. */
const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
