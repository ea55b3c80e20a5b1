/** Two people sign a draft on pages that share nothing but QR codes; the same in Chromium and in Firefox. */
import { expect } from 'vitest';
import type { Draft } from '../../src/draft/draft.ts';
import { finalize, formatDraft, sign } from '../../src/sign/index.ts';
import type { AnyBrowser } from '../support/browsing.ts';
import {
  type Answer,
  activate,
  lookAtDraft,
  openInspector,
  pasteDraft,
  photographCodes,
  scanPictures,
  sees,
  shows,
  textOf,
  withNode,
} from '../support/inspecting.ts';
import { keepsNoSecret, sendTo, signByKey, team, words } from '../support/team.ts';

const [alice, bob] = team;

/** An empty page with its scanner. */
export async function openScanner(b: AnyBrowser): Promise<void> {
  await openInspector(b);
  await activate(b, 'Scan QR codes');
  await shows(b, `document.querySelector('.draft-scanner')`);
}

/** Pictures of the codes of a draft that nobody has signed. */
export async function photographed(
  b: AnyBrowser,
  draft: Draft,
  folder: string,
): Promise<readonly string[]> {
  await pasteDraft(b, formatDraft(draft));
  await sees(b, '0 of 2 signers have signed.');
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
  await sees(b, '0 of 2 signers have signed.');
  await signByKey(b, words[0]);
  await sees(b, '1 of 2 signers have signed.');
  await keepsNoSecret(b, words[0]);
}

/** Bob signs the draft on the page as the last one, and sends the transaction to a node; returns its ID. */
export async function bobSends(b: AnyBrowser, draft: Draft, answer: Answer): Promise<string> {
  const { txID } = finalize(sign(sign(draft, alice), bob));
  await sees(b, '1 of 2 signers have signed.');
  await signByKey(b, words[1]);
  await sees(b, 'All signatures are checked.');
  await keepsNoSecret(b, words[1]);
  expect(await textOf(b)).toContain(txID);
  await withNode(answer, async (url) => {
    expect(JSON.parse(await sendTo(b, url)).result.txID).toBe(txID);
  });
  return txID as string;
}
