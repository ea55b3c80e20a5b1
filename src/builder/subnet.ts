import {
  CreateChainTx,
  CreateSubnetTx,
  RemoveSubnetValidatorTx,
  TransferSubnetOwnershipTx,
} from '../chain/pchain/subnets.ts';
import { AddSubnetValidatorTx } from '../chain/pchain/verifiable.ts';
import type { DraftOf } from '../draft/draft.ts';
import { guarded } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import { addSubnetValidatorTx } from '../rules/pchain/staking.ts';
import {
  createChainTx,
  createSubnetTx,
  removeSubnetValidatorTx,
  transferSubnetOwnershipTx,
} from '../rules/pchain/subnets.ts';
import { useRules } from '../rules/registry.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import type { PState } from '../state/state.ts';
import { compareBytes } from '../text/bytes.ts';
import { type IDLike, idBytes, type NodeIDLike, nodeIDBytes } from '../text/given.ts';
import { authorization, inputOfAuth } from './authority.ts';
import { checkKeys, type Options } from './intent.ts';
import { checkP, payOnP } from './ppay.ts';
import { field, readTime, readUint64, readVM } from './read.ts';

/** A new subnet. */
export interface CreateSubnetIntent {
  /** Who may change it. */
  readonly owner: Owner | Address;
}

/** A new blockchain of a subnet. */
export interface CreateChainIntent {
  /** CB58 or 32 bytes. */
  readonly subnetID: IDLike;
  /** ASCII letters, digits and spaces, at most 128; not unique. */
  readonly name: string;
  /** Virtual machine: `subnetevm`, `evm`, `avm`, or its id: CB58 or 32 bytes. */
  readonly vm: IDLike;
  readonly genesis: Uint8Array;
  /** Feature extensions of the machine, CB58 or 32 bytes, in any order: few machines have some. */
  readonly fxIDs?: readonly IDLike[];
  /** Owner of the subnet, if the state does not say it. */
  readonly owner?: Owner;
}

/** A validator that the owner of a subnet lets in. */
export interface AddSubnetValidatorIntent {
  readonly subnetID: IDLike;
  /** `NodeID-…` or 20 bytes; it validates the primary network until after `end`. */
  readonly nodeID: NodeIDLike;
  readonly weight: bigint;
  /** Unix seconds. */
  readonly end: bigint;
}

/** A validator that the owner of a subnet sends away. */
export interface RemoveSubnetValidatorIntent {
  readonly subnetID: IDLike;
  /** `NodeID-…` or 20 bytes. */
  readonly nodeID: NodeIDLike;
}

/** A subnet that gets a new owner. */
export interface TransferSubnetOwnershipIntent {
  readonly subnetID: IDLike;
  /** The new one. */
  readonly owner: Owner | Address;
}

/** The owner that a field of an intent names. */
export const ownerIn = <K extends string>(
  of: { readonly [key in K]: Owner | Address },
  key: K,
  { network }: PState,
) => field(of, key, (owner) => outputOwners(owner as Owner | Address, network.chains.P, network));

/**
 * A draft that makes a subnet, whose id will be the transaction’s.
 * @throws {AvalancheError} As `buildBaseTx`.
 */
export const buildCreateSubnetTx = /* @__PURE__ */ guarded(function buildCreateSubnetTx(
  state: PState,
  intent: CreateSubnetIntent,
  options: Options = {},
): DraftOf<'P', 'platformvm.CreateSubnetTx'> {
  useRules({ 'platformvm.CreateSubnetTx': createSubnetTx });
  checkP(state);
  checkKeys(intent, ['owner']);
  const owner = ownerIn(intent, 'owner', state);
  const own = () => ({ type: CreateSubnetTx.name, owner });
  return payOnP(state, { own }, options);
});

/**
 * A draft that makes a blockchain, whose id will be the transaction’s.
 * @throws {AvalancheError} As `buildBaseTx`; `MissingSigner`: the state’s `authorities` do not have the subnet.
 */
