/** The addresses of the project, from one setting. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addressPages, withAddresses, withWebsite } from '../../scripts/addresses.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const filled = {
  homepage: 'https://example.org',
  repository: 'https://host.example/a/b',
  bugs: 'https://host.example/a/b/issues',
};

it('reach both manifests, the errors and the README', () => {
  const pages = addressPages(filled);
  for (const manifest of [
    withAddresses(read('package.json'), filled),
    pages.get('apps/cli/package.json')!,
    pages.get('apps/index/package.json')!,
  ])
    expect(JSON.parse(manifest)).toMatchObject(filled);
  expect(pages.get('src/errors/website.ts')).toContain("= 'https://example.org';");
  expect(pages.get('README.md')).not.toMatch(/\]\((docs\/|CHANGELOG|SECURITY)/);
});

it('lead to pages of the website', () => {
  const at = (link: string) => withWebsite(`[a](${link})`, 'https://example.org').slice(4, -1);
  expect(at('docs/guides/index.md')).toBe('https://example.org/guides/');
  expect(at('docs/format.md#encoding')).toBe('https://example.org/format#encoding');
  expect(at('docs/explanation.svg')).toBe('https://example.org/explanation.svg');
  expect(at('CHANGELOG.md')).toBe('https://example.org/project/changes');
  expect(at('https://semver.org')).toBe('https://semver.org');
});

it('are absent before the first release, and then nothing prints a link', () => {
  const pages = addressPages({});
  for (const manifest of [
    withAddresses(read('package.json'), {}),
    pages.get('apps/cli/package.json')!,
    pages.get('apps/index/package.json')!,
  ])
    expect(manifest).not.toMatch(/"(homepage|repository|bugs)"/);
  expect(pages.get('src/errors/website.ts')).toContain("= '';");
  expect(pages.get('README.md')).toBe(read('README.md'));
});
