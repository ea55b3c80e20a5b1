/** The code of the other libraries in the guide type-checks with their own declarations, as bundlers resolve them. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the code of avalanchejs and of the SDK type-checks', () => {
  const project = fileURLToPath(new URL('theirs/', import.meta.url));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  const files = execFileSync(process.execPath, [tsc, '--listFilesOnly', '-p', project], {
    encoding: 'utf8',
  });
  expect(files.split('\n').filter((file) => file.startsWith(project))).toHaveLength(5);
  expect(() =>
    execFileSync(process.execPath, [tsc, '--noEmit', '-p', project], { encoding: 'utf8' }),
  ).not.toThrow();
});
