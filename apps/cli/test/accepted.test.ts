import { describe, expect, it } from 'vitest';
import { Container, encode, Vertex } from '../../../src/open/blocks.ts';
import { formatHex, parseHex } from '../../../src/text/hex.ts';
import { decode } from '../../../src/wire/codec.ts';
import { rows } from '../../../test/support/vectors.ts';
import { answer } from '../src/answer.ts';

const ask = (request: object): Record<string, unknown> =>
  JSON.parse(answer(JSON.stringify(request))) as Record<string, unknown>;

const containers = rows('containers');
const ofP = containers.find(({ endpoint }) => endpoint === 'P/block')!;
const inner = ofP.innerHex!.slice(2);
/** The same bytes with a typeID of the block in them that no block has. */
const damaged = (hex: string): string => hex.replace(inner, `0000ffffffff${inner.slice(12)}`);
const vertices = rows('x-blocks').filter(({ kind }) => kind === 'vertex');
const vertex = vertices.find(
  ({ hex }) => decode(Vertex, parseHex(hex)).type !== 'vertex.StopVertex',
)!;

describe('what a node accepted', () => {
  it.each(['P/block', 'X/block', 'C/block', 'X/tx', 'X/vtx'])(
    'is answered with its ids and all that is in it, of the index %s',
    (index) => {
      const chain = index[0]!;
      const found = containers.filter(({ endpoint }) => endpoint === index);
      expect(found.length).toBeGreaterThan(0);
      for (const { hex, id, network, innerID, innerKind } of found) {
        const { ok, block, txs, ...all } = ask({ kind: 'accepted', chain, network, hex });
        expect(ok).toBe(true);
        expect(all).toMatchObject({ hex, [index === 'X/tx' ? 'txID' : 'blockID']: id });
        expect(all.json).toBeInstanceOf(Object);
        if (chain !== 'C' && innerID !== undefined)
          expect(block).toMatchObject({ blockID: innerID, type: innerKind });
        if (index === 'X/tx') expect(txs).toEqual([{ type: all.type, txID: id }]);
        if (index === 'X/vtx')
          expect(txs).toHaveLength((all.json as { txs?: unknown[] | null }).txs?.length ?? 0);
      }
    },
  );

  it('says the same of what is bare as of what is asked for by its kind', () => {
    for (const [kind, chain, row] of [
      ['block', 'P', rows('p-blocks')[0]!],
      ['vertex', 'X', vertex],
    ] as const) {
      const asked = { chain, network: row.network, hex: row.hex };
      expect(ask({ ...asked, kind: 'accepted' })).toEqual(ask({ ...asked, kind }));
    }
  });

  it('is refused if what is in it cannot be read, with the place', () => {
    const { hex } = ofP;
    const at = hex.indexOf(inner) / 2 - 1;
    expect(ask({ kind: 'accepted', chain: 'P', hex: damaged(hex) })).toMatchObject({
      ok: false,
      error: { code: 'UnknownTypeID', path: 'proposervm.block', offset: at + 2 },
    });
    expect(ask({ kind: 'accepted', chain: 'X', hex: '0x00' })).toMatchObject({ ok: false });
  });
});

describe('what is in a wrapper, a record or a vertex', () => {
  it('is the transactions of a vertex, by itself and in a record', () => {
    for (const { hex, network } of vertices) {
      const { txs, json } = ask({ kind: 'vertex', network, hex }) as {
        txs: readonly { type: string; txID: string }[];
        json: { txs: readonly string[] | null };
      };
      expect(txs).toHaveLength(json.txs?.length ?? 0);
      for (const { type, txID } of txs)
        expect([type, txID]).toEqual([
          expect.stringMatching(/^avm\./),
          expect.stringMatching(/^\w{48,50}$/),
        ]);
    }
    for (const { endpoint, recordHex, hex, id } of containers) {
      if (!/^X\/(vtx|tx)$/.test(endpoint)) continue;
      const { txs } = ask({ kind: 'container', chain: 'X', hex: recordHex });
      expect(txs).toEqual(ask({ kind: 'accepted', chain: 'X', hex }).txs);
      if (endpoint === 'X/tx') expect(txs).toMatchObject([{ txID: id }]);
    }
  });

  it('is told of if it cannot be read, though the node takes what it is in', () => {
    const wrapper = damaged(ofP.hex);
    const answered = ask({ kind: 'proposervm', chain: 'P', hex: wrapper });
    expect(answered).toMatchObject({
      ok: true,
      hex: wrapper,
      block: null,
      blockError: { code: 'UnknownTypeID', path: 'proposervm.block' },
    });
    const record = damaged(ofP.recordHex);
    const { Bytes } = decode(Container, parseHex(record));
    expect(ask({ kind: 'container', chain: 'P', hex: record })).toMatchObject({
      ok: true,
      block: null,
      blockError: {
        path: 'container.Bytes.proposervm.block',
        offset: (answered.blockError as { offset: number }).offset + Bytes.byteOffset,
      },
    });
    const value = decode(Vertex, parseHex(vertex.hex)) as Extract<Vertex, { epoch: number }>;
    const bad = { ...value, txs: [new Uint8Array([0, 0, 0, 0, 0, 9])] };
    expect(ask({ kind: 'vertex', hex: formatHex(encode(Vertex, bad)) })).toMatchObject({
      ok: true,
      txs: null,
      txsError: { code: 'UnknownTypeID', path: expect.stringMatching(/^vertex\.txs\[0\]\.tx/) },
    });
  });

  it('may be anything where nobody says that it is of P or X', () => {
    const hex = damaged(ofP.hex);
    for (const chain of ['C', undefined]) {
      const answered = ask({ kind: 'proposervm', chain, hex });
      expect(answered).toMatchObject({ ok: true, hex });
      expect(Object.keys(answered)).not.toContain('block');
    }
  });
});
