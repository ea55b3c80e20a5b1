/** Assembles drafts: the fields that transactions of P and X have in common, of a plan, and the draft of a whole transaction. */
import type { TransferableInput, TransferableOutput } from '../chain/pchain/components.ts';
import type {
  TransferableInput as XInput,
  TransferableOutput as XOutput,
} from '../chain/xchain/components.ts';
import { verifyDeadlines, verifyFacts, verifyWeight, withVerified } from '../draft/check.ts';
import {
  type Change,
  carriedEvidence,
  type Draft,
  type Fee,
  missingOf,
  type OpenSlot,
  openSlot,
  type Warning,
  warningsFor,
} from '../draft/draft.ts';
import { markMade } from '../draft/mark.ts';
import { digestOf, type Reading } from '../draft/reading.ts';
import { AvalancheError, isError, moved, type Path, within } from '../errors/error.ts';
import { ordinaryFee, type Tariff } from '../fee/transactions.ts';
import { amountWithUnit } from '../network/amount.ts';
import { nativeSymbolOf } from '../network/network.ts';
import { addressBytes } from '../state/owner.ts';
import { blockchainOf, placeOf, type State, type UTXOState } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { formatAmount } from '../text/amount.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { dateText } from '../text/words.ts';
import { signedSizeOf } from '../tx/bytes.ts';
import { compareUTXOIDs, outputOrder } from '../tx/order.ts';
import { lockedUntil } from '../tx/output.ts';
import { blockMarginOf } from './checkstate.ts';
import type { Coin } from './coins.ts';
import type { BuildOptions } from './intent.ts';
import type { Plan } from './plan.ts';
import { type Filled, verifyFilled } from './trust.ts';

/** The inputs, outputs and change of a transaction, in any order. */
export interface Contents {
  /** Coins of the chain to spend. */
  readonly inputs: readonly Coin[];
  readonly outputs: readonly TransferableOutput[];
  readonly change: readonly Omit<Change, 'outputIndex'>[];
  readonly memo?: Uint8Array;
  readonly warnings?: readonly Warning[];
  /** Other fields of the transaction, to name what makes it too large. */
  readonly fields?: object;
}

/** The fields common to all transactions of P and X, in the node's order, with the corresponding parts of a draft. */
export interface Frame {
  readonly base: {
    readonly networkID: number;
    readonly blockchainID: Uint8Array;
    /** Outputs. On X there are only unlocked ones, which have the same form as on P. */
    readonly outputs: readonly (TransferableOutput & XOutput)[];
    readonly inputs: readonly (TransferableInput & XInput)[];
    readonly memo: Uint8Array;
  };
  /** Slots of `base.inputs`; slots of other credentials come after them. */
  readonly slots: readonly OpenSlot[];
  readonly fee: Fee;
  readonly change: readonly Change[];
  readonly warnings: readonly Warning[];
}

/**
 * Turns a plan into the common fields of its transaction.
 * @throws {AvalancheError} `OutOfRange`: the weight exceeds the limit.
 */
export function frameOf(state: UTXOState, tariff: Tariff, plan: Plan, contents: Contents): Frame {
  const { chain, network } = state;
  const { fee, weight, dust } = plan;
  const inputs = inOrder(contents.inputs);
  const outputs = [...contents.outputs, ...contents.change.map(lockedOutput)];
  verifyWeight(weight, tariff, { inputs, outputs, ...contents.fields });
  const order = outputOrder(outputs);
  const { memo = new Uint8Array(0), warnings = [] } = contents;
  return {
    base: {
      networkID: network.networkID,
      blockchainID: blockchainOf(state).blockchainID,
      outputs: order.map((i) => outputs[i] as TransferableOutput & XOutput),
      inputs: inputs.map(inputOf),
      memo,
    },
    slots: inputs.map(slotOf),
    fee: chain === 'P' ? { total: fee, gas: weight, price: tariff.price } : { total: fee },
    change: contents.change
      .map((output, i) => ({
        outputIndex: order.indexOf(contents.outputs.length + i),
        ...output,
      }))
      .sort((a, b) => a.outputIndex - b.outputIndex),
    warnings: [...warnings, ...warningsFor({ dust })],
  };
}

/** Returns an output, wrapped in its stakeable lock if it has one. */
export const lockedOutput = ({
  assetID,
  output,
  stakeableUntil,
}: Pick<Change, 'assetID' | 'output' | 'stakeableUntil'>): TransferableOutput => ({
  assetID,
  output: lockedUntil(output, stakeableUntil),
});

/** Sorts coins in the order of inputs. */
export const inOrder = (coins: readonly Coin[]): readonly Coin[] =>
  [...coins].sort((a, b) => compareUTXOIDs(a.utxo, b.utxo));

/** Sorts outputs in the node's order. */
export const sortedOutputs = <T extends TransferableOutput>(outputs: readonly T[]): readonly T[] =>
  outputOrder(outputs).map((i) => outputs[i]!);

