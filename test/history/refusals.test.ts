/** What a ledger of the P-chain says of blocks that do not fit it, and in which order stakers begin. */
import { describe, expect, it } from 'vitest';
import { primaryNetworkID } from '../../src/chain/base.ts';
import { idOf } from '../../src/chain/ids.ts';
import { Block, Genesis, Tx, type UnsignedTx } from '../../src/chain/pchain/index.ts';
import { applyBlock, createLedger, type PLedger, type Staker } from '../../src/history/index.ts';
import { fuji } from '../../src/network/known.ts';
import { avax } from '../../src/text/amount.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { amountOf } from '../../src/tx/output.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { asset, key } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { base, spend } from '../support/tx.ts';
import { bytesOf } from '../support/vectors.ts';

const genesis = bytesOf('genesis-fuji');
const owner = {
  type: 'secp256k1fx.OutputOwners' as const,
  locktime: 0n,
  threshold: 1,
  addresses: [key(1).shortID],
};
const auth = { subnetAuthorization: { type: 'secp256k1fx.Input', signatureIndices: [] } };
const unsigned = (type: string, fields: object = {}): Tx => ({
  unsignedTx: { type: `platformvm.${type}`, ...base([], []), ...fields } as unknown as UnsignedTx,
  credentials: [],
});
const bare = (type: string, fields: object): Tx => ({
  unsignedTx: { type: `platformvm.${type}`, ...fields } as unknown as UnsignedTx,
  credentials: [],
});
const pay = (amount: bigint) => ({ assetID: fuji.avaxAssetID, output: amountOf(amount, owner) });
const weight = avax('2000');
const nodeID = new Uint8Array(20).fill(1);
const end = (ledger: PLedger) => ledger.time + days(30);
const rewards = { validationRewardsOwner: owner, delegationRewardsOwner: owner };

const place = (ledger: PLedger) => ({ parentID: ledger.blockID, height: ledger.height + 1n });
const standard = (ledger: PLedger, time: bigint, ...txs: readonly Tx[]) =>
  applyBlock(
    ledger,
    encode(Block, { type: 'platformvm.BanffStandardBlock', time, ...place(ledger), txs }),
  );
function propose(ledger: PLedger, time: bigint, tx: Tx, isCommit = true) {
  const type = 'platformvm.BanffProposalBlock';
  applyBlock(ledger, encode(Block, { type, time, ...place(ledger), txs: [], tx }));
  const decision = isCommit ? 'platformvm.BanffCommitBlock' : 'platformvm.BanffAbortBlock';
  return applyBlock(ledger, encode(Block, { type: decision, time, ...place(ledger) }));
}
/** Fuji with nothing of its genesis that ends, at a time. */
function at(time: bigint): PLedger {
  const ledger = createLedger(genesis, { chain: 'P', network: fuji });
  ledger.current.clear();
  ledger.time = time;
  ledger.feeState = { capacity: 1_000_000n, excess: 0n };
  return structuredClone(ledger);
}
const beforeDurango = fuji.upgrades.durango - 1000n;
const now = fuji.upgrades.etna + days(1);

const validator = (ledger: PLedger, more: object = {}) =>
  unsigned('AddPermissionlessValidatorTx', {
    validator: { nodeID, start: 0n, end: end(ledger), weight },
    subnetID: primaryNetworkID,
    signer: { type: 'signer.Empty' },
    stake: [pay(weight)],
    ...rewards,
    shares: 20_000,
    ...more,
  });
const delegator = (ledger: PLedger, more: object = {}) =>
  unsigned('AddPermissionlessDelegatorTx', {
    validator: { nodeID, start: 0n, end: end(ledger), weight },
    subnetID: primaryNetworkID,
    stake: [pay(weight)],
    rewardsOwner: owner,
    ...more,
  });
const rewarding = (txID: Uint8Array) => bare('RewardValidatorTx', { txID });

