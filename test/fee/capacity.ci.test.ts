/** Fees and capacity on a chain where nobody else builds, against the real P-chain. */
import { expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { feeStateNow } from '../../src/fee/index.ts';
import { connect } from '../../src/rpc/index.ts';
import { finalize, privateKey, sign } from '../../src/sign/index.ts';
import type { PState } from '../../src/state/index.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';
import { thrown } from '../support/thrown.ts';

/** Against a node that never gets there. */
const patient = { interval: 500, timeout: 300_000 };

describeWithGo('after a heavy block', () => {
  it('a quiet chain builds again, and the node takes it', async () => {
    const { ready } = await startLocalnode();
    const node = connect(ready.url);
    const key = privateKey(ready.keys[0]!.privateKey);
    const stateOf = () => node.pchain.state([key.shortID]);
    const pay = (state: PState, count: number) =>
      buildBaseTx(state, { outputs: Array(count).fill({ to: key.shortID, amount: 1_000_000n }) });
    const issue = async (state: PState, count: number) =>
      node.issue(finalize(sign(pay(state, count), key)));

    // Uses the gas faster than it comes back.
    let heavy = await stateOf();
    do {
      await issue(heavy, 400);
      heavy = await stateOf();
    } while (heavy.feeState.capacity! > 450_000n);
    expect(heavy.chainTime).toBeDefined();
    expect(heavy.time - heavy.chainTime!).toBeLessThan(30n);

    let quiet = heavy;
    await expect
      .poll(async () => {
        quiet = await stateOf();
        return quiet.time - quiet.chainTime!;
      }, patient)
      .toBeGreaterThanOrEqual(11n);
    expect(quiet.feeState).toEqual(heavy.feeState);
    // What the node says of the last block would refuse it for ever.
    const stale: PState = { ...quiet, time: quiet.chainTime! };
    expect(thrown(() => pay(stale, 500)).code).toBe('OutOfRange');
    expect(feeStateNow(quiet).capacity).toBeGreaterThan(900_000n);
    await issue(quiet, 500);
  });
});
