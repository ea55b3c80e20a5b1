import { primaryNetworkID } from '../chain/base.ts';
import type { Owner, Signer, TransferableOutput, Validator } from '../chain/pchain/components.ts';
import type { ConvertSubnetToL1Tx, ConvertSubnetToL1Validator } from '../chain/pchain/l1.ts';
import type { AddAutoRenewedValidatorTx } from '../chain/pchain/staking.ts';
import type { CreateChainTx, TransformSubnetTx } from '../chain/pchain/subnets.ts';
import type { UnsignedTx } from '../chain/pchain/tx.ts';
import type { Verifiable } from '../chain/pchain/verifiable.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { verifyIncreasing, verifyOutputOrder } from '../tx/order.ts';
import {
  addUint64,
  isZero,
  notEmpty,
  outOfRange,
  percentDenominator,
  verifyBase,
  verifyIndices,
  verifyInput,
  verifyInputList,
  verifyInputOrder,
  verifyInputs,
  verifyLength,
  verifyNodeID,
  verifyOutput,
  verifyOutputs,
  verifyOwners,
} from './components.ts';
import { isActive, type Rules, verifyPeer, verifySigner, verifyUpgrade } from './context.ts';
import { verifyWarpMessage } from './warp.ts';

const maxNameLength = 128;
const maxGenesisLength = 1024 * 1024;
const maxManagerAddressLength = 4096;

