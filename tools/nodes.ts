/**
 * Runs the fast tests on other versions of Node, in those that `platforms/pinned.json` names, installed as the platforms are. Prints a line for
 * each version, and fails if one fails. The rest of the arguments goes to vitest.
 *
 *     npx tsx tools/nodes.ts                         # 22, 24 and the newest
 *     npx tsx tools/nodes.ts 24 --project nightly    # other tests of vitest's, on one version
 */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './platforms/app.ts';
import { toolOf } from './platforms/tool.ts';

const isVersion = (word: string): boolean => /^\d+(\.\d+)?$/.test(word);
const words = process.argv.slice(2);
const given = words.filter(isVersion);
const args = words.filter((word) => !isVersion(word));

for (const version of given.length > 0 ? given : ['22', '24', '26']) {
  const { folder } = await toolOf(`node-${version}`);
  const bin = join(folder, 'node_modules', '.bin');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(join(bin, 'node'), [vitest, 'run', ...args], {
    cwd: root,
    stdio: 'inherit',
    // Tests start other programs on it, too.
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
  console.log(`Node ${version}: ${status === 0 ? 'well' : `FAILED, status ${status}`}`);
  if (status !== 0) process.exitCode = 1;
}
