/** A worker reads a state and builds, so that a page or service with many UTXOs is not blocked; the draft is signed by the intent elsewhere. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build as bundle } from 'esbuild';
import { expect, it } from 'vitest';
import type { PDraft } from '../../src/draft/draft.ts';
import { finalize, policyOf, sign } from '../../src/sign/index.ts';
import { loadTestnode } from '../../src/testnode/index.ts';
import { AVAX, ewoq, newNode, other } from '../support/testnode.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The program of the worker: as in docs/guides/coin-selection.md, but with a node in memory. */
async function program(): Promise<URL> {
  const { outputFiles } = await bundle({
    stdin: {
      contents: `
        import { parentPort } from 'node:worker_threads';
        import { build } from './src/builder/index.ts';
        import { connect } from './src/rpc/index.ts';
        import { loadTestnode } from './src/testnode/index.ts';
        parentPort.once('message', async ({ dump, from, intent, options }) => {
          const state = await connect('http://testnode', loadTestnode(dump)).pchain.state(from);
          parentPort.postMessage(build(state, intent, options));
        });`,
      resolveDir: root,
    },
    alias: { '#sha256': `${root}src/crypto/sha256/node.ts` },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  return new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0]!.text)}`);
}

it('a worker builds what is signed by the intent in another thread', async () => {
  const node = newNode();
  const me = ewoq.address('P', node.network);
  node.fundAll(
    'P',
    Array.from({ length: 2_000 }, () => ({ to: me, amount: AVAX })),
  );
  const dump = node.dump();
  const intent = {
    type: 'BaseTx',
    outputs: [{ to: other.address('P', node.network), amount: AVAX * 4n }],
  } as const;
  const worker = new Worker(await program());
  worker.postMessage({ dump, from: [me], intent, options: { own: [me] } });
  const [draft] = (await once(worker, 'message')) as [PDraft];
  await worker.terminate();
  // Nobody built it here, so that only a policy lets it be signed.
  expect(() => sign(draft as never, ewoq)).toThrow(/NotReviewed/);
  const elsewhere = { ...intent, outputs: [{ to: me, amount: AVAX }] };
  expect(() => sign(draft, ewoq, { policy: policyOf(elsewhere) })).toThrow(/Refused/);
  const tx = finalize(sign(draft, ewoq, { policy: policyOf(intent) }));
  expect(loadTestnode(dump).issue('P', tx.bytes)).toMatchObject({ ok: true });
});