/** Returns the input that spends a coin. */
export function inputOf({
  utxo,
  amount,
  signatureIndices,
  lock,
}: Coin): TransferableInput & XInput {
  const { txID, outputIndex, assetID } = utxo;
  const input = { type: 'secp256k1fx.TransferInput' as const, amount, signatureIndices };
  if (lock === undefined) return { txID, outputIndex, assetID, input };
  const locked = { type: 'stakeable.LockIn' as const, locktime: lock, input };
  return { txID, outputIndex, assetID, input: locked } as unknown as TransferableInput & XInput;
}

/** Returns the slot of the input that spends a coin. */
export const slotOf = ({ utxo, owner, signatureIndices }: Coin): OpenSlot => ({
  kind: 'input',
  utxo,
  owner,
  signatureIndices,
});

/** The parts of a draft that a builder returns. All lists are in the node's order. */
export interface Parts {
  readonly unsignedTx: Draft['unsignedTx'];
  /** One slot for each credential, in the order of credentials. */
  readonly slots: readonly OpenSlot[];
  readonly fee: Fee;
  readonly change: readonly Change[];
  readonly warnings: readonly Warning[];
  /** The owners that the caller did not name and the builder filled in. */
  readonly filled: readonly Filled[];
  /** Keys of the choices that the intent left to the builder: `everythingKey`, `tokenKey`. */
  readonly choices?: readonly string[];
}

/** Key of the choice to spend all of an asset that fits into one transaction. */
export const everythingKey = (assetID: Uint8Array): string => `all ${formatID(assetID)}`;

/** Key of the choice of an NFT by its asset alone, or with only its group or payload. */
export const tokenKey = (
  assetID: Uint8Array,
  groupID: number | undefined,
  payload: Uint8Array | undefined,
): string => `token ${formatID(assetID)} ${groupID ?? ''} ${payload ? formatHex(payload) : ''}`;

/**
 * Checks a fee against the option `maxFee`.
 * @param which Whether it is the fee, or the least that it can be.
 * @throws {AvalancheError} `FeeTooHigh`
 */
export function verifyFeeLimit(
  { chain, network }: State,
  { maxFee = ordinaryFee }: BuildOptions,
  { total, price }: Pick<Fee, 'total' | 'price'>,
  which: 'exact' | 'least' = 'exact',
): void {
  if (total <= maxFee) return;
  const text = (nAVAX: bigint) => amountWithUnit(nAVAX, network.avaxAssetID, network);
  const found = `${which === 'least' ? 'at least ' : ''}${text(total)}`;
  // On C the price is in wei.
  const at =
    price === undefined
      ? ''
      : ` at a gas price of ${formatAmount(price, chain === 'C' ? 9 : 0)} n${nativeSymbolOf(network)}`;
  throw new AvalancheError(
    'FeeTooHigh',
    `the fee is ${found}${at}, at most ${text(maxFee)} is allowed: the option maxFee sets another limit`,
    { fee: total, maxFee },
  );
}

/**
 * Plans a transaction. If no coins can pay a fee that is above the option `maxFee`, the fee is the error, not the coins: a node may have claimed
 * any price.
 * @param base Weight of the transaction without inputs and change.
 * @throws {AvalancheError} `FeeTooHigh`; as the plan.
 */
export function withinFeeLimit<T>(
  state: UTXOState,
  options: BuildOptions,
  tariff: Tariff,
  base: bigint,
  plan: () => T,
): T {
  try {
    return plan();
  } catch (e) {
    const { unit, flat, price } = tariff;
    const least = { total: flat + base * price, ...(unit === 'gas' && { price }) };
    if (isError(e, 'Insufficient') || isError(e, 'OutOfRange'))
      verifyFeeLimit(state, options, least, 'least');
    throw e;
  }
}

/**
 * Assembles the draft of a transaction, and verifies it like any other draft.
 * @throws {AvalancheError} `NotProven`: an owner that was filled in is only claimed; `FeeTooHigh`: above `options.maxFee`, 0.1 AVAX if
 *   omitted; `OutOfRange`: longer than `options.maxBytes`; as `finalize` and `options.facts`, with the path of the intent's field, else under `draft`.
 */
export function assemble<D extends Draft>(
  state: State & { readonly chain: D['chain'] },
  parts: Parts,
  options: BuildOptions,
): D {
  const { unsignedTx, fee } = parts;
  const { maxBytes, verifyPossession, facts } = options;
  verifyFeeLimit(state, options, fee);
  if (maxBytes !== undefined)
    verifyWeight(
      BigInt(signedSizeOf(unsignedTx)),
      { unit: 'bytes', cap: BigInt(maxBytes) },
      unsignedTx,
    );
  const claimed = verifyFilled(state, options, parts.slots, parts.filled);
  const draft = draftOf(state, {
    ...parts,
    warnings: [...parts.warnings, ...warningsFor({ claimed })],
  });
  // The draft that is returned is the copy that was verified: it shares nothing with the state and the intent.
  const step = ({ draft: own }: Reading): Draft => {
    const made = markMade(own, digestOf(own), parts.choices);
    within(['draft', 'unsignedTx'], () => {
      verifyInTime(own, state);
      if (facts) verifyFacts(own, facts);
    });
    return made;
  };
  return ofIntent(draft, () => withVerified(['draft'], draft, step, verifyPossession)) as D;
}