/** Source: the `SyntacticVerify` of avalanchego `vms/platformvm/txs/*.go`, rules in their order. */
export function verifyPTx(tx: UnsignedTx, rules: Rules): void {
  const { time, network } = rules;
  if (time !== undefined) verifyActive(tx, rules, time);
  switch (tx.type) {
    case 'platformvm.AdvanceTimeTx':
    case 'platformvm.RewardValidatorTx':
      return;
    case 'platformvm.RewardAutoRenewedValidatorTx':
      if (isZero(tx.txID)) throw outOfRange('the zero id', 'txID');
      if (tx.timestamp === 0n) throw outOfRange('no time', 'timestamp');
      return;
    case 'platformvm.BaseTx':
    case 'platformvm.RegisterL1ValidatorTx':
    case 'platformvm.SetL1ValidatorWeightTx':
      verifyBaseTx(tx, rules);
      break;
    case 'platformvm.CreateSubnetTx':
      verifyBaseTx(tx, rules);
      verifyOwner(tx.owner, 'owner');
      break;
    case 'platformvm.CreateChainTx':
      verifyNewChain(tx);
      verifyBaseTx(tx, rules);
      verifyAuthorization(tx.subnetAuthorization, 'subnetAuthorization', rules);
      break;
    case 'platformvm.ImportTx':
      notEmpty(tx.importedInputs, 'importedInputs');
      verifyBaseTx(tx, rules);
      within(['importedInputs'], () => verifyInputList(tx.importedInputs));
      break;
    case 'platformvm.ExportTx':
      notEmpty(tx.exportedOutputs, 'exportedOutputs');
      verifyBaseTx(tx, rules);
      within(['exportedOutputs'], () => verifyExported(tx.exportedOutputs));
      break;
    case 'platformvm.AddValidatorTx':
      verifyShares(tx.shares, 'shares');
      verifyBaseTx(tx, rules);
      verifyValidator(tx.validator);
      verifyOwner(tx.rewardsOwner, 'rewardsOwner');
      verifyStake(tx.stake, network.avaxAssetID);
      verifyWeight(tx);
      break;
    case 'platformvm.AddDelegatorTx':
      verifyBaseTx(tx, rules);
      verifyValidator(tx.validator);
      verifyOwner(tx.rewardsOwner, 'rewardsOwner');
      verifyStake(tx.stake, network.avaxAssetID);
      verifyWeight(tx);
      break;
    case 'platformvm.AddSubnetValidatorTx':
      within(['validator'], () => notPrimary(tx.validator.subnetID));
      verifyBaseTx(tx, rules);
      verifyValidator(tx.validator);
      verifyAuthorization(tx.subnetAuthorization, 'subnetAuthorization', rules);
      break;
    case 'platformvm.RemoveSubnetValidatorTx':
      notPrimary(tx.subnetID);
      verifyBaseTx(tx, rules);
      verifyAuthorization(tx.subnetAuthorization, 'subnetAuthorization', rules);
      break;
    case 'platformvm.TransformSubnetTx':
      verifyTransformation(tx, network.avaxAssetID);
      verifyBaseTx(tx, rules);
      verifyAuthorization(tx.subnetAuthorization, 'subnetAuthorization', rules);
      break;
    case 'platformvm.AddPermissionlessValidatorTx':
      if (isZero(tx.validator.nodeID)) throw outOfRange('the empty nodeID', 'validator', 'nodeID');
      notEmpty(tx.stake, 'stake');
      verifyShares(tx.shares, 'shares');
      verifyBaseTx(tx, rules);
      verifyValidator(tx.validator);
      verifyAnySigner(tx.signer, rules);
      verifyOwner(tx.validationRewardsOwner, 'validationRewardsOwner');
      verifyOwner(tx.delegationRewardsOwner, 'delegationRewardsOwner');
      verifySignerPresence(tx.signer, equalBytes(tx.subnetID, primaryNetworkID));
      verifyStake(tx.stake, tx.stake[0]!.assetID);
      verifyWeight(tx);
      break;
    case 'platformvm.AddPermissionlessDelegatorTx':
      notEmpty(tx.stake, 'stake');
      verifyBaseTx(tx, rules);
      verifyValidator(tx.validator);
      verifyOwner(tx.rewardsOwner, 'rewardsOwner');
      verifyStake(tx.stake, tx.stake[0]!.assetID);
      verifyWeight(tx);
      break;
    case 'platformvm.TransferSubnetOwnershipTx':
      notPrimary(tx.subnetID);
      verifyBaseTx(tx, rules);
      verifyAuthorization(tx.subnetAuthorization, 'subnetAuthorization', rules);
      verifyOwner(tx.newOwner, 'newOwner');
      break;
    case 'platformvm.ConvertSubnetToL1Tx':
      verifyConversion(tx, rules);
      break;
    case 'platformvm.IncreaseL1ValidatorBalanceTx':
      if (tx.balance === 0n) throw outOfRange('0 is no balance', 'balance');
      verifyBaseTx(tx, rules);
      break;
    case 'platformvm.DisableL1ValidatorTx':
      verifyBaseTx(tx, rules);
      verifyAuthorization(tx.disableAuthorization, 'disableAuthorization', rules);
      break;
    case 'platformvm.AddAutoRenewedValidatorTx':
      verifyAutoRenewed(tx, rules);
      break;
    case 'platformvm.SetAutoRenewedValidatorConfigTx':
      if (isZero(tx.txID)) throw outOfRange('the zero id', 'txID');
      verifyShares(tx.autoCompoundRewardShares, 'autoCompoundRewardShares');
      verifyBaseTx(tx, rules);
      verifyAuthorization(tx.auth, 'auth', rules);
      break;
  }
  if (time !== undefined) verifyStateless(tx, rules, time);
}

/** Whether nodes take the type at a time. Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go`. */
function verifyActive(tx: UnsignedTx, { network }: Rules, time: bigint): void {
  switch (tx.type) {
    case 'platformvm.AdvanceTimeTx':
    case 'platformvm.RewardValidatorTx':
    case 'platformvm.RewardAutoRenewedValidatorTx':
      throw new AvalancheError('Unsupported', `only nodes make a ${tx.type}`).at('type');
    case 'platformvm.AddValidatorTx':
    case 'platformvm.AddDelegatorTx':
      verifyUpgrade(tx.type, 'durango', 'until', network, time);
      break;
    case 'platformvm.TransformSubnetTx':
      verifyUpgrade(tx.type, 'etna', 'until', network, time);
      break;
    case 'platformvm.BaseTx':
    case 'platformvm.TransferSubnetOwnershipTx':
      verifyUpgrade(tx.type, 'durango', 'since', network, time);
      break;
    case 'platformvm.ConvertSubnetToL1Tx':
    case 'platformvm.RegisterL1ValidatorTx':
    case 'platformvm.SetL1ValidatorWeightTx':
    case 'platformvm.IncreaseL1ValidatorBalanceTx':
    case 'platformvm.DisableL1ValidatorTx':
      verifyUpgrade(tx.type, 'etna', 'since', network, time);
      break;
    case 'platformvm.AddAutoRenewedValidatorTx':
    case 'platformvm.SetAutoRenewedValidatorConfigTx':
      verifyUpgrade(tx.type, 'helicon', 'since', network, time);
      break;
  }
}

