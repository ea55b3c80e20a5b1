import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';

const file = testFiles();

it('inspect puts no private key into a file, however it is written', async () => {
  const hex = '56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027';
  for (const key of [
    'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN',
    'ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN',
    hex,
    `0x${hex}`,
    `first ${hex}\nsecond ${hex}`,
    `${'abandon '.repeat(11)}about`,
    `{"unsignedTx":{},"privateKey":"${hex}"}`,
  ]) {
    const out = file('secret.html', '');
    const { status, stdout, stderr } = await run(['inspect', '-', '--out', out], key);
    expect(status).toBe(1);
    expect(stderr).toContain('private key');
    expect(stdout + stderr + readFileSync(out, 'utf8')).not.toMatch(/ewoqjP|56289e99|abandon/);
  }
});
