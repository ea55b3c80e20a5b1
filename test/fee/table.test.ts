/** docs/rules.md, "Fees of whole transactions": transactions as the node's own wallet builds them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type {
  TransferableInput,
  TransferableOutput,
  UnsignedTx,
} from '../../src/chain/pchain/index.ts';
import { complexityOf, gasOf, intrinsic, txFeeOf } from '../../src/fee/transactions.ts';
import { mainnet } from '../../src/network/known.ts';
import { encodeSigners, Message } from '../../src/warp/message.ts';
import { encode } from '../../src/wire/codec.ts';
import { thrown } from '../support/thrown.ts';

const id = new Uint8Array(32);
const address = new Uint8Array(20);
const owner = {
  type: 'secp256k1fx.OutputOwners',
  locktime: 0n,
  threshold: 1,
  addresses: [address],
} as const;
const output: TransferableOutput = {
  assetID: id,
  output: { ...owner, type: 'secp256k1fx.TransferOutput', amount: 1n },
};
const input: TransferableInput = {
  txID: id,
  outputIndex: 0,
  assetID: id,
  input: { type: 'secp256k1fx.TransferInput', amount: 1n, signatureIndices: [0] },
};
const base = {
  networkID: 1,
  blockchainID: id,
  outputs: [output],
  inputs: [input],
  memo: new Uint8Array(0),
};
const auth = { type: 'secp256k1fx.Input', signatureIndices: [0] } as const;
const signer = {
  type: 'signer.ProofOfPossession',
  publicKey: new Uint8Array(48),
  proofOfPossession: new Uint8Array(96),
} as const;
const validator = { nodeID: address, start: 0n, end: 1n, weight: 1n };
const l1Owner = { threshold: 1, addresses: [address] };

/** A signed message of a size. */
const message = (size: number, Signers: Uint8Array) =>
  encode(Message, {
    NetworkID: 1,
    SourceChainID: id,
    Payload: new Uint8Array(size - 146 - Signers.length),
    Signature: { type: 'warp.BitSetSignature', Signers, Signature: new Uint8Array(96) },
  });
const three = encodeSigners([0, 1, 2]);

const setWeight = (bytes: Uint8Array) =>
  ({ type: 'platformvm.SetL1ValidatorWeightTx', ...base, message: bytes }) as const;

const table: readonly (readonly [UnsignedTx, readonly number[], bigint])[] = [
  [{ type: 'platformvm.BaseTx', ...base, outputs: [output, output] }, [379, 1, 3, 200], 5179n],
  [
    {
      type: 'platformvm.ExportTx',
      ...base,
      destinationChain: id,
      exportedOutputs: [output],
    },
    [415, 1, 3, 200],
    5215n,
  ],
  [
    {
      type: 'platformvm.ImportTx',
      ...base,
      inputs: [],
      sourceChain: id,
      importedInputs: [input],
    },
    [335, 1, 2, 200],
    4135n,
  ],
  [{ type: 'platformvm.CreateSubnetTx', ...base, owner }, [339, 1, 3, 200], 5139n],
  [
    {
      type: 'platformvm.CreateChainTx',
      ...base,
      subnetID: id,
      chainName: 'eight ch',
      vmID: id,
      fxIDs: [],
      genesisData: new Uint8Array(1000),
      subnetAuthorization: auth,
    },
    [1466, 4, 3, 400],
    10_066n,
  ],
  [
    {
      type: 'platformvm.AddSubnetValidatorTx',
      ...base,
      validator: { ...validator, subnetID: id },
      subnetAuthorization: auth,
    },
    [460, 4, 5, 400],
    11_060n,
  ],
  [
    {
      type: 'platformvm.RemoveSubnetValidatorTx',
      ...base,
      nodeID: address,
      subnetID: id,
      subnetAuthorization: auth,
    },
    [436, 2, 5, 400],
    9036n,
  ],
  [
    {
      type: 'platformvm.AddPermissionlessValidatorTx',
      ...base,
      validator,
      subnetID: id,
      signer,
      stake: [output],
      validationRewardsOwner: owner,
      delegationRewardsOwner: owner,
      shares: 20_000,
    },
    [691, 2, 6, 1250],
    13_691n,
  ],
  [
    {
      type: 'platformvm.AddPermissionlessDelegatorTx',
      ...base,
      validator,
      subnetID: id,
      stake: [output],
      rewardsOwner: owner,
    },
    [499, 2, 5, 200],
    8299n,
  ],
  [
    {
      type: 'platformvm.TransferSubnetOwnershipTx',
      ...base,
      subnetID: id,
      subnetAuthorization: auth,
      newOwner: owner,
    },
    [456, 2, 3, 400],
    7056n,
  ],
  [
    {
      type: 'platformvm.ConvertSubnetToL1Tx',
      ...base,
      subnetID: id,
      chainID: id,
      address,
      validators: [
        {
          nodeID: address,
          weight: 1n,
          balance: 1n,
          signer,
          remainingBalanceOwner: l1Owner,
          deactivationOwner: l1Owner,
        },
      ],
      subnetAuthorization: auth,
    },
    [716, 4, 8, 1450],
    18_516n,
  ],
  [
    {
      type: 'platformvm.RegisterL1ValidatorTx',
      ...base,
      balance: 1n,
      proofOfPossession: new Uint8Array(96),
      message: message(363, three),
    },
    [770, 29, 8, 2265],
    46_830n,
  ],
  [setWeight(message(235, three)), [538, 27, 7, 1215], 39_398n],
  [
    {
      type: 'platformvm.IncreaseL1ValidatorBalanceTx',
      ...base,
      validationID: id,
      balance: 1n,
    },
    [339, 2, 7, 200],
    10_139n,
  ],
  [
    {
      type: 'platformvm.DisableL1ValidatorTx',
      ...base,
      validationID: id,
      disableAuthorization: auth,
    },
    [416, 2, 8, 400],
    12_016n,
  ],
  [
    {
      type: 'platformvm.AddAutoRenewedValidatorTx',
      ...base,
      nodeID: address,
      signer,
      stake: [output],
      validationRewardsOwner: owner,
      delegationRewardsOwner: owner,
      validatorAuthority: owner,
      delegationShares: 20_000,
      autoCompoundRewardShares: 0,
      period: 1n,
    },
    [691, 1, 6, 1250],
    12_691n,
  ],
  [
    {
      type: 'platformvm.SetAutoRenewedValidatorConfigTx',
      ...base,
      txID: id,
      auth,
      autoCompoundRewardShares: 0,
      period: 1n,
    },
    [428, 2, 3, 400],
    7028n,
  ],
];

