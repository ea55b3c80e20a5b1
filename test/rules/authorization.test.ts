/** What the codec takes as an authorization is well-formed by itself, whatever it is. */
import { expect, it } from 'vitest';
import { primaryNetworkID } from '../../src/chain/base.ts';
import type { Verifiable } from '../../src/chain/pchain/staking.ts';
import { amountOf } from '../../src/tx/output.ts';
import { at, auth, me, newChain, nodeID, pBase, stakeOf, subnetID } from '../support/ruletx.ts';
import { ruleSays } from '../support/verdict.ts';

const says = (subnetAuthorization: object): string =>
  ruleSays(
    { ...newChain, subnetAuthorization: subnetAuthorization as Verifiable as never },
    at(),
    'authorization form',
  );

const validator = (weight: bigint) => ({ nodeID, start: 0n, end: 5n, weight });
const staking =
  (name: string, more: object = {}) =>
  (weight: bigint) => ({
    type: `platformvm.${name}`,
    ...pBase,
    validator: { ...validator(weight), ...more },
    stake: stakeOf(weight),
  });
const permissioned = staking('AddSubnetValidatorTx', { subnetID });
const input = (amount: bigint, ...signatureIndices: readonly number[]) => ({
  type: 'secp256k1fx.TransferInput',
  amount,
  signatureIndices,
});
const indices = (...signatureIndices: readonly number[]) => ({ ...auth, signatureIndices });

it.each<[string, object, object, string]>([
  ['an input', indices(0, 1), indices(1, 1), 'Duplicate subnetAuthorization.signatureIndices[1]'],
  ['owners', me, { ...me, threshold: 2 }, 'OutOfRange subnetAuthorization.threshold'],
  ['an output', amountOf(1n, me), amountOf(0n, me), 'OutOfRange subnetAuthorization.amount'],
  [
    'a locked output',
    { type: 'stakeable.LockOut', locktime: 1n, output: amountOf(1n, me) },
    { type: 'stakeable.LockOut', locktime: 0n, output: amountOf(1n, me) },
    'OutOfRange subnetAuthorization.locktime',
  ],
  ['a spent output', input(1n, 0), input(0n, 0), 'OutOfRange subnetAuthorization.amount'],
  [
    'a spent locked output',
    { type: 'stakeable.LockIn', locktime: 1n, input: input(1n, 0) },
    { type: 'stakeable.LockIn', locktime: 0n, input: input(1n, 0) },
    'OutOfRange subnetAuthorization.locktime',
  ],
  ...(
    [
      'AddValidatorTx',
      'AddDelegatorTx',
      'AddPermissionlessValidatorTx',
      'AddPermissionlessDelegatorTx',
    ] as const
  ).map((name): [string, object, object, string] => [
    name,
    staking(name)(1n),
    staking(name)(0n),
    'OutOfRange subnetAuthorization.validator.weight',
  ]),
  [
    'AddSubnetValidatorTx',
    permissioned(1n),
    permissioned(0n),
    'OutOfRange subnetAuthorization.validator.weight',
  ],
  [
    'AddSubnetValidatorTx of the primary network',
    permissioned(1n),
    staking('AddSubnetValidatorTx', { subnetID: primaryNetworkID })(1n),
    'OutOfRange subnetAuthorization.validator.subnetID',
  ],
])('%s', (_, sound, unsound, refusal) => {
  expect(says(sound)).toBe('ok');
  expect(says(unsound)).toBe(refusal);
});

it('a credential or an empty signer is well-formed, and no authorization', () => {
  const all = [{ type: 'secp256k1fx.Credential', signatures: [] }, { type: 'signer.Empty' }];
  for (const one of all) {
    expect(says(one)).toBe('ok');
    const other = { ...newChain, subnetAuthorization: one as never };
    const facts = at({ subnets: () => ({ owner: me, transformation: null, manager: null }) });
    expect(ruleSays(other, facts, 'authorization')).toBe('UnknownTypeID subnetAuthorization.type');
  }
});

it('an owner that no chain has authorizes nothing', () => {
  const owned = (owner: typeof me) =>
    ruleSays(newChain, at({ subnets: () => ({ owner }) }), 'authorization');
  expect(owned(me)).toBe('ok');
  expect(owned({ ...me, threshold: 2 })).toBe('OutOfRange subnetAuthorization.threshold');
});
