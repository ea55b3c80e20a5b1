/**
 * The facts of `checkTx` from the complete state of the node. They are look-ups, so that a transaction costs only
 * what its rules need.
 */
import type { ChainName } from '../chain/declared.ts';
import { isPermissioned, type L1Validator, type Staker, type Subnet } from '../history/ledger.ts';
import type {
  AccountFacts,
  AutoRenewedFacts,
  BLS,
  Facts,
  L1ValidatorFacts,
  StakeFacts,
  SubnetFacts,
  ValidatorFacts,
} from '../rules/facts.ts';
import { parseID } from '../text/id.ts';

import { verifyWarpMessage } from '../warp/bls.ts';
import { baseFeeAt } from './cchain.ts';
import { verifyProof } from './keys.ts';

import { signersOf } from './sets.ts';
import type { BlockStart } from './time.ts';
import type { World } from './world.ts';

const blsOf = (world: World): BLS => ({
  verifyPossession: (proof) => verifyProof(world, proof),
  verifyMessage: verifyWarpMessage,
});

const importsOf = ({ memory }: World, chain: ChainName): NonNullable<Facts['imports']> => ({
  P: known(memory[chain].P),
  X: known(memory[chain].X),
  C: known(memory[chain].C),
});

/** A look-up in a store that is complete. */
const known =
  <V>(store: { get(key: string): V | undefined }) =>
  (key: string): V | null =>
    store.get(key) ?? null;

/** The pending transactions of a chain; undefined if there are none. */
const poolOf = (world: World, chain: ChainName): Pick<Facts, 'pool'> => {
  const { pool } = world[chain];
  return pool.size > 0 ? { pool: { txs: [...pool.values()] } } : {};
};

/**
 * Returns the facts for a P-chain transaction.
 * @param start The block that would contain it.
 * @param gasLeft Gas left in that block; its capacity if omitted.
 */
export function pFacts(world: World, start: BlockStart, gasLeft?: bigint): Facts {
  const { network, clock, P } = world;
  const { ledger, stakers } = P;
  const { time, price, feeState, accruedFees, activeL1Validators } = start;
  return {
    network,
    time,
    clock,
    bls: blsOf(world),
    utxos: known(ledger.utxos),
    imports: importsOf(world, 'P'),
    feeState: { price, capacity: gasLeft ?? feeState.capacity },
    accruedFees,
    activeL1Validators,
    subnets: (id) => subnetFacts(world, id, ledger.subnets.get(id)),
    validators: (key) => validatorFacts(world, key, stakers.validators.get(key)),
    autoRenewed: (id) => autoRenewedFacts(ledger.current.get(id)),
    l1Validators: (id) => l1Facts(ledger.l1Validators.get(id), accruedFees),
    l1Nodes: known(stakers.l1Nodes),
    expiries: (id) => {
      const expiry = stakers.expiries.get(id);
      return expiry !== undefined && expiry > time ? expiry : null;
    },
    signers: (chainID) => signersOf(world, parseID(chainID)),
    ...poolOf(world, 'P'),
  };
}

function subnetFacts(world: World, id: string, subnet: Subnet | undefined): SubnetFacts | null {
  if (!subnet) return null;
  const { owner, transformation, conversion } = subnet;
  return {
    owner,
    transformation: transformation?.tx ?? null,
    manager: conversion ? { chainID: conversion.chainID, address: conversion.address } : null,
    get l1Weight() {
      const all = world.P.stakers.l1Subnets.get(id);
      return [...(all?.values() ?? [])].reduce((sum, { weight }) => sum + weight, 0n);
    },
  };
}

const stakeFacts = ({ startTime: start, endTime: end, weight }: Staker): StakeFacts => ({
  start,
  end,
  weight,
});

function validatorFacts(
  { P }: World,
  key: string,
  staker: Staker | undefined,
): ValidatorFacts | null {
  if (!staker) return null;
  return {
    ...stakeFacts(staker),
    permissioned: isPermissioned(staker),
    get delegators() {
      return [...(P.stakers.delegators.get(key) ?? [])].map(stakeFacts);
    },
  };
}

const autoRenewedFacts = (staker: Staker | undefined): AutoRenewedFacts | null =>
  staker?.tx.type === 'platformvm.AddAutoRenewedValidatorTx'
    ? { validatorAuthority: staker.tx.validatorAuthority }
    : null;

function l1Facts(validator: L1Validator | undefined, accruedFees: bigint): L1ValidatorFacts | null {
  if (!validator) return null;
  const { subnetID, weight, minNonce, endAccumulatedFee: end, deactivationOwner } = validator;
  const balance = end > accruedFees ? end - accruedFees : 0n;
  return { subnetID, weight, minNonce, balance, deactivationOwner };
}

/** Returns the facts for an X-chain transaction. */
export function xFacts(world: World): Facts {
  const { network, clock, X } = world;
  const { ledger, assets } = X;
  return {
    network,
    time: clock > ledger.time ? clock : ledger.time,
    clock,
    utxos: known(ledger.utxos),
    imports: importsOf(world, 'X'),
    assets: (id) => assets.get(id)?.fxs ?? null,
    ...poolOf(world, 'X'),
  };
}

const noAccount: AccountFacts = { nonce: 0n, balance: 0n };

/** Returns the facts for a C-chain transaction. */
export function cFacts(world: World): Facts {
  const { network, clock, C } = world;
  const last = C.blocks.at(-1)!.time;
  const time = clock > last ? clock : last;
  return {
    network,
    time,
    clock,
    imports: importsOf(world, 'C'),
    baseFee: baseFeeAt(world, time),
    accounts: (address) => C.accounts.get(address) ?? noAccount,
    ...poolOf(world, 'C'),
  };
}
