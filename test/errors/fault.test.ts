import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/errors/codes.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { faultOf, faults } from '../../src/errors/fault.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji } from '../../src/network/known.ts';
import { connect } from '../../src/rpc/connect.ts';
import { formatID } from '../../src/text/id.ts';
import { failed } from '../support/thrown.ts';

describe('whose fault an error is', () => {
  it('is known of every code, and of what is no error of this library', () => {
    expect(Object.keys(faults)).toEqual(Object.keys(errorCodes));
    for (const { status } of Object.values(faults)) {
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(600);
    }
    expect(faultOf(new AvalancheError('BadText', 'is wrong', { kind: 'address' }))).toEqual({
      party: 'user',
      status: 400,
    });
    for (const e of [new TypeError('a bug'), undefined, 'text', { code: 'BadText' }])
      expect(faultOf(e)).toEqual({ party: 'ours', status: 500 });
  });

  it('is the node’s where its reply is wrong, and the user’s where the params are', async () => {
    const node = connect('http://node', {
      transport: async () => ({
        status: 200,
        headers: {},
        text: '{"jsonrpc":"2.0","id":1,"result":{"height":"nine"}}',
      }),
    });
    const reply = await failed(node.call('platform.getHeight'));
    expect(faultOf(reply)).toEqual({ party: 'node', status: 502 });
    const params = await failed(node.call('platform.getTx', { txID: 'no id' }));
    expect(faultOf(params)).toEqual({ party: 'user', status: 400 });
    expect(faultOf(new AvalancheError('BadJSON', 'is wrong').at('P/block', 7)).party).toBe('node');
    // Whose fault a lack of funds is does not depend on where it was found.
    expect(
      faultOf(new AvalancheError('Transport', 'no reply', { reason: 'timeout' }).at('eth_call')),
    ).toEqual({ party: 'network', status: 504 });
  });

  it('is the node’s where the bytes in its reply are not what was asked for', async () => {
    const id = formatID(new Uint8Array(32).fill(7));
    const to = formatAddress(new Uint8Array(20).fill(1), 'P', fuji);
    const other = '0x00000000001300000000' + '6553f100' + '00000000';
    const endIndex = { address: to, utxo: id };
    const nodeOf = (bytes: string) =>
      connect('http://node', {
        network: fuji,
        transport: async ({ body = '' }) => {
          const held = { tx: bytes, block: bytes, utxos: [bytes], encoding: 'hexnc' };
          const result = { ...held, numFetched: '1', endIndex };
          const { id } = JSON.parse(body) as { readonly id: number };
          return { status: 200, headers: {}, text: JSON.stringify({ jsonrpc: '2.0', id, result }) };
        },
      });
    for (const bytes of ['0x0000ff', other]) {
      const { pchain, xchain, cchain } = nodeOf(bytes);
      const first = <T>(all: AsyncIterable<T>) => all[Symbol.asyncIterator]().next();
      const calls: { readonly [method: string]: () => Promise<unknown> } = {
        'platform.getTx': () => pchain.getTx(id),
        'platform.getBlock': () => pchain.getBlock(id),
        'platform.getBlockByHeight': () => pchain.getBlock(1n),
        'platform.getRewardUTXOs': () => pchain.getRewardUTXOs(id),
        'platform.getUTXOs': () => first(pchain.utxos([to])),
        'avm.getTx': () => xchain.getTx(id),
        'avm.getBlock': () => xchain.getBlock(id),
        'avm.getBlockByHeight': () => xchain.getBlock(1n),
        'avm.getUTXOs': () => first(xchain.utxos([to.replace('P', 'X')])),
        'avax.getAtomicTx': () => cchain.getTx(id),
        'avax.getUTXOs': () => first(cchain.utxos([to.replace('P', 'C')], { sourceChain: 'X' })),
      };
      for (const [method, call] of Object.entries(calls)) {
        const error = await failed(call());
        expect(error.path[0], `${method}: ${error.message}`).toBe(method);
        expect(faultOf(error), method).toEqual({ party: 'node', status: 502 });
      }
    }
    const authority = await failed(nodeOf(other).pchain.state([to], { authorities: [id] }));
    expect(faultOf(authority).party).toBe('node');
  });
});
