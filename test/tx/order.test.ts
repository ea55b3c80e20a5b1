/** Outputs are sorted by their fields, which gives the order of their bytes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Output } from '../../src/chain/pchain/components.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { outputOrder, verifyOutputOrder } from '../../src/tx/order.ts';
import { encode } from '../../src/wire/codec.ts';
import { thorough } from '../support/seeded.ts';

const few = (max: number) => fc.integer({ min: 0, max });
const address = few(2).map((n) => new Uint8Array(20).fill(n * 127));
// Numbers that differ in their first and last bytes.
const units = fc.constantFrom(0n, 1n, 255n, 256n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n);
const plain = fc.record({
  type: fc.constant('secp256k1fx.TransferOutput' as const),
  amount: units,
  locktime: units,
  threshold: fc.constantFrom(0, 1, 255, 256, 2 ** 32 - 1),
  addresses: fc.array(address, { maxLength: 3 }).map((list) => [...list].sort(compareBytes)),
});
const locked = fc.record({
  type: fc.constant('stakeable.LockOut' as const),
  locktime: units,
  output: plain,
});
const output = fc.record({
  assetID: few(1).map((n) => new Uint8Array(32).fill(n)),
  output: fc.oneof(plain, locked),
});

it('is the order of asset and bytes', () => {
  fc.assert(
    fc.property(fc.array(output, { minLength: 2, maxLength: 6 }), (outputs) => {
      const bytes = outputs.map((of) => encode(Output, of.output));
      const expected = outputs
        .map((_, i) => i)
        .sort(
          (a, b) =>
            compareBytes(outputs[a]!.assetID, outputs[b]!.assetID) ||
            compareBytes(bytes[a]!, bytes[b]!),
        );
      expect(outputOrder(outputs)).toEqual(expected);
      expect(() => verifyOutputOrder(expected.map((i) => outputs[i]!))).not.toThrow();
    }),
    thorough,
  );
});
