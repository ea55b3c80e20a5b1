/**
 * What `open` says of damaged transactions, without a hint: every prefix, and every change of one byte (typeIDs and versions apart), of
 * ten transactions of each chain. Prints how many errors name what the bytes were, and the counts by code.
 *
 * npx tsx tools/damaged.ts [--values 255] [--wrong 10]
 */
import { parseArgs } from 'node:util';
import { change, cut, samples, Tally } from '../test/support/damage.ts';

const { values } = parseArgs({
  options: { values: { type: 'string', default: '255' }, wrong: { type: 'string', default: '0' } },
});
const count = Number(values.values);
const others = (byte: number): readonly number[] =>
  count >= 255
    ? Array.from({ length: 255 }, (_, i) => (byte + i + 1) & 255)
    : [byte ^ 1, byte ^ 0x80, byte ^ 0xff].slice(0, count);

for (const [name, damage] of [
  ['prefixes', cut],
  [
    'changes',
    (...[chain, whole, tally]: Parameters<typeof cut>) => change(chain, whole, tally, others),
  ],
] as const)
  for (const chain of ['P', 'X', 'C'] as const) {
    const tally = new Tally();
    for (const whole of samples(chain)) damage(chain, whole, tally);
    const codes = [...tally.byCode].sort((a, b) => b[1] - a[1]).map(([code, n]) => `${code} ${n}`);
    console.log(
      `${chain} ${name}: ${tally.refused} refused, ${(tally.share * 100).toFixed(1)} % name the right kind; ${codes.join(', ')}`,
    );
    for (const line of tally.wrong.slice(0, Number(values.wrong))) console.log(`  ${line}`);
  }
