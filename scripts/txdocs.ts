/** `docs/reference/transactions/`: a page for every type of transaction, from its declaration, rules, fee, examples and vectors. */
import { readdirSync, readFileSync } from 'node:fs';
import { unbuilt } from '../src/builder/build.ts';
import { intents } from '../src/builder/intents/table.ts';
import { declarationOf } from '../src/chain/declared.ts';
import type { TxRole } from '../src/chain/roles.ts';
import { isError } from '../src/errors/error.ts';
import { intrinsic } from '../src/fee/transactions.ts';
import { mainnet } from '../src/network/known.ts';
import type { Upgrades } from '../src/network/network.ts';
import { rules } from '../src/rules/check.ts';
import type { Rule } from '../src/rules/verdict.ts';
import { formatHex } from '../src/text/hex.ts';
import type { AnyUnsignedTx } from '../src/tx/types.ts';
import type { PartField } from '../src/wire/type.ts';
import { txPage, typeText, withTypeLinks } from './formatdocs.ts';
import { alt, bestVectors, builtExamples } from './gallery.ts';
import { table } from './markdown.ts';

type TxType = AnyUnsignedTx['type'];

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const chainOf = (type: TxType): 'P' | 'X' | 'C' => txPage(type)[0] as 'P' | 'X' | 'C';
const shortName = (type: TxType): string => type.slice(type.indexOf('.') + 1);
/** As the gallery names its pictures. */
const name = (type: TxType): string => txPage(type).replace('-', '.');
/** What the declarations in the source say of each type, by name: the sentence before the source. */
function abouts(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const chain of ['pchain', 'xchain', 'cchain'])
    for (const file of readdirSync(new URL(`../src/chain/${chain}`, import.meta.url)))
      for (const [, about, type] of read(`src/chain/${chain}/${file}`).matchAll(
        /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport interface \w+\s+extends Declared<typeof \w+>\s*\{\}\nexport const \w+: TxPart<\w+> =\s+\/\* @__PURE__ \*\/ transaction\(\s*\d+,\s*'([\w.]+)'/g,
      ))
        found.set(type!, about!.replace(/\n\s*\* ?/g, ' ').trim());
  return found;
}

/** The first typeID that Banff registered. Source: avalanchego `vms/platformvm/txs/codec.go`. */
const firstOfBanff = 21;

/** `Durango (mainnet: 2024-03-06)` */
function told(upgrade: string): string {
  const day = new Date(Number(mainnet.upgrades[upgrade as keyof Upgrades]) * 1000);
  const title = `${upgrade[0]!.toUpperCase()}${upgrade.slice(1)}`;
  return `${title} (mainnet: ${day.getUTCFullYear() > 2100 ? 'no date yet' : day.toISOString().slice(0, 10)})`;
}

/** From when on, or until when, mainnet accepts a type: what its rule `upgrade` says at the first and at the last time. */
function accepted(type: TxType): string {
  const rule = (rules[type] as readonly Rule<never>[]).find((of) => of.name === 'upgrade');
  if (!rule) {
    const { typeID } = declarationOf({ type });
    if (Object.hasOwn(unbuilt, shortName(type))) return 'Made by nodes only.';
    return chainOf(type) === 'P' && typeID >= firstOfBanff ? `Since ${told('banff')}.` : 'Always.';
  }
  const refusedAt = (time: bigint): string | undefined => {
    try {
      rule.check({ tx: { type }, facts: { network: mainnet, time } } as never);
      return undefined;
    } catch (e) {
      if (!isError(e, 'WrongUpgrade')) throw e;
      return e.context.upgrade;
    }
  };
  const [since, until] = [refusedAt(0n), refusedAt(2n ** 63n)];
  return [
    ...(since ? [`Since ${told(since)}.`] : []),
    ...(until ? [`Refused since ${told(until)}.`] : []),
  ].join(' ');
}

/** A role in words: its name, and what its parameters say. */
function roleText(role: TxRole): string {
  const { is, ...more } = role;
  const said = Object.entries(more).map(([key, value]) =>
    typeof value === 'string' ? `${key} ${value}` : key,
  );
  return [is, ...(said.length > 0 ? [`(${said.join(', ')})`] : [])].join(' ');
}

/** Fields that nearly every type has; the index says what they mean. */
const sharedFields = ['networkID', 'blockchainID', 'outputs', 'inputs', 'memo'];

const fieldsOf = (type: TxType): readonly PartField[] => {
  const { shape } = declarationOf({ type }).type;
  if (!('fields' in shape)) throw new Error(`${type} is not a struct`);
  return shape.fields as readonly PartField[];
};

const fieldTable = (all: readonly PartField[]): string =>
  table(
    ['Field', 'Type', 'Role', 'Meaning'],
    all.map(({ key, type: of, role, note }) => [
      `\`${key}\``,
      withTypeLinks(typeText(of), '../../'),
      roleText(role as TxRole),
      note,
    ]),
  );

/** The fields of a type, without those that the index describes for all of its chain. */
function fields(type: TxType): string {
  const all = fieldsOf(type);
  const shared = all.filter(({ key }, i) => key === sharedFields[i]).length;
  if (shared < sharedFields.length) return fieldTable(all);
  const before = `[\`networkID\` to \`memo\`](index.md#shared-fields) come first`;
  const own = all.slice(shared);
  return own.length === 0
    ? `Only the [shared fields](index.md#shared-fields), \`networkID\` to \`memo\`.`
    : `${before}.\n\n${fieldTable(own)}`;
}

