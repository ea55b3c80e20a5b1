import { describe, expect, it } from 'vitest';
import type { ChainOptions } from '../src/chain.ts';
import { failureOf } from '../src/failure.ts';
import { startIn } from '../src/threads.ts';

const threadOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
/** A thread that tells something, and ends when it is asked to. */
const telling = threadOf(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', () => { parentPort.postMessage({ isDone: true }); parentPort.close(); });
  parentPort.postMessage({ event: 'something' });
`);
const start = (on: ChainOptions['on'], ending = new AbortController(), thread = telling) =>
  startIn(thread, { urls: [], headers: {}, allowPlainHTTP: false })([], {
    chain: 'P',
    signal: ending.signal,
    on,
  } as ChainOptions);

describe('a thread', () => {
  it('is ended by what fails where it is listened to, and the failure is told', async () => {
    await expect(start(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
      'the disk is full',
    );
  });

  it('ends when it is asked to', async () => {
    const ending = new AbortController();
    await start(() => ending.abort(), ending);
  });

  it('says what to do when it needs more memory than it may have', async () => {
    const code = "throw Object.assign(new Error('limit'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })";
    const failed = await start(() => {}, new AbortController(), threadOf(code)).catch(failureOf);
    expect(failed).toMatchObject({ status: 3, text: expect.stringContaining('--max-old-space') });
  });
});
