import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx, buildImportTx, type Draft } from '../../src/builder/index.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import { evmAddressOf, finalize, sign } from '../../src/sign/index.ts';
import { wei } from '../../src/text/amount.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { describeWithGo } from '../support/go.ts';
import { asset, key, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';
import { verdicts } from './xverdict.ts';

const me = key(1);
const you = key(2).shortID;
const from = trio.map((k) => k.shortID);
const twoOfThree = { addresses: from, threshold: 2 };
const fee = fuji.xFees.txFee;

const imported = (draft: Draft) => {
  if (draft.unsignedTx.type === 'avm.ImportTx') return draft.unsignedTx;
  throw new Error(draft.unsignedTx.type);
};

/** Imports that the cases of `test/cases.md` name, on a network. */
const cases = (network: Network) => {
  const AVAX = network.avaxAssetID;
  const avax = (n: number, amount: bigint) => utxo(n, amount, { assetID: AVAX });
  const P = {
    40: [9, 8, 7].map((n) => utxo(n, 5n, { assetID: asset(n), owner: twoOfThree })),
    41: [avax(1, fee - 1n), utxo(2, 5n, { assetID: asset(7) })],
    42: [avax(1, fee)],
  };
  const state = xState([avax(50, 3n * fee)], { network, from });
  const build = (n: keyof typeof P) =>
    buildImportTx({ ...state, imports: { P: P[n] } }, { from: 'P', to: you });
  return { 40: build(40), 41: build(41), 42: build(42) };
};

describe('between chains', () => {
  const built = cases(fuji);

  it('sorts three imported assets [case 40]', () => {
    const ids = imported(built[40]).outputs.map(({ assetID }) => assetID);
    expect(ids).toHaveLength(4);
    expect([...ids].sort(compareBytes)).toEqual(ids);
  });

  it('tops up what is imported, local credentials first [case 41]', () => {
    const { inputs, importedInputs } = imported(built[41]);
    expect([inputs.length, importedInputs.length]).toEqual([1, 2]);
    expect(built[41].slots).toHaveLength(3);
    expect(built[41].slots[0]).toMatchObject({ utxo: { txID: inputs[0]!.txID } });
    expect(built[41].change.map(({ output }) => output.amount)).toEqual([3n * fee - 1n]);
  });

  it('makes no output where the fee is all there is [case 42]', () => {
    const { outputs, inputs, importedInputs } = imported(built[42]);
    expect([outputs.length, inputs.length, importedInputs.length]).toEqual([0, 0, 1]);
    expect(built[42].fee.total).toBe(fee);
  });

  it('refuses the chain itself [case 43]', () => {
    const state = pState([utxo(1, 10_000_000n)]);
    for (const other of ['P', 'Q'])
      expect(thrown(() => buildImportTx(state, { from: other as 'P' })).code).toBe('WrongChain');
  });

  it('refuses to export what can only be staked [case 44]', () => {
    const state = pState([utxo(1, 10_000_000n)]);
    const outputs = [{ to: you, amount: 5n }];
    const draft = buildExportTx(state, { to: 'X', outputs });
    const { unsignedTx } = draft;
    if (unsignedTx.type !== 'platformvm.ExportTx') throw new Error(unsignedTx.type);
    const [{ assetID, output }] = unsignedTx.exportedOutputs as [
      (typeof unsignedTx.exportedOutputs)[0],
    ];
    const locked = { type: 'stakeable.LockOut', locktime: 1n, output };
    const exportedOutputs = [{ assetID, output: locked }];
    const changed = { ...draft, unsignedTx: { ...unsignedTx, exportedOutputs } };
    const error = thrown(() => sign(changed as Draft, me));
    expect(error.path.slice(0, 3)).toEqual(['draft', 'unsignedTx', 'exportedOutputs']);
    const wish = [{ to: you, amount: 5n, stakeableUntil: 5n }];
    const c = {
      chain: 'C' as const,
      network: fuji,
      from,
      time: now,
      baseFee: wei(1n),
      accounts: [{ address: evmAddressOf(me), nonce: 0n, balance: wei('1') }],
    };
    for (const of of [xState([utxo(1, 10_000_000n)]), c])
      expect(thrown(() => buildExportTx(of, { to: 'P', outputs: wish })).path).toEqual([
        'outputs',
        0,
        'stakeableUntil',
      ]);
  });

  it('sends the C-chain AVAX only [case 45]', () => {
    const state = xState([utxo(1, 10_000_000n), utxo(2, 5n, { assetID: asset(7) })]);
    const outputs = [{ to: you, amount: 5n, assetID: asset(7) }];
    expect(thrown(() => buildExportTx(state, { to: 'C', outputs })).code).toBe('Unsupported');
  });

  it('pays 40 gas more for change of three addresses than of one [case 97]', () => {
    const state = pState([utxo(1, 10_000_000n)]);
    const outputs = [{ to: you, amount: 5n }];
    const gas = (change: typeof twoOfThree | Uint8Array) =>
      buildBaseTx(state, { outputs }, { change }).fee.gas!;
    expect(gas(twoOfThree) - gas(you)).toBe(1120n - 1080n);
  });
});

describeWithGo('imports on X, by the node', () => {
  it('are taken', async () => {
    const txs = [mainnet, fuji, local].flatMap((network) =>
      Object.values(cases(network)).map((draft) => ({
        tx: finalize(sign(draft, trio, trusting)),
        network,
      })),
    );
    expect(await verdicts(txs)).toEqual(txs.map(() => true));
  });
});
