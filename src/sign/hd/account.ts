import { HDKey } from '@scure/bip32';
import { accountOf, shortIDOfPublicKey } from '../../crypto/secp256k1.ts';
import { toText } from '../../errors/arguments.ts';
import { AvalancheError } from '../../errors/error.ts';
import { formatAddress } from '../../network/address.ts';
import type { Chain, Network } from '../../network/network.ts';
import type { Wallet } from '../../owners/own.ts';
import { aBoolean, aNumber, checkArgument, objectOf, optional } from '../../schema/check.ts';
import { formatHex } from '../../text/hex.ts';
import { parsePath } from './path.ts';

/** A derived address, with its path and public key. */
export interface DerivedAddress {
  /** The address as text of the chain. */
  readonly address: string;
  /** Derivation path, such as `m/44'/9000'/0'/0/5`; this is what `paths` of a state contain. */
  readonly path: string;
  /** Index in its branch. */
  readonly index: number;
  /** Whether it is in the change branch. */
  readonly change: boolean;
  /** The 20 bytes of the address. */
  readonly shortID: Uint8Array;
  /** The compressed public key, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** EVM address on the C-chain, in lower case; wallets use it with paths of coin type 60'. */
  readonly evm: `0x${string}`;
}

/** A range of address indices in a branch. */
export interface AddressRange {
  /** First index; 0 if omitted. */
  readonly from?: number;
  /** Number of addresses. */
  readonly count: number;
  /** Whether the range is in the change branch; false if omitted. */
  readonly change?: boolean;
}

/** A watch-only account: it derives addresses from an extended public key, and has no secrets. */
export interface HDAccount extends Wallet {
  /** The extended public key. */
  readonly xpub: string;
  /** Derivation path of the account, such as `m/44'/9000'/0'`. */
  readonly path: string;
  /** Derives the addresses of a range, in the order of their indices. */
  addresses(
    chain: 'P' | 'X' | 'C' | Chain,
    network: Pick<Network, 'hrp'>,
    range: AddressRange,
  ): readonly DerivedAddress[];
}

/**
 * Creates a watch-only account from an extended public key and its derivation path.
 * @param path Path of the account, with three hardened steps, such as `m/44'/9000'/0'`.
 * @throws {AvalancheError} `BadText`: not an extended public key, or not such a path. An extended private key is refused too, and no
 *   error contains it.
 * @example
 * import { hdAccount } from 'avalanche-tx/hd';
 * const xpub = 'xpub6C4hsnHd2ktwJuqQ97DctTDFheXRxBLG7NNGMLNySiLaYR952BbNpDTBqiv6TvCTbTUwnjdzMVRruBp6TbVutVN2xY8aEopGtwroK6HEooK';
 * hdAccount(xpub, "m/44'/9000'/0'").addresses('P', fuji, { count: 1 })[0].path; // "m/44'/9000'/0'/0/0"
 */
export function hdAccount(xpub: string, path: string): HDAccount {
  toText(xpub, 'xpub');
  const steps = parsePath(path);
  if (steps.length !== 3 || steps.some(({ hardened }) => !hardened))
    throw new AvalancheError('BadText', "must be an account path such as m/44'/9000'/0'", {
      kind: 'derivation path',
    });
  const root = publicKeyOf(xpub);
  const keyAt = (index: number, change: boolean): Uint8Array => {
    if (!Number.isInteger(index) || index < 0 || index >= 2 ** 31)
      throw new AvalancheError(
        'OutOfRange',
        `must be an index from 0 to 2147483647, got ${index}`,
        { value: index, min: 0, max: 0x7fff_ffff },
      );
    return root.deriveChild(change ? 1 : 0).deriveChild(index).publicKey!;
  };
  return Object.freeze({
    xpub,
    path,
    descriptor: `[${path}]${xpub}`,
    owner: (index: number, change = false) => ({
      threshold: 1,
      addresses: [shortIDOfPublicKey(keyAt(index, change))],
    }),
    addresses: (
      chain: 'P' | 'X' | 'C' | Chain,
      network: Pick<Network, 'hrp'>,
      given: AddressRange,
    ) => {
      const { change = false, ...range } = checkArgument(given, rangeArgument, 'range');
      return indicesOf(range).map((index): DerivedAddress => {
        const publicKey = keyAt(index, change);
        const shortID = shortIDOfPublicKey(publicKey);
        return {
          address: formatAddress(shortID, chain, network),
          path: `${path}/${change ? 1 : 0}/${index}`,
          index,
          change,
          shortID,
          publicKey,
          evm: formatHex(accountOf(publicKey)) as `0x${string}`,
        };
      });
    },
  });
}

/** A range, as an argument. */
export const rangeArgument = /* @__PURE__ */ (() =>
  objectOf(
    { from: optional(aNumber), count: aNumber, change: optional(aBoolean) },
    { name: 'a range { from, count }' },
  ))();

/**
 * Lists the indices of a range.
 * @throws {AvalancheError} `OutOfRange`.
 */
export function indicesOf({ from = 0, count }: AddressRange): readonly number[] {
  const isIndex = (n: number): boolean => Number.isInteger(n) && n >= 0 && n <= 2 ** 31;
  if (!isIndex(from) || !isIndex(count) || from + count > 2 ** 31)
    throw new AvalancheError(
      'OutOfRange',
      `must be indices from 0 to 2147483647, got ${count} from ${from}`,
    ).at('range');
  return Array.from({ length: count }, (_, i) => from + i);
}

function publicKeyOf(xpub: string): HDKey {
  const bad = (): AvalancheError =>
    new AvalancheError('BadText', 'must be an extended public key: xpub…', {
      kind: 'extended public key',
    });
  if (!/^xpub[1-9A-HJ-NP-Za-km-z]{100,120}$/.test(xpub)) throw bad();
  try {
    return HDKey.fromExtendedKey(xpub);
  } catch {
    throw bad();
  }
}
