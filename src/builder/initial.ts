import { FxOutput as FxState, type InitialState } from '../chain/xchain/components.ts';
import { checkKeys, toList } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Chain, Network } from '../network/network.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { compareBytes } from '../text/bytes.ts';
import { maxUint64 } from '../text/uint64.ts';
import { encode } from '../wire/codec.ts';
import { checkGroup, readPayload } from './token.ts';

/** An amount of the new asset for somebody, in its smallest unit. */
export interface Holder {
  /** Receives the amount. */
  readonly to: Owner | Address;
  /** Units of the asset. */
  readonly amount: bigint;
}

/** Amounts of the asset, and who may mint more. Without minters there will never be more. */
export interface FungibleSupply {
  /** Who receives how much. */
  readonly holders?: readonly Holder[];
  /** One right to mint for each; it stays with them whatever is minted. */
  readonly minters?: readonly (Owner | Address)[];
}

/** Tokens of one group, and who may mint more. */
export interface TokenGroup {
  /** uint32 that all tokens of the group carry. */
  readonly groupID: number;
  /** Tokens that are there from the start. */
  readonly holders?: readonly {
    /** Receives the NFT. */
    readonly to: Owner | Address;
    /** Text as UTF-8, or bytes: at most 1024. */
    readonly payload: string | Uint8Array;
  }[];
  /** One right to mint for each, used up by minting once: name an owner as often as it shall mint. */
  readonly minters?: readonly (Owner | Address)[];
}

/** Ownerships that are there from the start, and who may mint more. */
export interface PropertySupply {
  /** Owners of the property from the start. */
  readonly holders?: readonly (Owner | Address)[];
  /** One right to mint for each; it stays with them whatever is minted. */
  readonly minters?: readonly (Owner | Address)[];
}

/** What there is of a new asset: amounts, tokens, ownerships, or several of them. */
export interface InitialSupply {
  /** Amounts of a fungible asset. */
  readonly fungible?: FungibleSupply;
  /** Groups of NFTs. */
  readonly nfts?: readonly TokenGroup[];
  /** Ownership of a property. */
  readonly properties?: PropertySupply;
}

/**
 * The initial states of an asset, sorted. Each output stands under the feature extension that it is of, which the node
 * does not check.
 * @throws {AvalancheError} With a path like `fungible.holders[0].to`: what owners throw; `OutOfRange`: nothing at all, an amount
 *   or group that is none, amounts above a uint64 in all; `TooLong`: a payload; `Unsupported`: an unknown key.
 */
export function readInitial(
  initial: InitialSupply,
  chain: Chain,
  network: Network,
): readonly InitialState[] {
  checkKeys(initial, ['fungible', 'nfts', 'properties']);
  const { fungible, nfts, properties } = initial;
  const owner = (of: Owner | Address) => {
    const { locktime, threshold, addresses } = outputOwners(of, chain, network);
    return { locktime, threshold, addresses };
  };
  const each = <T, R>(key: string, list: readonly T[] | undefined, read: (of: T) => R): R[] =>
    toList(list ?? [], key).map((of, i) => within([key, i], () => read(of)));
  const states = [
    stateOf(0, 'fungible', fungible, (of: FungibleSupply) => {
      checkKeys(of, ['holders', 'minters']);
      return [
        ...each('minters', of.minters, (minter) => ({
          type: 'secp256k1fx.MintOutput' as const,
          ...owner(minter),
        })),
        ...each('holders', addable(of.holders), (holder) => {
          checkKeys(holder, ['to', 'amount']);
          return {
            type: 'secp256k1fx.TransferOutput' as const,
            amount: holder.amount,
            ...within(['to'], () => owner(holder.to)),
          };
        }),
      ];
    }),
    stateOf(1, 'nfts', nfts, (groups: readonly TokenGroup[]) =>
      groups.flatMap((of, i) =>
        within([i], () => {
          checkKeys(of, ['groupID', 'holders', 'minters']);
          const { groupID } = of;
          checkGroup(groupID);
          return [
            ...each('minters', of.minters, (minter) => ({
              type: 'nftfx.MintOutput' as const,
              groupID,
              ...owner(minter),
            })),
            ...each('holders', of.holders, (holder) => {
              checkKeys(holder, ['to', 'payload']);
              const payload = readPayload(holder.payload);
              return {
                type: 'nftfx.TransferOutput' as const,
                groupID,
                payload,
                ...within(['to'], () => owner(holder.to)),
              };
            }),
          ];
        }),
      ),
    ),
    stateOf(2, 'properties', properties, (of: PropertySupply) => {
      checkKeys(of, ['holders', 'minters']);
      return [
        ...each('minters', of.minters, (minter) => ({
          type: 'propertyfx.MintOutput' as const,
          ...owner(minter),
        })),
        ...each('holders', of.holders, (holder) => ({
          type: 'propertyfx.OwnedOutput' as const,
          ...owner(holder),
        })),
      ];
    }),
  ].flat();
  if (states.length > 0) return states;
  throw new AvalancheError('OutOfRange', 'one of fungible, nfts and properties is needed');
}

/** The state of one feature extension, if the intent speaks of it. */
function stateOf<T>(
  fxIndex: number,
  key: keyof InitialSupply,
  of: T | undefined,
  read: (of: T) => InitialState['outputs'],
): readonly InitialState[] {
  if (of === undefined) return [];
  return within([key], () => {
    const outputs = read(of);
    if (outputs.length === 0)
      throw new AvalancheError(
        'OutOfRange',
        'needs holders or minters: otherwise nobody could ever own any',
      );
    return [{ fxIndex, outputs: inOrder(outputs) }];
  });
}

/** The node’s order: typeID, then bytes. Source: avalanchego `vms/avm/txs/initial_state.go`. */
function inOrder(outputs: InitialState['outputs']): InitialState['outputs'] {
  const bytes = outputs.map((output) => encode(FxState, output));
  return outputs
    .map((_, i) => i)
    .sort((a, b) => compareBytes(bytes[a]!, bytes[b]!))
    .map((i) => outputs[i]!);
}

/** Holders whose amounts are amounts, all together too. */
function addable(holders: readonly Holder[] = []): readonly Holder[] {
  let sum = 0n;
  holders.forEach(({ amount }, i) => {
    if (typeof amount !== 'bigint' || amount < 1n || (sum += amount) > maxUint64)
      throw new AvalancheError(
        'OutOfRange',
        sum > maxUint64
          ? `the amounts sum to ${sum}, which is not a uint64`
          : `must be an amount greater than 0, got ${amount}`,
        { value: sum > maxUint64 ? sum : amount, min: 1, max: maxUint64 },
      ).at('holders', i, 'amount');
  });
  return holders;
}
