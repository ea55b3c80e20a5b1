import { describe, expect, it } from 'vitest';
import { fuji } from '../../src/network/known.ts';
import {
  type AnyUnsignedTx,
  checkTx,
  completeList,
  type Facts,
  factsOfState,
  nextBlockTime,
  refusalOf,
  type TxOf,
} from '../../src/rules/index.ts';
import { outputOwners } from '../../src/state/owner.ts';
import { wei } from '../../src/text/amount.ts';
import { formatID } from '../../src/text/id.ts';
import { amountOf } from '../../src/tx/output.ts';
import { AVAX, at, day, me, newChain, pBase, subnetID } from '../support/ruletx.ts';
import { asset, key, lockedUTXO, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { base, credential, spend } from '../support/tx.ts';
import { ruleSays } from '../support/verdict.ts';

describe('a verdict', () => {
  const tx = { type: 'platformvm.BaseTx' as const, ...pBase };
  const facts = at({ utxos: [utxo(1, 10n)], feeState: { price: 0n, capacity: 1_000_000n } });

  it('is unknown as long as a fact or signature is missing, and refused if one rule refuses', () => {
    expect(checkTx(tx, facts).result).toBe('unknown');
    const signed = { unsignedTx: tx, credentials: [credential(tx, key(1))] };
    expect(checkTx(signed, facts)).toMatchObject({ result: 'accepted' });
    expect(refusalOf(checkTx(signed, facts))).toBeUndefined();
    const dear = { ...facts, feeState: { price: 1n, capacity: 1_000_000n } };
    const verdict = checkTx(tx, dear);
    expect(verdict.result).toBe('refused');
    expect(refusalOf(verdict)!.code).toBe('FeeTooLow');
    const { result, code, hint } = verdict.findings.find(({ rule }) => rule === 'fee')!;
    expect({ result, code }).toEqual({ result: 'refused', code: 'FeeTooLow' });
    expect(hint).toContain('current price');
  });

  it('says which fact is missing', () => {
    const missing = (of: Facts) => checkTx(tx, of).findings.flatMap((found) => found.missing ?? []);
    expect(missing({ network: fuji })).toEqual(['time', 'time', 'utxos', 'signatures', 'time']);
    expect(missing(at())).toEqual(['feeState', 'utxos', 'signatures']);
    expect(missing(facts)).toEqual(['signatures']);
  });

  it('takes the transaction half signed', () => {
    const two = { addresses: trio.map((k) => k.shortID), threshold: 2 };
    const coin = utxo(1, 10n, { owner: two });
    const unsignedTx = { type: 'platformvm.BaseTx' as const, ...base([spend(coin, [0, 1])], []) };
    const [a, b] = credential(unsignedTx, trio[0], trio[1]).signatures as [Uint8Array, Uint8Array];
    const says = (...signatures: readonly (Uint8Array | null)[]) =>
      ruleSays({ unsignedTx, slots: [{ signatures }] }, at({ utxos: [coin] }), 'signatures');
    expect(says(a, b)).toBe('ok');
    expect(says(a, null)).toBe('? signatures');
    expect(says(b, null)).toBe('BadSignature credentials[0].signatures[0]');
  });

  it('refuses a type that no chain has', () => {
    const other = { ...tx, type: 'platformvm.FooTx' } as unknown as AnyUnsignedTx;
    expect(() => checkTx(other, at())).toThrow('there are no rules for platformvm.FooTx');
    expect(thrown(() => checkTx(other, at()))).toMatchObject({
      code: 'Unsupported',
      path: ['type'],
    });
  });
});

describe('UTXOs', () => {
  const coin = utxo(1, 10n);
  const imported = (sourceChain: Uint8Array): TxOf<'platformvm.ImportTx'> => ({
    type: 'platformvm.ImportTx',
    ...base([], []),
    sourceChain,
    importedInputs: [spend(coin)],
  });
  const { X, C } = fuji.chains;

  it('are those of the chain that an import names', () => {
    const says = (facts: Partial<Facts>) => ruleSays(imported(X.blockchainID), at(facts), 'UTXOs');
    expect(says({ imports: { X: [coin] } })).toBe('ok');
    expect(says({ imports: { X: [], C: [coin] } })).toBe('WrongChain importedInputs[0]');
    expect(says({ utxos: [coin] })).toBe('WrongChain importedInputs[0]');
    expect(says({ imports: { X: () => null } })).toBe('NotFound importedInputs[0]');
    expect(says({ imports: { C: () => null } })).toBe('? imports');
    expect(ruleSays(imported(C.blockchainID), at({ imports: { C: [coin] } }), 'UTXOs')).toBe('ok');
  });

  it('are those of the chain itself for inputs, in a list or by id', () => {
    const tx = { type: 'platformvm.BaseTx' as const, ...base([spend(coin)], []) };
    const says = (facts: Partial<Facts>) => ruleSays(tx, at(facts), 'UTXOs');
    const byID = (id: string) => (id.length > 40 ? coin : undefined);
    expect(says({ utxos: [utxo(2, 1n), coin] })).toBe('ok');
    expect(says({ utxos: byID })).toBe('ok');
    expect(says({ utxos: { get: byID } })).toBe('ok');
    expect(says({ imports: { X: [coin] } })).toBe('WrongChain inputs[0]');
    expect(says({ utxos: completeList(new Map()) })).toBe('NotFound inputs[0]');
    expect(says({})).toBe('? utxos');
  });

  it('have an owner that a node accepts', () => {
    const coin = utxo(1, 10n, { owner: { addresses: trio.map((k) => k.shortID), threshold: 1 } });
    const { addresses } = coin.output;
    const says = (of: readonly Uint8Array[]) => {
      const output = { ...coin.output, addresses: of };
      const tx = { type: 'platformvm.BaseTx' as const, ...base([spend(coin)], []) };
      return ruleSays(tx, at({ utxos: [{ ...coin, output }] }), 'UTXOs');
    };
    expect(says(addresses)).toBe('ok');
    expect(says([...addresses].reverse())).toBe('NotSorted inputs[0].input.addresses[1]');
  });

  it('leave the funds unchecked where their locks count', () => {
    const locked = lockedUTXO(1, 10n, now + day);
    const lockOut = (amount: bigint, owner = me) => ({
      assetID: AVAX,
      output: {
        type: 'stakeable.LockOut' as const,
        locktime: now + day,
        output: amountOf(amount, owner),
      },
    });
    const says = (outputs: Parameters<typeof base>[1], facts: Partial<Facts>) =>
      ruleSays(
        { type: 'platformvm.BaseTx', ...base([spend(locked)], outputs) },
        at(facts),
        'funds',
      );
    const you = outputOwners(key(2).shortID, fuji.chains.P, fuji);
    expect(says([lockOut(10n)], { utxos: [locked] })).toBe('ok');
    expect(says([lockOut(10n, you)], { utxos: [locked] })).toBe('Unbalanced');
    expect(says([lockOut(10n, you)], {})).toBe('? utxos');
    expect(says([lockOut(11n)], {})).toBe('Unbalanced');
    expect(says([lockOut(10n)], { time: undefined })).toBe('? clock');
    // Since the lock is over by the clock, funds are free.
    const free = [{ assetID: AVAX, output: amountOf(10n, you) }];
    expect(says(free, { utxos: [locked], clock: now + day })).toBe('ok');
    expect(says(free, { utxos: [locked], clock: now + day - 1n })).toBe('Unbalanced');
  });
});

describe('admission and fee on P', () => {
  const tx = { type: 'platformvm.BaseTx' as const, ...pBase };
  const gasOf = (facts: Partial<Facts>) => ruleSays(tx, at(facts), 'gas');
  const used = 2_963n;

  it('gas: at most what is left, and what there ever is; not before Etna', () => {
    const left = (capacity: bigint) => ({ feeState: { capacity } });
    const found = checkTx(tx, at(left(100_000n))).findings.find(({ rule }) => rule === 'gas')!;
    const gas = BigInt(found.detail!.split(' ')[0]!);
    expect(gas).toBeGreaterThan(used - 1000n);
    expect(gasOf(left(gas))).toBe('ok');
    expect(gasOf(left(gas - 1n))).toBe('OutOfRange');
    expect(gasOf({})).toBe('? feeState');
    expect(gasOf({ time: fuji.upgrades.etna - 1n })).toBe('ok');
    expect(gasOf({ time: undefined })).toBe('? time');
    const small = { ...fuji, pFees: { ...fuji.pFees, maxCapacity: gas - 1n } };
    expect(gasOf({ network: small })).toBe('OutOfRange');
    expect(gasOf({ network: small, ...left(gas) })).toBe('OutOfRange');
  });

  it('fee: gas times price, exactly; none before Etna', () => {
    const gas = BigInt(
      checkTx(tx, at({ feeState: { capacity: 1_000_000n } }))
        .findings.find(({ rule }) => rule === 'gas')!
        .detail!.split(' ')[0]!,
    );
    const paying = (burned: bigint, facts: Partial<Facts>) =>
      ruleSays(
        { type: 'platformvm.BaseTx', ...base([spend(utxo(1, 9n + burned))], pBase.outputs) },
        at(facts),
        'fee',
      );
    expect(paying(3n * gas, { feeState: { price: 3n } })).toBe('ok');
    expect(paying(3n * gas - 1n, { feeState: { price: 3n } })).toBe('FeeTooLow');
    expect(paying(gas, {})).toBe('? feeState');
    expect(paying(gas * fuji.pFees.minPrice - 1n, {})).toBe('FeeTooLow');
    expect(paying(0n, { time: fuji.upgrades.etna - 1n })).toBe('ok');
  });

  it('size: 262,144 bytes before Helicon', () => {
    const sized = (bytes: number): AnyUnsignedTx => ({
      ...newChain,
      genesisData: new Uint8Array(bytes),
    });
    const { helicon } = fuji.upgrades;
    const says = (bytes: number, clock?: bigint) =>
      ruleSays(sized(bytes), at({ clock, time: clock }), 'size');
    let most = 262_144;
    while (says(most, helicon - 1n) !== 'ok') most--;
    expect(262_144 - most).toBeGreaterThan(300);
    expect(says(most + 1, helicon - 1n)).toBe('TooLong');
    expect(says(most + 1, helicon)).toBe('ok');
    expect(says(most)).toBe('ok');
    expect(says(most + 1)).toBe('? clock');
  });
});

describe('facts', () => {
  it('of a state say what it lists and no more', () => {
    const authorities = { [formatID(subnetID)]: { addresses: [key(1).shortID], threshold: 1 } };
    const state = pState([utxo(1, 10n)], { authorities, feeState: { price: 3n, capacity: 0n } });
    const { feeState, time, subnets } = factsOfState(state);
    expect({ feeState, time }).toEqual({ feeState: { price: 3n, capacity: undefined }, time: now });
    const known = { ...state, feeState: { price: 3n, capacity: 9n } };
    expect(factsOfState(known).feeState).toEqual({ price: 3n, capacity: 9n });
    expect(ruleSays(newChain, factsOfState(state), 'authorization')).toBe('ok');
    expect(
      ruleSays({ ...newChain, subnetID: asset(2) }, factsOfState(state), 'authorization'),
    ).toBe('? subnets');
    expect(subnets).toBeTypeOf('function');
    const id = formatID(subnetID);
    const nobody = { ...state, authorities: { [id]: { addresses: ['P-nobody'], threshold: 1 } } };
    const lookUp = factsOfState(nobody).subnets as (id: string) => unknown;
    expect(thrown(() => lookUp(id)).path.slice(0, 2)).toEqual(['authorities', id]);
  });

  it('of a state of X or C are all that it says', () => {
    const imports = { P: [utxo(1, 10n)] };
    const account = {
      address: '0x00000000000000000000000000000000000000aa' as const,
      nonce: 7n,
      balance: wei(9n),
    };
    const { accounts, ...c } = factsOfState({
      chain: 'C',
      network: fuji,
      from: [],
      time: now,
      imports,
      accounts: [account],
      baseFee: wei(25n),
    });
    expect(c).toEqual({ network: fuji, time: now, imports, baseFee: 25n });
    expect([...(accounts as ReadonlyMap<string, unknown>)]).toEqual([[account.address, account]]);
    const blockchain = { ...fuji.chains.X, blockchainID: asset(8) };
    const utxos = [utxo(2, 10n)];
    expect(factsOfState(xState(utxos, { imports, blockchain }))).toEqual({
      network: fuji,
      time: now,
      imports,
      utxos,
      blockchain,
    });
  });

  it('of time: the clock, between the last block and the next change', () => {
    expect(nextBlockTime({ clock: 10n, last: 5n })).toBe(10n);
    expect(nextBlockTime({ clock: 10n, last: 15n })).toBe(15n);
    expect(nextBlockTime({ clock: 10n, last: 5n, change: 10n })).toBe(10n);
    expect(nextBlockTime({ clock: 10n, last: 5n, change: 7n })).toBe(7n);
    expect(nextBlockTime({ clock: 10n, last: 5n, change: 12n })).toBe(10n);
  });
});
