/** One honest intent with somebody in between, and what the account says afterwards. */
import type { AnyTx } from '../../src/chain/tx.ts';
import { formatHex } from '../../src/text/hex.ts';
import { hiddenCoins, losses, readCoins, readRight, readTx } from './account.ts';
import { type Case, textOf, valueAt } from './intents/case.ts';
import type { World } from './world.ts';

/** What honest people have and may do before somebody acts. */
export interface Before {
  readonly coins: Awaited<ReturnType<typeof readCoins>>;
  readonly rights: ReadonlyMap<string, string>;
  readonly addresses: readonly Uint8Array[];
  readonly now: bigint;
}

const clock = (): bigint => BigInt(Math.floor(Date.now() / 1000));

const honestOf = ({ victim, friends, loner }: World) =>
  [victim, ...friends, loner].map(({ shortID }) => shortID);

/** All that a case may touch: the honest, and those whom it names. */
function addressesOf(world: World, { allowed }: Case): readonly Uint8Array[] {
  const named = allowed.receives.flatMap(({ owner }) => owner.split(/[/@]/)[1]!.split(','));
  return [
    ...honestOf(world),
    ...named.map((hex) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))),
  ];
}

/** Looks before a case. */
export async function look(world: World, of: Case): Promise<Before> {
  const now = clock();
  const addresses = addressesOf(world, of);
  return {
    now,
    addresses,
    coins: await readCoins(world.local, addresses, now),
    rights: await readRights(world),
  };
}

async function readRights({ rights, local }: World): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [id, { kind }] of rights) found.set(id, await readRight(local, kind, id));
  return found;
}

/** What honest people lost by transactions that the real node accepted: nothing, if all is well. */
export async function judge(
  world: World,
  of: Case,
  before: Before,
  txs: readonly AnyTx[],
): Promise<readonly string[]> {
  const { local } = world;
  const { now } = before;
  const after = [...(await readCoins(local, before.addresses, now)).values()];
  const found: string[] = [];
  for (const { chain, txID } of txs) {
    const tx = await readTx(local, chain as 'P' | 'X', txID);
    after.push(...hiddenCoins(tx, local.ready.cChainID, now));
    for (const [path, wanted] of Object.entries(of.says)) {
      const said = textOf(valueAt(tx, path));
      if (said !== wanted) found.push(`${path} is ${said}, meant was ${wanted}`);
    }
  }
  const honest = new Set(honestOf(world).map(formatHex));
  const avax = local.ready.avaxAssetID;
  found.push(...losses(before.coins.values(), after, of.allowed, honest, { avax, now }));
  const rights = await readRights(world);
  for (const [id, right] of before.rights)
    if (!of.changes.includes(id) && rights.get(id) !== right)
      found.push(`${id} was ${right}, is ${rights.get(id)}`);
  return found;
}
