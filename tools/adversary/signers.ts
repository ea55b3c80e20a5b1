/** Honest people who are asked to sign: what they look at, and when they sign. */

import type { Draft } from '../../src/builder/index.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { explain, review } from '../../src/explain/index.ts';
import {
  evmAddressOf,
  type Key,
  type Policy,
  policyOf,
  type SignerKnowledge,
  type SignOptions,
} from '../../src/sign/index.ts';
import type { Address, Owner } from '../../src/state/index.ts';
import { differences } from '../../test/support/differences.ts';
import { type Case, ceiling } from './intents/case.ts';
import { codeOf, type Outcome } from './tally.ts';
import { signAll } from './world.ts';

/** Somebody with keys, who knows the intent and has seen what an honest coordinator sends. */
export interface Signer {
  /** Signs if the full policy allows it. Undefined: nobody can write a policy that allows what is honest. */
  readonly withPolicy?: (draft: Draft) => Draft;
  /** Signs with defaults. */
  readonly byDefault: (draft: Draft) => Draft;
  /** What `explain` and `review` say of a draft that they do not say of the honest one. */
  readonly objections: (draft: Draft) => readonly Outcome[];
  /** What the policy and `review` say of the honest draft. */
  readonly falseAlarms: readonly string[];
}

type Told = Readonly<Record<'explain' | 'review', readonly string[]>>;

/** What a look at a draft shows: differences from the intent, and warnings. */
function look(of: Case, draft: Draft, facts: SignerKnowledge): Told {
  const { own, utxos, time } = facts;
  const context = {
    ...(own && { own }),
    ...(utxos && { utxos }),
    ...(time !== undefined && { time }),
    network: draft.network,
  };
  const change = of.options.change && { change: of.options.change };
  return {
    review: told(() =>
      differences(of.intent, draft, { ...context, ...change }).map(
        ({ kind, path }) => `${kind} ${path}`,
      ),
    ),
    explain: told(() => explain(draft, context).warnings.map(({ code }) => String(code))),
  };
}

/** What somebody says; an error is an objection as well. */
function told(f: () => readonly string[]): readonly string[] {
  try {
    return f();
  } catch (e) {
    return [`throws ${codeOf(e)}`];
  }
}

/** What a key can sign for on the chain of a case. */
const addressesOf = ({ chain }: Case, key: Key): readonly Address[] =>
  chain === 'C' ? [key.shortID, evmAddressOf(key)] : [key.shortID];

/**
 * Whose the change is meant to be: whole owners, as an address alone would let what several own go to one of them. Without change, the owners
 * of what is spent.
 */
const ownOf = ({ change, slots }: Draft): readonly Owner[] => {
  const owners =
    change.length > 0 ? change.map(({ output }) => output) : slots.map((of) => of.owner);
  return owners.map(({ threshold, addresses, locktime }) => ({ threshold, addresses, locktime }));
};

/**
 * Somebody who signs with some keys of a case.
 * @param facts What she knows besides the drafts: UTXOs from a node of her own, if any.
 */
export function signerOf(
  of: Case,
  honest: Draft,
  keys: readonly Key[],
  facts: Omit<SignerKnowledge, 'own'>,
  now: bigint,
): Signer {
  // The clock is the signer's.
  const known = { ...facts, time: now, own: keys.flatMap((key) => addressesOf(of, key)) };
  const truth = look(of, honest, known);
  let policy: Policy | undefined;
  const wrongly = told(() => {
    const made = policyOf(honest, {
      own: ownOf(honest),
      maxFee: ceiling,
      maxAge: 3600n,
    });
    policy = made;
    return review(honest, { ...known, expect: made }).map(({ code, path }) => `${code} at ${path}`);
  });
  const sign = (draft: Draft, options: SignOptions): Draft =>
    signAll(draft, keys, { ...facts, time: now, ...options });
  const allowing = wrongly.length === 0 ? policy : undefined;
  return {
    ...(allowing && { withPolicy: (draft: Draft) => sign(draft, { policy: allowing }) }),
    // She has looked at it, and nothing objected.
    byDefault: (draft) => sign(draft, { reviewed: digestOf(draft) }),
    objections(draft) {
      const seen = look(of, draft, known);
      return (['explain', 'review'] as const).flatMap((by) => {
        const code = seen[by].find((text) => !truth[by].includes(text));
        return code === undefined ? [] : [{ by, code }];
      });
    },
    // Who has neither all keys nor a node of her own cannot know whose everything is.
    falseAlarms: (keys.length < of.keys.length && !facts.utxos
      ? []
      : [
          ...wrongly.map((text) => `policy: ${text}`),
          ...truth.review.map((text) => `review: ${text}`),
        ]
    ).map((text) => `${of.intent.type}: ${text}`),
  };
}
