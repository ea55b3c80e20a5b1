/** The inspector in Firefox, which does what it does in Chromium; `inputs.ci.test.ts` has every kind of input. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../src/rpc/index.ts';
import type { AnyBrowser } from '../support/browsing.ts';
import { describeWithFirefox } from '../support/firefox.ts';
import { photographCodes, withFolder } from '../support/inspecting.ts';
import { type Firefox, openFirefox } from '../support/marionette.ts';
import { answerOf, fundedNode, twoOfThree } from '../support/team.ts';
import { aliceSigns, bobSigns, callOf, photographed, readPictures } from './bycodes.ts';
import { compares, editsAndUndoes, marksBothWays, showsLargeBlock, typesHex } from './scenarios.ts';

describeWithFirefox('the inspector in Firefox', () => {
  let firefox: Firefox;
  let b: AnyBrowser;
  beforeAll(async () => {
    firefox = await openFirefox();
    b = firefox.browser;
  });
  afterAll(() => firefox.close());

  /** Does something, which the page's policy has nothing to refuse in. */
  const calmly = async (body: (browser: AnyBrowser) => Promise<unknown>): Promise<void> => {
    await body(b);
    expect(await b.evaluate('window.refused')).toEqual([]);
  };

  it('marks the field of a byte and the bytes of a field', () => calmly(marksBothWays));
  it('edits an amount, an owner and a signature; the verdict follows', () =>
    calmly(editsAndUndoes));
  it('compares transactions, and an intent with a transaction', () => calmly(compares));
  it('shows a block of 2 MB with few elements', () => calmly(showsLargeBlock));
  it('takes hex that is typed as a whole', () => calmly(typesHex));

  it('signs a 2-of-3 between two pages by pictures alone, and a test node accepts it', () =>
    withFolder(async (folder) => {
      const testnode = fundedNode();
      const draft = await twoOfThree('http://testnode', testnode);
      const pictures = await photographed(b, draft, folder);
      await readPictures(b, pictures);
      await aliceSigns(b);
      await readPictures(b, await photographCodes(b, folder, 'signed'));
      const txID = await bobSigns(b, draft);
      const reply = await answerOf(testnode)('/ext/bc/P', await callOf(b));
      expect(JSON.parse(reply).result.txID).toBe(txID);
      testnode.mine();
      expect(
        await connect('http://testnode', testnode).call('platform.getTxStatus', { txID }),
      ).toMatchObject({ status: 'Committed' });
    }));
});
