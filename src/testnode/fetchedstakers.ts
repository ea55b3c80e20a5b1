/** What a rehearsal reads of the validators that transactions change, and of those who sign their messages. */
import { primaryNetworkID } from '../chain/base.ts';
import type { AnyTx } from '../chain/tx.ts';
import { isError } from '../errors/error.ts';
import type { L1Validator, Staker } from '../history/ledger.ts';
import type { Network } from '../network/network.ts';
import type { NodeClient } from '../rpc/client.ts';
import { isNodeError } from '../rpc/errors.ts';
import type { CallOptions } from '../rpc/service.ts';
import type { SubnetFacts } from '../rules/facts.ts';
import { authorityOwner } from '../state/owner.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseHex } from '../text/hex.ts';
import { formatID, formatNodeID, parseID, parseNodeID } from '../text/id.ts';
import { saidBy } from '../tx/message.ts';
import { Message } from '../warp/message.ts';
import { type SignerSet, signerSetOf } from '../warp/signerset.ts';
import { decode } from '../wire/codec.ts';

/** What was read. */
export interface FetchedStakers {
  /** Auto-renewed validators that a transaction configures. */
  readonly renewed: readonly Staker[];
  /** L1 validators whose weight a message changes. */
  readonly weighed: readonly L1Validator[];
  /** Their L1s, by CB58. */
  readonly l1s: ReadonlyMap<string, SubnetFacts>;
  /** Who signs the messages, by CB58 of their source chain. */
  readonly signers: ReadonlyMap<string, SignerSet>;
}

type PTx = Extract<AnyTx, { readonly chain: 'P' }>;

/** Reads it. What a node does not have is not listed, and so not known. */
export async function fetchStakers(
  node: NodeClient,
  network: Network,
  txs: readonly AnyTx[],
  of: CallOptions,
): Promise<FetchedStakers> {
  const all = txs.flatMap((tx) => (tx.chain === 'P' ? [tx] : []));
  const each = async <V>(read: (tx: PTx) => Promise<V | undefined>): Promise<readonly V[]> => {
    const found = await Promise.all(all.map((tx) => unlessRefused(read(tx))));
    return found.flatMap((value) => value ?? []) as readonly V[];
  };
  const [renewed, l1s, signers] = await Promise.all([
    each((tx) => renewedIn(node, tx, of)),
    each((tx) => weighedIn(node, network, tx, of)),
    each((tx) => signersFor(node, network, tx, of)),
  ]);
  return {
    renewed,
    weighed: l1s.map(({ validator }) => validator),
    l1s: new Map(l1s.map(({ validator, facts }) => [formatID(validator.subnetID), facts])),
    signers: new Map(signers.map(({ chainID, set }) => [chainID, set])),
  };
}

/** What a node answers; undefined if it refuses. */
async function unlessRefused<V>(asked: Promise<V>): Promise<V | undefined> {
  try {
    return await asked;
  } catch (e) {
    if (isNodeError(e)) return undefined;
    throw e;
  }
}

async function renewedIn(
  node: NodeClient,
  { unsignedTx }: PTx,
  of: CallOptions,
): Promise<Staker | undefined> {
  if (unsignedTx.type !== 'platformvm.SetAutoRenewedValidatorConfigTx') return undefined;
  const id = formatID(unsignedTx.txID);
  const { unsignedTx: tx } = await node.pchain.getTx(id, of);
  if (tx.type !== 'platformvm.AddAutoRenewedValidatorTx') return undefined;
  const list = await node.pchain.validators({ ...of, nodeIDs: [formatNodeID(tx.nodeID)] });
  const found = list.find((record) => record.kind === 'permissionless' && record.txID === id);
  if (found?.kind !== 'permissionless' || found.nextPeriod === undefined) return undefined;
  const { weight, startTime, endTime, potentialReward = 0n, nextPeriod } = found;
  const { autoCompoundRewardShares = 0 } = found;
  return {
    txID: unsignedTx.txID,
    tx,
    nodeID: tx.nodeID,
    subnetID: primaryNetworkID,
    ...{ weight, startTime, endTime, potentialReward },
    accruedDelegateeReward: found.accruedDelegateeReward ?? 0n,
    renewal: {
      ...{ nextPeriod, autoCompoundRewardShares },
      // No node says what was restaked, and no configuration depends on it.
      accruedValidationRewards: 0n,
      accruedDelegateeRewards: 0n,
    },
  };
}

/** A validator that is removed stays unknown: what is left of its balance depends on the fees until then. */
async function weighedIn(node: NodeClient, network: Network, { unsignedTx }: PTx, of: CallOptions) {
  if (unsignedTx.type !== 'platformvm.SetL1ValidatorWeightTx') return undefined;
  const said = saidBy('weight', unsignedTx.message);
  if (!said || said.weight === 0n) return undefined;
  const validationID = formatID(said.validationID);
  const found = await node.call('platform.getL1Validator', { validationID }, of);
  const subnetID = String(found.subnetID);
  const [subnet, validators] = await Promise.all([
    node.call('platform.getSubnet', { subnetID }, of),
    node.pchain.validators({ ...of, subnetID }),
  ]);
  const owner = (from: typeof found.deactivationOwner) => {
    const { threshold, addresses } = authorityOwner(from, network.chains.P, network);
    return { threshold, addresses };
  };
  const { controlKeys, threshold, locktime } = subnet;
  const validator: L1Validator = {
    validationID: said.validationID,
    subnetID: parseID(subnetID),
    nodeID: parseNodeID(String(found.nodeID)),
    publicKey: typeof found.publicKey === 'string' ? parseHex(found.publicKey) : found.publicKey,
    remainingBalanceOwner: owner(found.remainingBalanceOwner),
    deactivationOwner: owner(found.deactivationOwner),
    startTime: found.startTime,
    weight: found.weight,
    minNonce: found.minNonce,
    // The ledger of a rehearsal begins without fees.
    endAccumulatedFee: found.balance,
  };
  const facts: SubnetFacts = {
    owner: authorityOwner(
      { addresses: controlKeys, threshold, locktime },
      network.chains.P,
      network,
    ),
    transformation: null,
    manager: subnet.managerAddress
      ? { chainID: parseID(String(subnet.managerChainID)), address: subnet.managerAddress }
      : null,
    l1Weight: validators.reduce(
      (sum, record) => (record.kind === 'l1' ? sum + record.weight : sum),
      0n,
    ),
  };
  return { validator, facts };
}

async function signersFor(
  node: NodeClient,
  network: Network,
  { unsignedTx: tx }: PTx,
  of: CallOptions,
) {
  if (!('message' in tx)) return undefined;
  const source = sourceOf(tx.message);
  if (!source) return undefined;
  const chainID = formatID(source);
  const isPrimary = Object.values(network.chains).some(({ blockchainID }) =>
    equalBytes(blockchainID, source),
  );
  const { subnetID } = isPrimary
    ? { subnetID: formatID(primaryNetworkID) }
    : await node.call('platform.validatedBy', { blockchainID: chainID }, of);
  return { chainID, set: signerSetOf(await node.pchain.warpValidators(String(subnetID), of)) };
}

/** The source chain of a message; undefined if it cannot be read, which a rule refuses. */
function sourceOf(message: Uint8Array): Uint8Array | undefined {
  try {
    return decode(Message, message).SourceChainID;
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}
