/** Builds states for builders directly from the world, which a client would gather with many requests. */

import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { gasPriceOf } from '../fee/gas.ts';
import { type Evidence, maxEvidence } from '../state/evidence.ts';
import { type Address, addressBytes, type Owner } from '../state/owner.ts';
import type { CState, PState, State, XState } from '../state/state.ts';
import { wei } from '../text/amount.ts';
import { formatID } from '../text/id.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { baseFeeAt } from './cchain.ts';
import { ownersOf } from './utxos.ts';
import type { AnySet, World } from './world.ts';

/** States for builders, by chain. */
export interface States {
  readonly P: PState;
  readonly X: XState;
  readonly C: CState;
}

/** The UTXOs of addresses, each once, newest first. */
function utxosIn(set: AnySet, addresses: readonly Uint8Array[]) {
  const found = new Map(addresses.flatMap((address) => [...set.ofAddress(address)]));
  return [...found.values()];
}

/**
 * Returns the transactions that created UTXOs with several owners, as evidence of these. A single owner knows that
 * it signs for itself.
 */
function evidenceOf({ txs }: World, utxos: readonly AnyUTXO[]): readonly Evidence[] {
  const shared = utxos.filter((utxo) => ownersOf(utxo).length > 1);
  const ids = new Set(shared.map(({ txID }) => formatID(txID)));
  return [...ids]
    .flatMap((id) => txs.get(id)?.tx ?? [])
    .slice(0, maxEvidence)
    .map(({ chain, bytes }) => ({ chain, bytes }));
}

/** Who may authorize, by id: subnets, L1 validators, auto-renewed validators. */
function authoritiesIn({ P }: World): Record<string, Owner> {
  const { subnets, l1Validators, current } = P.ledger;
  return Object.fromEntries([
    ...[...subnets].map(([id, { owner }]) => [id, owner] as const),
    ...[...l1Validators].map(
      ([id, validator]) => [id, { ...validator.deactivationOwner, locktime: 0n }] as const,
    ),
    ...[...current].flatMap(([id, { tx }]) =>
      'validatorAuthority' in tx ? [[id, tx.validatorAuthority] as const] : [],
    ),
  ]) as Record<string, Owner>;
}

/**
 * A state for builders: everything that the world knows for some addresses.
 * @param from Addresses of the chain; of the C-chain also accounts, as `0x…`.
 */
export function stateOf<N extends ChainName>(
  world: World,
  chain: N,
  from: readonly Address[],
): States[N] {
  const { network, clock, memory } = world;
  const time = clock;
  const owners = from.filter((address) => !isAccount(address));
  const blockchain = network.chains[chain];
  const addresses = owners.map((address) => addressBytes(address, blockchain, network));
  const imports = { P: memory[chain].P, X: memory[chain].X, C: memory[chain].C };
  const waiting = Object.fromEntries(
    (['P', 'X', 'C'] as const)
      .filter((name) => name !== chain)
      .map((name) => [name, utxosIn(imports[name], addresses)]),
  );
  const name: ChainName = chain;
  const native = name === 'C' ? [] : utxosIn(world[name].ledger.utxos as AnySet, addresses);
  const evidence = evidenceOf(world, [...native, ...Object.values(waiting).flat()]);
  const common = { network, from: owners, time, ...(evidence.length > 0 && { evidence }) };
  const state = (): State => {
    if (chain === 'P') {
      const { ledger } = world.P;
      const { feeState } = ledger;
      return {
        chain: 'P',
        ...common,
        chainTime: ledger.time,
        feeState: { ...feeState, price: gasPriceOf(feeState, network.pFees) },
        utxos: native as PUTXO[],
        imports: waiting as PState['imports'] & object,
        authorities: authoritiesIn(world),
      };
    }
    if (chain === 'X')
      return {
        chain: 'X',
        ...common,
        utxos: native as XUTXO[],
        imports: waiting as XState['imports'] & object,
      };
    const accounts = from.filter(isAccount).map((address) => {
      const { nonce, balance } = world.C.accounts.get(address) ?? { nonce: 0n, balance: 0n };
      return { address, nonce, balance: wei(balance) };
    });
    return {
      chain: 'C',
      ...common,
      accounts,
      baseFee: wei(baseFeeAt(world, time)),
      imports: waiting as { readonly P?: readonly CUTXO[]; readonly X?: readonly CUTXO[] },
    };
  };
  return state() as States[N];
}

const isAccount = (address: Address): address is `0x${string}` =>
  typeof address === 'string' && address.startsWith('0x');
