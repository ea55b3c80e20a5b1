import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../test/support/cli.ts';
import { testFiles, testFolder } from '../../../test/support/folder.ts';
import { json, serve } from '../../../test/support/http.ts';
import { gethKeystore } from '../../../test/support/keystore.ts';
import { commands } from '../src/commands/index.ts';
import { said, shape } from './printed.ts';

const file = testFiles();
/** A node of a network, which counts its calls. */
const nodeOf = (networkID: number) =>
  serve((_, response) =>
    json(response, `{"jsonrpc":"2.0","id":1,"result":{"networkID":"${networkID}"}}`),
  );
const call = ['rpc', 'info.getNetworkID'];

describe('settings', () => {
  it('say once what every command repeats: a variable, or the file of the user', async () => {
    const { url, asked } = await nodeOf(5);
    const set = { AVALANCHE_TX_URL: url, AVALANCHE_TX_NETWORK: 'fuji' };
    expect(await run(call, '', { env: set })).toMatchObject({ status: 0 });
    const config = file('config.json', JSON.stringify({ url, network: 'fuji' }));
    expect(await run(call, '', { env: { AVALANCHE_TX_CONFIG: config } })).toMatchObject({
      status: 0,
    });
    const XDG_CONFIG_HOME = testFolder();
    mkdirSync(join(XDG_CONFIG_HOME, 'avalanche-tx'));
    writeFileSync(join(XDG_CONFIG_HOME, 'avalanche-tx', 'config.json'), JSON.stringify({ url }));
    expect(await run(call, '', { env: { XDG_CONFIG_HOME } })).toMatchObject({ status: 0 });
    // Twice asked with the network, to check it, and once without.
    expect(asked.length).toBe(5);
  });

  it('lose to options, the file to variables; an error says where a value is from', async () => {
    const [main, test] = [await nodeOf(1), await nodeOf(5)];
    const config = file('both.json', JSON.stringify({ url: [main.url], network: 'mainnet' }));
    const env = { AVALANCHE_TX_CONFIG: config };
    expect(await run(call, '', { env })).toMatchObject({ status: 0 });
    const wrong = await run(call, '', { env: { ...env, AVALANCHE_TX_NETWORK: 'fuji' } });
    expect(wrong).toMatchObject({ status: 1 });
    expect(wrong.stderr).toContain('WrongNetwork');
    // One line, above the error.
    const [first, second] = wrong.stderr.split('\n');
    expect(first).toMatch(/--network is from AVALANCHE_TX_NETWORK\b/);
    expect(first).toContain(`--url is from ${config}`);
    expect(second).toMatch(/^error: WrongNetwork/);
    expect(wrong.stderr.match(/is from/g)).toHaveLength(2);
    const given = await run([...call, '--url', test.url, '--network', 'fuji'], '', { env });
    expect(given).toMatchObject({ status: 0, stderr: '' });
  });

  it('are shown by the help, without their values', async () => {
    const env = { AVALANCHE_TX_URL: 'http://token-1234.example', AVALANCHE_TX_KEY_FILE: 'key.txt' };
    const { stdout } = await run(['send', '--help'], '', { env });
    expect(stdout).toContain('AVALANCHE_TX_NETWORK');
    expect(stdout).toMatch(/Set now, unless given:\n +--key +from AVALANCHE_TX_KEY_FILE\n/);
    expect(stdout).toMatch(/ +--url +from AVALANCHE_TX_URL\n/);
    expect(stdout).not.toContain('1234');
    expect((await run(['send', '--help'])).stdout).not.toContain('Set now');
  });

  it('name the key, unless other signers are given', async () => {
    const key = file('key.txt', `0x${'01'.repeat(32)}`);
    const words = file('words.txt', 'not words');
    const AVALANCHE_TX_CONFIG = file('key.json', JSON.stringify({ keyFile: 'key.txt' }));
    const pay = ['send', '1', '--to', 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'];
    const at = ['--url', 'http://127.0.0.1:1', '--yes'];
    const asked = await run([...pay, ...at], '', { env: { AVALANCHE_TX_KEY_FILE: key } });
    expect(asked.stderr).toContain('Transport');
    // In the file, it is beside the file.
    const beside = await run([...pay, ...at], '', { env: { AVALANCHE_TX_CONFIG } });
    expect(beside.stderr).toContain('Transport');
    expect(beside.stderr).toContain(`--key is from ${AVALANCHE_TX_CONFIG}.`);
    const others = await run([...pay, ...at, '--mnemonic', words], '', {
      env: { AVALANCHE_TX_CONFIG },
    });
    expect(others.stderr).not.toContain('--key is from');
    const nobody = await run([...pay, ...at]);
    expect(nobody).toMatchObject({ status: 2 });
  });

  it('name the file of the passphrase, beside the file of settings', async () => {
    const key = file('geth.json', gethKeystore.text);
    file('pass.txt', gethKeystore.passphrase);
    const AVALANCHE_TX_CONFIG = file('pass.json', JSON.stringify({ passphraseFile: 'pass.txt' }));
    const show = ['keys', 'show', key, '--network', 'fuji', '--json'];
    expect((await run(show)).stderr).toContain('no terminal');
    const shown = await run(show, '', { env: { AVALANCHE_TX_CONFIG } });
    expect(shape([JSON.parse(shown.stdout)])).toEqual(shape(said('keys')));
  });

  it('do not bring commands that work offline to a node, or read other networks', () => {
    const settable = (name: string) =>
      Object.values(commands.find((of) => of.name === name)!.parameters).flatMap(
        ({ setting }) => setting ?? [],
      );
    for (const name of ['decode', 'explain', 'verify', 'build', 'finalize', 'testnode'])
      expect(settable(name)).toEqual([]);
    expect(settable('sign')).toEqual(['keyFile', 'passphraseFile']);
    expect(settable('send').sort()).toEqual(['keyFile', 'network', 'passphraseFile', 'url']);
    expect(settable('state').sort()).toEqual(['network', 'url']);
  });

  it.each([
    ['{"url":5}', 'url must be a text or a list of texts'],
    ['{"network":["a","b"]}', 'network must be a text'],
    ['{"key":"secret-1234"}', 'has keys other than url, network, keyFile, passphraseFile'],
    ['{"keyFile":""}', 'keyFile must be a text'],
    ['[]', 'must be a JSON object'],
    ['secret-1234', 'cannot be read as JSON'],
  ])('are refused if the file is wrong, without its content: %s', async (text, said) => {
    const config = file('wrong.json', text);
    const { status, stderr } = await run(call, '', { env: { AVALANCHE_TX_CONFIG: config } });
    expect({ status, stderr: stderr.replaceAll('\n', ' ') }).toEqual({
      status: 2,
      stderr: expect.stringContaining(`${config}: ${said}`),
    });
    expect(stderr).not.toContain('1234');
    // The help is for whoever mends it.
    const help = await run(['rpc', '--help'], '', { env: { AVALANCHE_TX_CONFIG: config } });
    expect(help.status).toBe(0);
  });

  it('are refused if the named file does not exist', async () => {
    const env = { AVALANCHE_TX_CONFIG: '/nowhere/config.json' };
    expect(await run(call, '', { env })).toMatchObject({ status: 2 });
  });
});
