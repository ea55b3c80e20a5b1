/** What people paste that holds no value of a chain: `open` names it, and says what to do. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import { explainError } from '../../src/explain/index.ts';
import { open, openAll } from '../../src/open/open.ts';
import { methodOfResult } from '../../src/open/replies.ts';
import { namedInLink } from '../../src/text/link.ts';
import { evmTxs } from '../support/evmtxs.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const { id, hex, nodeHex } = rows('p-public').find(({ type }) => type === 'BaseTx')!;
const words = 'test test test test test test test test test test test junk';
const reply = (result: unknown): string => JSON.stringify({ jsonrpc: '2.0', result, id: 1 });

describe('what is pasted is named', () => {
  it.each([
    ['the words of a wallet', words, 'private key', /wallet’s words.*move the funds/],
    ['words in lines', words.replaceAll(' ', '\n'), 'private key', /move the funds/],
    ['a private key', `PrivateKey-${'2'.repeat(40)}`, 'private key', /move the funds/],
    ['an extended private key', `xprv${'9'.repeat(107)}`, 'private key', /move the funds/],
    ['an extended public key', `xpub${'6'.repeat(107)}`, 'extended public key', /a wallet/],
    ['a page of an explorer', `https://subnets.avax.network/p-chain/tx/${id}`, 'URL', RegExp(id)],
    ['another web address', 'https://example.com/?key=hunter2', 'URL', /not opened/],
    ['a public key', `0x02${'11'.repeat(32)}`, 'public key', /public key/],
    ['a whole public key', `0x04${'11'.repeat(64)}`, 'public key', /public key/],
    ['a BLS key', `0x8${'1'.repeat(95)}`, 'BLS public key', /validator/],
    ['a BLS signature', `0x8${'1'.repeat(191)}`, 'BLS signature', /warp message/],
    ['a signature', '11'.repeat(65), 'signature', /add it to its draft/],
    ['a sentence', 'please send 3 AVAX to me', undefined, /no transaction.*paste hex/],
    ['bytes of nothing', 'ab'.repeat(77), undefined, /no known format.*0x0000/],
  ])('%s', (_, input, found, message) => {
    const e = thrown(() => open(input));
    expect(e.code).toBe('BadText');
    expect(e.context).toEqual({ kind: 'input', ...(found && { found }) });
    expect(explainError(e)).toMatch(message);
    expect(explainError(e)).not.toMatch(/junk|hunter2|99999|22222/);
  });

  it('a web address gives the last name in it', () => {
    const node = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
    const address = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
    const hash = `0x${'ab'.repeat(32)}`;
    for (const name of [id, node, address, address.slice(2), hash])
      for (const url of [`https://a.b/x/${name}`, `http://a.b/${name}?tab=1#top`])
        expect(namedInLink(url)).toBe(name);
    expect(namedInLink(`https://a.b/chain/${'2'.repeat(50)}/tx/${id}`)).toBe(id);
    expect(namedInLink(id)).toBeUndefined();
    expect(namedInLink(`https://a.b/${id} and more`)).toBeUndefined();
  });
});

describe('a reply', () => {
  const samples = [
    gunzipSync(readFileSync(new URL('../../vectors/rpc-samples.ndjson.gz', import.meta.url))),
    readFileSync(new URL('../../vectors/rpc-samples-variants.ndjson', import.meta.url)),
  ]
    .flatMap((bytes) => bytes.toString().trim().split('\n'))
    .map(
      (line) =>
        JSON.parse(line) as { request: { method?: string } | null; response: { result?: never } },
    );

  /** Methods that reply alike, by the name that they share. */
  const alike: { readonly [name: string]: RegExp } = {
    'a getTxStatus method': /\.get(Atomic)?TxStatus$|\.getBlockchainStatus$/,
    'an issueTx method': /\.issueTx$/,
    'a getHeight method': /\.get(Proposed)?Height$/,
    'platform.getCurrentValidators': /\.(getCurrentValidators|sampleValidators)$/,
    'health.health': /^health\.|^GET$/,
  };

  it('without a transaction names its method, as recorded from a node', () => {
    const seen = new Set<string>();
    for (const { request, response } of samples) {
      const method = request?.method ?? 'GET';
      const name = response.result === undefined ? undefined : methodOfResult(response.result);
      if (
        name === undefined ||
        /getBlock|getTx$|getUTXOs|getReward|getStake$|AtomicTx$|getContainer|getLastAccepted/.test(
          method,
        )
      )
        continue;
      expect(method).toMatch(alike[name] ?? RegExp(`^${name}$`));
      seen.add(method);
    }
    expect(seen.size).toBeGreaterThan(45);
  });

  it('says so', () => {
    const balance = { balance: '1', utxoIDs: [], lockedStakeables: {} };
    expect(thrown(() => open(reply(balance))).detail).toBe(
      'this is a reply of platform.getBalance, which has no transaction, block or UTXOs to read',
    );
    expect(thrown(() => open(reply({ anything: 1 }))).detail).toMatch(/^this reply of a node/);
    expect(thrown(() => open(reply('0x1bc16d674ec80000'))).detail).toMatch(/a number/);
    expect(thrown(() => open(reply(true))).detail).toMatch(/^this reply of a node/);
  });

  it('of a batch is read, or named with its place', () => {
    const tx = { jsonrpc: '2.0', id: 1, result: { tx: nodeHex, encoding: 'hex' } };
    const other = { jsonrpc: '2.0', id: 2, result: { height: '7' } };
    const text = JSON.stringify([tx, tx]);
    for (const batch of [text, JSON.parse(text)])
      expect(openAll(batch).map((opened) => opened.id)).toEqual([id, id]);
    expect(thrown(() => openAll(JSON.stringify([tx, other])))).toMatchObject({
      path: [1],
      detail: expect.stringContaining('a getHeight method'),
    });
  });
});

describe('a transaction of an EVM', () => {
  it.each(Object.entries(evmTxs))(
    'of type %s is named with its chain, whole and damaged',
    (name, tx) => {
      const bytes = Uint8Array.from(Buffer.from(tx.slice(2), 'hex'));
      const said = (of: Uint8Array): string => {
        const e = thrown(() => open(of));
        expect(isError(e, 'BadVersion')).toBe(false);
        expect(e.message).not.toMatch(/ersion \d+/);
        return e.detail;
      };
      const chain = name === 'legacy' ? '' : ', chain ID 43114';
      expect(said(bytes)).toBe(
        `this is a transaction of the C-chain's EVM (${name}${chain}): Ethereum libraries read it, and the inspector shows it`,
      );
      expect(said(Uint8Array.of(...bytes, 0))).toMatch(/but 1 byte is too many at its end$/);
      expect(said(bytes.slice(0, -3))).toMatch(/but 3 bytes are missing at its end$/);
      for (let size = 4; size < bytes.length; size++) said(bytes.slice(0, size));
      for (let at = 0; at < bytes.length; at++)
        said(bytes.map((byte, i) => (i === at ? byte ^ 0x41 : byte)));
    },
  );

  it('is not what a transaction of P, X or C is taken for', () => {
    expect(open(hex).kind).toBe('tx');
  });
});