/**
 * Checks that a draft is still valid when its block is expected. A staking period that is too short by then is one that was counted from now: the
 * error has the earliest end.
 */
function verifyInTime(draft: Draft, { network, time }: State): void {
  const margin = blockMarginOf(network);
  try {
    verifyDeadlines(draft, time + margin);
  } catch (e) {
    if (!isError(e, 'OutOfRange')) throw e;
    const { since, min } = e.context;
    if (since === undefined || min === undefined) throw e;
    const earliest = dateText(since + BigInt(min));
    throw new AvalancheError(
      'OutOfRange',
      `must be ${earliest} or later: the period counts from the block, for which ${margin} seconds are kept`,
      e.context,
      { cause: e },
    ).at(...e.path);
  }
}

/** Fields of intents, by the fields of transactions that are made of them. */
const fieldsOfIntents: { readonly [path: string]: string } = {
  'validator.nodeID': 'nodeID',
  'validator.end': 'end',
  'validator.weight': 'amount',
  shares: 'delegationFee',
  delegationShares: 'delegationFee',
  autoCompoundRewardShares: 'autoCompound',
  validationRewardsOwner: 'rewardsOwner',
  newOwner: 'owner',
  chainName: 'name',
  vmID: 'vm',
  genesisData: 'genesis',
  chainID: 'managerChainID',
  address: 'managerAddress',
};
/** Fields that are called the same in intents. */
const sameInIntents: ReadonlySet<string> = new Set([
  'memo',
  'name',
  'symbol',
  'denomination',
  'subnetID',
  'validationID',
  'nodeID',
  'txID',
  'period',
  'balance',
  'message',
  'owner',
  'proofOfPossession',
  'rewardsOwner',
  'delegationRewardsOwner',
  'validatorAuthority',
  'remainingBalanceOwner',
  'deactivationOwner',
]);

/** Runs checks of a draft. Errors point into the intent, as far as its field is the one that is wrong. */
function ofIntent<T>({ unsignedTx }: Draft, check: () => T): T {
  try {
    return check();
  } catch (e) {
    throw isError(e) ? moved(e, pathInIntent(e.path, unsignedTx.type)) : e;
  }
}

function pathInIntent(path: Path, type: string): Path {
  const [draft, tx, first, second, ...rest] = path;
  if (draft !== 'draft' || tx !== 'unsignedTx' || typeof first !== 'string') return path;
  if (type === 'platformvm.AddSubnetValidatorTx' && second === 'weight') return [second, ...rest];
  const two = fieldsOfIntents[`${first}.${second}`];
  if (two !== undefined) return [two, ...rest];
  const one = sameInIntents.has(first) ? first : fieldsOfIntents[first];
  return one === undefined ? path : [one, ...path.slice(3)];
}

/** Assembles the draft of a transaction without checks. */
export function draftOf(state: State, parts: Omit<Parts, 'filled' | 'choices'>): Draft {
  const { unsignedTx, fee, change, warnings } = parts;
  const { chain, time, paths } = state;
  const slots = parts.slots.map(openSlot);
  return {
    kind: 'draft',
    chain,
    ...placeOf(state),
    time,
    unsignedTx,
    slots,
    fee,
    change,
    warnings,
    missing: missingOf(slots),
    ...(paths && { paths: pathsOf(parts, state, paths) }),
    evidence: within(['state'], () => carriedEvidence(state, parts.slots)),
    extra: {},
  } as Draft;
}

/** Returns the derivation paths of signers and change owners. Devices need the latter to hide change. */
function pathsOf(
  { slots, change }: Pick<Parts, 'slots' | 'change'>,
  state: State,
  paths: Readonly<Record<string, string>>,
): Record<string, string> {
  const chain = blockchainOf(state);
  const keyOf = (isAccount: boolean, bytes: Uint8Array) => `${isAccount}${formatHex(bytes)}`;
  const named = new Set([
    ...slots.flatMap(({ kind, owner }) => owner.addresses.map((a) => keyOf(kind === 'account', a))),
    ...change.flatMap(({ output }) => output.addresses.map((a) => keyOf(false, a))),
  ]);
  return Object.fromEntries(
    Object.entries(paths).filter(([address]) => {
      const isAccount = chain.vm === 'evm' && address.startsWith('0x');
      const bytes = within(['state', 'paths', address], () =>
        isAccount ? parseAccount(address) : addressBytes(address, chain, state.network),
      );
      return named.has(keyOf(isAccount, bytes));
    }),
  );
}
