/** A transaction of the C-chain's EVM as the inspector shows it. */
import { describe, expect, it } from 'vitest';
import { evmCard } from '../../apps/inspector/model/evmtx.ts';
import { readSubject } from '../../apps/inspector/model/subject.ts';
import { contractCreation, erc20Transfer, evmTxs, unsignedEVMTx } from '../support/evmtxs.ts';

/** The account of the key 0x01…01. */
const sender = '0x1a642f0e3c3af545e7acbd38b07251b3990914f1';
const warpPrecompile = '0x0200000000000000000000000000000000000005';

function cardOf(text: string) {
  const read = readSubject(text, 'test');
  if (!('subject' in read) || read.subject.kind !== 'evm') throw new Error('it is not shown');
  const { rows, ...card } = evmCard(read.subject.bytes);
  return { ...card, ...Object.fromEntries(rows) };
}

describe('a transaction of the EVM', () => {
  it('is shown with its fields and sender', () => {
    expect(cardOf(evmTxs['EIP-1559'])).toEqual({
      sentence: `Send 1.5 AVAX to ${warpPrecompile}`,
      warnings: [],
      chain: 'C-chain of mainnet (43114)',
      type: 'EIP-1559',
      from: sender,
      to: warpPrecompile,
      value: '1.5 AVAX',
      nonce: '7',
      'gas limit': '21,000',
      'max fee': '25 nAVAX per unit of gas',
      'priority fee': '1 nAVAX per unit of gas',
      'fee at most': '0.000525 AVAX',
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
  });

  it.each(Object.keys(evmTxs) as (keyof typeof evmTxs)[])(
    'of type %s is read, bare and in a reply',
    (type) => {
      const reply = JSON.stringify({ jsonrpc: '2.0', id: 1, result: evmTxs[type] });
      for (const text of [evmTxs[type], reply, ` ${evmTxs[type].slice(2)}\n`])
        expect(cardOf(text)).toMatchObject({ type, from: sender });
    },
  );

  it('names the function that it calls, and a new contract', () => {
    expect(cardOf(erc20Transfer)).toMatchObject({
      sentence: 'Call 0xa9059cbb of 0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
      selector: '0xa9059cbb, as transfer(address,uint256) has it',
    });
    expect(cardOf(contractCreation)).toMatchObject({
      sentence: 'Create a contract',
      chain: 'C-chain of Fuji (43113)',
      to: 'a new contract',
    });
  });

  it('without a signature has no sender', () => {
    expect(cardOf(unsignedEVMTx)).toMatchObject({ from: 'not signed', nonce: '7' });
    expect(cardOf(unsignedEVMTx)).not.toHaveProperty('hash');
  });

  it('that is damaged is refused with the reason', () => {
    const error = (text: string) => {
      const read = readSubject(text, 'test');
      return 'error' in read ? read.error.detail : 'it is shown';
    };
    expect(error(`${evmTxs['EIP-1559']}00`)).toMatch(/1 byte is too many/);
    expect(error(evmTxs['EIP-1559'].slice(0, -4))).toMatch(/2 bytes are missing/);
  });
});
