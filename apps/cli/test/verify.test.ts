import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { decodeTx } from '../../../src/chain/tx.ts';
import { fuji } from '../../../src/network/known.ts';
import { formatHex, parseBytes } from '../../../src/text/hex.ts';
import { unsignedBytesOf } from '../../../src/tx/bytes.ts';
import type { AnyUnsignedTx } from '../../../src/tx/types.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { utxo } from '../../../test/support/state.ts';
import { base as fieldsOf, spend, xBase } from '../../../test/support/tx.ts';
import { rows } from '../../../test/support/vectors.ts';

const file = testFiles();

const folder = fileURLToPath(new URL('../../../examples/intents/', import.meta.url));
const stateFile = (chain: string) => `${folder}states/${chain}.json`;
const stateText = (chain: string) => readFileSync(stateFile(chain), 'utf8');
const keys = [1, 2].flatMap((n) => [
  '--key',
  file(`verify${n}`, `0x${n.toString(16).padStart(2, '0').repeat(32)}`),
]);
const draftOf = (name: string) =>
  output(['build', `${folder}${name}.json`, '--state', stateFile(name[0]!)]);
const hexOf = async (name: string): Promise<string> => {
  const request = await output(['sign', '-', '--finalize', '--yes', ...keys], await draftOf(name));
  return (JSON.parse(request) as { readonly params: { readonly tx: string } }).params.tx;
};
const base = await hexOf('P.BaseTx');
const tx = decodeTx(parseBytes(base, 'hex'), 'P');

/** Rules and what they say. */
const verdicts = (stdout: string) =>
  Object.fromEntries(
    stdout
      .split('\n')
      .slice(2)
      .filter(Boolean)
      .map((line) => line.split(/ {2,}/).slice(0, 2)),
  ) as Readonly<Record<string, string>>;

/** The rules of a P-chain transfer that need nothing but the time. */
const formOK = {
  size: 'ok',
  upgrade: 'ok',
  'network and chain': 'ok',
  memo: 'ok',
  outputs: 'ok',
  inputs: 'ok',
  funds: 'ok',
  pool: 'ok',
  care: 'ok',
};
const stateOK = { gas: 'ok', UTXOs: 'ok', signatures: 'ok', fee: 'ok' };
const unchecked = (...rules: readonly string[]) =>
  Object.fromEntries(rules.map((rule) => [rule, 'not checked']));

