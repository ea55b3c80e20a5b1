/** What the panels show of the followed node, read as from any node: by RPC. */
import { type ChainName, formatAmount, formatAvax } from 'avalanche-tx';
import { explain } from 'avalanche-tx/explain';
import { connect, type NodeClient } from 'avalanche-tx/rpc';
import type { Testnode } from 'avalanche-tx/testnode';
import { limits, type NodeState } from '../model/messages.ts';
import { record, recordAccepted } from './record.ts';

type ChainPanel = NodeState['chains'][number];
type BlockRow = ChainPanel['blocks'][number];

/** Blocks by their ids: each is read once. */
const known = new Map<string, BlockRow>();

async function blocksOf(
  client: NodeClient,
  { network }: Testnode,
  chain: ChainName,
  height: bigint,
): Promise<readonly BlockRow[]> {
  if (height === 0n) return [];
  const first = height > BigInt(limits.blocks) ? height - BigInt(limits.blocks) : 0n;
  const rows: BlockRow[] = [];
  const options = { from: first, follow: false };
  for await (const block of client.blocks(`${chain}/block`, options)) {
    const row = known.get(block.id) ?? {
      height: String(block.index + 1n),
      id: block.id,
      time: String(block.timestamp.unixNanos / 1_000_000_000n),
      txs: block.txs.slice(0, 50).map((tx) => {
        const { title, type } = explain(tx, { network });
        return { txID: tx.txID ?? '', type, title: title.slice(0, limits.text) };
      }),
    };
    known.set(block.id, row);
    for (const { txID } of row.txs) recordAccepted(txID, row.height);
    rows.push(row);
  }
  return rows.reverse();
}

/** What a node says of an amount in nAVAX, unless there is none. */
const avaxOf = (units: bigint | undefined, note: string) =>
  units ? [{ amount: `${formatAvax(units)} AVAX`, note }] : [];

/** A quantity of the C-chain. */
const ethereum = async (client: NodeClient, method: string, params: string[]): Promise<bigint> =>
  BigInt(String(await client.send('/ext/bc/C/rpc', { method, params })));

async function amountsOf(
  client: NodeClient,
  address: string,
): Promise<NodeState['balances'][number]['amounts']> {
  if (address.startsWith('0x')) {
    const balance = await ethereum(client, 'eth_getBalance', [address, 'latest']);
    return balance ? [{ amount: `${formatAmount(balance, 18)} AVAX`, note: '' }] : [];
  }
  if (address.startsWith('X-')) {
    const { balances } = await client.call('avm.getAllBalances', { address });
    return balances
      .slice(0, 20)
      .flatMap(({ asset, balance }) =>
        asset === 'AVAX'
          ? avaxOf(balance, '')
          : [{ amount: String(balance), note: `of ${asset}`.slice(0, 200) }],
      );
  }
  const [balance, { staked }] = await Promise.all([
    client.call('platform.getBalance', { addresses: [address] }),
    client.call('platform.getStake', { addresses: [address] }),
  ]);
  return [
    ...avaxOf(balance.unlocked, ''),
    ...avaxOf(balance.lockedStakeable, 'can only be staked'),
    ...avaxOf(balance.lockedNotStakeable, 'locked'),
    ...avaxOf(staked, 'staked'),
  ];
}

/** Reads everything; undefined without a node. */
export async function readState(): Promise<NodeState | undefined> {
  const { node } = record;
  if (!node) return undefined;
  const client = connect('http://testnode', node);
  const [p, x, c, fees, xFees, baseFee] = await Promise.all([
    client.call('platform.getHeight'),
    client.call('avm.getHeight'),
    ethereum(client, 'eth_blockNumber', []),
    client.call('platform.getFeeState'),
    client.call('avm.getTxFee'),
    ethereum(client, 'eth_baseFee', []),
  ]);
  const rows = [
    { chain: 'P', height: p.height, feeRate: `${fees.price} nAVAX per gas` },
    { chain: 'X', height: x.height, feeRate: `${formatAvax(xFees.txFee)} AVAX per transaction` },
    { chain: 'C', height: c, feeRate: `${baseFee} wei per gas` },
  ] as const;
  const chains = await Promise.all(
    rows.map(async ({ chain, height, feeRate }) => ({
      chain,
      height: String(height),
      feeRate,
      blocks: await blocksOf(client, node, chain, height),
    })),
  );
  const balances = await Promise.all(
    [...record.addresses].map(async (address) => ({
      address,
      amounts: await amountsOf(client, address).catch(() => []),
    })),
  );
  return {
    network: node.network.name ?? String(node.network.networkID),
    time: String(node.time()),
    isHeld: record.isHeld,
    chains,
    balances,
  };
}
