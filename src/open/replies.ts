/** Names the method that a reply without a transaction is of, by the members of its result. */

import { isJSONObject, type JSONValue } from '../text/json.ts';

/** Methods of a node by members that their results have, the most telling first. Those that reply alike share a row. */
const methods: readonly (readonly [method: string, ...members: readonly string[]])[] = [
  ['platform.getBalance', 'lockedStakeables', 'utxoIDs'],
  ['avm.getBalance', 'balance', 'utxoIDs'],
  ['avm.getAllBalances', 'balances'],
  ['platform.getL1Validator', 'validationID', 'remainingBalanceOwner'],
  ['platform.getCurrentValidators', 'validators'],
  ['platform.getAllValidatorsAt', 'validatorSets'],
  ['platform.getSubnet', 'controlKeys', 'isPermissioned'],
  ['platform.getSubnets', 'subnets'],
  ['platform.getBlockchains', 'blockchains'],
  ['platform.getFeeConfig', 'maxCapacity', 'targetPerSecond'],
  ['platform.getFeeState', 'capacity', 'excess', 'price'],
  ['platform.getValidatorFeeConfig', 'capacity', 'excessConversionConstant'],
  ['platform.getValidatorFeeState', 'excess', 'price'],
  ['platform.getCurrentSupply', 'supply'],
  ['platform.getMinStake', 'minValidatorStake'],
  ['platform.getTotalStake', 'weight'],
  ['platform.getTimestamp', 'timestamp'],
  ['platform.validates', 'blockchainIDs'],
  ['platform.validatedBy', 'subnetID'],
  ['avm.getAssetDescription', 'assetID', 'denomination'],
  ['platform.getStakingAssetID', 'assetID'],
  ['info.getTxFee', 'createSubnetTxFee'],
  ['avm.getTxFee', 'createAssetTxFee'],
  ['info.getNodeVersion', 'databaseVersion'],
  ['info.getNodeID', 'nodePOP'],
  ['info.getNodeIP', 'ip'],
  ['info.getNetworkID', 'networkID'],
  ['info.getNetworkName', 'networkName'],
  ['info.getBlockchainID', 'blockchainID'],
  ['info.isBootstrapped', 'isBootstrapped'],
  ['info.getVMs', 'vms'],
  ['info.peers', 'numPeers'],
  ['info.uptime', 'rewardingStakePercentage'],
  ['info.upgrades', 'apricotPhase1Time'],
  ['info.acps', 'acps'],
  ['index.getIndex', 'index'],
  ['index.isAccepted', 'isAccepted'],
  ['health.health', 'checks', 'healthy'],
  ['proposervm.getCurrentEpoch', 'pChainHeight'],
  ['eth_feeConfig', 'feeConfig', 'lastChangedAt'],
  ['eth_getActiveRulesAt', 'avalancheRules'],
  ['eth_getChainConfig', 'byzantiumBlock'],
  ['eth_getTransactionByHash', 'gas', 'input', 'nonce'],
  ['eth_getBlockByNumber', 'parentHash', 'stateRoot'],
  ['a getTxStatus method', 'status'],
  ['an issueTx method', 'txID'],
  ['a getHeight method', 'height'],
];

/** Returns the method that a result is of; undefined if none is known that replies so. */
export function methodOfResult(result: JSONValue): string | undefined {
  if (!isJSONObject(result)) return undefined;
  const keys = Object.keys(result);
  // Older nodes have the set itself as the result.
  const set = isJSONObject(result.validators ?? null) ? result.validators! : result;
  if (keys.length > 0 && Object.keys(set).every((key) => key.startsWith('NodeID-')))
    return 'platform.getValidatorsAt';
  const isPart = (members: readonly string[]): boolean =>
    members.every((key) => Object.hasOwn(result, key));
  return methods.find(([, ...members]) => isPart(members))?.[0];
}

/** Says what a reply is that holds no transaction, block or UTXO. */
export function replyText(result: JSONValue): string {
  const method = methodOfResult(result);
  return method === undefined
    ? 'this reply of a node has no transaction, block, UTXOs or containers'
    : `this is a reply of ${method}, which has no transaction, block or UTXOs to read`;
}
