/** Every row of `docs/foreign.md` through `open`, the commands `decode` and `explain`, and the inspector; and what other libraries write. */
import * as avalanchejs from '@avalabs/avalanchejs';
import { describe, expect, it } from 'vitest';
import { decodeCommand } from '../../apps/cli/src/decode.ts';
import { explainCommand } from '../../apps/cli/src/explain.ts';
import { readSubject } from '../../apps/inspector/model/subject.ts';
import { byteExamples, jsonExamples, madeOf } from '../../scripts/foreigndocs.ts';
import { foreignForms } from '../../src/open/foreign.ts';
import { open, openAll } from '../../src/open/open.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { thrown } from '../support/thrown.ts';
import { linesOf, rows } from '../support/vectors.ts';

const options = {
  time: '1700000000',
  known: undefined,
  own: undefined,
  evidence: [],
  device: undefined,
  form: 'text',
} as const;

const examples = Object.entries({ ...jsonExamples, ...byteExamples }).filter(
  ([form]) => form !== 'error of a node',
);

describe('the forms of other tools', () => {
  it.each(examples)('%s', (_, { input }) => {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    const found = openAll(text);
    expect(found.length).toBe(1);
    const { type, kind } = found[0]!;
    expect(openAll(input)).toEqual(found);
    expect(decodeCommand(text, {}, false)).toContain(type);
    expect([...explainCommand(text, {}, options)].join().length).toBeGreaterThan(0);
    const read = readSubject(text, 'text');
    expect(read).toMatchObject({ subject: { opened: { kind, type } } });
  });

  it('have one example each', () => {
    expect(Object.keys(jsonExamples)).toEqual(Object.keys(foreignForms));
    expect(madeOf(jsonExamples['error of a node'].input)).toContain('NodeError');
  });

  it('are told by all of their keys', () => {
    const theirs = jsonExamples['unsigned transaction of avalanchejs'].input;
    for (const other of [
      { ...(theirs as object), more: 1 },
      { utxos: [], more: 1 },
      { result: { utxos: [], more: 1 } },
      { foo: 1 },
      { tx: 5 },
    ])
      expect(thrown(() => openAll(other)).code).toBe('BadJSON');
    expect(openAll({ numFetched: '0', utxos: [], endIndex: {}, encoding: 'hex' })).toEqual([]);
    expect(decodeCommand('{"utxos":[],"encoding":"hex"}', {}, false)).toMatch(/no UTXOs/);
    expect([...explainCommand('{"utxos":[],"encoding":"hex"}', {}, options)][0]).toMatch(
      /no UTXOs/,
    );
  });

  it('leave a part open that is several things, and a kind decides', () => {
    const utxo = parseHex(rows('p-utxos')[0]!.hex);
    const output = utxo.subarray(2 + 32 + 4 + 32);
    expect(open(output, { chain: 'P', kind: 'output' }).kind).toBe('output');
    const state = parseHex('0x0000000000000000');
    expect(thrown(() => open(state)).code).not.toBe('BadArgument');
    expect(open(utxo.subarray(2)).id).toBe(open(utxo).id);
    expect(open(`0xc6${formatHex(utxo).slice(8)}`).kind).toBe('utxo');
  });
});

describe('what avalanchejs 5.2.0 writes', () => {
  // Its declaration files do not resolve from ES modules.
  // biome-ignore lint/suspicious/noExplicitAny: values of another library
  const { avm, evm, utils, Utxo, TransferableOutput } = avalanchejs as any;
  const avaxAssetID = 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK';
  const context = {
    networkID: 5,
    hrp: 'fuji',
    xBlockchainID: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwKwjcumHUWEb5DbBrm',
    pBlockchainID: '11111111111111111111111111111111LpoYY',
    cBlockchainID: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
    avaxAssetID,
    baseTxFee: 1_000_000n,
    createAssetTxFee: 10_000_000n,
  };
  const owner = new Uint8Array(20).fill(9);
  const out = TransferableOutput.fromNative(avaxAssetID, 1_000n, [owner]);
  const utxo = utils
    .getManagerForVM('AVM')
    .unpack(open(rows('x-utxos').find(({ hex }) => hex.includes('00000007'))!.hex).bytes, Utxo);
  const written = {
    'an export from C': evm.newExportTx(
      context,
      1_000n,
      context.xBlockchainID,
      owner,
      [owner],
      1_000_000n,
      0n,
    ),
  };

  it.each(Object.entries(written))('%s is the unsigned transaction', (_, unsigned) => {
    const found = open(JSON.stringify(unsigned.toJSON()));
    expect(found).toMatchObject({ chain: 'C', kind: 'unsignedTx' });
    expect(found.bytes).toEqual(unsigned.toBytes());
    expect(open(unsigned.toBytes()).type).toBe(found.type);
  });

  it('its UTXOs and outputs are without a codec version', () => {
    const codec = utils.getManagerForVM('AVM').getDefaultCodec();
    expect(open(utxo.toBytes(codec)).kind).toBe('utxo');
    expect(open(out.toBytes(codec))).toMatchObject({
      kind: 'transferableOutput',
      chains: ['P', 'X', 'C'],
    });
    expect(avm).toBeDefined();
  });
});

it('reads the half-signed transactions that avalanchejs 3 wrote', () => {
  const lines = linesOf('avalanchejs3-partial');
  for (const line of lines) {
    const { chain, open: hex } = JSON.parse(line) as { chain: string; open: string };
    expect(open(hex)).toMatchObject({ chain });
  }
  expect(lines.length).toBeGreaterThan(5);
});
