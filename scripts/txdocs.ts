/** `docs/reference/transactions/`: a page for every type of transaction, from its declaration, rules, fee, examples and vectors. */
import { readdirSync, readFileSync } from 'node:fs';
import { unbuilt } from '../src/builder/build.ts';
import { intents } from '../src/builder/intents/table.ts';
import { declarationOf } from '../src/chain/declared.ts';
import type { TxRole } from '../src/chain/roles.ts';
import { isError } from '../src/errors/error.ts';
import { textOf } from '../src/explain/index.ts';
import { intrinsic } from '../src/fee/transactions.ts';
import { mainnet } from '../src/network/known.ts';
import type { Upgrades } from '../src/network/network.ts';
import { toJSONText } from '../src/open/opened.ts';
import { hintOf, rules } from '../src/rules/check.ts';
import type { Rule } from '../src/rules/verdict.ts';
import { formatHex } from '../src/text/hex.ts';
import type { AnyUnsignedTx } from '../src/tx/types.ts';
import type { PartField } from '../src/wire/type.ts';
import { typeText, withTypeLinks } from './formatdocs.ts';
import { alt, bestVectors, builtExamples, type Shown } from './gallery.ts';
import { cell, indented, table } from './markdown.ts';
import { listedReasons } from './reasons.ts';

type TxType = AnyUnsignedTx['type'];

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const chainOf = (type: TxType): 'P' | 'X' | 'C' =>
  type.startsWith('platformvm.') ? 'P' : type.startsWith('avm.') ? 'X' : 'C';
const shortName = (type: TxType): string => type.slice(type.indexOf('.') + 1);
/** As the gallery names its pictures. */
const name = (type: TxType): string => `${chainOf(type)}.${shortName(type)}`;
/** The page of a type, without its ending. */
const fileOf = (type: TxType): string => name(type).replace('.', '-');

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

function fields(type: TxType): string {
  const { shape } = declarationOf({ type }).type;
  if (!('fields' in shape)) throw new Error(`${type} is not a struct`);
  return table(
    ['Field', 'Type', 'Role', 'Meaning'],
    (shape.fields as readonly PartField[]).map(({ key, type: of, role, note }) => [
      `\`${key}\``,
      withTypeLinks(typeText(of), '../../format/'),
      roleText(role as TxRole),
      note,
    ]),
  );
}

/** The most reasons of a node that a cell lists. */
const mostWords = 3;

/** The rules of a type, with the node's words for those that refuse. */
function ruleTable(type: TxType): string {
  return table(
    ['', 'Rule', 'Codes', 'Node’s message', 'What to do'],
    (rules[type] as readonly Rule<never>[]).map(({ name: rule }, i) => {
      const found = listedReasons.filter(
        (of) => of.chain === chainOf(type) && !of.outer && of.rules.includes(rule),
      );
      const words = [...new Set(found.map(({ text }) => text))];
      return [
        String(i + 1),
        rule,
        [...new Set(found.flatMap(({ codes }) => codes))]
          .map((code) => `[\`${code}\`](../errors/${code}.md)`)
          .join(', '),
        cell(
          [
            ...words.slice(0, mostWords).map((text) => `“${text}”`),
            ...(words.length > mostWords ? ['…'] : []),
          ].join(', '),
        ),
        hintOf(rule, type) ?? '',
      ];
    }),
  );
}

function fee(type: TxType): string {
  const own = Object.hasOwn(intrinsic, type)
    ? intrinsic[type as keyof typeof intrinsic]
    : undefined;
  switch (chainOf(type)) {
    case 'P':
      if (!own) return 'The node has no price for this type.';
      return `Gas × price, burned in AVAX. Before its parts are counted, the type costs ${own[0]} bytes, ${own[1]} reads, ${own[2]} writes and ${own[3]} units of compute; gas is bytes + 1,000 × reads + 1,000 × writes + 4 × compute. Inputs, outputs, signatures and proofs add to it: see [rules and prices](../../rules.md). \`feeOf\` of \`avalanche-tx/fee\` computes it, \`estimateFee\` of \`avalanche-tx/build\` before there are UTXOs.`;
    case 'X':
      return `Fixed: ${type === 'avm.CreateAssetTx' ? '`xFees.createAssetTxFee` of the network, 0.01 AVAX on mainnet' : '`xFees.txFee` of the network, 0.001 AVAX on mainnet'}.`;
    case 'C':
      return 'Gas × base fee of the C-chain, in wei, rounded up to nAVAX. Gas is 10,000 + 1 a byte of the unsigned transaction + 1,000 a signature. `feeOf` of `avalanche-tx/fee` computes it.';
  }
}

