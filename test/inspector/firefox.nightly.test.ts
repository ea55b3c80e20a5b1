/** The inspector in Firefox, which does what it does in Chromium; `inputs.ts` has every kind of input. */
import { expect, it } from 'vitest';
import { connect } from '../../src/rpc/index.ts';
import type { AnyBrowser } from '../support/browsing.ts';
import { describeWithFirefox } from '../support/firefox.ts';
import { testFolder } from '../support/folder.ts';
import { aliceSigns, bobSigns, callOf, photographed, readPictures } from './bycodes.ts';
import { photographCodes } from './codes.ts';
import { opensAll } from './inputs.ts';
import { compares, editsAndUndoes, marksBothWays, showsLargeBlock, typesHex } from './scenarios.ts';
import { answerOf, fundedNode, twoOfThree } from './team.ts';

describeWithFirefox('the inspector in Firefox', (browse) => {
  /** Does something, which the page's policy has nothing to refuse in. */
  const calmly = (body: (browser: AnyBrowser) => Promise<unknown>): Promise<void> =>
    browse(async (b) => {
      await body(b);
      expect(await b.evaluate('window.refused')).toEqual([]);
    });

  it('opens inputs of every kind by paste, drop, link and file', () => browse(opensAll));
  it('marks the field of a byte and the bytes of a field', () => calmly(marksBothWays));
  it('edits an amount, an owner and a signature; the verdict follows', () =>
    calmly(editsAndUndoes));
  it('compares transactions, and an intent with a transaction', () => calmly(compares));
  it('shows a block of 2 MB with few elements', () => calmly(showsLargeBlock));
  it('takes hex that is typed as a whole', () => calmly(typesHex));

  it('signs a 2-of-3 between two pages by pictures alone, and a test node accepts it', () =>
    browse(async (b) => {
      const folder = testFolder();
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
