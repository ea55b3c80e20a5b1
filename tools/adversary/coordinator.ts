/** A malicious coordinator: manipulated drafts, victims who look and sign, and what the coordinator does with their signatures. */
import { build, type Draft } from '../../src/builder/index.ts';
import { chooseSigners, evmAddressOf } from '../../src/sign/index.ts';
import type { CState, PState, State, XState } from '../../src/state/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { randomOf } from '../fuzz/random.ts';
import { drawOnC, lossesOnC } from './cchain.ts';
import type { Case } from './intents/case.ts';
import { drawCase, type IntentKind } from './intents.ts';
import { judge, look } from './judge.ts';
import { stateFor } from './liar.ts';
import {
  type Carrier,
  carrierOf,
  type Form,
  forms,
  isSame,
  readCarrier,
  wireOf,
} from './manipulations/forms.ts';
import type { Coordinator, Manipulation } from './manipulations/tools.ts';
import { type ManipulationKind, manipulationKinds, manipulations } from './manipulations.ts';
import { lossOf, type Report, type Round, type RoundsOptions, runRounds } from './rounds.ts';
import { type Signer, signerOf } from './signers.ts';
import { codeOf, type Outcome } from './tally.ts';
import { issueStolen, utxosOf } from './theft.ts';
import type { World } from './world.ts';

/**
 * Columns of the table. `read`: reading refuses what is sent; each of the others objects by itself to what is read. Then how it ends:
 * `signed` with the full policy, or with defaults after a look; what the node says; and what is lost.
 */
export const coordinatorColumns = [
  'read',
  'policy',
  'default',
  'explain',
  'review',
  'signed P',
  'signed D',
  'node',
  'accepted',
  'LOST',
] as const;

/** Runs rounds until enough manipulated drafts were sent. */
export const runCoordinator = (options: RoundsOptions): Promise<Report> =>
  runRounds(options, oneRound);

/** Kinds that few intents have a place for. */
const suitable: Partial<Record<ManipulationKind, readonly IntentKind[]>> = {
  'built: one more output': ['BaseTx', 'ExportTx'],
  'built: and paid to the attacker (C2)': ['BaseTx', 'ExportTx'],
  'built: locked for the receiver': ['BaseTx', 'ExportTx'],
  'tx: an amount moves from one output to another': ['BaseTx', 'AddAutoRenewedValidatorTx'],
};

/** An honest draft, and who signs it. */
interface Honest {
  readonly of: Case;
  readonly state: State;
  readonly draft: Draft;
  /** One after the other; alone or all together if there is one. */
  readonly signers: readonly Signer[];
}

async function oneRound(world: World, seed: string): Promise<Round | undefined> {
  const rng = randomOf(`manipulation ${seed}`);
  const kind = rng.pick(manipulationKinds);
  let honest: Honest;
  try {
    honest = await honestOf(world, seed, suitable[kind]);
  } catch (e) {
    // What it needs cannot be made honestly, for instance since coins have several owners.
    codeOf(e);
    return undefined;
  }
  const { of, state, signers } = honest;
  const falseAlarms = signers.flatMap((signer) => signer.falseAlarms);
  const by: Coordinator = { world, rng, of };
  const found = askAll(honest, by, kind);
  if (found.kinds.length === 0) return { kinds: [], outcomes: [], groups: [], falseAlarms };
  const groups = [
    `intent: ${of.intent.type} on ${of.chain}`,
    ...found.forms.map((form) => `as ${form}`),
    signers.length > 1
      ? `signers: ${signers.length} in turn`
      : `signers: ${of.keys.length === 1 ? 'one' : `${of.keys.length} together`}`,
    `owners: ${ownersText(honest.draft)}`,
  ];
  const { kinds, outcomes, signed } = found;
  if (signed.length === 0) return { kinds, outcomes, groups, falseAlarms };
  const before = of.chain === 'C' ? undefined : await look(world, of);
  const { accepted, refusals } = await issueStolen(world, signed, of, state);
  const lost = before
    ? await judge(world, of, before, accepted)
    : lossesOnC({ of, state: state as CState }, accepted);
  return {
    kinds,
    groups,
    falseAlarms,
    outcomes: [
      ...outcomes,
      ...refusals.map((code) => ({ by: 'node', code })),
      ...(accepted.length > 0 ? [{ by: lost.length > 0 ? 'LOST' : 'accepted' }] : []),
    ],
    ...(lost.length > 0 && {
      lost: lossOf([...kinds, ...groups.slice(1)], lost, of.intent, signed, accepted),
    }),
  };
}

/** Whose the inputs of a draft are, as far as it matters who signs. */
function ownersText({ slots }: Draft): string {
  const kinds = slots.map(({ owner: { threshold, addresses } }) =>
    addresses.length === 1 ? 'one address' : `${threshold} of ${addresses.length}`,
  );
  const different = [...new Set(kinds)].sort();
  return different.length > 1 ? `mixed (${different.join(', ')})` : (different[0] ?? 'none');
}

