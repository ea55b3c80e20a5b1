/**
 * Compares the test node with the real P- and X-chain: plays the same transactions at the same held time on both, asks both the same
 * random questions in between, and prints the counts and every difference that is not declared (needs Go).
 *
 *     npx tsx tools/differential.ts --seed 1 --count 300 [--reads 4] [--upgrade helicon] [--all]
 *
 * The same arguments give the same transactions. `--all` prints every difference and not one of a kind. Ends with 1 if there is a difference.
 */
import { parseArgs } from 'node:util';
import { command } from '../scripts/oracle.ts';
import { compareNodes, type Difference } from './differential/compare.ts';

/** Differences of one kind: texts that are equal without their ids and numbers. */
function kinds(differences: readonly Difference[]): readonly (readonly Difference[])[] {
  const shape = (text: string) =>
    text
      .slice(0, 300)
      .replace(/"tx":.*/, '')
      .replace(/\b[\w.-]*\d[\w.-]*\b/g, '#')
      .slice(0, 160);
  const groups = new Map<string, Difference[]>();
  for (const of of differences) {
    const key = [of.method, shape(of.node), shape(of.ours)].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), of]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

/** Both replies from where they begin to differ. */
function textOf({ method, asked, node, ours, at }: Difference, count: number): string {
  let same = 0;
  while (same < node.length && node[same] === ours[same]) same++;
  const from = Math.max(0, same - 150);
  return [
    `${count} x ${method} (request ${at}) ${asked.slice(0, 400)}`,
    `  node … ${node.slice(from, from + 500).trim()}`,
    `  ours … ${ours.slice(from, from + 500).trim()}`,
  ].join('\n');
}

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '300' },
      reads: { type: 'string', default: '4' },
      upgrade: { type: 'string', default: 'latest' },
      all: { type: 'boolean', default: false },
    },
  });
  const start = performance.now();
  const report = await compareNodes({
    seed: Number(values.seed),
    count: Number(values.count),
    reads: Number(values.reads),
    upgrade: values.upgrade,
  });
  const { differences, otherReasons, sameReason } = report;
  for (const group of kinds(differences))
    for (const of of values.all ? group : group.slice(0, 1)) console.log(textOf(of, group.length));
  for (const [type, { accepted, refused }] of [...report.transactions].sort())
    console.log(`${type.padEnd(40)} ${accepted} accepted, ${refused} refused`);
  for (const [method, count] of [...report.methods].sort())
    console.log(`${method.padEnd(40)} ${count}`);
  const { requests, decided, split } = report;
  const all = [...report.transactions.values()];
  const accepted = all.reduce((sum, of) => sum + of.accepted, 0);
  const refused = all.reduce((sum, of) => sum + of.refused, 0);
  console.log(
    `seed ${values.seed}: ${requests} requests, ${accepted + refused} transactions (${accepted} accepted, ${refused} refused), ` +
      `${sameReason} refusals for reasons with the same code, ${otherReasons.length} with others, ` +
      `${report.blocks} more in blocks, ${decided.commit} commits, ${decided.abort} aborts, ${differences.length} differences, ` +
      `${((performance.now() - start) / 1000).toFixed(0)} s`,
  );
  if (split)
    console.log(`ended early: ${split.chain} ${split.type} (${split.mutation})\n${split.hex}`);
  if (split || differences.length > 0) process.exitCode = 1;
});