/** What the executor checks after `SyntacticVerify` and before it looks at its state. */
function verifyStateless(tx: AnyBaseTx, rules: Rules, time: bigint): void {
  const { network } = rules;
  if (isActive('durango', network, time)) verifyLength(tx.memo.length, 0, 'memo');
  switch (tx.type) {
    case 'platformvm.AddValidatorTx':
      if (isZero(tx.validator.nodeID)) throw outOfRange('the empty nodeID', 'validator', 'nodeID');
      break;
    case 'platformvm.ImportTx':
      verifyPeer(tx.sourceChain, network.chains.P, network, 'sourceChain');
      break;
    case 'platformvm.ExportTx':
      verifyPeer(tx.destinationChain, network.chains.P, network, 'destinationChain');
      break;
    case 'platformvm.RegisterL1ValidatorTx':
    case 'platformvm.SetL1ValidatorWeightTx':
      verifyWarpMessage(tx, { ...rules, time });
      break;
  }
}

type AnyBaseTx = Extract<UnsignedTx, { readonly memo: Uint8Array }>;

/** Source: avalanchego `vms/platformvm/txs/base_tx.go`. */
function verifyBaseTx(tx: AnyBaseTx, { network }: Rules): void {
  const { networkID, chains } = network;
  verifyBase(tx, { networkID, blockchainID: chains.P.blockchainID });
  within(['outputs'], () => verifyOutputs(tx.outputs));
  within(['inputs'], () => verifyInputs(tx.inputs));
  within(['outputs'], () => verifyOutputOrder(tx.outputs));
  within(['inputs'], () => verifyInputOrder(tx.inputs));
}

function notPrimary(subnetID: Uint8Array): void {
  if (equalBytes(subnetID, primaryNetworkID))
    throw outOfRange('the primary network is no subnet for this', 'subnetID');
}

const verifyOwner = (owner: Owner, at: string): void => within([at], () => verifyOwners(owner));

/** Source: avalanchego `vms/platformvm/txs/validator.go`. */
const verifyValidator = ({ weight }: Pick<Validator, 'weight'>): void => {
  if (weight === 0n) throw outOfRange('0 is no weight', 'validator', 'weight');
};

function verifyShares(shares: number, at: string): void {
  if (shares > percentDenominator)
    throw outOfRange(`${shares}, at most ${percentDenominator} parts of a million`, at);
}

/**
 * Whatever stands where an authorization is meant: `SyntacticVerify` takes all that has the methods, the
 * executor takes an `Input` only. Source: avalanchego `vms/secp256k1fx/fx.go` `VerifyPermission`.
 */
function verifyAuthorization(auth: Verifiable, at: string, rules: Rules): void {
  within([at], () => {
    verifyVerifiable(auth, rules);
    if (rules.time !== undefined && auth.type !== 'secp256k1fx.Input')
      throw new AvalancheError('UnknownTypeID', `must be a secp256k1fx.Input, got a ${auth.type}`, {
        found: auth.type,
        expected: 'secp256k1fx.Input',
      }).at('type');
  });
}

