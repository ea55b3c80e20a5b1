/** Tables of reference inside of pages that are written by hand: between `<!-- mark -->` and `<!-- /mark -->`. */
import { tableNames, tables } from '../apps/index/src/tables.ts';
import { warningReasons } from '../src/draft/draft.ts';
import { WireDraft } from '../src/draft/file.ts';
import { faults } from '../src/errors/fault.ts';
import { warnings } from '../src/explain/warningcodes.ts';
import { knownNetworks, unscheduled } from '../src/network/known.ts';
import { upgradeNames } from '../src/network/network.ts';
import { claimReasons } from '../src/owners/proof.ts';
import { ledgerLayouts } from '../src/sign/hardware/ledgerapp.ts';
import { policyCodes } from '../src/sign/policy/rules.ts';
import { controlMethods } from '../src/testnode/serve/control.ts';
import { formatID } from '../src/text/id.ts';
import type { Type } from '../src/wire/type.ts';
import { structText } from './formatdocs.ts';
import { cell, table } from './markdown.ts';
import { compared, dependencies, otherCosts, pCosts } from './trustdocs.ts';

const code = (text: string): string => `\`${text}\``;
const codes = (names: readonly string[]): string => names.map(code).join(', ');

/** The structs of a draft, but those of the chains: outermost first. */
function ownStructs(type: Type<unknown>): readonly Type<unknown>[] {
  const { shape } = type;
  if (shape.kind === 'versioned' || shape.kind === 'list') return ownStructs(shape.of);
  if (shape.kind !== 'struct' || !type.name.startsWith('draft.')) return [];
  return [type, ...shape.fields.flatMap((field) => ownStructs(field.type))];
}

const draftFields = (): string =>
  ownStructs(WireDraft)
    .map((type) =>
      structText(type, '###').replaceAll(
        '](#secp256k1fxoutputowners)',
        '](format/feature-extensions.md#secp256k1fxoutputowners)',
      ),
    )
    .join('\n\n');

const networks = (): string =>
  table(
    ['Network', 'networkID', 'Addresses', 'EVM chain ID', 'AVAX', 'X-chain', 'C-chain'],
    knownNetworks.map(({ name, networkID, hrp, evmChainID, avaxAssetID, chains: { X, C } }) => [
      code(name),
      String(networkID),
      code(`P-${hrp}1…`),
      String(evmChainID),
      ...[avaxAssetID, X.blockchainID, C.blockchainID].map((id) => code(formatID(id))),
    ]),
  );

