import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieceKinds } from '../../../src/chain/kinds.ts';
import * as P from '../../../src/chain/pchain/index.ts';
import { fuji } from '../../../src/network/known.ts';
import { open } from '../../../src/open/open.ts';
import { toJSONText, typeOfKind } from '../../../src/open/opened.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { arbitrary } from '../../../src/wire/arbitrary.ts';
import { decode, encode } from '../../../src/wire/codec.ts';
import { bytesOf, rows } from '../../../test/support/vectors.ts';
import { answer, answerTooLong } from '../src/answer.ts';
import { batches } from '../src/lines.ts';
import { stream } from '../src/stream.ts';

const ask = (request: object): Record<string, unknown> =>
  JSON.parse(answer(JSON.stringify(request))) as Record<string, unknown>;
/** The text of the answer's `json`, which is its last key. */
const jsonOf = (line: string): string => line.slice(line.indexOf(',"json":') + 8, -1);

describe('answer', () => {
  it.each([
    ['P', 'p-public'],
    ['X', 'x-public'],
  ] as const)('gives the node’s bytes, id and JSON text of every %s transaction', (chain, name) => {
    for (const row of rows(name)) {
      const line = answer(
        JSON.stringify({ id: row.id, chain, network: row.network, hex: row.hex }),
      );
      expect(
        line.startsWith(
          `{"id":"${row.id}","ok":true,"type":"${chain === 'P' ? 'platformvm' : 'avm'}.${row.type}"`,
        ),
      ).toBe(true);
      expect(line).toContain(`"hex":"${row.hex}","txID":"${row.id}","json":`);
      expect(jsonOf(line)).toBe(row.json);
    }
  });

  it('prints C-chain transactions and UTXOs with the network’s context', () => {
    for (const row of rows('c-public')) {
      const line = answer(
        JSON.stringify({ chain: 'C', network: row.networkID, hex: row.nodeHex, encoding: 'hex' }),
      );
      expect(line).toContain(`"hex":"${row.hex}","txID":"${row.id}"`);
      if (row.contextJSON !== undefined) expect(jsonOf(line)).toBe(row.contextJSON);
    }
    for (const row of rows('x-utxos')) {
      const line = answer(
        JSON.stringify({ chain: 'X', kind: 'utxo', network: row.network, hex: row.hex }),
      );
      expect(line).toContain(`"type":"avax.UTXO","hex":"${row.hex}","inputID":"${row.inputID}"`);
      expect(jsonOf(line)).toBe(row.contextJSON);
    }
  });

  it('prints a UTXO whose network nobody named as the node does: CB58 addresses', () => {
    for (const row of rows('x-utxos').slice(0, 20))
      expect(jsonOf(answer(JSON.stringify({ chain: 'X', kind: 'utxo', hex: row.hex })))).toBe(
        row.json,
      );
  });

  it('answers the signed part of a transaction as unsignedTx', () => {
    const row = rows('p-public')[0]!;
    expect(ask({ id: 1, chain: 'P', kind: 'unsignedTx', hex: row.unsignedHex })).toEqual({
      id: 1,
      ok: true,
      type: `platformvm.${row.type}`,
      hex: row.unsignedHex,
      json: (JSON.parse(row.json) as { unsignedTx: unknown }).unsignedTx,
    });
  });

  it('answers every part of a transaction, and what an L1 is converted from, as `open` reads them', () => {
    const chains = ['P', 'X', 'C'] as const;
    const cases = [
      ...pieceKinds.flatMap((kind) => chains.map((chain) => [chain, kind] as const)),
      ['P', 'l1ConversionData'] as const,
    ];
    let answered = 0;
    for (const [chain, kind] of cases) {
      const type = typeOfKind(chain, kind);
      if (!type) {
        expect(ask({ chain, kind, hex: '0x00' })).toMatchObject({
          error: { code: 'Unsupported', path: 'kind' },
        });
        continue;
      }
      for (const value of fc.sample(arbitrary(type, fc), { seed: 7, numRuns: 4 })) {
        const hex = formatHex(encode(type, value));
        const opened = open(hex, { chain, kind, network: fuji });
        const line = answer(JSON.stringify({ chain, kind, network: 'fuji', hex }));
        expect(JSON.parse(line)).toMatchObject({ ok: true, type: opened.type, hex });
        // A node has no JSON of a feature extension that it does not know.
        if (kind === 'initialState' && (value as { fxIndex: number }).fxIndex > 2)
          expect(JSON.parse(line)).toMatchObject({ json: null });
        else expect(jsonOf(line)).toBe(toJSONText(opened));
        answered++;
      }
    }
    expect(answered).toBeGreaterThan(70);
  });

  it('reads outputs, inputs and credentials as they stand on the wire', () => {
    const owner = `0000000000000000${'00000001'}${'00000001'}${'11'.repeat(20)}`;
    expect(
      ask({ chain: 'X', kind: 'output', network: 'fuji', hex: `0x00000010${owner}` }),
    ).toMatchObject({
      id: null,
      ok: true,
      type: 'propertyfx.OwnedOutput',
      json: {
        addresses: ['X-fuji1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3cd758d'],
        locktime: 0,
        threshold: 1,
      },
    });
    expect(
      ask({ chain: 'P', kind: 'input', hex: '0x00000005000000000000000700000001000000ff' }),
    ).toMatchObject({
      type: 'secp256k1fx.TransferInput',
      json: { amount: 7, signatureIndices: [255] },
    });
    expect(ask({ chain: 'C', kind: 'credential', hex: '0x0000000900000000' })).toMatchObject({
      type: 'secp256k1fx.Credential',
      json: { signatures: [] },
    });
  });

  it('answers a genesis with its id', () => {
    const hex = formatHex(bytesOf('genesis-fuji'));
    expect(ask({ id: 'g', chain: 'P', kind: 'genesis', hex })).toMatchObject({
      id: 'g',
      ok: true,
      type: 'genesis.Genesis',
      hex,
      genesisID: 'MSj6o9TpezwsQx4Tv7SHqpVvCbJ8of1ikjsqPZ1bKRjc9zBy3',
      json: { Message: 'hi mom' },
    });
  });

  it('answers blocks, wrappers, vertices and records with the ids that consensus and the index know', () => {
    const seen = new Set<unknown>();
    for (const row of rows('x-blocks')) {
      const { kind, chain, network, hex, id } = row;
      const line = answer(JSON.stringify({ id: 1, kind, chain, network, hex }));
      expect(line).toContain(`,"hex":"${hex}","blockID":"${id}",`);
      if (row.json !== undefined) expect(jsonOf(line)).toBe(row.json);
      seen.add((JSON.parse(line) as { type: string }).type);
    }
    for (const { type, network, nodeHex, hex, id, json, txIDs } of rows('p-blocks')) {
      const asked = { chain: 'P', kind: 'block', network, hex: nodeHex, encoding: 'hex' };
      const line = answer(JSON.stringify(asked));
      const head = `{"id":null,"ok":true,"type":"platformvm.${type}","hex":"${hex}","blockID":"${id}"`;
      expect(line.startsWith(`${head},"txs":[`)).toBe(true);
      expect(jsonOf(line)).toBe(json);
      const { txs } = JSON.parse(line) as { txs: { type: string; txID: string }[] };
      expect(txs.map(({ txID }) => txID)).toEqual(txIDs);
    }
    for (const { recordHex, id, unixNanos, endpoint, innerID, innerKind } of rows('containers')) {
      const line = answer(JSON.stringify({ kind: 'container', hex: recordHex }));
      const { block } = JSON.parse(line) as { block?: { blockID: string; type: string } };
      if (/^[PX]\/block$/.test(endpoint) && innerID !== undefined)
        expect(block).toMatchObject({ blockID: innerID, type: innerKind });
      expect(line).toContain(
        `"type":"indexer.Container","hex":"${recordHex}","containerID":"${id}"`,
      );
      expect(line).toContain(`"Timestamp":${unixNanos}}`);
    }
    expect([...seen].sort()).toEqual([
      'avm.StandardBlock',
      'proposervm.Option',
      'proposervm.StatelessBlock',
      'proposervm.StatelessGraniteBlock',
      'vertex.BatchVertex',
      'vertex.StopVertex',
    ]);
  });

  it('prints a block whose network nobody named with that of its transactions', () => {
    const row = rows('p-blocks').find(({ json }) => /"P-(avax|fuji)1/.test(json))!;
    expect(jsonOf(answer(JSON.stringify({ chain: 'P', kind: 'block', hex: row.hex })))).toBe(
      row.json,
    );
  });

  it('answers the genesis of the X-chain', () => {
    const genesis = decode(P.Genesis, bytesOf('genesis-fuji'));
    const hex = genesis.Chains.flatMap(({ unsignedTx: tx }) =>
      tx.type === 'platformvm.CreateChainTx' && tx.chainName === 'X-Chain'
        ? [formatHex(tx.genesisData)]
        : [],
    )[0]!;
    expect(ask({ chain: 'X', kind: 'genesis', hex })).toMatchObject({
      type: 'avm.Genesis',
      hex,
      json: { Txs: [{ Alias: 'AVAX', symbol: 'AVAX', networkID: 5 }] },
    });
  });

  it('takes null for what was not said', () => {
    const hex = '0x000000000013000000006553f10000000000';
    const asked = { id: 1, chain: 'P', kind: null, network: null, encoding: null, hex };
    expect(ask(asked)).toEqual(ask({ id: 1, chain: 'P', hex }));
    const { recordHex } = rows('containers')[0]!;
    expect(ask({ chain: null, kind: 'container', hex: recordHex })).toMatchObject({ ok: true });
  });

  it('writes null for JSON that the node itself cannot print, and says why', () => {
    const base = `000000000001${'00003039'}${'02'.repeat(32)}${'00000000'.repeat(3)}`;
    const hex = `0x${base}00014100014100000000010000000300000000${'00000000'}`;
    expect(ask({ chain: 'X', hex })).toMatchObject({
      ok: true,
      type: 'avm.CreateAssetTx',
      hex,
      json: null,
      jsonError: { code: 'Unsupported' },
    });
  });

  it.each([['18446744073709551616'], ['"a b"'], ['[1,{"x":null}]'], ['1.5'], ['null']])(
    'gives the id %s back digit for digit',
    (id) => {
      const line = answer(
        `{"id":${id},"chain":"P","hex":"0x000000000013000000006553f10000000000"}`,
      );
      expect(line.startsWith(`{"id":${id},"ok":true,`)).toBe(true);
    },
  );

  const hex = '0x000000000013000000006553f10000000000';
  it.each([
    [`{"id":5.5,"chain":"P","hex":"${hex}","x":1e400000}`, '5.5'],
    [`{"x":1e400000,"id":[9007199254740993],"chain":"P","hex":"${hex}"}`, '[9007199254740993]'],
    [`{"id":1.5,"x":2,"x":"a\\"b","chain":"P","hex":"${hex}"}`, '1.5'],
    [`{"kind":"id","\\u0069d":1e2,"x":{"id":7.5},"chain":"P"}`, '100'],
  ])('gives the id back whatever else is in the line: %#', (line, id) => {
    expect(answer(line).startsWith(`{"id":${id},"ok":`)).toBe(true);
  });

  it('refuses an id that no JSON can give back', () => {
    const asked = `{"id":1e400000,"chain":"P","hex":"${hex}"}`;
    expect(JSON.parse(answer(asked))).toMatchObject({ id: null, error: { code: 'Lossy' } });
  });

  it.each([
    ['no JSON', 'nonsense', { code: 'BadJSON', path: '' }],
    ['an empty line', '', { code: 'BadJSON', path: '' }],
    ['no object', '[]', { code: 'BadJSON', path: '' }],
    ['an unknown chain', `{"chain":"Q","hex":"${hex}"}`, { code: 'BadJSON', path: 'chain' }],
    [
      'a chain of Object.prototype',
      `{"chain":"toString","hex":"${hex}"}`,
      { code: 'BadJSON', path: 'chain' },
    ],
    [
      'an unknown kind',
      `{"chain":"P","kind":"constructor","hex":"${hex}"}`,
      { code: 'Unsupported', path: 'kind' },
    ],
    [
      'a kind that is no text',
      `{"chain":"P","kind":{"toString":1},"hex":"${hex}"}`,
      { code: 'Unsupported', path: 'kind' },
    ],
    ['no hex', '{"chain":"P"}', { code: 'BadJSON', path: 'hex' }],
    ['hex without 0x', '{"chain":"P","hex":"00"}', { code: 'BadText' }],
    ['an unknown network', `{"chain":"P","network":"moon","hex":"${hex}"}`, { code: 'BadText' }],
    [
      'an unknown encoding',
      `{"chain":"P","encoding":"json","hex":"${hex}"}`,
      { code: 'BadJSON', path: 'encoding' },
    ],
    [
      'a missing checksum',
      `{"chain":"P","encoding":"hex","hex":"${hex}"}`,
      { code: 'BadChecksum' },
    ],
    [
      'a cut transaction',
      `{"chain":"P","hex":"${hex.slice(0, -2)}"}`,
      { code: 'Truncated', path: 'tx.credentials', offset: 14 },
    ],
    [
      'a trailing byte',
      `{"chain":"P","hex":"${hex}00"}`,
      { code: 'TrailingBytes', path: 'tx', offset: 18 },
    ],
  ])('answers %s with its error', (_, line, error) => {
    expect(JSON.parse(answer(line))).toMatchObject({ ok: false, error });
  });

  it.each(['id', 'chain', 'kind', 'network', 'hex', 'encoding'])(
    'answers lists in lists as %s with an error',
    (key) => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      const line = `{"chain":"P","hex":"${hex}","${key}":${deep}}`;
      expect(JSON.parse(answer(line))).toMatchObject({ ok: false });
    },
  );
});

