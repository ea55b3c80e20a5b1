import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/errors/codes.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { faultOf, faults } from '../../src/errors/fault.ts';
import { connect } from '../../src/rpc/connect.ts';
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
});
