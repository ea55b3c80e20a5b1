/** What a watch of a test node credits, and what its UTXOs say. */

import type { Intent } from '../../src/builder/intents/table.ts';
import { Block } from '../../src/chain/pchain/block.ts';
import {
  type AddressSet,
  addressSet,
  type DepositBatch,
  type LeftOut,
  type WatchDepositsOptions,
  type WatchedCredit,
  watchDeposits,
} from '../../src/deposits/index.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { type CallOptions, connect, type NodeClient } from '../../src/rpc/index.ts';
import { type Key, privateKey } from '../../src/sign/key.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatID } from '../../src/text/id.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { decode } from '../../src/wire/codec.ts';
import { AVAX, day, ewoq, send } from '../support/testnode.ts';

/** The customers, whose addresses are watched, and a stranger. */
export const [ann, bob, stranger] = [21, 22, 23].map((byte) =>
  privateKey(new Uint8Array(32).fill(byte)),
) as [Key, Key, Key];

export const customersOf = ({ network }: Testnode): AddressSet =>
  addressSet([ann.address('P', network), bob.shortID], network);

export const clientOf = (node: Testnode): NodeClient => connect('http://testnode', node);

export const heightOf = ({ world }: Testnode, chain: 'P' | 'X'): bigint =>
  world[chain].ledger.height;

type Options = Partial<WatchDepositsOptions>;

/** All batches from a height on. */
export async function batchesOf(
  node: Testnode,
  chain: 'P' | 'X',
  options: Options = {},
  client = clientOf(node),
): Promise<readonly DepositBatch[]> {
  const addresses = customersOf(node);
  const batches: DepositBatch[] = [];
  for await (const batch of watchDeposits(client, { chain, addresses, from: 0n, ...options }))
    batches.push(batch);
  return batches;
}

/** What both chains credited and left out. */
export async function depositedOn(node: Testnode, options: Options = {}) {
  const credits: WatchedCredit[] = [];
  const leftOut: LeftOut[] = [];
  for (const chain of ['P', 'X'] as const)
    for (const batch of await batchesOf(node, chain, options)) {
      credits.push(...batch.credits);
      leftOut.push(...batch.leftOut);
    }
  return { credits, leftOut };
}

/** The AVAX that a key can spend alone and now, counted over all UTXOs. */
export function aloneOf({ world, network }: Testnode, key: Key): bigint {
  let sum = 0n;
  for (const chain of ['P', 'X'] as const) {
    const { time, utxos } = world[chain].ledger;
    for (const [, { assetID, output }] of utxos.ofAddress(key.shortID)) {
      const inner = output.type === 'stakeable.LockOut' ? output.output : output;
      const lock = output.type === 'stakeable.LockOut' ? output.locktime : 0n;
      if (inner.type !== 'secp256k1fx.TransferOutput' || lock > time) continue;
      const { threshold, addresses, locktime, amount } = inner;
      const isAlone = threshold === 1 && addresses.length === 1 && locktime <= time;
      if (isAlone && equalBytes(assetID, network.avaxAssetID)) sum += amount;
    }
  }
  return sum;
}

export const sumOf = (credits: readonly { readonly amount: bigint }[]): bigint =>
  credits.reduce((sum, { amount }) => sum + amount, 0n);

/** What a node of a pool does wrong. */
export interface Pool {
  /** Blocks that the node that answers now is behind. */
  readonly lag: () => bigint;
  /** Throws what goes wrong before an answer. */
  readonly fail?: () => void;
}

const refused = (method: string) =>
  new AvalancheError('NodeError', 'not found (-32000)', {
    code: -32000,
    message: 'not found',
    data: null,
    method,
    params: [],
  });

/** A client of a pool of nodes behind one URL, each of which may be behind the others. */
export function pooled(node: Testnode, { lag, fail = () => {} }: Pool): NodeClient {
  const client = clientOf(node);
  const seen = (chain: 'P' | 'X') => heightOf(node, chain) - lag();
  /** Whether the node that answers has the block of a transaction. */
  const has = (txID: string): boolean => {
    const height = seen('P');
    return node.world.P.blocks.some(
      ({ txIDs, bytes }) => decode(Block, bytes).height <= height && txIDs.includes(txID),
    );
  };
  const blocks =
    (chain: 'P' | 'X') =>
    async (block: string | bigint, options?: CallOptions): Promise<never> => {
      fail();
      if (typeof block === 'bigint' && block > seen(chain)) throw refused('getBlockByHeight');
      const from = chain === 'P' ? client.pchain : client.xchain;
      return (await from.getBlock(block, options)) as never;
    };
  return {
    ...client,
    call: (async (method: string) => {
      fail();
      return { height: seen(method.startsWith('platform') ? 'P' : 'X') };
    }) as never,
    pchain: {
      ...client.pchain,
      getBlock: blocks('P'),
      getTx: async (txID, options) => {
        fail();
        if (!has(txID)) throw refused('getTx');
        return client.pchain.getTx(txID, options);
      },
      getRewardUTXOs: async (txID, options) => {
        fail();
        const isPaid = node.world.P.blocks.some(
          (block) =>
            decode(Block, block.bytes).height <= seen('P') &&
            block.txIDs.some((id) => id === txID || rewardedBy(node, id) === txID),
        );
        return isPaid ? client.pchain.getRewardUTXOs(txID, options) : [];
      },
    },
    xchain: { ...client.xchain, getBlock: blocks('X') },
  };
}

/** The staker that a transaction rewards. */
function rewardedBy({ world }: Testnode, txID: string): string | undefined {
  const unsignedTx = world.txs.get(txID)?.tx.unsignedTx;
  return unsignedTx?.type === 'platformvm.RewardValidatorTx'
    ? formatID(unsignedTx.txID)
    : undefined;
}

/** A validator with the rewards of somebody who is no customer. */
export const node1 = {
  nodeID: new Uint8Array(20).fill(5),
  nodePOP: provePossession(new Uint8Array(32).fill(5)),
};

/** Adds it. */
export const validate = (node: Testnode, more: object = {}) =>
  send(node, 'P', {
    type: 'AddPermissionlessValidatorTx',
    node: node1,
    amount: 2_000n * AVAX,
    end: node.time() + 60n * day,
    delegationFee: '10%',
    rewardsOwner: ewoq.address('P', node.network),
    ...more,
  } as Intent);
