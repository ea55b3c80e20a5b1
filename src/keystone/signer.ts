/** Signs drafts with a Keystone: what it is asked, and what its answer adds. */

import { unsignedBytes, withVerified } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import type { BuiltDraft } from '../draft/mark.ts';
import { digestOf } from '../draft/reading.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import {
  aFunction,
  aListOf,
  aNumber,
  aText,
  checkArgument,
  objectOf,
  optional,
  someBytes,
} from '../schema/check.ts';
import type { ReviewedSignOptions, SignOptions } from '../sign/allow.ts';
import { addSignature, askedOf, readyToSign, type Signer } from '../sign/external.ts';
import type { LedgerAccount } from '../sign/hardware/ledgerpaths.ts';
import { placeIn } from '../sign/hd/path.ts';
import { missingSigner } from '../sign/sign.ts';
import { equalBytes } from '../text/bytes.ts';
import {
  formatKeystoneRequest,
  type KeystoneRequest,
  type KeystoneSignature,
  parseFingerprint,
  parseKeystoneSignature,
} from './messages.ts';

/** The keys of a device. */
export interface KeystoneKeys {
  /** Fingerprint of the master key, 8 hex digits, as wallets show it. */
  readonly fingerprint: string;
  /** The account that signs, an `HDAccount` of `avalanche-tx/hd`; if omitted, the keys of all the draft's paths. */
  readonly account?: LedgerAccount;
}

const keysArgument = /* @__PURE__ */ (() =>
  objectOf(
    {
      fingerprint: aText,
      account: optional(objectOf({ path: aText, owner: optional(aFunction) })),
    },
    { name: 'the keys of a device' },
  ))();
const deviceArgument = /* @__PURE__ */ (() =>
  objectOf({ ...keysArgument.parts, exchange: aFunction, maxBytes: optional(aNumber) }))();
const answerArgument = /* @__PURE__ */ (() =>
  objectOf(
    { requestID: optional(someBytes), signatures: aListOf(someBytes) },
    { name: 'an answer' },
  ))();

/** What the firmware reads. Source: keystone3-firmware 3.0.0 `rust/apps/avalanche/src/transactions/`. */
const readable: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'platformvm.BaseTx',
  'platformvm.ImportTx',
  'platformvm.ExportTx',
  'platformvm.AddPermissionlessValidatorTx',
  'platformvm.AddPermissionlessDelegatorTx',
  'avm.BaseTx',
  'avm.ImportTx',
  'avm.ExportTx',
  'atomic.ImportTx',
  'atomic.ExportTx',
  'secp256k1fx.TransferOutput',
  'secp256k1fx.TransferInput',
]);

/** Throws for a transaction that the firmware cannot read, so that nobody scans in vain. */
function verifyReadable({ unsignedTx }: Draft): void {
  const refuse = (type: string, ...path: readonly (string | number)[]): void => {
    if (!readable.has(type))
      throw new AvalancheError('Unsupported', `firmware 3.0.0 of Keystone cannot read ${type}`).at(
        'draft',
        'unsignedTx',
        ...path,
      );
  };
  refuse(unsignedTx.type);
  const lists = ['outputs', 'exportedOutputs', 'stake', 'inputs', 'importedInputs'];
  for (const [key, list] of Object.entries(unsignedTx)) {
    if (!lists.includes(key)) continue;
    (list as readonly { readonly [part: string]: { readonly type?: string } }[]).forEach(
      ({ output, input }, i) => {
        if (output?.type !== undefined) refuse(output.type, key, i, 'output');
        if (input?.type !== undefined) refuse(input.type, key, i, 'input');
      },
    );
  }
}

/** The id of the request for a draft: from its digest, so that an answer belongs to a draft whoever kept it. It has the form of a UUID. */
function requestIDOf(draft: Draft): Uint8Array {
  const id = digestOf(draft).slice(0, 16);
  id[6] = (id[6]! & 0x0f) | 0x80;
  id[8] = (id[8]! & 0x3f) | 0x80;
  return id;
}

/** The paths of the keys that have still to sign, each once. */
const pathsOf = (draft: Draft, { account }: KeystoneKeys): readonly string[] =>
  askedOf(draft).flatMap(({ path }) =>
    path !== undefined && (!account || placeIn(account.path, path)) ? [path] : [],
  );

