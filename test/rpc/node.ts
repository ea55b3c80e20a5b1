/**
 * A node for tests of what a wallet does with one. In the project `fast` it is a test node with the genesis of localnode, elsewhere
 * (`LIVE_NODES`) the real chains themselves: the same test says that both do the same.
 */
import { describe } from 'vitest';
import { listen } from '../../apps/cli/src/testnodehttp.ts';
import type { Localnode } from '../../scripts/localnode.ts';
import { Genesis } from '../../src/chain/pchain/genesis.ts';
import { plainReply } from '../../src/testnode/serve/http.ts';
import { testnodeServer } from '../../src/testnode/serve/server.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { type RecordedLine, testnodeLike } from '../../tools/differential/compare.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';
import { nodeAt, readyOf } from '../support/recorded.ts';
import { linesOf } from '../support/vectors.ts';

const isLive = process.env.LIVE_NODES !== undefined;

/** A `describe` of tests with a node. */
export const describeNode = isLive ? describeWithGo : describe;

/** All of them from the start on, as localnode has them. */
const allUpgrades = {
  etnaTime: '2020-12-05T05:00:00Z',
  fortunaTime: '2020-12-05T05:00:00Z',
  graniteTime: '2020-12-05T05:00:00Z',
  heliconTime: '2020-12-05T05:00:00Z',
};

const clock = (): bigint => BigInt(Math.floor(Date.now() / 1000));

/** The genesis of localnode as if it had started that much later. */
function laterGenesis(hex: string, by: bigint): string {
  const genesis = decode(Genesis, parseHex(hex));
  const later = {
    ...genesis,
    Timestamp: genesis.Timestamp + by,
    Validators: genesis.Validators.map((tx) => {
      const { unsignedTx } = tx;
      if (!('validator' in unsignedTx)) return tx;
      const { start, end } = unsignedTx.validator as { start: bigint; end: bigint };
      const validator = { ...unsignedTx.validator, start: start + by, end: end + by };
      return { ...tx, unsignedTx: { ...unsignedTx, validator } };
    }),
  };
  return formatHex(encode(Genesis, later as Genesis));
}

/** Localnode has none. */
const noCChain = plainReply(404, '404 page not found\n');

/** Starts it, with all upgrades and the machine's clock. */
export async function startNode(): Promise<Localnode> {
  if (isLive) return startLocalnode();
  const start = JSON.parse(linesOf('node-script')[0]!) as RecordedLine & { readonly do: 'start' };
  const time = Number(clock());
  const genesis = laterGenesis(start.genesis, BigInt(time - start.time));
  const { network } = start.facts;
  const upgrades = { ...network.upgrades, ...allUpgrades };
  const facts = { ...start.facts, network: { ...network, upgrades } };
  const testnode = testnodeLike({ ...start, facts, genesis, time });
  const server = testnodeServer(testnode);
  const { url, close } = await listen({ hostname: '127.0.0.1', port: 0 }, (request) => {
    const now = clock();
    if (now > testnode.time()) testnode.setTime(now);
    if (request.target.startsWith('/ext/bc/C')) return noCChain;
    return server.answer(request);
  });
  server.url = url;
  return nodeAt(url, readyOf('history'), close);
}
