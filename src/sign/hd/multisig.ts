import { type Draft, refused } from '../../draft/draft.ts';
import { keepMark } from '../../draft/mark.ts';
import { withReading } from '../../draft/reading.ts';
import { badArgument, isPlainObject, toList, toText } from '../../errors/arguments.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { numberContext, quoted } from '../../errors/quote.ts';
import type { Chain, Network } from '../../network/network.ts';
import { ownedBy, type Wallet } from '../../owners/own.ts';
import { aFunction, aText, checkArgument, objectOf } from '../../schema/check.ts';
import { blockchainOf } from '../../state/state.ts';
import { compareBytes } from '../../text/bytes.ts';
import {
  type AddressRange,
  type DerivedAddress,
  type HDAccount,
  hdAccount,
  indicesOf,
  rangeArgument,
} from './account.ts';

const walletArgument = /* @__PURE__ */ objectOf({ descriptor: aText, owner: aFunction });

/** A multisig wallet of several accounts. The owner at an index has the address of each account at that index. */
export interface Multisig extends Wallet {
  /** The accounts of the signers. */
  readonly accounts: readonly HDAccount[];
  /** Number of signatures that an owner needs. */
  readonly threshold: number;
  /** Derives the addresses of all accounts in a range, grouped by index. */
  addresses(
    chain: 'P' | 'X' | 'C' | Chain,
    network: Pick<Network, 'hrp'>,
    range: AddressRange,
  ): readonly DerivedAddress[];
}

const signer =
  'an account: hdWallet(words).account(path) (for addresses use an owner { addresses, threshold })';
const isAccount = (value: unknown): boolean =>
  isPlainObject(value) && typeof value.xpub === 'string' && typeof value.owner === 'function';

/**
 * Creates a multisig wallet from the accounts of its signers, in any order. It needs no server: its descriptor is enough to derive all
 * addresses.
 * @param threshold Number of signatures that an owner needs.
 * @throws {AvalancheError} `OutOfRange`: the threshold is not between 1 and the number of accounts; `Duplicate`: two accounts have the
 *   same key.
 */
export function multisig(accounts: readonly HDAccount[], threshold: number): Multisig {
  toList(accounts, 'accounts').forEach((account, i) => {
    if (!isAccount(account)) throw badArgument(signer, account).at('accounts', i);
  });
  const sorted = [...accounts].sort((a, b) => (a.xpub < b.xpub ? -1 : 1));
  if (sorted.some(({ xpub }, i) => i > 0 && xpub === sorted[i - 1]!.xpub))
    throw new AvalancheError('Duplicate', 'the key is listed twice').at('accounts');
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > sorted.length)
    throw new AvalancheError(
      'OutOfRange',
      `must be 1 to ${sorted.length}, the number of signers, got ${quoted(threshold)}`,
      { ...numberContext(threshold), min: 1, max: sorted.length },
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
      range: AddressRange,
    ) => {
      const { from = 0, count, ...branch } = checkArgument(range, rangeArgument, 'range');
      return indicesOf({ from, count }).flatMap((index) =>
        sorted.flatMap((of) => of.addresses(chain, network, { from: index, count: 1, ...branch })),
      );
    },
  });
}

/**
 * Reads the wallet of a descriptor, `[m/44'/9000'/0']xpub…` or `multi(2,[…]xpub…,[…]xpub…)`. Review it before you trust it.
 * @throws {AvalancheError} `BadText`: not a descriptor in the form that this library writes; `OutOfRange`, `Duplicate`.
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
  return hdAccount(found[2]!, found[1]!);
}

/**
 * Returns the draft with the descriptor of the wallet that receives its change, so that later signers can check the change.
 * @throws {AvalancheError} `Refused`: the change does not belong to the wallet at the draft's paths.
 */
export function withDescriptor<D extends Draft>(draft: D, wallet: Wallet): D {
  checkArgument<object>(wallet, walletArgument, 'wallet');
  return withReading(['draft'], draft, (reading) => described(reading.draft, wallet));
}

function described<D extends Draft>(draft: D, wallet: Wallet): D {
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
