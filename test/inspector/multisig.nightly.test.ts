/** Two of three people sign on pages that share nothing but QR codes, and avalanchego accepts it. */
import { expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { connect } from '../../src/rpc/index.ts';
import { finalize, privateKey, sign } from '../../src/sign/index.ts';
import { describeWithChromium } from '../support/browsing.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';
import { signedByCodes } from './bycodes.ts';
import { AVAX, shared, twoOfThree } from './team.ts';

describeWithChromium('a 2-of-3 between two pages', (browse) => {
  describeWithGo('at a real node', () => {
    it('is signed by pictures and by a camera, and avalanchego accepts it', async () => {
      const { ready } = await startLocalnode();
      const node = connect(ready.url);
      const state = await node.pchain.state([ready.keys[0]!.pAddress]);
      const owner = privateKey(ready.keys[0]!.privateKey);
      const funding = buildBaseTx(state, { outputs: [{ to: shared, amount: 10n * AVAX }] });
      await node.issue(finalize(sign(funding, owner)));
      const draft = await twoOfThree(ready.url);
      const txID = await signedByCodes(browse, draft, async (target, body) =>
        (
          await fetch(ready.url + target, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).text(),
      );
      const statusOf = async () => (await node.call('platform.getTxStatus', { txID })).status;
      // As long as it takes: the limit of the test ends it.
      await expect.poll(statusOf, { timeout: 600_000 }).not.toBe('Processing');
      expect(await statusOf()).toBe('Committed');
    });
  });
});
