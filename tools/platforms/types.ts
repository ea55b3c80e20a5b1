/** Compilers that check the types of every entry point, those of the libraries included. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './app.ts';
import type { Platform } from './platform.ts';

/** The oldest compiler that reads the types, which use `Uint8Array<ArrayBuffer>`, and later ones. */
const compilers = ['5.7', '5.8', '5.9', '6.0', '7.0'];

type Resolution = 'bundler' | 'nodenext' | 'node10';

/** A module that uses every entry point of the package; fast-check's types, which `testing` uses, cannot be found by `node10`. */
function everyEntry(app: string, resolution: Resolution): string {
  const { exports } = JSON.parse(
    readFileSync(join(app, 'node_modules', 'avalanche-tx', 'package.json'), 'utf8'),
  ) as { readonly exports: object };
  return Object.keys(exports)
    .filter((entry) => !entry.endsWith('.json'))
    .filter((entry) => entry !== './testing' || resolution !== 'node10')
    .map((entry, i) => {
      const from = `avalanche-tx${entry.slice(1)}`;
      return `import * as m${i} from '${from}';\nexport const x${i}: typeof m${i} = m${i};\n`;
    })
    .join('');
}

/** What `testing` wants of its users. */
export function addFastCheck(app: string): void {
  for (const name of ['fast-check', 'pure-rand'])
    cpSync(join(root, 'node_modules', name), join(app, 'node_modules', name), { recursive: true });
}

/** Writes the module, and gives the arguments with which a compiler checks it. */
export function checking(app: string, resolution: Resolution): readonly string[] {
  const file = `every-${resolution}.ts`;
  writeFileSync(join(app, file), everyEntry(app, resolution));
  return [
    ...['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'],
    ...['--lib', 'es2023,dom', '--moduleResolution', resolution],
    ...['--module', resolution === 'nodenext' ? resolution : 'es2022', file],
  ];
}

/** `node10` is deprecated in 6 and gone from 7. */
const resolutionsOf = (compiler: string): readonly Resolution[] =>
  Number(compiler) < 6 ? ['bundler', 'nodenext', 'node10'] : ['bundler', 'nodenext'];

export const typeChecks: readonly Platform[] = compilers.map((compiler) => ({
  name: `TypeScript ${compiler}`,
  sort: 'compiler',
  tool: `typescript-${compiler}`,
  how: `\`skipLibCheck: false\`, ${resolutionsOf(compiler).join(', ')}`,
  run: async ({ app, exec, tool }) => {
    addFastCheck(app);
    for (const resolution of resolutionsOf(compiler))
      await exec(tool.bin('tsc'), ...checking(app, resolution));
    return '';
  },
}));
