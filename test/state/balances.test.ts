import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proveState } from '../../src/sign/index.ts';
import {
  type AnyUTXO,
  addressBalancesOf,
  type Balance,
  balancesOf,
  type PState,
} from '../../src/state/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { seeded } from '../support/seeded.ts';
import { asset, frozen, lockedUTXO, now, pState, trio, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [a, b, c] = trio.map(({ shortID }) => shortID) as [Uint8Array, Uint8Array, Uint8Array];
const owner = (threshold: number, addresses = [a, b, c], locktime = 0n) => ({
  addresses,
  threshold,
  locktime,
});
const nothing = { spendable: 0n, stakeable: 0n, timelocked: 0n, multisig: 0n, claimed: 0n };

const stakeable = ({ output, ...of }: ReturnType<typeof utxo>): AnyUTXO => ({
  ...of,
  output: { type: 'stakeable.LockOut', locktime: now + 1n, output },
});

/** The parts that are not zero. */
const parts = (utxos: readonly AnyUTXO[], of?: readonly (Uint8Array | string)[]) =>
  balancesOf(frozen(utxos), { time: now, ...(of && { of }) }).map(({ assetID: _, ...rest }) =>
    Object.fromEntries(Object.entries(rest).filter(([, amount]) => amount > 0n)),
  );

describe('balances', () => {
  it('have no lock at any time if there is none', () => {
    for (const time of [0n, 1n])
      expect(balancesOf([utxo(1, 5n)], { time })).toMatchObject([{ spendable: 5n, stakeable: 0n }]);
  });

  it.each<[string, readonly AnyUTXO[], Partial<Balance>]>([
    ['a plain amount', [utxo(1, 5n)], { spendable: 5n, total: 5n }],
    [
      'a locktime that is over',
      [utxo(1, 5n, { owner: owner(1, [a], now) })],
      { spendable: 5n, total: 5n },
    ],
    [
      'a locktime that lasts',
      [utxo(1, 5n, { owner: owner(1, [a], now + 1n) })],
      { timelocked: 5n, total: 5n },
    ],
    ['a stakeable lock that is over', [lockedUTXO(1, 5n, now)], { spendable: 5n, total: 5n }],
    ['a stakeable lock that lasts', [lockedUTXO(1, 5n, now + 1n)], { stakeable: 5n, total: 5n }],
    ['one of three', [utxo(1, 5n, { owner: owner(1) })], { spendable: 5n, total: 5n }],
    ['two of three', [utxo(1, 5n, { owner: owner(2) })], { multisig: 5n, total: 5n }],
    [
      'two of three, later',
      [utxo(1, 5n, { owner: owner(2, [a, b], now + 1n) })],
      { timelocked: 5n, total: 5n },
    ],
    [
      'more than a uint64 holds',
      [utxo(1, (1n << 64n) - 1n), utxo(2, 2n)],
      { spendable: (1n << 64n) + 1n, total: (1n << 64n) + 1n },
    ],
  ])('counts %s', (_, utxos, expected) => {
    expect(parts(utxos)).toEqual([expected]);
  });

  it('keeps apart what only a node says is the caller’s to spend', () => {
    const utxos = [
      utxo(1, 5n, { owner: owner(1, [a]) }),
      utxo(2, 7n, { owner: owner(1, [a, b]) }),
      utxo(3, 11n, { owner: owner(2, [a, b]) }),
      stakeable(utxo(4, 13n, { owner: owner(1, [a, c]) })),
    ];
    const { utxos: proofs } = proveState(pState(utxos as PState['utxos'], { from: [a], own: [a] }));
    const [{ assetID: _, ...found } = {}] = balancesOf(utxos, { time: now, of: [a], proofs });
    expect(found).toEqual({ ...nothing, spendable: 5n, claimed: 20n, multisig: 11n, total: 36n });
    expect(thrown(() => balancesOf(utxos, { time: now, proofs: [] })).code).toBe('Mismatch');
  });

  it('counts of others nothing, and of shared ones what they can sign', () => {
    const utxos = [utxo(1, 5n, { owner: owner(2) }), utxo(2, 7n, { owner: owner(1, [c]) })];
    expect(parts(utxos, [a])).toEqual([{ multisig: 5n, total: 5n }]);
    expect(parts(utxos, [a, b])).toEqual([{ spendable: 5n, total: 5n }]);
    expect(parts(utxos, [trio[2].address('P', { hrp: 'fuji' })])).toEqual([
      { spendable: 7n, multisig: 5n, total: 12n },
    ]);
    expect(parts(utxos, [])).toEqual([]);
  });

  it('lists assets by their ids, and none for what is no amount', () => {
    const mint: AnyUTXO = {
      ...utxo(3, 1n, { assetID: asset(1) }),
      output: { type: 'secp256k1fx.MintOutput', locktime: 0n, threshold: 1, addresses: [a] },
    };
    const utxos = [utxo(1, 5n, { assetID: asset(9) }), mint, utxo(2, 6n, { assetID: asset(2) })];
    expect(balancesOf(utxos, { time: now })).toEqual([
      { ...nothing, assetID: asset(2), spendable: 6n, total: 6n },
      { ...nothing, assetID: asset(9), spendable: 5n, total: 5n },
    ]);
  });

  const amounts = fc.record({
    amount: fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }),
    assetID: fc.integer({ min: 1, max: 3 }).map(asset),
    locktime: fc.constantFrom(0n, now, now + 1n),
    lock: fc.constantFrom(undefined, now, now + 1n),
    threshold: fc.integer({ min: 1, max: 3 }),
  });
  it('adds up exactly, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(amounts), fc.boolean(), (list, isOurs) => {
        const utxos = list.map((of, i): AnyUTXO => {
          const plain = utxo(i, of.amount, {
            assetID: of.assetID,
            owner: owner(of.threshold, [a, b, c], of.locktime),
          });
          return of.lock === undefined
            ? plain
            : {
                ...plain,
                output: { type: 'stakeable.LockOut', locktime: of.lock, output: plain.output },
              };
        });
        const options = { time: now, ...(isOurs && { of: [a, b] }) };
        const found = balancesOf(utxos, options);
        expect(balancesOf([...utxos].reverse(), options)).toEqual(found);
        const sum = (n: Uint8Array, test: (of: (typeof list)[number]) => boolean) =>
          list
            .filter((of) => formatHex(of.assetID) === formatHex(n) && test(of))
            .reduce((total, { amount }) => total + amount, 0n);
        const signers = isOurs ? 2 : 1;
        for (const { assetID, ...rest } of found)
          expect(rest).toEqual({
            total: sum(assetID, () => true),
            claimed: 0n,
            timelocked: sum(assetID, (of) => of.locktime > now),
            multisig: sum(assetID, (of) => of.locktime <= now && of.threshold > signers),
            stakeable: sum(
              assetID,
              (of) => of.locktime <= now && of.threshold <= signers && (of.lock ?? 0n) > now,
            ),
            spendable: sum(
              assetID,
              (of) => of.locktime <= now && of.threshold <= signers && (of.lock ?? 0n) <= now,
            ),
          });
        expect(found).toHaveLength(new Set(list.map((of) => formatHex(of.assetID))).size);
      }),
      seeded,
    );
  });
});

