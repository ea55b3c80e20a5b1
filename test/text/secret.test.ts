import { expect, it } from 'vitest';
import { secretIn } from '../../src/text/secret.ts';
import { rows } from '../support/vectors.ts';

const key = '56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027';
const words = 'abandon '.repeat(11);

it('a private key is found by its prefix, its name, or as the words of a wallet', () => {
  for (const text of [
    'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN',
    `{"jsonrpc":"2.0","result":{"privateKey":"${key}"}}`,
    `{"type":"x","private_key":"0x${key}"}`,
    `PRIVATE_KEY=${key}`,
    `{"keys":["0x${key}"]}`,
    `{"mnemonic":"${words}about"}`,
    `${words}about`,
    `  ${words.toUpperCase()}ABOUT\n`,
    `xprv9s21ZrQH143K${'3'.repeat(60)}`,
    '-----BEGIN EC PRIVATE KEY-----',
  ])
    expect(secretIn(text), text).toBe('key');
});

it('32 bytes alone may be a private key, in every spelling', () => {
  const bytes = Buffer.from(key, 'hex');
  for (const text of [
    key,
    `0x${key.toUpperCase()}`,
    `"${key}"`,
    `\n ${key}\n${key} `,
    `my key: ${key}`,
    'ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN',
    bytes.toString('base64'),
    bytes.toString('base64url'),
    `["${key}"]`,
  ])
    expect(secretIn(text), text).toBe('32 bytes');
});

it('what people inspect is not a secret', () => {
  for (const { hex } of rows('p-public').slice(0, 300)) expect(secretIn(hex)).toBeUndefined();
  for (const text of [
    'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
    'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
    '0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    '{"unsignedTx":{"blockchainID":"11111111111111111111111111111111LpoYY","memo":"0x"}}',
    `{"hash":"0x${key}","publicKey":"0x${key}"}`,
    '',
  ])
    expect(secretIn(text), text).toBeUndefined();
});

it('a huge text takes no longer than reading it', () => {
  for (const piece of ['a', 'priv', 'seed ', '"key":', '0x'])
    expect(secretIn(`{${piece.repeat(2_000_000 / piece.length)}`)).toBeUndefined();
});
