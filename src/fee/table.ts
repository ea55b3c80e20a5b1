import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type {
  ConvertSubnetToL1Validator,
  UnsignedTx as PTx,
  TransferableInput,
  TransferableOutput,
  Verifiable,
} from '../chain/pchain/index.ts';
import { InitialState, Operation } from '../chain/xchain/components.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { countSigners, Message } from '../warp/message.ts';
import { decode, encode } from '../wire/codec.ts';
import {
  addComplexity,
  authComplexity,
  type Complexity,
  inputComplexity,
  outputComplexity,
  ownerComplexity,
  proofComplexity,
  warpComplexity,
} from './complexity.ts';

/**
 * What each type costs by itself, before its parts. The X-chain prices no gas, but its transactions have
 * the same bandwidth: the bytes of the signed transaction.
 * Source: avalanchego `vms/platformvm/txs/fee/complexity.go`, `Intrinsic*TxComplexities`.
 */
export const intrinsic = {
  'platformvm.AddAutoRenewedValidatorTx': [118, 0, 3, 0],
  'platformvm.AddPermissionlessDelegatorTx': [142, 1, 2, 0],
  'platformvm.AddPermissionlessValidatorTx': [154, 1, 3, 0],
  'platformvm.AddSubnetValidatorTx': [142, 3, 3, 0],
  'platformvm.BaseTx': [58, 0, 0, 0],
  'platformvm.ConvertSubnetToL1Tx': [138, 3, 2, 0],
  'platformvm.CreateChainTx': [140, 3, 1, 0],
  'platformvm.CreateSubnetTx': [62, 0, 1, 0],
  'platformvm.DisableL1ValidatorTx': [98, 1, 6, 0],
  'platformvm.ExportTx': [94, 0, 0, 0],
  'platformvm.ImportTx': [94, 0, 0, 0],
  'platformvm.IncreaseL1ValidatorBalanceTx': [98, 1, 5, 0],
  'platformvm.RegisterL1ValidatorTx': [166, 5, 6, 1050],
  'platformvm.RemoveSubnetValidatorTx': [118, 1, 3, 0],
  'platformvm.SetAutoRenewedValidatorConfigTx': [110, 1, 1, 0],
  'platformvm.SetL1ValidatorWeightTx': [62, 3, 5, 0],
  'platformvm.TransferSubnetOwnershipTx': [102, 1, 1, 0],
  'avm.BaseTx': [58, 0, 0, 0],
  'avm.CreateAssetTx': [67, 0, 0, 0],
  'avm.ExportTx': [94, 0, 0, 0],
  'avm.ImportTx': [94, 0, 0, 0],
  'avm.OperationTx': [62, 0, 0, 0],
} as const satisfies Record<string, Complexity>;

/** A transaction type whose complexity is known. */
type PricedType = keyof typeof intrinsic;
type Priced<T extends PricedType> = Extract<PTx | XTx, { readonly type: T }>;

/** What a type has beside the inputs, outputs and memo that all have. */
const parts: {
  readonly [T in PricedType]?: (tx: Priced<T>) => readonly Complexity[];
} = {
  'platformvm.AddAutoRenewedValidatorTx': (tx) => [
    signer(tx),
    ...outputs(tx.stake),
    owner(tx.validationRewardsOwner),
    owner(tx.delegationRewardsOwner),
    owner(tx.validatorAuthority),
  ],
  'platformvm.AddPermissionlessDelegatorTx': (tx) => [...outputs(tx.stake), owner(tx.rewardsOwner)],
  'platformvm.AddPermissionlessValidatorTx': (tx) => [
    signer(tx),
    ...outputs(tx.stake),
    owner(tx.validationRewardsOwner),
    owner(tx.delegationRewardsOwner),
  ],
  'platformvm.AddSubnetValidatorTx': (tx) => [auth(tx, 'subnetAuthorization')],
  'platformvm.ConvertSubnetToL1Tx': (tx) => [
    bytes(tx.address.length),
    ...tx.validators.map(l1Validator),
    auth(tx, 'subnetAuthorization'),
  ],
  'platformvm.CreateChainTx': (tx) => [
    bytes(encodeUTF8(tx.chainName).length + 32 * tx.fxIDs.length + tx.genesisData.length),
    auth(tx, 'subnetAuthorization'),
  ],
  'platformvm.CreateSubnetTx': (tx) => [owner(tx.owner)],
  'platformvm.DisableL1ValidatorTx': (tx) => [auth(tx, 'disableAuthorization')],
  'platformvm.ExportTx': (tx) => outputs(tx.exportedOutputs),
  'platformvm.ImportTx': (tx) => inputs(tx.importedInputs),
  'platformvm.RegisterL1ValidatorTx': (tx) => [warp(tx.message)],
  'platformvm.RemoveSubnetValidatorTx': (tx) => [auth(tx, 'subnetAuthorization')],
  'platformvm.SetAutoRenewedValidatorConfigTx': (tx) => [auth(tx, 'auth')],
  'platformvm.SetL1ValidatorWeightTx': (tx) => [warp(tx.message)],
  'platformvm.TransferSubnetOwnershipTx': (tx) => [
    auth(tx, 'subnetAuthorization'),
    owner(tx.newOwner),
  ],
  'avm.CreateAssetTx': (tx) => [
    bytes(encodeUTF8(tx.name).length + encodeUTF8(tx.symbol).length),
    ...tx.initialStates.map((state) => bytes(encode(InitialState, state).length)),
  ],
  'avm.ExportTx': (tx) => outputs(tx.exportedOutputs),
  'avm.ImportTx': (tx) => inputs(tx.importedInputs),
  'avm.OperationTx': (tx) => tx.operations.map(operation),
};

