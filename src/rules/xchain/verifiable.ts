import type { Verifiable } from '../../chain/xchain/components.ts';
import { within } from '../../errors/error.ts';
import {
  verifyIndices,
  verifyInput,
  verifyLength,
  verifyOutput,
  verifyOwners,
} from '../components.ts';

/** Source: avalanchego `vms/nftfx/credential.go`: MaxPayloadSize. */
const maxPayloadLength = 1024;

const nothing = (): void => {};
const verifyPayload = ({ length }: Uint8Array): void =>
  verifyLength(length, maxPayloadLength, 'payload');

type Verify<T extends Verifiable['type']> = (
  value: Extract<Verifiable, { readonly type: T }>,
) => void;

/** The `Verify` of everything that has one: states, operations, and what may stand where a credential is meant. */
const verifiers: { readonly [T in Verifiable['type']]: Verify<T> } = {
  'secp256k1fx.TransferInput': verifyInput,
  'secp256k1fx.TransferOutput': verifyOutput,
  'secp256k1fx.MintOutput': verifyOwners,
  'nftfx.MintOutput': verifyOwners,
  'propertyfx.MintOutput': verifyOwners,
  'propertyfx.OwnedOutput': verifyOwners,
  'nftfx.TransferOutput': verifyNFT,
  'secp256k1fx.MintOperation': ({ mintInput, mintOutput, transferOutput }) => {
    within(['mintInput'], () => verifyIndices(mintInput.signatureIndices));
    within(['mintOutput'], () => verifyOwners(mintOutput));
    within(['transferOutput'], () => verifyOutput(transferOutput));
  },
  'nftfx.MintOperation': ({ payload, outputs, mintInput }) => {
    verifyPayload(payload);
    outputs.forEach((owner, i) => {
      within(['outputs', i], () => verifyOwners(owner));
    });
    within(['mintInput'], () => verifyIndices(mintInput.signatureIndices));
  },
  'nftfx.TransferOperation': ({ input, output }) => {
    within(['input'], () => verifyIndices(input.signatureIndices));
    within(['output'], () => verifyNFT(output));
  },
  'propertyfx.MintOperation': ({ mintInput, mintOutput, ownedOutput }) => {
    within(['mintInput'], () => verifyIndices(mintInput.signatureIndices));
    within(['mintOutput'], () => verifyOwners(mintOutput));
    within(['ownedOutput'], () => verifyOwners(ownedOutput));
  },
  'propertyfx.BurnOperation': ({ signatureIndices }) => verifyIndices(signatureIndices),
  'secp256k1fx.Credential': nothing,
  'nftfx.Credential': nothing,
  'propertyfx.Credential': nothing,
};

function verifyNFT(
  value: Parameters<typeof verifyOwners>[0] & { readonly payload: Uint8Array },
): void {
  verifyPayload(value.payload);
  verifyOwners(value);
}

/**
 * Checks that a value is well-formed by itself.
 * @throws {AvalancheError} `OutOfRange`, `NotSorted`, `Duplicate`, `TooLong`.
 */
export const verifyVerifiable = <T extends Verifiable['type']>(
  value: Extract<Verifiable, { readonly type: T }>,
): void => (verifiers[value.type as T] as Verify<T>)(value);