/** The `Verify` of whatever has one. Of a transaction that is the one of its embedded `Validator`. */
function verifyVerifiable(value: Verifiable, rules: Rules): void {
  switch (value.type) {
    case 'secp256k1fx.Input':
      verifyIndices(value.signatureIndices);
      break;
    case 'secp256k1fx.OutputOwners':
      verifyOwners(value);
      break;
    case 'secp256k1fx.TransferOutput':
    case 'stakeable.LockOut':
      verifyOutput(value);
      break;
    case 'secp256k1fx.TransferInput':
    case 'stakeable.LockIn':
      verifyInput(value);
      break;
    case 'signer.ProofOfPossession':
      verifySigner(value, rules);
      break;
    case 'platformvm.AddSubnetValidatorTx':
      within(['validator'], () => notPrimary(value.validator.subnetID));
      verifyValidator(value.validator);
      break;
    case 'platformvm.AddValidatorTx':
    case 'platformvm.AddDelegatorTx':
    case 'platformvm.AddPermissionlessValidatorTx':
    case 'platformvm.AddPermissionlessDelegatorTx':
      verifyValidator(value.validator);
      break;
    case 'secp256k1fx.Credential':
    case 'signer.Empty':
  }
}

const verifyAnySigner = (signer: Signer, rules: Rules): void => {
  if (signer.type === 'signer.ProofOfPossession')
    within(['signer'], () => verifySigner(signer, rules));
};

function verifySignerPresence({ type }: Signer, needed: boolean): void {
  if ((type === 'signer.ProofOfPossession') !== needed)
    throw outOfRange(
      needed ? 'a validator of the primary network has a BLS key' : 'a subnet’s has none',
      'signer',
    );
}

/** Stake outputs of one asset, in order. */
function verifyStake(stake: readonly TransferableOutput[], assetID: Uint8Array): void {
  within(['stake'], () => {
    verifyOutputs(stake);
    stakeOf(stake);
    const i = stake.findIndex((output) => !equalBytes(output.assetID, assetID));
    if (i >= 0)
      throw new AvalancheError(
        'Mismatch',
        `is ${formatID(stake[i]!.assetID)}, the stake is in ${formatID(assetID)}`,
        { found: formatID(stake[i]!.assetID), expected: formatID(assetID) },
      ).at(i, 'assetID');
    verifyOutputOrder(stake);
  });
}

/**
 * What is staked, locked or not.
 * @throws {AvalancheError} `OutOfRange`: more than a uint64.
 */
export const stakeOf = (stake: readonly TransferableOutput[]): bigint =>
  stake.reduce(
    (sum, { output }) =>
      addUint64(sum, output.type === 'stakeable.LockOut' ? output.output.amount : output.amount),
    0n,
  );

function verifyWeight(tx: {
  readonly stake: readonly TransferableOutput[];
  readonly validator: Validator;
}): void {
  const stake = stakeOf(tx.stake);
  if (stake !== tx.validator.weight)
    throw new AvalancheError('Mismatch', `is ${tx.validator.weight}, the stake is ${stake}`, {
      found: String(tx.validator.weight),
      expected: String(stake),
    }).at('validator', 'weight');
}

/** Source: avalanchego `vms/platformvm/txs/export_tx.go`. */
function verifyExported(outputs: readonly TransferableOutput[]): void {
  verifyOutputs(outputs);
  const i = outputs.findIndex(({ output }) => output.type === 'stakeable.LockOut');
  if (i >= 0) throw outOfRange('locked funds cannot be exported', i, 'output');
  verifyOutputOrder(outputs);
}

/** Source: avalanchego `vms/platformvm/txs/create_chain_tx.go`. */
function verifyNewChain(tx: CreateChainTx): void {
  notPrimary(tx.subnetID);
  verifyLength(encodeUTF8(tx.chainName).length, maxNameLength, 'chainName');
  if (isZero(tx.vmID)) throw outOfRange('the zero id is no virtual machine', 'vmID');
  within(['fxIDs'], () => verifyIncreasing(tx.fxIDs, compareBytes, 'the fxID'));
  verifyLength(tx.genesisData.length, maxGenesisLength, 'genesisData');
  if (!/^[A-Za-z0-9 ]*$/.test(tx.chainName))
    throw outOfRange('something else than ASCII letters, digits and spaces', 'chainName');
}