describe('balancesByAddress', () => {
  const [one, two] = [new Uint8Array(20).fill(1), new Uint8Array(20).fill(2)];
  const utxoOf = (outputIndex: number, amount: bigint, addresses: Uint8Array[], threshold = 1) => ({
    txID: new Uint8Array(32),
    outputIndex,
    assetID: new Uint8Array(32).fill(7),
    output: {
      type: 'secp256k1fx.TransferOutput' as const,
      amount,
      locktime: 0n,
      threshold,
      addresses,
    },
  });
  const utxos = [utxoOf(0, 5n, [two]), utxoOf(1, 7n, [one, two], 2), utxoOf(2, 9n, [one])];

  it('lists what each owner has, and what it has with others', () => {
    const found = addressBalancesOf(utxos, { time: 1n });
    expect(
      found.map(({ address, balances: [of] }) => [address[0], of!.spendable, of!.multisig]),
    ).toEqual([
      [1, 9n, 7n],
      [2, 5n, 7n],
    ]);
  });

  it('lists the addresses that are asked for, also without funds', () => {
    const none = new Uint8Array(20).fill(3);
    const found = addressBalancesOf(utxos, { time: 1n, of: [none, two] });
    expect(found.map(({ address, balances: list }) => [address[0], list.length])).toEqual([
      [2, 1],
      [3, 0],
    ]);
  });
});
