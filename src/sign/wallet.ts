import { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { signerPaths, unsignedBytes } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import { keepMark } from '../draft/mark.ts';
import { signedBytes, withSignaturesOf } from '../draft/partial.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { aFunction, anObject, checkArgument, objectOf } from '../schema/check.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { formatID, parseID } from '../text/id.ts';
import { encode } from '../wire/codec.ts';
import type { Type } from '../wire/type.ts';
import type { SignOptions } from './allow.ts';
import { readyToSign, type Signer } from './external.ts';
import { isSigned } from './sign.ts';

/** An EIP-1193 provider of a browser wallet: `window.avalanche` of Core, or a WalletConnect provider. */
export interface Provider {
  /** Sends a request, as in EIP-1193. */
  request(call: { readonly method: string; readonly params: object }): Promise<unknown>;
}

/** A signer backed by a browser wallet, which can also sign and submit in one step. */
export interface WalletSigner extends Signer {
  /**
   * Asks the wallet to sign and submit a draft that needs no other signer.
   * @param options.feeTolerance Percent that the fee may exceed the wallet's estimate before the wallet warns.
   * @returns The txID as reported by the wallet. Look it up on a node before you rely on it.
   */
  send(draft: Draft, options?: SignOptions & { readonly feeTolerance?: number }): Promise<string>;
}

const utxoTypes = { P: PUTXO, X: XUTXO, C: CUTXO };
const codecVersionLength = 2;

const providerArgument = /* @__PURE__ */ objectOf(
  { request: aFunction },
  { name: 'the provider of a browser wallet, such as Core (is it installed?)' },
);

/**
 * Creates a signer from a wallet with `avalanche_signTransaction` (X and P) and `avalanche_sendTransaction` (X, P and C), such as Core.
 * The wallet gets the transaction with the signatures so far, and its UTXOs, so that it need not fetch them. It does not report its
 * addresses; pass them as `options.own`.
 * Source: core-extension `services/wallet/handlers/avalanche_signTransaction.ts`, `avalanche_sendTransaction.ts`.
 * @throws {AvalancheError} From its methods. `Declined`: the user declined; `SignerFailed`: the wallet failed, context has `status`;
 *   `Unsupported`: the wallet lacks the method; `Mismatch`, `BadSignature`: it returned another transaction or invalid signatures.
 */
export function walletSigner(provider: Provider): WalletSigner {
  checkArgument(provider, providerArgument, 'provider');
  return {
    async sign(given, options = {}) {
      const draft = readyToSign(given, options, []);
      if (draft.chain === 'C')
        throw new AvalancheError(
          'Unsupported',
          'a wallet only signs and sends atomic transactions in one step: use send',
        );
      const answer = await request(provider, 'avalanche_signTransaction', {
        ...paramsOf(draft),
        transactionHex: formatHex(isSigned(draft) ? signedBytes(draft) : unsignedBytes(draft)),
      });
      const hex = (answer as { readonly signedTransactionHex?: unknown } | null)
        ?.signedTransactionHex;
      return within(['wallet'], () => keepMark(withSignaturesOf(draft, bytesOf(hex)), draft));
    },
    async send(given, call = {}) {
      const { feeTolerance, ...options } = checkArgument(call, anObject, 'options');
      const draft = readyToSign(given, options, []);
      const answer = await request(provider, 'avalanche_sendTransaction', {
        ...paramsOf(draft),
        transactionHex: formatHex(unsignedBytes(draft)),
        externalIndices: indicesOf(draft, 0),
        internalIndices: indicesOf(draft, 1),
        ...(feeTolerance !== undefined && { feeTolerance }),
      });
      if (typeof answer !== 'string')
        throw new AvalancheError('SignerFailed', 'the wallet returned no txID').at('wallet');
      return within(['wallet'], () => formatID(parseID(answer)));
    },
  };
}

const paramsOf = (draft: Draft) => ({
  chainAlias: draft.chain,
  utxos: draft.slots.flatMap((slot) =>
    'utxo' in slot
      ? [
          formatHex(
            encode(utxoTypes[draft.chain] as Type<unknown>, slot.utxo).subarray(codecVersionLength),
          ),
        ]
      : [],
  ),
});

/** Returns the indices of the signing addresses in a branch of the wallet's account. */
const indicesOf = (draft: Draft, branch: 0 | 1): readonly number[] =>
  [
    ...new Set(
      signerPaths(draft).flatMap(([, path]) => {
        const found = /\/([01])\/(\d+)$/.exec(path);
        return found?.[1] === String(branch) ? [Number(found[2])] : [];
      }),
    ),
  ].sort((a, b) => a - b);

function bytesOf(hex: unknown): Uint8Array {
  if (typeof hex !== 'string')
    throw new AvalancheError('SignerFailed', 'the wallet returned no transaction');
  return parseHex(hex.startsWith('0x') ? hex : `0x${hex}`);
}

/** Error code of EIP-1193 for a request that the user rejected. */
const rejected = 4001;

async function request(provider: Provider, method: string, params: object): Promise<unknown> {
  try {
    return await provider.request({ method, params });
  } catch (e) {
    const { code, message } = (e ?? {}) as { readonly code?: unknown; readonly message?: unknown };
    const status = typeof code === 'number' ? code : undefined;
    const detail = typeof message === 'string' ? message.slice(0, 200) : 'the wallet failed';
    throw new AvalancheError(status === rejected ? 'Declined' : 'SignerFailed', detail, {
      ...(status !== undefined && { status }),
    }).at('wallet');
  }
}
