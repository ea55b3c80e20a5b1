import { AddSubnetValidatorTx } from '../chain/pchain/staking.ts';
import {
  CreateChainTx,
  CreateSubnetTx,
  RemoveSubnetValidatorTx,
  TransferSubnetOwnershipTx,
} from '../chain/pchain/subnets.ts';
import { toBytes, toList } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import type { PState } from '../state/state.ts';
import { compareBytes } from '../text/bytes.ts';
import { idBytes, nodeIDBytes } from '../text/given.ts';
import { authorization, inputOfAuth } from './authority.ts';
import {
  AddSubnetValidatorIntent,
  CreateChainIntent,
  CreateSubnetIntent,
  RemoveSubnetValidatorIntent,
  TransferSubnetOwnershipIntent,
} from './intents/subnets.ts';
import { field, readTime, readUint64, readVM } from './intentvalues.ts';
import { pBuilder } from './ppay.ts';

/** Reads the owner in a field of an intent. */
export const ownerIn = <K extends string>(
  intent: { readonly [key in K]: Owner | Address },
  key: K,
  { network }: PState,
) =>
  field(intent, key, (owner) => outputOwners(owner as Owner | Address, network.chains.P, network));

/**
 * Builds a draft that creates a subnet. The subnet's id is that of the transaction.
 * @throws {AvalancheError} As `buildBaseTx`.
 */
export const buildCreateSubnetTx = /* @__PURE__ */ pBuilder(
  CreateSubnetTx,
  CreateSubnetIntent,
  (intent: CreateSubnetIntent, state) => {
    const owner = ownerIn(intent, 'owner', state);
    return { fields: { owner } };
  },
);

/**
 * Builds a draft that creates a blockchain of a subnet. The blockchain's id is that of the transaction.
 * @throws {AvalancheError} As `buildBaseTx`; `MissingSigner`: the subnet is not in the state's `authorities`.
 */
export const buildCreateChainTx = /* @__PURE__ */ pBuilder(
  CreateChainTx,
  CreateChainIntent,
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
 * Builds a draft that adds a validator to a subnet that is not an L1.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildAddSubnetValidatorTx = /* @__PURE__ */ pBuilder(
  AddSubnetValidatorTx,
  AddSubnetValidatorIntent,
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
 * Builds a draft that removes a validator that was added by `buildAddSubnetValidatorTx`.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildRemoveSubnetValidatorTx = /* @__PURE__ */ pBuilder(
  RemoveSubnetValidatorTx,
  RemoveSubnetValidatorIntent,
  (intent: RemoveSubnetValidatorIntent, state, options) => {
    const nodeID = field(intent, 'nodeID', nodeIDBytes);
    const subnetID = field(intent, 'subnetID', idBytes);
    const auth = authorization(state, options, subnetID);
    return { fields: { nodeID, subnetID, subnetAuthorization: inputOfAuth(auth) }, auth };
  },
);

/**
 * Builds a draft that transfers the ownership of a subnet.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildTransferSubnetOwnershipTx = /* @__PURE__ */ pBuilder(
  TransferSubnetOwnershipTx,
  TransferSubnetOwnershipIntent,
  (intent: TransferSubnetOwnershipIntent, state, options) => {
    const subnetID = field(intent, 'subnetID', idBytes);
    const newOwner = ownerIn(intent, 'owner', state);
    const auth = authorization(state, options, subnetID);
    return { fields: { subnetID, subnetAuthorization: inputOfAuth(auth), newOwner }, auth };
  },
);
