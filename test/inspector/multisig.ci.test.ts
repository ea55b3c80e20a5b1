/** Two of three people sign on pages that share nothing but QR codes: one reads pictures of a screen, the other films a screen. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { connect } from '../../src/rpc/index.ts';
import { finalize, privateKey, sign } from '../../src/sign/index.ts';
import { browse } from '../support/browsing.ts';
import { describeWithChromium } from '../support/chromium.ts';
import { describeWithGo } from '../support/go.ts';
import {
  type Answer,
  activate,
  cameraOf,
  filmCodes,
  lookAtDraft,
  withFolder,
  withNode,
} from '../support/inspecting.ts';
import { startLocalnode } from '../support/localnode.ts';
import { AVAX, answerOf, fundedNode, sendTo, shared, twoOfThree } from '../support/team.ts';
import { aliceSigns, bobSigns, openScanner, photographed, readPictures } from './bycodes.ts';

/** Alice gets pictures of the codes, signs, and her screen is filmed. */
async function aliceFilmed(draft: Draft, folder: string): Promise<Uint8Array> {
  const pictures = await browse(async (browser) => {
    await browser.become({ width: 1000, height: 900 });
    return photographed(browser, draft, folder);
  });
  return browse(async (browser) => {
    await readPictures(browser, pictures);
    await aliceSigns(browser);
    const film = await filmCodes(browser);
    expect(browser.errors).toEqual([]);
    expect(browser.requests.filter((url) => url.startsWith('http'))).toEqual([]);
    return film;
  });
}

/** Bob's camera sees the film. He signs, and sends the transaction to a node; returns its ID. */
const bobSent = (video: string, draft: Draft, answer: Answer): Promise<string> =>
  browse(async (browser) => {
    await openScanner(browser);
    await activate(browser, 'Use the camera');
    await lookAtDraft(browser);
    const txID = await bobSigns(browser, draft);
    await withNode(answer, async (url) => {
      expect(JSON.parse(await sendTo(browser, url)).result.txID).toBe(txID);
    });
    expect(browser.errors).toEqual([]);
    return txID;
  }, cameraOf(video));

/** Both sign, by QR codes alone. */
const signedByCodes = (draft: Draft, answer: Answer): Promise<string> =>
  withFolder(async (folder) => {
    const video = join(folder, 'screen.y4m');
    writeFileSync(video, await aliceFilmed(draft, folder));
    return bobSent(video, draft, answer);
  });

describeWithChromium('a 2-of-3 between two pages', () => {
  it('is signed by pictures and by a camera, and a test node accepts it', async () => {
    const testnode = fundedNode();
    const draft = await twoOfThree('http://testnode', testnode);
    const txID = await signedByCodes(draft, answerOf(testnode));
    testnode.mine();
    const node = connect('http://testnode', testnode);
    expect(await node.call('platform.getTxStatus', { txID })).toMatchObject({
      status: 'Committed',
    });
  });
});

describeWithGo('a 2-of-3 between two pages, at a real node', () => {
  it('is signed by pictures and by a camera, and avalanchego accepts it', async () => {
    const { ready } = await startLocalnode();
    const node = connect(ready.url);
    const state = await node.pchain.state([ready.keys[0]!.pAddress]);
    const owner = privateKey(ready.keys[0]!.privateKey);
    const funding = buildBaseTx(state, { outputs: [{ to: shared, amount: 10n * AVAX }] });
    await node.issue(finalize(sign(funding, owner)));
    const draft = await twoOfThree(ready.url);
    const txID = await signedByCodes(draft, async (target, body) =>
      (
        await fetch(ready.url + target, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).text(),
    );
    const statusOf = async () => (await node.call('platform.getTxStatus', { txID })).status;
    while ((await statusOf()) === 'Processing')
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await statusOf()).toBe('Committed');
  });
});
