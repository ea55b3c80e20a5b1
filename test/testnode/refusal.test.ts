import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type AnyTx, txFromBytes } from '../../src/chain/tx.ts';
import { AvalancheError, isError } from '../../src/errors/error.ts';
import { reasonOf } from '../../src/rpc/reason.ts';
import { checkTx } from '../../src/rules/index.ts';
import { saidAs, wordsFor } from '../../src/testnode/refusal.ts';
import { parseHex } from '../../src/text/bytes.ts';
import type { Judged } from '../support/judged.ts';
import { type FactsRow, factsFrom, poolOf } from '../support/nodefacts.ts';
import { AVAX, newNode, other, send, signedBy } from '../support/testnode.ts';

/** What this library says in the place of a node, and the node. */
function* told(name: string) {
  const states = new Map<string, ReturnType<typeof factsFrom>>();
  const file = new URL(`../../vectors/${name}.ndjson.gz`, import.meta.url);
  for (const text of gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')) {
    const line = JSON.parse(text) as FactsRow | Judged;
    if ('facts' in line) states.set(line.facts, factsFrom(line));
    else if (!line.ok && line.stage !== 'rpc')
      yield { line, ours: toldOf(line, states.get(line.state)![line.chain]) };
  }
}

/** What this library finds, and what it says. */
function toldOf({ chain, hex, pool }: Judged, facts: ReturnType<typeof factsFrom>['P']) {
  let tx: AnyTx;
  try {
    tx = txFromBytes(chain, parseHex(hex));
  } catch (error) {
    if (!isError(error)) throw error;
    return { rule: 'bytes', error, ...wordsFor(chain, 'bytes', error) };
  }
  const all = pool ? { ...facts, pool: poolOf(chain, pool) } : facts;
  const { rule, error } = checkTx(tx, all).findings.find((of) => of.error)!;
  return { rule, error: error!, ...wordsFor(chain, rule, error!) };
}

describe('refusals', () => {
  it('give programs the reason of a real node, or the one that the rule found', {
    timeout: 300_000,
  }, () => {
    const all = [...told('refusals'), ...told('verdicts')].map(({ line, ours }) => ({
      ours,
      said: reasonOf(ours.message),
      node: reasonOf(line.error!),
    }));
    expect(all.length).toBeGreaterThan(2_000);
    for (const { ours, said, node } of all) {
      // As the node's, or what the rule found where the node finds another fault first.
      const codes = [node.code, ours.error.code, saidAs[ours.error.code]];
      expect(codes, ours.message).toContain(said.code);
      expect([undefined, node.rule, ours.rule], ours.message).toContain(said.rule);
    }
    const same = all.filter(({ said, node }) => said.code === node.code);
    expect(same.length / all.length).toBeGreaterThan(0.9);
  });

  it('end in a sentence of a node only if it has no other for the rule and code', () => {
    const wordsOf = (rule: string) =>
      wordsFor('P', rule, new AvalancheError('OutOfRange', 'the stake is too short')).reason;
    expect(wordsOf('delegation fee')).toMatch(/^the stake is too short: .{10,}/);
    expect(wordsOf('stake of a validator')).toBe('the stake is too short: OutOfRange');
    expect(wordsOf('no such rule')).toBe('the stake is too short: OutOfRange');
  });

  it('begin as those of a node', () => {
    const start = /^(couldn't (issue|parse) tx: |issuing tx: |parsing tx: )?/;
    for (const { line, ours } of [...told('refusals'), ...told('verdicts')])
      expect(start.exec(ours.message)![0]).toBe(start.exec(line.error!)![0]);
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