/** Such as `2026-09-22 15:00 UTC`. */
const dateOf = (time: bigint): string =>
  time === unscheduled
    ? 'not scheduled'
    : `${new Date(Number(time) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const upgrades = (): string =>
  table(
    ['Upgrade', ...knownNetworks.map(({ name }) => code(name))],
    upgradeNames.map((upgrade) => [
      `${upgrade[0]!.toUpperCase()}${upgrade.slice(1)}`,
      ...knownNetworks.map((network) => dateOf(network.upgrades[upgrade])),
    ]),
  );

/** A field of a transaction with what a Ledger does with it. */
interface Leaf {
  /** `[]` stands for each element. */
  readonly path: string;
  readonly display: unknown;
}

function leaves(fields: object, path = ''): readonly Leaf[] {
  return Object.entries(fields).flatMap(([key, display]: [string, unknown]): readonly Leaf[] => {
    const at = path + key;
    if (typeof display !== 'object' || display === null || 'as' in display)
      return [{ path: at, display }];
    if ('each' in display) return leaves(display.each as object, `${at}[].`);
    const inner = 'of' in display ? display.of : (display as { readonly says: object }).says;
    return leaves(inner as object, `${at}.`);
  });
}

const shownAs: { readonly [display: string]: string } = {
  shown: '',
  outputs: ' (amounts, addresses)',
  owner: ' (addresses)',
};

/** The three cells of a layout: displayed, not displayed, displayed differently. */
function screenCells(found: readonly Leaf[]): readonly string[] {
  const pathsOf = (matches: RegExp) =>
    found.filter(({ display }) => matches.test(String(display))).map(({ path }) => path);
  const shown = found.flatMap(({ path, display }) =>
    Object.hasOwn(shownAs, String(display)) ? [code(path) + shownAs[String(display)]] : [],
  );
  const hidden = [
    ...pathsOf(/^hidden./).map((path) => `**${code(path)}**`),
    ...pathsOf(/^hidden$/).map(code),
  ];
  const expert = pathsOf(/^expert$/);
  const differently = found.flatMap(({ path, display }) =>
    typeof display === 'object' && display !== null && 'as' in display
      ? [
          `${code(path)}: ${String(display.as)
            .replace(/\.$/, '')
            .replace(/^[A-Z]/, (of) => of.toLowerCase())}`,
        ]
      : [],
  );
  return [
    shown.join(', '),
    [...hidden, ...(expert.length > 0 ? [`only in expert mode: ${codes(expert)}`] : [])].join(', '),
    differently.join('; '),
  ];
}

const screens = (): string =>
  table(
    ['Transaction', 'App', 'Displayed', 'Not displayed', 'Displayed differently'],
    Object.entries(ledgerLayouts).map(([type, layout]) =>
      layout
        ? [code(type), layout.since, ...screenCells(leaves(layout.fields))]
        : [code(type), 'none', '', 'everything', ''],
    ),
  );

const keys = (fields: readonly { key: string; schema: { optional?: boolean } }[] = []): string =>
  fields.map(({ key, schema }) => code(key) + (schema.optional ? '?' : '')).join(', ');

const control = (): string =>
  table(
    ['Method', 'Params', 'Result', 'Description'],
    Object.entries(controlMethods).map(([name, { about, params, result }]) => [
      code(name),
      keys(params.fields),
      keys(result.fields),
      about,
    ]),
  );

/** The tables of the index: columns that most of them have, then the others of each. */
function indexTables(): string {
  const lineOf = ([column, [storage, meaning]]: readonly [string, readonly [string, string]]) =>
    `- \`${column}\` (${storage.replace('?', ', may be null')}): ${meaning}`;
  const columnsOf = (name: (typeof tableNames)[number]) =>
    Object.entries<readonly [string, string]>(tables[name].columns);
  const count = new Map<string, number>();
  for (const line of tableNames.flatMap((name) => columnsOf(name).map(lineOf)))
    count.set(line, (count.get(line) ?? 0) + 1);
  const shared = [...count].filter(([, n]) => n > tableNames.length / 2).map(([line]) => line);
  const sections = tableNames.map((name) => {
    const { about, key } = tables[name];
    const lines = columnsOf(name).map(lineOf);
    const common = lines.filter((line) => shared.includes(line));
    const own = lines.filter((line) => !shared.includes(line));
    const names = common.map((line) => /`\w+`/.exec(line)![0]).join(', ');
    return [
      `### ${name}`,
      `${about.replace(/\.$/, '')}. Key: ${codes(key)}.${names && ` Also ${names}.`}`,
      own.join('\n'),
    ].join('\n\n');
  });
  return [`Most tables have:\n\n${shared.join('\n')}`, ...sections].join('\n\n');
}

/** The tables of each page, by their marks. */
export const tablesIn: { readonly [path: string]: { readonly [mark: string]: () => string } } = {
  'docs/costs.md': { p: pCosts, others: otherCosts },
  'docs/why-trust-it.md': { compared, dependencies },
  'docs/draft.md': {
    claims: () =>
      table(
        ['Reason', 'Meaning'],
        Object.entries(claimReasons).map(([reason, meaning]) => [code(reason), meaning]),
      ),
    fields: draftFields,
    warnings: () =>
      table(
        ['Reason', 'Code', 'Text'],
        Object.entries(warningReasons).map(([reason, { code: name, text }]) => [
          code(reason),
          code(name),
          text(12n),
        ]),
      ),
  },
  'docs/guides/errors.md': {
    faults: () => {
      const groups = new Map<string, string[]>();
      for (const [name, { party, status }] of Object.entries(faults)) {
        const group = `${code(party)} | ${status}`;
        groups.set(group, [
          ...(groups.get(group) ?? []),
          `[\`${name}\`](../reference/errors/${name}.md)`,
        ]);
      }
      return table(
        ['Party', 'Status', 'Codes'],
        [...groups]
          .sort(([a], [b]) => (a < b ? 1 : -1))
          .map(([group, names]) => [group, names.join(', ')]),
      );
    },
  },
  'docs/guides/indexing.md': { tables: indexTables },
  'docs/hardware.md': { screens },
  'docs/networks.md': { networks, upgrades },
  'docs/policy.md': {
    findings: () =>
      table(
        ['Code', 'Meaning'],
        Object.entries(policyCodes).map(([name, meaning]) => [code(name), meaning]),
      ),
  },
  'docs/testnode/control.md': { control },
  'docs/trust.md': {
    cautions: () =>
      table(
        ['Code', 'Level', 'Text'],
        Object.entries(warnings).map(([name, { level, text }]) => [code(name), level, cell(text)]),
      ),
  },
};
