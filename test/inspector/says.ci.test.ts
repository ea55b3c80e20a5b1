/** The verdict on every transaction of `vectors/` is that of `checkTx`. Proofs of possession make it too slow for the fast tests. */
import { expect, it } from 'vitest';
import { isDecoded, readSubject } from '../../apps/inspector/model/subject.ts';
import { judge } from '../../apps/inspector/model/verdict.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { checkTx } from '../../src/rules/check.ts';
import { verifyPossession, verifyWarpMessage } from '../../src/warp/bls.ts';
import { rows } from '../support/vectors.ts';

const time = 1_790_000_000n;
const bls = { verifyPossession, verifyMessage: verifyWarpMessage };

it('the verdict in the page is that of checkTx, for every transaction', () => {
  for (const name of ['p-public', 'x-public', 'c-public'] as const)
    for (const { hex, chain } of rows(name)) {
      const opened = open(hex, { chain, kind: 'tx' });
      const network =
        [mainnet, fuji, local].find(({ networkID }) => networkID === opened.network?.networkID) ??
        mainnet;
      const { result, findings } = checkTx(opened.value as never, {
        network,
        time,
        clock: time,
        bls,
      });
      const read = readSubject(hex, 'test', { chain, kind: 'tx' });
      if (!('subject' in read) || !isDecoded(read.subject)) throw new Error('it was not read');
      const judged = judge(read.subject, undefined, time);
      expect(judged.result).toBe(result);
      expect(judged.findings).toEqual(findings);
    }
});
