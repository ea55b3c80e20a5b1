/** What objects to a draft that a victim is given. */

import type { Draft } from '../../../src/builder/index.ts';
import { digestOf } from '../../../src/draft/reading.ts';
import { type AvalancheError, isError } from '../../../src/errors/error.ts';
import { explain } from '../../../src/explain/index.ts';
import type { Network } from '../../../src/network/network.ts';
import { checkPolicy } from '../../../src/sign/allow.ts';
import { type Policy, policyOf, sign } from '../../../src/sign/index.ts';
import type { Base } from '../../support/attack/bases.ts';
import type { Forged } from '../../support/attack/forge.ts';
import { victim } from '../../support/attack/people.ts';
import { differences } from '../../support/differences.ts';
import { now } from '../../support/state.ts';

/** What objects: the builder or whoever reads the file that it builds with, the reader of a draft, `sign` of what somebody has looked at, the full policy, the warnings of `explain`, and a comparison with the intent (`diff`). */
export interface Objections {
  readonly builder?: string;
  readonly reader?: string;
  readonly sign?: string;
  readonly policy?: string;
  readonly explain?: string;
  readonly diff?: string;
}
export const judges = ['builder', 'reader', 'sign', 'policy', 'explain', 'diff'] as const;

const codeOf = (f: () => unknown): string | undefined => {
  try {
    f();
    return undefined;
  } catch (e) {
    if (isError(e)) return (e as AvalancheError).code;
    throw e;
  }
};

const warningsOf = (draft: Draft, network: Network): readonly string[] =>
  explain(draft, { network, own: victim.own, time: now }).warnings.map(
    ({ code, text }) => `${code}: ${text}`,
  );

/** What is said of an honest draft as well. */
const told = new WeakMap<Draft, ReadonlySet<string>>();
function toldOf(draft: Draft): ReadonlySet<string> {
  let found = told.get(draft);
  if (!found) told.set(draft, (found = new Set(warningsOf(draft, draft.network))));
  return found;
}

/** What the victim adds to what a draft says. */
const limits = {
  own: [victim.alone, victim.shared],
  inputs: 'own',
  maxAge: 60n,
  until: now + 60n,
} as const;

/** Policies of honest drafts. */
const policies = new WeakMap<Draft, Policy>();

/** What the full policy of an honest draft finds first. */
function findingOf({ draft: honest }: Base, draft: Draft): string | undefined {
  let policy = policies.get(honest);
  if (!policy) policies.set(honest, (policy = policyOf(honest, limits)));
  const of = policy;
  let found: string | undefined;
  const error = codeOf(() => {
    found = checkPolicy(draft, of, { own: victim.own, time: now })[0]?.code;
  });
  return error ?? found;
}

/** The names of what objects, each with what it says first. */
export function judged(base: Base, { draft, error }: Forged): Objections {
  if (!draft) return { reader: error?.code ?? 'Endless' };
  const known = toldOf(base.draft);
  const signed = codeOf(() => sign(draft, victim.keys, { reviewed: digestOf(draft) }));
  const finding = findingOf(base, draft);
  const warning = warningsOf(draft, base.draft.network).find((of) => !known.has(of));
  const { change } = base.options;
  const [difference] = differences(base.intent, draft, {
    own: victim.own,
    ...(change && { change }),
  });
  return {
    ...(signed && { sign: signed }),
    ...(finding && { policy: finding }),
    ...(warning && { explain: warning.replace(/:.*/s, '') }),
    ...(difference && { diff: `${difference.kind} ${difference.path}` }),
  };
}
