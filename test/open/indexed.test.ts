import { describe, expect, it } from 'vitest';
import { openContainer, openContainers } from '../../src/open/indexed.ts';
import { open } from '../../src/open/open.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { parseJSON } from '../../src/text/json.ts';
import { thrown } from '../support/thrown.ts';
import { rows, rpcRows } from '../support/vectors.ts';

const containers = rows('containers').map((row) => ({
  ...row,
  chain: row.endpoint.slice(0, 1) as 'P' | 'X' | 'C',
}));
const kindOf = { 'X/tx': 'tx', 'X/vtx': 'vertex' } as Readonly<Record<string, string>>;

describe('openContainer', () => {
  it('gives the block, its ids and transactions of every reply, from each chain’s index', () => {
    const txs = { P: 0, X: 0, C: 0 };
    for (const { json, chain, endpoint, id, innerHex, hex, innerID, innerKind } of containers) {
      const found = openContainer(json, { chain });
      const { index, timestamp } = parseJSON(json) as { index: string; timestamp: string };
      txs[chain] += found.txs.length;
      expect({
        id: found.id,
        index: String(found.index),
        timestamp: found.timestamp,
        bytes: formatHex(found.bytes),
        wrapped: found.wrapper !== undefined,
      }).toEqual({ id, index, timestamp, bytes: innerHex ?? hex, wrapped: innerHex !== undefined });
      const content = found.content!;
      if (content.kind === 'evmBlock') expect(content.value.hash).toBe(innerID);
      else
        expect({ id: content.id, kind: content.kind, type: content.type }).toEqual({
          id: innerID ?? id,
          kind: kindOf[endpoint] ?? 'block',
          type: innerKind ?? content.type,
        });
    }
    expect(Math.min(txs.X, txs.C)).toBeGreaterThan(5);
  });

  it('needs neither a reply nor a chain: the bytes tell', () => {
    for (const { hex, chain, id, innerID } of containers) {
      const found = openContainer(hex);
      expect(found.id).toBe(id);
      if (innerID && chain !== 'C') expect(found.content).toMatchObject({ chain, id: innerID });
    }
  });

  it('takes a block without a wrapper as it is, and a wrapper that it cannot read into with its chain', () => {
    for (const { innerHex, innerID, chain } of containers) {
      if (!innerHex) continue;
      const found = openContainer(innerHex, { chain });
      expect('wrapper' in found).toBe(false);
      if (chain !== 'C') expect(found.id).toBe(innerID);
      else expect(found.content).toMatchObject({ id: found.id, value: { hash: innerID } });
    }
    const evm = containers.find(({ chain }) => chain === 'C')!;
    expect(thrown(() => openContainer(evm.hex, { chain: 'P' }))).toMatchObject({
      code: 'BadVersion',
      path: ['proposervm', 'block'],
      offset: (evm.hex.indexOf(evm.innerHex!.slice(2)) - 2) / 2,
    });
  });

  it('reads a block that could begin a wrapper, as Apricot’s do', () => {
    const blocks = rows('p-blocks').filter(({ type }) =>
      /Apricot(Proposal|Abort|Commit)/.test(type),
    );
    expect(blocks.length).toBeGreaterThan(20);
    for (const { hex, id } of blocks)
      expect(openContainer(hex, { chain: 'P' })).toMatchObject({ id, content: { kind: 'block' } });
  });

  it('refuses an id that is not that of the bytes', () => {
    const { json, id } = containers[0]!;
    const wrong = json.replace(id, '11111111111111111111111111111111LpoYY');
    expect(thrown(() => openContainer(wrong))).toMatchObject({ code: 'Mismatch', path: ['id'] });
  });

  it('takes one', () => {
    const range = { containers: containers.slice(0, 2).map(({ json }) => parseJSON(json)) };
    expect(thrown(() => openContainer(range))).toMatchObject({ code: 'Ambiguous' });
    expect(thrown(() => openContainer('{"result":{"isAccepted":true}}'))).toMatchObject({
      code: 'BadJSON',
    });
  });
});

describe('openContainers', () => {
  it('gives a range in its order, whole, as a bare list, or none', () => {
    const list = containers.filter(({ chain }) => chain === 'P').map(({ json }) => json);
    const ids = containers.filter(({ chain }) => chain === 'P').map(({ id }) => id);
    const range = (json: string) => openContainers(json, { chain: 'P' }).map(({ id }) => id);
    expect(range(`{"result":{"containers":[${list.join()}]},"id":1}`)).toEqual(ids);
    expect(range(`{"result":[${list.join()}],"id":1}`)).toEqual(ids);
    expect(range('{"result":{"containers":null}}')).toEqual([]);
    expect(
      thrown(() => range(`{"containers":[${list[0]},{"bytes":"0x00","encoding":"hexnc"}]}`)),
    ).toMatchObject({ path: ['containers', 1, 'bytes', 'block'], code: 'Truncated' });
  });

  it('agrees with what a node replied', () => {
    let read = 0;
    for (const { path, request, response } of rpcRows('rpc-samples')) {
      if (!path.includes('/index/') || !/"(bytes|containers)":/.test(response)) continue;
      const chain = path.includes('/X/') ? 'X' : 'P';
      for (const { id, content, txs } of openContainers(response, { chain })) {
        read++;
        expect(response).toContain(`"id":"${id}"`);
        expect(content).toMatchObject({ chain, txs });
      }
      expect(request).toContain('index.');
    }
    expect(read).toBeGreaterThan(50);
  });
});

describe('open', () => {
  it('reads wrappers, vertices and records', () => {
    for (const { kind, hex, id, txIDs, innerKind, chain } of rows('x-blocks')) {
      const opened = open(hex);
      expect({ kind: opened.kind, id: opened.id }).toEqual({ kind, id });
      if (kind === 'vertex') expect(opened.txs.map(({ txID }) => txID)).toEqual(txIDs ?? []);
      if (innerKind) expect(opened.chain).toBe(chain);
    }
    for (const { recordHex, id, hex } of containers) {
      const opened = open(recordHex);
      expect(opened).toMatchObject({ kind: 'container', id, type: 'indexer.Container' });
      if (opened.kind === 'container') expect(formatHex(opened.value.Bytes)).toBe(hex);
    }
    // An option of no chain that has them is laid out as a message of mainnet.
    const option = `0x000000000001${'c1'.repeat(32)}00000003010203`;
    expect(open(option).kind).toBe('warpUnsigned');
    expect(open(option, { kind: 'proposervm' }).type).toBe('proposervm.Option');
  });

  it('takes what reads as a transaction or block for that, and not for a message', () => {
    for (const name of ['p-public', 'x-public', 'c-public', 'p-blocks'] as const)
      for (const { hex, id } of rows(name)) expect(open(hex).id).toBe(id);
  });

  it('reads warp messages', () => {
    for (const { kind, hex, id } of rows('warp')) {
      const opened = open(hex);
      expect({ kind: opened.kind, id: opened.id, bytes: opened.bytes }).toEqual({
        kind,
        id,
        bytes: parseHex(hex),
      });
    }
  });

  it('refuses a wrapper of a block of another network', () => {
    const { json } = containers.find(
      ({ chain, json }) => chain === 'X' && openContainer(json, { chain }).txs.length > 0,
    )!;
    expect(
      thrown(() =>
        open(json, { chain: 'X', network: { networkID: 99, hrp: 'custom', name: '99' } }),
      ),
    ).toMatchObject({ code: 'WrongNetwork' });
  });
});
