/**
 * The picture of an explanation, as a self-contained SVG: one group for each asset, payers on the left, recipients on the right.
 * Serious warnings are drawn first, and all text is escaped.
 */

import { visibleText } from '../../errors/quote.ts';
import { aBoolean, checkArgument, optional, optionsOf } from '../../schema/check.ts';
import type { Explanation } from '../explanation.ts';
import { explanationArgument } from '../explanation.ts';
import { assetsByGravity } from '../flows.ts';
import { partyText } from '../format.ts';
import { authorityText, levelLabels, textOf } from '../lines.ts';
import { type Band, bandsOf, groupHeight, isBackThin } from './layout.ts';
import {
  type End,
  type Group,
  groupOf,
  leavingTexts,
  lines,
  type Paint,
  type Pill,
  pillOf,
} from './sides.ts';

/** Horizontal positions of the bars of payers, totals and recipients. */
const columns = { left: 340, middle: 456, right: 572, bar: 8 };

/** The sheet that a picture is drawn on. */
interface Sheet {
  readonly width: number;
  readonly margin: number;
  /** Characters of a line of each kind. */
  readonly letters: {
    readonly title: number;
    readonly text: number;
    /** In bold type. */
    readonly strong: number;
    /** Beside a pill. */
    readonly pill: number;
  };
}
const sheets = {
  wide: { width: 920, margin: 24, letters: { title: 80, text: 105, strong: 95, pill: 105 } },
  /** For a phone: payers above recipients. */
  narrow: { width: 380, margin: 14, letters: { title: 29, text: 43, strong: 36, pill: 28 } },
} as const satisfies Record<string, Sheet>;
const most = { assets: 8, undrawn: 40, warnings: 5, warningLines: 3, network: 60 };
const lineHeight = 20;

/** Colours in light and dark mode. */
const palette = {
  paper: ['#ffffff', '#16191f'],
  ink: ['#1c2430', '#e8ecf2'],
  faint: ['#667080', '#98a2b3'],
  line: ['#d7dce4', '#343b47'],
  pay: ['#8a94a6', '#778195'],
  claim: ['#b06a00', '#e0a040'],
  good: ['#1f7a4d', '#4fbf86'],
  send: ['#2f6fde', '#5b93f5'],
  back: ['#8a94a6', '#778195'],
  stake: ['#7a4fd0', '#a27df0'],
  made: ['#218a5a', '#44b683'],
  burn: ['#d9622b', '#f0854f'],
  bad: ['#c4242f', '#f2606a'],
} as const satisfies Record<
  Paint | 'paper' | 'ink' | 'faint' | 'line' | 'good',
  readonly [string, string]
>;

/** What `svgOf` draws. */
export interface PictureOptions {
  readonly narrow?: boolean;
  readonly head?: boolean;
}

const pictureOptions = /* @__PURE__ */ (() =>
  optionsOf({ narrow: optional(aBoolean), head: optional(aBoolean) }))();

/**
 * Draws an explanation as SVG: one group for each asset, payers on the left, recipients on the right, widths by amount. All text is
 * escaped; the picture is self-contained, with no scripts, fonts or links. Its description for screen readers is the text of `textOf`.
 * @param options.narrow For a phone: the payers above the recipients.
 * @param options.head Whether title, type, network and warnings are drawn, for a page that does not have them beside; true if omitted.
 * @example
 * import { explain } from 'avalanche-tx/explain';
 * const reply = '0x00000000002200003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700000000773583fd000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001cf2ddc7fb73092b16b82f8e57cc750ae0baf370e964cc76e2e002e5f7a482dbe00000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db000000050000000077359400000000010000000000000000';
 * svgOf(explain(open(reply)), { narrow: true }).includes('viewBox="0 0 380 '); // true
 */