function requestFrom(draft: Draft, keys: KeystoneKeys): KeystoneRequest {
  const paths = pathsOf(draft, keys);
  if (paths.length === 0)
    throw missingSigner(
      draft,
      'no key of the device is missing, or the draft has no derivation paths: build it from a state with paths, such as { ...state, paths: found.paths.P } with found of connect().discover(account)',
    );
  verifyReadable(draft);
  const { fingerprint } = keys;
  return { requestID: requestIDOf(draft), bytes: unsignedBytes(draft), paths, fingerprint };
}

const ownOf = ({ account }: KeystoneKeys) =>
  account?.owner ? [{ descriptor: '', owner: account.owner }] : [];

/**
 * Returns what a Keystone is asked for a draft: `formatKeystoneRequest` makes QR codes of it. Like `sign`, it accepts a draft that was not
 * built here only with `policy` or `reviewed`.
 * @throws {AvalancheError} `MissingSigner`: no missing signature has a path; `Unsupported`: the firmware cannot read the transaction; `BadText`:
 *   the fingerprint; `NotReviewed`, `Refused`, `Disproved`, as `sign`.
 */
export function keystoneRequestOf(
  draft: BuiltDraft,
  options: KeystoneKeys & SignOptions,
): KeystoneRequest;
export function keystoneRequestOf(
  draft: Draft,
  options: KeystoneKeys & ReviewedSignOptions,
): KeystoneRequest;
export function keystoneRequestOf(
  draft: Draft,
  options: KeystoneKeys & SignOptions,
): KeystoneRequest {
  checkArgument(options, keysArgument, 'options');
  const { fingerprint, account, ...others } = options;
  const keys = { fingerprint, ...(account && { account }) };
  within(['options'], () => parseFingerprint(fingerprint));
  return requestFrom(readyToSign(draft, others, ownOf(keys)), keys);
}

/**
 * Adds the signatures of a Keystone to the draft that it was asked for, and returns the new draft.
 * @throws {AvalancheError} `Mismatch`: the answer to another request; `BadSignature`: of a key that has no empty slot, such as one of another
 *   device; as `finalize`, except `MissingSigner`.
 */
export function addKeystoneSignature<D extends Draft>(draft: D, signature: KeystoneSignature): D {
  checkArgument(signature, answerArgument, 'signature');
  const { requestID, signatures } = signature;
  return withVerified(['draft'], draft, (reading) => {
    const digest = digestOf(reading.draft);
    if (requestID && !equalBytes(toBytes(requestID), requestIDOf(reading.draft)))
      throw new AvalancheError('Mismatch', 'is the answer to another request').at(
        'signature',
        'requestID',
      );
    return signatures.reduce<D>(
      (signed, of, i) =>
        within(['signature', 'signatures', i], () =>
          addSignature(signed, { digest, signature: of }),
        ),
      reading.draft,
    );
  });
}

/** A Keystone, and whoever shows it QR codes and scans its own. */
export interface KeystoneDevice extends KeystoneKeys {
  /**
   * Shows the texts as QR codes, in a loop, until the user has scanned the device's answer, and returns the texts of that, in any order.
   * `urReader` tells when they are complete.
   */
  exchange(parts: readonly string[]): Promise<string | readonly string[]>;
  /** Bytes of a QR code; 200 if omitted. */
  readonly maxBytes?: number;
}

/**
 * Creates a signer for a Keystone, which is asked and answers by QR codes.
 * @throws {AvalancheError} From `sign`: as `keystoneRequestOf`, `parseKeystoneSignature` and `addKeystoneSignature`; what `exchange` throws,
 *   unchanged.
 */
export function keystoneSigner(device: KeystoneDevice): Signer {
  checkArgument(device, deviceArgument, 'device');
  const { fingerprint, account, maxBytes } = device;
  const keys = { fingerprint, ...(account && { account }) };
  within(['device'], () => parseFingerprint(fingerprint));
  const own = ownOf(keys);
  return {
    own,
    byPath: true,
    async sign(given, options = {}) {
      const draft = readyToSign(given, options, own);
      if (pathsOf(draft, keys).length === 0) return draft;
      const request = requestFrom(draft, keys);
      const parts = formatKeystoneRequest(request, { ...(maxBytes !== undefined && { maxBytes }) });
      const answer = await device.exchange(parts);
      return within(['device'], () => addKeystoneSignature(draft, parseKeystoneSignature(answer)));
    },
  };
}
