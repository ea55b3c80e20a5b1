/**
 * Two of three by bytes alone: this command line, avalanchejs 5.2.0 and the wallet of avalanchego sign one transaction in every order, and
 * a node accepts it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Localnode } from '../../../scripts/localnode.ts';
import { buildBaseTx } from '../../../src/builder/index.ts';
import { idOf } from '../../../src/chain/ids.ts';
import { fuji } from '../../../src/network/known.ts';
import type { Network } from '../../../src/network/network.ts';
import { connect, type NodeClient } from '../../../src/rpc/index.ts';
import { finalize, privateKey, sign } from '../../../src/sign/index.ts';
import { formatState, type PState } from '../../../src/state/index.ts';
import { avax } from '../../../src/text/amount.ts';
import { formatHex, parseHex } from '../../../src/text/hex.ts';
import { formatID } from '../../../src/text/id.ts';
import { describeNode, startNode } from '../../../test/rpc/node.ts';
import { output, run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import {
  addTxSignatures,
  goSigns,
  jsSigns,
  secretOf,
  UnsignedTx,
} from '../../../test/support/othertools.ts';
import { key, trio } from '../../../test/support/state.ts';
import { linesOf } from '../../../test/support/vectors.ts';

const file = testFiles();
const owner = { addresses: trio.map((of) => of.shortID), threshold: 2 };
const programs = ['this command line', 'avalanchejs', 'avalanchego'] as const;
const places = [0, 1, 2] as const;
type Place = (typeof places)[number];
const orders = places.flatMap((a) => places.filter((b) => b !== a).map((b) => [a, b] as const));
const keyFiles = trio.map((of, i) => file(`co-signer-${i}`, formatHex(secretOf(of))));

interface Row {
  readonly name: string;
  readonly chain: 'P' | 'X' | 'C';
  readonly utxos: readonly string[];
  readonly signer: string;
  readonly open: string;
  readonly whole: string;
}
/** What avalanchejs 3 and BitGo wrote: placeholders that name the signers. Nodes no longer accept some of the types. */
const named = linesOf('avalanchejs3-partial')
  .map((line) => JSON.parse(line) as Row)
  .filter(({ name, chain }) => chain !== 'C' && !/delegator|validator/i.test(name))
  .slice(0, 3);

describe('what avalanchejs 3 and BitGo wrote', () => {
  it.each(named.map((row, i) => [row.name, row, i] as const))(
    '%s: is signed by hex alone, in its form',
    async (_, { chain, utxos, signer, open, whole }, n) => {
      const known = file(`bitgo-${n}.json`, JSON.stringify({ utxos, encoding: 'hexnc' }));
      const place = trio.findIndex(({ shortID }) => formatHex(shortID) === signer);
      const sign = (hex: string, i: number) =>
        output(['sign', hex, '--key', keyFiles[i]!, '--utxos', known, '--yes']);
      expect(await output(['missing', open, '--utxos', known])).toMatch(
        /^missing: credential 0 needs 2 of /,
      );
      const half = (await sign(open, place)).trim();
      const missing = await output(['missing', half, '--utxos', known]);
      const next = trio.findIndex((of) => missing.trim().endsWith(of.address(chain, fuji)));
      // The next signer is named in the place of its signature.
      expect(half).toContain(`${'00'.repeat(45)}${formatHex(trio[next]!.shortID).slice(2)}`);
      expect((await sign(half, next)).trim()).toBe(whole);
    },
  );
});

