/** Where each page of `docs/` stands: the navigation and the sidebars. Names of pages are their first headings unless given here. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';
import { places } from '../scripts/header.ts';

/** The folder with the pages. */
export const docs: string = fileURLToPath(new URL('../docs/', import.meta.url));

/** A page by its path in `docs/` without `.md`, with another name for the sidebar if its heading is too long for it. */
type Entry = string | readonly [path: string, name: string];

const pathOf = (entry: Entry): string => (typeof entry === 'string' ? entry : entry[0]);

/** Pages below one heading of a sidebar. */
interface Group {
  readonly name: string;
  /** In this order. A path that is not written yet is left out. */
  readonly pages: readonly Entry[];
  /** Pages of this folder that nothing lists follow, by name. */
  readonly folder?: string;
}

/** A part of the site with a sidebar of its own. */
interface Section {
  readonly name: string;
  readonly groups: readonly Group[];
}

const sections: readonly Section[] = [
  {
    name: 'Guides',
    groups: [
      {
        name: 'Start',
        pages: [
          ['index', 'Overview'],
          ['guides/quickstart', 'Quickstart'],
          ['guides/index', 'All guides'],
          ['guides/wallet', 'Wallet'],
          ['guides/skip', 'What you can skip'],
          ['costs', 'What things cost'],
          ['api', 'Which function'],
        ],
      },
      {
        name: 'Send and receive',
        pages: [
          ['guides/stores', 'Stores'],
          ['guides/balances', 'UTXOs and balances'],
          ['guides/send-x', 'Send on X'],
          ['guides/send-p', 'Send on P'],
          ['guides/cross-chain', 'Move between chains'],
          ['guides/deposits', 'Deposits'],
          ['guides/withdrawals', 'Withdrawals'],
          ['guides/issue', 'Submit and wait'],
          ['guides/fees', 'Fees'],
          ['guides/coin-selection', 'Coin selection'],
        ],
      },
      {
        name: 'Stake, assets, L1s',
        pages: [
          ['guides/stake', 'Delegate and validate'],
          ['guides/assets', 'Assets and NFTs'],
          ['guides/l1', 'L1s'],
          ['guides/warp', 'Warp messages'],
        ],
      },
      {
        name: 'Sign safely',
        pages: [
          ['guides/explain', 'See what you sign'],
          ['guides/inspector', 'Inspector'],
          ['guides/verify', 'Check before issuing'],
          ['guides/multisig', 'Multisig'],
          ['guides/keys', 'Keys and words'],
          ['guides/other-tools', 'Multisig with other tools'],
          ['guides/sign-elsewhere', 'Keys elsewhere'],
          ['guides/kms', 'AWS and Google KMS'],
          ['hardware', 'Ledger'],
          ['guides/keystone', 'Keystone'],
          ['guides/airgap', 'Air gap'],
        ],
      },
      {
        name: 'Read the chain',
        pages: [
          ['guides/decode', 'Decode a reply'],
          ['guides/connect', 'Call a node'],
          ['guides/indexing', 'From a node to SQL'],
          ['guides/index-blocks', 'Index blocks'],
          ['guides/history', 'Replay a chain'],
          ['guides/accounting', 'Received and paid'],
        ],
      },
      {
        name: 'Build an application',
        pages: [
          ['guides/browser', 'Browser, React, Next.js'],
          ['guides/viem', 'With viem'],
          ['guides/errors', 'Errors in a service'],
          ['guides/testing', 'Testing'],
          ['guides/playground', 'Playground'],
        ],
        folder: 'guides/',
      },
      {
        name: 'From another library',
        pages: [
          ['migration', 'From avalanchejs or the SDK'],
          ['migration/avalanchejs', 'Calls side by side'],
        ],
        folder: 'migration/',
      },
      {
        name: 'Concepts',
        pages: [
          'concepts/utxo',
          'concepts/owner',
          'concepts/lock',
          'concepts/stake',
          'concepts/authority',
          'concepts/evidence',
        ],
        folder: 'concepts/',
      },
    ],
  },
  {
    name: 'Reference',
    groups: [
      {
        name: 'Look up',
        pages: [
          ['reference/index', 'All of the reference'],
          ['reference/api/index', 'API'],
          ['reference/errors', 'Error codes'],
          ['reference/transactions/index', 'Transactions'],
          ['rpc/index', 'RPC methods'],
          ['gallery', 'Gallery'],
        ],
      },
      {
        name: 'Command line',
        pages: [
          ['cli', 'Overview'],
          ['streams', 'Streams'],
        ],
      },
      {
        name: 'Test node',
        pages: [
          ['testnode', 'Overview'],
          ['testnode/server', 'As a server'],
          ['testnode/control', 'Control methods'],
          ['testnode/differences', 'Differences to a node'],
        ],
        folder: 'testnode/',
      },
      {
        name: 'Formats',
        pages: [
          ['format', 'Wire format'],
          ['draft', 'Drafts'],
          ['foreign', 'Inputs of other tools'],
          ['policy', 'Policies'],
        ],
      },
      {
        name: 'Network',
        pages: [
          ['rules', 'Rules and prices'],
          ['reasons', 'Why a node refuses'],
          ['networks', 'Networks and upgrades'],
        ],
      },
    ],
  },
  {
    name: 'Trust',
    groups: [
      {
        name: 'Trust',
        pages: [
          ['why-trust-it', 'Why trust it'],
          ['threat-model', 'What can go wrong'],
          ['trust', 'Owners and evidence'],
        ],
      },
      {
        name: 'Project',
        pages: [
          ['platforms', 'Platforms'],
          ['benchmarks', 'Benchmarks'],
          ['versioning', 'Versions and stability'],
          ['project/changes', 'Changes'],
          ['project/security', 'Report a weakness'],
          ['project/license', 'Licence'],
        ],
        folder: 'project/',
      },
    ],
  },
];

