/** The API report is what was built: a change of the public surface shows in `api/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiReports } from '../scripts/api.ts';

const folder = new URL('../api/', import.meta.url);
const reports = apiReports();

describe('the API report', () => {
  it.each([...reports])('%s is what was built (npm run build && npm run api)', (file, text) => {
    expect(readFileSync(new URL(file, folder), 'utf8')).toBe(text);
  });
  it('has no file of an entry point that is gone', () => {
    expect(readdirSync(folder).sort()).toEqual([...reports.keys()].sort());
  });
  it('shows signatures, and none of their comments', () => {
    const fee = reports.get('avalanche-tx.fee.md')!;
    expect(fee).toContain('declare function feeOf(tx: PTx | XTx | CTx, facts: FeeFacts): TxFee;');
    expect([...reports.values()].join('')).not.toContain('/**');
  });
});
