import type { Draft, SignerKnowledge } from '../../draft/draft.ts';
import { prove } from '../../owners/prove.ts';
import type { Finding, FindingCode } from '../../review/codes.ts';
import type { Told } from '../../review/deeds.ts';
import type { RuleViolation } from './rules.ts';

/**
 * Compares the owners that a draft claims with evidence and with what the signer knows.
 * @throws {AvalancheError} `Disproved`; as `prove`.
 */
export function verifyProofs(draft: Draft, knowledge: SignerKnowledge): void {
  const { own, utxos, evidence, authorities } = knowledge;
  if (draft.evidence.length === 0 && !utxos && !evidence && !authorities) return;
  prove(draft, {
    ...(own && { own }),
    ...(utxos && { utxos }),
    ...(evidence && { evidence }),
    ...(authorities && { authorities }),
  });
}

/** Converts a review finding to a policy finding, with its path in the draft and amounts in smallest units. */
export function violationOf({ code, path, found, meant, deed }: Finding): RuleViolation {
  return {
    code,
    path: placeOf(code, path),
    detail: detailOf(code, deed?.is === 'gets' ? deed : found, meant),
  };
}

const placeOf = (code: FindingCode, path: string): string => {
  if (code === 'FeeTooHigh') return 'fee';
  if (/^(slots|evidence|network$)/.test(path)) return path;
  return path === '' ? 'unsignedTx' : `unsignedTx.${path}`;
};

function detailOf(code: FindingCode, found: Told | undefined, meant: Told | undefined): string {
  if (!found)
    return meant ? `${itemOf(meant)} is not done` : 'only the maker of the draft says who owns it';
  const { text, amount = 0n, asset } = found;
  switch (code) {
    case 'FeeTooHigh':
      return `${amount} nAVAX, at most ${meant?.amount ?? 0n}`;
    case 'AmountTooHigh':
      return `${amount} of ${asset}, at most ${meant?.amount ?? 0n}`;
    case 'ReceiverAmountTooHigh':
    case 'ReceiverAmountDiffers':
      return `${text} gets ${amount} of ${asset}`;
    default:
      return itemOf(found);
  }
}

const mostCharacters = 100;

/** Describes what was found: the receiver, the value of a field, or an item with its units. */
function itemOf({ text, item, amount = 0n, asset }: Told): string {
  if (text !== '')
    return text.length > mostCharacters && asset === ''
      ? `${text.slice(0, mostCharacters)}…`
      : text;
  return [item, `${amount} of ${asset}`].filter((part) => part !== undefined).join(', ');
}
