import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../../benchmarks/selection/generate.ts';
import { judge } from '../../benchmarks/selection/judge.ts';

const judged = Array.from({ length: 150 }, (_, i) => judge(scenarioOf(`test/${i}`)));
const solved = judged.filter(({ verdict }) => verdict === 'ok');

describe('coin selection, judged by trying everything', () => {
  it('does what was asked for, as a node accepts it, whatever the order of the UTXOs', () => {
    expect(judged.filter(({ verdict }) => verdict === 'wrong').map(({ detail }) => detail)).toEqual(
      [],
    );
    // Nothing is better than everything: the judge itself is right.
    expect(judged.filter(({ verdict }) => verdict === 'judge').map(({ detail }) => detail)).toEqual(
      [],
    );
    expect(solved.length).toBeGreaterThan(75);
  });

  it('is certified by a bound that is never above the least possible, and mostly near what is burned', () => {
    expect(judged.filter(({ verdict }) => verdict === 'bound').map(({ detail }) => detail)).toEqual(
      [],
    );
    expect(solved.filter(({ gap }) => gap <= 1.05).length / solved.length).toBeGreaterThan(0.9);
  });
});
