import { chmodSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { run } from '../../../test/support/built.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { samples } from '../../inspector/intake/samples.ts';

const file = testFiles();
const tx = '0x00000000001300000000 6553f100 00000000'.replaceAll(' ', '');
const inside = (html: string): string | undefined =>
  /<script type="application\/json" id="avalanche-tx-input">(.*?)<\/script>/s.exec(html)?.[1];

it('inspect writes the inspector with the input inside, as data that ends no element', () => {
  const { status, stdout } = run(['inspect', tx, '--kind', 'unsignedTx']);
  expect(status).toBe(0);
  expect(JSON.parse(inside(stdout)!)).toEqual({ t: tx, k: 'unsignedTx' });
  const hostile = '{"a":"</script><script>alert(1)</script><!--"}';
  const html = run(['inspect', '-'], hostile).stdout;
  expect(inside(html)).not.toContain('<');
  expect(JSON.parse(inside(html)!)).toEqual({ t: hostile });
});

it('inspect writes to a file, without an input the empty inspector', () => {
  const out = file('inspector.html', '');
  const { status, stdout, stderr } = run(['inspect', '--out', out]);
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  const html = readFileSync(out, 'utf8');
  expect(html).toContain('Content-Security-Policy');
  expect(inside(html)).toBeUndefined();
});

it('inspect starts the browser with the file', async () => {
  const out = file('opened.html', '');
  const seen = file('seen.txt', '');
  const browser = file('browser.sh', `#!/bin/sh\nprintf %s "$1" > '${seen}'\n`);
  chmodSync(browser, 0o700);
  expect(run(['inspect', tx, '--out', out, '--open'], '', { BROWSER: browser }).status).toBe(0);
  expect(inside(readFileSync(out, 'utf8'))).toBeDefined();
  await vi.waitFor(() => expect(readFileSync(seen, 'utf8')).toBe(pathToFileURL(out).href), 10_000);
  const missing = run(['inspect', tx, '--open'], '', { BROWSER: '/nowhere/browser' });
  expect(missing.status).toBe(3);
  expect(missing.stderr).toContain('the browser cannot be started');
});

it('inspect writes 32 bytes that are said to be an ID, and transactions in lines of 32 bytes', () => {
  const id = '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm';
  expect(run(['inspect', id]).stderr).toContain('--public');
  expect(JSON.parse(inside(run(['inspect', id, '--public']).stdout)!)).toEqual({ t: id });
  const lines = samples[0]!.text.slice(2).replaceAll(/.{64}/g, '$&\n');
  expect(JSON.parse(inside(run(['inspect', '-'], lines).stdout)!)).toEqual({ t: lines });
});
