/** A script of the oracle on avalanchego's own P- and X-chain: every type, valid and changed, over the upgrades from before Etna on. */
import type { ChainName } from '../../src/chain/declared.ts';
import { type AnyTx, txFromBytes } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { connect } from '../../src/rpc/connect.ts';
import type { NodeClient } from '../../src/rpc/index.ts';
import { parseHex } from '../../src/text/hex.ts';
import { type Issue, playScript, type Start } from '../differential/script.ts';
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
      if (action.do === 'start') play = begin(action);
      else if (action.do === 'issue') await issue(play!, action);
      else if (action.do === 'block') accept(play!, txOf({ chain: 'P', ...action }));
      else if (action.do === 'offline') await takeOffline(play!, action.nodeID);
      else {
        await settle(play!);
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
}

const begin = ({ url, genesis, keys, assets: aliases }: Start): Play => ({
  url,
  aliases,
  genesis: parseHex(genesis),
  node: connect(url),
  answers: [],
  waiting: [],
  issued: { P: [], X: [], C: [] },
  addresses: {
    P: keys.map(({ pAddress }) => pAddress),
    X: keys.map(({ xAddress }) => xAddress),
    C: [],
  },
});

const txOf = ({ chain, hex }: { readonly chain: 'P' | 'X'; readonly hex: string }): AnyTx =>
  txFromBytes(chain, parseHex(hex));

const accept = ({ issued }: Play, tx: AnyTx): unknown => issued[tx.chain].push([issuedOf(tx)]);

/** Submits a transaction, which the node may refuse: half of them are changed. */
async function issue(play: Play, action: Issue): Promise<void> {
  let tx: AnyTx;
  try {
    tx = txOf(action);
    await play.node.call(action.chain === 'P' ? 'platform.issueTx' : 'avm.issueTx', {
      tx: tx.bytes,
      encoding: 'hex',
    });
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
