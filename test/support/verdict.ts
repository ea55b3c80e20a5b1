/** What the rules say of transactions, in short. */
import { formatPath } from '../../src/errors/error.ts';
import { type Checkable, checkTx, type Facts, type RuleFinding } from '../../src/rules/index.ts';

/** `code path` of a finding. */
export const told = ({ code, path = [] }: RuleFinding): string =>
  `${code} ${formatPath(path)}`.trim();

/** `code path` of the first rule that refuses, or nothing; without the rules named. */
export function said(tx: Checkable, facts: Facts, ...but: readonly string[]): string {
  const found = checkTx(tx, facts).findings.find(
    ({ rule, result }) => result === 'refused' && !but.includes(rule),
  );
  return found ? told(found) : '';
}

/** What one rule finds: `ok`, `code path`, or `? fact`. */
export function ruleSays(tx: Checkable, facts: Facts, rule: string): string {
  const found = checkTx(tx, facts).findings.filter((of) => of.rule === rule);
  if (found.length !== 1) throw new Error(`${found.length} rules are called ${rule}`);
  const [one] = found as [RuleFinding];
  return one.result === 'ok' ? 'ok' : one.result === 'refused' ? told(one) : `? ${one.missing}`;
}
