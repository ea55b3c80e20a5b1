/**
 * What is made from `vectors/reasons.json`: the table that `node.issue` looks reasons up in, and `docs/reasons.md` with a page for each chain (by `npm run docs`).
 *
 *     npx tsx scripts/reasons.ts     write src/rpc/reasons.ts
 *
 * `test/rpc/reason.test.ts` holds the table to the list.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ErrorCode } from '../src/errors/codes.ts';
import type { ReasonWords } from '../src/rpc/reasons.ts';
import type { Judged, Refusal } from '../test/support/judged.ts';
import { table } from './markdown.ts';
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

const titles = { P: 'P-chain', X: 'X-chain', C: 'C-chain' } as const;

const stages: Readonly<Record<ListedReason['stage'], string>> = {
  rpc: 'The request',
  parse: 'Bytes',
  syntactic: 'Form',
  mempool: 'Pool',
  semantic: 'State',
  execute: 'Execution',
};

const quoted = (list: readonly string[]): string => list.map((of) => `\`${of}\``).join(', ');

/** `docs/reasons.md`, and a page for each chain in `docs/reasons/`: every reason, by stage. */
export function reasonPages(): ReadonlyMap<string, string> {
  const whys = [...new Set(listedReasons.flatMap(({ why }) => why ?? []))];
  const provoked = listedReasons.filter((of) => of.provoked).length;
  const chains = Object.entries(titles).map(([chain, title]) => {
    const reasons = listedReasons.filter((of) => of.chain === chain);
    const stagesOf = Object.entries(stages).flatMap(([stage, heading]) => {
      const own = reasons.filter((of) => of.stage === stage);
      const rows = own.map((of) => [
        `${of.text.replaceAll('|', '\\|')}${of.outer ? ' …' : ''}`,
        quoted(of.rules),
        quoted(of.codes),
        of.provoked ? 'yes' : `[${whys.indexOf(of.why!) + 1}](../reasons.md#not-provoked)`,
      ]);
      const head = ['Node’s message', 'Rules', 'Codes', 'Tested'];
      return own.length > 0 ? [`## ${heading}`, table(head, rows)] : [];
    });
    const file = title.toLowerCase();
    const page = [
      `# Why a node refuses: ${title}`,
      'By the stage that refuses. [What the columns mean](../reasons.md)',
      ...stagesOf,
    ];
    return { file, title, count: reasons.length, page: `${page.join('\n\n')}\n` };
  });
  const overview = [
    '# Why a node refuses a transaction',
    `Every error with which \`issueTx\` of avalanchego can refuse a transaction, ${listedReasons.length} in all, with the rules of \`checkTx\` that refuse the same transaction and their codes.`,
    table(
      ['Chain', 'Errors'],
      chains.map(({ file, title, count }) => [`[${title}](reasons/${file}.md)`, String(count)]),
    ),
    '## Columns',
    `- **Rules**: \`bytes\` if the transaction cannot be decoded, \`text\` if it is not hex with a checksum. Empty: only a node can know.
- **Codes**: the usual one first. Several if the node uses the same words for several things.
- **…**: these words surround those of another reason.
- **Tested**: for ${provoked} reasons, the node and \`checkTx\` refuse a transaction in \`vectors/refusals.ndjson.gz\` alike. For the others, a number explains [why not](#not-provoked).`,
    '## Not provoked',
    whys.map((why, i) => `${i + 1}. ${why}`).join('\n'),
    '<!-- Made by `npm run docs` from `vectors/reasons.json`, which `vectors/oracle/cmd/reasons` checks against the source of avalanchego. -->',
    '',
  ];
  return new Map([
    ['docs/reasons.md', overview.join('\n\n')],
    ...chains.map(({ file, page }): [string, string] => [`docs/reasons/${file}.md`, page]),
  ]);
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
