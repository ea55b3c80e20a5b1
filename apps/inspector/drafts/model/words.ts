/** Errors of the library in sentences for the people at a page. */
import { formatHex, isError } from 'avalanche-tx';
import { explain, explainError } from 'avalanche-tx/explain';
import { unsignedBytesOf } from 'avalanche-tx/rules';
import type { Draft, PolicyFinding } from 'avalanche-tx/sign';

/** Something that was refused: a sentence, and the findings of a policy if it was one that refused. */
export interface Refusal {
  readonly text: string;
  readonly findings: readonly PolicyFinding[];
  /** An owner who was not chosen to sign: a draft can be made for them. */
  readonly spare?: string;
}

/** Keys that a draft does not need. */
export class NotNeeded extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.text);
    this.refusal = refusal;
  }
}

/** `A, B and C`; only the first three of more. */
export function listed(all: readonly string[], word: 'and' | 'or'): string {
  const shown = all.length > 4 ? [...all.slice(0, 3), `${all.length - 3} more`] : all;
  return shown.length < 2
    ? (shown[0] ?? 'nobody')
    : `${shown.slice(0, -1).join(', ')} ${word} ${shown.at(-1)}`;
}

const said = (text: string): Refusal => ({ text, findings: [] });

/** What went wrong, for people. */
export function refusalOf(e: unknown): Refusal {
  if (e instanceof NotNeeded) return e.refusal;
  if (isError(e, 'Refused') && 'findings' in e.context)
    return {
      text: 'Refused before a key was used.',
      findings: e.context.findings as readonly PolicyFinding[],
    };
  // Its sentence names those who are asked, and not why this key is none of them.
  if (isError(e, 'MissingSigner')) return said(sentence(e.detail.replace(/: credential .*/, '')));
  return said(explainError(e));
}

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

const names: Readonly<Record<string, string>> = {
  network: 'the network',
  chain: 'the chain',
  alias: 'the chain',
  time: 'the time at which it was built',
  slots: 'the owners of what is spent',
  price: 'the price of gas',
  change: 'which outputs are change',
  warnings: 'the warnings of its maker',
  paths: 'a derivation path',
  descriptor: 'the wallet that the change returns to',
  extra: 'an entry of another program',
};

const bytesOf = ({ unsignedTx }: Draft): string => formatHex(unsignedBytesOf(unsignedTx));

/** Why nothing was taken from a co-signer's draft. */
export function differenceOf(e: unknown, ours: Draft, theirs: Draft): Refusal {
  if (bytesOf(ours) !== bytesOf(theirs))
    return said(
      `This draft is of another transaction, so nothing was taken from it. It would: “${explain(theirs).title}”. ` +
        `The draft here would: “${explain(ours).title}”.`,
    );
  if (!isError(e, 'Mismatch')) return refusalOf(e);
  const member = String(e.path[2]);
  return said(
    `This draft is of the same transaction but differs in ${names[member] ?? member}, so nothing was taken from it.`,
  );
}
