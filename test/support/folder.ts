import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder of the test's own; it goes with the test. */
export function testFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'avalanche-tx-test-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}
