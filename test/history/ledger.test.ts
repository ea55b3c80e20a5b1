import { describe, expect, it } from 'vitest';
import { primaryNetworkID } from '../../src/chain/base.ts';
import { idOf } from '../../src/chain/ids.ts';
import { Block, Tx, type UnsignedTx, UTXO } from '../../src/chain/pchain/index.ts';
import { Block as XBlock } from '../../src/chain/xchain/block.ts';
import { isError } from '../../src/errors/error.ts';
import {
  applyAcceptedTxs,
  applyBlock,
  createLedger,
  l1BalanceOf,
  type PLedger,
  type Store,
} from '../../src/history/index.ts';
import { fuji, mainnet } from '../../src/network/known.ts';
import { avax } from '../../src/text/amount.ts';
import { parseHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { maxUint64 } from '../../src/text/uint64.ts';
import { amountOf } from '../../src/tx/output.ts';
import { validationIDOf } from '../../src/warp/l1.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { expectEqual } from '../support/equal.ts';
import { key } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { base, spend, xBase } from '../support/tx.ts';
import { bytesOf, rows } from '../support/vectors.ts';

const genesis = bytesOf('genesis-fuji');
const owner = {
  type: 'secp256k1fx.OutputOwners' as const,
  locktime: 0n,
  threshold: 1,
  addresses: [key(1).shortID],
};
const unsigned = (type: string, fields: object = {}): Tx => ({
  unsignedTx: { type: `platformvm.${type}`, ...base([], []), ...fields } as unknown as UnsignedTx,
  credentials: [],
});
const pay = (amount: bigint) => ({ assetID: fuji.avaxAssetID, output: amountOf(amount, owner) });

/** The next block of a ledger. Signatures and fees are not the ledger’s to check, so here are none. */
const next = (ledger: PLedger, time: bigint, ...txs: readonly Tx[]): Uint8Array =>
  encode(Block, {
    type: 'platformvm.BanffStandardBlock',
    time,
    parentID: ledger.blockID,
    height: ledger.height + 1n,
    txs,
  });

/** A ledger of Fuji with some UTXOs of `key(1)`, when L1s are there. */
function funded(utxos: Store<UTXO> = new Map()) {
  const ledger = createLedger(genesis, { chain: 'P', network: fuji, stores: { utxos } });
  const tx = unsigned('BaseTx', { outputs: [1n, 2n, 3n].map(pay) });
  const { produced } = applyBlock(ledger, next(ledger, fuji.upgrades.etna, tx));
  return { ledger, made: produced.map(({ utxo }) => utxo) };
}

const spending = (...utxos: readonly UTXO[]) =>
  unsigned(
    'BaseTx',
    base(
      utxos.map((utxo) => spend(utxo)),
      [pay(1n)],
    ),
  );

/** Makes an L1 of a subnet, with a validator for each balance. */
function converting(subnetID: Uint8Array, ...balances: readonly bigint[]) {
  const who = { threshold: 1, addresses: [key(1).shortID] };
  return unsigned('ConvertSubnetToL1Tx', {
    subnetID,
    chainID: subnetID,
    address: new Uint8Array(0),
    validators: balances.map((balance, i) => ({
      nodeID: new Uint8Array(20).fill(i + 1),
      weight: 1n,
      balance,
      remainingBalanceOwner: who,
      deactivationOwner: who,
      signer: {
        type: 'signer.ProofOfPossession',
        publicKey: new Uint8Array(48),
        proofOfPossession: new Uint8Array(96),
      },
    })),
    subnetAuthorization: { type: 'secp256k1fx.Input', signatureIndices: [] },
  });
}

describe('a ledger of the P-chain', () => {
  it('says what a block consumes and makes', () => {
    const { ledger, made } = funded();
    const tx = spending(made[0]!);
    const block = next(ledger, ledger.time, tx);
    const { consumed, produced, blockID, height } = applyBlock(ledger, block);
    const by = idOf(encode(Tx, tx));
    expect(consumed).toMatchObject([{ utxo: made[0], by }]);
    expect(produced).toMatchObject([{ utxo: { txID: by, outputIndex: 0 }, why: 'output', by }]);
    expect({ blockID, height }).toEqual({ blockID: idOf(block), height: 2n });
  });

  it('is as before if a block cannot be accepted', () => {
    const { ledger, made } = funded();
    const before = structuredClone(ledger);
    const later = ledger.time + 5n;
    const subnet = unsigned('CreateSubnetTx', { owner });
    const failing: readonly (readonly [Uint8Array, string, readonly (string | number)[]])[] = [
      [
        next(ledger, later, subnet, spending(made[0]!), spending(made[0]!)),
        'MissingState',
        ['block', 'txs', 2],
      ],
      [
        next(ledger, later, spending({ ...made[0]!, output: pay(9n).output })),
        'Mismatch',
        ['block', 'txs', 0],
      ],
      [next(ledger, ledger.time - 1n), 'OutOfRange', ['block']],
      [next({ ...ledger, height: 7n }, later), 'Mismatch', ['block', 'height']],
      [next({ ...ledger, blockID: primaryNetworkID }, later), 'Mismatch', ['block', 'parentID']],
      [
        next(
          ledger,
          later,
          subnet,
          unsigned('TransferSubnetOwnershipTx', {
            subnetID: primaryNetworkID,
            newOwner: owner,
            subnetAuthorization: { type: 'secp256k1fx.Input', signatureIndices: [] },
          }),
        ),
        'MissingState',
        ['block', 'txs', 1],
      ],
      // What was changed twice.
      [
        next(
          ledger,
          later,
          subnet,
          unsigned('TransferSubnetOwnershipTx', {
            subnetID: idOf(encode(Tx, subnet)),
            newOwner: owner,
            subnetAuthorization: { type: 'secp256k1fx.Input', signatureIndices: [] },
          }),
          spending(made[0]!, made[0]!),
        ),
        'MissingState',
        ['block', 'txs', 2],
      ],
      [
        next(ledger, later, {
          unsignedTx: { type: 'platformvm.AdvanceTimeTx', time: later },
          credentials: [],
        }),
        'Unsupported',
        ['block', 'txs', 0],
      ],
      [
        encode(Block, {
          type: 'platformvm.BanffCommitBlock',
          time: later,
          parentID: ledger.blockID,
          height: ledger.height + 1n,
        }),
        'Mismatch',
        ['block'],
      ],
    ];
    for (const [block, code, path] of failing) {
      expect(thrown(() => applyBlock(ledger, block))).toMatchObject({ code, path });
      expect(ledger).toEqual(before);
    }
    const { produced } = applyBlock(ledger, next(ledger, later, spending(made[0]!)));
    expect(produced).toHaveLength(1);
  });

  it('answers any block with changes or a typed error', () => {
    const { ledger } = funded();
    const before = structuredClone(ledger);
    const taken = rows('p-blocks').map(({ hex }) => {
      const place = { parentID: ledger.blockID, height: ledger.height + 1n };
      const block = encode(Block, { ...decode(Block, parseHex(hex)), ...place });
      const copy = structuredClone(before);
      try {
        applyBlock(copy, block);
        return true;
      } catch (e) {
        if (!isError(e)) throw e;
        expectEqual(copy, before);
        return false;
      }
    });
    expect(new Set(taken)).toEqual(new Set([true, false]));
  });

  it('can be carried on from a copy, and keeps UTXOs where it is told to', () => {
    const kept = new Map<string, Uint8Array>();
    const { ledger, made } = funded({
      get: (id) => (kept.has(id) ? decode(UTXO, kept.get(id)!) : undefined),
      set: (id, utxo) => kept.set(id, encode(UTXO, utxo)),
      delete: (id) => kept.delete(id),
    });
    expect(kept.size).toBe(3);
    const { utxos, ...rest } = ledger;
    const copy = { ...structuredClone(rest), utxos } as PLedger;
    applyBlock(copy, next(copy, copy.time + 1n, spending(made[1]!, made[2]!)));
    expect(kept.size).toBe(2);
    expect(ledger.height).toBe(1n);
  });

  it('does not keep a view of a caller’s buffer', () => {
    const { ledger } = funded();
    const block = next(ledger, ledger.time, unsigned('BaseTx', { outputs: [pay(5n)] }));
    const { produced } = applyBlock(ledger, block);
    const [before] = produced.map(({ utxo }) => encode(UTXO, utxo));
    block.fill(0);
    expect(encode(UTXO, produced[0]!.utxo)).toEqual(before);
  });

  it('deactivates an L1 validator that cannot pay for one more second', () => {
    const { ledger, made } = funded();
    const subnet = unsigned('CreateSubnetTx', { owner });
    const subnetID = idOf(encode(Tx, subnet));
    const convert = converting(subnetID, 1_100n);
    // A second at a time costs 512 nAVAX: after two of them 76 are left, which is less.
    applyBlock(ledger, next(ledger, ledger.time + 10n, subnet, convert));
    const validation = () =>
      ledger.l1Validators.get(formatID(validationIDOf({ subnetID, index: 0 })))!;
    applyBlock(ledger, next(ledger, ledger.time + 1n));
    expect(l1BalanceOf(validation(), ledger)).toBe(588n);
    expect(ledger.validatorFeeState.current).toBe(1n);
    // What a block that fails did to it is forgotten, wherever it is noted.
    const late = next(ledger, ledger.time + 3n, spending({ ...made[0]!, outputIndex: 9 }));
    expect(thrown(() => applyBlock(ledger, late))).toMatchObject({ path: ['block', 'txs', 0] });
    const { l1Validators } = applyBlock(ledger, next(ledger, ledger.time + 1n));
    expect(l1Validators).toEqual([{ validator: validation(), why: 'deactivated' }]);
    expect(l1BalanceOf(validation(), ledger)).toBe(0n);
    expect(ledger.validatorFeeState.current).toBe(0n);
  });

  it('deactivates each L1 validator in the block in which its balance ends, whatever their order', () => {
    const { ledger } = funded();
    const subnet = unsigned('CreateSubnetTx', { owner });
    const subnetID = idOf(encode(Tx, subnet));
    const convert = converting(subnetID, 1_100n, 3_000n, 9_000_000n);
    applyBlock(ledger, next(ledger, ledger.time + 10n, subnet, convert));
    // The ledger knows the next end; in a copy it has to be found.
    for (const of of [structuredClone(ledger), ledger]) {
      const ended = Array.from(
        { length: 6 },
        () => applyBlock(of, next(of, of.time + 1n)).l1Validators.length,
      );
      expect(ended).toEqual([0, 1, 0, 0, 1, 0]);
    }
  });

  it('stakes again no more of both rewards than the limit of a validator has room for', () => {
    const { ledger } = funded();
    const weight = avax('2000');
    const most = weight + 10n;
    const staking = { ...fuji.staking, maxValidatorStake: most };
    const limited: PLedger = { ...ledger, network: { ...fuji, staking } };
    const stake = [pay(weight)];
    const rewards = { validationRewardsOwner: owner, delegationRewardsOwner: owner };
    const nodeID = new Uint8Array(20).fill(1);
    const validator = unsigned('AddAutoRenewedValidatorTx', {
      nodeID,
      signer: { type: 'signer.Empty' },
      stake,
      ...rewards,
      validatorAuthority: owner,
      delegationShares: 500_000,
      autoCompoundRewardShares: 1_000_000,
      period: days(2),
    });
    const end = ledger.time + days(2);
    const delegator = unsigned('AddPermissionlessDelegatorTx', {
      validator: { nodeID, start: 0n, end, weight },
      subnetID: primaryNetworkID,
      stake,
      rewardsOwner: owner,
    });
    applyBlock(limited, next(limited, ledger.time, validator, delegator));
    const reward = (type: string, of: Tx, on = limited, time = end) => {
      const unsignedTx = { type, txID: idOf(encode(Tx, of)), timestamp: end };
      const tx = { unsignedTx, credentials: [] } as unknown as Tx;
      const place = () => ({ parentID: on.blockID, height: on.height + 1n, time });
      const proposal = { type: 'platformvm.BanffProposalBlock' as const, txs: [], tx };
      applyBlock(on, encode(Block, { ...proposal, ...place() }));
      return applyBlock(on, encode(Block, { type: 'platformvm.BanffCommitBlock', ...place() }));
    };
    for (const [type, of, time] of [
      ['platformvm.RewardAutoRenewedValidatorTx', delegator, end],
      ['platformvm.RewardValidatorTx', validator, end],
      ['platformvm.RewardValidatorTx', delegator, end + 1n],
    ] as const) {
      const copy = structuredClone(limited);
      expect(thrown(() => reward(type, of, copy, time))).toMatchObject({
        code: 'Mismatch',
        path: ['block', 'tx'],
      });
      expect(thrown(() => applyBlock(copy, next(copy, time)))).toMatchObject({ code: 'Mismatch' });
    }
    const copied = reward('platformvm.RewardValidatorTx', delegator, structuredClone(limited));
    expect(copied.stakers.map(({ why }) => why)).toEqual(['changed', 'rewarded']);
    reward('platformvm.RewardValidatorTx', delegator);
    const lower = { ...staking, maxValidatorStake: weight - 1n };
    const low = { ...structuredClone(limited), network: { ...fuji, staking: lower } };
    expect(
      thrown(() => reward('platformvm.RewardAutoRenewedValidatorTx', validator, low)),
    ).toMatchObject({
      code: 'OutOfRange',
      path: ['block', 'tx'],
      context: { value: weight, max: weight - 1n },
    });
    const name = formatID(idOf(encode(Tx, validator)));
    const before = limited.current.get(name)!;
    const { produced } = reward('platformvm.RewardAutoRenewedValidatorTx', validator);
    const after = limited.current.get(name)!;
    expect(after.weight).toBe(most);
    const { accruedValidationRewards: own, accruedDelegateeRewards: share } = after.renewal!;
    expect([own + share, own, share].every((n) => n > 0n)).toBe(true);
    expect(own + share).toBe(10n);
    expect(produced.map(({ utxo }) => (utxo.output as { amount: bigint }).amount)).toEqual([
      before.potentialReward - own,
      before.accruedDelegateeReward - share,
    ]);
  });

  it('lowers the rates of the primary network with Helicon, not those of elastic subnets', () => {
    const rewardsAt = (helicon: bigint) => {
      const { ledger } = funded();
      const upgrades = { ...fuji.upgrades, helicon };
      const of: PLedger = { ...ledger, network: { ...fuji, upgrades } };
      const subnet = unsigned('CreateSubnetTx', { owner });
      const subnetID = idOf(encode(Tx, subnet));
      const weight = avax('2000');
      const rules = {
        subnetID,
        assetID: fuji.avaxAssetID,
        maximumSupply: avax('9000'),
        initialSupply: avax('5000'),
        minConsumptionRate: 100_000n,
        maxConsumptionRate: 120_000n,
        minValidatorStake: 1n,
        maxValidatorStake: weight,
        minStakeDuration: 1,
        maxStakeDuration: 31_536_000,
        minDelegationFee: 0,
        minDelegatorStake: 1n,
        maxValidatorWeightFactor: 1,
        uptimeRequirement: 0,
        subnetAuthorization: { type: 'secp256k1fx.Input', signatureIndices: [] },
      };
      const time = fuji.upgrades.helicon + days(100);
      const staking = (where: Uint8Array) =>
        unsigned('AddPermissionlessValidatorTx', {
          validator: { nodeID: new Uint8Array(20), start: 0n, end: time + days(100), weight },
          subnetID: where,
          signer: { type: 'signer.Empty' },
          stake: [pay(weight)],
          validationRewardsOwner: owner,
          delegationRewardsOwner: owner,
          shares: 0,
        });
      // No node takes a transformation so late: what it left stays.
      of.subnets.set(formatID(subnetID), {
        owner,
        transformation: {
          txID: subnetID,
          tx: unsigned('TransformSubnetTx', rules).unsignedTx as never,
        },
      });
      of.supplies.set(formatID(subnetID), rules.initialSupply);
      const { stakers } = applyBlock(
        of,
        next(of, time, staking(primaryNetworkID), staking(subnetID)),
      );
      return stakers.map(({ staker }) => staker.potentialReward);
    };
    const [before, after] = [rewardsAt(maxUint64), rewardsAt(fuji.upgrades.helicon)];
    expect(after[0]).toBeLessThan(before[0]!);
    expect(after[1]).toBe(before[1]);
  });

  it('begins with the genesis of its network only', () => {
    expect(thrown(() => createLedger(genesis, { chain: 'P', network: mainnet }))).toMatchObject({
      code: 'WrongNetwork',
      path: ['genesis', 'Chains', 0],
    });
  });
});

describe('a ledger of the X-chain', () => {
  const moving = (ledger: ReturnType<typeof createLedger>, outputs = [pay(1n)]) => {
    const [utxo] = (ledger.utxos as Map<string, UTXO>).values();
    const unsignedTx = { ...xBase([spend(utxo!)], outputs), type: 'avm.BaseTx' as const };
    return { unsignedTx, credentials: [] };
  };

  it('takes transactions of vertices, then blocks', () => {
    const ledger = createLedger(genesis, { chain: 'X', network: fuji });
    const first = applyAcceptedTxs(ledger, [moving(ledger)]);
    expect([first.consumed.length, first.produced.length]).toEqual([1, 1]);
    const block = (parentID: Uint8Array, height: bigint) =>
      encode(XBlock, {
        type: 'avm.StandardBlock',
        parentID,
        height,
        time: 7n,
        merkleRoot: primaryNetworkID,
        txs: [moving(ledger)],
      });
    const { blockID } = applyBlock(ledger, block(primaryNetworkID, 0n));
    expect(ledger).toMatchObject({ blockID, height: 0n, time: 7n });
    expect(thrown(() => applyBlock(ledger, block(primaryNetworkID, 1n)))).toMatchObject({
      code: 'Mismatch',
      path: ['block', 'parentID'],
    });
    const bytes = block(blockID, 1n);
    const { produced } = applyBlock(ledger, bytes);
    const [before] = structuredClone(produced);
    bytes.fill(0);
    expect(produced[0]).toEqual(before);
    expect(ledger.height).toBe(1n);
  });

  it('is as before if a transaction cannot be accepted', () => {
    const ledger = createLedger(genesis, { chain: 'X', network: fuji });
    const before = structuredClone(ledger);
    const tx = moving(ledger);
    expect(thrown(() => applyAcceptedTxs(ledger, [tx, tx]))).toMatchObject({
      code: 'MissingState',
      path: ['txs', 1],
    });
    expect(ledger).toEqual(before);
  });
});
