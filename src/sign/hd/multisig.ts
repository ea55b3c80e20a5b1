import { type Draft, refused } from '../../draft/draft.ts';
import { keepMark } from '../../draft/made.ts';
import { checkShape, toText } from '../../errors/arguments.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { numberFact, quoted } from '../../errors/quote.ts';
import type { Chain, Network } from '../../network/network.ts';
import { ownedBy, type Wallet } from '../../owners/own.ts';
import { blockchainOf } from '../../state/state.ts';
import { compareBytes } from '../../text/bytes.ts';
import {
  type AddressRange,
  type DerivedAddress,
  type HDAccount,
  indicesOf,
  parseAccount,
} from './account.ts';

/** Owners of several accounts: at each index one address of each. */
export interface Multisig extends Wallet {
  /** The accounts of the signers. */
  readonly accounts: readonly HDAccount[];
  /** Signatures needed. */
  readonly threshold: number;
  /** Addresses of all accounts at these places, those of a place together. */
  addresses(
    chain: 'P' | 'X' | 'C' | Chain,
    network: Pick<Network, 'hrp'>,
    range: AddressRange,
  ): readonly DerivedAddress[];
}

/**
 * A wallet of several signers. Their order does not matter, and no server holds it: who has the descriptor has all addresses.
 * @param threshold Signatures needed.
 * @throws {AvalancheError} `OutOfRange`: a threshold that is not 1 to the number of accounts; `Duplicate`: a key twice.
 */
export function multisig(accounts: readonly HDAccount[], threshold: number): Multisig {
  const sorted = [...accounts].sort((a, b) => (a.xpub < b.xpub ? -1 : 1));
  if (sorted.some(({ xpub }, i) => i > 0 && xpub === sorted[i - 1]!.xpub))
    throw new AvalancheError('Duplicate', 'the key is listed twice').at('accounts');
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > sorted.length)
    throw new AvalancheError(
      'OutOfRange',
      `must be 1 to ${sorted.length}, the number of signers, got ${quoted(threshold)}`,
      { ...numberFact(threshold), min: 1, max: sorted.length },
    ).at('threshold');
  return Object.freeze({
    accounts: sorted,
    threshold,
    descriptor: `multi(${[threshold, ...sorted.map((of) => of.descriptor)].join(',')})`,
    owner: (index: number, change = false) => ({
      threshold,
      addresses: sorted
        .flatMap((of) => of.owner(index, change).addresses)
        .sort((a, b) => compareBytes(a, b)),
    }),
    addresses: (
      chain: 'P' | 'X' | 'C' | Chain,
      network: Pick<Network, 'hrp'>,
      { from = 0, count, ...branch }: AddressRange,
    ) =>
      indicesOf({ from, count }).flatMap((index) =>
        sorted.flatMap((of) => of.addresses(chain, network, { from: index, count: 1, ...branch })),
      ),
  });
}

/**
 * The wallet of a descriptor, `[m/44'/9000'/0']xpub…` or `multi(2,[…]xpub…,[…]xpub…)`: to look at before it is trusted.
 * @throws {AvalancheError} `BadText`: not one, or not as this library writes it; `OutOfRange`, `Duplicate`.
 */
export function parseDescriptor(text: string): HDAccount | Multisig {
  return within(['descriptor'], () => {
    const multi = /^multi\((\d{1,3}),(.*)\)$/.exec(toText(text));
    const wallet = multi
      ? multisig(multi[2]!.split(',').map(keyAccountOf), Number(multi[1]))
      : keyAccountOf(text);
    if (wallet.descriptor === text) return wallet;
    throw new AvalancheError('BadText', 'is not in canonical form', { kind: 'descriptor' });
  });
}

function keyAccountOf(text: string): HDAccount {
  const found = /^\[(m[\d/']+)\](xpub\w+)$/.exec(text);
  if (!found)
    throw new AvalancheError('BadText', "must be a descriptor such as [m/44'/9000'/0']xpub…", {
      kind: 'descriptor',
    });
  return parseAccount(found[2]!, found[1]!);
}

/**
 * The draft with the descriptor of the wallet that its change returns to, for the signers after this one.
 * @throws {AvalancheError} `Refused`: its change is not the wallet’s at the place that its paths say.
 */
export function withWallet<D extends Draft>(draft: D, wallet: Wallet): D {
  checkShape<object>(wallet, { descriptor: 'text', owner: 'a function' }, 'wallet');
  const { network, paths, change } = draft;
  const place = { network, chain: blockchainOf(draft), paths };
  const found = change.flatMap(({ output, outputIndex }) =>
    ownedBy(wallet, output, place)
      ? []
      : [
          {
            code: 'ReceiverNotAllowed',
            path: `unsignedTx.outputs[${outputIndex}]`,
            detail: 'the change is not the wallet’s at the place that the paths say',
          },
        ],
  );
  if (found.length > 0) throw refused(found);
  return keepMark({ ...draft, descriptor: wallet.descriptor }, draft);
}
