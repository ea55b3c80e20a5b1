import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { borderViolations } from '../../../scripts/layers.ts';
import { testFolder } from '../../../test/support/folder.ts';

it('uses the library by its entry points', () => {
  expect(borderViolations(fileURLToPath(new URL('../../../', import.meta.url)))).toEqual([]);
  const root = testFolder();
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write('apps/cli/src/a.ts', "import { open } from 'avalanche-tx';\nimport { b } from './b.ts';\n");
  expect(borderViolations(root, [])).toEqual([]);
  write('apps/cli/src/commands/c.ts', "import type { T } from '../../../../src/wire/type.ts';\n");
  expect(borderViolations(root, [])).toEqual([
    'apps/cli/src/commands/c.ts: imports src/wire/type.ts; only entry points, such as avalanche-tx/sign',
  ]);
  expect(borderViolations(root, ['wire/type.ts', 'tx/old.ts'])).toEqual([
    'apps/cli no longer imports src/tx/old.ts: delete it from the list',
  ]);
});
