/** What a scenario weighs and costs, by the fee rules of `avalanche-tx/fee` alone. */

import { inputComplexityOf, outputComplexityOf } from '../../src/fee/gas.ts';
import { complexityOf } from '../../src/fee/index.ts';
import { atomicGasOf } from '../../src/fee/transactions.ts';
import { fuji } from '../../src/network/index.ts';
import { type Coin, type Owner, owners, type Scenario, wantedOf } from './scenario.ts';

/** Weight (gas on P and C, bytes on X) and signed bytes. */
export interface Size {
  readonly weight: number;
  readonly bytes: number;
}

/** The transaction of a scenario without inputs, change and stake, and what it costs. */
export interface Problem {
  readonly base: Size;
  /** nAVAX for every transaction. */
  readonly flat: number;
  /** nAVAX for a weight. */
  readonly costOf: (weight: number) => number;
  /** Most weight. */
  readonly cap: number;
  readonly maxBytes: number;
}

type Complexity = ReturnType<typeof complexityOf>;

const [perByte, perRead, perWrite, perCompute] = fuji.pFees.weights.map(Number) as [
  number,
  number,
  number,
  number,
];

const gasSize = ([bytes, reads, writes, compute]: Complexity): Size => ({
  weight: bytes * perByte + reads * perRead + writes * perWrite + compute * perCompute,
  bytes,
});

const bytesSize = ([bytes]: Complexity): Size => ({ weight: bytes, bytes });

/** An input of the P-chain. */
const pInput = (signatures: number, locked: boolean): Size =>
  gasSize(inputComplexityOf(signatures, locked));

/** An output of the P-chain to so many addresses. */
export const outputOf = (addresses: number, locked = false): Size =>
  gasSize(outputComplexityOf(addresses, locked));

/** An output of the chain to so many addresses. */
export const outputOn = ({ chain }: Pick<Scenario, 'chain'>, addresses: number): Size =>
  chain === 'P' ? outputOf(addresses) : bytesSize(outputComplexityOf(addresses));

export function inputOf({ chain }: Pick<Scenario, 'chain'>, { owner, lock }: Coin): Size {
  const { threshold } = owners[owner] as Owner;
  if (chain === 'P') return pInput(threshold, lock !== undefined);
  const [bytes] = inputComplexityOf(threshold);
  return { weight: chain === 'X' ? bytes : atomicInput(threshold), bytes };
}

const zero = new Uint8Array(32);
const empty = {
  networkID: fuji.networkID,
  blockchainID: zero,
  inputs: [],
  outputs: [],
  memo: new Uint8Array(0),
};
const nobody = (addresses: number) => ({
  type: 'secp256k1fx.OutputOwners' as const,
  locktime: 0n,
  threshold: 1,
  addresses: Array.from({ length: addresses }, () => new Uint8Array(20)),
});

const cImport = (signatures: readonly number[]) => ({
  type: 'atomic.ImportTx' as const,
  networkID: fuji.networkID,
  blockchainID: zero,
  sourceChain: zero,
  importedInputs: signatures.map((count) => ({
    txID: zero,
    outputIndex: 0,
    assetID: zero,
    input: {
      type: 'secp256k1fx.TransferInput' as const,
      amount: 1n,
      signatureIndices: Array.from({ length: count }, (_, i) => i),
    },
  })),
  outputs: [{ address: new Uint8Array(20), amount: 1n, assetID: zero }],
});

const atomicBase = Number(atomicGasOf(cImport([])));
const atomicInputs = [0, 1, 2, 3].map(
  (count) => Number(atomicGasOf(cImport([count]))) - atomicBase,
);
const atomicInput = (signatures: number): number => atomicInputs[signatures]!;

function baseOf(scenario: Scenario): Size {
  const { kind, chain } = scenario;
  if (chain === 'C') return { weight: atomicBase, bytes: atomicBase - 10_000 + 4 };
  const sum = (sizes: readonly Size[]): Size => ({
    weight: sizes.reduce((all, { weight }) => all + weight, 0),
    bytes: sizes.reduce((all, { bytes }) => all + bytes, 0),
  });
  const sizeOf = chain === 'P' ? gasSize : bytesSize;
  const wanted = wantedOf(scenario).map(({ owner }) =>
    outputOn({ chain }, owners[owner]!.keys.length),
  );
  if (kind === 'import') {
    const type = chain === 'P' ? ('platformvm.ImportTx' as const) : ('avm.ImportTx' as const);
    return sizeOf(complexityOf({ ...empty, type, sourceChain: zero, importedInputs: [] } as never));
  }
  if (kind === 'stake')
    return gasSize(
      complexityOf({
        ...empty,
        type: 'platformvm.AddPermissionlessDelegatorTx',
        validator: { nodeID: new Uint8Array(20), start: 0n, end: 0n, weight: 0n },
        subnetID: zero,
        stake: [],
        rewardsOwner: nobody(1),
      } as never),
    );
  const type = chain === 'P' ? ('platformvm.BaseTx' as const) : ('avm.BaseTx' as const);
  return sum([sizeOf(complexityOf({ ...empty, type } as never)), ...wanted]);
}

export function problemOf(scenario: Scenario): Problem {
  const { chain, price, cap, maxBytes = Number.POSITIVE_INFINITY } = scenario;
  return {
    base: baseOf(scenario),
    flat: chain === 'X' ? Number(fuji.xFees.txFee) : 0,
    costOf: (weight) => (chain === 'C' ? Math.ceil((weight * price) / 1e9) : weight * price),
    cap: chain === 'P' ? cap : chain === 'X' ? 65_536 : 1_000_000,
    maxBytes,
  };
}