export const buildCreateChainTx = /* @__PURE__ */ guarded(function buildCreateChainTx(
  state: PState,
  intent: CreateChainIntent,
  options: Options = {},
): DraftOf<'P', 'platformvm.CreateChainTx'> {
  useRules({ 'platformvm.CreateChainTx': createChainTx });
  checkP(state);
  checkKeys(intent, ['subnetID', 'name', 'vm', 'genesis', 'fxIDs', 'owner']);
  const { name, fxIDs = [], owner } = intent;
  const subnetID = field(intent, 'subnetID', idBytes);
  const vmID = field(intent, 'vm', readVM);
  const genesisData = field(intent, 'genesis', (bytes) => bytes.slice());
  const sorted = fxIDs.map((id, i) => within(['fxIDs', i], () => idBytes(id))).sort(compareBytes);
  const auth = authorization(state, options, subnetID, owner);
  const own = () => ({
    type: CreateChainTx.name,
    subnetID,
    chainName: name,
    vmID,
    fxIDs: sorted,
    genesisData,
    subnetAuthorization: inputOfAuth(auth),
  });
  return payOnP(state, { own, auth }, options);
});

/**
 * A draft that lets a node validate a subnet that is no L1.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildAddSubnetValidatorTx = /* @__PURE__ */ guarded(function buildAddSubnetValidatorTx(
  state: PState,
  intent: AddSubnetValidatorIntent,
  options: Options = {},
): DraftOf<'P', 'platformvm.AddSubnetValidatorTx'> {
  useRules({ 'platformvm.AddSubnetValidatorTx': addSubnetValidatorTx });
  checkP(state);
  checkKeys(intent, ['subnetID', 'nodeID', 'weight', 'end']);
  const validator = {
    nodeID: field(intent, 'nodeID', nodeIDBytes),
    start: 0n,
    end: field(intent, 'end', readTime),
    weight: field(intent, 'weight', readUint64),
    subnetID: field(intent, 'subnetID', idBytes),
  };
  const auth = authorization(state, options, validator.subnetID);
  const own = () => ({
    type: AddSubnetValidatorTx.name,
    validator,
    subnetAuthorization: inputOfAuth(auth),
  });
  return payOnP(state, { own, auth }, options);
});

/**
 * A draft that ends a validation that `buildAddSubnetValidatorTx` began.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildRemoveSubnetValidatorTx = /* @__PURE__ */ guarded(
  function buildRemoveSubnetValidatorTx(
    state: PState,
    intent: RemoveSubnetValidatorIntent,
    options: Options = {},
  ): DraftOf<'P', 'platformvm.RemoveSubnetValidatorTx'> {
    useRules({ 'platformvm.RemoveSubnetValidatorTx': removeSubnetValidatorTx });
    checkP(state);
    checkKeys(intent, ['subnetID', 'nodeID']);
    const nodeID = field(intent, 'nodeID', nodeIDBytes);
    const subnetID = field(intent, 'subnetID', idBytes);
    const auth = authorization(state, options, subnetID);
    const own = () => ({
      type: RemoveSubnetValidatorTx.name,
      nodeID,
      subnetID,
      subnetAuthorization: inputOfAuth(auth),
    });
    return payOnP(state, { own, auth }, options);
  },
);

/**
 * A draft that hands a subnet to a new owner.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildTransferSubnetOwnershipTx = /* @__PURE__ */ guarded(
  function buildTransferSubnetOwnershipTx(
    state: PState,
    intent: TransferSubnetOwnershipIntent,
    options: Options = {},
  ): DraftOf<'P', 'platformvm.TransferSubnetOwnershipTx'> {
    useRules({ 'platformvm.TransferSubnetOwnershipTx': transferSubnetOwnershipTx });
    checkP(state);
    checkKeys(intent, ['subnetID', 'owner']);
    const subnetID = field(intent, 'subnetID', idBytes);
    const newOwner = ownerIn(intent, 'owner', state);
    const auth = authorization(state, options, subnetID);
    const own = () => ({
      type: TransferSubnetOwnershipTx.name,
      subnetID,
      subnetAuthorization: inputOfAuth(auth),
      newOwner,
    });
    return payOnP(state, { own, auth }, options);
  },
);