/** An honest intent with its draft. Several signers sign together, or in turn with what a node of their own says, or only with evidence. */
async function honestOf(
  world: World,
  seed: string,
  kinds: readonly IntentKind[] | undefined,
): Promise<Honest> {
  const rng = randomOf(`signers ${seed}`);
  const now = BigInt(Math.floor(Date.now() / 1000));
  const { of, state } =
    rng.below(10) === 0
      ? drawOnC(world, randomOf(`case ${seed}`), now)
      : await drawOnChain(world, seed, now, kinds);
  const built = of.make(state);
  const facts = of.chain === 'C' || rng.below(2) === 0 ? { utxos: utxosOf(state) } : {};
  const isInTurn = of.keys.length > 1 && rng.below(4) > 0;
  if (!isInTurn)
    return { of, state, draft: built, signers: [signerOf(of, built, of.keys, facts, now)] };
  const { draft } = chooseSigners(
    built,
    of.keys.map(({ shortID }) => shortID),
  );
  const asked = draft.missing.flatMap(({ candidates }) => candidates.map(formatHex));
  const keys = of.keys.filter(
    (key) => asked.includes(formatHex(key.shortID)) || asked.includes(evmAddressOf(key)),
  );
  if (rng.below(2) === 0) keys.reverse();
  return { of, state, draft, signers: keys.map((key) => signerOf(of, draft, [key], facts, now)) };
}

/** An intent on P or X with what the real node says. */
async function drawOnChain(
  world: World,
  seed: string,
  now: bigint,
  kinds: readonly IntentKind[] | undefined,
): Promise<{ readonly of: Case; readonly state: State }> {
  const rng = randomOf(`owners ${seed}`);
  const isShared = rng.below(2) === 0;
  const of = await drawCase(world, randomOf(`case ${seed}`), now, { kinds, isShared });
  const state = await stateFor(world.node, of);
  return { of, state: isShared && rng.below(2) === 0 ? sharedOnly(state) : state };
}

/** A state without the coins of a single address: those of a wallet of several owners. */
const sharedOnly = (state: PState | XState): PState | XState =>
  ({
    ...state,
    utxos: (state.utxos as PState['utxos']).filter(({ output }) => {
      const plain = 'output' in output ? output.output : output;
      return !('addresses' in plain) || plain.addresses.length > 1;
    }),
  }) as PState | XState;

interface Asked {
  readonly kinds: readonly string[];
  readonly forms: readonly Form[];
  readonly outcomes: readonly Outcome[];
  /** What people signed that is not what an honest coordinator sends, and what the others signed. */
  readonly signed: readonly Draft[];
}

/** Asks all signers, one after the other, with manipulations before some. */
function askAll(
  { state, draft, signers }: Honest,
  by: Coordinator,
  first: ManipulationKind,
): Asked {
  const { rng } = by;
  const kinds: string[] = [];
  const used: Form[] = [];
  const outcomes: Outcome[] = [];
  const signed: Draft[] = [];
  let isStolen = false;
  let current = draft;
  const attacked = rng.below(signers.length);
  signers.forEach((signer, i) => {
    const isAttacked = i === attacked || rng.below(2) === 0;
    const kind = i === attacked ? first : rng.pick(manipulationKinds);
    const form = rng.pick(forms);
    const made = isAttacked ? manipulate(by, state, current, kind, form) : undefined;
    if (made) {
      let read: Draft | undefined;
      try {
        read = readCarrier(made);
      } catch (e) {
        kinds.push(kind);
        used.push(form);
        outcomes.push({ by: 'read', code: codeOf(e) });
      }
      if (read && !isSame(read, current)) {
        kinds.push(kind);
        used.push(form);
        const got = attempts(signer, read, outcomes);
        if (got) {
          isStolen = true;
          signed.push(got);
          current = got;
          return;
        }
      }
    }
    // Whoever refuses what was manipulated is shown what was not.
    const got = attempts(signer, current, []);
    if (got) signed.push((current = got));
  });
  return { kinds, forms: used, outcomes, signed: isStolen ? signed : [] };
}

/** Whether somebody signs a draft: with the policy, or with defaults after a look. */
function attempts(signer: Signer, draft: Draft, outcomes: Outcome[]): Draft | undefined {
  const attempt = (by: string, f: () => Draft): Draft | undefined => {
    try {
      return f();
    } catch (e) {
      outcomes.push({ by, code: codeOf(e) });
      return undefined;
    }
  };
  const { withPolicy, byDefault } = signer;
  const allowed = withPolicy && attempt('policy', () => withPolicy(draft));
  if (allowed) outcomes.push({ by: 'signed P' });
  const objections = signer.objections(draft);
  outcomes.push(...objections);
  const trusting = attempt('default', () => byDefault(draft));
  const isShown = trusting && objections.length === 0;
  if (isShown) outcomes.push({ by: 'signed D' });
  return allowed ?? (isShown ? trusting : undefined);
}

/** What is sent in the place of a draft; nothing if the draws do not apply. */
function manipulate(
  by: Coordinator,
  state: State,
  draft: Draft,
  kind: ManipulationKind,
  form: Form,
): Carrier | undefined {
  const { rng, of } = by;
  const { build: change, edit, carry }: Manipulation = manipulations[kind];
  try {
    if (carry) {
      const other = manipulate(by, state, draft, rng.pick(sendable), form);
      return other && carry(carrierOf(form, wireOf(draft), by), other, by);
    }
    if (edit) {
      const wire = edit(wireOf(draft), by);
      return wire && carrierOf(form, wire, by);
    }
    const changed = change!({ state, intent: of.intent, options: of.options }, by);
    if (!changed) return undefined;
    const built = build(changed.state, changed.intent, changed.options) as Draft;
    const evidence = rng.below(2) === 0 ? draft.evidence : [];
    return carrierOf(form, wireOf({ ...built, evidence }), by);
  } catch (e) {
    // What he cannot build or write, he does not send.
    codeOf(e);
    return undefined;
  }
}

/** Kinds that make another draft. */
const sendable = manipulationKinds.filter((kind) => !kind.startsWith('sent: '));
