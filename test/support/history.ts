/** What a localnode said after each of its blocks, the blocks, and ledgers that are fed with them. */
import type { Localnode } from '../../scripts/localnode.ts';
import { genesisSummaryOf } from '../../src/chain/genesis.ts';
import {
  applyBlock,
  createLedger,
  type PChanges,
  type PLedger,
  type XChanges,
  type XLedger,
} from '../../src/history/index.ts';
import { customNetwork } from '../../src/network/custom.ts';
import { local } from '../../src/network/known.ts';
import type { Upgrades } from '../../src/network/network.ts';
import { formatHex, parseBytes, parseHex } from '../../src/text/hex.ts';
import { parseJSON } from '../../src/text/json.ts';
import { expectEqual } from './equal.ts';
import { viewOfP, viewOfPReplies, viewOfX, viewOfXReplies } from './ledgerview.ts';

/** An answer of the node’s API, every bare integer exact. */
export interface Reply {
  readonly method: string;
  readonly params: { readonly [key: string]: unknown };
  readonly result: { readonly [key: string]: unknown };
}

interface History {
  readonly genesis: string;
  readonly blocks: readonly { readonly chain: 'P' | 'X'; readonly replies: readonly Reply[] }[];
}

const get = async ({ ready }: Localnode): Promise<History> =>
  parseJSON(await (await fetch(`${ready.url}/ext/history`)).text()) as unknown as History;

/** The bytes of the P-chain’s genesis. */
export const genesisOf = async (node: Localnode) => parseHex((await get(node)).genesis);

/** Lets a node that was started with `--posted-blocks` accept a block of the P-chain. */
export async function postBlock({ ready }: Localnode, bytes: Uint8Array): Promise<void> {
  const body = JSON.stringify({ block: formatHex(bytes) });
  const reply = await fetch(`${ready.url}/ext/history`, { method: 'POST', body });
  if (!reply.ok) throw new Error(await reply.text());
}

/** The bytes of a block. */
async function blockAt(node: Localnode, chain: 'P' | 'X', height: bigint) {
  const method = `${chain === 'P' ? 'platform' : 'avm'}.getBlockByHeight`;
  const params = { height: String(height), encoding: 'hex' };
  const { result } = JSON.parse(await node.rpc(`/ext/bc/${chain}`, method, params)) as {
    readonly result: { readonly block: string };
  };
  return parseBytes(result.block, 'hex');
}

const names: readonly (keyof Upgrades)[] = [
  'banff',
  'cortina',
  'durango',
  'etna',
  'fortuna',
  'granite',
  'helicon',
];

/** Upgrades as a localnode has them: to the last one that is active, from the start. */
const upgradesUpTo = (last: string): Partial<Upgrades> =>
  Object.fromEntries(
    names.map((name, i) => [
      name,
      i <= names.indexOf(last.toLowerCase() as keyof Upgrades)
        ? local.upgrades.granite
        : local.upgrades.helicon,
    ]),
  );

/** Ledgers after all blocks of a node, and what each block changed. */
export interface Replay {
  readonly genesis: Uint8Array;
  readonly p: PLedger;
  readonly x: XLedger;
  readonly pChanges: readonly PChanges[];
  readonly xChanges: readonly XChanges[];
  /** The blocks that the ledgers were fed with. */
  readonly blocks: readonly { readonly chain: 'P' | 'X'; readonly bytes: Uint8Array }[];
}

/** Feeds ledgers with every block of a node that was started with `--history`, and compares after each. */
export async function replay(node: Localnode): Promise<Replay> {
  const { genesis: hex, blocks } = await get(node);
  const genesis = parseHex(hex);
  const upgrades = upgradesUpTo(node.ready.upgrade);
  const network = customNetwork({ ...genesisSummaryOf(genesis), upgrades });
  const p = createLedger(genesis, { chain: 'P', network });
  const x = createLedger(genesis, { chain: 'X', network });
  const pChanges: PChanges[] = [];
  const xChanges: XChanges[] = [];
  const fed: Replay['blocks'][number][] = [];
  for (const { chain, replies } of blocks) {
    const told = chain === 'P' ? viewOfPReplies(replies) : viewOfXReplies(replies);
    const ledger = chain === 'P' ? p : x;
    while (String(ledger.height) !== told.height) {
      const bytes = await blockAt(node, chain, ledger.height + 1n);
      fed.push({ chain, bytes });
      if (chain === 'P') pChanges.push(applyBlock(p, bytes));
      else xChanges.push(applyBlock(x, bytes));
    }
    expectEqual(chain === 'P' ? viewOfP(p) : viewOfX(x), told);
  }
  return { genesis, p, x, pChanges, xChanges, blocks: fed };
}
