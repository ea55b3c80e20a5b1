import { type Draft, formatAddress, formatHex, type NetworkIdentity } from 'avalanche-tx';
import { type ForeignKind, toForeign } from 'avalanche-tx/convert';
import {
  digestsOf,
  formatDraft,
  formatDraftParts,
  formatPolicy,
  parseDraft,
  parseDraftParts,
  policyOf,
} from 'avalanche-tx/sign';
import { UsageError } from '../../shared/failures.ts';
import { isPart, refuseOther } from './document.ts';
import { assertNetwork } from './network.ts';
import { blockchainOf, digestOf } from './tx.ts';
import { within } from './within.ts';

/** Reads a draft from its text, or from its parts, one per line. */
export function readDraft(text: string): Draft {
  if (isPart(text.trimStart())) return parseDraftParts(text.trim().split(/\s+/));
  refuseOther(text, 'draft');
  return parseDraft(text);
}

/** The text of an address of a slot; an account as `0x…`. */
const nameIn = (draft: Draft, { kind }: Draft['slots'][number], address: Uint8Array): string =>
  kind === 'account'
    ? formatHex(address)
    : formatAddress(address, blockchainOf(draft), draft.network);

/** How a draft is written: as texts for QR codes, or in the form of another tool. */
export interface Written {
  readonly parts?: boolean;
  readonly as?: ForeignKind | undefined;
}

/** Writes a draft in the form that was asked for; as its text if none was. */
export function writeDraft(draft: Draft, { parts, as }: Written): string {
  if (parts && as) throw new UsageError('--parts or --as, not both');
  if (as) return String(toForeign(draft, { kind: as, text: { prefix: true, checksum: false } }));
  return parts ? formatDraftParts(draft).join('\n') : formatDraft(draft);
}

/** The output of `policy`: the file of the full policy of a draft that was reviewed. */
export function policyCommand(
  text: string,
  own: readonly string[],
  network: NetworkIdentity | undefined,
): string {
  const draft = readDraft(text);
  assertNetwork('draft', draft.network, network);
  // Accounts receive no change.
  const addresses = own.filter((of) => of.includes('-'));
  return formatPolicy(policyOf(draft, own.length > 0 ? { own: addresses } : {}));
}

/** The missing signers, one line for each credential. */
export const missingLines = (draft: Draft): readonly string[] =>
  draft.missing.map(({ credential, need, candidates }) => {
    const names = candidates.map((address) => nameIn(draft, draft.slots[credential]!, address));
    return `missing: credential ${credential} needs ${need} of ${names.join(', ')}`;
  });

/** Names the signers of each owner that has several, one line per owner. */
export function signerLines(draft: Draft): readonly string[] {
  const lines = draft.slots.flatMap((slot) => {
    const { owner, signatureIndices } = slot;
    if (owner.addresses.length === signatureIndices.length) return [];
    const names = signatureIndices.map((i) => nameIn(draft, slot, owner.addresses[i]!));
    return [`signers: ${names.join(' and ')}, of ${owner.addresses.length} owners`];
  });
  return [...new Set(lines)];
}

/** The output of `missing --keystone`: the texts of the QR codes that a Keystone scans, one a line. */
export async function keystoneText(
  draft: Draft,
  fingerprint: string,
  account: string | undefined,
): Promise<string> {
  const { formatKeystoneRequest, keystoneRequestOf } = await import('avalanche-tx/keystone');
  const request = within(['keystone'], () =>
    keystoneRequestOf(draft, {
      fingerprint,
      ...(account !== undefined && { account: { path: account } }),
      reviewed: digestOf(draft),
    }),
  );
  return formatKeystoneRequest(request).join('\n');
}

/** The output of `missing`: the missing signers, or as JSON with the digests that they sign. Empty if the draft is fully signed. */
export function missingText(draft: Draft, json: boolean): string {
  if (!json) return missingLines(draft).join('\n');
  return JSON.stringify(
    digestsOf(draft, { reviewed: digestOf(draft) }).map(({ address, digest, slots, ...rest }) => ({
      address: nameIn(draft, draft.slots[slots[0]!.credential]!, address),
      ...rest,
      digest: formatHex(digest),
      slots,
    })),
  );
}
