/** What the single file of the inspector allows itself. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filePath } from './support.ts';

it('the policy of the single file allows nothing from elsewhere', () => {
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(
    readFileSync(filePath, 'utf8'),
  )![1]!;
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/);
});