describe('complexityOf and txFee', () => {
  it.each(table.map((row) => [row[0].type, ...row] as const))('%s', (_, tx, complexity, gas) => {
    expect(complexityOf(tx)).toEqual(complexity);
    expect(gasOf(tx, mainnet)).toBe(gas);
    expect([txFeeOf(tx, mainnet, 1n), txFeeOf(tx, mainnet, 10n)]).toEqual([gas, 10n * gas]);
  });

  it('are those of every type that has a price, and of the page', () => {
    const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
    const types = table.map(([{ type }]) => type as string);
    expect(
      Object.keys(intrinsic).filter(
        (type) => type.startsWith('platformvm.') && !types.includes(type),
      ),
    ).toEqual([]);
    for (const [{ type }, , gas] of table)
      expect(page).toMatch(
        new RegExp(`^\\| ${type.split('.')[1]}\\b.* ${gas.toLocaleString('en')} \\|$`, 'm'),
      );
  });

  it('count the memo, locks, and bytes of a name that is no ASCII', () => {
    const bandwidth = (tx: UnsignedTx) => complexityOf(tx)[0];
    const locked: UnsignedTx = {
      type: 'platformvm.BaseTx',
      ...base,
      memo: new Uint8Array(7),
      outputs: [
        {
          assetID: id,
          output: { type: 'stakeable.LockOut', locktime: 1n, output: output.output as never },
        },
      ],
      inputs: [
        {
          ...input,
          input: { type: 'stakeable.LockIn', locktime: 1n, input: input.input as never },
        },
      ],
    };
    expect(bandwidth(locked)).toBe(379 - 80 + 7 + 12 + 12);
    const chain = table.map(([tx]) => tx).find((tx) => tx.type === 'platformvm.CreateChainTx')!;
    expect(bandwidth({ ...chain, chainName: 'eight c\u00fc' })).toBe(1467);
    expect(bandwidth({ ...chain, chainName: 'eight c\udcff', fxIDs: [id, id] })).toBe(1466 + 64);
  });

  it('need no proof of possession where there is no key', () => {
    const tx = table
      .map(([t]) => t)
      .find((t) => t.type === 'platformvm.AddPermissionlessValidatorTx')!;
    expect(complexityOf({ ...tx, signer: { type: 'signer.Empty' } })).toEqual([547, 2, 6, 200]);
  });

  it.each([
    [0, [], 1000],
    [1, [9], 1005],
    [2, [0, 9], 1010],
  ])('count %i signers', (_, signers, compute) => {
    expect(complexityOf(setWeight(message(300, encodeSigners(signers))))[3]).toBe(200 + compute);
  });

  it('refuse a message that the node does', () => {
    const padded = message(300, Uint8Array.of(0, 7));
    expect(thrown(() => complexityOf(setWeight(padded)))).toMatchObject({
      code: 'OutOfRange',
      path: ['message', 'Signature', 'Signers'],
    });
    expect(thrown(() => complexityOf(setWeight(padded.with(1, 1))))).toMatchObject({
      code: 'BadVersion',
      path: ['message'],
    });
    expect(thrown(() => complexityOf(setWeight(padded.subarray(0, 299))))).toMatchObject({
      code: 'Truncated',
      path: ['message', 'Signature', 'Signature'],
    });
  });

  it('refuse an authorization that is none', () => {
    const tx = table.map(([t]) => t).find((t) => t.type === 'platformvm.DisableL1ValidatorTx')!;
    expect(thrown(() => complexityOf({ ...tx, disableAuthorization: owner }))).toMatchObject({
      code: 'Unsupported',
      path: ['disableAuthorization'],
    });
  });

  it('refuse a price or fee that is no uint64', () => {
    const [[tx]] = table as [(typeof table)[0]];
    expect(thrown(() => txFeeOf(tx, mainnet, -1n))).toMatchObject({ path: ['price'] });
    // Without a price the fee is unknown, not 0.
    const noPrice = undefined as unknown as bigint;
    expect(thrown(() => txFeeOf(tx, mainnet, noPrice))).toMatchObject({ path: ['price'] });
    expect(thrown(() => txFeeOf(tx, mainnet, 1n << 60n))).toMatchObject({ code: 'OutOfRange' });
  });
});