/** Folders of a reference with many pages: the page that lists them, and a sidebar of their own. */
const books: readonly { readonly folder: string; readonly index: string; readonly name: string }[] =
  [
    { folder: 'reference/api/', index: 'reference/api/index', name: 'API' },
    { folder: 'reference/errors/', index: 'reference/errors', name: 'Error codes' },
    {
      folder: 'reference/transactions/',
      index: 'reference/transactions/index',
      name: 'Transactions',
    },
    { folder: 'rpc/', index: 'rpc/index', name: 'RPC methods' },
    { folder: 'cli/', index: 'cli', name: 'Command line' },
    { folder: 'format/', index: 'format', name: 'Wire format' },
  ];

const bookOf = (path: string) => books.find(({ folder }) => path.startsWith(folder));

/** Whether a page is one of many of a reference, which the lists of the whole site leave out. */
export const isReference = (path: string): boolean => {
  const book = bookOf(path);
  return book !== undefined && book.index !== path;
};

/** Every page: its path in `docs/` without `.md`, and its first heading. */
export function readPages(): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(docs, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => path.replaceAll('\\', '/').slice(0, -'.md'.length))
      .sort()
      .map((path) => [path, titleOf(readFileSync(`${docs}${path}.md`, 'utf8')) ?? path]),
  );
}

