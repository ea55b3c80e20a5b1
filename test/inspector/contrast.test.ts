import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../apps/ui/tokens.css', import.meta.url), 'utf8');

/** The colours of a theme, by name. */
function colours(selector: string): ReadonlyMap<string, string> {
  const from = css.indexOf(`${selector} {`);
  const block = css.slice(from, css.indexOf('}', from));
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!]),
  );
}

/** Relative luminance. Source: WCAG 2.2. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Texts and what they stand on, and what has to be seen beside text: borders of controls, the mark of focus. */
const texts: readonly (readonly [string, readonly string[]])[] = [
  ['ink', ['paper', 'paper-2', 'paper-3', 'accent-soft', 'good-soft', 'warn-soft', 'bad-soft']],
  ['ink-2', ['paper', 'paper-2', 'paper-3', 'accent-soft', 'good-soft', 'warn-soft', 'bad-soft']],
  ['ink-3', ['paper', 'paper-2', 'paper-3', 'accent-soft']],
  ['accent', ['paper', 'paper-2', 'paper-3', 'accent-soft']],
  ['accent-ink', ['accent']],
  ['good', ['paper', 'paper-2', 'good-soft']],
  ['warn', ['paper', 'paper-2', 'warn-soft']],
  ['bad', ['paper', 'paper-2', 'bad-soft']],
  ['paper', ['bad']],
];
const shapes: typeof texts = [
  ['line-strong', ['paper', 'paper-2']],
  ['accent', ['paper', 'paper-2', 'paper-3']],
];

describe.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
])('the %s theme', (_, selector) => {
  const of = colours(selector);
  const least = (pairs: typeof texts): readonly (readonly [string, number])[] =>
    pairs.flatMap(([front, backs]) =>
      backs.map(
        (back) => [`${front} on ${back}`, contrast(of.get(front)!, of.get(back)!)] as const,
      ),
    );

  it('has text with a contrast of at least 4.5', () => {
    for (const [name, value] of least(texts)) expect(value, name).toBeGreaterThanOrEqual(4.5);
  });

  it('has controls and focus with a contrast of at least 3', () => {
    for (const [name, value] of least(shapes)) expect(value, name).toBeGreaterThanOrEqual(3);
  });
});
