/** Lies of a node to an honest caller with default options; what is signed all the same goes to the real node. */
import type { Draft } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { connect, fetchTransport, type NodeClient, type Transport } from '../../src/rpc/index.ts';
import { finalize, formatDraft } from '../../src/sign/index.ts';
import { formatHex } from '../../src/text/bytes.ts';
import { type Random, randomOf } from '../fuzz/random.ts';
import { type Case, drawCase, type IntentKind } from './intents.ts';
import { judge, look } from './judge.ts';
import { type LieKind, lieKinds, lying } from './lies.ts';
import { codeOf, type Outcome, type Row, tally } from './tally.ts';
import { signAll, startWorld, type World } from './world.ts';

/** Which lies to tell. */
export interface LiarOptions {
  readonly seed: number;
  /** How many rounds in which something else was said than the truth. */
  readonly count: number;
  /** Only this round. */
  readonly only?: number;
  readonly onProgress?: (done: number) => void;
}

/** A loss, with all that is needed to see it again. */
export interface Loss {
  readonly round: number;
  readonly kinds: readonly string[];
  readonly losses: readonly string[];
  readonly intent: string;
  readonly draft: string;
  readonly tx: string;
}

/** What came of all lies. */
export interface LiarReport {
  readonly rows: readonly Row[];
  readonly losses: readonly Loss[];
  readonly rounds: number;
}

/** Columns of the table: who objected, in the order in which they are asked. */
export const liarColumns = ['connect', 'build', 'sign', 'node', 'accepted', 'LOST'] as const;

const roundsPerWorld = 50;

/** Kinds that take long: each once in so many draws of it. */
const rare: Partial<Record<LieKind, number>> = { 'pages: endless': 40 };

/** Kinds that only some intents ask a node about. */
const asked: Partial<Record<LieKind, readonly IntentKind[]>> = {
  'authority: of a subnet': [
    'CreateChainTx',
    'AddSubnetValidatorTx',
    'RemoveSubnetValidatorTx',
    'TransferSubnetOwnershipTx',
    'ConvertSubnetToL1Tx',
  ],
  'authority: of an L1 validator': ['DisableL1ValidatorTx'],
  'authority: of an auto-renewed validator': ['SetAutoRenewedValidatorConfigTx'],
  'place: what waits is said to be here': ['ImportTx'],
};

function drawKinds(rng: Random): readonly LieKind[] {
  const draw = (): LieKind => {
    for (;;) {
      const kind = rng.pick(lieKinds);
      if (rng.below(rare[kind] ?? 1) === 0) return kind;
    }
  };
  return rng.below(4) === 0 ? [...new Set([draw(), draw()])] : [draw()];
}

/** What the caller reads from a node for a case. */
export function stateFor(node: NodeClient, of: Case) {
  const from = of.keys.map(({ shortID }) => shortID);
  const authorities = of.authorities.length > 0 && { authorities: of.authorities };
  if (of.chain === 'P')
    return node.pchain.state(from, {
      ...authorities,
      ...(of.imports && { imports: [of.imports as 'X' | 'C'] }),
    });
  return node.xchain.state(from, { ...(of.imports && { imports: [of.imports as 'P' | 'C'] }) });
}

/** Runs rounds until enough lies were told. */
export async function runLiar({ seed, count, only, onProgress }: LiarOptions): Promise<LiarReport> {
  const counts = tally();
  const losses: Loss[] = [];
  const direct = fetchTransport();
  let world: World | undefined;
  let others = { P: new Set<string>(), X: new Set<string>() };
  let told = 0;
  let round = only ?? 0;
  try {
    for (; told < count && (only === undefined || round === only); round++) {
      if (!world || round % roundsPerWorld === 0) {
        await world?.stop();
        world = await startWorld();
        others = { P: new Set(), X: new Set() };
      }
      const found = await oneRound(world, `${seed} ${round}`, remembering(direct, others), others);
      if (!found) continue;
      onProgress?.(++told);
      counts.count(found.kinds.join(' + '), found);
      if (found.lost) losses.push({ ...found.lost, round });
    }
  } finally {
    await world?.stop();
  }
  return { rows: counts.rows(), losses, rounds: round };
}