describe('avalanche-tx verify', () => {
  it('checks with a state all that a node does', async () => {
    const { status, stdout, stderr } = await run(['verify', base, '--utxos', stateFile('P')]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toBe(
      `platformvm.BaseTx ${tx.txID} on fuji at 2027-01-15 08:00:00 UTC`,
    );
    expect(verdicts(stdout)).toEqual({ ...formOK, ...stateOK });
    expect(stdout).toContain('62990 nAVAX needed, 62990 burned');
    expect(stdout).toContain('signed by P-fuji1');
  });

  it('checks with UTXOs as a node replies them who signed', async () => {
    const { utxos } = JSON.parse(stateText('P')) as { readonly utxos: readonly string[] };
    const reply = (some: readonly string[]) =>
      file(
        `utxos${some.length}.json`,
        JSON.stringify({ result: { utxos: some, encoding: 'hex' } }),
      );
    const time = ['--time', '2027-01-15T08:00:00Z'];
    const all = await run(['verify', base, '--utxos', reply(utxos), ...time]);
    expect(all.status).toBe(0);
    const price = unchecked('gas', 'fee');
    expect(verdicts(all.stdout)).toEqual({ ...formOK, ...stateOK, ...price });
    const none = ['verify', base, '--utxos', reply([]), ...time];
    expect(await run(none)).toMatchObject({ status: 0, stderr: '' });
    const strict = await run([...none, '--complete']);
    expect(strict.status).toBe(1);
    expect(strict.stderr).toContain('error: MissingState: gas was not checked: needs the gas');
    expect(verdicts(strict.stdout)).toEqual({
      ...formOK,
      ...price,
      ...unchecked('UTXOs', 'signatures', 'care'),
    });
  });

  it('says without anything what it cannot check', async () => {
    const { status, stdout } = await run(['verify', base]);
    expect(status).toBe(0);
    expect(verdicts(stdout)).toEqual({ ...formOK, ...unchecked(...Object.keys(stateOK)) });
  });

  it('refuses with status 1 and the error, and shows the rules that hold', async () => {
    const dear = stateText('P').replace('"price":"10"', '"price":"11"');
    const cheap = await run(['verify', base, '--utxos', file('dear.json', dear)]);
    expect(cheap).toMatchObject({
      status: 1,
      stderr:
        'error: FeeTooLow: 62990 nAVAX are burned, at least 69289 are needed\nSee avalanche-tx help FeeTooLow\n',
    });
    expect(verdicts(cheap.stdout)).toEqual({ ...formOK, ...stateOK, fee: 'refused' });

    const early = await run([
      'verify',
      base,
      '--utxos',
      stateFile('P'),
      '--time',
      '2021-01-01T00:00:00Z',
    ]);
    expect(early.status).toBe(1);
    expect(early.stderr).toContain('WrongUpgrade');
    expect(verdicts(early.stdout)).toMatchObject({ outputs: 'ok', upgrade: 'refused' });
  });

  it('finds one changed bit in an amount, as what it is', async () => {
    const { bytes } = tx;
    const at = Buffer.from(bytes).indexOf(Buffer.from('0000000059682f00', 'hex'));
    expect(at).toBeGreaterThan(0);
    const other = bytes.slice();
    other[at + 7] = 1;
    const { status, stdout, stderr } = await run([
      'verify',
      `0x${Buffer.from(other).toString('hex')}`,
      '--utxos',
      stateFile('P'),
    ]);
    expect(status).toBe(1);
    const wrong = { fee: 'refused', signatures: 'refused' };
    expect(verdicts(stdout)).toEqual({ ...formOK, ...stateOK, ...wrong });
    expect(stderr).toContain('BadSignature');
  });

  it('compares nonces and balances of a C-chain export', async () => {
    const hex = await hexOf('C.ExportTx');
    const changed = (from: string, to: string) =>
      run(['verify', hex, '--utxos', file('c.json', stateText('C').replace(from, to))]);
    expect(verdicts((await changed('', '')).stdout)).toMatchObject({
      accounts: 'ok',
      signatures: 'ok',
    });
    expect((await changed('"nonce":"7"', '"nonce":"8"')).stderr).toContain(
      'Mismatch at inputs[0].nonce',
    );
    expect((await changed('"3000000000000000000"', '"1"')).stderr).toContain(
      'Insufficient at inputs[0].amount',
    );
  });

  it('checks a draft, and an unsigned transaction', async () => {
    const start = Math.floor(Date.now() / 1000);
    const draft = await run(['verify', '-'], await draftOf('P.BaseTx'));
    expect(draft.status).toBe(0);
    // By the clock of this machine: the draft's time is its maker's word.
    const at =
      Date.parse(`${/ on fuji at (.+) UTC$/m.exec(draft.stdout)![1]!.replace(' ', 'T')}Z`) / 1000;
    expect(at).toBeGreaterThanOrEqual(start);
    expect(at).toBeLessThanOrEqual(Date.now() / 1000);
    expect(verdicts(draft.stdout)).toEqual({
      ...formOK,
      ...stateOK,
      ...unchecked('gas', 'signatures', 'owners'),
    });
    const unsigned = formatHex(unsignedBytesOf(tx.unsignedTx));
    const { status, stdout } = await run(['verify', unsigned, '--utxos', stateFile('P')]);
    expect(status).toBe(0);
    expect(verdicts(stdout)).toEqual({ ...formOK, ...stateOK, ...unchecked('signatures') });
  });

  it('needs the state of a network that it does not know', async () => {
    const advance = '0x00000000001300000000' + '6553f10000000000';
    const other = rows('p-public').find(({ type }) => type === 'BaseTx')!;
    expect((await run(['verify', other.hex, '--utxos', stateFile('P')])).stderr).toContain(
      'WrongNetwork',
    );
    expect((await run(['verify', base, '--network', 'local'])).stderr).toContain('WrongNetwork');
    expect(await run(['verify', advance])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('pass --network'),
    });
    expect((await run(['verify', base, '--utxos', file('x', '{"chain":"Q"}')])).stderr).toContain(
      'BadJSON',
    );
    expect((await run(['verify', base, '--time', 'soon'])).stderr).toContain('BadText');
  });
});

