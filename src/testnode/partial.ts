/**
 * Builds a world from what was read from a node, and its facts. Everything that was neither read nor created since
 * is unknown.
 */

import type { ChainName } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { inputIDOf } from '../chain/ids.ts';
import { currentFeeState, gasPriceOf } from '../fee/gas.ts';
import type { Subnet } from '../history/ledger.ts';
import type { FactLookup, Facts, OwnerFacts, SubnetFacts, ValidatorFacts } from '../rules/facts.ts';
import { formatID } from '../text/id.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { addFirst } from './blocks.ts';
import type { Fetched } from './fetched.ts';
import { firstCBlock } from './header.ts';
import { emptyWorld } from './start.ts';
import { blockStart, nextTime } from './time.ts';
import type { AnySet, World } from './world.ts';
import { cFacts, pFacts, xFacts } from './worldfacts.ts';

const zeros = /* @__PURE__ */ new Uint8Array(32);
const noBytes = /* @__PURE__ */ new Uint8Array(0);

/** The world of what was fetched. Its blocks go on from the heights of the node. */
export function partialWorld(fetched: Fetched): World {
  const { network, P, X, C, subnets } = fetched;
  const world = emptyWorld(network, noBytes, {
    chain: 'P',
    blockID: zeros,
    height: P?.height ?? 0n,
    proposal: undefined,
    time: P?.chainTime ?? 0n,
    feeState: { capacity: P?.feeState.capacity ?? 0n, excess: P?.feeState.excess ?? 0n },
    // No node says how many are active.
    validatorFeeState: { current: network.validatorFees.target, excess: P?.validatorExcess ?? 0n },
    accruedFees: 0n,
  });
  world.clock = [P, X, C].reduce(
    (last, chain) => (chain && chain.time > last ? chain.time : last),
    0n,
  );
  const { ledger } = world.P;
  for (const [to, state] of Object.entries({ P, X, C })) {
    if (!state) continue;
    if (state.chain !== 'C') put(world[state.chain].ledger.utxos as AnySet, state.utxos);
    for (const [from, utxos] of Object.entries(state.imports ?? {}))
      put(world.memory[to as ChainName][from as ChainName], utxos);
  }
  if (P) ledger.supplies.set(formatID(zeros), P.supply);
  for (const [id, subnet] of subnets) if (subnet) ledger.subnets.set(id, subnetOf(subnet));
  for (const staker of fetched.renewed) ledger.current.set(formatID(staker.txID), staker);
  for (const validator of fetched.weighed)
    ledger.l1Validators.set(formatID(validator.validationID), validator);
  for (const { address, nonce, balance } of C?.accounts ?? [])
    world.C.accounts.set(address, { nonce, balance });
  addStart(world, X?.height ?? 0n);
  return world;
}

function put(set: AnySet, utxos: readonly AnyUTXO[]): void {
  for (const utxo of utxos) set.set(formatID(inputIDOf(utxo)), utxo);
}

/** The blocks that those of the rehearsal follow. Their ids are not the node's. */
function addStart(world: World, xHeight: bigint): void {
  const { P, X, clock } = world;
  const block = { id: zeros, parentID: zeros, bytes: noBytes, txIDs: [], acceptedAt: clock };
  addFirst(world, 'P', { ...block, height: P.ledger.height, time: P.ledger.time });
  X.ledger.blockID = zeros;
  X.ledger.height = xHeight;
  X.ledger.time = clock;
  addFirst(world, 'X', { ...block, height: xHeight, time: clock });
  addFirst(world, 'C', { ...block, ...firstCBlock(world), height: 0n, time: clock });
}

const ownerOf = ({ locktime = 0n, threshold, addresses }: OwnerFacts): OutputOwners => ({
  type: 'secp256k1fx.OutputOwners',
  locktime,
  threshold,
  addresses: [...addresses],
});

/** A subnet of a ledger. Ids of what changed it are not known, and nothing depends on them. */
const subnetOf = ({ owner, transformation, manager }: SubnetFacts): Subnet => ({
  owner: ownerOf(owner!),
  ...(transformation && { transformation: { txID: zeros, tx: transformation } }),
  ...(manager && { conversion: { conversionID: zeros, ...manager } }),
});

