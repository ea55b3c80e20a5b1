/** What a Keystone is asked for a draft that the page explains, and what its answer adds. */
import { hdAccount } from 'avalanche-tx/hd';
import {
  addKeystoneSignature,
  formatKeystoneRequest,
  keystoneRequestOf,
  parseKeystoneSignature,
} from 'avalanche-tx/keystone';
import type { Draft } from 'avalanche-tx/sign';
import type { ShownOptions } from './keys.ts';
import { withPaths } from './paths.ts';

/** What somebody typed about a device. */
export interface KeystoneFields {
  readonly fingerprint: string;
  /** Empty if the draft has the paths of the device's keys. */
  readonly xpub: string;
  /** Path of the account. */
  readonly path: string;
}

/** The texts of the codes that the device scans. */
export function keystoneCodes(
  draft: Draft,
  { fingerprint, xpub, path }: KeystoneFields,
  options: ShownOptions,
): readonly string[] {
  const account = xpub.trim() === '' ? undefined : hdAccount(xpub.trim(), path.trim());
  const request = keystoneRequestOf(account ? withPaths(draft, account) : draft, {
    ...options,
    fingerprint: fingerprint.trim(),
    ...(account && { account }),
  });
  return formatKeystoneRequest(request);
}

/** Whether a text is a code of a device. */
export const isKeystoneCode = (text: string): boolean => /^\s*ur:/i.test(text);

/** The draft with the signatures of an answer. */
export const withKeystoneAnswer = (draft: Draft, texts: string | readonly string[]): Draft =>
  addKeystoneSignature(draft, parseKeystoneSignature(texts));