/** The rules of a type, in the node's order. */
const ruleList = (type: TxType): string =>
  (rules[type] as readonly Rule<never>[]).map(({ name: rule }) => rule).join(' · ');

function fee(type: TxType): string {
  const own = Object.hasOwn(intrinsic, type)
    ? intrinsic[type as keyof typeof intrinsic]
    : undefined;
  switch (chainOf(type)) {
    case 'P':
      if (!own) return 'The node has no price for this type.';
      return `Gas × price. The type itself costs ${own[0]} bytes, ${own[1]} reads, ${own[2]} writes and ${own[3]} units of compute.`;
    case 'X':
      return `Fixed: ${type === 'avm.CreateAssetTx' ? '`xFees.createAssetTxFee` of the network, 0.01 AVAX on mainnet' : '`xFees.txFee` of the network, 0.001 AVAX on mainnet'}.`;
    case 'C':
      return 'Gas × base fee of the C-chain, in wei, rounded up to nAVAX.';
  }
}

function building(type: TxType): string {
  const short = shortName(type);
  return Object.hasOwn(intents, short)
    ? `Built by \`build${short}\`.`
    : `No builder: ${unbuilt[short as keyof typeof unbuilt]}.`;
}

const folded = (summary: string, ...inside: readonly string[]): readonly string[] => [
  `<details><summary>${summary}</summary>`,
  ...inside,
  '</details>',
];

function examples(type: TxType): readonly string[] {
  const built = builtExamples().get(name(type));
  const vector = bestVectors().get(name(type));
  const { explanation } = (built ?? vector)!;
  return [
    `![${alt(explanation.title)}](../../gallery/${name(type)}.svg)`,
    ...(built
      ? [
          ...folded(
            'The intent',
            `\`\`\`json\n${read(`examples/intents/${name(type)}.json`).trim()}\n\`\`\``,
          ),
        ]
      : []),
    ...(vector
      ? folded(
          `Signed bytes with random values, made by avalanchego on ${vector.network.name}`,
          `\`\`\`text\n${formatHex(vector.of.bytes)}\n\`\`\``,
        )
      : []),
  ];
}

const titles = { P: 'P-chain', X: 'X-chain', C: 'C-chain' } as const;

/** The pages by their path. */
export function txPages(): ReadonlyMap<string, string> {
  const about = abouts();
  const types = Object.keys(rules) as TxType[];
  const pages = types.map((type) => {
    const [what, source] = about.get(type)!.split(/ Source: /);
    const { typeID } = declarationOf({ type });
    return [
      `docs/reference/transactions/${txPage(type)}.md`,
      `${[
        `# ${titles[chainOf(type)]} ${shortName(type)}`,
        what!,
        [
          `\`${type}\`, typeID ${typeID}. ${accepted(type)} ${building(type)}`,
          ...(source
            ? [`Source: avalanchego ${source.replace(/^avalanchego /, '').replace(/\.$/, '')}.`]
            : []),
        ].join(' '),
        '## Fields',
        fields(type),
        '## Rules',
        `${ruleList(type)} ([what to do](../../reasons.md#what-to-do))`,
        '## Fee',
        fee(type),
        '## Example',
        ...examples(type),
      ].join('\n\n')}\n`,
    ] as const;
  });
  return new Map([['docs/reference/transactions/index.md', indexPage(types, about)], ...pages]);
}

function indexPage(types: readonly TxType[], about: ReadonlyMap<string, string>): string {
  const roleRows = [
    ...read('src/chain/roles.ts').matchAll(/^\/\*\* (.*) \*\/\nexport const (\w+) =/gm),
  ].map(([, meaning, role]) => [`\`${role}\``, meaning!]);
  return `${[
    '# Transactions',
    ...(['P', 'X', 'C'] as const).flatMap((chain) => [
      `## ${titles[chain]}`,
      table(
        ['Type', 'typeID', 'Purpose', 'Accepted'],
        types
          .filter((type) => chainOf(type) === chain)
          .map((type) => [
            `[${shortName(type)}](${txPage(type)}.md)`,
            String(declarationOf({ type }).typeID),
            about.get(type)!.split(/ Source: /)[0]!,
            accepted(type).replace(/^Always\.$/, ''),
          ]),
      ),
    ]),
    '## Shared fields',
    'Fields are in wire order, after the codec version (u16, 0) and the typeID (u32). The [wire format](../../format.md) has the nested types. Nearly all types begin with these:',
    fieldTable(fieldsOf('platformvm.BaseTx')),
    '## Rules',
    'A page lists what a node checks, in its order. `checkTx` of `avalanche-tx/rules` reports the result of each rule; [why a node refuses](../../reasons.md) has the node’s messages.',
    '## Fees',
    'Fees are burned in AVAX. `feeOf` of `avalanche-tx/fee` computes them, `estimateFee` of `avalanche-tx/build` before there are UTXOs; [rules and prices](../../rules.md) has all the figures.',
    '- P-chain: gas × price. Gas is bytes + 1,000 × reads + 1,000 × writes + 4 × compute, where inputs, outputs, signatures and proofs add to what the type costs.\n- X-chain: fixed.\n- C-chain: gas × base fee. Gas is 10,000 + 1 per byte of the unsigned transaction + 1,000 per signature.',
    '## Examples',
    'Drafts are built by `avalanche-tx build` from the intents and states in `examples/intents/` and explained to their payer. `avalanche-tx decode` prints the node’s JSON of the signed bytes.',
    '## Roles',
    'A role says what a field means: inputs, outputs, flows, policies and explanations are derived from it. Parameters are in parentheses.',
    table(['Role', 'Meaning'], roleRows),
  ].join('\n\n')}\n`;
}