export function svgOf(explanation: Explanation, options: PictureOptions = {}): string {
  checkArgument(explanation, explanationArgument, 'explanation');
  checkArgument(options, pictureOptions, 'options');
  const { narrow: isNarrow = false, head: hasHead = true } = options;
  const sheet: Sheet = isNarrow ? sheets.narrow : sheets.wide;
  const { width, margin, letters } = sheet;
  const title = clipped(wrapped(explanation.title, letters.title), isNarrow ? 5 : 3);
  const caption = [
    `${explanation.chain}-chain`,
    explanation.type.replace(/^\w+\./, ''),
    clipped(wrapped(explanation.network ?? '', most.network), 1)[0]!,
  ]
    .filter(Boolean)
    .join(' · ');
  const subtitle = explanation.subtitle ? wrapped(explanation.subtitle, letters.text) : [];
  const below = [...clipped(subtitle, 2), caption];
  let y = hasHead ? margin + title.length * lineHeight + 12 + below.length * 18 : 8;
  const parts: string[] = [];
  const tell = (lines: readonly WarningLine[]) => {
    for (const { text, color } of lines) {
      const weight = color === 'bad' ? { weight: 600 } : {};
      parts.push(textSVG(margin, y + 10, color, 13, text, weight));
      y += 18;
    }
    if (lines.length > 0) y += 6;
  };
  // Serious warnings come first.
  const [dangers, milder] = warningLines(explanation, sheet);
  if (hasHead) tell(dangers);
  const moved = new Set([...explanation.payments, ...explanation.flows].map(({ asset }) => asset));
  const used = assetsByGravity(
    [...explanation.assets.keys()].filter((place) => moved.has(place)),
    explanation.assets,
    explanation.flows,
  );
  const drawn = used.slice(0, most.assets);
  const undrawn: string[] = [];
  for (const place of drawn) {
    const group = groupOf(explanation.assets[place]!, place, explanation);
    if (hasHead || parts.length > 0) parts.push(ruleSVG(y, sheet));
    parts.push(isNarrow ? listSVG(group, y, sheet) : groupSVG(group, y));
    y += isNarrow ? listHeight(group) : heightOf(group);
    undrawn.push(...group.undrawn);
  }
  undrawn.push(
    ...leavingTexts(
      explanation.flows.filter(({ asset }) => !drawn.includes(asset)),
      explanation,
    ),
  );
  const rest = used.length - most.assets;
  if (rest > 0 || used.length === 0) {
    const note = rest > 0 ? `and ${rest} more assets` : 'Moves no funds';
    parts.push(textSVG(margin, y + 14, 'faint', 13, note));
    y += 30;
  }
  // Payments that are not drawn are listed, the largest first.
  const told = undrawn.slice(0, most.undrawn);
  const others = undrawn.length - told.length;
  if (others > 0) told.push(`Not drawn: ${others} more payments, which the text names`);
  for (const line of told.flatMap((text) => wrapped(text, letters.text))) {
    parts.push(textSVG(margin, y + 10, 'ink', 13, line));
    y += 18;
  }
  if (undrawn.length > 0) y += 6;
  for (const part of authoritySVG(explanation, y, sheet)) {
    parts.push(part);
    y += 20;
  }
  if (explanation.authority) y += 8;
  if (hasHead) tell(milder);
  const height = Math.ceil(y + margin / 2);
  const head = title.map((line, i) =>
    textSVG(margin, margin + 14 + i * lineHeight, 'ink', 16, line, { weight: 600 }),
  );
  for (const [i, line] of below.entries())
    head.push(textSVG(margin, margin + 14 + title.length * lineHeight + i * 18, 'faint', 13, line));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" style="max-width:100%;height:auto" role="img" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif">`,
    `<title>${escaped(explanation.title)}</title>`,
    `<desc>${escaped(textOf(explanation))}</desc>`,
    `<style>@media (prefers-color-scheme:dark){${darkRules}}</style>`,
    `<rect class="atx-paper" width="${width}" height="${height}" rx="10" fill="${palette.paper[0]}"/>`,
    ...(hasHead ? head : []),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/** Draws the owner who authorizes, and how well it is known. */
function authoritySVG(
  { authority }: Pick<Explanation, 'authority'>,
  y: number,
  { margin, letters }: Sheet,
): readonly string[] {
  if (!authority) return [];
  const { owner } = authority;
  const who = owner ? `: ${partyText(owner)}` : '';
  const text = `Authorized by ${authorityText(authority)}${who}`;
  return clipped(wrapped(text, letters.pill), letters.pill < 100 ? 8 : 3).map((line, i) =>
    i === 0
      ? `${pillSVG(pillOf(authority), margin, y + 14, false)}\n${textSVG(margin + pillRoom, y + 14, 'ink', 13, line)}`
      : textSVG(margin + pillRoom, y + 14 + 20 * i, 'ink', 13, line),
  );
}

/** Width reserved for the widest pill. */
const pillRoom = 110;

/** Draws a word in a coloured box on a baseline. */
function pillSVG({ text, color }: Pill, x: number, y: number, isEnd: boolean): string {
  const size = Math.ceil(text.length * 6.3) + 16;
  const left = isEnd ? x - size : x;
  return [
    `<rect class="atx-${color}" x="${n(left)}" y="${n(y - 12)}" width="${size}" height="16" rx="8" fill="${palette[color][0]}"/>`,
    `<text class="atx-paper" x="${n(left + size / 2)}" y="${n(y)}" font-size="11" font-weight="600" text-anchor="middle" fill="${palette.paper[0]}">${escaped(text)}</text>`,
  ].join('\n');
}

/** Style rules for dark mode. Without them, the picture is drawn in light colours. */
const darkRules = Object.entries(palette)
  .map(([name, [, dark]]) =>
    name === 'line' ? `.atx-line{stroke:${dark}}` : `.atx-${name}{fill:${dark}}`,
  )
  .join('');

const groupHead = 30;
const heightOf = ({ left, right }: Group): number => groupHead + groupHeight(left, right) + 14;

/** Draws the line above a group. */
const ruleSVG = (y: number, { width, margin }: Sheet): string =>
  `<path class="atx-line" d="M${margin} ${y}H${width - margin}" stroke="${palette.line[0]}"/>`;

function groupSVG(group: Group, top: number): string {
  const { left, right, middle } = bandsOf(group.left, group.right, top + groupHead);
  const side = (ends: readonly End[], bands: readonly Band[], isLeft: boolean) =>
    ends.map((end, i) => endSVG(end, bands[i]!, isLeft));
  return [
    textSVG(sheets.wide.margin, top + 19, 'faint', 12, nameOf(group)),
    ...side(group.left, left, true),
    ...side(group.right, right, false),
    ...(middle.height > 0
      ? [
          `<rect class="atx-ink" x="${columns.middle}" y="${n(middle.y)}" width="${columns.bar}" height="${n(middle.height)}" rx="2" fill="${palette.ink[0]}"/>`,
        ]
      : []),
  ].join('\n');
}

const nameOf = ({ name, left, right }: Group): string =>
  isBackThin(left, right) ? `${name} · what goes back is not drawn to scale` : name;

function endSVG(end: End, band: Band, isLeft: boolean): string {
  const { left, middle, right, bar } = columns;
  const x = isLeft ? left : right;
  const [from, to] = isLeft ? [left + bar, middle] : [middle + bar, right];
  const [y0, y1] = isLeft ? [band.y, band.trunk] : [band.trunk, band.y];
  const anchor = isLeft ? left - 12 : right + bar + 12;
  const half = (from + to) / 2;
  const h = band.height;
  const fill = palette[end.color][0];
  const shape = `M${from} ${n(y0)}C${half} ${n(y0)} ${half} ${n(y1)} ${to} ${n(y1)}v${n(h)}C${half} ${n(y1 + h)} ${half} ${n(y0 + h)} ${from} ${n(y0 + h)}Z`;
  const center = band.y + h / 2;
  return [
    `<g><title>${escaped(end.full)}</title>`,
    `<path class="atx-${end.color}" d="${shape}" fill="${fill}" opacity="${end.aside === 'back' ? 0.2 : 0.35}"/>`,
    `<rect class="atx-${end.color}" x="${x}" y="${n(band.y)}" width="${bar}" height="${n(h)}" rx="2" fill="${fill}"/>`,
    ...endText(end, center, anchor, { ...sheets.wide, isLeft }),
    '</g>',
  ].join('\n');
}

/** Height of a row of a narrow picture. */
const rowHeight = (end: End, { height }: Band): number => Math.max(end.height, height + 10);
const listHeads = 22;

/** Returns the rows of a narrow picture, payers first. */
function rowsOf({ left, right }: Group) {
  const bands = bandsOf(left, right, 0);
  const side = (title: 'Paid by' | 'To', ends: readonly End[], own: readonly Band[]) => ({
    title,
    rows: ends.map((end, i) => ({ end, band: own[i]! })),
  });
  return [side('Paid by', left, bands.left), side('To', right, bands.right)].filter(
    ({ rows }) => rows.length > 0,
  );
}

const listHeight = (group: Group): number =>
  rowsOf(group).reduce(
    (sum, { rows }) =>
      rows.reduce((all, { end, band }) => all + rowHeight(end, band), sum + listHeads),
    groupHead + 6,
  );

/** Draws a group as two lists, each end with its bar beside it. */
function listSVG(group: Group, top: number, sheet: Sheet): string {
  const { margin } = sheet;
  const parts = clipped(wrapped(nameOf(group), sheet.letters.text), 1).map((text) =>
    textSVG(margin, top + 19, 'faint', 12, text),
  );
  let y = top + groupHead;
  for (const { title, rows } of rowsOf(group)) {
    parts.push(textSVG(margin, y + 12, 'faint', 12, title));
    y += listHeads;
    for (const { end, band } of rows) {
      const height = rowHeight(end, band);
      const center = y + height / 2 - 5;
      parts.push(
        `<g><title>${escaped(end.full)}</title>`,
        `<rect class="atx-${end.color}" x="${margin}" y="${n(center - band.height / 2)}" width="${columns.bar}" height="${n(band.height)}" rx="2" fill="${palette[end.color][0]}"/>`,
        ...endText(end, center, margin + columns.bar + 12, { ...sheet, isLeft: false }),
        '</g>',
      );
      y += height;
    }
  }
  return parts.join('\n');
}

/** Draws the lines beside a bar, centered on its middle. */
function endText(
  end: End,
  center: number,
  x: number,
  { width, margin, isLeft: isEnd }: Pick<Sheet, 'width' | 'margin'> & { readonly isLeft: boolean },
): readonly string[] {
  let y = center - (end.height - lines.gap) / 2 + 13;
  const texts = [textSVG(x, y, 'ink', 13, end.amountText, { weight: 600, isEnd })];
  // A little higher than the amount: an address may stand right below.
  if (end.pill) texts.push(pillSVG(end.pill, isEnd ? margin : width - margin, y - 3, !isEnd));
  if (end.notes !== '') {
    y += lines.note;
    texts.push(textSVG(x, y, 'faint', 12, end.notes, { isEnd }));
  }
  for (const line of end.who) {
    y += lines.address;
    texts.push(textSVG(x, y, 'ink', 11, line, { isEnd, isAddress: true }));
  }
  return texts;
}

interface TextStyle {
  readonly weight?: number;
  /** Whether the text is right-aligned at its position. */
  readonly isEnd?: boolean;
  /** Whether the font is monospaced, so that a complete address fits. */
  readonly isAddress?: boolean;
}

const monospace = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

function textSVG(
  x: number,
  y: number,
  color: 'ink' | 'faint' | 'bad' | 'claim',
  size: number,
  text: string,
  { weight, isEnd = false, isAddress = false }: TextStyle = {},
): string {
  const family = isAddress ? ` font-family="${monospace}"` : '';
  const bold = weight === undefined ? '' : ` font-weight="${weight}"`;
  const anchor = isEnd ? ' text-anchor="end"' : '';
  return `<text class="atx-${color}" x="${n(x)}" y="${n(y)}" font-size="${size}"${family}${bold}${anchor} fill="${palette[color][0]}">${escaped(text)}</text>`;
}

/** Returns the first lines, with an ellipsis if there are more. */
const clipped = (lines: readonly string[], count: number): readonly string[] =>
  lines.length <= count ? lines : [...lines.slice(0, count - 1), `${lines[count - 1]} …`];

interface WarningLine {
  readonly text: string;
  readonly color: 'bad' | 'claim' | 'faint';
}

const levelColors = { danger: 'bad', caution: 'claim', note: 'faint' } as const;

/** Draws the first warnings; those of level `danger` separately. */
function warningLines(
  { warnings }: Pick<Explanation, 'warnings'>,
  { letters }: Sheet,
): readonly [readonly WarningLine[], readonly WarningLine[]] {
  const linesOf = (list: Explanation['warnings']) =>
    list.flatMap(({ level, text }) =>
      clipped(
        // Bold text is wider.
        wrapped(
          `${levelLabels[level]}: ${text}`,
          level === 'danger' ? letters.strong : letters.text,
        ),
        most.warningLines * (letters.text < 100 ? 2 : 1),
      ).map((line): WarningLine => ({ text: line, color: levelColors[level] })),
    );
  const shown = warnings.slice(0, most.warnings);
  const rest = warnings.length - shown.length;
  const more: WarningLine = { text: `and ${rest} more`, color: 'faint' };
  return [
    linesOf(shown.filter(({ level }) => level === 'danger')),
    [...linesOf(shown.filter(({ level }) => level !== 'danger')), ...(rest > 0 ? [more] : [])],
  ];
}

/** Formats a coordinate with at most one decimal. */
const n = (value: number): string => String(Math.round(value * 10) / 10);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes untrusted text for XML, including characters that do not print or that XML does not allow. */
const escaped = (text: string): string =>
  visibleText(text).replace(/[&<>"']/g, (char) => entities[char]!);

/** Wraps text into lines of a maximum length, between words if possible. */
function wrapped(text: string, length: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= length)
      lines[lines.length - 1] = `${last} ${word}`;
    else
      for (let i = 0; i < word.length || i === 0; i += length)
        lines.push(word.slice(i, i + length));
  }
  return lines;
}
