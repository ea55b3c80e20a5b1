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

interface Section {
  readonly name: string;
  /** In this order. A path that is not written yet is left out. */
  readonly pages: readonly Entry[];
  /** Pages of this folder that no section lists follow, by name. */
  readonly folder?: string;
}

const sections: readonly Section[] = [
  {
    name: 'Start',
    pages: [
      ['index', 'Overview'],
      ['api', 'Which function'],
      ['migration', 'Coming from avalanchejs'],
      ['migration/sdk', 'Coming from the SDK'],
      ['cli', 'Command line'],
      ['platforms', 'Platforms'],
    ],
  },
  {
    name: 'Guides',
    pages: [
      ['guides/index', 'All guides'],
      ['guides/wallet', 'Wallet'],
      ['guides/withdrawals', 'Withdrawals'],
      ['guides/stores', 'Stores'],
      ['guides/deposits', 'Deposits'],
      ['guides/decode', 'Decode a reply'],
      ['guides/balances', 'UTXOs and balances'],
      ['guides/connect', 'Call a node'],
      ['guides/send-x', 'Send on X'],
      ['guides/send-p', 'Send on P'],
      ['guides/cross-chain', 'Move between chains'],
      ['guides/stake', 'Delegate and validate'],
      ['guides/assets', 'Assets and NFTs'],
      ['guides/fees', 'Fees'],
      ['guides/coin-selection', 'Coin selection'],
      ['guides/explain', 'See what you sign'],
      ['guides/inspector', 'Inspector'],
      ['guides/verify', 'Check before issuing'],
      ['guides/issue', 'Issue and wait'],
      ['guides/multisig', 'Multisig'],
      ['guides/keys', 'Keys and words'],
      ['guides/other-tools', 'Other tools'],
      ['guides/sign-elsewhere', 'Keys elsewhere'],
      ['guides/kms', 'AWS and Google KMS'],
      ['guides/airgap', 'Air gap'],
      ['hardware', 'Hardware wallets'],
      ['guides/keystone', 'Keystone'],
      ['guides/l1', 'L1s'],
      ['guides/warp', 'Warp messages'],
      ['guides/indexing', 'From a node to SQL'],
      ['guides/index-blocks', 'Index blocks'],
      ['guides/history', 'Chain as a ledger'],
      ['guides/accounting', 'Received and paid'],
      ['guides/errors', 'Errors in a service'],
      ['guides/testing', 'Testing'],
      ['guides/playground', 'Playground'],
      ['guides/browser', 'Browser, React, Next.js'],
      ['guides/viem', 'With viem'],
    ],
    folder: 'guides/',
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
  {
    name: 'Reference',
    pages: [
      ['reference/index', 'All of the reference'],
      ['reference/api/index', 'Exports'],
      ['reference/errors', 'Error codes'],
      ['reference/transactions/index', 'Transaction types'],
      ['rpc/index', 'RPC methods'],
      ['format', 'Wire format'],
      ['foreign', 'Inputs of other tools'],
      ['draft', 'Drafts'],
      ['reasons', 'Reasons of refusals'],
      ['rules', 'Rules and prices'],
      ['networks', 'Networks and upgrades'],
      ['testnode', 'Test node'],
      ['gallery', 'Gallery'],
    ],
  },
  {
    name: 'Trust',
    pages: [
      ['threat-model', 'Threat model'],
      ['trust', 'Owners and evidence'],
      ['policy', 'Policies'],
    ],
  },
  {
    name: 'Project',
    pages: [
      ['benchmarks', 'Benchmarks'],
      ['scale', 'A whole chain'],
      ['versioning', 'Versions and stability'],
      ['new-avalanchego', 'New versions of the node'],
    ],
  },
];

/** Folders of the reference. Each, or each folder in it, has a sidebar of its own. */
const references = ['reference/', 'rpc/'] as const;

/** Whether a page belongs to the references. */
export const isReference = (path: string): boolean =>
  references.some((folder) => path.startsWith(folder));

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
const linkOf = (path: string): string => `/${path.replace(/(^|\/)index$/, '$1')}`;

/** The sections with their pages, those that nobody lists included; the parts of the reference are left to {@link sidebars}. */
export function contents(
  pages: ReadonlyMap<string, string>,
): readonly { readonly name: string; readonly pages: readonly (readonly [string, string])[] }[] {
  const listed = new Set(sections.flatMap((section) => section.pages.map(pathOf)));
  const others = [...pages.keys()].filter((path) => !listed.has(path) && !isReference(path));
  const folders = sections.flatMap(({ folder }) => (folder === undefined ? [] : [folder]));
  return sections
    .map(({ name, pages: entries, folder }) => ({
      name,
      pages: [
        ...entries.map((e) => (typeof e === 'string' ? ([e, pages.get(e)] as const) : e)),
        ...others
          .filter((path) =>
            folder === undefined
              ? name === 'Project' && !folders.some((f) => path.startsWith(f))
              : path.startsWith(folder),
          )
          .map((path) => [path, pages.get(path)] as const),
      ].filter((page): page is readonly [string, string] => pages.has(page[0])),
    }))
    .filter((section) => section.pages.length > 0);
}

/** Places that `scripts/apps.ts --pages` builds into the site: pages of their own, beside those of VitePress. */
const apps: readonly string[] = ['Inspector', 'Playground'];

/** The links above every page. */
export const navigation = (): DefaultTheme.NavItem[] =>
  places.map(([text, link]) => {
    if (apps.includes(text)) return { text, link, target: '_self' };
    return sections.some(({ name }) => name === text)
      ? { text, link, activeMatch: activeIn(text) }
      : { text, link };
  });

/** A regular expression for the addresses of a section. */
function activeIn(name: string): string {
  const section = sections.find((s) => s.name === name)!;
  const paths = section.pages.map(pathOf);
  const folders = name === 'Reference' ? references : section.folder ? [section.folder] : [];
  return `^/(${[...folders, ...paths.map((path) => `${path}(\\.html)?$`)].join('|')})`;
}

const itemOf = ([path, text]: readonly [string, string]): DefaultTheme.SidebarItem => ({
  text,
  link: linkOf(path),
});

/** The sidebar of all pages, and one for each folder of the references, so that no page carries the names of all exports. */
export function sidebars(pages: ReadonlyMap<string, string>): DefaultTheme.SidebarMulti {
  const listed = sections.flatMap((section) => section.pages.map(pathOf));
  const unlisted = partsOf('reference/', pages).filter(([path]) => !listed.includes(path));
  const main = contents(pages).map(({ name, pages: entries }) => ({
    text: name,
    items: [...entries.map(itemOf), ...(name === 'Reference' ? unlisted.map(itemOf) : [])],
  }));
  const folders = [
    ...partsOf('reference/', pages).filter(([path]) => path.endsWith('/index')),
    ...[...pages].filter(([path]) => path === 'rpc/index'),
  ];
  const parts = folders.map(([path, title]): [string, SidebarItems] => [
    linkOf(path),
    [
      ...(pages.has('reference/index')
        ? [{ text: 'All of the reference', link: '/reference/' }]
        : []),
      { text: title, link: linkOf(path), items: byChain(folderOf(path, pages)) },
    ],
  ]);
  return { ...Object.fromEntries(parts), '/': main };
}
type SidebarItems = DefaultTheme.SidebarItem[];

/** The index pages right below a folder. */
function partsOf(folder: string, pages: ReadonlyMap<string, string>) {
  return [...pages].filter(([path]) => {
    const rest = path.startsWith(folder) ? path.slice(folder.length) : '';
    return (
      rest !== '' &&
      rest !== 'index' &&
      (rest.split('/').length === 1 || /^[^/]+\/index$/.test(rest))
    );
  });
}

/** The other pages of the folder of an index page, by name. */
const folderOf = (index: string, pages: ReadonlyMap<string, string>): SidebarItems => {
  const folder = index.slice(0, -'index'.length);
  return [...pages]
    .filter(([path]) => path.startsWith(folder) && path !== index)
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map(itemOf);
};

/** Items whose names begin with a chain (`P-chain BaseTx`) below that chain; others stay as they are. */
function byChain(items: SidebarItems): SidebarItems {
  const chainOf = ({ text }: DefaultTheme.SidebarItem): string | undefined =>
    /^[PXC]-chain(?= )/.exec(text ?? '')?.[0];
  if (!items.every(chainOf)) return items;
  return ['P-chain', 'X-chain', 'C-chain'].map((chain) => ({
    text: chain,
    items: items
      .filter((item) => chainOf(item) === chain)
      .map((item) => ({ ...item, text: item.text!.slice(chain.length + 1) })),
  }));
}
