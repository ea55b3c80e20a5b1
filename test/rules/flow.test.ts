import { describe, expect, it } from 'vitest';
import type { TransferableOutput } from '../../src/chain/pchain/components.ts';
import { fuji } from '../../src/network/known.ts';
import type { AnyUTXO } from '../../src/rules/index.ts';
import { outputOwners } from '../../src/state/owner.ts';
import { flowsOf, verifyFlows } from '../../src/tx/flows.ts';
import { amountOf } from '../../src/tx/output.ts';
import { asset, key, lockedUTXO, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { base, spend, xBase } from '../support/tx.ts';

const AVAX = fuji.avaxAssetID;
const me = outputOwners(key(1).shortID, fuji.chains.P, fuji);
const you = outputOwners(key(2).shortID, fuji.chains.P, fuji);
const time = 1000n;

const plain = (amount: bigint, owner = me, assetID = AVAX): TransferableOutput => ({
  assetID,
  output: amountOf(amount, owner),
});
const locked = (amount: bigint, locktime = 2000n, owner = me): TransferableOutput => ({
  assetID: AVAX,
  output: { type: 'stakeable.LockOut', locktime, output: amountOf(amount, owner) },
});

/** A BaseTx that spends all of the UTXOs, and the flows with them. */
const tx = (utxos: readonly AnyUTXO[], outputs: readonly TransferableOutput[]) => ({
  type: 'platformvm.BaseTx' as const,
  ...base(
    utxos.map((of) => spend(of)),
    outputs,
  ),
});
const check = (
  utxos: readonly AnyUTXO[],
  outputs: readonly TransferableOutput[],
  fee: bigint,
  more = {},
) => verifyFlows(tx(utxos, outputs), { avaxAssetID: AVAX, utxos, time, fee, ...more });
const refusal = (...args: Parameters<typeof check>) => thrown(() => check(...args));

describe('locked funds, docs/rules.md, "Locked funds on P"', () => {
  const lock = lockedUTXO(1, 10n, 2000n);
  const funds = utxo(2, 5n);

  it('takes lock to lock of the same owner and time, split or merged [case 15, 16]', () => {
    expect(check([lock, funds], [locked(4n), locked(6n), plain(4n)], 1n).locks).toEqual([
      expect.objectContaining({ consumed: 10n, produced: 10n, lost: 0n, added: 0n, owner: me }),
    ]);
    const two = [lock, lockedUTXO(3, 7n, 2000n), funds];
    expect(check(two, [locked(17n)], 5n).locks).toHaveLength(1);
  });

  it('refuses a lock that another owner, time or nobody gets [case 17, 18]', () => {
    for (const outputs of [[locked(10n, 2000n, you)], [locked(10n, 3000n)]])
      expect(refusal([lock, funds], outputs, 5n)).toMatchObject({ code: 'Unbalanced' });
    expect(refusal([lock, funds], [plain(10n), plain(4n)], 1n)).toMatchObject({
      code: 'Unbalanced',
    });
    // A node takes this one, and the funds are gone.
    expect(refusal([lock, funds], [plain(4n)], 1n)).toMatchObject({
      code: 'Unbalanced',
      context: { lost: 10n, locktime: 2000n },
    });
    expect(refusal([lock, funds], [locked(9n), plain(4n)], 1n)).toMatchObject({
      context: { lost: 1n },
    });
  });

  it('does not let what is locked pay the fee [case 13]', () => {
    expect(refusal([lock], [locked(9n)], 1n)).toMatchObject({ code: 'Unbalanced' });
  });

  it('counts an expired lock as unlocked, however it is spent [case 12]', () => {
    const expired = lockedUTXO(1, 10n, 1000n);
    expect(check([expired], [plain(9n)], 1n).locks).toEqual([]);
    const input = { ...spend(expired), ...spend(utxo(1, 10n)) };
    const plainly = { type: 'platformvm.BaseTx' as const, ...base([input], [plain(9n)]) };
    const state = { avaxAssetID: AVAX, utxos: [expired], time, fee: 1n };
    expect(verifyFlows(plainly, state).assets).toMatchObject([{ consumed: 10n, burned: 1n }]);
  });

  it('refuses to lock more than went in, unless that is meant', () => {
    expect(refusal([lock, funds], [locked(12n)], 3n)).toMatchObject({
      code: 'Unbalanced',
      context: { locked: 2n, meant: 0n },
    });
    const lockMore = { lock: [{ assetID: AVAX, amount: 2n }] };
    expect(check([lock, funds], [locked(12n)], 3n, lockMore).assets).toEqual([
      { assetID: AVAX, consumed: 5n, produced: 0n, deposited: 0n, locked: 2n, burned: 3n },
    ]);
    expect(refusal([lock, funds], [locked(16n)], 0n)).toMatchObject({ code: 'Unbalanced' });
  });

  it('tells locks apart by time alone without the UTXOs, and needs all of them with', () => {
    const moved = tx([lock, funds], [locked(10n, 2000n, you), plain(4n)]);
    const [flow] = flowsOf(moved, { avaxAssetID: AVAX }).locks;
    expect(flow).toEqual({
      assetID: AVAX,
      locktime: 2000n,
      consumed: 10n,
      produced: 10n,
      lost: 0n,
      added: 0n,
    });
    expect(thrown(() => flowsOf(moved, { avaxAssetID: AVAX, utxos: [lock], time }))).toMatchObject({
      code: 'MissingState',
    });
  });
});

describe('exactness', () => {
  it('refuses an over-burn that a node takes, and a fee that is not paid [case 20]', () => {
    const coins = [utxo(1, 10n)];
    expect(refusal(coins, [plain(7n)], 1n)).toMatchObject({ context: { burned: 3n, meant: 1n } });
    expect(refusal(coins, [plain(10n)], 1n)).toMatchObject({ context: { burned: 0n, meant: 1n } });
    expect(refusal([], [], 1n)).toMatchObject({ context: { burned: 0n, meant: 1n } });
    expect(check(coins, [plain(9n)], 1n).assets).toEqual([
      { assetID: AVAX, consumed: 10n, produced: 9n, deposited: 0n, locked: 0n, burned: 1n },
    ]);
  });

  it('names another asset that is lost, unless that is meant', () => {
    const token = utxo(2, 100n, { assetID: asset(7) });
    const coins = [utxo(1, 10n), token];
    expect(refusal(coins, [plain(9n), plain(40n, me, asset(7))], 1n)).toMatchObject({
      context: { burned: 60n, meant: 0n },
    });
    const burn = { burn: [{ assetID: asset(7), amount: 60n }] };
    expect(() => check(coins, [plain(9n), plain(40n, me, asset(7))], 1n, burn)).not.toThrow();
    expect(refusal(coins, [plain(9n), plain(100n, me, asset(7))], 1n, burn)).toMatchObject({
      context: { burned: 0n, meant: 60n },
    });
  });

  it('does not wrap a sum of more than a uint64 [case 31]', () => {
    const coins = [utxo(1, 2n ** 63n), utxo(2, 2n ** 63n)];
    expect(refusal(coins, [], 0n)).toMatchObject({ code: 'OutOfRange' });
    const unsigned = {
      type: 'avm.BaseTx' as const,
      ...xBase(
        coins.map((of) => spend(of)),
        [],
      ),
    };
    expect(thrown(() => flowsOf(unsigned, { avaxAssetID: AVAX }))).toMatchObject({
      code: 'OutOfRange',
    });
  });

  it('counts balances of L1 validators apart [case 76]', () => {
    const coins = [utxo(1, 100n)];
    const raise = {
      ...tx(coins, [plain(60n)]),
      type: 'platformvm.IncreaseL1ValidatorBalanceTx' as const,
      validationID: asset(1),
      balance: 30n,
    };
    const state = { avaxAssetID: AVAX, utxos: coins, time, fee: 10n };
    expect(verifyFlows(raise, { ...state, deposit: 30n }).assets).toMatchObject([
      { consumed: 100n, produced: 60n, deposited: 30n, burned: 10n },
    ]);
    expect(thrown(() => verifyFlows(raise, { ...state, deposit: 29n }))).toMatchObject({
      context: { deposited: 30n, meant: 29n },
    });
    expect(thrown(() => verifyFlows({ ...raise, balance: 2n ** 64n - 1n }, state))).toMatchObject({
      code: 'Unbalanced',
    });
  });

  it('counts stake, imports, exports and the accounts of the C-chain', () => {
    const coins = [utxo(1, 100n), lockedUTXO(2, 50n, 2000n)];
    const stake = {
      ...tx(coins, [plain(20n)]),
      type: 'platformvm.AddPermissionlessDelegatorTx' as const,
      validator: { nodeID: new Uint8Array(20).fill(1), start: 0n, end: 9n, weight: 120n },
      subnetID: new Uint8Array(32),
      stake: [plain(70n), locked(50n)],
      rewardsOwner: me,
    };
    const state = { avaxAssetID: AVAX, utxos: coins, time, fee: 10n };
    const flows = verifyFlows(stake, state);
    expect(flows.assets).toMatchObject([{ consumed: 100n, produced: 90n, burned: 10n }]);
    expect(flows.locks).toMatchObject([{ consumed: 50n, produced: 50n }]);
    const toC = {
      ...tx([coins[0]!], [plain(20n)]),
      type: 'platformvm.ExportTx' as const,
      destinationChain: fuji.chains.C.blockchainID,
      exportedOutputs: [plain(70n)],
    };
    expect(verifyFlows(toC, state).assets).toMatchObject([{ produced: 90n, burned: 10n }]);
    const account = { address: new Uint8Array(20).fill(1), assetID: AVAX, amount: 100n };
    const C = { networkID: fuji.networkID, blockchainID: fuji.chains.C.blockchainID };
    const fromC = {
      ...C,
      type: 'atomic.ExportTx' as const,
      destinationChain: fuji.chains.P.blockchainID,
      inputs: [{ ...account, nonce: 3n }],
      exportedOutputs: [{ assetID: AVAX, output: amountOf(90n, me) }],
    };
    expect(verifyFlows(fromC, { avaxAssetID: AVAX, fee: 10n }).assets).toMatchObject([
      { consumed: 100n, produced: 90n, burned: 10n },
    ]);
  });
});
