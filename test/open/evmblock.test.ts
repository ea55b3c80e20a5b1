/** Blocks of the C-chain and of the EVM of L1s in everything that reads any input. Headers and hashes are those of the tests of coreth and subnet-evm. */
import { describe, expect, it } from 'vitest';
import { answer } from '../../apps/cli/src/answer.ts';
import { decodeCommand } from '../../apps/cli/src/decode.ts';
import { explainCommand } from '../../apps/cli/src/explain.ts';
import { readSubject } from '../../apps/inspector/model/subject.ts';
import { views } from '../../apps/inspector/views/index.tsx';
import { decodeRLP, encodeRLP, type Item } from '../../src/blocks/evm/rlp.ts';
import { encodeExtData } from '../../src/chain/cchain/tx.ts';
import { fuji, mainnet } from '../../src/network/known.ts';
import { open, openAll } from '../../src/open/open.ts';
import { spansOf, toJSONText, wireTypeOf } from '../../src/open/opened.ts';
import { concatBytes } from '../../src/text/bytes.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const bloom = `0x${'00'.repeat(256)}`;
const zeros = `0x${'00'.repeat(32)}`;
const noUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

/** `eth_getBlockByNumber-tag-latest.json` of coreth's tests of its RPC, a block with every field of Granite. */
const granite = {
  baseFeePerGas: '0x1',
  blobGasUsed: '0x0',
  blockExtraData: '0x',
  blockGasCost: '0x0',
  difficulty: '0x1',
  excessBlobGas: '0x0',
  extDataGasUsed: '0x0',
  extDataHash: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  extraData: '0x000000000098447800000000000052080000000000000000',
  gasLimit: '0x989680',
  gasUsed: '0x5208',
  hash: '0x535cd312ce45022eeee0010a28685e27adcaf5d883618a49f40bc515a2bc2aec',
  logsBloom: bloom,
  minDelayExcess: '0x799d4c',
  miner: '0x0000000000000000000000000000000000000000',
  mixHash: zeros,
  nonce: '0x0000000000000000',
  number: '0xa',
  parentBeaconBlockRoot: zeros,
  parentHash: '0x5966c9b4f0deab5535917e4ae72503699e74e6cec15e6452fc5c5b79c5f32c1f',
  receiptsRoot: '0x056b23fbba480696b65fe5a59b8f2148a1299103c4f57df839233af2cf4ca2d2',
  sha3Uncles: noUncles,
  stateRoot: '0x94868d1188e9d742248c280a147aac1fe9540029a00ac03f38d255c8701ef09a',
  timestamp: '0x64',
  timestampMilliseconds: '0x186a0',
  transactionsRoot: '0x4022accb18056de5994cfb85f3c2721a86c9b1de72ef02f3b224e9c913a18a10',
  uncles: [],
} as const;
const inRLP = [
  ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot'],
  ...['logsBloom', 'difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'extraData'],
  ...['mixHash', 'nonce', 'extDataHash', 'baseFeePerGas', 'extDataGasUsed', 'blockGasCost'],
  ...['blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot', 'timestampMilliseconds'],
  'minDelayExcess',
] as const;
const data = /Hash|Root|Uncles|miner|Bloom|extraData|nonce/;
const items = inRLP.map((key): Item => {
  const text = granite[key as keyof typeof granite] as string;
  if (data.test(key)) return parseHex(text);
  return text === '0x0'
    ? new Uint8Array(0)
    : parseHex(`0x${text.length % 2 ? '0' : ''}${text.slice(2)}`);
});
const blockOf = (extData: Uint8Array, header: readonly Item[] = items): Uint8Array =>
  encodeRLP([header, [], [], new Uint8Array(0), extData]);

/** `TestEIP1559BlockEncoding` of subnet-evm `plugin/evm/customtypes/block_test.go`. */
const l1 = parseHex(
  `0xf9030bf901fea083cafc574e1f51ba9dc0568fc617a08ea2429fb384059c972f13b19fa1c8dd55a01dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347948888f1f195afa192cfee860698584c030f4c9db1a0ef1552a40b7165c3cd773806b9e0c165b75356e0314bf0706f279c729f51e017a05fe50b260da6308036625b850b5d6ced6d0a9f814c0688bc91ffb7b7a3a54b67a0bc37d79753ad738a6dac4921e57392f145d8887476de3f783dfa7edae9283e52b90100${bloom.slice(2)}8302000001832fefd8825208845506eb0780a0bd4472abb6659ebe3ee06ee4d7b72a00a9f4d001caca51342001075469aff49888a13a5a8c8f2bb1c4843b9aca00f90106f85f800a82c35094095e7baea6a6c7c4c2dfeb977efac326af552d870a801ba09bea4c4daac7c7c52e093e6a4c35dbbcf8856f1af7b059ba20253e70848d094fa08a8fae537ce25ed8cb5af9adac3f141af69bd515bd2ba031522df09b97dd72b1b8a302f8a0018080843b9aca008301e24194095e7baea6a6c7c4c2dfeb977efac326af552d878080f838f7940000000000000000000000000000000000000001e1a0000000000000000000000000000000000000000000000000000000000000000080a0fe38ca4e44a30002ac54af7cf922a6ac2ba11b7d22f548e8ecb3f51f41cb31b0a06de6a5cbae13c0c856e33acf021b51819636cfc009d39eafb9f606d546e305a8c0`,
);

/** Two atomic transactions of Fuji, and blocks that contain one and both. */
const atomic = rows('c-public').filter(({ network }) => network === 'fuji');
const [one, two] = atomic.slice(0, 2);
const both = blockOf(
  encodeExtData(
    [one!, two!].map(({ hex }) => open(hex, { chain: 'C', kind: 'tx' }).value as never),
  ),
  items.with(11, parseHex('0x65000000')),
);

const options = {
  time: '1700000000',
  known: undefined,
  own: undefined,
  evidence: [],
  device: undefined,
  form: 'text',
} as const;

/** The output of `explain`, whose transactions are parts of their own. */
const told = (text: string): string => [...explainCommand(text, {}, options)].join('\n');

describe('a block of the C-chain', () => {
  it('has the hash, keys, order and digits of the node', () => {
    const opened = open(blockOf(new Uint8Array(0)));
    expect(opened).toMatchObject({ chain: 'C', kind: 'evmBlock', type: 'coreth.Block', txs: [] });
    const text = toJSONText(opened);
    const { size, transactions, atomicTransactions, ...own } = JSON.parse(text);
    expect(own).toEqual(granite);
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(JSON.parse(text)).sort());
    expect({ size, transactions, atomicTransactions }).toEqual({
      size: `0x${opened.bytes.length.toString(16)}`,
      transactions: [],
      atomicTransactions: [],
    });
  });

  it('has its atomic transactions in full: several since Apricot phase 5, one before', () => {
    const opened = open(formatHex(both));
    expect(opened.txs.map(({ txID }) => txID)).toEqual([one!.id, two!.id]);
    expect(opened.network?.name).toBe('fuji');
    const { atomicTransactions } = JSON.parse(toJSONText(opened));
    expect(atomicTransactions).toEqual(
      [one!, two!].map(({ hex }) => JSON.parse(toJSONText(open(hex, { chain: 'C', kind: 'tx' })))),
    );
    const early = blockOf(parseHex(one!.hex), items.slice(0, 16).with(11, parseHex('0x60000000')));
    expect(open(early).txs.map(({ txID }) => txID)).toEqual([one!.id]);
    expect(thrown(() => open(both, { network: mainnet }))).toMatchObject({ code: 'WrongNetwork' });
    expect(open(both, { network: fuji }).network).toBe(fuji);
  });

  it('of another network is at no byte, alone and in its wrapper', () => {
    const { hex, innerHex } = rows('x-blocks').find(
      (row) => row.chain === 'C' && row.kind === 'proposervm' && open(row.hex).txs.length > 0,
    )!;
    const { networkID } = open(hex).txs[0]!.unsignedTx as { readonly networkID: number };
    const other = networkID === 1 ? fuji : mainnet;
    for (const text of [innerHex!, hex]) {
      const e = thrown(() => open(text, { network: other }));
      expect(e).toMatchObject({ code: 'WrongNetwork', offset: undefined });
      expect(e.message).not.toContain('byte');
    }
  });

  it('is read alone and in its wrapper by every command and the inspector', () => {
    const rowsOfC = rows('x-blocks').filter(({ chain }) => chain === 'C');
    for (const { hex, innerHex, innerID, kind } of rowsOfC) {
      expect(open(innerHex!)).toMatchObject({ kind: 'evmBlock', value: { hash: innerID } });
      const wrapped = open(hex);
      expect(wrapped).toMatchObject({ kind, chain: 'C', block: { value: { hash: innerID } } });
      expect(wrapped.txs).toEqual(open(innerHex!).txs);
    }
    const { hex, innerHex, innerID } = rowsOfC.find((row) => open(row.hex).txs.length > 0)!;
    const { txs } = open(hex);
    for (const text of [hex, innerHex!]) {
      const decoded = decodeCommand(text, {}, false);
      expect(decoded).toMatch(/header\.baseFeePerGas +\d/);
      const explained = told(text);
      expect(explained).toContain(`hash`);
      expect(explained).toContain(innerID!);
      expect(explained).toMatch(/base fee +\d+ wei/);
      for (const { txID, unsignedTx } of txs) {
        expect(decoded).toContain(txID);
        expect(explained).toContain(txID);
        expect(decoded).toContain(unsignedTx.type);
      }
      const read = readSubject(text, 'text');
      expect(read).toMatchObject({ subject: { opened: { type: open(text).type } } });
    }
    const read = readSubject(innerHex!, 'text');
    const shown = 'subject' in read ? views.filter(({ fits }) => fits(read.subject)) : [];
    expect(shown.map(({ id }) => id)).toEqual(['explanation', 'json', 'ids', 'compare']);
  });

  it('is answered by the stream, alone, accepted and in its wrapper', () => {
    const { hex, innerHex, innerID } = rows('x-blocks').find(({ chain }) => chain === 'C')!;
    const { id, txs } = open(innerHex!);
    const asked = (of: object) => JSON.parse(answer(JSON.stringify({ id: 1, ...of })));
    const json = JSON.parse(toJSONText(open(innerHex!)));
    const listed = txs.map(({ txID, unsignedTx }) => ({ type: unsignedTx.type, txID }));
    for (const of of [{ kind: 'evmBlock' }, { chain: 'C', kind: 'evmBlock' }])
      expect(asked({ ...of, hex: innerHex })).toEqual({
        id: 1,
        ok: true,
        type: 'coreth.Block',
        hex: innerHex,
        blockID: id,
        txs: listed,
        json,
      });
    expect(asked({ chain: 'C', kind: 'accepted', hex: innerHex }).json.hash).toBe(innerID);
    for (const kind of ['proposervm', 'accepted'])
      expect(asked({ chain: 'C', kind, hex })).toMatchObject({
        ok: true,
        block: { type: 'coreth.Block', blockID: id, txs: listed, content: json },
      });
    expect(asked({ chain: 'P', kind: 'evmBlock', hex: innerHex }).error.code).toBe('Unsupported');
    expect(asked({ kind: 'evmBlock', hex: '0xc0' }).error).toMatchObject({ code: 'BadRLP' });
  });

  it('has the place of each field, without gaps', () => {
    const spans = spansOf(open(both));
    spans.forEach(({ start }, i) => {
      expect(start).toBe(spans[i - 1]?.end ?? 0);
    });
    expect(spans.at(-1)).toMatchObject({ path: 'extData', end: both.length });
    expect(spans.find(({ path }) => path === 'header.number')?.value).toBe(10n);
    expect(thrown(() => wireTypeOf(open(both)))).toMatchObject({ code: 'Unsupported' });
  });

  it('that is cut or damaged says where', () => {
    for (const length of [40, 200, both.length - 1])
      expect(thrown(() => open(both.subarray(0, length)))).toMatchObject({ code: 'BadRLP' });
    const items = [...(decodeRLP(both) as Item[])];
    const wrong = (change: Item[]) => thrown(() => openAll(encodeRLP(change)));
    expect(wrong(items.with(4, parseHex('0x0000ffff')))).toMatchObject({
      path: ['block', 'extData'],
    });
    const e = wrong([...items.slice(0, 4)]);
    expect(e).toMatchObject({ code: 'BadRLP', path: ['block'] });
    expect(e.message).toContain('Ethereum');
    expect(thrown(() => open('{"number":"0x1"}', { kind: 'evmBlock' })).code).toBe('Unsupported');
    expect(thrown(() => open(both, { chain: 'P' })).code).not.toBe('BadRLP');
  });
});

