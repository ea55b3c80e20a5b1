/** The parts that transactions of the P- and X-chain have in common, each with one wrong value: the rule that says so, and where. */
import { expect, it } from 'vitest';
import { primaryNetworkID } from '../../src/chain/base.ts';
import type { Checkable, Facts } from '../../src/rules/index.ts';
import { amountOf } from '../../src/tx/output.ts';
import {
  AVAX,
  at,
  beforeDurango,
  delegation,
  me,
  newChain,
  pBase,
  stakeOf,
} from '../support/ruletx.ts';
import { asset, utxo } from '../support/state.ts';
import { spend, xBase } from '../support/tx.ts';
import { ruleSays } from '../support/verdict.ts';

const [input] = pBase.inputs;
const empty = { assetID: AVAX, output: amountOf(0n, me) };
const output = { assetID: AVAX, output: amountOf(1n, me) };
const pTx = (more: object = {}) =>
  ({ type: 'platformvm.BaseTx', ...pBase, ...more }) as unknown as Checkable;
const pExport = (exportedOutputs: readonly object[]) =>
  pTx({ type: 'platformvm.ExportTx', destinationChain: asset(1), exportedOutputs });
const xTx = (more: object) =>
  ({ type: 'avm.BaseTx', ...xBase([spend(utxo(1, 10n))], []), ...more }) as unknown as Checkable;
const chain = (more: object) => ({ ...newChain, ...more }) as Checkable;
const spending = (more: object) => ({
  inputs: [{ ...input, input: { ...input!.input, ...more } }],
});
const validator = (signer: object, subnetID = primaryNetworkID) =>
  pTx({
    ...delegation(),
    type: 'platformvm.AddPermissionlessValidatorTx',
    signer,
    subnetID,
    validationRewardsOwner: me,
    delegationRewardsOwner: me,
    shares: 20_000,
  });
const [noKey, withKey] = [
  { type: 'signer.Empty' },
  {
    type: 'signer.ProofOfPossession',
    publicKey: new Uint8Array(48),
    proofOfPossession: new Uint8Array(96),
  },
];
const early: Partial<Facts> = { time: beforeDurango };

it.each<[string, Checkable, string, Partial<Facts>?]>([
  ['memo', pTx({ memo: new Uint8Array(256) }), 'ok', early],
  ['memo', pTx({ memo: new Uint8Array(257) }), 'TooLong memo', early],
  ['memo', pTx({ memo: new Uint8Array(1) }), 'TooLong memo'],
  ['outputs', pTx(), 'ok'],
  ['outputs', pTx({ outputs: [empty] }), 'OutOfRange outputs[0].output.amount'],
  ['inputs', pTx(), 'ok'],
  ['inputs', pTx(spending({ amount: 0n })), 'OutOfRange inputs[0].input.amount'],
  [
    'inputs',
    pTx(spending({ signatureIndices: [1, 1] })),
    'Duplicate inputs[0].input.signatureIndices[1]',
  ],
  ['inputs', xTx(spending({ amount: 0n })), 'OutOfRange inputs[0].input.amount'],
  ['exported outputs', pExport([output]), 'ok'],
  ['exported outputs', pExport([]), 'OutOfRange exportedOutputs'],
  ['exported outputs', pExport([empty]), 'OutOfRange exportedOutputs[0].output.amount'],
  ['staked weight', delegation(), 'ok'],
  ['staked weight', delegation({ stake: stakeOf(11n) }), 'Mismatch validator.weight'],
  ['BLS key', validator(withKey), 'ok'],
  ['BLS key', validator(noKey), 'OutOfRange signer'],
  ['BLS key', validator(noKey, asset(1)), 'ok'],
  ['BLS key', validator(withKey, asset(1)), 'OutOfRange signer'],
  ['new chain', chain({ fxIDs: [asset(1), asset(2)] }), 'ok'],
  ['new chain', chain({ fxIDs: [asset(2), asset(1)] }), 'NotSorted fxIDs[1]'],
  ['new chain', chain({ genesisData: new Uint8Array(1 << 20) }), 'ok'],
  ['new chain', chain({ genesisData: new Uint8Array((1 << 20) + 1) }), 'TooLong genesisData'],
])('%s: case %#', (rule, tx, said, facts) => {
  expect(ruleSays(tx, at(facts), rule)).toBe(said);
});
