import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../../tools/selection/generate.ts';
import { judge } from '../../tools/selection/judge.ts';
import { missed, plantedOf } from '../../tools/selection/planted.ts';

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

  it('burns the least possible or little more, and refuses nothing that something solves', () => {
    expect(
      judged.filter(({ verdict }) => verdict === 'refused').map(({ detail }) => detail),
    ).toEqual([]);
    const ratios = solved.map(({ ratio }) => ratio).sort((a, b) => a - b);
    expect(ratios[ratios.length >> 1]).toBe(1);
    expect(solved.filter(({ isNear }) => !isNear)).toEqual([]);
    expect(solved.filter(({ shortfall }) => shortfall > 1.001)).toEqual([]);
  });

  it('finds what is planted in large wallets: exact matches, and what almost fills the gas or the bytes', () => {
    const names = Array.from({ length: 16 }, (_, i) => `test/${i}`);
    expect(names.flatMap((name) => missed(plantedOf(name)) ?? [])).toEqual([]);
  });

  // `max` of locked funds whose fee the others cannot pay for all of; free funds that are worth enough but have no owner for their change,
  // which is not needed where a part of the locked funds stays locked. Limits of bytes within which only certain coins suffice (7/1938 locked
  // ones, 7/5516 of two assets), and of gas within which only coins without change do
  // (two of 2026112507/88, seven of 20261128/1059).
  it.each([
    '1/343',
    '1/981',
    '7/1938',
    '7/5516',
    '260001/1666',
    '770001/137',
    '99126/458',
    '99126/2586',
    '99126/3779',
    '2026112507/88',
    '20261128/1059',
  ])('solves scenario %s', (name) => {
    const { verdict, detail, isNear, shortfall } = judge(scenarioOf(name));
    expect(['ok', 'unsolvable'], detail).toContain(verdict);
    expect(isNear).toBe(true);
    expect(shortfall).toBeLessThan(1.001);
  });
});