describe('a transaction that the node would refuse', () => {
  const found = async (name: string, ...options: readonly string[]) => {
    const path = fileURLToPath(new URL(`../../../test/rules/found/${name}.hex`, import.meta.url));
    const { status, stderr } = await run(['verify', path, ...options]);
    return { status, stderr };
  };

  it.each([
    ['l1-weights-overflow', 'OutOfRange at validators[1].weight'],
    ['import-from-wrong-chain', 'WrongChain at importedInputs[0]'],
  ])('is refused: %s', async (name, error) => {
    const said = await found(name, '--utxos', stateFile('P'));
    expect(said.status).toBe(1);
    expect(said.stderr).toContain(error);
  });

  const coins = (n: number) => Array.from({ length: n }, (_, i) => spend(utxo(i, 10n)));
  const refusalOf = (unsignedTx: AnyUnsignedTx, ...options: readonly string[]) =>
    run(['verify', file('big', formatHex(unsignedBytesOf(unsignedTx))), ...options]);

  it('is refused: more gas than the P-chain ever has', async () => {
    const outputs = Array.from({ length: 1000 }, () => ({
      assetID: fuji.avaxAssetID,
      output: utxo(1, 1n).output,
    }));
    const unsignedTx = { type: 'platformvm.BaseTx' as const, ...fieldsOf(coins(1), outputs) };
    const { status, stderr } = await refusalOf(unsignedTx, '--utxos', stateFile('P'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/OutOfRange: uses 1\d{6} gas, 1000000 is the capacity/);
  });

  it('is refused: an import to C with more gas than a block has', async () => {
    const unsignedTx = {
      type: 'atomic.ImportTx' as const,
      networkID: fuji.networkID,
      blockchainID: fuji.chains.C.blockchainID,
      sourceChain: fuji.chains.P.blockchainID,
      importedInputs: xBase(coins(1000), []).inputs,
      outputs: [{ address: new Uint8Array(20), amount: 1n, assetID: fuji.avaxAssetID }],
    };
    const { status, stderr } = await refusalOf(unsignedTx, '--time', '1800000000');
    expect(status).toBe(1);
    expect(stderr).toMatch(/OutOfRange: uses 1\d{6} gas, at most 1000000/);
  });
});

describe('avalanche-tx fee', () => {
  it('says complexity, gas and fee of the P-chain', async () => {
    const json = JSON.parse(await output(['fee', base, '--price', '25', '--json'])) as object;
    expect(json).toEqual({
      type: 'platformvm.BaseTx',
      bytes: tx.bytes.length,
      complexity: [tx.bytes.length, 1, 4, 200],
      gas: '6299',
      price: '25',
      fee: '157475',
      burned: '62990',
    });
    expect(await output(['fee', base])).toContain('unknown: pass --price or --state');
    expect(await output(['fee', base, '--state', stateFile('P')])).toMatch(
      /^fee +62990 nAVAX = 0.00006299 AVAX$/m,
    );
    expect(await output(['fee', '-'], await draftOf('P.BaseTx'))).toMatch(/^fee +62990 nAVAX/m);
    const locked = await output([
      'fee',
      await hexOf('P.AddPermissionlessDelegatorTx'),
      '--price',
      '10',
    ]);
    expect(locked).toMatch(/^fee +123760 nAVAX/m);
    expect(locked).toMatch(/^burned +123760 nAVAX/m);
  });

  it('says what the fee of a draft consists of', async () => {
    const [intent, state] = [`${folder}P.BaseTx.json`, `${folder}states/P.json`];
    const draft = await output(['build', intent, '--state', state]);
    const json = JSON.parse(await output(['fee', '-', '--json'], draft)) as {
      readonly parts: Record<string, string>;
      readonly burned: string;
    };
    const parts = Object.values(json.parts).map(BigInt);
    expect(parts.reduce((a, b) => a + b)).toBe(BigInt(json.burned));
    expect(await output(['fee', '-'], draft)).toMatch(/^ {2}signatures +\d+ nAVAX$/m);
  });

  it('says the fee of X and C', async () => {
    expect(await output(['fee', await hexOf('X.CreateAssetTx')])).toMatch(
      /^fee +10000000 nAVAX = 0.01 AVAX$/m,
    );
    const c = await hexOf('C.ExportTx');
    expect(await output(['fee', c, '--price', '25000000001'])).toMatch(/^fee +280751 nAVAX/m);
    expect(await run(['fee', await hexOf('X.BaseTx'), '--price', '1'])).toMatchObject({
      status: 1,
      stdout: '',
    });
    expect(await run(['fee', c, '--price', '1.5'])).toMatchObject({ status: 2, stdout: '' });
  });
});
