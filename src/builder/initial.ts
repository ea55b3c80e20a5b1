import { FxOutput as FxState, type InitialState } from '../chain/xchain/components.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Chain, Network } from '../network/network.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { compareBytes } from '../text/bytes.ts';
import { maxUint64 } from '../text/uint64.ts';
import { encode } from '../wire/codec.ts';
import type {
  FungibleSupply,
  Holder,
  InitialSupply,
  PropertySupply,
  TokenGroup,
} from './intents/assets.ts';
import { checkGroup, readPayload } from './token.ts';

/**
 * Returns the sorted initial states of an asset. Each output is listed under its own feature extension, which the node does not check.
 * @throws {AvalancheError} With a path like `fungible.holders[0].to`: errors of owners; `OutOfRange`: no supply at all, an invalid amount
 *   or group, or amounts whose sum is not a uint64; `TooLong`: a payload; `Unsupported`: an unknown key.
 */
export function readInitial(
  initial: InitialSupply,
  chain: Chain,
  network: Network,
): readonly InitialState[] {
  const { fungible, nfts, properties } = initial;
  const owner = (of: Owner | Address) => {
    const { locktime, threshold, addresses } = outputOwners(of, chain, network);
    return { locktime, threshold, addresses };
  };
  const each = <T, R>(key: string, list: readonly T[] | undefined, read: (of: T) => R): R[] =>
    (list ?? []).map((of, i) => within([key, i], () => read(of)));
  const states = [
    stateOf(0, 'fungible', fungible, (of: FungibleSupply) => {
      return [
        ...each('minters', of.minters, (minter) => ({
          type: 'secp256k1fx.MintOutput' as const,
          ...owner(minter),
        })),
        ...each('holders', addable(of.holders), (holder) => {
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
          const { groupID } = of;
          checkGroup(groupID);
          return [
            ...each('minters', of.minters, (minter) => ({
              type: 'nftfx.MintOutput' as const,
              groupID,
              ...owner(minter),
            })),
            ...each('holders', of.holders, (holder) => {
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

/** Returns the initial state of one feature extension, if the intent has one. */
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

/** Sorts outputs in the node's order: by typeID, then bytes. Source: avalanchego `vms/avm/txs/initial_state.go`. */
function inOrder(outputs: InitialState['outputs']): InitialState['outputs'] {
  const bytes = outputs.map((output) => encode(FxState, output));
  return outputs
    .map((_, i) => i)
    .sort((a, b) => compareBytes(bytes[a]!, bytes[b]!))
    .map((i) => outputs[i]!);
}

/** Checks the amounts of holders, and that their sum is a uint64. */
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
