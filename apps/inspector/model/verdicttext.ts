/** A verdict in words, which both views of it share. The verdict itself loads when it is asked for. */
import type { Judged } from './verdict.ts';

/** @param open Rules that need data from a node. */
export function verdictText(result: Judged['result'], open: number): string {
  if (result === 'accepted') return 'Nodes will accept it';
  if (result === 'refused') return 'Nodes will reject it';
  const needs = open === 1 ? 'rule needs' : 'rules need';
  return open > 0 ? `No rule broken. ${open} ${needs} data from a node.` : 'No rule broken.';
}
