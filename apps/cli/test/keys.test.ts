import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fuji } from '../../../src/network/known.ts';
import { hdWallet } from '../../../src/sign/hd/hd.ts';
import { evmAddressOf, privateKey } from '../../../src/sign/index.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { formatShortID } from '../../../src/text/id.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles, testFolder } from '../../../test/support/folder.ts';
import { gethKeystore } from '../../../test/support/keystore.ts';
import type { Terminal } from '../src/shell.ts';

const file = testFiles();
const key = privateKey(new Uint8Array(32).fill(1));
const forms = {
  publicKey: formatHex(key.publicKey),
  account: evmAddressOf(key),
  hex: formatHex(key.shortID),
  cb58: formatShortID(key.shortID),
  network: 'fuji',
  addresses: {
    P: key.address('P', fuji),
    X: key.address('X', fuji),
    C: key.address('C', fuji),
  },
};
const plain = file('plain.txt', `0x${'01'.repeat(32)}\n`);
const geth = file('geth.json', gethKeystore.text);
const pass = file('pass.txt', `${gethKeystore.passphrase}\n`);
const onFuji = ['--network', 'fuji', '--json'];
const shown = async (args: readonly string[], input = '') =>
  JSON.parse(await output(['keys', 'show', ...args, ...onFuji], input)) as unknown;

/** A person who types passphrases. */
function typing(...answers: readonly string[]): Terminal & { readonly asked: readonly string[] } {
  const left = [...answers];
  const asked: string[] = [];
  return {
    asked,
    write: () => {},
    confirms: () => false,
    asks: (question) => {
      asked.push(question);
      return left.shift() ?? '';
    },
    close: () => {},
  };
}

describe('keys show', () => {
  it('prints the addresses of a key, encrypted or not, and of its public key', async () => {
    expect(await shown([plain])).toEqual(forms);
    expect(await shown(['-'], `0x${'01'.repeat(32)}`)).toEqual(forms);
    expect(await shown([formatHex(key.publicKey)])).toEqual(forms);
    expect(await shown([geth, '--passphrase-file', pass])).toEqual(forms);
    const terminal = typing(gethKeystore.passphrase);
    const asked = await run(['keys', 'show', geth, ...onFuji], '', { terminal });
    expect(JSON.parse(asked.stdout)).toEqual(forms);
    expect(terminal.asked).toEqual(['Passphrase: ']);
  });

  it('prints those of words and of an extended public key', async () => {
    const text = 'test test test test test test test test test test test junk';
    const words = hdWallet(text);
    const at = (i: number) => ({
      path: `m/44'/9000'/0'/0/${i}`,
      network: 'fuji',
      addresses: { P: words.key(`m/44'/9000'/0'/0/${i}`).address('P', fuji) },
    });
    const { xpub } = words.account();
    const listed = { path: "m/44'/9000'/0'", xpub, keys: [at(0), at(1)] };
    expect(await shown([xpub, '--count', '2'])).toMatchObject(listed);
    expect(await shown([file('words.txt', text), '--count', '2'])).toMatchObject({
      ...listed,
      evm: { path: "m/44'/60'/0'/0/0", account: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' },
    });
    const lines = await output(['keys', 'show', xpub]);
    expect(lines).toContain(`xpub m/44'/9000'/0'  ${xpub}`);
    expect(lines).toMatch(/^mainnet P +P-avax1[\s\S]*^testnode C +C-custom1/m);
  });

  it('says what is wrong, and never a part of a secret', async () => {
    const refused = async (...args: readonly string[]) => {
      const { status, stdout, stderr } = await run(['keys', ...args]);
      expect({ stdout, hasSecret: /0101|pässword|junk/.test(stderr) }).toEqual({
        stdout: '',
        hasSecret: false,
      });
      return `${status} ${stderr}`;
    };
    const secret = `0x${'01'.repeat(32)}`;
    expect(await refused('show', secret)).toMatch(/^2 .*passed in a file only/);
    expect(await refused('show', geth)).toMatch(/^2 .*no terminal.*--passphrase-file/);
    const wrong = file('wrong.txt', 'pässword 2');
    expect(await refused('show', geth, '--passphrase-file', wrong)).toMatch(/^1 .*wrong/);
    const cut = file('cut.json', gethKeystore.text.replace('scrypt', 'bcrypt'));
    expect(await refused('show', cut, '--passphrase-file', pass)).toMatch(
      /^1 error: Unsupported at crypto.kdf: must be scrypt or pbkdf2/,
    );
    const bare = file('bare.txt', '01'.repeat(32));
    expect(await refused('show', bare)).toMatch(/^1 .*64 hex digits.*0x/);
    expect(await refused('show', file('junk.txt', 'junk'))).toMatch(/^1 .*PrivateKey-.*0x/);
    const off = file('off.txt', `${'junk '.repeat(11)}junk`);
    expect(await refused('show', off)).toMatch(/^1 .*BadChecksum/);
  });
});

describe('keys new, words and encrypt', () => {
  it('write files for their owner alone, and never over another', async () => {
    const folder = testFolder();
    const [made, words] = [join(folder, 'key.txt'), join(folder, 'words.txt')];
    const of = await output(['keys', 'new', made, '--plain', ...onFuji]);
    expect(JSON.parse(of)).toEqual(await shown([made]));
    expect(JSON.parse(await output(['keys', 'words', words, '--words', '12', ...onFuji]))).toEqual(
      await shown([words]),
    );
    expect(readFileSync(words, 'utf8').trim().split(' ')).toHaveLength(12);
    for (const name of [made, words]) expect(statSync(name).mode & 0o777).toBe(0o600);
    const before = readFileSync(made, 'utf8');
    for (const args of [
      ['new', made, '--plain'],
      ['words', made],
      ['encrypt', words, '--out', made],
    ])
      expect(await run(['keys', ...args])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('exists already'),
      });
    expect(readFileSync(made, 'utf8')).toBe(before);
  });

  it('need a passphrase, the same twice', async () => {
    const made = join(testFolder(), 'key.json');
    expect(await run(['keys', 'new', made])).toMatchObject({ status: 2 });
    const differing = await run(['keys', 'new', made], '', { terminal: typing('a', 'b') });
    expect(differing.stderr).toContain('differ');
    expect((await run(['keys', 'new', made], '', { terminal: typing('') })).stderr).toContain(
      'must not be empty',
    );
    expect(() => statSync(made)).toThrow('ENOENT');
  });
});
