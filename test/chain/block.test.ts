import { describe, expect, it } from 'vitest';
import { idOf } from '../../src/chain/ids.ts';
import { kinds } from '../../src/chain/kinds.ts';
import * as P from '../../src/chain/pchain/index.ts';
import { jsonContext } from '../../src/network/context.ts';
import { identifyNetwork } from '../../src/network/identity.ts';
import { open } from '../../src/open/open.ts';
import { toJSONText } from '../../src/open/opened.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { type JSONValue, parseJSON } from '../../src/text/json.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { valueFromJSON } from '../../src/wire/parse.ts';
import { valueToJSONText as textOf } from '../../src/wire/print.ts';
import type { Type } from '../../src/wire/type.ts';
import { thrown } from '../support/thrown.ts';
import { bytesOf, rows, rpcRows } from '../support/vectors.ts';

const blocks = [
  ...rows('p-blocks').map((row) => ({ ...row, type: `platformvm.${row.type}` })),
  ...rows('x-blocks')
    .filter(({ kind }) => kind === 'block')
    .map((row) => ({
      ...row,
      chain: 'X' as const,
      json: row.json!,
      txIDs: row.txIDs ?? [],
      type: 'avm.StandardBlock',
    })),
];
const typeOf = (chain: 'P' | 'X'): Type<unknown> => kinds[chain].block;

describe('every block', () => {
  it('gives its bytes, id, transactions and the node’s JSON text', () => {
    expect(new Set(blocks.map(({ type }) => type)).size).toBe(10);
    for (const { chain, type, network, hex, id, nodeHex, txIDs, json } of blocks) {
      const opened = open(nodeHex);
      expect({
        chain: opened.chain,
        kind: opened.kind,
        type: opened.type,
        id: opened.id,
        txIDs: opened.txs.map((tx) => tx.txID),
        hex: formatHex(encode(typeOf(chain), opened.value)),
        json: toJSONText(opened, { network: identifyNetwork(network) }),
      }).toEqual({ chain, kind: 'block', type, id, txIDs, hex, json });
    }
  });

  it('comes back from its JSON, also where two types print alike', () => {
    let lossy = 0;
    for (const { chain, network, hex, json } of blocks) {
      const read = () =>
        formatHex(
          encode(
            typeOf(chain),
            valueFromJSON(typeOf(chain), parseJSON(json), {
              context: jsonContext(chain, identifyNetwork(network)),
            }),
          ),
        );
      if (json.includes('\\ufffd')) {
        lossy++;
        expect(thrown(read)).toMatchObject({ code: 'Lossy' });
      } else expect(read()).toBe(hex);
    }
    expect(lossy).toBeLessThan(3);
  });
});

describe('blocks that print alike', () => {
  const parentID = '2ULG2JtDPYWW7u85YMsv1tLfcFymgnQexMPvUGsGfKVQ2mJCM7';
  const tx = '{"unsignedTx":{"time":1700000000},"credentials":[]}';
  const plain = `"parentID":"${parentID}","height":7`;
  const pairs = [
    [`{${plain},"tx":${tx}}`, 'platformvm.ApricotProposalBlock', 'platformvm.ApricotAtomicBlock'],
    [`{${plain}}`, 'platformvm.ApricotAbortBlock', 'platformvm.ApricotCommitBlock'],
    [`{"time":1,${plain}}`, 'platformvm.BanffAbortBlock', 'platformvm.BanffCommitBlock'],
  ] as const;

  it.each(pairs)('%s: without an id it is ambiguous, and a hint settles it', (json, ...types) => {
    expect(thrown(() => open(json, { kind: 'block' }))).toMatchObject({
      code: 'Ambiguous',
      context: { candidates: types },
    });
    const ids = types.map((type) => {
      const opened = open(json, { kind: 'block', types: [type] });
      expect(opened.type).toBe(type);
      return opened.id;
    });
    expect(new Set(ids).size).toBe(2);
  });

  it.each(pairs)('%s: the id settles it, and a wrong one is refused', (json, ...types) => {
    for (const type of types) {
      const { id, bytes } = open(json, { kind: 'block', types: [type] });
      const named = json.replace('"height":7', `"height":7,"id":"${id}"`);
      expect(open(named)).toMatchObject({ type, id, bytes });
    }
    const wrong = json.replace('"height":7', `"height":7,"id":"${parentID}"`);
    expect(thrown(() => open(wrong))).toMatchObject({ code: 'Mismatch', path: ['id'] });
  });
});

describe('a block', () => {
  it('takes null where Go had no list', () => {
    const json = {
      parentID: '11111111111111111111111111111111LpoYY',
      height: 0n,
      time: 1682434800n,
      merkleRoot: '11111111111111111111111111111111LpoYY',
      txs: null,
    } satisfies JSONValue;
    expect(open(json, { chain: 'X', kind: 'block' }).txs).toEqual([]);
  });

  it('is refused where it is larger than the node takes', () => {
    const block = new Uint8Array(2 * 1024 * 1024 + 1);
    block[5] = 3;
    expect(thrown(() => decode(P.Block, block))).toMatchObject({ code: 'TooLong' });
  });

  it('is the first of mainnet’s P-chain if it commits to the genesis', () => {
    const first = {
      type: 'platformvm.ApricotCommitBlock' as const,
      parentID: idOf(bytesOf('genesis-mainnet')),
      height: 0n,
    };
    expect(formatID(idOf(encode(P.Block, first)))).toBe(
      '2FUFPVPxbTpKNn39moGSzsmGroYES4NZRdw3mJgNvMkMiMHJ9e',
    );
  });
});

describe('what a node replied to getBlock and getBlockByHeight', () => {
  it('in hex and in JSON is one block, with the node’s text', () => {
    const found = { hex: new Map<string, string>(), json: new Map<string, string>() };
    for (const { path, request, response } of rpcRows('rpc-samples')) {
      const { method = '' } = JSON.parse(request ?? '{}') as { method?: string };
      if (!/\.getBlock(ByHeight)?$/.test(method) || !response.includes('"result"')) continue;
      const chain = path.slice(-1) as 'P' | 'X';
      const text = /"block":(\{.*\}),"encoding":"json"/.exec(response)?.[1];
      const opened = open(response, { chain });
      const key = `${chain} ${opened.id}`;
      if (text) found.json.set(key, text);
      else found.hex.set(key, formatHex(opened.bytes));
      const bytes = found.hex.get(key);
      if (bytes) expect(formatHex(opened.bytes)).toBe(bytes);
    }
    expect(found.json.size).toBeGreaterThanOrEqual(20);
    for (const [key, text] of found.json) {
      const chain = key.slice(0, 1) as 'P' | 'X';
      const value = decode(typeOf(chain), parseHex(found.hex.get(key)!));
      const context = jsonContext(chain, identifyNetwork('local'));
      // What a node built itself, and has not read back, has Go's nil for an empty list.
      expect(textOf(typeOf(chain), value, { context })).toBe(text.replaceAll(':null', ':[]'));
    }
  });
});
