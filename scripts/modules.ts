/**
 * Makes the modules for bundlers smaller: one file for each module of the source, as the compiler wrote it, with constants in the
 * place of their names and in the shortest syntax. Functions keep their names and lines, so that stacks can be read; names of
 * local variables stay for the user's own minifier. The notes of fields leave the declarations (`notes.ts`).
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { numberNotes } from './notes.ts';

/** What the modules import instead of `#sha256`: bundlers that do not read `imports` (Parcel) replace a file, by `alias` of `package.json`. */
const platform = 'crypto/sha256/platform.js';

/** Does so in the folder of a build of the compiler. */
export async function writeModules(dist: string): Promise<void> {
  numberNotes(dist);
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  const bundle = await rolldown({
    input: Object.fromEntries(files.map((file) => [file.slice(0, -3), join(dist, file)])),
    platform: 'neutral',
    // Dependencies stay imports.
    external: (id) => id !== '#sha256' && !/^[./]|^[A-Z]:/.test(id),
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: 'platform',
        resolveId: (id) =>
          id === '#sha256' ? { id: join(dist, platform), external: 'relative' } : null,
      },
      {
        name: 'maps',
        load: (id) => ({
          code: readFileSync(id, 'utf8'),
          map: readFileSync(`${id}.map`, 'utf8'),
        }),
      },
    ],
  });
  const { output } = await bundle.generate({
    dir: dist,
    entryFileNames: '[name].js',
    preserveModules: true,
    preserveModulesRoot: dist,
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: { annotation: true, jsdoc: false, legal: false },
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  });
  for (const file of output) {
    const path = join(dist, file.fileName);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.type === 'chunk' ? file.code : file.source);
  }
  writeFileSync(join(dist, platform), "export * from '#sha256';\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeModules(fileURLToPath(new URL('../dist', import.meta.url)));
