import { describe, expect, it } from 'vitest';
import { formatCall } from '../../src/rpc/jsonrpc.ts';
import { type MethodName, methods } from '../../src/rpc/methods.ts';
import {
  formatErrorReply,
  formatReply,
  formatRequest,
  parseReply,
  parseRequest,
} from '../../src/rpc/request.ts';
import { formatAddress } from '../../src/text/address.ts';
import { parseID } from '../../src/text/id.ts';
import { thrown } from '../support/thrown.ts';

const id = '2gRB7pyGWcANNdUhWkxSciZBZveVDfHx4XYw2rMxZy3nG86L1G';
const address = 'X-fuji1pmkqgw9wx3fpvg8c3pfm3fx3n39spt7thal7kz';
const any = formatRequest as (...args: unknown[]) => unknown;

describe('request', () => {
  it('has every method of the node, at the path where it answers', () => {
    const count = (prefix: string) =>
      Object.keys(methods).filter((name) => name.startsWith(prefix)).length;
    expect({
      platform: count('platform.'),
      avm: count('avm.'),
      info: count('info.'),
      avax: count('avax.'),
      index: count('index.'),
      health: count('health.'),
      proposervm: count('proposervm.'),
      eth: count('eth_'),
    }).toEqual({
      platform: 31,
      avm: 11,
      info: 13,
      avax: 4,
      index: 6,
      health: 3,
      proposervm: 2,
      eth: 5,
    });
  });

  it('asks another chain of the same VM, or one of several indexes', () => {
    expect(formatRequest('avm.getHeight', {}, { at: id }).path).toBe(`/ext/bc/${id}`);
    expect(formatRequest('wallet.issueTx', { tx: '0x010203011cfb81' }, { at: 'dex' }).path).toBe(
      '/ext/bc/dex/wallet',
    );
    expect(formatRequest('index.getLastAccepted', {}, { at: 'X/block' }).path).toBe(
      '/ext/index/X/block',
    );
    expect(formatRequest('eth_baseFee').path).toBe('/ext/bc/C/rpc');
  });

  it('writes 64-bit numbers in full', () => {
    const call = formatRequest(
      'index.getContainerByIndex',
      { index: 2n ** 64n - 1n },
      { at: 'P/block' },
    );
    expect(formatCall(call)).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"index.getContainerByIndex","params":{"index":18446744073709551615}}',
    );
    expect(formatRequest('avm.getBlockByHeight', { height: 7n }).params).toEqual({ height: '7' });
    expect(formatRequest('platform.getValidatorsAt', { height: 'proposed' }).params).toEqual({
      height: 'proposed',
    });
  });

  it('gives an EVM a list, its numbers as it wants them', () => {
    const hash = `0x${'ab'.repeat(32)}`;
    expect(formatRequest('eth_feeConfig').params).toEqual([]);
    expect(formatRequest('eth_feeConfig', { block: 16n }).params).toEqual(['0x10']);
    expect(formatRequest('eth_feeConfig', { block: hash }).params).toEqual([hash]);
    expect(formatRequest('eth_feeConfig', { block: 'latest' }).params).toEqual(['latest']);
    expect(formatRequest('eth_getActiveRulesAt', { timestamp: 1769000000n }).params).toEqual([
      1769000000n,
    ]);
  });

  it('refuses addresses of another chain or of two networks, as a node does', () => {
    const address = (chain: string, hrp: string) => formatAddress(chain, hrp, new Uint8Array(20));
    const of = (method: 'avm.getUTXOs' | 'platform.getUTXOs', ...addresses: string[]) =>
      thrown(() => formatRequest(method, { addresses }));
    expect(of('avm.getUTXOs', address('X', 'fuji'), address('P', 'fuji'))).toMatchObject({
      code: 'WrongChain',
      context: { have: 'P', need: 'X' },
      path: ['params', 'addresses', 1],
    });
    expect(of('platform.getUTXOs', address('P', 'fuji'), address('P', 'avax'))).toMatchObject({
      code: 'WrongNetwork',
      context: { have: 'avax', need: 'fuji' },
      path: ['params', 'addresses', 1],
    });
    const one = { address: address('P', 'fuji') };
    expect(thrown(() => formatRequest('avm.getAllBalances', one)).path).toEqual([
      'params',
      'address',
    ]);
    // Another instance of the X-chain has its own alias.
    formatRequest('avm.getAllBalances', one, { at: 'P2' });
    formatRequest('platform.getUTXOs', {
      addresses: [address('P', 'fuji'), '111111111111111111116DBWJs'],
    });
  });

  it('says what is not sent twice', () => {
    const changing = Object.entries(methods).flatMap(([name, row]) =>
      'changes' in row ? [name] : [],
    );
    expect(changing.filter((name) => !name.startsWith('admin.'))).toEqual([
      'platform.issueTx',
      'avm.issueTx',
      'wallet.issueTx',
      'avax.issueTx',
    ]);
    expect(changing).toContain('admin.setLoggerLevel');
    expect(changing).not.toContain('admin.getLoggerLevel');
    expect(formatRequest('avm.issueTx', { tx: '0x010203011cfb81' }).repeatable).toBe(false);
    expect(formatRequest('avm.getHeight').repeatable).toBe(true);
  });

  it.each<[MethodName, unknown, readonly unknown[]]>([
    ['avm.getTx', { txID: 'x' }, ['params', 'txID']],
    ['avm.getTx', {}, ['params', 'txID']],
    ['avm.getTx', { txID: id, txid: id }, ['params', 'txid']],
    ['avm.getUTXOs', { addresses: [] }, ['params', 'addresses']],
    ['avm.getUTXOs', { addresses: Array(1025).fill(address) }, ['params', 'addresses']],
    ['avm.getUTXOs', { addresses: [`${address}q`] }, ['params', 'addresses', 0]],
    ['avm.getUTXOs', { addresses: [address], limit: -1 }, ['params', 'limit']],
    ['avm.getUTXOs', { addresses: [address], limit: 2 ** 32 }, ['params', 'limit']],
    ['avm.getUTXOs', { addresses: [address], encoding: 'json' }, ['params', 'encoding']],
    [
      'avm.getUTXOs',
      { addresses: [address], startIndex: { address } },
      ['params', 'startIndex', 'utxo'],
    ],
    ['avax.getUTXOs', { addresses: [address] }, ['params', 'sourceChain']],
    ['platform.getStake', { addresses: Array(257).fill(address) }, ['params', 'addresses']],
    ['platform.getSubnet', {}, ['params', 'subnetID']],
    ['platform.getBlockByHeight', { height: 5 }, ['params', 'height']],
    ['platform.getBlockByHeight', { height: -5n }, ['params', 'height']],
    ['platform.sampleValidators', { size: 65536 }, ['params', 'size']],
    ['platform.issueTx', { tx: '0x010203' }, ['params', 'tx']],
    ['platform.issueTx', { tx: '0x010203011cfb82' }, ['params', 'tx']],
    ['platform.issueTx', { tx: '' }, ['params', 'tx']],
    ['eth_feeConfig', { block: 'soon' }, ['params', 'block']],
    ['eth_feeConfig', { block: 5 }, ['params', 'block']],
    ['eth_feeConfig', { block: 2n ** 255n }, ['params', 'block']],
  ])('refuses case %#: %s', (name, params, path) => {
    expect(thrown(() => any(name, params)).path).toEqual(path);
  });

  it('refuses paths that are none', () => {
    for (const at of ['a/b', '..', '', 'X/tx'])
      expect(thrown(() => any('avm.getHeight', {}, { at })).path).toEqual(['at']);
    expect(thrown(() => any('platform.getHeight', {}, { at: 'P' })).path).toEqual(['at']);
    expect(thrown(() => any('index.getLastAccepted')).path).toEqual(['at']);
    expect(thrown(() => any('index.getLastAccepted', {}, { at: 'X' })).path).toEqual(['at']);
    expect(thrown(() => any('validators.getCurrentValidators')).path).toEqual(['at']);
    expect(thrown(() => any('constructor')).code).toBe('Unsupported');
  });
});

