import { describe, expect, it } from 'vitest';
import { AvalancheError } from '../../src/errors/error.ts';
import { wordsFor } from '../../src/testnode/issue.ts';
import { AVAX, newNode, other, send, signedBy } from '../support/testnode.ts';

describe('refusals', () => {
  it('end in a sentence of a node only if it has no other for the rule and code', () => {
    const wordsOf = (rule: string) =>
      wordsFor('P', rule, new AvalancheError('OutOfRange', 'the stake is too short')).reason;
    expect(wordsOf('delegation fee')).toMatch(/^the stake is too short: .{10,}/);
    expect(wordsOf('stake of a validator')).toBe('the stake is too short: OutOfRange');
    expect(wordsOf('no such rule')).toBe('the stake is too short: OutOfRange');
  });

  it('come with the words, the rule and the code', () => {
    const node = newNode();
    const bytes = signedBy(node, 'X', {
      type: 'BaseTx',
      outputs: [{ to: other.shortID, amount: AVAX }],
    }).bytes;
    expect(node.issue('X', bytes)).toMatchObject({ ok: true });
    expect(node.issue('X', bytes)).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /^inputs\[0\]: UTXO .* does not exist or is spent: fetching UTXOs$/,
      ),
      rule: 'UTXOs',
      error: { code: 'NotFound' },
    });
    const damaged = signedBy(node, 'P', {
      type: 'BaseTx',
      outputs: [{ to: other.shortID, amount: AVAX }],
    });
    const wrong = damaged.bytes.slice();
    wrong[wrong.length - 10]! ^= 1;
    expect(node.issue('P', wrong)).toMatchObject({
      ok: false,
      rule: 'signatures',
      message: expect.stringMatching(/^couldn't issue tx: failed verification: credentials\[0\]/),
    });
    expect(node.issue('P', new Uint8Array(3))).toMatchObject({
      ok: false,
      rule: 'bytes',
      error: { code: 'Truncated' },
    });
    expect(node.issue('C', new Uint8Array(3))).toMatchObject({
      message: expect.stringMatching(/^parsing tx: /),
    });
  });

  it('leave everything as it was', () => {
    const node = newNode();
    send(node, 'P', { type: 'BaseTx', outputs: [{ to: other.shortID, amount: AVAX }] });
    // It remembers the refusal, and nothing else is another.
    const dumped = () =>
      node
        .dump()
        .replace(/^.*\n/, '')
        .replace(/"dropped":\[(\["(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*"\],?)*\]/g, '');
    const before = dumped();
    const { bytes } = signedBy(node, 'P', {
      type: 'BaseTx',
      outputs: [{ to: other.shortID, amount: AVAX }],
    });
    const wrong = bytes.slice();
    wrong[wrong.length - 1] = 3;
    expect(node.issue('P', wrong).ok).toBe(false);
    expect(dumped() === before).toBe(true);
  });
});
