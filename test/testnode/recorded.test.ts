/** What a real node replied in scripts of transactions and questions, and what the test node replies: the same, without Go. */
import { describe, expect, it } from 'vitest';
import { compareRecorded, type RecordedLine } from '../../tools/differential/compare.ts';
import { linesOf } from '../support/vectors.ts';

const played = (name: string) =>
  compareRecorded(linesOf(name).map((line) => JSON.parse(line) as RecordedLine));

describe('the test node', () => {
  it('replies what the real chains replied', { timeout: 300_000 }, async () => {
    const { differences, requests, decided, sameReason, otherReasons } =
      await played('node-script');
    expect(differences).toEqual([]);
    expect(requests).toBeGreaterThan(400);
    expect(decided.commit).toBeGreaterThan(0);
    expect(decided.abort).toBeGreaterThan(0);
    expect(sameReason).toBeGreaterThan(10 * otherReasons.length);
  });

  it('replies what they replied before Durango', { timeout: 300_000 }, async () => {
    const { differences, requests, blocks } = await played('node-script-cortina');
    expect(differences).toEqual([]);
    expect(requests).toBeGreaterThan(200);
    expect(blocks).toBeGreaterThan(3);
  });
});
