/** Lies of a node to an honest caller with default options; what is signed all the same goes to the real node. */
import { authorityFields } from '../../src/builder/authority.ts';
import type { BuildOptions, Draft } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { connect, fetchTransport, type NodeClient, type Transport } from '../../src/rpc/index.ts';
import { finalize } from '../../src/sign/index.ts';
import { formatBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { type Random, randomOf } from '../fuzz/random.ts';
import type { Case } from './intents/case.ts';
import { drawCase, type IntentKind } from './intents.ts';
import { judge, look } from './judge.ts';
import type { Liar } from './lies/answers.ts';
import { type IssueLieKind, issueLieKinds, keeping } from './lies/issue.ts';
import { type LieKind, lieKinds, lying } from './lies.ts';
import { lossOf, type Report, type Round, type RoundsOptions, runRounds } from './rounds.ts';
import { codeOf, type Outcome } from './tally.ts';
import { signAll, type World } from './world.ts';

/** Columns of the table: who objected, in the order in which they are asked. */
export const liarColumns = [
  'connect',
  'build',
  'sign',
  'issue',
  'node',
  'accepted',
  'LOST',
] as const;

/** Kinds that take long: each once in so many draws of it. */
const rare: Partial<Record<LieKind, number>> = { 'pages: endless': 40 };

/** The intents that need the owner of what a field names. */
function authorizedBy(name: 'subnetID' | 'validationID' | 'txID'): readonly IntentKind[] {
  const types = Object.keys(authorityFields) as (keyof typeof authorityFields)[];
  return types.filter((type) => authorityFields[type] === name);
}

/** Kinds that only some intents ask a node about. */
const asked: Partial<Record<LieKind, readonly IntentKind[]>> = {
  'authority: of a subnet': authorizedBy('subnetID'),
  'authority: of an L1 validator': authorizedBy('validationID'),
  'authority: of an auto-renewed validator': authorizedBy('txID'),
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

/** UTXOs that the real node listed, which are spent later, by the world that they are of. */
interface Others {
  readonly P: Set<string>;
  readonly X: Set<string>;
}

/** Runs rounds until enough lies were told. */
export function runLiar(options: RoundsOptions): Promise<Report> {
  const direct = fetchTransport();
  const remembered = new WeakMap<World, Others>();
  return runRounds(options, (world, seed) => {
    const others = remembered.get(world) ?? { P: new Set(), X: new Set() };
    remembered.set(world, others);
    return oneRound(world, seed, remembering(direct, others), others);
  });
}

/** Keeps the UTXOs that the real node lists. */
const remembering =
  (transport: Transport, others: Others): Transport =>
  async (request) => {
    const reply = await transport(request);
    const method = /"method":"(platform|avm)\.getUTXOs"/.exec(request.body ?? '')?.[1];
    if (method && others.P.size + others.X.size < 4000) {
      const { result } = JSON.parse(reply.text) as { result?: { utxos: readonly string[] } };
      for (const text of result?.utxos ?? []) others[method === 'avm' ? 'X' : 'P'].add(text);
    }
    return reply;
  };

/** One round; nothing if the intent cannot be built honestly, and no kinds if no lie was told. */
async function oneRound(
  world: World,
  seed: string,
  transport: Transport,
  others: Others,
): Promise<Round | undefined> {
  const rng = randomOf(`lie ${seed}`);
  const now = BigInt(Math.floor(Date.now() / 1000));
  const issueKind = rng.below(6) === 0 ? rng.pick(issueLieKinds) : undefined;
  const kinds = drawKinds(rng);
  const suitable = issueKind ? [] : kinds.flatMap((kind) => asked[kind] ?? []);
  let of: Case;
  try {
    of = await drawCase(world, randomOf(`case ${seed}`), now, {
      ...(suitable.length > 0 && { kinds: suitable }),
    });
  } catch (e) {
    // What it needs cannot be made honestly, for instance since coins have several owners.
    codeOf(e);
    return undefined;
  }
  const liar = { world, rng, others: { P: [...others.P], X: [...others.X] } };
  return issueKind
    ? withKeeping(issueKind, of, liar, transport)
    : withLies(kinds, of, liar, transport);
}

const groupsOf = (of: Case, isPinned: boolean): readonly string[] => [
  `intent: ${of.intent.type} on ${of.chain}`,
  isPinned ? 'network: given to connect' : 'network: read from the node',
];

/** A client with default options, which in some cases is given its network. */
function clientOf(transport: Transport, { world }: Liar, isPinned: boolean): NodeClient {
  return connect(world.local.ready.url, {
    transport,
    ...(isPinned && { network: world.network }),
  });
}

async function withLies(
  kinds: readonly LieKind[],
  of: Case,
  liar: Liar,
  direct: Transport,
): Promise<Round | undefined> {
  const { world, rng } = liar;
  const before = await look(world, of);
  const { transport, told } = lying(direct, kinds, liar);
  const isPinned = rng.below(2) === 0 && !kinds.some((kind) => kind.startsWith('constants'));
  const client = clientOf(transport, liar, isPinned);
  const ended = (by: string, code?: string, lost?: Round['lost']): Round => ({
    kinds,
    outcomes: [{ by, ...(code && { code }) }],
    groups: groupsOf(of, isPinned),
    ...(lost && { lost }),
  });
  let by = 'connect';
  let tx: AnyTx;
  let draft: Draft;
  try {
    const state = await stateFor(client, of);
    by = 'build';
    draft = of.make(state);
    by = 'sign';
    tx = finalize(signAll(draft, of.keys));
  } catch (e) {
    const code = codeOf(e);
    return told() > 0 ? ended(by, code) : undefined;
  }
  const refusal = await issued(world, tx, of);
  if (told() === 0) return undefined;
  if (refusal !== undefined) return ended('node', refusal);
  const lost = await judge(world, of, before, [tx]);
  return lost.length === 0
    ? ended('accepted')
    : ended('LOST', undefined, lossOf(kinds, lost, of.intent, [draft], [tx]));
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

/** UTXOs that a transaction spends. */
const inputsOf = ({ slots }: Draft): NonNullable<BuildOptions['include']> =>
  slots.flatMap((slot) =>
    slot.kind === 'input'
      ? [{ txID: formatID(slot.utxo.txID), outputIndex: slot.utxo.outputIndex }]
      : [],
  );

/**
 * A wallet that makes another transaction when the node does not take one, and a node that broadcasts them all in the end. Some wallets make
 * sure that only one can be accepted, the others leave it to `issue`.
 */
async function withKeeping(
  kind: IssueLieKind,
  of: Case,
  liar: Liar,
  direct: Transport,
): Promise<Round | undefined> {
  const { world, rng } = liar;
  const before = await look(world, of);
  const { transport, next, kept } = keeping(direct, kind, liar);
  const client = clientOf(transport, liar, rng.below(2) === 0);
  const isCareful = rng.below(3) === 0;
  const outcomes: Outcome[] = [];
  const made: { readonly draft: Draft; readonly tx: AnyTx }[] = [];
  let spent: BuildOptions['include'];
  for (let attempt = 0; attempt < 4; attempt++) {
    let by = 'connect';
    try {
      const state = await stateFor(client, of);
      by = 'build';
      const draft = of.make(state, isCareful && spent ? { include: spent.slice(0, 1) } : {});
      by = 'sign';
      const tx = finalize(signAll(draft, of.keys));
      by = 'issue';
      made.push({ draft, tx });
      spent ??= inputsOf(draft);
      await client.issue(tx, { interval: 1, timeout: 8 });
    } catch (e) {
      outcomes.push({ by, code: codeOf(e) });
    }
    next();
  }
  if (kept.length === 0) return undefined;
  const accepted: AnyTx[] = [];
  for (const { tx } of made) {
    if (!kept.includes(formatBytes(tx.bytes, 'hex'))) continue;
    const refusal = accepted.includes(tx) ? 'twice' : await issued(world, tx, of);
    if (refusal === undefined) accepted.push(tx);
    else outcomes.push({ by: 'node', code: refusal });
  }
  if (accepted.length > 0) outcomes.push({ by: 'accepted' });
  const lost = await judge(world, of, before, accepted);
  if (lost.length > 0) outcomes.push({ by: 'LOST' });
  const drafts = made.map(({ draft }) => draft);
  return {
    kinds: [kind],
    outcomes,
    groups: [isCareful ? 'wallet: includes what it spent' : 'wallet: leaves it to issue'],
    ...(lost.length > 0 && { lost: lossOf([kind], lost, of.intent, drafts, accepted) }),
  };
}
