/** Every row of `docs/foreign.md` through `open`, the commands `decode` and `explain`, and the inspector; and what other libraries write. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeCommand } from '../../apps/cli/src/decode.ts';
import { explainCommand } from '../../apps/cli/src/explain.ts';
import { readSubject } from '../../apps/inspector/model/subject.ts';
import type { Sample } from '../../scripts/foreignsamples.ts';
import { foreignForms } from '../../src/open/foreign.ts';
import { open, openAll } from '../../src/open/open.ts';
import type { Opened } from '../../src/open/opened.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { unsignedBytesOf } from '../../src/tx/bytes.ts';
import { thrown } from '../support/thrown.ts';
import { linesOf, rows } from '../support/vectors.ts';
import { byteExamples, jsonExamples } from './forms.ts';

const options = {
  time: '1700000000',
  known: undefined,
  own: undefined,
  evidence: [],
  device: undefined,
  form: 'text',
} as const;

/** They say something about a value that they do not have. */
const withoutValue = ['error of a node', 'transaction of the Data API'];
const examples = Object.entries({ ...jsonExamples, ...byteExamples }).filter(
  ([form]) => !withoutValue.includes(form),
);

describe('the forms of other tools', () => {
  it.each(examples)('%s', (_, input) => {
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
    const input = jsonExamples['error of a node'];
    expect(thrown(() => openAll(input)).code).toBe('NodeError');
    const text = JSON.stringify(input);
    expect(thrown(() => decodeCommand(text, {}, false)).code).toBe('NodeError');
    expect(thrown(() => [...explainCommand(text, {}, options)]).code).toBe('NodeError');
    expect(readSubject(text, 'text')).toMatchObject({ error: { code: 'NodeError' } });
  });

  it('are all in docs/foreign.md', () => {
    const page = readFileSync(new URL('../../docs/foreign.md', import.meta.url), 'utf8');
    for (const form of Object.keys({ ...jsonExamples, ...byteExamples }))
      expect(page).toContain(`| ${form} |`);
  });

  it('are told by all of their keys', () => {
    const theirs = jsonExamples['unsigned transaction of avalanchejs'];
    for (const other of [
      { ...theirs, more: 1 },
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
    expect(open(utxo.subarray(2)).id).toBe(open(utxo).id);
    expect(open(`0xc6${formatHex(utxo).slice(8)}`).kind).toBe('utxo');
  });

  it('are ambiguous if they are several parts: of P an owner with a locktime of 12, of X an NFT with 12 bytes', () => {
    const [locktime, first] = ['000000000000000c', '0000000100000001'];
    const text = `0x0000000b${locktime}${first}11111111${'00'.repeat(7)}220000000100000000`;
    const error = thrown(() => open(text));
    expect(error).toMatchObject({
      code: 'Ambiguous',
      context: {
        candidates: [
          { chain: 'X', kind: 'output' },
          { chain: 'P', kind: 'owner' },
        ],
      },
    });
    expect(error.detail).toMatch(/^can be read as an X-chain output, a P-chain owner: choose one/);
    expect(open(text, { kind: 'owner' }).type).toBe('secp256k1fx.OutputOwners');
    expect(open(text, { chain: 'X' }).type).toBe('nftfx.TransferOutput');
    expect(thrown(() => decodeCommand(text, {}, false)).code).toBe('Ambiguous');
    expect(decodeCommand(text, { kind: 'output' }, false)).toContain('nftfx.TransferOutput');
  });
});

/** What other libraries wrote when they ran: `scripts/foreignsamples.ts` records it. */
const samples = readFileSync(new URL('foreign-samples.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sample);

/** What a form is, for a chain that the bytes do not tell as well. */
const kindOfForm: Readonly<Record<string, string>> = {
  'unsigned transaction of avalanchejs': 'unsignedTx',
  'prepared transaction of the Avalanche SDK': 'unsignedTx',
  'signed transaction of the Avalanche SDK': 'tx',
  'half-signed transaction': 'tx',
  'unsigned transaction': 'unsignedTx',
  'unsigned transaction without codec version': 'unsignedTx',
  'unsigned transaction without type': 'unsignedTx',
  UTXO: 'utxo',
  'UTXO without codec version': 'utxo',
  'transferable output': 'transferableOutput',
  'transferable input': 'transferableInput',
  output: 'output',
  input: 'input',
  owner: 'owner',
};

/** Through `open`, the commands and the inspector. */
function expectRead(text: string, kind: string): Opened {
  const [found, ...others] = openAll(text);
  expect(others).toEqual([]);
  expect(found!.kind).toBe(kind);
  const { type } = found!;
  expect(decodeCommand(text, {}, false)).toContain(type);
  expect([...explainCommand(text, {}, options)].join()).not.toBe('');
  expect(readSubject(text, 'text')).toMatchObject({ subject: { opened: { kind, type } } });
  return found!;
}

describe('what other libraries write', () => {
  it.each(samples.map((of) => [of.by, of.call, of] as const))(
    '%s: %s',
    (_, __, { form, input }) => {
      expectRead(input, kindOfForm[form]!);
    },
  );

  it('is the same transaction in every form', () => {
    const of = (by: string) => samples.filter((sample) => sample.by.includes(by));
    const idsOf = (by: string, chain: string) => {
      const forms = of(by).filter(({ call }) => call.endsWith(`, ${chain}`));
      return forms.map(({ input }) => {
        const opened = open(input);
        return formatHex(
          opened.kind === 'tx' ? unsignedBytesOf(opened.value.unsignedTx) : opened.bytes,
        );
      });
    };
    for (const chain of ['P', 'X', 'C']) expect(new Set(idsOf('5.2.0', chain)).size, chain).toBe(1);
    for (const by of ['3.17.0', '2.7.0']) {
      const [untyped, whole] = of(by).map(({ input }) => open(input));
      expect(untyped!.bytes).toEqual(whole!.bytes);
      expect(untyped!.type).toBe('avm.BaseTx');
    }
  });

  it('the wallet of avalanchego: unsigned and half-signed transactions', () => {
    const lines = readFileSync(new URL('../support/gowallet.ndjson', import.meta.url), 'utf8');
    for (const line of lines.trim().split('\n')) {
      const { request, hex } = JSON.parse(line) as {
        readonly request: { readonly hex: string; readonly kind: string };
        readonly hex: string;
      };
      expectRead(request.hex, request.kind);
      expectRead(hex, 'tx');
    }
  });
});

/** Replies of a localnode, by the row that each is an example of. */
const replies: readonly (readonly [
  form: string,
  method: RegExp,
  encoding: string,
  kind: string,
])[] = [
  ['UTXOs of a node', /^(platform|avm)\.getUTXOs$/, 'hex', 'utxo'],
  ['UTXOs of a node', /^platform\.getRewardUTXOs$/, 'hex', 'utxo'],
  ['stake of addresses', /^platform\.getStake$/, 'hex', 'transferableOutput'],
  ['transaction of a node', /^(platform|avm)\.getTx$/, 'hex', 'tx'],
  ['transaction of a node as JSON', /^(platform|avm)\.getTx$/, 'json', 'tx'],
  ['block of a node', /^(platform|avm)\.getBlock(ByHeight)?$/, 'hex', 'block'],
  ['block of a node as JSON', /^(platform|avm)\.getBlock(ByHeight)?$/, 'json', 'block'],
  ['containers of the index', /^index\.getContainerRange$/, 'hex', 'proposervm'],
  ['container of the index', /^index\.get(LastAccepted|Container)/, 'hex', 'proposervm'],
];

describe('what a node writes', () => {
  const lines = linesOf('rpc-samples').map(
    (line) =>
      JSON.parse(line) as {
        readonly path: string;
        readonly request: {
          readonly method?: string;
          readonly params?: { readonly encoding?: string };
        } | null;
        readonly response: { readonly result?: object; readonly error?: object };
      },
  );

  it.each(replies)('%s: %s, %s', (_, method, encoding, kind) => {
    const fitting = lines.filter(
      ({ request, response }) =>
        method.test(request?.method ?? '') &&
        (request?.params?.encoding ?? 'hex') === encoding &&
        response.result !== undefined,
    );
    // Some are empty.
    const found = fitting.sort(
      (x, y) => JSON.stringify(y.response).length - JSON.stringify(x.response).length,
    );
    const opened = found.slice(0, 3).map(({ response }) => {
      const text = JSON.stringify(response);
      const all = openAll(text);
      const table = decodeCommand(text, {}, false);
      for (const { type } of all) expect(table).toContain(type);
      expect([...explainCommand(text, {}, options)].join()).not.toBe('');
      if (all.length === 1)
        expect(readSubject(text, 'text')).toMatchObject({
          subject: { opened: { kind: all[0]!.kind } },
        });
      return all;
    });
    const kinds = new Set(opened.flat().map((of) => of.kind));
    expect([...kinds]).toContain(kind);
  });

  it('an error', () => {
    const failed = lines.filter(({ response }) => response.error !== undefined).slice(0, 5);
    expect(failed.length).toBe(5);
    for (const { response } of failed)
      expect(thrown(() => open(JSON.stringify(response))).code).toBe('NodeError');
  });
});

it('reads the half-signed transactions that avalanchejs 3 and BitGo wrote', () => {
  const lines = linesOf('avalanchejs3-partial');
  for (const line of lines) {
    const {
      chain,
      open: hex,
      half,
    } = JSON.parse(line) as Record<'chain' | 'open' | 'half', string>;
    for (const text of [hex, half]) expect(expectRead(text, 'tx')).toMatchObject({ chain });
  }
  expect(lines.length).toBeGreaterThan(5);
});
