/** Two of three people sign on pages that share nothing but QR codes: one reads pictures of a screen, the other films a screen. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { connect } from '../../src/rpc/index.ts';
import { finalize, formatDraft, privateKey, sign } from '../../src/sign/index.ts';
import { type Browser, browse } from '../support/browsing.ts';
import { describeWithChromium } from '../support/chromium.ts';
import { describeWithGo } from '../support/go.ts';
import {
  type Answer,
  activate,
  cameraOf,
  filmCodes,
  lookAtDraft,
  openInspector,
  pasteDraft,
  photographCodes,
  scanPictures,
  sees,
  shows,
  textOf,
  withFolder,
  withNode,
} from '../support/inspecting.ts';
import { startLocalnode } from '../support/localnode.ts';
import {
  AVAX,
  answerOf,
  fundedNode,
  keepsNoSecret,
  sendTo,
  shared,
  signByKey,
  team,
  twoOfThree,
  words,
} from '../support/team.ts';

const [alice, bob] = team;

/** An empty page with its scanner. */
async function openScanner(browser: Browser): Promise<void> {
  await openInspector(browser);
  await activate(browser, 'Scan QR codes');
  await shows(browser, `document.querySelector('.draft-scanner')`);
}

/** Alice gets pictures of the codes, in disorder and one too few at first, signs, and her screen is filmed. */
async function aliceFilmed(draft: Draft, folder: string): Promise<Uint8Array> {
  const pictures = await browse(async (browser) => {
    await browser.become({ width: 1000, height: 900 });
    await pasteDraft(browser, formatDraft(draft));
    await sees(browser, '0 of 2 signers have signed.');
    return photographCodes(browser, folder, 'draft');
  });
  expect(pictures.length).toBeGreaterThan(3);
  return browse(async (browser) => {
    await openScanner(browser);
    await scanPictures(browser, [...pictures.slice(1)].reverse());
    await sees(browser, `${pictures.length - 1} of ${pictures.length} parts were read.`);
    await scanPictures(browser, pictures.slice(0, 1));
    await lookAtDraft(browser);
    await signByKey(browser, words[0]);
    await sees(browser, '1 of 2 signers have signed.');
    await keepsNoSecret(browser, words[0]);
    const film = await filmCodes(browser);
    expect(browser.errors).toEqual([]);
    expect(browser.requests.filter((url) => url.startsWith('http'))).toEqual([]);
    return film;
  });
}

/** Bob's camera sees the film. He signs, and sends the transaction to a node; returns its ID. */
async function bobSent(video: string, draft: Draft, answer: Answer): Promise<string> {
  const { txID } = finalize(sign(sign(draft, alice), bob));
  await browse(async (browser) => {
    await openScanner(browser);
    await activate(browser, 'Use the camera');
    await lookAtDraft(browser);
    await sees(browser, '1 of 2 signers have signed.');
    await signByKey(browser, words[1]);
    await sees(browser, 'All signatures are checked.');
    await keepsNoSecret(browser, words[1]);
    expect(await textOf(browser)).toContain(txID);
    await withNode(answer, async (url) => {
      expect(JSON.parse(await sendTo(browser, url)).result.txID).toBe(txID);
    });
    expect(browser.errors).toEqual([]);
  }, cameraOf(video));
  return txID as string;
}

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
