import { primaryNetworkID } from '../../src/chain/base.ts';
import { fuji } from '../../src/network/known.ts';
import type { Facts, TxOf, ValidatorFacts } from '../../src/rules/index.ts';
import { outputOwners } from '../../src/state/owner.ts';
import { amountOf } from '../../src/tx/output.ts';
import { asset, key, now, utxo } from './state.ts';
import { base, spend } from './tx.ts';

export const AVAX = fuji.avaxAssetID;
export const max = 2n ** 64n - 1n;
export const day = 86_400n;
export const me = outputOwners(key(1).shortID, fuji.chains.P, fuji);
export const nodeID = new Uint8Array(20).fill(9);
export const subnetID = asset(1);
export const auth = { type: 'secp256k1fx.Input' as const, signatureIndices: [0] };
export const pBase = base([spend(utxo(1, 10n))], [{ assetID: AVAX, output: amountOf(9n, me) }]);
export const at = (facts: Partial<Facts> = {}): Facts => ({ network: fuji, time: now, ...facts });
export const beforeDurango = fuji.upgrades.durango - 1n;

export const stakeOf = (weight: bigint, assetID = AVAX) => [
  { assetID, output: amountOf(weight, me) },
];
export const delegation = (more: object = {}): TxOf<'platformvm.AddPermissionlessDelegatorTx'> => ({
  type: 'platformvm.AddPermissionlessDelegatorTx',
  ...pBase,
  validator: { nodeID, start: 0n, end: now + 20n * day, weight: 10n },
  subnetID: primaryNetworkID,
  stake: stakeOf(10n),
  rewardsOwner: me,
  ...more,
});
export const permissioned = (more: object = {}): TxOf<'platformvm.AddSubnetValidatorTx'> => ({
  type: 'platformvm.AddSubnetValidatorTx',
  ...pBase,
  validator: { nodeID, start: 0n, end: now + 20n * day, weight: 1n, subnetID, ...more },
  subnetAuthorization: auth,
});
export const newChain: TxOf<'platformvm.CreateChainTx'> = {
  type: 'platformvm.CreateChainTx',
  ...pBase,
  subnetID,
  chainName: 'a',
  vmID: asset(2),
  fxIDs: [],
  genesisData: new Uint8Array(),
  subnetAuthorization: auth,
};
export const validatorIs = (more: Partial<ValidatorFacts> = {}): ValidatorFacts => ({
  start: now - day,
  end: now + 20n * day,
  weight: 100n,
  permissioned: false,
  delegators: [],
  ...more,
});
export const transformation: TxOf<'platformvm.TransformSubnetTx'> = {
  type: 'platformvm.TransformSubnetTx',
  ...pBase,
  subnetID,
  assetID: asset(7),
  initialSupply: 1000n,
  maximumSupply: 2000n,
  minConsumptionRate: 1n,
  maxConsumptionRate: 2n,
  minValidatorStake: 5n,
  maxValidatorStake: 500n,
  minStakeDuration: 100,
  maxStakeDuration: 1000,
  minDelegationFee: 30_000,
  minDelegatorStake: 7n,
  maxValidatorWeightFactor: 2,
  uptimeRequirement: 0,
  subnetAuthorization: auth,
};