describe('ids and bytes in params', () => {
  const bytes = parseID(id);
  it('may be text or bytes', () => {
    expect(formatRequest('avm.getTx', { txID: bytes }).params).toEqual({ txID: id });
    expect(formatRequest('avm.issueTx', { tx: Uint8Array.of(1, 2, 3) }).params).toEqual({
      tx: '0x010203011cfb81',
    });
    expect(
      formatRequest('avm.issueTx', { tx: Uint8Array.of(1), encoding: 'hexnc' }).params,
    ).toEqual({
      tx: '0x01',
      encoding: 'hexnc',
    });
    expect(formatRequest('platform.getUTXOs', { addresses: [new Uint8Array(20)] }).params).toEqual({
      addresses: ['111111111111111111116DBWJs'],
    });
    expect(thrown(() => formatRequest('avm.getTx', { txID: bytes.subarray(1) }))).toMatchObject({
      code: 'OutOfRange',
      path: ['params', 'txID'],
    });
  });
});

describe('parseRequest', () => {
  it.each(['', ',"params":null', ',"params":{}', ',"params":[]'])(
    'takes no params as %s',
    (params) => {
      const text = `{"jsonrpc":"2.0","id":"a","method":"avm.getHeight"${params}}`;
      expect(parseRequest(text, '/ext/bc/X')).toEqual({
        method: 'avm.getHeight',
        params: {},
        at: 'X',
        id: 'a',
      });
    },
  );

  it.each([
    ['/ext/bc/P', '{"jsonrpc":"2.0","id":1,"method":"info.peers"}', 'BadText'],
    ['/ext/bc/a/b', '{"jsonrpc":"2.0","id":1,"method":"avm.getHeight"}', 'BadText'],
    ['/ext/bc/X', '{"jsonrpc":"1.0","id":1,"method":"avm.getHeight"}', 'BadJSON'],
    ['/ext/bc/X', '{"jsonrpc":"2.0","id":1}', 'BadJSON'],
    ['/ext/bc/X', '{"jsonrpc":"2.0","id":1,"method":"avm.getNothing"}', 'Unsupported'],
    [
      '/ext/bc/C/rpc',
      '{"jsonrpc":"2.0","id":1,"method":"eth_feeConfig","params":["latest",1]}',
      'BadJSON',
    ],
    ['/ext/bc/X', '[]', 'BadJSON'],
    [
      '/ext/bc/X',
      '{"jsonrpc":"2.0","id":1,"method":"avm.getHeight","params":{"hight":1}}',
      'BadJSON',
    ],
  ])('refuses %s %s', (path, text, code) => {
    expect(thrown(() => parseRequest(text, path)).code).toBe(code);
  });
});

