/** What the inspector's shell does without a browser. */
import { readFileSync } from 'node:fs';
import { deflateRawSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import {
  BadLink,
  fragmentOf,
  liveLimit,
  packedSize,
  readFragment,
  readPayload,
} from '../../apps/inspector/model/link.ts';
import { nearBytes, nearJSON } from '../../apps/inspector/model/near.ts';
import { readSubject } from '../../apps/inspector/model/subject.ts';
import { jsonLines } from '../../apps/inspector/views/jsonlines.ts';
import { visible } from '../../apps/ui/visible.ts';
import { open } from '../../src/open/open.ts';
import { toJSONText } from '../../src/open/opened.ts';

const [payment = '', , draft = '', block = '', address = ''] = samples.map(({ text }) => text);
const linkOf = (text: string): string =>
  `#i=${deflateRawSync(Buffer.from(text)).toString('base64url')}`;

describe('links', () => {
  it('open what they were made of', async () => {
    const cases = [
      { content: payment },
      { content: draft, view: 'verdict' },
      { content: Uint8Array.of(0, 1, 255), hint: { chain: 'P', kind: 'tx' } as const },
    ];
    for (const linked of cases) {
      const fragment = await fragmentOf(linked);
      expect(packedSize(fragment)).toBeLessThan(liveLimit);
      expect(await readFragment(fragment)).toEqual(linked);
    }
    expect(await readFragment('')).toBeUndefined();
    expect(await readFragment('#heading')).toBeUndefined();
  });

  it('are refused if they are damaged, or unpack to more than any input', async () => {
    const whole = await fragmentOf({ content: payment });
    const bombs = linkOf(' '.repeat(40 * 1024 * 1024));
    expect(bombs.length).toBeLessThan(100_000);
    for (const bad of [whole.slice(0, -9), '#i=', '#i=§', bombs, `#i=${'A'.repeat(9_000_000)}`])
      await expect(readFragment(bad)).rejects.toThrow(BadLink);
  });

  it('hold an input, a known hint and a view, and nothing else', async () => {
    for (const bad of ['null', '7', '{}', '{"t":7}', '{"b":"§"}', '[', '"text"'])
      expect(() => readPayload(bad), bad).toThrow(BadLink);
    const odd = '{"t":"0x00","c":"Q","k":"__proto__","v":"../x","url":"http://127.0.0.1"}';
    expect(readPayload(odd)).toEqual({ content: '0x00' });
  });
});

describe('inputs', () => {
  const kindOf = (input: string | Uint8Array): string | undefined => {
    const read = readSubject(input, 'test');
    return 'subject' in read ? read.subject.kind : undefined;
  };

  it('are recognized as text and as bytes', () => {
    expect([payment, draft, block, address].map(kindOf)).toEqual([
      'value',
      'draft',
      'value',
      'named',
    ]);
    expect(kindOf(Buffer.from(block.slice(2), 'hex'))).toBe('value');
    expect(kindOf(Buffer.from(draft))).toBe('draft');
    expect(kindOf('0x'.padEnd(66, 'a'))).toBe('named');
    expect(kindOf(`{"utxos":[]}`)).toBe('list');
  });

  it('that are bad have an error with its place, whatever they are', () => {
    for (const bad of [
      payment.slice(0, 300),
      '{',
      '{"unsignedTx":{"networkID":5}}',
      'hello',
      '[]',
      'PrivateKey-x',
    ])
      expect(readSubject(bad, 'test'), bad).toHaveProperty('error');
    const read = readSubject(payment.slice(0, 300), 'test', { chain: 'P', kind: 'tx' });
    if (!('error' in read)) throw new Error('it was read');
    expect(nearBytes(payment.slice(0, 300), read.error)?.offset).toBe(read.error.offset);
    const json = '{"unsignedTx":{"networkID":"five"},"credentials":[]}';
    const badJSON = readSubject(json, 'test', { chain: 'P', kind: 'tx' });
    if (!('error' in badJSON)) throw new Error('it was read');
    expect(nearJSON(json, badJSON.error)).toContain('five');
  });
});

/** The rows of a file of `vectors/`. */
const rowsOf = (name: string): readonly Record<string, string>[] =>
  gunzipSync(readFileSync(new URL(`../../vectors/${name}`, import.meta.url)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

describe('every kind of vector', () => {
  const files = [
    ['p-public.ndjson.gz', 'hex'],
    ['x-public.ndjson.gz', 'nodeHex'],
    ['c-public.ndjson.gz', 'hex'],
    ['p-blocks.ndjson.gz', 'hex'],
    ['x-blocks.ndjson.gz', 'hex'],
    ['p-utxos.ndjson.gz', 'hex'],
    ['x-utxos.ndjson.gz', 'hex'],
    ['warp.ndjson.gz', 'hex'],
    ['containers.ndjson.gz', 'recordHex'],
  ] as const;

  it.each(files)('%s is shown, or its readings are offered', (name, field) => {
    const rows = rowsOf(name).slice(0, 60);
    for (const row of rows) {
      const read = readSubject(row[field]!, 'test');
      if ('error' in read) throw read.error;
      if (!('readings' in read)) continue;
      expect(read.readings.length).toBeGreaterThan(1);
      // Each reading that is offered can be chosen.
      for (const reading of read.readings)
        expect(readSubject(row[field]!, 'test', reading)).toHaveProperty('subject');
    }
  });

  it('is a list where a reply has several, and a genesis is one value', () => {
    const utxos = rowsOf('p-utxos.ndjson.gz')
      .slice(0, 3)
      .map(({ hex }) => hex!);
    const reply = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { utxos, encoding: 'hexnc' } });
    const read = readSubject(reply, 'test', { chain: 'P' });
    if (!('subject' in read)) throw new Error('it was not read');
    expect(read.subject.kind === 'list' && read.subject.values.length).toBe(3);
    const genesis = gunzipSync(
      readFileSync(new URL('../../vectors/genesis-local.bin.gz', import.meta.url)),
    );
    const opened = readSubject(new Uint8Array(genesis), 'test');
    if (!('subject' in opened) || opened.subject.kind !== 'value')
      throw new Error('it was not read');
    expect(opened.subject.opened.kind).toBe('genesis');
  });
});

it('lines of JSON are the text of the node with every digit', () => {
  const text = toJSONText(open(payment));
  const lines = jsonLines(text);
  expect(
    lines
      .map((line) => line.text.trim())
      .join('')
      .replaceAll('": ', '":'),
  ).toBe(text);
  expect(
    lines.find(({ path }) => path === 'unsignedTx.outputs[0].output.amount')?.text.trim(),
  ).toBe('"amount": 12500000000,');
});

it('text that does not print is visible', () => {
  expect(visible('fuji\u202e\n\u200b\ud800 ok')).toBe('fuji\\u202e\\u000a\\u200b\\ud800 ok');
});
