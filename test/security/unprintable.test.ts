/**
 * A custom network's name, messages of a node, keys of JSON and names in transactions were printed raw: ESC, line ends and bidi
 * characters forged a line inside an explanation or cleared the screen. Every such character goes through everything that reads text
 * of others, and none comes out.
 */

import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { stream } from '../../apps/cli/src/stream.ts';
import { painter, printed, progressOn } from '../../apps/cli/src/terminal.ts';
import { build } from '../../src/builder/index.ts';
import { parseIntent } from '../../src/builder/intentfile.ts';
import { UnsignedTx } from '../../src/chain/xchain/tx.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { formatDraft, parseDraft } from '../../src/draft/file.ts';
import { AvalancheError, formatPath } from '../../src/errors/error.ts';
import { visibleLine, visibleText } from '../../src/errors/quote.ts';
import { type Explainable, explain, explainError, svgOf, textOf } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { connect } from '../../src/rpc/connect.ts';
import { parsePolicy } from '../../src/sign/policy/file.ts';
import { parseState } from '../../src/state/statefile.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { formatJSON, parseJSON } from '../../src/text/json.ts';
import { encode } from '../../src/wire/codec.ts';
import { differences } from '../support/differences.ts';
import { coin, created, evilText, gold } from '../support/eviltx.ts';
import { example } from '../support/examples.ts';
import { json, serve } from '../support/http.ts';
import { evil, hiddenIn, invisible } from '../support/invisible.ts';
import { asset } from '../support/state.ts';

/** The text of an error. */
function errorOf(f: () => unknown): readonly string[] {
  try {
    f();
  } catch (e) {
    if (!(e instanceof AvalancheError)) throw e;
    return [e.message, e.detail, formatPath(e.path), explainError(e)];
  }
  throw new Error('nothing was thrown');
}

const network = { ...fuji, networkID: 777, name: evil, hrp: 'custom' };
const explainable = { kind: 'unsignedTx', chain: 'X', value: created } as unknown as Explainable;
const chain = example('P.CreateChainTx').draft;
const named = {
  ...chain,
  network: { ...chain.network, name: evil },
  unsignedTx: { ...chain.unsignedTx, chainName: evilText },
  warnings: [
    { code: evil, detail: evil },
    { code: 'DustBurned', detail: evil },
  ],
} as unknown as Draft;

const keys = (text: string): string => JSON.stringify({ [evil]: 1, [text]: 2 });

/** Texts that the library makes of text of others. */
const readers: { readonly [what: string]: () => readonly string[] } = {
  'an explanation of an asset': () => {
    const id = formatID(asset(7));
    const assets = { [id]: { symbol: evil, denomination: 0 } };
    const told = explain(explainable, { network, utxos: [coin, gold], assets });
    const { title, warnings, fields: facts } = told;
    return [
      title,
      textOf(told),
      svgOf(told),
      told.network!,
      ...[...warnings, ...facts].map((of) => of.text),
    ];
  },
  'an explanation of a draft': () => {
    const told = explain(named);
    const { title, warnings } = told;
    return [title, textOf(told), svgOf(told), ...warnings.map((of) => of.text)];
  },
  'a comparison with an intent': () =>
    differences(
      {
        type: 'CreateChainTx',
        subnetID: asset(3),
        name: 'x',
        vm: 'avm',
        genesis: new Uint8Array(),
      } as never,
      named,
    ).flatMap(({ path, meant = '', found = '' }) => [path, meant, found]),
  'JSON with a key twice': () =>
    errorOf(() => parseJSON(`{${JSON.stringify(evil)}:1,${JSON.stringify(evil)}:1}`)),
  'an intent with other keys': () => errorOf(() => parseIntent(keys('type'), 'P')),
  'a state with other keys': () => errorOf(() => parseState(keys('chain'))),
  'a draft with other keys': () =>
    errorOf(() =>
      parseDraft(formatJSON({ ...(parseJSON(formatDraft(chain)) as object), [evil]: 1n })),
    ),
  'a policy with other keys': () => errorOf(() => parsePolicy(keys('to'))),
  'JSON of a transaction': () =>
    errorOf(() => open(JSON.stringify({ unsignedTx: { [evil]: evil } }))),
  'text that is nothing': () => errorOf(() => open(evil)),
  'an unknown type of intent': () =>
    errorOf(() => build({ chain: 'P' } as never, { type: evil } as never)),
  'a path': () => [formatPath([evil, 1])],
  'an error as data': () => {
    const { message, detail, path, cause } = new AvalancheError(
      'BadText',
      evil,
      { kind: 'input' },
      {
        cause: new Error(evil),
      },
    )
      .at(evil)
      .toJSON();
    return [message, detail, path, cause!];
  },
  'facts of an error': () => [
    explainError(
      new AvalancheError('NodeError', evil, { method: evil, code: 1, message: evil } as never),
    ),
    explainError(
      new AvalancheError('Refused', evil, { findings: [{ path: evil, detail: evil }] } as never),
    ),
    explainError(new Error(evil)),
  ],
};

