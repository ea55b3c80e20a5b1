/** What a transaction can be compared with: an intent, a draft, a policy, or an expectation written by hand. */

import { declarationOf, type Intent, verifyChain } from '../builder/intents/table.ts';
import type { ChainName } from '../chain/declared.ts';
import type { Draft, Policy } from '../draft/draft.ts';
import { withReading } from '../draft/reading.ts';
import { badArgument, isPlainObject, readable } from '../errors/arguments.ts';
import { AvalancheError, type Path, within } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import type { Network } from '../network/network.ts';
import { isWallet, listOfOwn } from '../owners/own.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { Confirmed } from './choices.ts';
import type { Found } from './codes.ts';
import { rulesOfDraft } from './draftrules.ts';
import { checkExpectation, type Expectation, type ExpectationRule } from './expectation.ts';
import { expectationOf, isIntentType } from './intents.ts';
import type { Parts, Reader } from './known.ts';
import type { PolicyRules } from './policyrules.ts';
import { expectationOfRules, networkFindings, networkOfRules, timeFindings } from './rules.ts';

/** Options of `review`: what the reader knows, and what is expected. */
export interface ReviewContext extends Reader, Confirmed {
  /**
   * What is expected. An intent: exactly what it says. A draft that you reviewed: at most what it does, as with `policyOf(draft)`. A policy
   * that `policyOf` or `parsePolicy` returned: at most what it allows. Or an expectation written by hand. If omitted, ordinary payments to
   * others are reported as notes.
   */
  readonly expect?: Intent | Draft | Policy | Expectation | ExpectationRule;
  /** Receives the change. */
  readonly change?: Owner | Address;
  /** Highest fee in nAVAX that is not a finding. If omitted, 0.1 AVAX; on X, the fee of the known network or of `network`. */
  readonly maxFee?: bigint;
}

/** Options of a review, with the expectation that a comparison uses. */
export interface JudgeContext extends Omit<ReviewContext, 'expect'> {
  readonly expect?: Expectation | ExpectationRule;
}

/** What a review compares, and what it finds besides. */
export interface Comparison {
  readonly context: JudgeContext;
  /** Findings that leave nothing to compare: another network than that of the rules. */
  readonly instead?: readonly Found[];
  /** Findings besides those of the comparison. */
  readonly more?: readonly Found[];
}

/** Prepares the comparison with a policy. */
export type Compare = (context: JudgeContext, parts: Parts) => Comparison;

const policies = /* @__PURE__ */ new WeakMap<object, Compare>();

/** Registers how a policy of the library is compared. */
export const comparePolicy = (policy: Policy, compare: Compare): void => {
  policies.set(policy, compare);
};

/**
 * Finds out what is expected.
 * @throws {AvalancheError} `BadArgument` at `context.expect`: none of the accepted values, such as a policy that was not made by
 *   `policyOf`; as `withReading`.
 */
export function comparisonOf({ expect, ...rest }: ReviewContext, parts: Parts): Comparison {
  if (expect === undefined) return { context: rest };
  if (typeof expect === 'function') return { context: { ...rest, expect } };
  const path = ['context', 'expect'];
  const compare = typeof expect === 'object' && policies.get(expect);
  if (compare) return compare(rest, parts);
  switch (within(path, () => readable('what is expected', () => kindOf(expect)))) {
    case 'draft':
      return withReading(path, expect as Draft, ({ draft }) => {
        const { maxFee } = rest;
        const rules = rulesOfDraft(draft, maxFee === undefined ? {} : { maxFee });
        return compareRules(rules, (network) => expectationOfRules(rules, network))(rest, parts);
      });
    case 'expectation':
      return { context: { ...rest, expect: checkExpectation(expect as Expectation) } };
    case 'intent':
      return { context: { ...rest, expect: intentExpectation(expect as Intent, path) } };
  }
}

/** Returns what a value declares itself to be. */
function kindOf(expect: unknown): 'draft' | 'expectation' | 'intent' {
  if (isPlainObject(expect)) {
    if ('unsignedTx' in expect) return 'draft';
    if ('terms' in expect) return 'expectation';
    if (isIntent(expect)) return 'intent';
  }
  throw badArgument(
    'an intent, a draft, a policy that policyOf returned, or an expectation with terms',
    expect,
  );
}

/** Whether a value is an intent: it has a type, and no network, which rules have. */
export const isIntent = (given: object): given is Intent =>
  typeof (given as { readonly type?: unknown }).type === 'string' && !('network' in given);

/**
 * Returns the exact expectation of an intent.
 * @throws {AvalancheError} `Unsupported`: its type is that of no intent.
 */
export function intentExpectation(intent: Intent, path: Path): ExpectationRule {
  const { type } = intent;
  if (isIntentType(type)) {
    checkIntent(intent, path);
    return expectationOf(intent);
  }
  throw new AvalancheError('Unsupported', `${named(type)} is not a type of intent`).at(
    ...path,
    'type',
  );
}

/**
 * Checks an intent as its builder would: a misspelt limit or lock would otherwise not count.
 * @throws {AvalancheError} `BadArgument`, under the path.
 */
function checkIntent(intent: Intent, path: Path): void {
  const { type, chain, ...fields } = intent;
  const check = (on: ChainName) => declarationOf(type, on)!.check(fields);
  within(path, () => {
    verifyChain(chain);
    try {
      check(chain ?? 'P');
    } catch (e) {
      // Imports to C have fields of their own, and may be meant if no chain is named.
      if (chain !== undefined || type !== 'ImportTx') throw e;
      check('C');
    }
  });
}

/** Returns the comparison with rules. */
export const compareRules =
  (rules: PolicyRules, expectationOn: (network: Network) => Expectation): Compare =>
  (context, parts) => {
    const instead = networkFindings(parts, rules, context);
    // The addresses of the rules belong to their network.
    if (instead.length > 0) return { context, instead };
    const network = networkOfRules(rules, context);
    if (!network)
      return {
        context,
        instead: [
          {
            code: 'NetworkClaimed',
            kind: 'unproven',
            path: 'network',
            found: {
              text: 'only the maker of the draft says what its parameters are: give them in the policy',
            },
          },
        ],
      };
    const { draft } = parts;
    const { own = [] } = rules;
    const wallets = listOfOwn(own).filter(isWallet);
    const isOther =
      draft?.descriptor !== undefined &&
      wallets.length > 0 &&
      !wallets.some(({ descriptor }) => descriptor === draft.descriptor);
    return {
      context: { ...context, network, expect: expectationOn(network) },
      more: [
        ...(isOther
          ? [
              {
                code: 'WalletNotAllowed',
                kind: 'different',
                path: 'descriptor',
                found: { text: 'names another wallet' },
              } as const,
            ]
          : []),
        ...timeFindings(draft, rules, context),
      ],
    };
  };
