/** What the node says now, of transactions and states that no vector has. `ORACLE_SEED=77` makes others. */
import { expect, it } from 'vitest';
import { randomOf } from '../../scripts/fuzz/random.ts';
import { runOracle } from '../../scripts/oracle.ts';
import { UnsignedTx as CUnsignedTx } from '../../src/chain/cchain/tx.ts';
import { Tx } from '../../src/chain/pchain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { atomicGas } from '../../src/fee/catomic.ts';
import { advanceFeeState, consumeGas, gasPrice } from '../../src/fee/gas.ts';
import { complexityOf } from '../../src/fee/table.ts';
import { gasOf, txFee } from '../../src/fee/txfee.ts';
import { advanceValidatorFeeState, validatorFee } from '../../src/fee/validator.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import type { PFees, ValidatorFees } from '../../src/network/network.ts';
import { parseHex } from '../../src/text/bytes.ts';
import { decode } from '../../src/wire/codec.ts';
import { describeWithGo } from '../support/go.ts';

const seed = process.env.ORACLE_SEED ?? '20261121';

/** Numbers that are the same for the same seed. */
function numbersOf(from: number) {
  const { below, next, pick } = randomOf(String(from));
  /** Of any size up to some bits: small ones as often as large ones. */
  const bits = (most: number): bigint =>
    ((BigInt(next()) << 32n) | BigInt(next())) >> BigInt(64 - below(most + 1));
  return { below, bits, one: <T>(...of: readonly T[]): T => pick(of) };
}

interface Answer {
  readonly ok: boolean;
  readonly error?: string;
  readonly [field: string]: unknown;
}

const linesOf = (out: Buffer): readonly Answer[] =>
  out
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);

/** The node's answers; in them and in requests 64-bit numbers are strings. */
async function ask(command: string, requests: readonly object[]): Promise<readonly Answer[]> {
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const input = requests.map((request) => `${JSON.stringify(request, text)}\n`).join('');
  const answers = linesOf(await runOracle('poracle', [command], input));
  expect(answers.length).toBe(requests.length);
  return answers;
}

const generate = async (name: 'poracle' | 'xoracle', args: string): Promise<readonly Answer[]> =>
  linesOf(await runOracle(name, `${args} --seed ${seed} --network all`.split(' ')));

