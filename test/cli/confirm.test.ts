import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { output, run } from '../support/cli.ts';
import { testFiles } from '../support/folder.ts';

const file = testFiles();

const folder = fileURLToPath(new URL('../../examples/intents/', import.meta.url));
const draftOf = (name: string) =>
  output(['build', `${folder}P.${name}.json`, '--state', `${folder}states/P.json`]);
const key = file('confirm-key', `0x${'01'.repeat(32)}`);
const quiet = await draftOf('BaseTx');
/** Its owner is somebody else: the explanation has a warning. */
const warned = await draftOf('CreateSubnetTx');

describe('sign without a terminal', () => {
  it('signs what has no warnings, and explains it on standard error', async () => {
    const { status, stdout, stderr } = await run(['sign', '-', '--key', key], quiet);
    expect(status).toBe(0);
    expect(stderr).toContain('Send 11.5 AVAX');
    expect(stderr).toContain('yours');
    expect(await output(['finalize', '-'], stdout)).toContain('platform.issueTx');
  });

  it('refuses warnings, unless there is --yes or --policy', async () => {
    const refused = await run(['sign', '-', '--key', key], warned);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^Warning {2,}/m);
    expect(refused.stderr).toMatch(/^error: Declined: .*--yes.*--policy FILE/m);
    const signed = await output(['sign', '-', '--key', key, '--yes'], warned);
    const policy = file('confirm-policy', await output(['policy', '-'], warned));
    const utxos = ['--utxos', `${folder}states/P.json`];
    expect(await output(['sign', '-', '--key', key, '--policy', policy, ...utxos], warned)).toBe(
      signed,
    );
  });

  it('lets --yes answer the question only: a policy still refuses', async () => {
    const policy = file('other-policy', await output(['policy', '-'], quiet));
    const args = ['sign', '-', '--key', key, '--yes', '--policy', policy];
    const refused = await run([...args, '--utxos', `${folder}states/P.json`], warned);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('error: Refused');
  });
});
