import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { layerViolations, machineFiles } from '../scripts/layers.ts';

/** A source folder with these files. */
function folder(files: { readonly [name: string]: string }): string {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, 'src', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return join(root, 'src');
}

it('src/ keeps its layers', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  expect(layerViolations(join(root, 'src'), machineFiles(root))).toEqual([]);
});

it('layerViolations takes imports from above and from beside', () => {
  const src = folder({
    'errors/error.ts': 'export const e = 1;',
    'text/a.ts': "import { e } from '../errors/error.ts';\nexport { b } from './b.ts';",
    'text/b.ts':
      "/** import { x } from '../chain/tx.ts' */\n// from '../testnode/main.ts'\nexport const b = 1;",
    'chain/x/tx.ts': "import sha from '@noble/hashes/sha2.js';\nimport '../../text/a.ts';",
    'testnode/main.ts': "import { x } from '../chain/x/tx.ts';",
    'index.ts': "export * from './testnode/main.ts';",
  });
  expect(layerViolations(src)).toEqual([]);
});

it('layerViolations names every import from below or outside', () => {
  const src = folder({
    'errors/error.ts': "import type { A } from '../text/a.ts';",
    'text/a.ts': "import {\n  tx,\n} from '../chain/tx.ts';\nimport fs from 'node:fs';",
    'chain/tx.ts': "export const later = () => import('../index.ts');",
    'chain/y.ts': 'import "../testnode/main.ts"; type T = typeof import("../../test/t.ts");',
    'testnode/main.ts': "import { decode } from 'avalanche-tx/pchain';\nexport * from './gone.ts';",
    'utils/u.ts': '',
    'index.ts': "export * from './chain/tx.ts';",
  });
  writeFileSync(join(src, '..', 'test.ts'), '');
  expect(layerViolations(src)).toEqual([
    'chain/tx.ts: imports ../index.ts from a layer below its own',
    'chain/y.ts: imports ../testnode/main.ts from a layer below its own',
    'chain/y.ts: imports ../../test/t.ts from outside src',
    'errors/error.ts: imports ../text/a.ts from a layer below its own',
    'testnode/main.ts: imports the package itself',
    'testnode/main.ts: imports ./gone.ts, which is not there',
    'text/a.ts: imports ../chain/tx.ts from a layer below its own',
    'text/a.ts: imports node:fs; only what package.json selects for Node may',
    'utils/u.ts: its folder is no layer',
  ]);
});

it('layerViolations names what a layer must not know, types included', () => {
  const src = folder({
    'state/state.ts': 'export type State = 1;',
    'sign/key.ts': 'export const key = 1;',
    'open/open.ts': "import type { State } from '../state/state.ts';",
    'explain/explain.ts': "import { key } from '../sign/key.ts';",
    'testnode/main.ts': "import { key } from '../sign/key.ts';",
  });
  expect(layerViolations(src)).toEqual([
    'explain/explain.ts: imports ../sign/key.ts: explain must not know sign',
    'open/open.ts: imports ../state/state.ts: open must not know state',
  ]);
});
