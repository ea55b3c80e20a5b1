/**
 * What `docs/hardware.md` says of the source: what a Ledger displays of each type of transaction. `npm run docs` writes it.
 *
 *     npx tsx scripts/hardware.ts     prints the table
 */
import { fileURLToPath } from 'node:url';
import { ledgerLayouts } from '../src/sign/hardware/ledgerapp.ts';
import { table } from './markdown.ts';

interface Leaf {
  readonly path: string;
  readonly display: unknown;
}

/** Every field of a layout with its path; `[]` stands for each element. */
function leaves(fields: object, path: string): readonly Leaf[] {
  return Object.entries(fields).flatMap(([key, display]: [string, unknown]): readonly Leaf[] => {
    const at = path + key;
    if (typeof display !== 'object' || display === null || 'as' in display)
      return [{ path: at, display }];
    if ('each' in display) return leaves(display.each as object, `${at}[].`);
    const inner = 'of' in display ? display.of : (display as { readonly says: object }).says;
    return leaves(inner as object, `${at}.`);
  });
}

const name = ({ path }: Leaf): string => `\`${path}\``;
const isAs = (display: unknown): display is { readonly as: string } =>
  typeof display === 'object' && display !== null && 'as' in display;

const displayed = ({ display }: Leaf): string | undefined =>
  ({ shown: '', outputs: ' (amounts, addresses)', owner: ' (addresses)' })[String(display)];

/** The fields of one kind, separated by commas. */
const named = (found: readonly Leaf[], ...kinds: readonly string[]): string =>
  found
    .filter(({ display }) => kinds.includes(String(display)))
    .map(name)
    .join(', ');

/** The three cells of a layout. */
function cells(found: readonly Leaf[]): readonly string[] {
  const receivers = found.filter(({ display }) => /^hidden./.test(String(display))).map(name);
  const expert = named(found, 'expert');
  return [
    found
      .flatMap((leaf) => (displayed(leaf) === undefined ? [] : name(leaf) + displayed(leaf)))
      .join(', '),
    [
      ...receivers.map((receiver) => `**${receiver}**`),
      named(found, 'hidden'),
      ...(expert ? [`only in expert mode: ${expert}`] : []),
    ]
      .filter((part) => part !== '')
      .join(', '),
    found
      .flatMap((leaf) =>
        isAs(leaf.display)
          ? `${name(leaf)}: ${leaf.display.as.replace(/\.$/, '').replace(/^[A-Z]/, (of) => of.toLowerCase())}`
          : [],
      )
      .join('; '),
  ];
}

/** What the app displays of each type, what it does not, and what it displays differently. */
export const hardwareTable = (): string =>
  table(
    ['transaction', 'app', 'displayed', 'not displayed', 'displayed differently'],
    Object.entries(ledgerLayouts).map(([type, layout]) =>
      layout
        ? [`\`${type}\``, layout.since, ...cells(leaves(layout.fields, ''))]
        : [`\`${type}\``, 'none', '', 'everything', ''],
    ),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(hardwareTable());
