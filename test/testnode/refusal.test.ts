import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type AnyTx, txFromBytes } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { reasonOf } from '../../src/rpc/reason.ts';
import { checkTx } from '../../src/rules/index.ts';
import { undecodable, wordsFor } from '../../src/testnode/refusal.ts';
import { parseHex } from '../../src/text/bytes.ts';
import type { Judged } from '../support/judged.ts';
import { type FactsRow, factsFrom, poolOf } from '../support/nodefacts.ts';
import { AVAX, newNode, other, send, signedBy } from '../support/testnode.ts';

/** What this library says in the place of a node, and the node. */
function* told(name: string) {
  const states = new Map<string, ReturnType<typeof factsFrom>>();
  const file = new URL(`../../vectors/${name}.ndjson.gz`, import.meta.url);
  for (const text of gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')) {
    const line = JSON.parse(text) as FactsRow | (Judged & { readonly causes?: readonly string[] });
    if ('facts' in line) states.set(line.facts, factsFrom(line));
    else if (!line.ok && line.stage !== 'rpc')
      yield { line, ours: messageFor(line, states.get(line.state)![line.chain]) };
  }
}

function messageFor(
  { chain, hex, pool }: Judged,
  facts: ReturnType<typeof factsFrom>['P'],
): string {
  let tx: AnyTx;
  try {
    tx = txFromBytes(chain, parseHex(hex));
  } catch (e) {
    if (isError(e)) return undecodable(chain, e).message;
    throw e;
  }
  const all = pool ? { ...facts, pool: poolOf(chain, pool) } : facts;
  const { rule, error } = checkTx(tx, all).findings.find((of) => of.error)!;
  return wordsFor(tx, rule, error!, all).message;
}

describe('refusals', () => {
  it('say what a real node says, nearly always', { timeout: 300_000 }, () => {
    const all = [...told('refusals'), ...told('verdicts')];
    const start = /^(couldn't (issue|parse) tx: |issuing tx: |parsing tx: )?/;
    const alike = all.filter(({ line, ours }) => {
      const cause = line.causes?.at(-1) ?? '';
      return ours.includes(cause) && start.exec(ours)![0] === start.exec(line.error!)![0];
    });
    expect(alike.length / all.length).toBeGreaterThan(0.95);
    const same = all.filter(({ line, ours }) => ours === line.error);
    expect(same.length / all.length).toBeGreaterThan(0.9);
    const sameCode = all.filter(
      ({ line, ours }) => reasonOf(ours).code === reasonOf(line.error!).code,
    );
    expect(sameCode.length / all.length).toBeGreaterThan(0.95);
    expect(all.length).toBeGreaterThan(2_000);
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
        /^failed to verify transfer: failed to get utxo \w+: not found$/,
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
      message: expect.stringMatching(
        /^couldn't issue tx: failed verification: failed execution: standard tx \w+ failed execution: /,
      ),
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
        .replace(/"dropped":\[(\[[^\]]*\],?)*\]/g, '');
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
