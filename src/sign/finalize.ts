import { Tx as CTx } from '../chain/cchain/tx.ts';
import { Tx as PTx } from '../chain/pchain/tx.ts';
import { type Tx, txFromBytes } from '../chain/tx.ts';
import { Tx as XTx } from '../chain/xchain/tx.ts';
import type { Draft } from '../draft/draft.ts';
import { fxOf, missingOf } from '../draft/slot.ts';
import { unsignedBytes, verifyDraft } from '../draft/verify.ts';
import { CodecError, within } from '../errors.ts';
import { formatAddress } from '../network/address.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { type CredentialState, verifyCredentials } from '../verify/credentials.ts';
import { encode } from '../wire/codec.ts';

/**
 * The signed transaction. Everything is checked again, whoever made the draft and the signatures: rules, fee, flows, each
 * signature against its slot.
 * @throws {CodecError} `MissingSigner`: context has `missing`, a list of `credential`, `need` and `addresses`; `BadSignature`;
 *   as `verifyDraft`, under `draft`.
 */
export function finalize(draft: Draft): Tx {
  within(['draft'], () => verifyDraft(draft));
  const missing = missingOf(draft.slots);
  if (missing.length > 0) throw missingSigner(draft, missing);
  const unsigned = unsignedBytes(draft);
  const tx = txFromBytes(draft.chain, signedBytes(draft));
  verifyCredentials(tx, credentialStateOf(draft));
  if (!equalBytes(tx.bytes.subarray(0, unsigned.length), unsigned))
    throw new CodecError('Mismatch', 'the signed bytes do not start with what was signed');
  return tx;
}

function credentialStateOf({ slots, time }: Draft): CredentialState {
  const utxos = slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
  const auth = slots.find(({ kind }) => kind === 'auth');
  return { utxos, time, ...(auth && { authority: auth.owner }) };
}

function missingSigner(draft: Draft, found: Draft['missing']): CodecError {
  const chain = blockchainOf(draft);
  const missing = found.map(({ credential, need, candidates }) => ({
    credential,
    need,
    addresses: candidates.map((address) =>
      draft.slots[credential]!.kind === 'account'
        ? formatHex(address)
        : formatAddress(chain, address, draft.network),
    ),
  }));
  const [first] = missing;
  const more = missing.length > 1 ? `, and ${missing.length - 1} more credentials` : '';
  return new CodecError(
    'MissingSigner',
    `credential ${first!.credential} needs ${first!.need} of ${first!.addresses.join(', ')}${more}`,
    -1,
    { missing },
  );
}

function signedBytes(draft: Draft): Uint8Array {
  const signatures = draft.slots.map((slot) => slot.signatures as readonly Uint8Array[]);
  const credentials = signatures.map((list) => ({
    type: 'secp256k1fx.Credential' as const,
    signatures: list,
  }));
  switch (draft.chain) {
    case 'P':
      return encode(PTx, { unsignedTx: draft.unsignedTx, credentials });
    case 'C':
      return encode(CTx, { unsignedTx: draft.unsignedTx, credentials });
    case 'X':
      return encode(XTx, {
        unsignedTx: draft.unsignedTx,
        credentials: draft.slots.map((slot, i) => ({
          credential: { type: `${fxOf(slot)}.Credential` as const, signatures: signatures[i]! },
        })),
      });
  }
}
