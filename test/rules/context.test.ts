/** What findings say to programs beside code and path: details of what is right, facts of what is wrong, and hints. */
import { describe, expect, it } from 'vitest';
import { fuji } from '../../src/network/known.ts';
import { verifyNoMistake } from '../../src/rules/care.ts';
import {
  type AnyUnsignedTx,
  type Checkable,
  checkTx,
  type Facts,
  type RuleFinding,
  signedSizeOf,
  signersOf,
  type TxOf,
} from '../../src/rules/index.ts';
import { formatID } from '../../src/text/id.ts';
import { amountOf } from '../../src/tx/output.ts';
import { AVAX, at, day, delegation, me, nodeID, pBase, stakeOf } from '../support/ruletx.ts';
import { asset, key, lockedUTXO, now, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { base, credential, spend, xBase } from '../support/tx.ts';
import { ruleSays } from '../support/verdict.ts';

const find = (tx: Checkable, facts: Partial<Facts>, rule: string): RuleFinding =>
  checkTx(tx, at(facts)).findings.find((of) => of.rule === rule)!;
const contextOf = (tx: Checkable, facts: Partial<Facts>, rule: string) =>
  find(tx, facts, rule).error!.context;
const plain: TxOf<'platformvm.BaseTx'> = { type: 'platformvm.BaseTx', ...pBase };

const lockOut = (amount: bigint) => ({
  assetID: AVAX,
  output: {
    type: 'stakeable.LockOut' as const,
    locktime: now + day,
    output: amountOf(amount, me),
  },
});

describe('details of what is right', () => {
  it('of funds: by asset what is burned, deposited and locked', () => {
    expect(find(plain, {}, 'funds').detail).toBe('1 nAVAX burned');
    const raising: AnyUnsignedTx = {
      type: 'platformvm.IncreaseL1ValidatorBalanceTx',
      ...base([spend(utxo(1, 20n))], [...stakeOf(9n), lockOut(5n)]),
      validationID: asset(1),
      balance: 4n,
    };
    expect(find(raising, { utxos: [utxo(1, 20n)] }, 'funds').detail).toBe(
      '2 nAVAX burned, 4 nAVAX deposited, 5 nAVAX locked',
    );
    const token = asset(7);
    const burning: AnyUnsignedTx = {
      type: 'avm.BaseTx',
      ...xBase([spend(utxo(1, 3n)), spend(utxo(2, 5n, { assetID: token }))], []),
    };
    const { detail } = find(burning, {}, 'funds');
    expect(new Set(detail!.split(', '))).toEqual(
      new Set(['3 nAVAX burned', `5 of ${formatID(token)} burned`]),
    );
    const nothing = { ...plain, inputs: [], outputs: [] };
    expect(find(nothing, {}, 'funds')).toEqual({ rule: 'funds', result: 'ok' });
  });

  it('of gas and fee', () => {
    const gas = Number.parseInt(
      find(plain, { feeState: { capacity: 10_000n } }, 'gas').detail!,
      10,
    );
    expect(find(plain, { feeState: { price: 0n } }, 'fee').detail).toBe('0 nAVAX needed, 1 burned');
    expect(contextOf(plain, { feeState: { price: 2n } }, 'fee')).toEqual({
      fee: 1n,
      minFee: 2n * BigInt(gas),
    });
    expect(contextOf(plain, { feeState: { capacity: 5n } }, 'gas')).toEqual({
      value: BigInt(gas),
      max: 5n,
      unit: 'gas',
      retryAfter: 1,
    });
  });
});

describe('findings', () => {
  it('have a hint and an error if they refuse, and only then', () => {
    const { detail, hint, error, ...rest } = find(plain, { feeState: { capacity: 5n } }, 'gas');
    expect(rest).toEqual({ rule: 'gas', result: 'refused', code: 'OutOfRange', path: [] });
    expect([detail, hint]).toEqual([error!.detail, expect.stringContaining('fewer inputs')]);
    const open = find(plain, {}, 'UTXOs');
    expect(open).toEqual({
      rule: 'UTXOs',
      result: 'not checked',
      missing: 'utxos',
      path: ['inputs', 0],
      detail: expect.stringContaining(`UTXO ${formatID(utxo(1, 1n).txID)} 0`),
    });
    const refused = find({ ...plain, networkID: 1 }, {}, 'network and chain');
    expect(refused).not.toHaveProperty('hint');
    expect(refused.error!.context).toEqual({ have: '1', need: '5' });
  });

  it('say which chain is meant', () => {
    const elsewhere = { ...plain, blockchainID: asset(3) };
    const [have, need] = [formatID(asset(3)), formatID(pBase.blockchainID)];
    expect(contextOf(elsewhere, {}, 'network and chain')).toEqual({ have, need });
    expect(find(elsewhere, {}, 'network and chain').detail).toBe(`is ${have}, expected ${need}`);
    const coin = utxo(1, 10n);
    const imported = (sourceChain: Uint8Array): AnyUnsignedTx => ({
      type: 'platformvm.ImportTx',
      ...base([], []),
      sourceChain,
      importedInputs: [spend(coin)],
    });
    const { P, X } = fuji.chains;
    expect(contextOf(imported(P.blockchainID), {}, 'other chain')).toEqual({
      have: need,
      need: 'X or C',
    });
    const fromX = imported(X.blockchainID);
    expect(contextOf(fromX, { imports: { C: [coin] } }, 'UTXOs')).toEqual({ have: 'C', need: 'X' });
    expect(contextOf(fromX, { utxos: [coin] }, 'UTXOs')).toEqual({ have: 'this chain', need: 'X' });
    const inputs = { ...plain, inputs: [spend(coin)] };
    expect(contextOf(inputs, { imports: { X: [coin] } }, 'UTXOs')).toEqual({
      have: 'X',
      need: 'another chain',
    });
  });

  it('say until when something is locked', () => {
    const locked = utxo(1, 10n);
    const late = { ...locked, output: { ...locked.output, locktime: now + 9n } };
    expect(contextOf(plain, { utxos: [late] }, 'UTXOs')).toEqual({ until: now + 9n, time: now });
    const stakeable = lockedUTXO(1, 10n, now + 9n);
    const open = { ...plain, inputs: [{ ...spend(stakeable), ...spend(locked) }] };
    expect(contextOf(open, { utxos: [stakeable] }, 'UTXOs')).toEqual({
      until: now + 9n,
      time: now,
    });
    const other = { ...plain, inputs: [spend(stakeable)] };
    expect(contextOf(other, { utxos: [lockedUTXO(1, 10n, now + 8n)] }, 'UTXOs')).toEqual({
      found: String(now + 9n),
      expected: String(now + 8n),
    });
  });

  it('ask for the clock only where there is a lock', () => {
    const without = { utxos: [utxo(1, 10n)], time: undefined };
    expect(ruleSays(plain, at(without), 'UTXOs')).toBe('ok');
    expect(ruleSays(plain, at({ time: undefined }), 'funds')).toBe('ok');
    const locked = { ...plain, inputs: [spend(lockedUTXO(1, 10n, now + day))] };
    expect(ruleSays(locked, at({ time: undefined }), 'funds')).toBe('? clock');
    const known = { utxos: [lockedUTXO(1, 10n, now + day)], time: undefined };
    expect(ruleSays(locked, at(known), 'UTXOs')).toBe('ok');
  });

  it('say how an account differs', () => {
    const exported: TxOf<'atomic.ExportTx'> = {
      type: 'atomic.ExportTx',
      networkID: fuji.networkID,
      blockchainID: fuji.chains.C.blockchainID,
      destinationChain: fuji.chains.P.blockchainID,
      inputs: [{ address: nodeID, amount: 9n, assetID: AVAX, nonce: 7n }],
      exportedOutputs: [{ assetID: AVAX, output: amountOf(5n, me) }],
    };
    const account = (nonce: bigint, balance: bigint) => ({ accounts: () => ({ nonce, balance }) });
    expect(contextOf(exported, account(8n, 0n), 'accounts')).toEqual({
      found: '7',
      expected: '8',
    });
    expect(contextOf(exported, account(7n, 1n), 'accounts')).toEqual({
      assetID: formatID(AVAX),
      symbol: 'AVAX',
      denomination: 18,
      needed: 9_000_000_000n,
      spendable: 1n,
    });
    // Two accounts: what is not known of the first does not hide what is wrong with the second.
    const second = { address: new Uint8Array(20).fill(10), amount: 1n, assetID: AVAX, nonce: 0n };
    const two = { ...exported, inputs: [...exported.inputs, second] };
    const one = (address: string) =>
      address.endsWith('0a') ? { nonce: 1n, balance: 0n } : undefined;
    expect(ruleSays(two, at({ accounts: one }), 'accounts')).toBe('Mismatch inputs[1].nonce');
  });
});

describe('signersOf', () => {
  it('refuses what is no credential, and a signature that is missing', () => {
    const good = credential(plain, key(1));
    expect(signersOf({ unsignedTx: plain, credentials: [good] })).toEqual([[key(1).shortID]]);
    const missing = { ...good, signatures: [good.signatures[0]!, null] };
    expect(
      thrown(() => signersOf({ unsignedTx: plain, credentials: [missing] as never })),
    ).toMatchObject({ code: 'MissingSigner', path: ['credentials', 0, 'signatures', 1] });
    expect(
      thrown(() => signersOf({ unsignedTx: plain, credentials: [me] as never })),
    ).toMatchObject({
      code: 'UnknownTypeID',
      path: ['credentials', 0, 'type'],
    });
  });
});

it('gas on C is at most 100,000, since Helicon a million', () => {
  const exported = (inputs: number): TxOf<'atomic.ExportTx'> => ({
    type: 'atomic.ExportTx',
    networkID: fuji.networkID,
    blockchainID: fuji.chains.C.blockchainID,
    destinationChain: fuji.chains.P.blockchainID,
    inputs: Array.from({ length: inputs }, () => ({
      address: nodeID,
      amount: 9n,
      assetID: AVAX,
      nonce: 7n,
    })),
    exportedOutputs: [{ assetID: AVAX, output: amountOf(5n, me) }],
  });
  const { helicon } = fuji.upgrades;
  const says = (inputs: number, time: bigint) => ruleSays(exported(inputs), at({ time }), 'gas');
  expect([84, 85].map((n) => says(n, helicon - 1n))).toEqual(['ok', 'OutOfRange']);
  expect([926, 927].map((n) => says(n, helicon))).toEqual(['ok', 'OutOfRange']);
  expect(contextOf(exported(85), { time: helicon - 1n }, 'gas')).toEqual({
    value: 100_942n,
    max: 100_000n,
    unit: 'gas',
  });
});

describe('pools without a capacity of their own', () => {
  const says = (tx: AnyUnsignedTx, others: readonly AnyUnsignedTx[]) =>
    ruleSays(tx, at({ pool: { txs: others.map((unsignedTx) => ({ unsignedTx })) } }), 'pool');

  it('have a million gas on P', () => {
    const paying: AnyUnsignedTx = { ...plain, inputs: [spend(utxo(2, 1_000_000n))] };
    const gasOf = (tx: AnyUnsignedTx): number =>
      Number.parseInt(find(tx, { feeState: { capacity: 1_000_000n } }, 'gas').detail!, 10);
    const sized = (bytes: number): AnyUnsignedTx => ({ ...paying, memo: new Uint8Array(bytes) });
    // A byte is a unit of gas.
    const rest = 1_000_000 - gasOf(plain) - gasOf(paying);
    expect(says(plain, [sized(rest)])).toBe('ok');
    expect(says(plain, [sized(rest + 1)])).toBe('NotAllowed');
  });

  it('have 1,024 places on C', () => {
    const exported = (n: number, amount: bigint): TxOf<'atomic.ExportTx'> => ({
      type: 'atomic.ExportTx',
      networkID: fuji.networkID,
      blockchainID: fuji.chains.C.blockchainID,
      destinationChain: fuji.chains.P.blockchainID,
      inputs: [{ address: nodeID, amount, assetID: AVAX, nonce: BigInt(n) }],
      exportedOutputs: [{ assetID: AVAX, output: amountOf(5n, me) }],
    });
    const others = Array.from({ length: 1024 }, (_, i) => exported(i + 1, 1_000_000n));
    expect(says(exported(0, 6n), others.slice(1))).toBe('ok');
    expect(says(exported(0, 6n), others)).toBe('FeeTooLow');
    // The best price that waits, and one wei more.
    const pool = { txs: [9_000n, 12_000n, 11_000n].map((n) => ({ unsignedTx: exported(1, n) })) };
    const { fee, minFee } = contextOf(exported(1, 6n), { pool }, 'pool') as Record<string, bigint>;
    const gas = BigInt(Number.parseInt(find(exported(1, 6n), {}, 'gas').detail!, 10));
    expect([fee, minFee]).toEqual([1_000_000_000n / gas, (11_995n * 1_000_000_000n) / gas + 1n]);
  });

  it('have 64 MiB on X', () => {
    const sized = (n: number, bytes: number): AnyUnsignedTx => ({
      type: 'avm.BaseTx',
      ...xBase([spend(utxo(n, 5n))], []),
      memo: new Uint8Array(bytes),
    });
    const size = (n: number) => signedSizeOf(sized(n, 0));
    const [waiting, rest] = [sized(2, 2 ** 17 - size(2)), 2 ** 17 - size(1)];
    const others = Array.from({ length: 511 }, () => waiting);
    expect(says(sized(1, rest), others)).toBe('ok');
    expect(says(sized(1, rest + 1), others)).toBe('NotAllowed');
    // A transaction by itself: 64 KiB.
    expect(ruleSays(sized(1, 65_536 - size(1)), at(), 'size')).toBe('ok');
    expect(ruleSays(sized(1, 65_537 - size(1)), at(), 'size')).toBe('TooLong');
  });

  it('refuse whoever uses a UTXO that an operation of a waiting one consumes', () => {
    const { txID, outputIndex } = utxo(3, 1n);
    const operating: AnyUnsignedTx = {
      type: 'avm.OperationTx',
      ...xBase([spend(utxo(2, 5n))], []),
      operations: [
        {
          assetID: asset(7),
          inputIDs: [{ txID, outputIndex }],
          operation: { type: 'propertyfx.BurnOperation', signatureIndices: [0] },
        },
      ],
    };
    const spending = (n: number): AnyUnsignedTx => ({
      type: 'avm.BaseTx',
      ...xBase([spend(utxo(n, 1n))], []),
    });
    expect([1, 2, 3].map((n) => says(spending(n), [operating]))).toEqual([
      'ok',
      'Duplicate',
      'Duplicate',
    ]);
  });
});

describe('verifyCare', () => {
  const careful = (tx: AnyUnsignedTx) => verifyNoMistake(tx, { network: fuji });

  it('takes what is meant', () => {
    careful(plain);
    careful(delegation({ stake: stakeOf(10n) }));
    const toC = (...exportedOutputs: readonly ReturnType<typeof stakeOf>[number][]) => ({
      type: 'avm.ExportTx' as const,
      ...xBase([], stakeOf(5n, asset(7))),
      destinationChain: fuji.chains.C.blockchainID,
      exportedOutputs,
    });
    const [avax, token] = [...stakeOf(1n), ...stakeOf(1n, asset(7))] as [never, never];
    careful(toC(avax));
    careful({ ...toC(token), destinationChain: fuji.chains.P.blockchainID });
    expect(thrown(() => careful(toC(avax, token)))).toMatchObject({
      code: 'Unsupported',
      path: ['exportedOutputs', 1, 'assetID'],
    });
  });

  it('refuses an output under another fx, and an fx that there is not', () => {
    const { output } = stakeOf(1n)[0]!;
    const create = (fxIndex: number): AnyUnsignedTx => ({
      type: 'avm.CreateAssetTx',
      ...xBase([], []),
      name: 'A',
      symbol: 'A',
      denomination: 0,
      initialStates: [
        { fxIndex: 0, outputs: [output] },
        { fxIndex, outputs: [output, output] },
      ],
    });
    careful(create(0));
    for (const fx of [1, 2, 3])
      expect(thrown(() => careful(create(fx)))).toMatchObject({
        code: 'Mismatch',
        path: ['initialStates', 1, 'outputs', 0, 'type'],
      });
  });
});