describeWithGo('the node says the same', () => {
  it.each(['gen --count 240', 'gen --count 24 --size large', 'mutate --count 1200'])(
    'of the complexity and fee of transactions: %s',
    async (args) => {
      const random = numbersOf(Number(seed));
      const requests = (await generate('poracle', args))
        .filter((row) => args.startsWith('gen') || row.ok)
        .map(({ hex }) => ({ hex: hex as string, price: random.bits(64) }));
      const answers = await ask('fee', requests);
      let priced = 0;
      answers.forEach((answer, i) => {
        const { hex, price } = requests[i]!;
        const { unsignedTx: tx } = decode(Tx, parseHex(hex));
        let ours: object;
        try {
          ours = { complexity: complexityOf(tx), gas: String(gasOf(tx, mainnet)) };
        } catch (e) {
          if (!isError(e)) throw e;
          expect(answer).toMatchObject({ ok: false, complexity: null });
          return;
        }
        expect({ complexity: answer.complexity, gas: answer.gas }).toEqual(ours);
        priced++;
        try {
          expect(answer.fee).toBe(String(txFee(tx, mainnet, price)));
        } catch (e) {
          if (!isError(e, 'OutOfRange')) throw e;
          expect(answer).toMatchObject({ ok: false, fee: null });
        }
      });
      expect(priced).toBeGreaterThan(15);
    },
    20_000,
  );

  it('of fee states', async () => {
    const random = numbersOf(Number(seed) + 1);
    const requests = Array.from({ length: 3000 }, () => {
      const { minPrice, excessConversionConstant, ...limits } = random.one<PFees>(
        mainnet.pFees,
        mainnet.pFees,
        {
          ...mainnet.pFees,
          maxCapacity: random.bits(64),
          maxPerSecond: random.bits(64),
          targetPerSecond: random.bits(64),
          minPrice: random.bits(64),
          excessConversionConstant: random.bits(64) + 1n,
        },
      );
      // Where e^(excess / k) has more terms than sense the node takes long as well.
      const k = excessConversionConstant % (1n << 64n) || 1n;
      return {
        ...limits,
        minPrice,
        excessConversionConstant: k,
        capacity: random.bits(random.one(21, 64)),
        excess: random.bits(random.one(27, 64)),
        seconds: random.bits(random.one(4, 10, 64)),
        ...(random.below(2) && { gasConsumed: random.bits(random.one(20, 64)) }),
      };
    });
    const outcomes = { ok: 0, refused: 0 };
    (await ask('feestate', requests)).forEach((answer, i) => {
      const { gasConsumed, seconds, ...fees } = requests[i]!;
      let state = advanceFeeState(fees, seconds, fees);
      if (gasConsumed !== undefined && gasConsumed > state.capacity) {
        expect(answer.error).toMatch(/^insufficient capacity/);
        expect(() => consumeGas(state, gasConsumed)).toThrow(/^OutOfRange: /);
        outcomes.refused++;
        return;
      }
      if (gasConsumed !== undefined) state = consumeGas(state, gasConsumed);
      expect({ ok: true, ...state, price: gasPrice(state, fees) }).toEqual({
        ok: answer.ok,
        capacity: BigInt(answer.capacity as string),
        excess: BigInt(answer.excess as string),
        price: BigInt(answer.price as string),
      });
      outcomes.ok++;
    });
    expect(outcomes.ok).toBeGreaterThan(1000);
    expect(outcomes.refused).toBeGreaterThan(100);
  }, 20_000);

  it('of L1 validator fees', async () => {
    const random = numbersOf(Number(seed) + 2);
    const maxSeconds = 10_000n;
    const requests = Array.from({ length: 150 }, () => {
      const known = random.one(mainnet, fuji, local).validatorFees;
      const { target, minPrice, excessConversionConstant } = random.one<ValidatorFees>(
        known,
        known,
        {
          capacity: 0n,
          target: random.bits(20),
          minPrice: random.bits(30),
          excessConversionConstant: random.bits(40) + 1n,
        },
      );
      return {
        target,
        minPrice,
        excessConversionConstant,
        current: random.one(target, target + random.bits(14), random.bits(15)),
        // Some so high that the price is at its end.
        excess: random.one(0n, (excessConversionConstant * random.bits(8)) / 8n, random.bits(64)),
        seconds: random.bits(13),
        funds: random.bits(64),
        maxSeconds,
      };
    });
    const answers = await ask('validatorfee', requests);
    let within = 0;
    answers.forEach((answer, i) => {
      const { seconds, funds, maxSeconds: _, ...state } = requests[i]!;
      const fees = { ...state, capacity: 0n };
      const fee = validatorFee(state, fees);
      expect({
        request: requests[i],
        price: String(fee.price),
        cost: String(fee.cost(seconds)),
        excessAfter: String(advanceValidatorFeeState(state, seconds, fees).excess),
      }).toEqual({
        request: requests[i],
        price: answer.price,
        cost: answer.cost,
        excessAfter: answer.excessAfter,
      });
      // The node stops at maxSeconds. To have seen the last second paid and the next one not is as good.
      const remaining = BigInt(answer.secondsRemaining as string);
      if (remaining < maxSeconds) {
        expect(fee.lasts(funds)).toBe(remaining);
        within++;
      } else expect(fee.cost(maxSeconds)).toBeLessThanOrEqual(funds);
    });
    expect(within).toBeGreaterThan(30);
  }, 20_000);

  it('of the gas of atomic transactions', async () => {
    const found = await generate('xoracle', 'gen --chain C --count 200');
    let checked = 0;
    for (const { unsignedHex, gasUsed } of found) {
      if (gasUsed === undefined) continue;
      expect(String(atomicGas(decode(CUnsignedTx, parseHex(unsignedHex as string))))).toBe(gasUsed);
      checked++;
    }
    expect(checked).toBeGreaterThan(50);
  }, 20_000);
});