describe('nothing that does not print comes out of', () => {
  it.each(Object.entries(readers))('%s', (_, read) => {
    const texts = read();
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(hiddenIn(text)).toEqual([]);
  });

  it('a node, whatever it answers', async () => {
    const error = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: evil } });
    const { url } = await serve((_, response) => json(response, error));
    const e = await connect(url, { retry: { attempts: 1 } } as never)
      .network()
      .then(
        () => undefined,
        (of: unknown) => of,
      );
    expect(e).toBeInstanceOf(AvalancheError);
    expect((e as Error).message).toContain('FORGED');
    for (const text of [(e as Error).message, explainError(e)]) expect(hiddenIn(text)).toEqual([]);
  });
});

describe('the stream', () => {
  const hex = formatHex(encode(UnsignedTx, created));
  const lines = `${JSON.stringify({ chain: 'X', kind: 'unsignedTx', hex })}\n${JSON.stringify({ id: evil, [evil]: 1 })}\n`;

  const streamTo = async (isTTY: boolean): Promise<string> => {
    let text = '';
    const output = new Writable({
      write(chunk: Buffer, _, done) {
        text += chunk.toString();
        done();
      },
    });
    await stream(Readable.from([Buffer.from(lines)]), Object.assign(output, { isTTY }));
    return text;
  };

  it('decode --stream escapes for a terminal, and gives programs the node’s own text', async () => {
    const [shown, piped] = [await streamTo(true), await streamTo(false)];
    expect(hiddenIn(shown)).toEqual([]);
    expect(hiddenIn(piped)).not.toEqual([]);
    const values = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    expect(values(shown)).toEqual(values(piped));
    expect((values(piped)[0] as { json: { name: string } }).json.name).toBe(created.name);
  });
});

describe('visible text', () => {
  it('has every character that does not print as an escape that JSON reads', () => {
    for (const char of invisible) {
      expect(hiddenIn(visibleLine(`a${char}b`)), char.codePointAt(0)!.toString(16)).toEqual([]);
      expect(JSON.parse(`"${visibleLine(char)}"`)).toBe(char);
    }
    expect(visibleText('a\u202e\nb')).toBe('a\\u202e\nb');
  });

  it('leaves alone what people read', () => {
    const text = 'Zürich · 東京 → Ωmega ’quoted’ × 2 … \u{1f600} \\u202e';
    expect(visibleLine(text)).toBe(text);
  });

  it('has the colours of a painter, and no others', () => {
    const terminal = {
      isTTY: true,
      columns: 80,
      write: () => true,
    } as unknown as NodeJS.WriteStream;
    const before = process.env.NO_COLOR;
    delete process.env.NO_COLOR;
    try {
      const painted = painter(terminal)('red', 'error');
      expect(printed(painted)).toBe('\u001b[31merror\u001b[39m');
      expect(printed(`${painted} \u001b[32mfine`)).toContain('\\u001b[32mfine');
      expect(
        hiddenIn(printed(painter(terminal)('red', evil)).replace(/^.{5}|.{5}$/gs, '')),
      ).toEqual([]);
    } finally {
      if (before !== undefined) process.env.NO_COLOR = before;
    }
    const written: string[] = [];
    progressOn({ ...terminal, write: (of: string) => written.push(of) > 0 } as never)(evil);
    expect(hiddenIn(written[0]!.slice('\r\u001b[2K'.length))).toEqual([]);
  });
});