/** Keeps the UTXOs that the real node lists, which are spent later. */
const remembering =
  (transport: Transport, others: { readonly P: Set<string>; readonly X: Set<string> }): Transport =>
  async (request) => {
    const reply = await transport(request);
    const method = /"method":"(platform|avm)\.getUTXOs"/.exec(request.body ?? '')?.[1];
    if (method && others.P.size + others.X.size < 4000) {
      const { result } = JSON.parse(reply.text) as { result?: { utxos: readonly string[] } };
      for (const text of result?.utxos ?? []) others[method === 'avm' ? 'X' : 'P'].add(text);
    }
    return reply;
  };

interface Round extends Outcome {
  readonly kinds: readonly LieKind[];
  readonly lost?: Omit<Loss, 'round'>;
}

/** One round; nothing if no lie was told, or the intent cannot be built honestly. */
async function oneRound(
  world: World,
  seed: string,
  transport: Transport,
  others: { readonly P: Set<string>; readonly X: Set<string> },
): Promise<Round | undefined> {
  const rng = randomOf(`lie ${seed}`);
  const now = BigInt(Math.floor(Date.now() / 1000));
  const kinds = drawKinds(rng);
  const suitable = kinds.flatMap((kind) => asked[kind] ?? []);
  const intent = suitable.length > 0 ? rng.pick(suitable) : undefined;
  let of: Case;
  try {
    of = await drawCase(world, randomOf(`case ${seed}`), now, intent);
  } catch (e) {
    // What it needs cannot be made honestly, for instance since coins have several owners.
    codeOf(e);
    return undefined;
  }
  const before = await look(world, of);
  const liar = lying(transport, kinds, {
    world,
    rng,
    others: { P: [...others.P], X: [...others.X] },
  });
  const isPinned = rng.below(2) === 0 && !kinds.some((kind) => kind.startsWith('constants'));
  const client = connect(world.local.ready.url, {
    transport: liar.transport,
    ...(isPinned && { network: world.network }),
  });
  let by: string = 'connect';
  let tx: AnyTx;
  let draft: Draft;
  try {
    const state = await stateFor(client, of);
    by = 'build';
    draft = of.make(state);
    by = 'sign';
    tx = finalize(signAll(draft, of.keys));
  } catch (e) {
    return liar.told() > 0 ? { kinds, by, code: codeOf(e) } : undefined;
  }
  if (liar.told() === 0) {
    await issued(world, tx, of);
    return undefined;
  }
  const refusal = await issued(world, tx, of);
  if (refusal !== undefined) return { kinds, by: 'node', code: refusal };
  const lost = await judge(world, of, before, [tx]);
  if (lost.length === 0) return { kinds, by: 'accepted' };
  const meant = JSON.stringify(of.intent, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value instanceof Uint8Array ? formatHex(value) : value,
  );
  return {
    kinds,
    by: 'LOST',
    lost: {
      kinds,
      losses: lost,
      intent: meant,
      draft: formatDraft(draft),
      tx: formatHex(tx.bytes),
    },
  };
}

/** Issues to the real node; why it refused, if it did. */
async function issued(world: World, tx: AnyTx, of: Case): Promise<string | undefined> {
  try {
    await world.issue(tx);
  } catch (e) {
    if (isError(e, 'HTTPStatus')) return 'no such chain';
    if (!isError(e, 'NotAccepted')) throw e;
    const { reason } = e.context as { readonly reason?: { readonly name?: string } };
    return `${reason?.name ?? 'refused'}`;
  }
  of.done?.(tx);
  return undefined;
}