describeNode('two of three with other tools', () => {
  let node: Localnode;
  let client: NodeClient;
  let network: Network;
  let shared: PState;
  let names: readonly string[];

  beforeAll(async () => {
    node = await startNode();
    client = connect(node.ready.url);
    network = await client.network();
    names = trio.map((of) => of.address('P', network));
    const rich = privateKey(node.ready.keys[0]!.privateKey);
    const state = await client.pchain.state([rich.shortID]);
    const outputs = Array.from({ length: 9 }, () => ({ to: owner, amount: avax('1') }));
    const paid = finalize(sign(buildBaseTx({ ...state, own: [rich.shortID] }, { outputs }), rich));
    await client.issue(paid);
    shared = await client.pchain.state(owner.addresses);
  });
  afterAll(() => node?.stop());

  /** The file of a state with one of the coins, so that no test depends on another. */
  const stateOf = (n: number): { readonly state: PState; readonly path: string } => {
    const coin = [...shared.utxos].sort((a, b) => a.outputIndex - b.outputIndex)[n];
    const state = { ...shared, utxos: [coin!] };
    return { state, path: file(`coin-${n}.json`, formatState(state)) };
  };
  const intent = () =>
    file(
      'pay-one.json',
      JSON.stringify({
        type: 'BaseTx',
        outputs: [{ to: key(9).address('P', network), amount: '0.25' }],
      }),
    );
  const build = (n: number, a: Place, b: Place, ...more: readonly string[]) =>
    output([
      ...['build', intent(), '--state', stateOf(n).path, ...more],
      ...names.flatMap((name) => ['--own', name]),
      ...[a, b].flatMap((i) => ['--signer', names[i]!]),
    ]);

  /** What each program makes of bytes: bytes with its signature. */
  const signs: Readonly<Record<Place, (hex: string, n: number) => Promise<string>>> = {
    0: async (hex, n) =>
      output([
        'sign',
        hex,
        '--key',
        keyFiles[0]!,
        '--state',
        stateOf(n).path,
        '--intent',
        intent(),
      ]),
    1: async (hex, n) =>
      formatHex(await jsSigns('P', parseHex(hex.trim()), stateOf(n).state.utxos, trio[1])),
    2: async (hex, n) => {
      const bytes = parseHex(hex.trim());
      const { utxos } = stateOf(n).state;
      const kind = isUnsigned(bytes) ? 'unsignedTx' : 'tx';
      return formatHex(await goSigns(bytes, kind, utxos, [trio[2]]));
    },
  };
  const unsigned = new Set<string>();
  const isUnsigned = (bytes: Uint8Array): boolean => unsigned.has(formatID(idOf(bytes)));

  it.each(orders.map(([a, b], n) => [programs[a], programs[b], a, b, n] as const))(
    '%s signs first, %s second, by hex alone; the node accepts it',
    async (_, __, a, b, n) => {
      const hex = (await build(n, a, b, '--as', 'unsigned')).trim();
      unsigned.add(formatID(idOf(parseHex(hex))));
      const half = await signs[a](hex, n);
      const { path } = stateOf(n);
      const open = `missing: credential 0 needs 1 of ${names[b]}\n`;
      expect(await output(['missing', half.trim(), '--state', path])).toBe(open);
      // The node has the transaction that made the coin, which proves its owner.
      expect(await output(['missing', half.trim(), '--url', node.ready.url])).toBe(open);
      const whole = (await signs[b](half, n)).trim();
      expect(await output(['missing', whole, '--state', path])).toBe('');
      // Both can sign at the same time, too.
      const other = (await signs[b](hex, n)).trim();
      expect((await output(['combine', half.trim(), other, '--state', path])).trim()).toBe(whole);
      const signed = (await output(['finalize', whole, '--state', path])).trim();
      expect(signed).toBe(whole);
      const issued = await output(['issue', signed, '--wait', '--url', node.ready.url]);
      expect(JSON.parse(issued)).toMatchObject({
        txID: formatID(idOf(parseHex(whole))),
        status: 'Accepted',
      });
    },
  );

  it('the JSON of avalanchejs comes and goes, and the node accepts it', async () => {
    const text = await build(6, 0, 1, '--as', 'avalanchejs');
    const half = await output(
      ['sign', '-', '--key', keyFiles[0]!, '--url', node.ready.url, '--intent', intent()],
      text,
    );
    const theirs = UnsignedTx.fromJSON(half);
    await addTxSignatures({ unsignedTx: theirs, privateKeys: [secretOf(trio[1])] });
    expect(theirs.hasAllSignatures()).toBe(true);
    const whole = JSON.stringify(theirs.toJSON());
    const request = await output(['finalize', '-', '--url', node.ready.url], whole);
    const issued = await output(['issue', '-', '--wait', '--url', node.ready.url], request);
    expect(JSON.parse(issued)).toMatchObject({ status: 'Accepted' });
  });

  it('a draft takes the signature that came as bytes, and stays a draft', async () => {
    const draft = await build(7, 0, 1);
    const hex = (await output(['combine', '-', draft, '--as', 'unsigned'], draft)).trim();
    const theirs = await signs[1](hex, 7);
    const both = await output(['combine', '-', theirs], draft);
    expect(JSON.parse(both).format).toBe(JSON.parse(draft).format);
    const mine = await output(
      ['sign', '-', '--key', keyFiles[0]!, '--utxos', stateOf(7).path, '--intent', intent()],
      both,
    );
    expect(await output(['missing', '-'], mine)).toBe('');
  });

  it('who signs what another program made is asked, by the review', async () => {
    const hex = (await build(8, 0, 1, '--as', 'unsigned')).trim();
    const { path } = stateOf(8);
    const args = ['sign', hex, '--key', keyFiles[0]!, '--state', path];
    const asked = await run(args);
    expect(asked).toMatchObject({ status: 1, stdout: '' });
    expect(asked.stderr).toContain('there is no terminal to ask');
    const other = file(
      'pay-two.json',
      JSON.stringify({
        type: 'BaseTx',
        outputs: [{ to: key(8).address('P', network), amount: '0.25' }],
      }),
    );
    const refused = await run([...args, '--intent', other]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^error: Refused/m);
  });

  it('a signature that was made elsewhere is added, with its key or without', async () => {
    const hex = (await build(8, 0, 1, '--as', 'unsigned')).trim();
    const { path, state } = stateOf(8);
    const half = await jsSigns('P', parseHex(hex), state.utxos, trio[1]);
    const signature = formatHex(half.subarray(-65));
    const args = ['sign', hex, '--state', path];
    const added = await output([...args, '--signature', signature]);
    expect(added.trim()).toBe(formatHex(half));
    const key = ['--public-key', formatHex(trio[1].publicKey)];
    expect(await output([...args, '--signature', signature.slice(2, -2), ...key])).toBe(added);
    const without = await run([...args, '--signature', signature.slice(0, -2)]);
    expect(without.stderr).toMatch(
      /^error: BadSignature at signature: has no recovery ID: pass it as --public-key/,
    );
    const zeros = await run([...args, '--signature', '00'.repeat(65)]);
    expect(zeros.stderr).toMatch(/^error: BadSignature at signature/);
    expect((await run([...args, ...key])).stderr).toContain('--public-key needs its --signature');
  });
});