describe('a block that does not fit', () => {
  const unknown = { what: 'validator', id: `${formatID(asset(9))} ${formatNodeID(nodeID)}` };
  it.each<[string, bigint, (ledger: PLedger) => unknown, object]>([
    [
      'stakes nothing',
      beforeDurango,
      (ledger) =>
        standard(
          ledger,
          ledger.time,
          unsigned('AddValidatorTx', {
            validator: { nodeID, start: ledger.time + 5n, end: end(ledger), weight },
            stake: [],
            rewardsOwner: owner,
            shares: 0,
          }),
        ),
      { code: 'OutOfRange', path: ['block', 'txs', 0, 'stake'], context: { value: 0n, min: 1n } },
    ],
    [
      'stakes in a subnet that has no supply',
      now,
      (ledger) => standard(ledger, now, validator(ledger, { subnetID: asset(9) })),
      {
        code: 'MissingState',
        path: ['block', 'txs', 0],
        context: { what: 'supply of subnet', id: formatID(asset(9)) },
      },
    ],
    [
      'stakes in a subnet that is not elastic',
      now,
      (ledger) => {
        ledger.supplies.set(formatID(asset(9)), 1n);
        return standard(ledger, now, delegator(ledger, { subnetID: asset(9) }));
      },
      {
        code: 'MissingState',
        context: { what: 'transformation of subnet', id: formatID(asset(9)) },
      },
    ],
    [
      'removes a validator that is not there',
      now,
      (ledger) =>
        standard(
          ledger,
          now,
          unsigned('RemoveSubnetValidatorTx', { nodeID, subnetID: asset(9), ...auth }),
        ),
      { code: 'MissingState', path: ['block', 'txs', 0], context: unknown },
    ],
    [
      'configures a validator that is not there',
      now,
      (ledger) =>
        standard(
          ledger,
          now,
          unsigned('SetAutoRenewedValidatorConfigTx', {
            txID: asset(9),
            autoCompoundRewardShares: 0,
            period: 0n,
            auth: auth.subnetAuthorization,
          }),
        ),
      {
        code: 'MissingState',
        context: { what: 'auto-renewed validator', id: formatID(asset(9)) },
      },
    ],
    [
      'rewards a staker that is not there',
      now,
      (ledger) => propose(ledger, now, rewarding(asset(9))),
      {
        code: 'MissingState',
        path: ['block', 'tx'],
        context: { what: 'staker', id: formatID(asset(9)) },
      },
    ],
    [
      'rewards a staker before its end',
      now,
      (ledger) => {
        const tx = validator(ledger);
        standard(ledger, now, tx);
        return propose(ledger, now + 1n, rewarding(idOf(encode(Tx, tx))));
      },
      {
        code: 'Mismatch',
        path: ['block', 'tx'],
        context: { found: String(now + days(30)), expected: String(now + 1n) },
      },
    ],
    [
      'rewards the delegator of nobody',
      now,
      (ledger) => {
        const tx = delegator(ledger);
        standard(ledger, now, tx);
        return propose(ledger, end(ledger), rewarding(idOf(encode(Tx, tx))));
      },
      {
        code: 'MissingState',
        path: ['block', 'tx'],
        context: { what: 'validator', id: `${formatID(primaryNetworkID)} ${formatNodeID(nodeID)}` },
      },
    ],
    [
      'proposes what nobody proposes',
      now,
      (ledger) => propose(ledger, now, unsigned('BaseTx')),
      { code: 'Unsupported', path: ['block', 'tx'] },
    ],
    [
      'spends in an atomic block what is not there',
      now,
      (ledger) =>
        applyBlock(
          ledger,
          encode(Block, {
            type: 'platformvm.ApricotAtomicBlock',
            ...place(ledger),
            tx: unsigned('ExportTx', {
              ...base([spend({ txID: asset(9), outputIndex: 0, ...pay(5n) })], []),
              destinationChain: fuji.chains.X.blockchainID,
              exportedOutputs: [pay(1n)],
            }),
          }),
        ),
      { code: 'MissingState', path: ['block', 'tx'] },
    ],
    [
      'rewards without a proposal',
      now,
      (ledger) => standard(ledger, now, bare('AdvanceTimeTx', { time: now })),
      { code: 'Unsupported', path: ['block', 'txs', 0] },
    ],
    [
      'is decided without a proposal',
      now,
      (ledger) =>
        applyBlock(
          ledger,
          encode(Block, { type: 'platformvm.BanffAbortBlock', time: now, ...place(ledger) }),
        ),
      { code: 'Mismatch', path: ['block'] },
    ],
    [
      'has another height',
      now,
      (ledger) => standard({ ...ledger, height: 5n }, now) && applyBlock(ledger, Uint8Array.of()),
      { code: 'Truncated' },
    ],
  ])('because it %s is refused', (_, time, f, refusal) => {
    expect(thrown(() => f(at(time)))).toMatchObject(refusal);
  });

  it('says what was found and expected', () => {
    const ledger = at(now);
    const other = (of: Partial<PLedger>) =>
      encode(Block, {
        type: 'platformvm.BanffStandardBlock',
        time: now,
        ...place({ ...ledger, ...of }),
        txs: [],
      });
    expect(thrown(() => applyBlock(ledger, other({ height: 6n })))).toMatchObject({
      code: 'Mismatch',
      path: ['block', 'height'],
      context: { found: '7', expected: '1' },
    });
    expect(thrown(() => applyBlock(ledger, other({ blockID: asset(9) })))).toMatchObject({
      code: 'Mismatch',
      path: ['block', 'parentID'],
      context: { expected: formatID(ledger.blockID) },
    });
    expect(thrown(() => standard(ledger, now - 1n))).toMatchObject({
      code: 'OutOfRange',
      path: ['block'],
      context: { value: now - 1n, min: now, unit: 'time' },
    });
  });
});