describe('parseReply', () => {
  const call = formatRequest('platform.getUTXOs', {
    addresses: ['P-fuji1pmkqgw9wx3fpvg8c3pfm3fx3n39spt7thal7kz'],
  });
  const reply = (result: string, id = '1') => `{"jsonrpc":"2.0","result":${result},"id":${id}}`;
  const end =
    '"endIndex":{"address":"111111111111111111116DBWJs","utxo":"11111111111111111111111111111111LpoYY"}';

  it('counts, and checks the checksums of hex', () => {
    const page = (n: string, utxos: string, encoding = 'hex') =>
      reply(`{"numFetched":${n},"utxos":${utxos},${end},"encoding":"${encoding}"}`);
    expect(parseReply(page('"1"', '["0x010203011cfb81"]'), call).numFetched).toBe(1n);
    expect(parseReply(page('0', '[]', 'json'), call).utxos).toEqual([]);
    for (const text of [page('1', '["0x010203"]', 'hexnc'), page('1', '["0x010203011cfb81"]')])
      expect(parseReply(text, call).utxos).toEqual([Uint8Array.of(1, 2, 3)]);
    const path = (text: string) =>
      thrown(() => parseReply({ status: 200, headers: {}, text, strict: true }, call)).path;
    expect(path(page('"2"', '["0x010203011cfb81"]'))).toEqual(['result', 'numFetched']);
    expect(path(page('1', '["0x010203011cfb82"]'))).toEqual(['result', 'utxos', 0]);
    expect(path(page('1', '[""]'))).toEqual(['result', 'utxos', 0]);
    expect(path(page('1', '["0x010203011cfb81"]', 'json'))).toEqual(['result', 'utxos', 0]);
    expect(path(page('1', '["0x010203011cfb81"]', 'cb58'))).toEqual(['result', 'encoding']);
  });

  it('takes no JSON where hex is said, nor the other way', () => {
    const tx = formatRequest('platform.getTx', { txID: id });
    for (const result of [
      '{"tx":{},"encoding":"hex"}',
      '{"tx":"0x010203011cfb81","encoding":"json"}',
    ])
      expect(thrown(() => parseReply(reply(result), tx)).path).toEqual(['result', 'tx']);
  });

  it('reads a subnet without a manager, however that is written', () => {
    const subnet = (manager: string) =>
      reply(
        `{"isPermissioned":true,"controlKeys":[],"threshold":"0","locktime":"0","subnetTransformationTxID":"${id}","conversionID":"${id}","managerChainID":"${id}","managerAddress":${manager}}`,
      );
    const of = formatRequest('platform.getSubnet', { subnetID: id });
    for (const manager of ['null', '""'])
      expect(parseReply(subnet(manager), of).managerAddress).toBeNull();
    expect(parseReply(subnet('"0x0102"'), of).managerAddress).toEqual(Uint8Array.of(1, 2));
  });

  it('takes no reply to another call', () => {
    expect(thrown(() => parseReply(reply('{}', '2'), call)).code).toBe('Mismatch');
    expect(thrown(() => parseReply(reply('{}', '"2"'), call)).code).toBe('Mismatch');
  });

  it('is what formatReply writes', () => {
    const height = formatRequest('avm.getHeight');
    const text = formatReply({ height: 2n ** 64n - 1n, extra: { more: [1n] } }, 'avm.getHeight', 9);
    expect(text).toBe(
      '{"jsonrpc":"2.0","result":{"height":"18446744073709551615","more":[1]},"id":9}',
    );
    expect(parseReply(text, height, 9)).toEqual({ height: 2n ** 64n - 1n, extra: { more: [1n] } });
    expect(thrown(() => formatReply({ height: -1n }, 'avm.getHeight')).path).toEqual([
      'result',
      'height',
    ]);
  });
});