/** Looks up what was made since, then what was fetched. */
const either =
  <V>(
    made: (key: string) => V | null | undefined,
    fetched: ReadonlyMap<string, V | null>,
  ): FactLookup<V> =>
  (key) =>
    made(key) ?? fetched.get(key);

const look = <V>(lookup: FactLookup<V> | undefined, key: string): V | null | undefined =>
  typeof lookup === 'function' ? lookup(key) : lookup?.get(key);

/**
 * Returns the facts for the next transaction.
 * @param spent CB58 of the ids of UTXOs that the rehearsal has consumed, and that therefore no longer exist.
 */
export function partialFacts(
  world: World,
  chain: ChainName,
  fetched: Fetched,
  spent: ReadonlySet<string>,
): Facts {
  const partly = (set: AnySet) => (id: string) => set.get(id) ?? (spent.has(id) ? null : undefined);
  const { memory } = world;
  const common = {
    imports: {
      P: partly(memory[chain].P),
      X: partly(memory[chain].X),
      C: partly(memory[chain].C),
    },
    pool: undefined,
  };
  if (chain === 'X')
    return {
      ...xFacts(world),
      ...common,
      utxos: partly(world.X.ledger.utxos as AnySet),
      assets: (id) => world.X.assets.get(id)?.fxs ?? fetched.assets.get(id),
    };
  if (chain === 'C')
    return {
      ...cFacts(world),
      ...common,
      baseFee: fetched.C!.baseFee,
      accounts: (address) => world.C.accounts.get(address),
    };
  return {
    ...stakingFactsOf(world, fetched),
    ...common,
    utxos: partly(world.P.ledger.utxos as AnySet),
  };
}

/** Facts of the P-chain but for UTXOs. */
function stakingFactsOf(world: World, fetched: Fetched): Facts {
  const { network } = world;
  const start = blockStart(world, nextTime(world).time);
  const facts = pFacts(world, start);
  const { subnets, validators, autoRenewed, l1Validators } = fetched;
  const { ledger } = world.P;
  // The node may be slightly behind: the higher price and the smaller capacity are safe.
  const now = currentFeeState(fetched.P!);
  const price = gasPriceOf(start.feeState, network.pFees);
  const { capacity } = start.feeState;
  const least = now.capacity !== undefined && now.capacity < capacity ? now.capacity : capacity;
  return {
    ...facts,
    feeState: { price: price > now.price ? price : now.price, capacity: least },
    accruedFees: undefined,
    activeL1Validators: undefined,
    subnets: either((id) => {
      const found = look(facts.subnets, id);
      if (!found) return undefined;
      const { owner, transformation, manager } = found;
      // Of a subnet that the node has, the L1 validators are not listed.
      const l1Weight = fetched.l1s.get(id)?.l1Weight;
      return subnets.has(id) ? { owner, transformation, manager, l1Weight } : found;
    }, subnets),
    validators: (key) =>
      validatorAt(look(facts.validators, key), validators.get(key), () =>
        [...(world.P.stakers.delegators.get(key) ?? [])].map(({ startTime, endTime, weight }) => ({
          start: startTime,
          end: endTime,
          weight,
        })),
      ),
    autoRenewed: either((id) => look(facts.autoRenewed, id), autoRenewed),
    l1Validators: either((id) => look(facts.l1Validators, id), l1Validators),
    l1Nodes: (key) => look(facts.l1Nodes, key) ?? undefined,
    expiries: (id) => (ledger.l1Validators.has(id) ? true : undefined),
    signers: fetched.signers,
  };
}

/** A validator that the rehearsal added, or one that was fetched with the delegations since. */
function validatorAt(
  added: ValidatorFacts | null | undefined,
  found: ValidatorFacts | null | undefined,
  delegations: () => NonNullable<ValidatorFacts['delegators']>,
): ValidatorFacts | null | undefined {
  if (added || !found) return added ?? found;
  const { delegators } = found;
  return delegators ? { ...found, delegators: [...delegators, ...delegations()] } : found;
}