const bytes = (count: number): Complexity => [count, 0, 0, 0];

const inputs = (list: readonly TransferableInput[]): readonly Complexity[] =>
  list.map(({ input }) =>
    input.type === 'stakeable.LockIn'
      ? inputComplexity(input.input.signatureIndices.length, true)
      : inputComplexity(input.signatureIndices.length),
  );

const outputs = (list: readonly TransferableOutput[]): readonly Complexity[] =>
  list.map(({ output }) =>
    output.type === 'stakeable.LockOut'
      ? outputComplexity(output.output.addresses.length, true)
      : outputComplexity(output.addresses.length),
  );

const owner = ({ addresses }: OutputOwners): Complexity => ownerComplexity(addresses.length);

/** The codec lets more types stand for an authorization than the node can price. */
function auth<K extends string>(tx: { readonly [key in K]: Verifiable }, key: K): Complexity {
  const found: Verifiable = tx[key];
  if (found.type === 'secp256k1fx.Input') return authComplexity(found.signatureIndices.length);
  throw new AvalancheError('Unsupported', `a ${found.type} is not an authorization`).at(key);
}

const signer = (tx: { readonly signer: { readonly type: string } }): Complexity =>
  tx.signer.type === 'signer.Empty' ? bytes(0) : proofComplexity;

const l1Validator = (validator: ConvertSubnetToL1Validator): Complexity => {
  const { nodeID, remainingBalanceOwner, deactivationOwner } = validator;
  const addresses = remainingBalanceOwner.addresses.length + deactivationOwner.addresses.length;
  return addComplexity([36 + nodeID.length + 20 * addresses, 0, 4, 0], proofComplexity);
};

const warp = (message: Uint8Array): Complexity =>
  warpComplexity(message.length, signersIn(message));

const signersIn = (message: Uint8Array): number => {
  const signed = decode(Message, message);
  return within(['message', 'Signature', 'Signers'], () => countSigners(signed));
};

/** An operation of the X-chain with its credential. */
const operation = (op: Operation): Complexity => {
  const { operation: done } = op;
  const { signatureIndices } =
    'mintInput' in done ? done.mintInput : 'input' in done ? done.input : done;
  return bytes(encode(Operation, op).length + 8 + 65 * signatureIndices.length);
};

/**
 * The complexity of a transaction with its credentials. Its bandwidth is the length of the signed bytes.
 * Source: avalanchego `vms/platformvm/txs/fee/complexity.go` `TxComplexity`.
 * @throws {AvalancheError} `Unsupported`: a type that nobody can issue any more or that the node alone issues, or an
 *   authorization that is none; as `decode` or `countSigners`, a warp message that the node cannot read.
 */
export const complexityOf = /* @__PURE__ */ guarded(function complexityOf(
  tx: PTx | XTx,
): Complexity {
  if (!Object.hasOwn(intrinsic, tx.type))
    throw new AvalancheError('Unsupported', `the node has no price for a ${tx.type}`);
  const { type, memo, inputs: spent, outputs: made } = tx as Priced<PricedType>;
  const own = parts[type] as ((of: typeof tx) => readonly Complexity[]) | undefined;
  return addComplexity(
    intrinsic[type],
    bytes(memo.length),
    ...inputs(spent),
    ...outputs(made),
    ...(own?.(tx) ?? []),
  );
});