describe('a server from the table of methods', () => {
  it('answers with the id of the request, whatever JSON that is', () => {
    for (const id of ['1', '"a"', 'null', '18446744073709551615', '{"x":[1]}']) {
      const request = parseRequest(
        `{"jsonrpc":"2.0","method":"platform.getHeight","params":{},"id":${id}}`,
        '/ext/bc/P',
      );
      const reply = formatReply({ height: 7n }, 'platform.getHeight', request.id);
      expect(reply).toBe(`{"jsonrpc":"2.0","result":{"height":"7"},"id":${id}}`);
      const refusal = formatErrorReply({ code: -32000, message: 'not "found"' }, request.id);
      expect(refusal).toBe(
        `{"jsonrpc":"2.0","error":{"code":-32000,"message":"not \\"found\\"","data":null},"id":${id}}`,
      );
    }
  });

  it('answers with errors that a client reads', () => {
    const call = formatRequest('platform.getHeight');
    const text = formatErrorReply({ code: -32000, message: 'busy', data: { after: 3n } });
    expect(thrown(() => parseReply(text, call))).toMatchObject({
      code: 'NodeError',
      context: { code: -32000, message: 'busy', data: { after: 3n } },
    });
    expect(thrown(() => formatErrorReply({ code: 0.5, message: '' }))).toMatchObject({
      code: 'OutOfRange',
      path: ['code'],
    });
  });
});
