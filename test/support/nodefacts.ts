/** The facts of `vectors/verdicts` and `vectors/refusals`, as `vectors/README.md` has them. */
import { UTXO as CUTXO } from '../../src/chain/cchain/tx.ts';
import { inputIDOf } from '../../src/chain/ids.ts';
import { Tx as PTx, UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { decodeTx } from '../../src/chain/tx.ts';
import { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import { parseAddress } from '../../src/network/address.ts';
import { local } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import {
  type AnyUTXO,
  completeList,
  type Facts,
  type OwnerFacts,
  type ValidatorFacts,
} from '../../src/rules/index.ts';
import { parseHex } from '../../src/text/hex.ts';
import { formatID, parseID } from '../../src/text/id.ts';
import { decode } from '../../src/wire/codec.ts';
import type { Type } from '../../src/wire/type.ts';
import { bls } from './proofs.ts';

interface OwnerRow {
  readonly addresses: readonly string[];
  readonly locktime: string;
  readonly threshold: number;
}

/** A line of `facts`. */
export interface FactsRow {
  readonly facts: string;
  readonly clock: string;
  readonly network: {
    readonly networkID: number;
    readonly hrp: string;
    readonly avaxAssetID: string;
    readonly xChainID: string;
    readonly cChainID: string;
    readonly upgrades: Readonly<Record<string, string>>;
  };
  readonly P: {
    readonly next: {
      readonly time: string;
      readonly accruedFees: string;
      readonly feeState: { readonly price: string; readonly capacity: string };
    };
    readonly staking: Readonly<Record<string, string | number>>;
    readonly fees: Readonly<Record<string, string | readonly number[]>>;
    readonly validatorFees: Readonly<Record<string, string>>;
    readonly utxos: readonly string[];
    readonly atomicUTXOs: Readonly<Record<string, readonly string[]>>;
    readonly activeL1Validators: number;
    readonly stakers: readonly {
      readonly nodeID: string;
      readonly subnetID: string;
      readonly txID: string;
      readonly weight: string;
      readonly start: string;
      readonly end: string;
      readonly delegator: boolean;
      readonly permissioned: boolean;
      readonly autoRenewed?: boolean;
      readonly validatorAuthority?: OwnerRow;
    }[];
    readonly subnets: readonly {
      readonly subnetID: string;
      readonly owner: OwnerRow;
      readonly conversion?: {
        readonly managerChainID: string;
        readonly managerAddress: string;
        readonly weight: string;
      };
      readonly transformation?: { readonly tx: string };
    }[];
    readonly chains: readonly { readonly blockchainID: string; readonly subnetID: string }[];
    readonly l1Validators:
      | readonly {
          readonly validationID: string;
          readonly subnetID: string;
          readonly nodeID: string;
          readonly weight: string;
          readonly minNonce: string;
          readonly endAccumulatedFee: string;
          readonly deactivationOwner: OwnerRow;
        }[]
      | null;
    readonly expiries: readonly { readonly validationID: string }[] | null;
    readonly warpSets: Readonly<
      Record<
        string,
        {
          readonly totalWeight: string;
          readonly validators:
            | readonly { readonly publicKey: string; readonly weight: string }[]
            | null;
        }
      >
    >;
  };
  readonly X: {
    readonly txFee: string;
    readonly createAssetTxFee: string;
    readonly utxos: readonly string[];
    readonly atomicUTXOs: Readonly<Record<string, readonly string[]>>;
    readonly assets: readonly { readonly assetID: string; readonly fxs: readonly number[] }[];
  };
  readonly C: {
    readonly accounts: Readonly<
      Record<string, { readonly nonce: string; readonly balance: string }>
    >;
    readonly atomicUTXOs: Readonly<Record<string, readonly string[]>>;
  };
}

/** Whole seconds that have passed. */
const seconds = (time: string): bigint => BigInt(Math.floor(Date.parse(time) / 1000));

const bigints = (of: object): object =>
  Object.fromEntries(
    Object.entries(of).map(([key, value]) => [
      key,
      typeof value === 'string' ? BigInt(value) : value,
    ]),
  );

/** What a network follows from. */
export interface NetworkRow extends Pick<FactsRow, 'network'> {
  readonly P: Pick<FactsRow['P'], 'fees' | 'validatorFees' | 'staking'>;
  readonly X: Pick<FactsRow['X'], 'txFee' | 'createAssetTxFee'>;
}

export function networkOf({ network, P, X }: NetworkRow): Network {
  const { upgrades } = network;
  const names = Object.keys(local.upgrades);
  return {
    ...local,
    name: 'oracle',
    networkID: network.networkID,
    hrp: network.hrp,
    avaxAssetID: parseID(network.avaxAssetID),
    chains: {
      P: local.chains.P,
      X: { ...local.chains.X, blockchainID: parseID(network.xChainID) },
      C: { ...local.chains.C, blockchainID: parseID(network.cChainID) },
    },
    upgrades: Object.fromEntries(
      names.map((name) => [name, seconds(upgrades[`${name}Time`]!)]),
    ) as unknown as Network['upgrades'],
    xFees: { txFee: BigInt(X.txFee), createAssetTxFee: BigInt(X.createAssetTxFee) },
    pFees: {
      ...(bigints(P.fees) as Network['pFees']),
      weights: (P.fees.weights as readonly number[]).map(
        BigInt,
      ) as unknown as Network['pFees']['weights'],
    },
    validatorFees: bigints(P.validatorFees) as Network['validatorFees'],
    staking: { ...local.staking, ...bigints(P.staking) },
  };
}

const utxosOf = (type: Type<unknown>, list: readonly string[]) =>
  completeList(
    new Map(
      list.map((hex) => {
        const utxo = decode(type, parseHex(hex)) as AnyUTXO;
        return [formatID(inputIDOf(utxo)), utxo];
      }),
    ),
  );

/** What a line says, for each chain; UTXOs are read once they are asked for. */
export function factsFrom(row: FactsRow): Readonly<Record<'P' | 'X' | 'C', Facts>> {
  const network = networkOf(row);
  const common = {
    network,
    time: seconds(row.P.next.time),
    clock: seconds(row.clock),
    bls,
  };
  const importsOf = (type: Type<unknown>, from: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(
      (['P', 'X', 'C'] as const).map((name) => [
        name,
        utxosOf(type, from[formatID(network.chains[name].blockchainID)] ?? []),
      ]),
    );
  const { P, X, C } = row;
  return {
    P: {
      ...common,
      utxos: utxosOf(PUTXO, P.utxos),
      imports: importsOf(PUTXO, P.atomicUTXOs),
      ...platformFacts(row, network),
    },
    X: {
      ...common,
      utxos: utxosOf(XUTXO, X.utxos),
      imports: importsOf(XUTXO, X.atomicUTXOs),
      assets: completeList(new Map(X.assets.map(({ assetID, fxs }) => [assetID, fxs]))),
    },
    C: {
      ...common,
      imports: importsOf(CUTXO, C.atomicUTXOs),
      accounts: (address) => {
        const { nonce, balance } = C.accounts[address] ?? { nonce: '0', balance: '0' };
        return { nonce: BigInt(nonce), balance: BigInt(balance) };
      },
    },
  };
}

function platformFacts({ P }: FactsRow, network: Network): Partial<Facts> {
  const ownerOf = ({ addresses, locktime, threshold }: OwnerRow): OwnerFacts => ({
    addresses: addresses.map((address) => parseAddress(address, network).bytes),
    locktime: BigInt(locktime),
    threshold,
  });
  const { next, stakers, subnets, chains, l1Validators, expiries, warpSets } = P;
  const fees = BigInt(next.accruedFees);
  const byTx = stakers.flatMap(({ txID, autoRenewed, validatorAuthority }) =>
    autoRenewed ? [[txID, { validatorAuthority: ownerOf(validatorAuthority!) }] as const] : [],
  );
  const sets = chains.map(({ blockchainID, subnetID }) => [blockchainID, subnetID] as const);
  const primary = '11111111111111111111111111111111LpoYY';
  return {
    feeState: {
      price: BigInt(next.feeState.price),
      capacity: BigInt(next.feeState.capacity),
    },
    accruedFees: fees,
    activeL1Validators: BigInt(P.activeL1Validators),
    validators: completeList(validatorsOf(stakers)),
    autoRenewed: completeList(new Map(byTx)),
    subnets: completeList(
      new Map(
        subnets.map(({ subnetID, owner, conversion, transformation }) => [
          subnetID,
          {
            owner: ownerOf(owner),
            transformation: transformation ? transformationOf(transformation.tx) : null,
            manager: conversion
              ? {
                  chainID: parseID(conversion.managerChainID),
                  address: parseHex(conversion.managerAddress),
                }
              : null,
            l1Weight: BigInt(conversion?.weight ?? 0),
          },
        ]),
      ),
    ),
    l1Validators: completeList(
      new Map(
        (l1Validators ?? []).map((of) => [
          of.validationID,
          {
            subnetID: parseID(of.subnetID),
            weight: BigInt(of.weight),
            minNonce: BigInt(of.minNonce),
            balance: BigInt(of.endAccumulatedFee) > fees ? BigInt(of.endAccumulatedFee) - fees : 0n,
            deactivationOwner: ownerOf(of.deactivationOwner),
          },
        ]),
      ),
    ),
    l1Nodes: completeList(
      new Map((l1Validators ?? []).map((of) => [`${of.subnetID} ${of.nodeID}`, of.validationID])),
    ),
    expiries: completeList(
      new Map((expiries ?? []).map(({ validationID }) => [validationID, true])),
    ),
    signers: completeList(
      new Map(
        [...sets, [primary, primary] as const].flatMap(([chainID, subnetID]) => {
          const set = warpSets[subnetID];
          const signers = (set?.validators ?? []).map(({ publicKey, weight }) => ({
            publicKey: parseHex(publicKey),
            weight: BigInt(weight),
          }));
          return [[chainID, { signers, totalWeight: BigInt(set?.totalWeight ?? 0) }]];
        }),
      ),
    ),
  };
}

function transformationOf(hex: string) {
  const { unsignedTx } = decode(PTx, parseHex(hex));
  if (unsignedTx.type !== 'platformvm.TransformSubnetTx') throw new Error(unsignedTx.type);
  return unsignedTx;
}

function validatorsOf(stakers: FactsRow['P']['stakers']): Map<string, ValidatorFacts> {
  const stakeOf = ({ start, end, weight }: (typeof stakers)[number]) => ({
    start: seconds(start),
    end: seconds(end),
    weight: BigInt(weight),
  });
  const keyOf = ({ subnetID, nodeID }: (typeof stakers)[number]) => `${subnetID} ${nodeID}`;
  return new Map(
    stakers
      .filter(({ delegator }) => !delegator)
      .map((validator) => [
        keyOf(validator),
        {
          ...stakeOf(validator),
          permissioned: validator.permissioned,
          delegators: stakers
            .filter((of) => of.delegator && keyOf(of) === keyOf(validator))
            .map(stakeOf),
        },
      ]),
  );
}

/** The transactions of a pool, in hex. */
export const poolOf = (chain: 'P' | 'X' | 'C', txs: readonly string[]): Facts['pool'] => ({
  txs: txs.map((hex) => decodeTx(parseHex(hex), chain)),
});