/** Source: avalanchego `vms/platformvm/txs/transform_subnet_tx.go`. */
function verifyTransformation(tx: TransformSubnetTx, avaxAssetID: Uint8Array): void {
  notPrimary(tx.subnetID);
  if (isZero(tx.assetID)) throw outOfRange('the zero id is no asset', 'assetID');
  if (equalBytes(tx.assetID, avaxAssetID)) throw outOfRange('AVAX', 'assetID');
  const notBelow = (at: keyof TransformSubnetTx, least: number | bigint): void => {
    if ((tx[at] as number | bigint) < least) throw outOfRange(`${tx[at]}, at least ${least}`, at);
  };
  const notAbove = (at: keyof TransformSubnetTx, most: number | bigint): void => {
    if ((tx[at] as number | bigint) > most) throw outOfRange(`${tx[at]}, at most ${most}`, at);
  };
  notBelow('initialSupply', 1n);
  notAbove('initialSupply', tx.maximumSupply);
  notAbove('minConsumptionRate', tx.maxConsumptionRate);
  notAbove('maxConsumptionRate', percentDenominator);
  notBelow('minValidatorStake', 1n);
  notAbove('minValidatorStake', tx.initialSupply);
  notAbove('minValidatorStake', tx.maxValidatorStake);
  notAbove('maxValidatorStake', tx.maximumSupply);
  notBelow('minStakeDuration', 1);
  notAbove('minStakeDuration', tx.maxStakeDuration);
  notAbove('minDelegationFee', percentDenominator);
  notBelow('minDelegatorStake', 1n);
  notBelow('maxValidatorWeightFactor', 1);
  notAbove('uptimeRequirement', percentDenominator);
}

/** Source: avalanchego `vms/platformvm/txs/convert_subnet_to_l1_tx.go`. */
function verifyConversion(tx: ConvertSubnetToL1Tx, rules: Rules): void {
  notPrimary(tx.subnetID);
  verifyLength(tx.address.length, maxManagerAddressLength, 'address');
  notEmpty(tx.validators, 'validators');
  within(['validators'], () =>
    verifyIncreasing(tx.validators, (a, b) => compareBytes(a.nodeID, b.nodeID), 'the nodeID'),
  );
  verifyBaseTx(tx, rules);
  tx.validators.forEach((validator, i) => {
    within(['validators', i], () => verifyFirstValidator(validator, rules));
  });
  verifyAuthorization(tx.subnetAuthorization, 'subnetAuthorization', rules);
}

function verifyFirstValidator(validator: ConvertSubnetToL1Validator, rules: Rules): void {
  if (validator.weight === 0n) throw outOfRange('0 is no weight', 'weight');
  verifyNodeID(validator.nodeID);
  within(['signer'], () => verifySigner(validator.signer, rules));
  within(['remainingBalanceOwner'], () => verifyOwners(validator.remainingBalanceOwner));
  within(['deactivationOwner'], () => verifyOwners(validator.deactivationOwner));
}

/** Source: avalanchego `vms/platformvm/txs/add_auto_renewed_validator_tx.go`. */
function verifyAutoRenewed(tx: AddAutoRenewedValidatorTx, rules: Rules): void {
  notEmpty(tx.stake, 'stake');
  verifyShares(tx.delegationShares, 'delegationShares');
  verifyShares(tx.autoCompoundRewardShares, 'autoCompoundRewardShares');
  if (tx.period === 0n) throw outOfRange('0 is no period', 'period');
  verifyNodeID(tx.nodeID);
  verifyBaseTx(tx, rules);
  verifyAnySigner(tx.signer, rules);
  verifyOwner(tx.validationRewardsOwner, 'validationRewardsOwner');
  verifyOwner(tx.delegationRewardsOwner, 'delegationRewardsOwner');
  verifyOwner(tx.validatorAuthority, 'validatorAuthority');
  verifySignerPresence(tx.signer, true);
  verifyStake(tx.stake, rules.network.avaxAssetID);
}
