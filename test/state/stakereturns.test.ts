import { describe, expect, it } from 'vitest';
import type * as P from '../../src/chain/pchain/index.ts';
import { decodeTx } from '../../src/chain/tx.ts';
import { effectsOf, rewardUTXOsOf, stakeUTXOsOf } from '../../src/state/index.ts';
import { parseHex } from '../../src/text/hex.ts';
import { parseID } from '../../src/text/id.ts';
import { asset, key } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const AVAX = asset(0xaa);
const owned = (n: number) =>
  ({
    type: 'secp256k1fx.OutputOwners',
    locktime: BigInt(n),
    threshold: 1,
    addresses: [key(n).shortID],
  }) as const;
const amount = (n: bigint, of: number) => ({
  assetID: AVAX,
  output: { ...owned(of), type: 'secp256k1fx.TransferOutput', amount: n } as const,
});
const base = {
  networkID: 5,
  blockchainID: new Uint8Array(32),
  inputs: [],
  outputs: [amount(1n, 1)],
  stake: [amount(2n, 1), amount(3n, 1)],
  memo: new Uint8Array(0),
};
const validator = { nodeID: new Uint8Array(20), start: 0n, end: 1n, weight: 5n };
const txID = asset(0x77);
const staker = (unsignedTx: P.UnsignedTx) => ({ unsignedTx, txID });
const permissionless = staker({
  type: 'platformvm.AddPermissionlessValidatorTx',
  ...base,
  validator,
  subnetID: new Uint8Array(32),
  signer: { type: 'signer.Empty' },
  validationRewardsOwner: owned(2),
  delegationRewardsOwner: owned(3),
  shares: 0,
});
const delegator = staker({
  type: 'platformvm.AddDelegatorTx',
  ...base,
  validator,
  rewardsOwner: owned(4),
});
const renewed = staker({
  type: 'platformvm.AddAutoRenewedValidatorTx',
  ...base,
  nodeID: new Uint8Array(20),
  signer: { type: 'signer.Empty' },
  validationRewardsOwner: owned(2),
  delegationRewardsOwner: owned(3),
  validatorAuthority: owned(1),
  delegationShares: 0,
  autoCompoundRewardShares: 0,
  period: 1n,
});
const by = {
  unsignedTx: { type: 'platformvm.RewardValidatorTx', txID } as const,
  txID: asset(0x88),
};
const byRenewal = {
  unsignedTx: { type: 'platformvm.RewardAutoRenewedValidatorTx', txID, timestamp: 1n } as const,
  txID: asset(0x88),
};

describe('stakeUTXOs', () => {
  it('are what effects call stake, of every type that stakes', () => {
    let count = 0;
    for (const row of rows('p-public')) {
      const tx = decodeTx(parseHex(row.hex), 'P');
      const stake = effectsOf(tx).produced.flatMap(({ utxo, why }) =>
        why === 'stake' ? [utxo] : [],
      );
      if ('stake' in tx.unsignedTx) {
        expect(stakeUTXOsOf(tx)).toEqual(stake);
        count++;
      } else
        expect(thrown(() => stakeUTXOsOf(tx))).toMatchObject({
          code: 'Unsupported',
          detail: `a ${tx.unsignedTx.type} does not stake`,
        });
    }
    expect(count).toBe(150);
  });
});

describe('rewardUTXOs', () => {
  const utxo = (id: Uint8Array, outputIndex: number, n: bigint, of: number) => ({
    txID: id,
    outputIndex,
    ...amount(n, of),
  });
  it.each([
    [
      'both rewards of a validator',
      permissionless,
      { tx: by, amount: 7n, delegateeAmount: 8n },
      [utxo(txID, 3, 7n, 2), utxo(txID, 4, 8n, 3)],
    ],
    [
      'the delegators’ alone where the node aborts',
      permissionless,
      { tx: by, amount: 0n, delegateeAmount: 8n },
      [utxo(txID, 3, 8n, 3)],
    ],
    ['the reward of a delegator', delegator, { tx: by, amount: 7n }, [utxo(txID, 3, 7n, 4)]],
    ['nothing', delegator, { tx: by, amount: 0n }, []],
    [
      'those of an auto-renewed validator, which the rewarding transaction makes',
      renewed,
      { tx: byRenewal, amount: 7n, delegateeAmount: 8n },
      [utxo(asset(0x88), 0, 7n, 2), utxo(asset(0x88), 1, 8n, 3)],
    ],
  ])('give %s', (_, of, reward, expected) => {
    expect(rewardUTXOsOf(of, reward)).toEqual(expected);
  });

  it.each([
    [
      'of another staker',
      { ...delegator, txID: parseID('11111111111111111111111111111111LpoYY') },
      { tx: by, amount: 1n },
      'Mismatch',
      ['tx'],
    ],
    [
      'by a transaction that rewards nobody',
      delegator,
      { tx: delegator, amount: 1n },
      'Unsupported',
      ['tx'],
    ],
    [
      'of an auto-renewed validator by the wrong type',
      renewed,
      { tx: by, amount: 1n },
      'Unsupported',
      ['tx'],
    ],
    [
      'of a delegator for its delegators',
      delegator,
      { tx: by, amount: 1n, delegateeAmount: 1n },
      'Unsupported',
      ['delegateeAmount'],
    ],
  ])('refuse what is %s', (_, of, reward, code, path) => {
    expect(thrown(() => rewardUTXOsOf(of, reward))).toMatchObject({ code, path });
  });
});
