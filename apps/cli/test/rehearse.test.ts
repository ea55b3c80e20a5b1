import { afterAll, beforeAll, describe } from 'vitest';
import { privateKey } from '../../../src/sign/index.ts';
import { createTestnode } from '../../../src/testnode/index.ts';
import { testnodeServer } from '../../../src/testnode/serve/server.ts';
import { type Listening, listen } from '../src/testnodehttp.ts';
import { rehearses } from './rehearsing.ts';

describe('issue --rehearse, with the test node', () => {
  const testnode = createTestnode();
  const key = privateKey(new Uint8Array(32).fill(8));
  let server: Listening;
  beforeAll(async () => {
    testnode.fund('P', { to: key.shortID, amount: 100_000_000_000n });
    // The command line takes the time from the machine.
    testnode.setTime(BigInt(Math.floor(Date.now() / 1000)));
    server = await listen({ hostname: '127.0.0.1', port: 0 }, testnodeServer(testnode).answer);
  });
  afterAll(() => server.close());
  rehearses(() => ({ url: server.url, key }));
});
