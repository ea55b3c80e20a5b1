/** Every kind of input of `vectors/`, opened in Chromium and in Firefox by paste, drop, link and file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { fragmentOf } from '../../apps/inspector/model/link.ts';
import { type Reading, readSubject, type Subject } from '../../apps/inspector/model/subject.ts';
import { open } from '../../src/open/open.ts';
import { toJSONText } from '../../src/open/opened.ts';
import { formatDraftParts, parseDraft } from '../../src/sign/index.ts';
import { formatCB58 } from '../../src/text/cb58.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';

import type { AnyBrowser } from '../support/browsing.ts';
import { evmTxs } from '../support/evmtxs.ts';
import { testFolder } from '../support/folder.ts';
import { again, dropFiles, openInspector } from './support.ts';

const vectors = new URL('../../vectors/', import.meta.url);
const unpacked = (name: string): Buffer => gunzipSync(readFileSync(new URL(name, vectors)));

type Row = Readonly<Record<string, string>>;
const rowsIn = (text: string): readonly Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
const rowsOf = (name: string): readonly Row[] => rowsIn(unpacked(name).toString());
const drafts = rowsIn(readFileSync(new URL('drafts.ndjson', vectors), 'utf8'));

const [pTx, xTx, cTx] = [
  rowsOf('p-public.ndjson.gz').find(({ type }) => type === 'BaseTx')!.hex!,
  rowsOf('x-public.ndjson.gz').find(({ type }) => type === 'CreateAssetTx')!.hex!,
  rowsOf('c-public.ndjson.gz')[0]!.hex!,
] as const;
const [pBlock, xBlock, pUTXO, xUTXO] = ['p-blocks', 'x-blocks', 'p-utxos', 'x-utxos'].map(
  (name) => rowsOf(`${name}.ndjson.gz`)[0]!.hex!,
) as [string, string, string, string];
const warp = (kind: string): string =>
  rowsOf('warp.ndjson.gz').find((row) => row.kind === kind)!.hex!;
const reply = (result: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, result });

/** Inputs by what they are; bytes stand in a file, and are pasted as hex. */
const inputs: { readonly [name: string]: string | Uint8Array } = {
  'a P-chain transaction in hex': pTx,
  'an X-chain transaction': xTx,
  'a C-chain transaction': cTx,
  'hex without 0x, in lines': pTx.slice(2).replaceAll(/.{64}/g, '$&\n'),
  CB58: formatCB58(parseHex(xTx)),
  'JSON of a node': toJSONText(open(pTx)),
  'a reply with a transaction': reply({ tx: pTx, encoding: 'hexnc' }),
  'a reply with UTXOs': reply({ numFetched: '2', utxos: [pUTXO, pUTXO], encoding: 'hexnc' }),
  'a P-chain block': parseHex(pBlock),
  'an X-chain block': xBlock,
  'a P-chain UTXO': pUTXO,
  'an X-chain UTXO': xUTXO,
  'a record of the index': rowsOf('containers.ndjson.gz')[0]!.recordHex!,
  'a genesis': new Uint8Array(unpacked('genesis-local.bin.gz')),
  'a draft': drafts[0]!.text!,
  'the parts of a draft': formatDraftParts(parseDraft(drafts[0]!.text!)).join('\n'),
  'an unsigned warp message': warp('warpUnsigned'),
  'a signed warp message': warp('warpSigned'),
  'a transaction of the EVM': evmTxs['EIP-1559'],
  'an address of a page':
    'https://explorer.example/p/tx/2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
  'an address': 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
  'an ID': '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
  'a node ID': 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
  'a public key': '0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
};

/** What the heading says of it. */
function titleOf(subject: Subject): string {
  if (subject.kind === 'named') return subject.title;
  if (subject.kind === 'list') return `${subject.values.length} UTXOs`;
  if (subject.kind === 'value') return subject.opened.type.replace(/^\w+\./, '');
  if (subject.kind === 'draft') return `Draft of ${subject.opened.type.replace(/^\w+\./, '')}`;
  if (subject.kind === 'evm') return 'EVM transaction';
  throw new Error(subject.kind);
}

/** The reading that a person chooses, if several fit, and the title. */
function expectedOf(input: string | Uint8Array): { readonly at?: number; readonly title: string } {
  const read = readSubject(input, 'test');
  if ('subject' in read) return { title: titleOf(read.subject) };
  if ('error' in read) throw read.error;
  const chosen = readSubject(input, 'test', read.readings[0] as Reading);
  if (!('subject' in chosen)) throw new Error('the reading cannot be chosen');
  return { at: 0, title: titleOf(chosen.subject) };
}

/** Waits for the input to be shown, chooses a reading where it is asked for, and returns the heading. */
async function shown(b: AnyBrowser, at: number | undefined): Promise<string> {
  if (at !== undefined) {
    await b.until(`document.querySelector('.readings button')`);
    await b.evaluate(`document.querySelectorAll('.readings button')[${at}].click()`);
  }
  await b.until(`document.querySelector('.subject h1, .notice.bad')`);
  return b.evaluate(
    `document.querySelector('.notice.bad')?.textContent ?? document.querySelector('main > [role=status]').textContent.replace(' is shown.', '')`,
  );
}

/** Opens inputs of every kind by paste, drop, file and link, and expects their headings. */
export async function opensAll(b: AnyBrowser): Promise<void> {
  const folder = testFolder();
  await openInspector(b);
  for (const [name, input] of Object.entries(inputs)) {
    const { at, title } = expectedOf(input);
    const text = typeof input === 'string' ? input : formatHex(input);
    const bytes = typeof input === 'string' ? Buffer.from(input) : input;
    await b.until(`document.activeElement.id === 'input'`);
    await b.paste(text);
    expect(await shown(b, at), `${name}, pasted`).toBe(title);

    await again(b);
    await dropFiles(b, [['input', bytes]]);
    expect(await shown(b, at), `${name}, dropped`).toBe(title);

    await again(b);
    const file = join(folder, 'input.dat');
    writeFileSync(file, bytes);
    await b.choose('input[aria-label="Files to open"]', [file]);
    expect(await shown(b, at), `${name}, as a file`).toBe(title);

    if (bytes.length > 40_000) continue;
    const packed = await fragmentOf({ content: typeof input === 'string' ? input : bytes });
    await openInspector(b, packed);
    expect(await shown(b, at), `${name}, as a link`).toBe(title);
    await again(b);
  }
  // Nothing was asked of anybody, and the policy had nothing to refuse.
  expect(await b.evaluate('window.refused')).toEqual([]);
  expect(
    await b.evaluate(`performance.getEntriesByType('resource').map(({ name }) => name)`),
  ).toEqual([]);
}
