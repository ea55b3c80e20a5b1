import { describe, expect, it } from 'vitest';
import { type BuildOptions, build, type Draft, type Intent } from '../../src/builder/index.ts';
import { feePartsOf } from '../../src/explain/index.ts';
import { wei } from '../../src/index.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/index.ts';
import type { State } from '../../src/state/index.ts';
import { cState, key, lockedUTXO, now, pState, trio, utxo, xState } from '../support/state.ts';

const [me, you] = [key(1).shortID, key(2).shortID];
const send = (amount: bigint | 'max', assetID = fuji.avaxAssetID): Intent => ({
  type: 'BaseTx',
  outputs: [{ to: you, amount, assetID }],
});

/** What is built, with its fee and the parts of that. */
function partsOf(state: State, intent: Intent, options: BuildOptions = {}) {
  const draft = build(state, intent, options) as Draft;
  return { draft, parts: feePartsOf(draft), fee: draft.fee.total };
}

describe('the parts of a fee', () => {
  it('are those of gas on P', () => {
    const { parts, fee } = partsOf(
      pState([utxo(0, 10n ** 9n)], { feeState: { price: 3n } }),
      send(5n * 10n ** 8n),
    );
    // 58 bytes; 92 bytes, a read and a write; 80 bytes and a write; 69 bytes and 200 units of compute.
    expect(parts).toEqual({
      base: 174n,
      inputs: 6_276n,
      outputs: 3_240n,
      signatures: 2_607n,
      change: 3_240n,
      dust: 0n,
    });
    expect(fee).toBe(15_537n);
  });

  it('count locked inputs and outputs, several addresses, stakes and dust', () => {
    const owner = { addresses: trio.map(({ shortID }) => shortID), threshold: 2 };
    const state = pState(
      [lockedUTXO(0, 10n ** 9n, now + 10_000_000n), utxo(1, 11_500n, { owner })],
      {
        from: trio.map(({ shortID }) => shortID),
      },
    );
    const { draft, parts, fee } = partsOf(state, {
      type: 'AddPermissionlessDelegatorTx',
      nodeID: new Uint8Array(20),
      amount: 10n ** 9n,
      end: now + 2_592_000n,
      rewardsOwner: me,
    });
    expect(parts.inputs).toBe(2_104n + 2_092n);
    expect(parts.signatures).toBe(3n * 869n);
    expect(parts.outputs).toBe(1_092n);
    expect(parts.change).toBe(0n);
    expect([fee, parts.dust]).toEqual([11_500n, 427n]);
    expect(parts.base).toBe(draft.fee.gas! - parts.inputs - parts.signatures - parts.outputs);
  });

  it('are the flat fee on X', () => {
    const state = xState([utxo(0, 10n ** 9n)]);
    const { parts, fee } = partsOf(state, send(5n));
    expect(parts).toEqual({
      base: fee,
      inputs: 0n,
      outputs: 0n,
      signatures: 0n,
      change: 0n,
      dust: 0n,
    });
    expect(fee).toBe(1_000_000n);
  });

  it('are those of gas on C, rounded to the base', () => {
    const state = cState({ imports: { P: [utxo(0, 10n ** 9n), utxo(1, 10n ** 9n)] } });
    const { draft, parts } = partsOf(
      state,
      { type: 'ImportTx', from: 'P' },
      { own: [me, evmAddressOf(key(1))] },
    );
    expect(parts.inputs).toBe((168n * state.baseFee) / 10n ** 9n);
    expect(parts.signatures).toBe((2_008n * state.baseFee) / 10n ** 9n);
    expect(parts.outputs).toBe((60n * state.baseFee) / 10n ** 9n);
    expect(Object.values(parts).reduce((a, b) => a + b)).toBe(draft.fee.total);
  });

  it('are those of an export from C', () => {
    const account = (n: number, nAVAX: bigint) => ({
      address: evmAddressOf(key(n)),
      nonce: 0n,
      balance: wei(nAVAX * 10n ** 9n),
    });
    const state = cState({
      accounts: [account(1, 10n ** 7n), account(2, 10n ** 7n), account(3, 10n ** 7n)],
    });
    const intent: Intent = {
      type: 'ExportTx',
      to: 'P',
      outputs: [{ to: you, amount: 15_000_000n }],
    };
    const { draft, parts } = partsOf(state, intent);
    expect(draft.slots).toHaveLength(2);
    expect(parts.inputs).toBe((136n * state.baseFee) / 10n ** 9n);
    expect(parts.outputs).toBe((80n * state.baseFee) / 10n ** 9n);
    expect(Object.values(parts).reduce((a, b) => a + b)).toBe(draft.fee.total);
  });
});
