import { afterAll, beforeAll } from 'vitest';
import type { Localnode } from '../../../scripts/localnode.ts';
import { privateKey } from '../../../src/sign/index.ts';
import { describeWithGo } from '../../../test/support/go.ts';
import { startLocalnode } from '../../../test/support/localnode.ts';
import { rehearses } from './rehearsing.ts';

describeWithGo('issue --rehearse, with a node', () => {
  let node: Localnode;
  beforeAll(async () => {
    node = await startLocalnode();
  }, 60_000);
  afterAll(() => node?.stop());
  rehearses(() => ({ url: node.ready.url, key: privateKey(node.ready.keys[1]!.privateKey) }));
});
