import { describe, expect, it } from 'vitest';
import { toJSONText } from '../../src/open/opened.ts';
import type { MethodName } from '../../src/rpc/methods.ts';
import {
  formatRequest,
  type HoldingMethod,
  openResult,
  parseReply,
  parseResult,
} from '../../src/rpc/request.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatJSON, type JSONValue, parseJSON } from '../../src/text/json.ts';
import type { JSONObject } from '../../src/wire/type.ts';
import { thrown } from '../support/thrown.ts';
import { rpcRows } from '../support/vectors.ts';

/** What a node replied to calls of these methods. */
const replies = (method: RegExp) =>
  rpcRows('rpc-samples').flatMap(({ path, request, response }) => {
    const asked = request === null ? {} : (parseJSON(request) as JSONObject);
    if (typeof asked.method !== 'string' || !method.test(asked.method)) return [];
    const { result } = parseJSON(response) as JSONObject;
    if (result === undefined) return [];
    const { method: name, params = {}, id } = asked;
    const call = { method: name as HoldingMethod & MethodName, params: params as JSONValue };
    const at = path.startsWith('/ext/index/') ? path.slice('/ext/index/'.length) : undefined;
    return [
      { call, at, result: result as JSONObject, value: parseReply(response, call, Number(id)) },
    ];
  });

describe('openResult', () => {
  /** What a node made itself has no lists where what it read has empty ones. */
  const nilIsEmpty = (text: string): string => text.replaceAll(':null', ':[]');

  function agree(method: RegExp, field: 'tx' | 'block'): void {
    const all = new Map<string, Set<string>>();
    let printed = 0;
    for (const { call, result, value } of replies(method)) {
      const [opened, ...others] = openResult(value, call.method);
      expect(others).toEqual([]);
      const { txID, blockID, height } = call.params as JSONObject;
      const asked = `${opened!.chain} ${String(txID ?? blockID ?? height)}`;
      if (height === undefined) expect(opened!.id).toBe(txID ?? blockID);
      all.set(asked, (all.get(asked) ?? new Set()).add(formatHex(opened!.bytes)));
      if (result.encoding !== 'json') continue;
      const text = formatJSON(parseJSON(toJSONText(opened!)));
      expect(nilIsEmpty(text)).toBe(nilIsEmpty(formatJSON(result[field]!)));
      printed++;
    }
    expect([...all.values()].every((hexes) => hexes.size === 1)).toBe(true);
    expect(printed).toBeGreaterThanOrEqual(40);
  }

  it('reads the same transaction from hex and from JSON, and prints what the node did', () => {
    agree(/^(avm|platform)\.getTx$/, 'tx');
  });

  it('reads the same block from hex and from JSON', () => {
    agree(/\.getBlock(ByHeight)?$/, 'block');
  });

  it('gives the UTXOs of a page in its order', () => {
    let utxos = 0;
    for (const { call, value, result } of replies(/\.(getUTXOs|getRewardUTXOs)$/)) {
      const opened = openResult(value, call.method);
      const { utxos: texts, encoding } = result as { utxos: string[]; encoding: string };
      expect(opened.map(({ bytes }) => formatHex(bytes))).toEqual(
        texts.map((text) => (encoding === 'hexnc' ? text : text.slice(0, -8))),
      );
      for (const { kind, chain } of opened)
        expect(`${chain} ${kind}`).toBe(call.method.startsWith('avm') ? 'X utxo' : 'P utxo');
      utxos += opened.length;
    }
    expect(utxos).toBeGreaterThan(100);
  });

  it('gives the outputs that are staked', () => {
    let outputs = 0;
    for (const { call, value } of replies(/^platform\.getStake$/)) {
      const opened = openResult(value, call.method);
      for (const { kind, chain } of opened) expect(`${chain} ${kind}`).toBe('P output');
      outputs += opened.length;
    }
    expect(outputs).toBeGreaterThan(0);
  });

  it('gives what an index has, with its id', () => {
    let containers = 0;
    for (const { call, at, value } of replies(/^index\.getContainer/)) {
      const opened = openResult(value, call.method, { at });
      const { containers: list = [value] } = value as { containers?: readonly unknown[] };
      expect(opened.map(({ id }) => id)).toEqual(list.map((one) => (one as { id: string }).id));
      containers += opened.length;
    }
    expect(containers).toBeGreaterThan(10);
  });

  it('takes a range without containers for the end of the index, and no other reply for one', () => {
    // A node before v1.10 replies null to a range of 0. `{}` is what something else replies: as an empty range it would end an index early.
    for (const range of [null, { containers: null }, { containers: [] }])
      expect(parseResult(range, 'index.getContainerRange').containers).toEqual([]);
    const e = thrown(() => parseResult({}, 'index.getContainerRange'));
    expect(e).toMatchObject({ code: 'BadJSON', path: ['result', 'containers'] });
  });

  it('asks for the index, and refuses methods that give nothing of the kind', () => {
    const range = { containers: [] };
    expect(openResult(range, 'index.getContainerRange', { at: 'X/tx' })).toEqual([]);
    for (const at of [undefined, 'P', 'Q/block'])
      expect(thrown(() => openResult(range, 'index.getContainerRange', { at })).path).toEqual([
        'at',
      ]);
    expect(thrown(() => openResult({} as never, 'avm.getHeight' as never)).code).toBe(
      'Unsupported',
    );
  });

  it('refuses a transaction of another chain', () => {
    const [reply] = replies(/^platform\.getTx$/);
    const call = formatRequest('avm.getTx', { txID: '11111111111111111111111111111111LpoYY' });
    expect(thrown(() => openResult(reply!.value as never, call.method)).code).not.toBe('Ambiguous');
  });
});
