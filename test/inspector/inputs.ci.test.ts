/** Every kind of input in Chromium. */
import { expect, it } from 'vitest';
import { describeWithChromium } from '../support/browsing.ts';
import { opensAll } from './inputs.ts';
import { compares, typesHex } from './scenarios.ts';

describeWithChromium('inputs of the inspector in Chromium', (browse) => {
  it('of every kind open by paste, drop, link and file', () =>
    browse(async (b) => {
      await opensAll(b);
      expect(b.errors).toEqual([]);
      expect(b.requests.filter((url) => /^(https?|wss?):/.test(url))).toEqual([]);
    }));

  it('typed by hand are taken as a whole', () => browse(typesHex));

  it('are compared with others, and with an intent', () => browse(compares));
});
