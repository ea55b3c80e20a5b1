import type { CreateChainTx, TransformSubnetTx } from '../../chain/pchain/subnets.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { compareBytes, equalBytes } from '../../text/bytes.ts';
import { formatNodeID } from '../../text/id.ts';
import { encodeUTF8 } from '../../text/utf8.ts';
import { verifyIncreasing } from '../../tx/order.ts';
import { isZero, outOfRange, percentDenominator, type TxOf, verifyLength } from '../components.ts';
import { find, nodeKeyOf } from '../facts.ts';
import type { Rule } from '../verdict.ts';
import { authorizationForm, authorize, mutable, subnetOwner } from './authorization.ts';
import { accepted, type BasePTx, notPrimary, owner, rulesOf, spend } from './shared.ts';

const maxNameLength = 128;
const maxGenesisLength = 1024 * 1024;

export const createSubnetTx: readonly Rule<TxOf<'platformvm.CreateSubnetTx'>>[] =
  /* @__PURE__ */ rulesOf(undefined, [/* @__PURE__ */ owner('owner'), ...spend]);

type OfSubnet = BasePTx & { readonly subnetID: Uint8Array };

/** Returns the rules of a transaction that the owner of a subnet authorizes. */
const byOwner = <T extends OfSubnet>(between: readonly Rule<T>[] = []): readonly Rule<T>[] =>
  authorize<T>((subject) => subnetOwner(subject, subject.tx.subnetID), between);

const mutableSubnet: Rule<OfSubnet> = /* @__PURE__ */ mutable(
  ({ subnetID }: OfSubnet) => subnetID,
  'subnetID',
);

/** Source: avalanchego `vms/platformvm/txs/create_chain_tx.go`. */
const newChain: Rule<CreateChainTx> = {
  name: 'new chain',
  check: ({ tx }) => {
    verifyLength(encodeUTF8(tx.chainName).length, maxNameLength, 'chainName');
    if (isZero(tx.vmID)) throw outOfRange('the zero id is not a virtual machine', 'vmID');
    within(['fxIDs'], () => verifyIncreasing(tx.fxIDs, compareBytes, 'fxID'));
    verifyLength(tx.genesisData.length, maxGenesisLength, 'genesisData');
    if (!/^[A-Za-z0-9 ]*$/.test(tx.chainName))
      throw outOfRange('must be ASCII letters, digits and spaces', 'chainName');
  },
};

/** Rules of a platformvm.CreateChainTx. */
export const createChainTx: readonly Rule<CreateChainTx>[] = /* @__PURE__ */ rulesOf(undefined, [
  notPrimary,
  newChain,
  authorizationForm,
  /* @__PURE__ */ byOwner([mutableSubnet]),
]);

type TransferSubnetOwnershipTx = TxOf<'platformvm.TransferSubnetOwnershipTx'>;

/** Rules of a platformvm.TransferSubnetOwnershipTx. */
export const transferSubnetOwnershipTx: readonly Rule<TransferSubnetOwnershipTx>[] =
  /* @__PURE__ */ rulesOf(/* @__PURE__ */ accepted('since', 'durango'), [
    notPrimary,
    authorizationForm,
    /* @__PURE__ */ owner('newOwner'),
    /* @__PURE__ */ byOwner<TransferSubnetOwnershipTx>(),
  ]);

type RemoveSubnetValidatorTx = TxOf<'platformvm.RemoveSubnetValidatorTx'>;

/** Source: avalanchego `vms/platformvm/txs/executor/staker_tx_verification.go` `verifyRemoveSubnetValidatorTx`. */
const removable: Rule<RemoveSubnetValidatorTx> = {
  name: 'removable validator',
  check: ({ tx: { subnetID, nodeID }, facts }) => {
    const what = `${formatNodeID(nodeID)} as a validator of the subnet`;
    const { permissioned } = within(['nodeID'], () =>
      find(facts.validators, nodeKeyOf(subnetID, nodeID), 'validators', what),
    );
    if (!permissioned)
      throw new AvalancheError('NotAllowed', 'the owner of the subnet did not add it').at('nodeID');
  },
};

/** Rules of a platformvm.RemoveSubnetValidatorTx. */
export const removeSubnetValidatorTx: readonly Rule<RemoveSubnetValidatorTx>[] =
  /* @__PURE__ */ rulesOf(undefined, [
    notPrimary,
    authorizationForm,
    removable,
    /* @__PURE__ */ byOwner(),
  ]);

/** Source: avalanchego `vms/platformvm/txs/transform_subnet_tx.go`. */
const elasticity: Rule<TransformSubnetTx> = {
  name: 'elasticity',
  check: ({ tx, facts }) => {
    if (isZero(tx.assetID)) throw outOfRange('the zero id is not an asset', 'assetID');
    if (equalBytes(tx.assetID, facts.network.avaxAssetID))
      throw outOfRange('must not be AVAX', 'assetID');
    const notBelow = (field: keyof TransformSubnetTx, least: number | bigint): void => {
      if ((tx[field] as number | bigint) < least)
        throw outOfRange(`${tx[field]}, at least ${least}`, field);
    };
    const notAbove = (field: keyof TransformSubnetTx, most: number | bigint): void => {
      if ((tx[field] as number | bigint) > most)
        throw outOfRange(`${tx[field]}, at most ${most}`, field);
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
  },
};

/** Source: avalanchego `vms/platformvm/txs/executor/standard_tx_executor.go` `TransformSubnetTx`. */
const longestStake: Rule<TransformSubnetTx> = {
  name: 'longest stake',
  check: ({ tx: { maxStakeDuration: found }, facts }) => {
    const most = facts.network.staking.maxStakeDuration;
    if (found > most) throw outOfRange(`${found}, at most ${most}`, 'maxStakeDuration');
  },
};

/** Rules of a platformvm.TransformSubnetTx. */
export const transformSubnetTx: readonly Rule<TransformSubnetTx>[] = /* @__PURE__ */ rulesOf(
  /* @__PURE__ */ accepted('until', 'etna'),
  [
    notPrimary,
    elasticity,
    authorizationForm,
    longestStake,
    /* @__PURE__ */ byOwner([mutableSubnet]),
  ],
);