describe('a genesis', () => {
  const changed = (change: (of: Genesis) => object) => {
    const of = decode(Genesis, genesis);
    return encode(Genesis, { ...of, ...change(of) } as Genesis);
  };
  it.each<[string, (of: Genesis) => object, object]>([
    [
      'creates only chains under Chains',
      ({ Chains, Validators }) => ({ Chains: [Chains[0], Validators[0]] }),
      { code: 'Unsupported', path: ['genesis', 'Chains', 1] },
    ],
    [
      'adds only validators under Validators',
      ({ Chains, Validators }) => ({ Validators: [Validators[0], Chains[0]] }),
      { code: 'Unsupported', path: ['genesis', 'Validators', 1] },
    ],
    [
      'is of the network',
      ({ Chains }) => ({
        Chains: Chains.map((of) => ({ ...of, unsignedTx: { ...of.unsignedTx, networkID: 9 } })),
      }),
      {
        code: 'WrongNetwork',
        path: ['genesis', 'Chains', 0],
        context: { have: '9', need: String(fuji.networkID) },
      },
    ],
  ])('%s', (_, change, refusal) => {
    expect(
      thrown(() => createLedger(changed(change), { chain: 'P', network: fuji })),
    ).toMatchObject(refusal);
  });
});

describe('rewards', () => {
  it('of a delegator leave the validator as it is if it keeps nothing', () => {
    const ledger = at(now);
    const [first, second] = [validator(ledger, { shares: 0 }), delegator(ledger)];
    standard(ledger, now, first, second);
    const { stakers, produced } = propose(ledger, end(ledger), rewarding(idOf(encode(Tx, second))));
    expect(stakers.map(({ why }) => why)).toEqual(['rewarded']);
    expect(produced.map(({ why }) => why)).toEqual(['stake', 'reward']);
    expect(ledger.current.size).toBe(1);
  });

  it.each([
    ['with Cortina', 0n, ['stake', 'reward']],
    ['before Cortina', -1n, ['stake', 'reward', 'delegateeReward']],
  ])(
    'of a delegator are shared at once or later, for a validator that began %s',
    (_, more, made) => {
      const ledger = at(now);
      const [first, second] = [validator(ledger), delegator(ledger)];
      standard(ledger, now, first, second);
      const id = formatID(idOf(encode(Tx, first)));
      const startTime = fuji.upgrades.cortina + more;
      ledger.current.set(id, { ...ledger.current.get(id)!, startTime });
      const { produced } = propose(ledger, end(ledger), rewarding(idOf(encode(Tx, second))));
      expect(produced.map(({ why }) => why)).toEqual(made);
      const isLater = ledger.current.get(id)!.accruedDelegateeReward > 0n;
      expect(isLater).toBe(more === 0n);
    },
  );

  it('that are refused leave the supply, and what delegators earned is paid', () => {
    const ledger = at(now);
    const supply = () => ledger.supplies.get(formatID(primaryNetworkID))!;
    const before = supply();
    const tx = validator(ledger);
    const { stakers } = standard(ledger, now, tx);
    const { potentialReward } = stakers[0]!.staker;
    expect(supply()).toBe(before + potentialReward);
    const refused = propose(ledger, end(ledger), rewarding(idOf(encode(Tx, tx))), false);
    expect(refused.stakers.map(({ why }) => why)).toEqual(['refused']);
    expect(refused.produced.map(({ why }) => why)).toEqual(['stake']);
    expect(supply()).toBe(before);
  });
});

