import { describe, expect, it } from 'vitest';
import { build, estimateFee, type Intent } from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import type { CState, PState, State } from '../../src/state/index.ts';
import { wei } from '../../src/text/amount.ts';
import { formatID } from '../../src/text/id.ts';
import { asset, key, now, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const me = key(1).shortID;
const outputs = [{ to: key(2).shortID, amount: 1_000_000n }];
const subnetID = formatID(asset(9));
const empty: PState = { ...pState([]), from: [], feeState: { price: 3n } };
const cState: CState = {
  chain: 'C',
  network: fuji,
  from: [],
  time: now,
  accounts: [],
  baseFee: wei(25_000_000_000n),
};
const nodeID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const stake = { nodeID, end: now + 2_000_000n, rewardsOwner: me };

describe('estimateFee', () => {
  it.each<[string, State, Intent]>([
    ['a payment', empty, { type: 'BaseTx', outputs }],
    ['all that there is', empty, { type: 'BaseTx', outputs: [{ to: me, amount: 'max' }] }],
    ['another asset', empty, { type: 'BaseTx', outputs: [{ ...outputs[0]!, assetID: asset(7) }] }],
    ['an export', empty, { type: 'ExportTx', to: 'X', outputs }],
    ['an import', empty, { type: 'ImportTx', from: 'C' }],
    ['a stake', empty, { type: 'AddPermissionlessDelegatorTx', amount: 25_000_000_000n, ...stake }],
    ['a stake of all', empty, { type: 'AddPermissionlessDelegatorTx', amount: 'max', ...stake }],
    ['a subnet', empty, { type: 'CreateSubnetTx', owner: me }],
    ['a change of a subnet', empty, { type: 'RemoveSubnetValidatorTx', subnetID, nodeID }],
    [
      'a validator’s balance',
      empty,
      { type: 'IncreaseL1ValidatorBalanceTx', validationID: subnetID, balance: 5n },
    ],
    ['an import to C', cState, { type: 'ImportTx', from: 'X', to: evmAddressOf(key(1)) }],
  ])('gives a range for %s without UTXOs', (_, state, intent) => {
    const { low, likely, high } = estimateFee(state, intent);
    expect(low.total).toBeGreaterThan(0n);
    expect(likely.total).toBeGreaterThan(low.total);
    expect(high.total).toBeGreaterThan(likely.total);
  });

  it('is what a draft with as many inputs costs', () => {
    const intent: Intent = { type: 'BaseTx', outputs };
    const state = pState([utxo(1, 700_000n), utxo(2, 700_000n)]);
    expect(estimateFee({ ...state, utxos: [] }, intent).likely).toEqual(build(state, intent).fee);
    const one = pState([utxo(1, 70_000_000n)]);
    expect(estimateFee(one, intent).low).toEqual(build(one, intent).fee);
    const ten = pState(Array.from({ length: 10 }, (_, i) => utxo(i + 1, 110_000n)));
    expect(estimateFee(ten, intent).high).toEqual(build(ten, intent).fee);
  });

  it('follows price and margin, and is no error where it is high', () => {
    const intent: Intent = { type: 'BaseTx', outputs };
    const at = (price: bigint, priceMargin = 1) =>
      estimateFee({ ...empty, feeState: { price } }, intent, { priceMargin }).low.total;
    expect(at(6n)).toBe(2n * at(3n));
    expect(at(6n, 1.5)).toBe(3n * at(3n));
    expect(at(10_000_000n)).toBeGreaterThan(1_000_000_000n);
  });

  it('is fixed on X, and of one account from C', () => {
    const x = estimateFee(xState([]), { type: 'BaseTx', outputs });
    expect([x.low, x.likely, x.high]).toEqual(Array(3).fill({ total: 1_000_000n }));
    const c = estimateFee(cState, { type: 'ExportTx', to: 'P', outputs });
    expect(c.low).toEqual(c.high);
    expect(c.low.gas).toBeGreaterThan(11_000n);
  });

  it('refuses an intent that no builder takes', () => {
    expect(
      thrown(() => estimateFee(empty, { type: 'BaseTx', outputs: [{ to: 'x', amount: 1n }] })),
    ).toMatchObject({ path: ['outputs', 0, 'to'] });
  });
});
