/**
 * An account of what people have, from the answers of the real node alone. It shares nothing with what it judges but decoding: no coin
 * selection, no owners, no fees of `src/` are used here.
 */

import type { Localnode } from '../../scripts/localnode.ts';
import { Tx as PTx, UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { Tx as XTx, UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { formatAddress } from '../../src/text/address.ts';
import { formatHex, parseBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { decode } from '../../src/wire/codec.ts';

/** Something that somebody has, or gets. */
export interface Coin {
  /** `P`, `X`, or `X<P`: exported from P and not imported on X yet. `stake`: in a transaction that stakes. */
  readonly place: string;
  /** What it is: asset, kind of output, the end of a lock, group and payload. */
  readonly what: string;
  readonly amount: bigint;
  /** `threshold/addresses@locktime`. */
  readonly owner: string;
}

/** The coins of some addresses, by txID, output index and place. */
export type Coins = ReadonlyMap<string, Coin>;

/** What an intent allows to leave. */
export interface Allowed {
  /** What others get: the owner, exactly, and the most. */
  readonly receives: readonly Omit<Coin, 'place'>[];
  /** What is burned beyond the fee, by what it is. */
  readonly burns: Readonly<Record<string, bigint>>;
  /** Most nAVAX of fee. */
  readonly ceiling: bigint;
  /** Signers to whom all change may go, whoever paid it: then the others may have less, but not all together. */
  readonly change?: string;
}

export const ownerText = (addresses: readonly Uint8Array[], threshold = 1, locktime = 0n): string =>
  `${threshold}/${addresses.map(formatHex).sort().join(',')}@${locktime}`;

interface AnyOutput {
  readonly type: string;
  readonly output?: AnyOutput;
  readonly amount?: bigint;
  readonly locktime?: bigint;
  readonly threshold?: number;
  readonly addresses?: readonly Uint8Array[];
  readonly groupID?: number;
  readonly payload?: Uint8Array;
}

/** What an asset, plain or locked until a time, is called here. */
export const assetText = (assetID: string, lock = 0n): string =>
  lock > 0n ? `${assetID} until ${lock}` : assetID;

function coinOf(place: string, assetID: Uint8Array, output: AnyOutput, now: bigint): Coin {
  const id = formatID(assetID);
  if (output.type === 'stakeable.LockOut') {
    const inner = coinOf(place, assetID, output.output!, now);
    const lock = output.locktime! > now ? output.locktime! : 0n;
    return { ...inner, what: assetText(id, lock) };
  }
  const owner = ownerText(output.addresses!, output.threshold, output.locktime);
  if (output.amount !== undefined)
    return { place, what: assetText(id), amount: output.amount, owner };
  const { groupID = '', payload } = output;
  const what = `${id} ${output.type} ${groupID} ${payload ? formatHex(payload) : ''}`.trim();
  return { place, what, amount: 1n, owner };
}

type RPC = Pick<Localnode, 'rpc' | 'ready'>;

async function ask<T>({ rpc }: RPC, path: string, method: string, params: object): Promise<T> {
  const reply = JSON.parse(await rpc(path, method, params)) as { result?: T; error?: unknown };
  if (reply.result === undefined) throw new Error(`${method}: ${JSON.stringify(reply.error)}`);
  return reply.result;
}

const places = [
  ['P', undefined],
  ['P', 'X'],
  ['P', 'C'],
  ['X', undefined],
  ['X', 'P'],
  ['X', 'C'],
] as const;

/** Everything that the real node lists for addresses, on P and X and on the way to them. */
export async function readCoins(
  node: RPC,
  addresses: readonly Uint8Array[],
  now: bigint,
): Promise<Coins> {
  const coins = new Map<string, Coin>();
  for (const [chain, sourceChain] of places) {
    const method = chain === 'P' ? 'platform.getUTXOs' : 'avm.getUTXOs';
    const { utxos } = await ask<{ utxos: readonly string[] }>(node, `/ext/bc/${chain}`, method, {
      addresses: addresses.map((bytes) => formatAddress(chain, node.ready.hrp, bytes)),
      encoding: 'hex',
      limit: 1024,
      ...(sourceChain && { sourceChain }),
    });
    if (utxos.length >= 1024) throw new Error('the account reads one page only');
    const place = sourceChain ? `${chain}<${sourceChain}` : chain;
    for (const text of utxos) {
      const bytes = parseBytes(text, 'hex');
      const utxo = chain === 'P' ? decode(PUTXO, bytes) : decode(XUTXO, bytes);
      const key = `${formatHex(utxo.txID)}:${utxo.outputIndex}:${place}`;
      coins.set(key, coinOf(place, utxo.assetID, utxo.output as AnyOutput, now));
    }
  }
  return coins;
}

/** A transaction as the real node has it. */
export async function readTx(node: RPC, chain: 'P' | 'X', txID: string) {
  const method = chain === 'P' ? 'platform.getTx' : 'avm.getTx';
  const { tx } = await ask<{ tx: string }>(node, `/ext/bc/${chain}`, method, {
    txID,
    encoding: 'hex',
  });
  const bytes = parseBytes(tx, 'hex');
  return (chain === 'P' ? decode(PTx, bytes) : decode(XTx, bytes)).unsignedTx;
}

/** What a transaction makes that no API lists: stake, and exports to the C-chain. */
export function hiddenCoins(
  tx: Awaited<ReturnType<typeof readTx>>,
  cChainID: string,
  now: bigint,
): readonly Coin[] {
  const found: Coin[] = [];
  if ('stake' in tx)
    for (const { assetID, output } of tx.stake)
      found.push(coinOf('stake', assetID, output as AnyOutput, now));
  if ('exportedOutputs' in tx && formatID(tx.destinationChain) === cChainID)
    for (const { assetID, output } of tx.exportedOutputs)
      found.push(coinOf('C', assetID, output as AnyOutput, now));
  return found;
}

const sum = (coins: Iterable<Coin>, test: (coin: Coin) => boolean): bigint => {
  let all = 0n;
  for (const coin of coins) if (test(coin)) all += coin.amount;
  return all;
};

/** Owner without its lock, and the lock. */
const partsOf = (owner: string): readonly [signers: string, locktime: bigint] => {
  const [signers, locktime] = owner.split('@') as [string, string];
  return [signers, BigInt(locktime)];
};

/**
 * What honest people lost beyond what an intent allows: nothing, if all is well.
 * @param honest Addresses, as hex, of those who count. A coin is theirs if each of its addresses is.
 * @param after All coins afterwards, those that no API lists included.
 */
export function losses(
  before: Iterable<Coin>,
  after: Iterable<Coin>,
  allowed: Allowed,
  honest: ReadonlySet<string>,
  { avax, now }: { readonly avax: string; readonly now: bigint },
): readonly string[] {
  const [old, new_] = [[...before], [...after]];
  const isHonest = (owner: string): boolean =>
    owner
      .split(/[/@]/)[1]!
      .split(',')
      .every((address) => honest.has(address));
  const owners = new Set(old.map(({ owner }) => owner).filter(isHonest));
  const signers = new Set([...owners].map((owner) => partsOf(owner)[0]));
  /** Theirs, and not locked for longer than it was. */
  const isTheirs = (owner: string): boolean => {
    const [of, locktime] = partsOf(owner);
    return owners.has(owner) || (signers.has(of) && locktime <= now);
  };
  const found: string[] = [];
  for (const what of new Set(old.filter(({ owner }) => isHonest(owner)).map((coin) => coin.what))) {
    const received = receivedOf(what, old, new_, allowed);
    const most = received + (allowed.burns[what] ?? 0n) + (what === avax ? allowed.ceiling : 0n);
    const lost =
      sum(old, (coin) => coin.what === what && isHonest(coin.owner)) -
      sum(new_, (coin) => coin.what === what && isTheirs(coin.owner));
    if (lost > most) found.push(`all: ${lost} of ${what} are gone, ${most} are allowed`);
    for (const of of signers) {
      if (allowed.change !== undefined && allowed.change !== of) continue;
      const has = (coins: readonly Coin[]) =>
        sum(
          coins,
          (coin) => coin.what === what && partsOf(coin.owner)[0] === of && isTheirs(coin.owner),
        );
      const less = has(old) - has(new_);
      if (less > most) found.push(`${of}: ${less} of ${what} are gone, ${most} are allowed`);
    }
  }
  return found;
}

/** What the receivers of an intent got, up to what it says: anything else is no receipt. */
function receivedOf(
  what: string,
  before: readonly Coin[],
  after: readonly Coin[],
  { receives }: Allowed,
): bigint {
  const wanted = new Map<string, bigint>();
  for (const { owner, amount, ...of } of receives)
    if (of.what === what) wanted.set(owner, (wanted.get(owner) ?? 0n) + amount);
  let all = 0n;
  for (const [owner, most] of wanted) {
    const is = (coin: Coin) => coin.what === what && coin.owner === owner;
    const got = sum(after, is) - sum(before, is);
    all += got < most ? got : most;
  }
  return all;
}

/** Who is the authority of what, and what it is like, as the real node says it. */
export async function readRight(
  node: RPC,
  kind: 'subnet' | 'l1' | 'autoRenewed',
  id: string,
): Promise<string> {
  const P = '/ext/bc/P';
  switch (kind) {
    case 'subnet':
      return JSON.stringify(await ask(node, P, 'platform.getSubnet', { subnetID: id }));
    case 'l1': {
      const { remainingBalanceOwner, deactivationOwner, balance } = await ask<{
        remainingBalanceOwner: object;
        deactivationOwner: object;
        balance: string;
      }>(node, P, 'platform.getL1Validator', { validationID: id });
      return JSON.stringify({ remainingBalanceOwner, deactivationOwner, active: balance !== '0' });
    }
    case 'autoRenewed': {
      const { validators } = await ask<{
        validators: readonly {
          txID: string;
          validatorAuthority?: object;
          validationRewardOwner?: object;
        }[];
      }>(node, P, 'platform.getCurrentValidators', {});
      const found = validators.find(({ txID }) => txID === id);
      return JSON.stringify([found?.validatorAuthority, found?.validationRewardOwner]);
    }
  }
}
