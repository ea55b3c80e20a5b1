import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { borderViolations } from '../../../scripts/layers.ts';
import { testFolder } from '../../../test/support/folder.ts';

it('is kept by the programs: they use the library by its entry points', () => {
  expect(borderViolations(fileURLToPath(new URL('../../../', import.meta.url)))).toEqual([]);
  const root = testFolder();
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write('apps/cli/src/a.ts', "import { open } from 'avalanche-tx';\nimport { b } from './b.ts';\n");
  write('apps/index/src/a.ts', "import { status } from '../../shared/exit.ts';\n");
  write('apps/shared/exit.ts', "import { isError } from 'avalanche-tx';\n");
  expect(borderViolations(root)).toEqual([]);
  write('apps/cli/src/commands/c.ts', "import type { T } from '../../../../src/wire/type.ts';\n");
  write('apps/index/src/a.ts', "import { b } from '../../cli/src/b.ts';\n");
  write('apps/shared/exit.ts', "import { b } from '../cli/src/b.ts';\n");
  const only = 'a program uses the library by its entry points, such as avalanche-tx/sign';
  expect(borderViolations(root)).toEqual([
    `apps/cli/src/commands/c.ts: imports src/wire/type.ts; ${only}`,
    `apps/index/src/a.ts: imports apps/cli/src/b.ts; ${only}`,
    `apps/shared/exit.ts: imports apps/cli/src/b.ts; ${only}`,
  ]);
});
