/** What one command writes, another reads; a file that is given to the wrong command is named. */
import { readFileSync } from 'node:fs';
import { formatBytes } from 'avalanche-tx';
import { describe, expect, it } from 'vitest';
import { open, openAll } from '../../../src/open/open.ts';
import { toJSONText } from '../../../src/open/opened.ts';
import { thrown } from '../../../test/support/thrown.ts';
import { rows } from '../../../test/support/vectors.ts';
import { balancesCommand } from '../src/balances.ts';
import { buildCommand } from '../src/build.ts';
import { decodeCommand } from '../src/decode.ts';
import { readDraft } from '../src/draft.ts';
import { explainCommand } from '../src/explain.ts';

const file = (path: string): string =>
  readFileSync(new URL(`../../../examples/${path}`, import.meta.url), 'utf8');
const intent = file('intents/P.BaseTx.json');
const state = file('state.json');
const options = {
  time: '1700000000',
  known: undefined,
  own: undefined,
  evidence: [],
  device: undefined,
  form: 'text',
} as const;

describe('a list of lines, as utxos writes it', () => {
  const utxos = rows('p-utxos')
    .slice(0, 3)
    .map(({ hex }) => open(hex, { chain: 'P', kind: 'utxo' }));

  it('is read whole: hex and JSON', () => {
    const hex = utxos.map(({ bytes }) => formatBytes(bytes, 'hex')).join('\n');
    const json = utxos.map((utxo) => toJSONText(utxo)).join('\n');
    for (const text of [hex, json]) {
      const found = openAll(`${text}\n`, { chain: 'P', kind: 'utxo' });
      expect(found.map(({ id }) => id)).toEqual(utxos.map(({ id }) => id));
    }
    for (const { id } of utxos) expect([...explainCommand(hex, {}, options)].join()).toContain(id);
    expect(decodeCommand(hex, {}, false).match(/avax\.UTXO/g)).toHaveLength(3);
  });

  it('says which line is wrong', () => {
    const good = formatBytes(utxos[0]!.bytes, 'hex');
    expect(thrown(() => openAll(`${good}\n0x000000000099999999`)).path[0]).toBe(1);
  });
});

describe('a block', () => {
  it('is explained transaction by transaction, as its text is read', () => {
    const block = rows('p-blocks').find(
      ({ type, hex }) => /Standard/.test(type) && hex.length > 2000,
    )!;
    const opened = open(block.hex, { chain: 'P', kind: 'block' });
    const parts = [...explainCommand(block.hex, {}, options)];
    const several = opened.txs.length > 1 ? 2 : 1;
    expect(parts).toHaveLength(1 + several * opened.txs.length);
    // A time that cannot be read is noticed when the first transaction is explained, and not before.
    const lazy = explainCommand(block.hex, {}, { ...options, time: 'tomorrow' })[Symbol.iterator]();
    expect(lazy.next().value).toBe(parts[0]);
    expect(parts[0]).toContain('height');
    expect(() => [...{ [Symbol.iterator]: () => lazy }]).toThrow('time');
  });
});

describe('a file given to the wrong command', () => {
  it('is named', () => {
    for (const command of [
      () => decodeCommand(intent, {}, false),
      () => [...explainCommand(intent, {}, options)],
      () => readDraft(intent),
    ])
      expect(thrown(command).detail).toBe('this is an intent: build it first');
    expect(
      thrown(() => balancesCommand(intent, { own: [], network: undefined, json: false })).detail,
    ).toBe('this is an intent: a state is needed here, which the state command reads from a node');
    expect(thrown(() => readDraft(state)).detail).toMatch(/^this is a state/);
    expect(thrown(() => buildCommand(state, state, () => {})).detail).toMatch(/^this is a state/);
    const reply =
      '{"jsonrpc":"2.0","id":1,"result":{"numFetched":"0","utxos":[],"encoding":"hex"}}';
    expect(
      thrown(() => balancesCommand(reply, { own: [], network: undefined, json: false })).detail,
    ).toBe(
      "this is a node's reply: a state is needed here, which the state command reads from a node",
    );
    expect(thrown(() => buildCommand(intent, reply, () => {})).detail).toMatch(/^this is a node/);
    const draft = '{"format":"avalanche-tx draft 1"}';
    expect(thrown(() => decodeCommand(draft, {}, false)).detail).toMatch(/^this is a draft/);
    expect(
      thrown(() => balancesCommand(draft, { own: [], network: undefined, json: false })).detail,
    ).toMatch(/^this is a draft/);
  });
});
