/** A small part of `npx tsx tools/liar.ts` and `npx tsx tools/coordinator.ts`: nobody loses anything, and what objects is not always the node. */
import { expect, it } from 'vitest';
import { runCoordinator } from '../../tools/adversary/coordinator.ts';
import { runLiar } from '../../tools/adversary/liar.ts';
import type { Report } from '../../tools/adversary/rounds.ts';
import { describeWithGo } from '../support/go.ts';

/** Those of some columns in which something is. */
const usedOf = ({ total }: Report, columns: readonly string[]) =>
  columns.filter((by) => total.counts.has(by));

/** Milliseconds: each takes some ten seconds, and much longer where other programs compete for the processor. */
const patience = 600_000;

describeWithGo('adversaries, before a node', () => {
  it(
    'a node that lies costs nobody more than the intent and the ceiling',
    async () => {
      const report = await runLiar({ seed: 4, count: 30 });
      expect(report.losses).toEqual([]);
      expect(report.attacks).toBe(30);
      const columns = ['connect', 'build', 'sign', 'issue', 'node', 'accepted'];
      expect(usedOf(report, columns).length).toBeGreaterThanOrEqual(4);
    },
    patience,
  );

  it(
    'a coordinator who manipulates drafts costs nobody more either',
    async () => {
      const report = await runCoordinator({ seed: 3, count: 40 });
      expect(report.losses).toEqual([]);
      expect(report.attacks).toBe(40);
      const columns = ['read', 'policy', 'default', 'explain', 'review', 'signed P', 'signed D'];
      expect(usedOf(report, columns).length).toBeGreaterThanOrEqual(4);
      // What is honest is allowed by the policy that is made of it, and is what was meant.
      expect(report.falseAlarms).toEqual([]);
      const groups = report.groups.map(({ kind }) => kind);
      expect(groups).toEqual(expect.arrayContaining(['as text', 'as bytes', 'as parts']));
      expect(groups.filter((kind) => /in turn|mixed|2 of 3/.test(kind))).not.toEqual([]);
    },
    patience,
  );
});
