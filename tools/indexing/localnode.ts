/**
 * A script of the oracle on avalanchego's own P- and X-chain: every type, valid and changed, over the upgrades from before Etna on. In a long
 * one most blocks are of transfers by hand.
 */
import type { ChainName } from '../../src/chain/declared.ts';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { connect } from '../../src/rpc/connect.ts';
import type { NodeClient } from '../../src/rpc/index.ts';
import { type Key, privateKey } from '../../src/sign/key.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { parseHex } from '../../src/text/hex.ts';
import { type Issue, playScript, type Start } from '../differential/script.ts';
import { type Random, randomOf } from '../fuzz/random.ts';
import {
  bulkTransfer,
  type Coin,
  fundingTransfer,
  newPayers,
  noteCoins,
  type Payers,
} from './bulk.ts';
import { type Answers, answersOf, type Issued, issuedOf, type Recorded } from './record.ts';

/** A node that does not move any more. */
export interface PlayedLocalnode {
  readonly recorded: Recorded;
  readonly url: string;
  readonly genesis: Uint8Array;
}

/** Ends a script in the middle. */
class Done extends Error {}

/** Plays a script until the node has so many containers, and gives the node to a function while it runs. */
export async function playOnLocalnode<T>(
  {
    seed,
    count,
    moments,
  }: { readonly seed: number; readonly count: number; readonly moments: number },
  then: (played: PlayedLocalnode) => Promise<T>,
): Promise<T> {
  const script = { seed, count: 10 * count, upgrade: 'latest' };
  let play: Play | undefined;
  let result: T | undefined;
  try {
    await playScript(script, async (action) => {
      if (action.do === 'start') play = await begin(action, seed, count);
      else if (action.do === 'issue') await issue(play!, action);
      else if (action.do === 'block') accept(play!, txOf({ chain: 'P', ...action }));
      else if (action.do === 'offline') await takeOffline(play!, action.nodeID);
      else {
        await settle(play!);
        await payByHand(play!);
        if (await ask(play!, count / moments)) return;
        if (play!.answers.length < moments) return;
        const { issued, answers, addresses, url, genesis } = play!;
        const recorded = { issued, answers, addresses, accounts: new Map() };
        result = await then({ recorded, url, genesis });
        throw new Done();
      }
    });
  } catch (e) {
    if (!(e instanceof Done)) throw e;
    return result!;
  }
  throw new Error(`the script ended after ${play?.answers.length} of ${moments} moments`);
}

/** A script in the middle. */
interface Play {
  readonly node: NodeClient;
  readonly url: string;
  readonly genesis: Uint8Array;
  readonly addresses: Record<ChainName, readonly string[]>;
  /** Assets of X by their aliases. */
  readonly aliases: Readonly<Record<string, string>>;
  readonly issued: Record<ChainName, Issued[][]>;
  readonly answers: Answers[];
  /** Transactions that the pool took, and no block has yet. */
  waiting: AnyTx[];
  readonly payers: Payers;
  /** Keys of the script, which are paid now and then. */
  readonly others: readonly Key[];
  readonly random: Random;
  /** Transfers by hand after each action. */
  readonly byHand: number;
}

/** Blocks that the script makes at most, more or less. */
const mostScripted = 5000;

async function begin(
  { url, genesis, keys, assets: aliases }: Start,
  seed: number,
  count: number,
): Promise<Play> {
  const node = connect(url);
  const payers = newPayers(await node.network());
  const byHand = Math.max(0, Math.round(count / mostScripted) - 1);
  const paying = byHand > 0 ? payers.all : [];
  const addressesOf = (chain: 'P' | 'X') =>
    paying.map(({ key }) => key.address(chain, payers.network));
  const play: Play = {
    url,
    node,
    aliases,
    genesis: parseHex(genesis),
    answers: [],
    waiting: [],
    issued: { P: [], X: [], C: [] },
    addresses: {
      P: [...keys.map(({ pAddress }) => pAddress), ...addressesOf('P')],
      X: [...keys.map(({ xAddress }) => xAddress), ...addressesOf('X')],
      C: [],
    },
    payers,
    others: keys.map(({ hex }) => privateKey(parseHex(hex))),
    random: randomOf(`by hand ${seed}`),
    byHand,
  };
  if (byHand > 0) {
    const { pAddress, xAddress, hex } = keys[1]!;
    await fund(play, 'P', pAddress, parseHex(hex));
    await fund(play, 'X', xAddress, parseHex(hex));
  }
  return play;
}