/** The title of a page: of its front matter, or its first heading as plain text. */
function titleOf(markdown: string): string | undefined {
  const given = /^---\n(?:.*\n)*?title: *(.+)\n(?:.*\n)*?---\n/.exec(markdown)?.[1];
  const title = given ?? /^# (.+)$/m.exec(markdown)?.[1];
  return title
    ?.replace(/ \{#[^}]*\}$/, '')
    .replace(/^(['"])(.*)\1$/, '$2')
    .replaceAll(/[`\\]/g, '');
}

/** The address of a page within the site. */
export const linkOf = (path: string): string => `/${path.replace(/(^|\/)index$/, '$1')}`;

/** The groups with their pages, those that nothing lists included in the last one; pages of books are left out. */
export function contents(pages: ReadonlyMap<string, string>): readonly {
  readonly section: string;
  readonly name: string;
  readonly pages: readonly (readonly [string, string])[];
}[] {
  const groups = sections.flatMap(({ name, groups }) =>
    groups.map((group) => ({ section: name, ...group })),
  );
  const listed = new Set(groups.flatMap((group) => group.pages.map(pathOf)));
  const others = [...pages.keys()].filter((path) => !listed.has(path) && !isReference(path));
  const homeOf = (path: string) =>
    groups.find(({ folder }) => folder !== undefined && path.startsWith(folder)) ?? groups.at(-1)!;
  return groups
    .map((group) => ({
      section: group.section,
      name: group.name,
      pages: [
        ...group.pages.map((e) => (typeof e === 'string' ? ([e, pages.get(e)] as const) : e)),
        ...others
          .filter((path) => homeOf(path) === group)
          .map((path) => [path, pages.get(path)] as const),
      ].filter((page): page is readonly [string, string] => pages.has(page[0])),
    }))
    .filter((group) => group.pages.length > 0);
}

/** Places that `scripts/apps.ts --pages` builds into the site: pages of their own, beside those of VitePress. */
const apps: readonly string[] = ['Inspector', 'Playground'];

/** The links above every page. */
export const navigation = (): DefaultTheme.NavItem[] =>
  places.map(([text, link]) =>
    apps.includes(text)
      ? { text, link, target: '_self' }
      : { text, link, activeMatch: activeIn(text) },
  );

/** A regular expression for the addresses of a section. */
function activeIn(section: string): string {
  const groups = sections.find(({ name }) => name === section)!.groups;
  const folders = [
    ...groups.flatMap(({ folder }) => folder ?? []),
    ...(section === 'Reference' ? books.map(({ folder }) => folder) : []),
  ];
  const paths = groups
    .flatMap((group) => group.pages.map(pathOf))
    .filter((path) => path !== 'index')
    .map((path) => `${path.replace(/(^|\/)index$/, '$1')}(\\.html)?$`);
  return `^/(${[...folders, ...paths].join('|')})`;
}

type SidebarItem = DefaultTheme.SidebarItem;

const itemOf = ([path, text]: readonly [string, string]): SidebarItem => ({
  text,
  link: linkOf(path),
});

/** A sidebar for each section, with groups that open where the reader is, and one for each book. */
export function sidebars(pages: ReadonlyMap<string, string>): DefaultTheme.SidebarMulti {
  const found: { [address: string]: SidebarItem[] } = {};
  const groups = contents(pages);
  for (const { folder, index, name } of books) {
    const items = [...pages]
      .filter(([path]) => path.startsWith(folder) && path !== index)
      .sort(([, a], [, b]) => (a < b ? -1 : 1))
      .map(([path, title]) => itemOf([path, title.replace(/^avalanche-tx (?=\w)/, '')]));
    if (items.length === 0) continue;
    const top = [
      { text: '← All of the reference', link: '/reference/' },
      { text: name, link: linkOf(index) },
    ];
    const more = groups.find((group) => group.name === name)?.pages ?? [];
    found[`/${folder}`] = [
      { items: [...top, ...more.filter(([path]) => path !== index).map(itemOf)] },
      ...byChain(items),
    ];
  }
  // Of the command line and the wire format the overview has the same sidebar.
  for (const { folder, index } of books)
    if (found[`/${folder}`] && !index.endsWith('/index')) found[`/${index}`] = found[`/${folder}`]!;
  for (const section of sections) {
    const own = groups.filter((group) => group.section === section.name);
    const sidebar = own.map(({ name, pages: entries }, i) => ({
      text: name,
      // What fits into a window stays open.
      ...(i > 0 && own.length > 2 && { collapsed: true }),
      items: entries.map(itemOf),
    }));
    if (section === sections[0]) found['/'] = sidebar;
    else for (const [path] of own.flatMap((group) => group.pages)) found[linkOf(path)] ??= sidebar;
  }
  const { '/': rest, ...others } = found;
  return { ...others, '/': rest! };
}

/** Items whose names begin with a chain (`P-chain BaseTx`) below that chain; others as one group. */
function byChain(items: readonly SidebarItem[]): SidebarItem[] {
  const chainOf = ({ text }: SidebarItem): string | undefined =>
    /^[PXC]-chain(?= )/.exec(text ?? '')?.[0];
  if (!items.every(chainOf)) return [{ items: [...items] }];
  return ['P-chain', 'X-chain', 'C-chain'].map((chain) => ({
    text: chain,
    collapsed: false,
    items: items
      .filter((item) => chainOf(item) === chain)
      .map((item) => ({ ...item, text: item.text!.slice(chain.length + 1) })),
  }));
}
