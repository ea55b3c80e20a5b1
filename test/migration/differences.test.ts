/** Where this library and avalanchejs make other bytes of the same UTXOs: exactly the fields that `docs/migration.md` names. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx, buildImportTx } from '../../src/builder/index.ts';
import type { AnyUTXO, PState, XState } from '../../src/index.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { wei } from '../../src/text/amount.ts';
import { asset, cState, now, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import {
  address,
  bytesOf,
  differences,
  key,
  offline,
  other,
  read,
  type TheirTx,
  theirs,
  to,
} from './support.ts';

const avax = 1_000_000_000n;
const mine = { owner: key.shortID };
const from = [key.shortID];

describe('what differs from avalanchejs', () => {
  let p: Awaited<ReturnType<typeof theirs>>;
  let x: Awaited<ReturnType<typeof theirs>>;
  beforeAll(async () => {
    [p, x] = await Promise.all([theirs('pchain'), theirs('xchain')]);
  });

  const onP = (utxos: PState['utxos'], more: Partial<PState> = {}) =>
    pState(utxos, { from, ...more });
  const onX = (utxos: XState['utxos']) => xState(utxos, { from });
  const given = (chain: 'P' | 'X', utxos: readonly AnyUTXO[]) => offline(chain, utxos);
  const pay = (state: PState, amount: bigint) => buildBaseTx(state, { outputs: [{ to, amount }] });

  it('inputs: of several UTXOs ours are those that burn least, theirs the first that suffice', async () => {
    const utxos = [utxo(1, avax, mine), utxo(2, avax, mine), utxo(3, 5n * avax, mine)];
    const ours = pay(onP(utxos), 3n * avax);
    const found: TheirTx = p.paid(await given('P', utxos), 3n * avax);
    const tx = read('P', found) as { inputs: unknown[] };
    expect(ours.unsignedTx.inputs.map(({ input }) => (input as { amount: bigint }).amount)).toEqual(
      [5n * avax],
    );
    expect(tx.inputs).toHaveLength(3);
    const fields = differences(ours.unsignedTx, tx).map((path) => path.replace(/\[.*/, ''));
    expect([...new Set(fields)].sort()).toEqual(['.inputs', '.outputs']);
    // The same inputs, named one by one: the same bytes.
    const include = utxos.map(({ txID, outputIndex }) => ({ txID, outputIndex }));
    const named = buildBaseTx(
      onP(utxos),
      { outputs: [{ to, amount: 3n * avax }] },
      { strategy: 'manual', include },
    );
    expect(bytesOf(named)).toEqual(found.toBytes());
    // With the largest alone, both are the same.
    const one = utxos.slice(2);
    const theirsOfOne: TheirTx = p.paid(await given('P', one), 3n * avax);
    expect(bytesOf(pay(onP(one), 3n * avax))).toEqual(theirsOfOne.toBytes());
  });

  it('the threshold of change: ours goes back to the owner, theirs to any one of the addresses', async () => {
    const owner = { addresses: [key.shortID, other.shortID], threshold: 2 };
    const utxos = [utxo(1, 5n * avax, { owner })];
    const both = [key.shortID, other.shortID];
    const state = pState(utxos, { from: both });
    const ours = pay(state, avax);
    const tx = read('P', p.paid(await given('P', utxos), avax, { fromAddressesBytes: both }));
    expect(differences(ours.unsignedTx, tx)).toEqual(['.outputs[1].output.threshold']);
    expect(ours.unsignedTx.outputs[1]!.output).toMatchObject({ threshold: 2 });
    const changed = read('P', p.paid(await given('P', utxos), avax, { fromAddressesBytes: both }));
    expect(changed.outputs).toMatchObject([{}, { output: { threshold: 1 } }]);
  });

  it('the fee on C: ours pays the base fee in wei, theirs in whole nAVAX', async () => {
    const state = cState({
      from: [evmAddressOf(key)],
      accounts: [{ address: evmAddressOf(key), nonce: 7n, balance: wei(10n ** 19n) }],
      baseFee: wei(25_000_000_007n),
    });
    const outputs = [{ to: address, amount: 3n * avax }];
    const ours = buildExportTx(state, { to: 'P', outputs });
    const cchain = { getBaseFee: async () => 25_000_000_007n };
    const wallet = { ...(await given('X', [])), cchain };
    const tx = read(
      'C',
      await x.exportedFromC(wallet, evmAddressOf(key), 7n),
    ) as typeof ours.unsignedTx;
    expect(differences(ours.unsignedTx, tx)).toEqual(['.inputs[0].amount']);
    // 11,230 units of gas: 280,750.00007861 nAVAX, of which theirs pays 280,750.
    expect(ours.unsignedTx.inputs[0]!.amount - tx.inputs[0]!.amount).toBe(1n);
  });

  it('the order of the outputs of an import of several assets: theirs is the order of the UTXOs', async () => {
    const of = (n: number, id: number) => utxo(n, 7n, { ...mine, assetID: asset(id) });
    const utxos = [utxo(1, 5n * avax, mine), of(2, 0xee), of(3, 0x03)];
    const state = { ...onX([]), imports: { P: utxos } };
    const ours = buildImportTx(state, { from: 'P', to: address.replace('P', 'X') });
    const tx = read('X', x.importedOf(await given('X', utxos))) as typeof ours.unsignedTx;
    const ids = (list: readonly { readonly assetID: Uint8Array }[]) =>
      list.map((o) => o.assetID[0]);
    expect(ids(ours.unsignedTx.outputs)).toEqual([0x03, 0x3d, 0xee]);
    expect(ids(tx.outputs)).toEqual([0x3d, 0xee, 0x03]); // a node refuses these: not sorted
    expect(differences(ours.unsignedTx, { ...tx, outputs: ours.unsignedTx.outputs })).toEqual([]);
  });

  it('imported inputs: ours leave out what costs more than it holds', async () => {
    const utxos = [utxo(1, 5n * avax, mine), utxo(2, 10n, mine)];
    const state = onP([], { imports: { C: utxos } });
    const ours = buildImportTx(state, { from: 'C', to: address });
    const tx = read('P', p.importedOf(await given('P', utxos))) as typeof ours.unsignedTx;
    expect(ours.unsignedTx.importedInputs).toHaveLength(1);
    expect(tx.importedInputs).toHaveLength(2);
    const amount = (of: typeof tx) => (of.outputs[0]!.output as { amount: bigint }).amount;
    expect(amount(ours.unsignedTx)).toBeGreaterThan(amount(tx));
  });

  describe('what avalanchejs builds and a node refuses is an error here', () => {
    it('a memo on P', async () => {
      const utxos = [utxo(1, 5n * avax, mine)];
      const memo = new TextEncoder().encode('invoice 7');
      const tx = read('P', p.paid(await given('P', utxos), avax, { memo }));
      expect(tx.memo).toEqual(memo);
      const outputs = [{ to, amount: avax }];
      expect(thrown(() => buildBaseTx(onP(utxos), { outputs, memo }))).toMatchObject({
        code: 'TooLong',
        path: ['memo'],
      });
    });

    it('a UTXO that is listed twice: it counts once', async () => {
      const utxos = [utxo(1, avax, mine), utxo(1, avax, mine)];
      const tx = read('X', x.plain(await given('X', utxos), 1_500_000_000n)) as {
        inputs: unknown[];
      };
      expect(tx.inputs).toHaveLength(2);
      expect(
        thrown(() =>
          buildBaseTx(onX(utxos), {
            outputs: [{ to: to.replace('P', 'X'), amount: 1_500_000_000n }],
          }),
        ).code,
      ).toBe('Insufficient');
    });

    it('an amount of 0', async () => {
      const utxos = [utxo(1, avax, mine)];
      const tx = read('P', p.paid(await given('P', utxos), 0n));
      expect(tx.outputs).toHaveLength(2);
      expect(thrown(() => pay(onP(utxos), 0n))).toMatchObject({
        code: 'OutOfRange',
        path: ['outputs', 0, 'amount'],
      });
    });
  });

  it('locks: at the very second of its locktime ours spends a UTXO, theirs does not', async () => {
    const owner = { addresses: [key.shortID], threshold: 1, locktime: now };
    const utxos = [utxo(1, 5n * avax, { owner })];
    expect(pay(onP(utxos), avax).unsignedTx.inputs).toHaveLength(1);
    const wallet = await given('P', utxos);
    expect(() => p.paid(wallet, avax, { minIssuanceTime: now })).toThrow('Insufficient funds');
  });
});
