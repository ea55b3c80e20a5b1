/**
 * The credentials of an explanation: what each one authorizes, and who has signed. Signers are recovered from the signatures, not
 * taken from a draft.
 */
import type { IDOf } from '../chain/roles.ts';
import { accountOf, shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { toBytes, toList } from '../errors/arguments.ts';
import { formatPath, isError } from '../errors/error.ts';
import { credentialUsesOrNone } from '../review/known.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { txDigestOf } from '../tx/bytes.ts';
import type { CredentialUse } from '../tx/credentials.ts';
import { Finder } from '../tx/find.ts';
import { ownerOf } from '../tx/owner.ts';
import { placeholderAddress } from '../tx/placeholder.ts';
import { recoveredKey } from '../tx/recovered.ts';
import { accountParty, addressText, type ExplainedTx, partyOf } from './explained.ts';
import type { Authority, CredentialText, SignatureText } from './explanation.ts';

/** Returns each credential with its purpose and the state of its signatures. */
export function credentialsOf(explained: ExplainedTx): readonly CredentialText[] {
  const uses = credentialUsesOrNone(explained.tx);
  const { isSaid, isSigner } = explained.knowledge;
  const signers = signersIn(explained, uses);
  return uses.map((use, i) => {
    const { kind, path, signatureIndices } = use;
    const { owner, trust } = explained.holdingAt(i);
    const textOf = (address: Uint8Array): string =>
      kind === 'account' ? formatHex(address) : addressText(address, explained);
    // One shared list for all signatures of a credential: each list would be as long as the owner.
    let candidates: readonly string[] | undefined;
    const anyOf = (): readonly string[] => (candidates ??= (owner?.addresses ?? []).map(textOf));
    return {
      kind,
      path: formatPath(path),
      ...(owner && {
        owner: kind === 'account' ? accountParty(owner.addresses[0]!) : partyOf(owner, explained),
        ...(isSaid && { isOwn: isSigner(ownerOf(owner), kind === 'account') }),
      }),
      trust: !owner && isSigned(signers[i]) ? 'signed' : trust,
      signatures: signatureIndices.map((index, k) =>
        signatureOf(signers[i]?.[k], owner?.addresses[index], owner !== undefined, {
          textOf,
          anyOf,
        }),
      ),
    };
  });
}

const naming = /* @__PURE__ */ new Finder('id');
/** Kind of authority by the kind of id; null if no owner authorizes for such an id. */
const authorityKinds: { readonly [Of in IDOf]: Authority['kind'] | null } = {
  subnet: 'subnet',
  validation: 'l1Validator',
  staker: 'autoRenewedValidator',
  chain: null,
  vm: null,
  node: null,
  asset: null,
  conversion: null,
};

/** Returns the owner who must authorize the transaction besides the payers, if there is one. */
export function authorityIn(explained: ExplainedTx): Authority | undefined {
  const uses = credentialUsesOrNone(explained.tx);
  const place = uses.findIndex(({ kind }) => kind === 'auth');
  const use = uses[place];
  if (use?.kind !== 'auth') return undefined;
  const named = naming.in(explained.tx).find(({ path }) => path.join('.') === use.ofPath);
  const kind = named && authorityKinds[named.role.of];
  if (!kind) return undefined;
  const { owner, trust } = explained.holdingAt(place);
  return {
    kind,
    of: formatID(use.of),
    ...(owner && { owner: partyOf(owner, explained) }),
    trust,
  };
}

/** A missing signature, with the signer that its placeholder names. */
interface Open {
  readonly named: Uint8Array | undefined;
}
/** Signer of a signature; null if no key can be recovered. */
type Signer = Uint8Array | null | Open;
const open: Open = { named: undefined };

/** Returns the signers by credential and signature. */
function signersIn(
  explained: ExplainedTx,
  uses: readonly CredentialUse[],
): readonly (readonly Signer[])[] {
  const known = new Map<string, Uint8Array | null>();
  const keyOf = (signature: Uint8Array): Uint8Array | null => {
    const id = formatHex(signature);
    let key = known.get(id);
    if (key === undefined) known.set(id, (key = recovered(txDigestOf(explained.tx), signature)));
    return key;
  };
  return uses.map((use, i) =>
    signaturesAt(i, explained).map((signature): Signer => {
      if (!signature) return open;
      const named = placeholderAddress(toBytes(signature));
      if (named) return named.some((byte) => byte !== 0) ? { named } : open;
      const key = keyOf(signature);
      if (!key) return null;
      return use.kind === 'account' ? accountOf(key) : shortIDOfPublicKey(key);
    }),
  );
}

/** Tests whether all signatures are present and recoverable. */
const isSigned = (signers: readonly Signer[] = []): boolean =>
  signers.length > 0 && signers.every((signer) => signer instanceof Uint8Array);

function signaturesAt(
  place: number,
  { draft, signed }: ExplainedTx,
): readonly (Uint8Array | null)[] {
  if (draft) return draft.slots[place]?.signatures ?? [];
  const credential = signed?.credentials[place];
  const inner = credential && ('credential' in credential ? credential.credential : credential);
  return inner && 'signatures' in inner ? toList(inner.signatures, 'credentials', place) : [];
}

function recovered(digest: Uint8Array, signature: Uint8Array): Uint8Array | null {
  try {
    return recoveredKey(digest, signature);
  } catch (e) {
    if (isError(e)) return null;
    throw e;
  }
}

/** Formatters for the signers of a credential. */
interface Names {
  readonly textOf: (address: Uint8Array) => string;
  /** Addresses that can still sign. */
  readonly anyOf: () => readonly string[];
}

function signatureOf(
  signer: Signer | undefined,
  wanted: Uint8Array | undefined,
  isOwned: boolean,
  { textOf, anyOf }: Names,
): SignatureText {
  if (signer === null) return { status: 'unreadable', addresses: [] };
  if (!(signer instanceof Uint8Array)) {
    const one = wanted ?? signer?.named;
    return { status: 'missing', addresses: one ? [textOf(one)] : anyOf() };
  }
  const addresses = [textOf(signer)];
  if (!isOwned) return { status: 'present', addresses };
  return { status: wanted && equalBytes(wanted, signer) ? 'valid' : 'wrong', addresses };
}
