import { readFileSync } from 'node:fs';
import { formatDraft, parseDraft } from '../draft/file.ts';
import { CodecError, within } from '../errors.ts';
import { formatAddress } from '../network/address.ts';
import { finalize } from '../sign/finalize.ts';
import { type Key, privateKey } from '../sign/key.ts';
import { issueTxRequest } from '../sign/request.ts';
import { sign } from '../sign/sign.ts';
import { blockchainOf } from '../state/state.ts';
import { formatHex } from '../text/bytes.ts';

/**
 * What `sign` writes: the draft with the signatures that the keys give, or what a node is asked to issue.
 * @param files Of a key each, or `-` for standard input.
 */
export function signCommand(
  text: string,
  files: readonly string[],
  isLast: boolean,
  warn: (text: string) => void,
): string {
  const draft = parseDraft(text);
  const keys = files.map((file, i) => within(['key', i], () => readKey(file)));
  const signed = sign(draft, ...keys);
  if (isLast) return JSON.stringify(issueTxRequest(finalize(signed)));
  const count = signatureCount(signed) - signatureCount(draft);
  if (keys.length > 0 && count === 0) warn('no signature added: nothing here waits for these keys');
  for (const { credential, need, candidates } of signed.missing) {
    const addresses = candidates.map((address) =>
      signed.slots[credential]!.kind === 'account'
        ? formatHex(address)
        : formatAddress(blockchainOf(signed), address, signed.network),
    );
    warn(`missing: credential ${credential} needs ${need} of ${addresses.join(', ')}`);
  }
  return formatDraft(signed);
}

const signatureCount = ({ slots }: { readonly slots: ReturnType<typeof parseDraft>['slots'] }) =>
  slots.flatMap(({ signatures }) => signatures.filter((s) => s !== null)).length;

/** A key from a file. No error says the file’s name, which may be a key that somebody typed. */
function readKey(file: string): Key {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === '-' ? 0 : file);
  } catch {
    throw new CodecError('BadText', 'no file that can be read; a key itself is never an argument');
  }
  try {
    return privateKey(bytes.toString().trim());
  } finally {
    bytes.fill(0);
  }
}
