/**
 * What is made from `vectors/reasons.json`: the table that `node.issue` looks reasons up in, and `docs/reasons.md` (by `npm run docs`).
 *
 *     npx tsx scripts/reasons.ts     write src/rpc/reasons.ts
 *
 * `test/rpc/reason.test.ts` holds the table to the list.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, errorCodes } from '../src/errors/codes.ts';
import type { ReasonWords } from '../src/rpc/reasons.ts';
import { hints } from '../src/rules/check.ts';
import type { Judged, Refusal } from '../test/support/judged.ts';
import { cell, table } from './markdown.ts';
import { command } from './oracle.ts';

/** An error with which a node refuses a transaction, as `vectors/README.md` has it. */
export interface ListedReason {
  readonly chain: 'P' | 'X' | 'C';
  readonly stage: 'rpc' | 'parse' | 'syntactic' | 'mempool' | 'semantic' | 'execute';
  readonly go: string;
  readonly text: string;
  readonly said?: string;
  readonly source: string;
  readonly rules: readonly string[];
  readonly codes: readonly ErrorCode[];
  readonly outer?: true;
  readonly provoked: boolean;
  readonly why?: string;
}

/** Every reason, in the order of the list. */
export const listedReasons: readonly ListedReason[] = JSON.parse(
  readFileSync(new URL('../vectors/reasons.json', import.meta.url), 'utf8'),
);

/** The words by which a reason is found in what a node says. */
export const wordsOf = ({ text, said = text }: ListedReason): string => said;

/** Whether a refusal of `checkTx` has a rule and code that the list has for the words in which the node refuses. */
export function isToldAlike(
  { chain, error = '' }: Pick<Judged, 'chain' | 'error'>,
  refusals: readonly Pick<Refusal, 'rule' | 'code'>[],
): boolean {
  const own = listedReasons.filter((of) => of.chain === chain && error.includes(wordsOf(of)));
  return own.some(({ rules, codes }) =>
    refusals.some(({ rule, code }) => rules.includes(rule) && codes.some((of) => of === code)),
  );
}

/** One code and rule for each words: those of a reason that was provoked before those of one that was not. */
export function reasonTable(reasons: readonly ListedReason[]): readonly ReasonWords[] {
  const groups = new Map<string, [ErrorCode, string, ...string[]]>();
  for (const words of [...new Set(reasons.map(wordsOf))].sort()) {
    const all = reasons.filter((of) => wordsOf(of) === words);
    const provoked = all.filter((of) => of.provoked);
    const [code] = (provoked[0] ?? all[0]!).codes;
    if (!code) continue;
    const rules = new Set((provoked.length > 0 ? provoked : all).flatMap((of) => of.rules));
    const rule = rules.size === 1 ? [...rules][0]! : '';
    const group = groups.get(`${code} ${rule}`) ?? [code, rule];
    groups.set(`${code} ${rule}`, group);
    group.push(words);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** The tables of `src/rpc/reasons.ts`. */
export const reasonTables = () => ({
  innerReasons: reasonTable(listedReasons.filter(({ outer }) => !outer)),
  outerReasons: reasonTable(listedReasons.filter(({ outer }) => outer)),
});

/** Why a reason that no test provokes can occur nevertheless. A node gives the others in theory only, or another one comes first. */
const occurs =
  /^Of the request's JSON|still bootstrapping|partial-sync|shuts down|damaged state|waiting transactions|pool, which|left and came back|^Only within one block/;

/** The page without rows that no user meets: what a node says, by the code that it gets here; and what to do, by rule. */
export function reasonPages(): ReadonlyMap<string, string> {
  const shown = listedReasons.filter(({ provoked, why = '' }) => provoked || occurs.test(why));
  const byCode = Object.keys(errorCodes).flatMap((code) => {
    const rows = new Map<string, { readonly chains: Set<string>; readonly rules: Set<string> }>();
    for (const { text, outer, chain, rules, codes } of shown) {
      if (codes[0] !== code) continue;
      const name = `${cell(text)}${outer ? ' …' : ''}`;
      const row = rows.get(name) ?? { chains: new Set(), rules: new Set() };
      rows.set(name, row);
      row.chains.add(chain);
      for (const rule of rules) row.rules.add(rule);
    }
    return rows.size === 0
      ? []
      : [
          `### ${code}`,
          table(
            ['Message', 'Chains', 'Rules'],
            [...rows]
              .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
              .map(([text, { chains, rules }]) => [
                text,
                [...chains].join(','),
                [...rules].join(', '),
              ]),
          ),
        ];
  });
  const page = [
    '# Why a node refuses a transaction',
    'Find the node’s message below: it stands under its [error code](reference/errors.md), with the rules of `checkTx` that refuse the same transaction. No rule means that only a node can tell. “…” means that another message follows.',
    '## What to do',
    table(
      ['Rule', 'What to do'],
      Object.entries(hints).map(([name, hint]) => {
        const [, chain, type, rule] = /^(?:(platformvm|avm|atomic)(?:\.(\w+))? )?(.+)$/.exec(name)!;
        const where = type ?? { platformvm: 'P', avm: 'X', atomic: 'C' }[chain ?? ''];
        return [where ? `${rule} (${where})` : rule!, hint];
      }),
    ),
    '## Messages',
    ...byCode,
    '<!-- Made by `npm run docs` from `vectors/reasons.json`, which `vectors/oracle/cmd/reasons` checks against the source of avalanchego. -->',
    '',
  ];
  return new Map([['docs/reasons.md', page.join('\n\n')]]);
}

await command(import.meta.url, async () => {
  const file = fileURLToPath(new URL('../src/rpc/reasons.ts', import.meta.url));
  const { innerReasons, outerReasons } = reasonTables();
  writeFileSync(
    file,
    `/** Made from \`vectors/reasons.json\` by \`npx tsx scripts/reasons.ts\`: do not edit. */
import type { ErrorCode } from '../errors/codes.ts';

/** A code, the rule that gives it (empty if there are several or none), and parts of what a node says for it. */
export type ReasonWords = readonly [code: ErrorCode, rule: string, ...words: string[]];

/** Words that say why a node refuses a transaction. Source: avalanchego v1.15.0, as \`docs/reasons.md\`. */
export const innerReasons: readonly ReasonWords[] = ${JSON.stringify(innerReasons)};

/** Words that stand around those of \`innerReasons\`. */
export const outerReasons: readonly ReasonWords[] = ${JSON.stringify(outerReasons)};
`,
  );
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));
  const { status } = spawnSync(biome, ['format', '--write', file], { stdio: 'inherit' });
  if (status !== 0) throw new Error('biome failed');
});
