/**
 * What the tests of a tier need beside Node, and what of it is missing: `npm run test:ci` and `npm run test:nightly` ask before they begin.
 *
 *     npx tsx scripts/needs.ts ci|nightly     # prints what is missing and ends with 1, or prints nothing
 */
import { command, findGo, goMissing } from './oracle.ts';
import { findOnPath } from './path.ts';
import { sparkMissing } from './spark.ts';

/** The program; undefined if it is missing. */
export const chromium: string | undefined =
  process.env.CHROMIUM ||
  findOnPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');

/** The program; undefined if it is missing. */
export const firefox: string | undefined = findOnPath('firefox-esr', 'firefox');

/** For each program one line that says what to install; undefined if it is there. */
export const missing = {
  go: findGo() === undefined ? goMissing() : undefined,
  compiler:
    findOnPath('cc', 'gcc', 'clang') === undefined
      ? 'A C compiler is missing: avalanchego is built with one (on Debian: apt-get install gcc).'
      : undefined,
  chromium: chromium
    ? undefined
    : 'Chromium is missing: install it (on Debian: apt-get install chromium), or name it in CHROMIUM.',
  firefox:
    firefox === undefined
      ? 'Firefox is missing: install it (on Debian: apt-get install firefox-esr).'
      : undefined,
  python: findOnPath('python3') === undefined ? 'Python 3 is missing: install python3.' : undefined,
} as const;

const ofCI = [missing.go, missing.compiler, missing.chromium, missing.python];

/** What a tier needs and is not there, a line each. */
export const missingFor = (tier: 'ci' | 'nightly'): readonly string[] =>
  [...ofCI, ...(tier === 'nightly' ? [missing.firefox, sparkMissing()] : [])].filter(
    (line) => line !== undefined,
  );

await command(import.meta.url, async () => {
  const [tier] = process.argv.slice(2);
  if (tier !== 'ci' && tier !== 'nightly') throw new Error('which tier: ci or nightly?');
  const lines = missingFor(tier);
  if (lines.length > 0) throw new Error(lines.join('\n'));
});
