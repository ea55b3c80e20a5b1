import { describe, expect, it } from 'vitest';
import { build, type Draft, type Intent, type Options } from '../../src/builder/index.ts';
import { feeCertificateOf, feePartsOf } from '../../src/explain/index.ts';
import { wei } from '../../src/index.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/index.ts';
import type { State } from '../../src/state/index.ts';
import {
  asset,
  cState,
  key,
  lockedUTXO,
  now,
  pState,
  trio,
  utxo,
  xState,
} from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [me, you] = [key(1).shortID, key(2).shortID];
const send = (amount: bigint | 'max', assetID = fuji.avaxAssetID): Intent => ({
  type: 'BaseTx',
  outputs: [{ to: you, amount, assetID }],
});

/** The certificate of what is built. */
function certified(state: State, intent: Intent, options: Options = {}) {
  const draft = build(state, intent, options) as Draft;
  return { draft, ...feeCertificateOf(state, intent, draft, options) };
}

describe('the parts of a fee', () => {
  it('are those of gas on P', () => {
    const { parts, fee } = certified(
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
    const { draft, parts, fee } = certified(state, {
      type: 'AddPermissionlessDelegatorTx',
      nodeID: new Uint8Array(20),
      amount: 10n ** 9n,
      end: now + 2_592_000n,
      rewards: me,
    });
    expect(parts.inputs).toBe(2_104n + 2_092n);
    expect(parts.signatures).toBe(3n * 869n);
    expect(parts.outputs).toBe(1_092n);
    expect(parts.change).toBe(0n);
    expect([fee, parts.dust]).toEqual([11_500n, 427n]);
    expect(parts.base).toBe(draft.fee.gas! - parts.inputs - parts.signatures - parts.outputs);
    expect(feePartsOf(draft)).toEqual(parts);
  });

  it('are the flat fee on X', () => {
    const state = xState([utxo(0, 10n ** 9n)]);
    const { parts, fee, above } = certified(state, send(5n));
    expect(parts).toEqual({
      base: fee,
      inputs: 0n,
      outputs: 0n,
      signatures: 0n,
      change: 0n,
      dust: 0n,
    });
    expect([fee, above]).toEqual([1_000_000n, 0n]);
  });

  it('are those of gas on C, rounded to the base', () => {
    const state = cState({ imports: { P: [utxo(0, 10n ** 9n), utxo(1, 10n ** 9n)] } });
    const { draft, parts, above } = certified(
      state,
      { type: 'ImportTx', from: 'P' },
      { own: [me, evmAddressOf(key(1))] },
    );
    expect(parts.inputs).toBe((168n * state.baseFee) / 10n ** 9n);
    expect(parts.signatures).toBe((2_008n * state.baseFee) / 10n ** 9n);
    expect(parts.outputs).toBe((60n * state.baseFee) / 10n ** 9n);
    expect(Object.values(parts).reduce((a, b) => a + b)).toBe(draft.fee.total);
    expect(above).toBe(0n);
  });

  it('are those of an export from C, whose least is taken from the richest accounts', () => {
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
    const { draft, parts, above } = certified(state, intent);
    expect(draft.slots).toHaveLength(2);
    expect(parts.inputs).toBe((136n * state.baseFee) / 10n ** 9n);
    expect(parts.outputs).toBe((80n * state.baseFee) / 10n ** 9n);
    expect(Object.values(parts).reduce((a, b) => a + b)).toBe(draft.fee.total);
    expect(above).toBe(0n);
  });
});

describe('the certificate of a fee', () => {
  const coins = [5n, 4n, 3n, 2n, 1n].map((amount, i) => utxo(i, amount * 10n ** 9n));
  const state = pState(coins);

  it('says how much more than the cheapest another strategy burns', () => {
    const intent = send(4n * 10n ** 9n);
    const cheapest = certified(state, intent);
    expect(cheapest.above).toBe(0n);
    for (const options of [{ strategy: 'consolidate' }, { include: coins.slice(2) }] as const) {
      const draft = build(state, intent, options);
      const { above, least } = feeCertificateOf(state, intent, draft as Draft);
      expect(least).toBe(cheapest.fee);
      expect(above).toBe(draft.fee.total - cheapest.fee);
      expect(above).toBeGreaterThan(0n);
    }
  });

  it('does not depend on the order of the UTXOs', () => {
    const intent = send(7n * 10n ** 9n);
    const { draft, ...said } = certified(state, intent);
    expect(feeCertificateOf(pState([...coins].reverse()), intent, draft)).toEqual(said);
  });

  it('charges change unless some coins meet the amount exactly', () => {
    const fee = 58n + 1_080n + 2n * 2_961n;
    const exact = certified(state, send(3n * 10n ** 9n - fee), {
      exclude: [coins[0]!, coins[1]!, coins[2]!],
    });
    expect([exact.fee, exact.least]).toEqual([fee, fee]);
    const beside = certified(state, send(3n * 10n ** 9n - fee - 2_000n), {
      exclude: [coins[0]!, coins[1]!, coins[2]!],
    });
    expect([beside.fee, beside.least]).toEqual([fee + 1_080n, fee + 1_080n]);
  });

  it('covers several assets, `max` and burned balances', () => {
    const gold = asset(7);
    const utxos = [
      ...coins,
      ...[5n, 3n, 2n].map((amount, i) => utxo(10 + i, amount, { assetID: gold })),
    ];
    const wallet = pState(utxos);
    expect(certified(wallet, send(5n, gold)).above).toBe(0n);
    expect(certified(wallet, send(4n, gold)).above).toBe(0n);
    expect(certified(wallet, send('max', gold)).above).toBe(0n);
    expect(certified(wallet, send('max')).above).toBe(0n);
    const balance: Intent = {
      type: 'IncreaseL1ValidatorBalanceTx',
      validationID: asset(9),
      balance: 10n ** 9n,
    };
    const { fee, parts, above } = certified(wallet, balance);
    expect([fee, above]).toEqual([parts.base + 2_961n + 1_080n, 0n]);
  });

  it('believes nothing that the draft says', () => {
    const intent = send(4n * 10n ** 9n);
    const { draft, ...said } = certified(state, intent);
    const mismatch = (of: Partial<Draft>) =>
      thrown(() => feeCertificateOf(state, intent, { ...draft, ...of } as Draft)).code;
    expect(mismatch({ change: [] })).toBe('Mismatch');
    const { outputs } = draft.unsignedTx as unknown as {
      readonly outputs: readonly { readonly output: never }[];
    };
    const paid = draft.change[0]!.outputIndex === 0 ? 1 : 0;
    const claimed = { outputIndex: paid, assetID: fuji.avaxAssetID, output: outputs[paid]!.output };
    expect(
      mismatch({
        change: [...draft.change, claimed].sort((a, b) => a.outputIndex - b.outputIndex),
      }),
    ).toBe('Mismatch');
    const fee = { total: 1n, gas: 1n, price: 1_000n };
    expect(feeCertificateOf(state, intent, { ...draft, fee, warnings: [] } as Draft)).toEqual(said);
  });

  it('refuses other UTXOs than those of the state, other intents and other chains', () => {
    const intent = send(4n * 10n ** 9n);
    const { draft } = certified(state, intent);
    const error = thrown(() => feeCertificateOf(pState(coins.slice(1, 3)), intent, draft));
    expect(error.code).toBe('Mismatch');
    expect(error.path.slice(0, 3)).toEqual(['draft', 'unsignedTx', 'inputs']);
    expect(thrown(() => feeCertificateOf(state, send(1n), draft)).code).toBe('Mismatch');
    expect(thrown(() => feeCertificateOf(xState(coins), intent, draft)).code).toBe('WrongChain');
  });

  it('is over a price with the margin, which is paid on purpose', () => {
    const intent = send(4n * 10n ** 9n);
    expect(certified(state, intent, { priceMargin: 2 }).above).toBe(0n);
    const dear = build(state, intent, { priceMargin: 2 }) as Draft;
    const { fee, least } = feeCertificateOf(state, intent, dear);
    expect(fee).toBe(2n * least);
  });
});
