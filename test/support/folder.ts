import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** An empty folder of the test's own; it goes with the test. */
export function testFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'avalanche-tx-test-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Makes files in a folder of the test file's own. Nobody else can read them, as they may hold a key. */
export function testFiles(): (name: string, content: string | Buffer) => string {
  const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name, content) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
}