function building(type: TxType): string {
  const short = shortName(type);
  return Object.hasOwn(intents, short)
    ? `\`build${short}\` of \`avalanche-tx/build\`.`
    : `Nobody: ${unbuilt[short as keyof typeof unbuilt]}.`;
}

const explained = (file: string, { explanation }: Shown<unknown>): readonly string[] => [
  `![${alt(explanation.title)}](../../gallery/${file}.svg)`,
  `\`\`\`text\n${textOf(explanation)}\n\`\`\``,
];

const folded = (summary: string, ...inside: readonly string[]): readonly string[] => [
  `<details><summary>${summary}</summary>`,
  ...inside,
  '</details>',
];

function examples(type: TxType): readonly string[] {
  const built = builtExamples().get(name(type));
  const vector = bestVectors().get(name(type));
  const own = built
    ? [
        'Of a draft, before it is signed. The reader owns the addresses that pay.',
        ...explained(name(type), built),
        ...folded(
          'The intent',
          'With the state of its chain in `examples/intents/states/`: `avalanche-tx build intent.json --state state.json`.',
          `\`\`\`json\n${read(`examples/intents/${name(type)}.json`).trim()}\n\`\`\``,
        ),
      ]
    : [];
  if (!vector) return own;
  const { of: tx, network } = vector;
  return [
    ...own,
    ...(built ? [] : explained(name(type), vector)),
    ...folded(
      `Signed bytes and the node’s JSON: ${tx.bytes.length} bytes, made by avalanchego’s code with random values`,
      `ID \`${tx.txID}\` on ${network.name}.`,
      `\`\`\`text\n${formatHex(tx.bytes)}\n\`\`\``,
      `\`\`\`json\n${indented(toJSONText(tx, { network }))}\n\`\`\``,
    ),
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
      `docs/reference/transactions/${fileOf(type)}.md`,
      `${[
        `# ${titles[chainOf(type)]} ${shortName(type)}`,
        what!,
        table(
          ['', ''],
          [
            ['Type', `\`${type}\``],
            ['typeID', String(typeID)],
            ['Accepted', accepted(type)],
            ['Built by', building(type)],
            [
              'Source',
              source ? `avalanchego ${source.replace(/^avalanchego /, '').replace(/\.$/, '')}` : '',
            ],
          ],
        ),
        '## Fields',
        'In the order of the wire, after the codec version (u16, 0) and the typeID (u32). [Roles](index.md#roles) say what a field means for code.',
        fields(type),
        '## Rules',
        'What a node checks, in its order. `checkTx` of `avalanche-tx/rules` reports each; [why a node refuses](../../reasons.md) has all of its words.',
        ruleTable(type),
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
    'Every type of transaction of the three chains: fields, rules, fee and an example.',
    ...(['P', 'X', 'C'] as const).flatMap((chain) => [
      `## ${titles[chain]}`,
      table(
        ['Type', 'typeID', 'Purpose', 'Accepted'],
        types
          .filter((type) => chainOf(type) === chain)
          .map((type) => [
            `[${shortName(type)}](${fileOf(type)}.md)`,
            String(declarationOf({ type }).typeID),
            about.get(type)!.split(/ Source: /)[0]!,
            accepted(type),
          ]),
      ),
    ]),
    '## Roles',
    'A role says what a field means for code: inputs, outputs, credentials, flows, policies and explanations follow from it. Parameters stand in parentheses.',
    table(['Role', 'Meaning'], roleRows),
  ].join('\n\n')}\n`;
}
