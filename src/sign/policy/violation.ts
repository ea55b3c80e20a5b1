import type { Draft } from '../../draft/draft.ts';
import type { SignerFacts } from '../../draft/policy.ts';
import { prove } from '../../owners/prove.ts';
import type { Told } from '../../review/deeds.ts';
import type { Finding } from '../../review/review.ts';
import type { RuleViolation } from './rules.ts';

/**
 * Compares the owners that a draft claims with evidence and with what the signer knows.
 * @throws {AvalancheError} `Disproved`; as `prove`.
 */
export function verifyProofs(draft: Draft, facts: SignerFacts): void {
  const { own, utxos, evidence, authorities } = facts;
  if (draft.evidence.length === 0 && !utxos && !evidence && !authorities) return;
  prove(draft, {
    ...(own && { own }),
    ...(utxos && { utxos }),
    ...(evidence && { evidence }),
    ...(authorities && { authorities }),
  });
}

/** A finding as a policy says it: with its place in the draft, and without names of assets. */
export function violationOf({ code, path, found, meant, deed }: Finding): RuleViolation {
  const most = code.endsWith('TooHigh') && meant ? `, at most ${plainText(meant)}` : '';
  const of = deed?.is === 'gets' && code === 'ReceiverAmountTooHigh' ? deed : found;
  return {
    code,
    path:
      code === 'FeeTooHigh'
        ? 'fee'
        : /^(slots|evidence|network$)/.test(path)
          ? path
          : path === ''
            ? 'unsignedTx'
            : `unsignedTx.${path}`,
    detail: of ? `${plainText(of)}${most}` : 'only the maker of the draft says who owns it',
  };
}

const mostCharacters = 100;

/** What is done or meant, in the smallest units. */
function plainText({ text, amount = 0n, asset, item }: Told): string {
  const units = asset && amount > 0n ? `${amount} of ${asset}` : undefined;
  const all = [item ?? units, text || undefined].filter((part) => part !== undefined).join(' to ');
  return all.length > mostCharacters && !asset ? `${all.slice(0, mostCharacters)}…` : all;
}
