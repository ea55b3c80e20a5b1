/** Every field of every draft changed in every way, every lie in the files of states and networks, and what objects. */
import { build, type Draft, type Intent } from '../../../src/builder/index.ts';
import { fuji } from '../../../src/network/known.ts';
import type { State } from '../../../src/state/index.ts';
import { unsignedBytesOf } from '../../../src/tx/bytes.ts';
import { unlocked } from '../../../src/tx/output.ts';
import type { AnyUTXO } from '../../../src/tx/types.ts';
import { type Base, basesOf } from '../../support/attack/bases.ts';
import { forged } from '../../support/attack/forge.ts';
import { declaredFields, type Spot, spotsOf } from './fields.ts';
import { builtOn, type Lie, networkMembers, onDevnet, readNetwork, stateMembers } from './files.ts';
import { judged, type Objections } from './judge.ts';
import { draftMembers, dressed } from './metadata.ts';
import { inside, isChange, isNever, neverWay, type Way, waysOf } from './ways.ts';

/** One change of one field of one draft. */
export interface Attempt {
  readonly type: string;
  readonly field: string;
  readonly way: string;
  readonly gains?: string;
  readonly nothing?: string;
  readonly objections: Objections;
}

/** Whether an attempt is made, by what it is. */
export type Picks = (of: Pick<Attempt, 'type' | 'field' | 'way'>) => boolean;
const all: Picks = () => true;

function* attemptsOn(
  base: Base,
  spot: Spot,
  ways: readonly Way[],
  picks: Picks,
): Generator<Attempt> {
  const { type } = base.draft.unsignedTx;
  const { field } = spot;
  for (const { way: plain, gains, nothing, forge } of ways) {
    const way = isChange(base, spot) ? `change: ${plain}` : plain;
    if (!picks({ type, field, way })) continue;
    const forgery = forge(base, spot);
    if (!forgery) continue;
    const made = forged(base.draft, forgery);
    const { draft } = made;
    // A change that an attacker could not keep, once all fits again.
    if (
      draft &&
      Buffer.from(unsignedBytesOf(draft.unsignedTx)).equals(unsignedBytesOf(base.draft.unsignedTx))
    )
      continue;
    yield {
      type,
      field,
      way,
      ...(gains && { gains }),
      ...(nothing && { nothing }),
      objections: judged(base, made),
    };
  }
}

/** Every change of what the drafts of a seed say beside their transactions. */
export function* draftAttempts(seed: number, picks = all): Generator<Attempt> {
  for (const of of basesOf(seed)) {
    const base = dressed(of);
    const { type } = base.draft.unsignedTx;
    for (const [field, ways] of Object.entries(draftMembers))
      for (const { way, gains, nothing, forge } of ways) {
        if (!picks({ type, field, way })) continue;
        const forgery = forge(base);
        if (!forgery) continue;
        yield {
          type,
          field,
          way,
          ...(gains && { gains }),
          ...(nothing && { nothing }),
          objections: judged(base, forged(base.draft, forgery)),
        };
      }
  }
}

/** Every change of the transactions of a seed. */
export function* txAttempts(seed: number, picks = all): Generator<Attempt> {
  const bases = basesOf(seed);
  for (const base of bases)
    for (const spot of spotsOf(base.draft.unsignedTx)) {
      const ways = waysOf(spot);
      if (ways !== inside) yield* attemptsOn(base, spot, ways, picks);
    }
  for (const base of bases) yield* neverAttempts(base, picks);
}

/** Fields that a type declares and no valid transaction has. */
function* neverAttempts(base: Base, picks: Picks): Generator<Attempt> {
  const { type } = base.draft.unsignedTx;
  for (const of of declaredFields(type)) {
    if (!isNever(of) || waysOf(of) === inside) continue;
    const { way, gains, nothing, forge } = neverWay(of);
    if (!picks({ type, field: of.field, way })) continue;
    const forgery = forge(base);
    if (!forgery) continue;
    yield {
      type,
      field: of.field,
      way,
      ...(gains && { gains }),
      ...(nothing && { nothing }),
      objections: judged(base, forged(base.draft, forgery)),
    };
  }
}

/** The same for what nobody named in the intent: what goes back, goes to whom it came from. */
function unnamed(base: Base): Base {
  const { change: _, ...options } = base.options;
  const { to: _to, ...rest } = base.intent as Intent & { readonly to?: unknown };
  const isImport = base.intent.type === 'ImportTx' && base.state.chain !== 'C';
  const intent = (isImport ? rest : base.intent) as Intent;
  const state = ofOne(base.state);
  return { ...base, state, intent, options, draft: build(state, intent, options) };
}

/** The state with what one address owns: whose the change of several is, is not clear without a name. */
function ofOne(state: State): State {
  const alone = (list: readonly AnyUTXO[]) =>
    list.filter(({ output }) => unlocked(output).threshold === 1);
  const imports = Object.entries((state.imports ?? {}) as Record<string, readonly AnyUTXO[]>);
  return {
    ...state,
    ...('utxos' in state && { utxos: alone(state.utxos) }),
    imports: Object.fromEntries(imports.map(([from, list]) => [from, alone(list)])),
  } as State;
}

const isSame = (a: Draft, b: Draft): boolean =>
  Buffer.from(unsignedBytesOf(a.unsignedTx)).equals(unsignedBytesOf(b.unsignedTx));

/** What objects to a lie, before the victim has a draft, or to the draft. */
function* lied(base: Base, field: string, lie: Lie<State>): Generator<Attempt> {
  const { way, gains, nothing, tell } = lie;
  const state = tell(base.state);
  if (!state) return;
  const { draft, builder } = builtOn(state, base);
  // Where the draft is the same, nothing was gained.
  if (draft && isSame(draft, base.draft) && gains) return;
  yield {
    type: base.draft.unsignedTx.type,
    field,
    way,
    ...(gains && { gains }),
    ...(nothing && { nothing }),
    objections: draft ? judged(base, { draft }) : { builder: builder! },
  };
}

/** Every lie in the state files of a seed. */
export function* stateAttempts(seed: number, picks = all): Generator<Attempt> {
  for (const of of basesOf(seed)) {
    const base = unnamed(of);
    const { type } = base.draft.unsignedTx;
    for (const [field, lies] of Object.entries(stateMembers))
      for (const lie of lies)
        if (picks({ type, field, way: lie.way })) yield* lied(base, field, lie);
  }
}

/** Every lie in the file of a network: of one that is known by its name, and of one that is not. */
export function* networkAttempts(seed: number, picks = all): Generator<Attempt> {
  const bases = basesOf(seed)
    .filter(({ name }) => meantThere.includes(name))
    .map((base) => unnamed({ ...base, state: onDevnet(base.state) }));
  for (const [field, lie] of Object.entries(networkMembers)) {
    const { way, gains, nothing, tell } = lie;
    const about = { field, way, ...(gains && { gains }), ...(nothing && { nothing }) };
    if (picks({ ...about, type: known })) {
      const said = readNetwork(tell(fuji));
      yield { ...about, type: known, objections: said ? { builder: said } : {} };
    }
    for (const base of bases)
      if (picks({ ...about, type: base.draft.unsignedTx.type }))
        yield* lied(base, field, {
          ...lie,
          tell: (of) => ({ ...of, network: tell(of.network) }) as State,
        });
  }
}

/** The networks whose names are known. */
const known = 'mainnet, fuji';
const meantThere = ['P pays', 'P delegates', 'X pays', 'X creates an asset', 'C exports'];