describe('pending stakers', () => {
  /** Of each type, in the primary network or an elastic subnet, in the order in which they begin. */
  const kinds: readonly (readonly [name: string, type: string, isElastic: boolean])[] = [
    ['delegator', 'AddDelegatorTx', false],
    ['validator', 'AddValidatorTx', false],
    ['permissionless delegator', 'AddPermissionlessDelegatorTx', false],
    ['elastic validator', 'AddPermissionlessValidatorTx', true],
    ['elastic delegator', 'AddPermissionlessDelegatorTx', true],
    ['permissioned', 'AddSubnetValidatorTx', true],
  ];
  const subnetID = asset(9);

  function begun(order: readonly number[], startOf: (i: number) => bigint) {
    const ledger = at(beforeDurango);
    const rules = {
      minConsumptionRate: 100_000n,
      maxConsumptionRate: 120_000n,
      maximumSupply: avax('900000000'),
    };
    ledger.subnets.set(formatID(subnetID), {
      owner,
      transformation: { txID: subnetID, tx: rules as never },
    });
    ledger.supplies.set(formatID(subnetID), avax('400000000'));
    for (const i of order) {
      const [name, type, isElastic] = kinds[i]!;
      const txID = new Uint8Array(32).fill(50 - i);
      const staker = {
        txID,
        tx: { type: `platformvm.${type}` },
        nodeID: new Uint8Array(20).fill(i),
        subnetID: isElastic ? subnetID : primaryNetworkID,
        weight,
        startTime: startOf(i),
        endTime: beforeDurango + days(60),
        potentialReward: 0n,
        accruedDelegateeReward: 0n,
      } as unknown as Staker;
      ledger.pending.set(`${name} ${formatID(txID)}`.split(' ').at(-1)!, staker);
    }
    const { stakers } = standard(ledger, beforeDurango + 100n);
    expect(ledger.pending.size).toBe(order.length - stakers.length);
    return stakers.map(({ staker, why }) => {
      expect(why).toBe('current');
      return { kind: 50 - staker.txID[0]!, reward: staker.potentialReward };
    });
  }

  const all = [5, 3, 0, 4, 2, 1];
  it('begin as validators, then as delegators; those before in the order get the higher reward', () => {
    const found = begun(all, () => beforeDurango + 50n);
    expect(found.map(({ kind }) => kind)).toEqual([1, 3, 5, 0, 2, 4]);
    const reward = (kind: number) => found.find((of) => of.kind === kind)!.reward;
    expect(reward(0)).toBeGreaterThan(reward(1));
    expect(reward(1)).toBeGreaterThan(reward(2));
    expect(reward(3)).toBeGreaterThan(reward(4));
    expect(reward(5)).toBe(0n);
  });

  it('begin in the order of their times', () => {
    const found = begun(all, (i) => beforeDurango + 50n - BigInt(i));
    const reward = (kind: number) => found.find((of) => of.kind === kind)!.reward;
    expect(reward(0)).toBeLessThan(reward(1));
    expect(reward(1)).toBeLessThan(reward(2));
    expect(reward(3)).toBeLessThan(reward(4));
  });

  it('begin when it is their time and not before', () => {
    const found = begun(all, (i) => beforeDurango + 97n + BigInt(i));
    expect(found.map(({ kind }) => kind)).toEqual([1, 3, 0, 2]);
    expect(begun(all, () => beforeDurango + 101n)).toEqual([]);
  });

  it('of a permissioned subnet end at their time, by themselves', () => {
    const ledger = at(beforeDurango);
    const tx = unsigned('AddSubnetValidatorTx', {
      validator: { nodeID, start: beforeDurango + 5n, end: beforeDurango + 9n, weight },
      ...auth,
    });
    const { unsignedTx } = tx;
    const added = {
      ...tx,
      unsignedTx: {
        ...unsignedTx,
        validator: { ...(unsignedTx as { validator: object }).validator, subnetID },
      },
    } as unknown as Tx;
    standard(ledger, beforeDurango, added);
    expect([ledger.pending.size, ledger.current.size]).toEqual([1, 0]);
    standard(ledger, beforeDurango + 4n);
    expect([ledger.pending.size, ledger.current.size]).toEqual([1, 0]);
    standard(ledger, beforeDurango + 5n);
    expect([ledger.pending.size, ledger.current.size]).toEqual([0, 1]);
    standard(ledger, beforeDurango + 8n);
    expect(ledger.current.size).toBe(1);
    const { stakers } = standard(ledger, beforeDurango + 9n);
    expect(stakers.map(({ why }) => why)).toEqual(['ended']);
    expect(ledger.current.size).toBe(0);
  });
});
