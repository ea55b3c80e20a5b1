/** Two of three people sign on pages that share nothing but QR codes. */
import { expect, it } from 'vitest';
import { connect } from '../../src/rpc/index.ts';
import { describeWithChromium } from '../support/browsing.ts';
import { signedByCodes } from './bycodes.ts';
import { answerOf, fundedNode, twoOfThree } from './team.ts';

describeWithChromium('a 2-of-3 between two pages', (browse) => {
  it('is signed by pictures and by a camera, and a test node accepts it', async () => {
    const testnode = fundedNode();
    const draft = await twoOfThree('http://testnode', testnode);
    const txID = await signedByCodes(browse, draft, answerOf(testnode));
    testnode.mine();
    const node = connect('http://testnode', testnode);
    expect(await node.call('platform.getTxStatus', { txID })).toMatchObject({
      status: 'Committed',
    });
  });
});
