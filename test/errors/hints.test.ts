/** Mistakes whose errors name the mistake and what to do, where one message used to answer several. */
import { describe, expect, it } from 'vitest';
import { ProposerBlock } from '../../src/blocks/proposervm.ts';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import { fuji, open, openAll, toJSONText } from '../../src/index.ts';
import { connect } from '../../src/rpc/index.ts';
import { hdWallet } from '../../src/sign/hd/hd.ts';
import { finalize, privateKey, sign } from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { formatBytes } from '../../src/text/hex.ts';
import { l1PayloadOf } from '../../src/warp/l1.ts';
import { Payload } from '../../src/warp/message.ts';
import { encode } from '../../src/wire/codec.ts';
import { key, pState, utxo } from '../support/state.ts';
import { failed, thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const words = 'test test test test test test test test test test test junk';
const secret = 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN';
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const state = pState([utxo(1, 1_000_000_000n)]);
const payment = buildBaseTx(state, { outputs: [{ to: key(2).shortID, amount: 5_000n }] });
const tx = formatBytes(finalize(sign(payment, key(1))).bytes, 'hex');

describe('privateKey', () => {
  it.each([
    [`${secret}\n`, /white space at its start or end: trim\(\) it$/],
    [` 0x${'11'.repeat(32)}`, /white space at its start or end: trim\(\) it$/],
    [words, /words: hdWallet\(\) of avalanche-tx\/hd reads them$/],
    [xprv, /extended private key: .*hdWallet\(\)/],
    ['key.txt', /PrivateKey-… or 0x and 64 hex digits$/],
  ])('says what a text is that is no private key, without repeating it', (text, message) => {
    const e = thrown(() => privateKey(text));
    expect(e.code).toBe('BadText');
    expect(e.detail).toMatch(message);
    expect(`${e.detail}${JSON.stringify(e.context)}`).not.toMatch(/ewoq|xprv|test|11{4}/);
  });
});

describe('hdWallet', () => {
  it.each([
    ['11 words', words.slice(5), /must be 12, 15, 18, 21 or 24 words, got 11$/],
    ['a word that is not in the list', words.replace('junk', 'jnuk'), /word 12 is not in the list/],
    ['capitals', words.toUpperCase(), /word 1 .*in lower case/],
    ['two words in the wrong order', words.replace('junk', 'test'), /checksum is wrong: .*order/],
    ['a private key', secret, /is a private key: privateKey\(\) of avalanche-tx\/sign reads it$/],
  ])('tells %s apart, without repeating a word', (_, text, message) => {
    const e = thrown(() => hdWallet(text));
    expect(e.code).toBe('BadChecksum');
    expect(e.detail).toMatch(message);
    expect(e.detail).not.toMatch(/jnuk|junk|test|ewoq/i);
  });
});

it('an export to C says which address is needed for an account of the EVM', () => {
  const to = '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc';
  const e = thrown(() => buildExportTx(state, { to: 'C', outputs: [{ to, amount: 5n }] }));
  expect(e.detail).toMatch(/key\.address\('C', network\).*ImportTx.* credits the account$/);
  const onP = thrown(() => buildBaseTx(state, { outputs: [{ to, amount: 5n }] }));
  expect(onP.detail).toMatch(/P-avax1…; this is an account of the C-chain's EVM$/);
});

describe('a client', () => {
  const node = createTestnode();
  const client = connect('http://testnode', node);

  it('says how to write a height', async () => {
    const e = await failed(client.pchain.getBlock(1 as never));
    expect(e.message).toMatch(/^BadArgument at block: must be a height such as 1n, or an ID/);
    const onX = await failed(client.xchain.getBlock(1 as never));
    expect(onX.detail).toBe(e.detail);
  });

  it('names a method that resembles an unknown one, and the params of a known one', async () => {
    const call = client.call as (name: string, params: object) => Promise<unknown>;
    const unknown = (name: string) => failed(call(name, {}));
    expect((await unknown('platform.getBalances')).detail).toMatch(
      /did you mean platform\.getBalance\?/,
    );
    expect((await unknown('platform.getUTXO')).detail).toMatch(/did you mean platform\.getUTXOs\?/);
    expect((await unknown('platform.getblock')).detail).toMatch(
      /did you mean platform\.getBlock\?/,
    );
    expect((await unknown('foo')).detail).toMatch(/^there is no method foo$/);
    const e = await failed(call('platform.getBalance', { address: 'x' }));
    expect(e).toMatchObject({ code: 'BadArgument', path: ['params', 'address'] });
    expect(e.detail).toMatch(/Known keys: addresses/);
  });

  it('of another network says so', async () => {
    const wrong = connect('http://testnode', { transport: node.transport, network: fuji });
    const e = await failed(wrong.pchain.state([key(1).address('P', fuji)]));
    expect(e).toMatchObject({ code: 'WrongNetwork', context: { have: 'fuji', need: 'custom' } });
  });
});

it('a lock in seconds that nobody means is refused', () => {
  const locked = (stakeableUntil: bigint) => () =>
    buildBaseTx(state, { outputs: [{ to: key(2).shortID, amount: 5_000n, stakeableUntil }] });
  expect(thrown(locked(5n)).message).toMatch(
    /^OutOfRange at outputs\[0\]\.stakeableUntil: must be a time to come.*got 5 seconds since 1970$/,
  );
  expect(thrown(locked(0n)).code).toBe('OutOfRange');
  // When a payment is built again later, its lock may be over.
  locked(state.time - 1n)();
});

describe('open', () => {
  it.each([
    ['a secret', words, /wallet’s words.*keep them secret.*move the funds$/],
    ['an extended key', xprv, /extended private key.*keep it secret.*move the funds$/],
    [
      'an extended public key',
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
      /extended public key/,
    ],
    ['a request for a Keystone', 'ur:avax-sign-request/oladtpdagdndcawmgtfrkigrpm', /Keystone/],
    ['a BLS key', `0x8f${'95'.repeat(47)}`, /48 bytes.*BLS public key/],
    ['a BLS signature', `0xb3${'95'.repeat(95)}`, /96 bytes.*BLS signature/],
    ['a signature', `0x${'ab'.repeat(65)}`, /65 bytes.*signature/],
    ['zeros', `0x${'00'.repeat(80)}`, /^BadText: these 80 bytes are all zero$/],
    ['more zeros', `0x${'00'.repeat(84)}`, /84 bytes are all zero/],
    ['a PSBT', `70736274ff0100${'11'.repeat(60)}`, /PSBT.*Bitcoin/],
    [
      'a call of a contract',
      `0xa9059cbb${'00'.repeat(31)}05${'00'.repeat(32)}`,
      /call of an EVM contract/,
    ],
    ['JSON of a service', '{"blockHash":"x","txHash":"y"}', /not a form of JSON that is known/],
  ])('says what %s is', (_, text, message) => {
    const e = thrown(() => open(text));
    expect(e.message).toMatch(message);
    expect(e.message).not.toMatch(/test test|xprv9|codec version/);
  });

  it('reads what signature aggregators reply, and a list of replies', () => {
    const { hex } = rows('warp').find(({ kind }) => kind === 'warpSigned')!;
    for (const json of [{ 'signed-message': hex }, { signedMessage: hex.slice(2) }])
      expect(open(JSON.stringify(json)).kind).toBe('warpSigned');
    const replies = [1, 2].map((id) => ({ jsonrpc: '2.0', id, result: { tx, encoding: 'hex' } }));
    expect(openAll(JSON.stringify(replies)).map(({ kind }) => kind)).toEqual(['tx', 'tx']);
    expect(openAll(replies)).toHaveLength(2);
    expect(thrown(() => open(replies)).detail).toMatch(/2 values, expected one: use openAll$/);
    expect(thrown(() => openAll([replies[0]!, { a: 1 }])).path).toEqual([1]);
  });

  it('shows a wrapper whose inner block is not one, unless the chain is named', () => {
    // Chains of subnets have blocks of any bytes. For P an indexer must not take it for a block without transactions.
    const bytes = encode(ProposerBlock, {
      type: 'proposervm.StatelessBlock',
      statelessBlock: {
        parentID: new Uint8Array(32).fill(1),
        timestamp: 5n,
        pChainHeight: 3n,
        certificate: new Uint8Array(0),
        block: Uint8Array.of(5),
      },
      signature: new Uint8Array(0),
    });
    expect(toJSONText(open(bytes))).toContain('"block":"BQ=="');
    const e = thrown(() => open(bytes, { chain: 'P', kind: 'proposervm' }));
    expect(e).toMatchObject({ code: 'Truncated', path: ['proposervm', 'block'] });
  });

  it('still says where node JSON with one wrong key is wrong', () => {
    const e = thrown(() => open('{"unsignedTx":{"networkID":5},"credentials":[]}'));
    expect(e.path[0]).toBe('unsignedTx');
  });
});

it('an unknown payload of an L1 has the hint of unknown transactions', () => {
  const payload = (typeID: number) => ({
    Payload: encode(Payload, {
      type: 'payload.AddressedCall',
      SourceAddress: new Uint8Array(),
      Payload: Uint8Array.of(0, 0, 0, 0, 0, typeID, 1, 2),
    }),
  });
  const e = thrown(() => l1PayloadOf(payload(7)));
  expect(e).toMatchObject({ code: 'UnknownTypeID', path: expect.arrayContaining(['Payload']) });
  expect(e.detail).toMatch(/if the type is new, update avalanche-tx$/);
});
