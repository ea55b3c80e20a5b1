/** Two people sign a draft on pages that share nothing but QR codes; the same in Chromium and in Firefox. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Draft } from '../../src/draft/draft.ts';
import { finalize, formatDraft, sign } from '../../src/sign/index.ts';
import { type AnyBrowser, type Browse, browseAlone } from '../support/browsing.ts';
import { testFolder } from '../support/folder.ts';
import { cameraOf, filmCodes, photographCodes, scanPictures } from './codes.ts';
import {
  activate,
  fill,
  lookAtDraft,
  openInspector,
  pageText,
  pasteDraft,
  sees,
} from './support.ts';
import { type Answer, keepsNoSecret, sendTo, signByKey, team, withNode, words } from './team.ts';

const [alice, bob] = team;

/** An empty page with its scanner. */
async function openScanner(b: AnyBrowser): Promise<void> {
  await openInspector(b);
  await activate(b, 'Scan QR codes');
  await b.until(`document.querySelector('.draft-scanner')`);
}

/** Pictures of the codes of a draft that nobody has signed. */
export async function photographed(
  b: AnyBrowser,
  draft: Draft,
  folder: string,
): Promise<readonly string[]> {
  await pasteDraft(b, formatDraft(draft));
  await sees(b, 'Signed: 0 of 2');
  const pictures = await photographCodes(b, folder, 'draft');
  expect(pictures.length).toBeGreaterThan(3);
  return pictures;
}

/** Reads a draft from pictures in disorder, one too few at first. */
export async function readPictures(b: AnyBrowser, pictures: readonly string[]): Promise<void> {
  await openScanner(b);
  await scanPictures(b, [...pictures.slice(1)].reverse());
  await sees(b, `${pictures.length - 1} of ${pictures.length} parts were read.`);
  await scanPictures(b, pictures.slice(0, 1));
  await lookAtDraft(b);
}

/** Alice signs the draft on the page. */
export async function aliceSigns(b: AnyBrowser): Promise<void> {
  await sees(b, 'Signed: 0 of 2');
  await signByKey(b, words[0]);
  await sees(b, 'Signed: 1 of 2');
  await keepsNoSecret(b, words[0]);
}

/** Bob signs the draft on the page as the last one; returns the ID of the transaction. */
export async function bobSigns(b: AnyBrowser, draft: Draft): Promise<string> {
  const { txID } = finalize(sign(sign(draft, alice), bob));
  await sees(b, 'Signed: 1 of 2');
  await signByKey(b, words[1]);
  await sees(b, 'All signatures are checked.');
  await keepsNoSecret(b, words[1]);
  expect(await pageText(b)).toContain(txID);
  return txID as string;
}

/** The body of the call that the page would send to a node, as it shows it. */
export async function callOf(b: AnyBrowser): Promise<string> {
  await fill(b, 'Send it to a node', 'http://127.0.0.1:9650');
  await sees(b, 'POST http://127.0.0.1:9650/ext/bc/P');
  const text = await b.evaluate<string>(`document.querySelector('.draft-request').textContent`);
  return text.slice(text.indexOf('{'));
}

/** Alice gets pictures of the codes, signs, and her screen is filmed. */
async function aliceFilmed(browse: Browse, draft: Draft): Promise<Uint8Array> {
  const pictures = await browse(async (browser) => {
    await browser.become({ width: 1000, height: 900 });
    return photographed(browser, draft, testFolder());
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
  browseAlone(async (browser) => {
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

/** Both sign by QR codes alone: one reads pictures of a screen, the other films a screen. Returns the ID of the sent transaction. */
export async function signedByCodes(browse: Browse, draft: Draft, answer: Answer): Promise<string> {
  const video = join(testFolder(), 'screen.y4m');
  writeFileSync(video, await aliceFilmed(browse, draft));
  return bobSent(video, draft, answer);
}
