/** An L1 from its first transaction to its last validator. The aggregator asks nodes for signatures; here it is given. */
import { type AnyTx, applyTxs, avax, days, type PState } from 'avalanche-tx';
import {
  buildConvertSubnetToL1Tx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildDisableL1ValidatorTx,
  buildIncreaseL1ValidatorBalanceTx,
  buildRegisterL1ValidatorTx,
  buildSetL1ValidatorWeightTx,
  type NodePOP,
} from 'avalanche-tx/build';
import { type ValidatorFeeState, validatorFeeOf } from 'avalanche-tx/fee';
import type { Issued, NodeClient } from 'avalanche-tx/rpc';
import { finalize, type Key, sign } from 'avalanche-tx/sign';
import {
  accessListOf,
  buildRegistrationMessage,
  conversionOf,
  justificationOf,
  quorumOf,
  signerSetOf,
  type WarpValidator,
  warpMessageOf,
} from 'avalanche-tx/warp';

/** Gives a message with the signatures of enough nodes. */
export type Aggregator = (message: Uint8Array, justification?: Uint8Array) => Promise<Uint8Array>;

type Receipt = Parameters<typeof warpMessageOf>[0];
type AccessList = ReturnType<typeof accessListOf>;

/** A subnet and its chain: the second is built before the first is issued. */
export function create(p: PState, key: Key, genesis: Uint8Array): readonly [AnyTx, AnyTx] {
  const subnet = finalize(sign(buildCreateSubnetTx(p, { owner: key.shortID }), key));
  const chain = buildCreateChainTx(applyTxs(p, subnet), {
    subnetID: subnet.txID,
    name: 'my l1',
    vm: 'subnetevm',
    genesis,
  });
  return [subnet, finalize(sign(chain, key))];
}

/** The subnet becomes an L1 with its first validators. */
export function convert(
  p: PState,
  key: Key,
  of: {
    readonly subnetID: string;
    readonly managerChainID: string;
    readonly nodes: readonly NodePOP[];
  },
): AnyTx {
  const { subnetID, managerChainID, nodes } = of;
  const validators = nodes.map((node) => ({
    node,
    weight: 100n,
    balance: avax('1'),
    remainingBalanceOwner: key.shortID,
    deactivationOwner: key.shortID,
  }));
  const managerAddress = '0xfacade0000000000000000000000000000000000';
  const intent = { subnetID, managerChainID, managerAddress, validators } as const;
  return finalize(sign(buildConvertSubnetToL1Tx(p, intent), key));
}

/** What the manager contract is initialised with. */
export async function initialize(
  converted: AnyTx,
  aggregate: Aggregator,
): Promise<{ readonly data: Uint8Array; readonly accessList: AccessList }> {
  const { message, justification: why, data } = conversionOf(converted);
  return { data, accessList: accessListOf(await aggregate(message, why)) };
}

/** A validator that the manager contract asked for. */
export async function register(
  p: PState,
  key: Key,
  of: { readonly receipt: Receipt; readonly proofOfPossession: string },
  aggregate: Aggregator,
): Promise<AnyTx> {
  const message = await aggregate(warpMessageOf(of.receipt));
  const { proofOfPossession } = of;
  const intent = { message, balance: avax('0.5'), proofOfPossession };
  return finalize(sign(buildRegisterL1ValidatorTx(p, intent), key));
}

/** What tells the contract that the registration is done. */
export async function completeRegistration(
  of: { readonly networkID: number; readonly validationID: string },
  registerMessage: Uint8Array,
  aggregate: Aggregator,
): Promise<AccessList> {
  const message = buildRegistrationMessage({ ...of, registered: true });
  return accessListOf(await aggregate(message, justificationOf({ registerMessage })));
}

/** A weight that the contract set, 0 to remove; nothing while too few have signed. */
export async function setWeight(
  p: PState,
  key: Key,
  of: { readonly receipt: Receipt; readonly validators: readonly WarpValidator[] },
  aggregate: Aggregator,
): Promise<AnyTx | undefined> {
  const message = await aggregate(warpMessageOf(of.receipt));
  const { ok } = quorumOf(message, signerSetOf(of.validators));
  return ok ? finalize(sign(buildSetL1ValidatorWeightTx(p, { message }), key)) : undefined;
}

/** Fills each balance up to what 90 days cost at most. */
export function topUp(
  p: PState,
  key: Key,
  fees: ValidatorFeeState,
  validators: readonly { readonly validationID: string; readonly balance: bigint }[],
): readonly AnyTx[] {
  const want = validatorFeeOf(fees, p.network.validatorFees).cost(days(90));
  const txs: AnyTx[] = [];
  let state = p;
  for (const { validationID, balance } of validators) {
    if (balance >= want) continue;
    const intent = { validationID, balance: want - balance };
    const tx = finalize(sign(buildIncreaseL1ValidatorBalanceTx(state, intent), key));
    txs.push(tx);
    state = applyTxs(state, tx);
  }
  return txs;
}

/** Ends a validation without asking the contract: its deactivation owner may. */
export const disable = (p: PState, validationID: string, ...keys: readonly Key[]): AnyTx =>
  finalize(sign(buildDisableL1ValidatorTx(p, { validationID }), keys));

/** A subnet and its chain, accepted. */
export async function createAt(
  node: NodeClient,
  key: Key,
  genesis: Uint8Array,
): Promise<{ readonly subnetID: string; readonly chainID: string }> {
  const [subnet, chain] = create(await node.pchain.state([key.shortID]), key, genesis);
  await node.issue(subnet);
  await node.issue(chain);
  return { subnetID: subnet.txID, chainID: chain.txID };
}

/** The subnet becomes an L1, if the key is still its owner: the node says who is. */
export async function convertAt(
  node: NodeClient,
  key: Key,
  of: Parameters<typeof convert>[2],
): Promise<AnyTx> {
  const tx = convert(
    await node.pchain.state([key.shortID], { authorities: [of.subnetID] }),
    key,
    of,
  );
  await node.issue(tx);
  return tx;
}

/** A weight that the contract set, once enough of those who validate the L1 now have signed. */
export async function setWeightAt(
  node: NodeClient,
  key: Key,
  of: { readonly receipt: Receipt; readonly subnetID: string },
  aggregate: Aggregator,
): Promise<Issued | undefined> {
  const [p, validators] = await Promise.all([
    node.pchain.state([key.shortID]),
    node.pchain.warpValidators(of.subnetID),
  ]);
  const tx = await setWeight(p, key, { receipt: of.receipt, validators }, aggregate);
  return tx && node.issue(tx);
}

/** Fills the balance of each validator of an L1. */
export async function topUpAt(
  node: NodeClient,
  key: Key,
  subnetID: string,
): Promise<readonly Issued[]> {
  const [p, fees, validators] = await Promise.all([
    node.pchain.state([key.shortID]),
    node.pchain.validatorFeeState(),
    node.pchain.validators({ subnetID }),
  ]);
  const active = validators.flatMap((of) => (of.kind === 'l1' ? [of] : []));
  const issued: Issued[] = [];
  for (const tx of topUp(p, key, fees, active)) issued.push(await node.issue(tx));
  return issued;
}

/** Ends a validation: the node says who may. */
export async function disableAt(node: NodeClient, key: Key, validationID: string): Promise<Issued> {
  const p = await node.pchain.state([key.shortID], { authorities: [validationID] });
  return node.issue(disable(p, validationID, key));
}