describe('stream', () => {
  const streamed = async (chunks: readonly (string | Buffer)[]): Promise<string[]> => {
    const output = new PassThrough();
    const written: Buffer[] = [];
    output.on('data', (chunk: Buffer) => written.push(chunk));
    await stream(Readable.from(chunks.map((c) => Buffer.from(c))), output);
    return Buffer.concat(written).toString().split('\n');
  };
  const line = (id: unknown): string =>
    JSON.stringify({ id, chain: 'P', hex: '0x000000000013000000006553f10000000000' });

  it('answers in order, wherever the chunks end', async () => {
    const text = `${line('ä')}\nbad\n${line(2)}\n`;
    const bytes = Buffer.from(text);
    const whole = await streamed([text]);
    expect(whole.slice(0, 3).map((l) => (JSON.parse(l) as { id: unknown }).id)).toEqual([
      'ä',
      null,
      2,
    ]);
    expect(whole.at(-1)).toBe('');
    for (const size of [1, 2, 7, 64])
      expect(
        await streamed(
          Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
            bytes.subarray(i * size, (i + 1) * size),
          ),
        ),
      ).toEqual(whole);
  });

  it('skips a byte order mark at the start, and nowhere else', async () => {
    const mark = Buffer.from('\u{feff}');
    const whole = await streamed([`${line(1)}\n${line(2)}\n`]);
    const text = Buffer.from(`${line(1)}\n${line(2)}\n`);
    expect(await streamed([Buffer.concat([mark, text])])).toEqual(whole);
    expect(await streamed([mark.subarray(0, 1), mark.subarray(1), text])).toEqual(whole);
    expect(await streamed([gzipSync(Buffer.concat([mark, text]))])).toEqual(whole);
    expect(await streamed([mark])).toEqual(['']);
    const [, second] = await streamed([text, mark, text]);
    expect(second).toBe(whole[1]);
    expect((await streamed([text, mark, text]))[2]).toContain('BadJSON');
  });

  it('answers a last line without an end', async () => {
    expect(await streamed([line(1), `\n${line(2)}`])).toHaveLength(3);
  });

  it('waits for a slow reader', async () => {
    const output = new PassThrough({ highWaterMark: 1 });
    const input = Readable.from(Array.from({ length: 500 }, (_, i) => Buffer.from(`${line(i)}\n`)));
    const done = stream(input, output);
    let text = '';
    let most = 0;
    for await (const chunk of output as AsyncIterable<Buffer>) {
      text += chunk.toString();
      most = Math.max(most, output.readableLength);
      await new Promise((resolve) => setImmediate(resolve));
      if (text.split('\n').length > 500) break;
    }
    await done;
    expect(text.split('\n')).toHaveLength(501);
    expect(most).toBeLessThan(2 << 16);
  });
});

describe('batches', () => {
  it('gives up a line that is too long without keeping it, and goes on after it', async () => {
    const chunks = ['{"a":1}\n', 'x'.repeat(30), 'y'.repeat(80), 'z\n{"b":2}\n', 'w'.repeat(200)];
    const found: unknown[] = [];
    const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
    for await (const batch of batches(input, { max: 100 }))
      found.push(batch === 'tooLong' ? batch : Buffer.concat(batch).toString());
    expect(found).toEqual(['{"a":1}', 'tooLong', '{"b":2}', 'tooLong']);
    expect(Buffer.from(answerTooLong().bytes).toString()).toContain('"code":"TooLong"');
  });
});