describe('a block of the EVM of an L1', () => {
  it('is named as such, with its header', () => {
    const opened = open(l1);
    expect(opened).toMatchObject({
      chain: undefined,
      kind: 'evmBlock',
      type: 'subnetevm.Block',
      txs: [],
      value: {
        hash: '0xc7252048cd273fe0dac09650027d07f0e3da4ee0675ebbb26627cea92729c372',
        header: { number: 1n, baseFeePerGas: 1_000_000_000n, gasLimit: 3_141_592n },
        transactions: [{ type: 0 }, { type: 2 }],
      },
    });
    const json = JSON.parse(toJSONText(opened));
    expect(json.size).toBe(`0x${l1.length.toString(16)}`);
    expect(json).not.toHaveProperty('extDataHash');
    expect(json).not.toHaveProperty('atomicTransactions');
    expect(told(formatHex(l1))).toContain('Block of the EVM of an L1');
    expect(told(formatHex(l1))).not.toContain('atomic');
  });

  it('has the fields of Granite behind the block gas cost, and no others', () => {
    const [header, ...others] = decodeRLP(l1) as [Item[], ...Item[]];
    const extra = [1, 2, 3].map((n) => Uint8Array.of(n));
    const more = [...extra, new Uint8Array(32), Uint8Array.of(4), Uint8Array.of(5)];
    const opened = open(encodeRLP([[...header, ...more], ...others]));
    expect(opened.value).toMatchObject({
      header: {
        blockGasCost: 1n,
        blobGasUsed: 2n,
        excessBlobGas: 3n,
        parentBeaconBlockRoot: new Uint8Array(32),
        timestampMilliseconds: 4n,
        minDelayExcess: 5n,
      },
    });
    const tooMany = [...header, ...more, Uint8Array.of(6)];
    expect(thrown(() => open(encodeRLP([tooMany, ...others])))).toMatchObject({
      code: 'BadRLP',
      path: ['block', 'header'],
    });
  });

  it('is read in its wrapper', () => {
    const { hex, innerHex } = rows('x-blocks').find(
      ({ chain, kind, innerHex }) => chain === 'C' && kind === 'proposervm' && innerHex,
    )!;
    const [before, after] = hex.slice(2).split(innerHex!.slice(2)) as [string, string];
    const size = l1.length.toString(16).padStart(8, '0');
    const wrapped = parseHex(`0x${before.slice(0, -8)}${size}${formatHex(l1).slice(2)}${after}`);
    expect(open(concatBytes(wrapped))).toMatchObject({
      kind: 'proposervm',
      chain: undefined,
      block: { type: 'subnetevm.Block', bytes: l1 },
    });
    expect(told(formatHex(wrapped))).toContain('subnetevm.Block');
  });
});
