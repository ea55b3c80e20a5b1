/** Builders for assets of the X-chain: their creation, and the operations that mint, transfer and burn. */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import {
  type FxOperation,
  FxOutput as FxState,
  type InitialState,
  Operation,
} from '../chain/xchain/components.ts';
import { CreateAssetTx, OperationTx, type UnsignedTx } from '../chain/xchain/tx.ts';
import { type DraftOf, type OpenSlot, warningsFor, type XDraft } from '../draft/draft.ts';
import { asBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { complexityOf, type Tariff, xTariff } from '../fee/transactions.ts';
import type { Chain, Network } from '../network/network.ts';
import { verifyNames } from '../rules/xchain/assets.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { blockchainOf, type XState } from '../state/state.ts';
import { compareBytes } from '../text/bytes.ts';
import { maxUint64 } from '../text/uint64.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { amountOf } from '../tx/output.ts';
import { encode } from '../wire/codec.ts';
import { assemble, frameOf, tokenKey } from './assemble.ts';
import { changeFilled, changeRule } from './change.ts';
import { checkChain, checkState } from './checkstate.ts';
import { included, localSetOf, othersThan, type SpendableSet } from './coins.ts';
import { makeFullestPlan } from './fill.ts';
import { insufficient } from './insufficient.ts';
import { type BuildOptions, checkOptions, readAmount, readAssetID, readMemo } from './intent.ts';
import {
  type AssetOperation,
  CreateAssetIntent,
  type FungibleSupply,
  type Holder,
  type InitialSupply,
  type MintNFT,
  OperationIntent,
  type PropertySupply,
  type TokenGroup,
} from './intents/assets.ts';
import { type Consumable, type Need, type Right, rightsFor } from './rights.ts';
import { type Keep, overKnown } from './trust.ts';

/**
 * Builds a draft that creates an asset. The asset's id is that of the transaction: `parseID(finalize(…).txID)`.
 * @throws {AvalancheError} As `buildBaseTx`, and `OutOfRange`: a name, symbol or denomination that nodes refuse, an invalid amount or
 *   group, or an asset without holders and minters; `TooLong`: a name, symbol or payload.
 */
export function buildCreateAssetTx(
  state: XState,
  intent: CreateAssetIntent,
  options: BuildOptions = {},
): DraftOf<'X', 'CreateAssetTx'> {
  checkChain(state, 'X');
  const own = deepCopy(intent);
  CreateAssetIntent.check(own);
  const { name, symbol, denomination, initial } = own;
  const chain = blockchainOf(state);
  const memo = readMemo(own.memo, chain);
  if (!Number.isInteger(denomination) || denomination < 0)
    throw new AvalancheError('OutOfRange', `must be an integer from 0 to 32, got ${denomination}`, {
      value: denomination,
      min: 0,
      max: 32,
    }).at('denomination');
  const initialStates = within(['initial'], () => readInitial(initial, chain, state.network));
  verifyNames({ name, symbol, denomination, initialStates });
  return payOnX(
    state,
    () => ({
      fields: { type: CreateAssetTx.name, memo, name, symbol, denomination, initialStates },
      rights: [],
    }),
    options,
  );
}

/**
 * Returns the sorted initial states of an asset. Each output is listed under its own feature extension, which the node does not check.
 * @throws {AvalancheError} With a path like `fungible.holders[0].to`: errors of owners; `OutOfRange`: no supply at all, an invalid amount
 *   or group, or amounts whose sum is not a uint64; `TooLong`: a payload; `BadArgument`: an unknown key.
 */
export function readInitial(
  initial: InitialSupply,
  chain: Chain,
  network: Network,
): readonly InitialState[] {
  const { fungible, nfts, properties } = initial;
  const owner = (holder: Owner | Address) => {
    const { locktime, threshold, addresses } = outputOwners(holder, chain, network);
    return { locktime, threshold, addresses };
  };
  const each = <T, R>(key: string, list: readonly T[] | undefined, read: (item: T) => R): R[] =>
    (list ?? []).map((item, i) => within([key, i], () => read(item)));
  const states = [
    stateOf(0, 'fungible', fungible, (supply: FungibleSupply) => {
      return [
        ...each('minters', supply.minters, (minter) => ({
          type: 'secp256k1fx.MintOutput' as const,
          ...owner(minter),
        })),
        ...each('holders', addable(supply.holders), (holder) => {
          return {
            type: 'secp256k1fx.TransferOutput' as const,
            amount: holder.amount,
            ...within(['to'], () => owner(holder.to)),
          };
        }),
      ];
    }),
    stateOf(1, 'nfts', nfts, (groups: readonly TokenGroup[]) =>
      groups.flatMap((group, i) =>
        within([i], () => {
          const { groupID } = group;
          checkGroup(groupID);
          return [
            ...each('minters', group.minters, (minter) => ({
              type: 'nftfx.MintOutput' as const,
              groupID,
              ...owner(minter),
            })),
            ...each('holders', group.holders, (holder) => {
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
    stateOf(2, 'properties', properties, (supply: PropertySupply) => {
      return [
        ...each('minters', supply.minters, (minter) => ({
          type: 'propertyfx.MintOutput' as const,
          ...owner(minter),
        })),
        ...each('holders', supply.holders, (holder) => ({
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
  supply: T | undefined,
  read: (supply: T) => InitialState['outputs'],
): readonly InitialState[] {
  if (supply === undefined) return [];
  return within([key], () => {
    const outputs = read(supply);
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

/**
 * Builds a draft with operations: mint assets, mint or transfer NFTs, mint or burn properties. The fee is paid from the state's AVAX.
 * @throws {AvalancheError} With the path of the error, as `buildBaseTx`. Under `operations[i]`: `Insufficient`: no UTXO to consume is
 *   left, context has `assetID`, `type`, `timelocked`, `foreign`, `excluded` and `taken`; `Ambiguous`: several different tokens match;
 *   `Mismatch`, `Duplicate`: the UTXO that is named.
 */
export function buildOperationTx(
  state: XState,
  intent: OperationIntent,
  options: BuildOptions = {},
): DraftOf<'X', 'OperationTx'> {
  checkChain(state, 'X');
  const own = deepCopy(intent);
  OperationIntent.check(own);
  const memo = readMemo(own.memo, blockchainOf(state));
  const plans = readOperations(state, own.operations);
  const choices = plans.flatMap(({ need }) => (isOpenToken(need) ? [tokenKeyOf(need)] : []));
  return payOnX(
    state,
    (keep) => {
      const { operations, rights } = operationsOver(state, plans, options, keep);
      return { fields: { type: OperationTx.name, memo, operations }, rights, choices };
    },
    options,
  );
}

/** Whether only the owner's NFTs determine which one is needed. */
export const isOpenToken = ({ of, utxo, groupID, payload }: Need): boolean =>
  of === 'nftfx.TransferOutput' &&
  utxo === undefined &&
  (groupID === undefined || payload === undefined);

/** Key of the choice of an NFT. */
export const tokenKeyOf = ({
  assetID,
  groupID,
  payload,
}: Pick<Need, 'assetID' | 'groupID' | 'payload'>): string => tokenKey(assetID, groupID, payload);

function readOperations(state: XState, intents: readonly AssetOperation[]): readonly Planned[] {
  if (intents.length === 0)
    throw new AvalancheError('OutOfRange', 'at least one is needed').at('operations');
  const chain = blockchainOf(state);
  return intents.map((intent, i) =>
    within(['operations', i], () => planOperation(intent, chain, state.network)),
  );
}

/** Returns the operations in the node's order, with the UTXO that each consumes. */
function operationsOver(
  state: XState,
  plans: readonly Planned[],
  options: BuildOptions,
  keep: Keep,
): { readonly operations: readonly Operation[]; readonly rights: readonly Right[] } {
  const rights = rightsFor(
    state,
    plans.map(({ need }) => need),
    options,
    keep,
  );
  const made = plans.map(({ make }, i) => {
    const right = rights[i]!;
    const { txID, outputIndex, assetID } = right.utxo;
    const operation = { assetID, inputIDs: [{ txID, outputIndex }], operation: make(right) };
    return { operation, right, bytes: encode(Operation, operation) };
  });
  made.sort((a, b) => compareBytes(a.bytes, b.bytes));
  return {
    operations: made.map(({ operation }) => operation),
    rights: made.map(({ right }) => right),
  };
}

/** An operation whose UTXO has not been selected yet. */
export interface Planned {
  readonly need: Need;
  readonly make: (right: Right) => FxOperation;
}

const planned = <T extends Consumable['type']>(
  need: Need<T>,
  make: (right: Right<Extract<Consumable, { readonly type: T }>>) => FxOperation,
): Planned => ({ need, make: make as Planned['make'] });

const secpInput = ({ signatureIndices }: Right) => ({
  type: 'secp256k1fx.Input' as const,
  signatureIndices,
});
const plain = ({ locktime, threshold, addresses }: OutputOwners) => ({
  locktime,
  threshold,
  addresses,
});

/**
 * Checks the intent of an operation and plans it. Minting returns the minting right unchanged, as the node requires.
 * @throws {AvalancheError} `Unsupported`: an unknown operation; `BadArgument`: an unknown key; `OutOfRange`, `TooLong`; errors of owners under `to`.
 */
function planOperation(intent: AssetOperation, chain: Chain, network: Network): Planned {
  const { utxo } = intent;
  const from = { assetID: readAssetID(intent.assetID), ...(utxo && { utxo }) };
  const owner = (receiver: Owner | Address) => outputOwners(receiver, chain, network);
  switch (intent.type) {
    case 'mint': {
      const amount = readAmount(intent.amount);
      const to = within(['to'], () => owner(intent.to));
      return planned({ ...from, of: 'secp256k1fx.MintOutput' }, (right) => ({
        type: 'secp256k1fx.MintOperation',
        mintInput: secpInput(right),
        mintOutput: right.utxo.output,
        transferOutput: amountOf(amount, to),
      }));
    }
    case 'mintNFT': {
      const { groupID } = intent;
      checkGroup(groupID);
      const payload = readPayload(intent.payload);
      const outputs = within(['to'], () => owners(intent.to, owner));
      return planned({ ...from, of: 'nftfx.MintOutput', groupID }, (right) => ({
        type: 'nftfx.MintOperation',
        mintInput: secpInput(right),
        groupID,
        payload,
        outputs,
      }));
    }
    case 'transferNFT': {
      const { groupID } = intent;
      if (groupID !== undefined) checkGroup(groupID);
      const payload = intent.payload === undefined ? undefined : readPayload(intent.payload);
      const to = within(['to'], () => owner(intent.to));
      const need = {
        ...from,
        of: 'nftfx.TransferOutput' as const,
        ...(groupID === undefined ? {} : { groupID }),
        ...(payload && { payload }),
      };
      return planned(need, (right) => ({
        type: 'nftfx.TransferOperation',
        input: secpInput(right),
        output: { ...right.utxo.output, ...plain(to) },
      }));
    }
    case 'mintProperty': {
      const to = within(['to'], () => owner(intent.to));
      return planned({ ...from, of: 'propertyfx.MintOutput' }, (right) => ({
        type: 'propertyfx.MintOperation',
        mintInput: secpInput(right),
        mintOutput: right.utxo.output,
        ownedOutput: { type: 'propertyfx.OwnedOutput', ...plain(to) },
      }));
    }
    case 'burnProperty':
      return planned({ ...from, of: 'propertyfx.OwnedOutput' }, ({ signatureIndices }) => ({
        type: 'propertyfx.BurnOperation',
        signatureIndices,
      }));
  }
}

function owners(
  to: MintNFT['to'],
  owner: (receiver: Owner | Address) => OutputOwners,
): readonly OutputOwners[] {
  if (!isList(to)) return [owner(to)];
  if (to.length === 0) throw new AvalancheError('OutOfRange', 'at least one owner is needed');
  return to.map((receiver, i) => within([i], () => owner(receiver)));
}

const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value);

/** Maximum size of an NFT's payload in bytes. Source: avalanchego `vms/nftfx/transfer_output.go`: MaxPayloadSize. */
const maxPayloadSize = 1024;

/**
 * Reads the payload of a token as bytes.
 * @throws {AvalancheError} `TooLong`: more than 1024 bytes; `OutOfRange`: text that cannot be encoded as UTF-8.
 */
export const readPayload = (payload: string | Uint8Array): Uint8Array =>
  within(['payload'], () => {
    const bytes = typeof payload === 'string' ? encodeUTF8(payload) : asBytes(payload);
    if (!bytes) throw new AvalancheError('OutOfRange', 'must be text or bytes');
    if (bytes.length <= maxPayloadSize) return bytes.slice();
    throw new AvalancheError(
      'TooLong',
      `has ${bytes.length} bytes, at most ${maxPayloadSize} are allowed`,
      { length: bytes.length, max: maxPayloadSize },
    );
  });

/**
 * Checks the group of an NFT.
 * @throws {AvalancheError} `OutOfRange`: not a uint32.
 */
function checkGroup(groupID: number): void {
  if (!Number.isInteger(groupID) || groupID < 0 || groupID > 0xffff_ffff)
    throw new AvalancheError('OutOfRange', `must be a uint32, got ${groupID}`, {
      value: groupID,
      min: 0,
    }).at('groupID');
}

type Moves = 'networkID' | 'blockchainID' | 'inputs' | 'outputs';

type TxOf<T extends UnsignedTx['type']> = Extract<UnsignedTx, { readonly type: T }>;

/** An X-chain transaction without its inputs and outputs. */
type TxFields =
  | Omit<Extract<UnsignedTx, { readonly type: 'avm.CreateAssetTx' }>, Moves>
  | Omit<Extract<UnsignedTx, { readonly type: 'avm.OperationTx' }>, Moves>;

/** The purpose of an X-chain transaction: its own fields, and the outputs that its operations consume. */
export interface Purpose<T extends TxFields['type'] = TxFields['type']> {
  readonly fields: Extract<TxFields, { readonly type: T }>;
  readonly rights: readonly Right[];
  /** Keys of the choices that the intent leaves to the builder. */
  readonly choices?: readonly string[];
}

/**
 * Builds a draft of an X-chain transaction that pays only the fee, with its change.
 * @param purposeOver Returns the purpose for the rights that may be consumed.
 */
function payOnX<T extends TxFields['type']>(
  state: XState,
  purposeOver: (keep: Keep) => Purpose<T>,
  options: BuildOptions,
): XDraft<TxOf<T>> {
  checkOptions(options);
  checkState(state);
  const { type } = purposeOver(() => true).fields;
  const { maxBytes } = options;
  const tariff = { ...xTariff(state.network, type), ...(maxBytes !== undefined && { maxBytes }) };
  const all = localSetOf(state, tariff, options);
  return overKnown(state, options, [all], ([funds], keep) =>
    payOver(state, purposeOver(keep), options, tariff, funds!),
  );
}

function payOver<T extends TxFields['type']>(
  state: XState,
  { fields, rights, choices }: Purpose<T>,
  options: BuildOptions,
  tariff: Tariff,
  funds: SpendableSet,
): XDraft<TxOf<T>> {
  const { network } = state;
  const must = included(options.include ?? [], funds);
  const { blockchainID } = blockchainOf(state);
  const empty = { networkID: network.networkID, blockchainID, outputs: [], inputs: [] };
  const { plan, left } = makeFullestPlan(
    {
      base: complexityOf({ ...empty, ...fields }),
      outputs: [],
      must,
      pool: othersThan(must, funds, options),
      strategy: options.strategy,
      change: changeRule(state, options),
      insufficientFunds: (assetID, needed) => insufficient(state.network, assetID, needed, [funds]),
    },
    [],
    tariff,
    network.avaxAssetID,
  );
  const { base, slots, ...frame } = frameOf(state, tariff, plan, {
    inputs: plan.spent,
    outputs: [],
    change: plan.changeOutputs,
    memo: fields.memo,
    warnings: warningsFor({ tooMany: left, notVouched: funds.left }),
    fields,
  });
  const consumed = rights.map(
    ({ utxo, owner, signatureIndices }): OpenSlot => ({
      kind: 'operation',
      utxo,
      owner,
      signatureIndices,
    }),
  );
  const filled = [
    ...changeFilled(plan.changeOutputs, options),
    ...rights.filter(({ isNamed }) => !isNamed),
  ];
  return assemble<XDraft<TxOf<T>>>(
    state,
    {
      ...frame,
      unsignedTx: { ...base, ...fields },
      slots: [...slots, ...consumed],
      filled,
      ...(choices && { choices }),
    },
    options,
  );
}