/** Gives those who pay by hand what somebody has. */
async function fund(
  play: Play,
  chain: 'P' | 'X',
  address: string,
  secret: Uint8Array,
): Promise<void> {
  const coins: Coin[] = [];
  const { node, payers } = play;
  const { utxos } = chain === 'P' ? node.pchain : node.xchain;
  for await (const { txID, outputIndex, assetID, output } of utxos([address]))
    if (
      output.type === 'secp256k1fx.TransferOutput' &&
      output.locktime === 0n &&
      output.addresses.length === 1 &&
      equalBytes(assetID, payers.network.avaxAssetID)
    )
      coins.push({ txID, outputIndex, amount: output.amount });
  await payWith(play, fundingTransfer(payers, chain, secret, coins));
}

/** Issues transfers by hand, each of which gets its own block. */
async function payByHand(play: Play): Promise<void> {
  const { payers, random, others, byHand } = play;
  for (let i = 0; i < byHand; i++) {
    const tx = bulkTransfer(payers, random.pick(['P', 'X']), random, others);
    if (tx) await payWith(play, tx);
  }
}

/** Issues a transfer by hand, and makes its block. */
async function payWith(play: Play, tx: AnyTx): Promise<void> {
  const { node, payers } = play;
  await submit(node, tx);
  await node.send('/ext/judge', { method: 'judge.makeBlocks', params: {} });
  accept(play, tx);
  noteCoins(payers, tx);
}

const txOf = ({ chain, hex }: { readonly chain: 'P' | 'X'; readonly hex: string }): AnyTx =>
  decodeTx(parseHex(hex), chain);

const accept = ({ issued }: Play, tx: AnyTx): unknown => issued[tx.chain].push([issuedOf(tx)]);

const submit = (node: NodeClient, { chain, bytes }: AnyTx): Promise<unknown> =>
  node.call(chain === 'P' ? 'platform.issueTx' : 'avm.issueTx', { tx: bytes, encoding: 'hex' });

/** Submits a transaction, which the node may refuse: half of them are changed. */
async function issue(play: Play, action: Issue): Promise<void> {
  let tx: AnyTx;
  try {
    tx = txOf(action);
    await submit(play.node, tx);
  } catch (e) {
    if (!isError(e)) throw e;
    return;
  }
  play.waiting.push(tx);
}

/** The node counts a validator as offline from now on, so that its stake ends without a reward. */
async function takeOffline({ node }: Play, nodeID: string): Promise<void> {
  const params = { nodeIDs: [nodeID], offline: true };
  await node.send('/ext/judge', { method: 'judge.setOffline', params });
}

/** Remembers which of the waiting transactions are in blocks now. */
async function settle(play: Play): Promise<void> {
  const left: AnyTx[] = [];
  for (const tx of play.waiting) {
    const { chain, txID } = tx;
    const method = chain === 'P' ? 'platform.getTxStatus' : 'avm.getTxStatus';
    const { status } = await play.node.call(method, { txID });
    if (status === 'Committed' || status === 'Accepted') accept(play, tx);
    else if (status !== 'Dropped') left.push(tx);
  }
  play.waiting = left;
}

/** Asks what the addresses have if there are enough new containers. Returns whether there are not. */
async function ask(play: Play, every: number): Promise<boolean> {
  const { node, answers, addresses, aliases } = play;
  const [p, x] = [await node.call('platform.getHeight'), await node.call('avm.getHeight')];
  const count = Number(p.height + x.height);
  if (count < every * (answers.length + 1)) return true;
  answers.push(await answersOf(node, { chains: ['P', 'X'], addresses, importing: [], aliases }));
  if (answers.length % 10 === 0) process.stderr.write(`${count} containers\n`);
  return false;
}
