import {
  CreateChainTx,
  CreateSubnetTx,
  RemoveSubnetValidatorTx,
  TransferSubnetOwnershipTx,
} from '../chain/pchain/subnets.ts';
import { AddSubnetValidatorTx } from '../chain/pchain/verifiable.ts';
import { toBytes, toList } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import type { PState } from '../state/state.ts';
import { compareBytes } from '../text/bytes.ts';
import { type IDLike, idBytes, type NodeIDLike, nodeIDBytes } from '../text/given.ts';
import { authorization, inputOfAuth } from './authority.ts';
import { pBuilder } from './pbuilder.ts';
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
  /** Genesis of the blockchain, in the format of its VM. */
  readonly genesis: Uint8Array;
  /** Feature extensions of the machine, CB58 or 32 bytes, in any order: few machines have some. */
  readonly fxIDs?: readonly IDLike[];
  /** Owner of the subnet, if the state does not say it. */
  readonly owner?: Owner;
}

/** A validator that the owner of a subnet lets in. */
export interface AddSubnetValidatorIntent {
  /** The subnet that it validates: CB58 or 32 bytes. */
  readonly subnetID: IDLike;
  /** `NodeID-…` or 20 bytes; it validates the primary network until after `end`. */
  readonly nodeID: NodeIDLike;
  /** Weight in the subnet's consensus; at least 1. */
  readonly weight: bigint;
  /** Unix seconds. */
  readonly end: bigint;
}

/** A validator that the owner of a subnet sends away. */
export interface RemoveSubnetValidatorIntent {
  /** The subnet that it leaves: CB58 or 32 bytes. */
  readonly subnetID: IDLike;
  /** `NodeID-…` or 20 bytes. */
  readonly nodeID: NodeIDLike;
}

/** A subnet that gets a new owner. */
export interface TransferSubnetOwnershipIntent {
  /** The subnet: CB58 or 32 bytes. */
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
export const buildCreateSubnetTx = /* @__PURE__ */ pBuilder(
  CreateSubnetTx,
  ['owner'],
  (intent: CreateSubnetIntent, state) => {
    const owner = ownerIn(intent, 'owner', state);
    return { fields: { owner } };
  },
);

/**
 * A draft that makes a blockchain, whose id will be the transaction’s.
 * @throws {AvalancheError} As `buildBaseTx`; `MissingSigner`: the state’s `authorities` do not have the subnet.
 */
export const buildCreateChainTx = /* @__PURE__ */ pBuilder(
  CreateChainTx,
  ['subnetID', 'name', 'vm', 'genesis', 'fxIDs', 'owner'],
  (intent: CreateChainIntent, state, options) => {
    const { name, fxIDs = [], owner } = intent;
    const subnetID = field(intent, 'subnetID', idBytes);
    const vmID = field(intent, 'vm', readVM);
    const genesisData = field(intent, 'genesis', (bytes) => toBytes(bytes).slice());
    const sorted = toList(fxIDs, 'fxIDs')
      .map((id, i) => within(['fxIDs', i], () => idBytes(id)))
      .sort(compareBytes);
    const auth = authorization(state, options, subnetID, owner);
    return {
      fields: {
        subnetID,
        chainName: name,
        vmID,
        fxIDs: sorted,
        genesisData,
        subnetAuthorization: inputOfAuth(auth),
      },
      auth,
    };
  },
);

/**
 * A draft that lets a node validate a subnet that is no L1.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildAddSubnetValidatorTx = /* @__PURE__ */ pBuilder(
  AddSubnetValidatorTx,
  ['subnetID', 'nodeID', 'weight', 'end'],
  (intent: AddSubnetValidatorIntent, state, options) => {
    const validator = {
      nodeID: field(intent, 'nodeID', nodeIDBytes),
      start: 0n,
      end: field(intent, 'end', readTime),
      weight: field(intent, 'weight', readUint64),
      subnetID: field(intent, 'subnetID', idBytes),
    };
    const auth = authorization(state, options, validator.subnetID);
    return { fields: { validator, subnetAuthorization: inputOfAuth(auth) }, auth };
  },
);

/**
 * A draft that ends a validation that `buildAddSubnetValidatorTx` began.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildRemoveSubnetValidatorTx = /* @__PURE__ */ pBuilder(
  RemoveSubnetValidatorTx,
  ['subnetID', 'nodeID'],
  (intent: RemoveSubnetValidatorIntent, state, options) => {
    const nodeID = field(intent, 'nodeID', nodeIDBytes);
    const subnetID = field(intent, 'subnetID', idBytes);
    const auth = authorization(state, options, subnetID);
    return { fields: { nodeID, subnetID, subnetAuthorization: inputOfAuth(auth) }, auth };
  },
);

/**
 * A draft that hands a subnet to a new owner.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildTransferSubnetOwnershipTx = /* @__PURE__ */ pBuilder(
  TransferSubnetOwnershipTx,
  ['subnetID', 'owner'],
  (intent: TransferSubnetOwnershipIntent, state, options) => {
    const subnetID = field(intent, 'subnetID', idBytes);
    const newOwner = ownerIn(intent, 'owner', state);
    const auth = authorization(state, options, subnetID);
    return { fields: { subnetID, subnetAuthorization: inputOfAuth(auth), newOwner }, auth };
  },
);
