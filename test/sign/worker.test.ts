/** A draft is plain data: posted to a worker that did nothing else, it is signed and finalized there. */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build as bundle } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { build, buildBaseTx } from '../../src/builder/index.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { fullBuilds } from '../support/fullbuilds.ts';
import { key, pState, utxo } from '../support/state.ts';
import { trusting } from '../support/trusting.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The program of the worker: it imports what signs, and nothing that builds or reads. */
const program = (async () => {
  const { outputFiles } = await bundle({
    stdin: {
      contents: `
        import { parentPort, workerData } from 'node:worker_threads';
        import { finalize, privateKey, sign } from './src/sign/index.ts';
        const keys = workerData.keys.map((n) => privateKey(new Uint8Array(32).fill(n)));
        const { policy } = workerData.trusts ? { policy: { findings: () => [] } } : {};
        parentPort.postMessage(workerData.drafts.map((draft, i) => {
          // Nobody built it there: whoever posts it says what was reviewed.
          const options = policy ? { policy } : { reviewed: workerData.reviewed?.[i] };
          try {
            const { txID } = finalize(sign(draft, keys, options), policy && { policy });
            return txID;
          } catch (e) {
            return String(e);
          }
        }));`,
      resolveDir: root,
    },
    alias: { '#sha256': `${root}src/crypto/sha256/node.ts` },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  return new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0]!.text)}`);
})();

interface Task {
  readonly drafts: readonly object[];
  readonly keys: readonly number[];
  readonly trusts: boolean;
  readonly reviewed?: readonly Uint8Array[];
}

async function inWorker(workerData: Task): Promise<readonly string[]> {
  const worker = new Worker(await program, { workerData });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

describe('a draft that was posted to a worker', () => {
  it('is signed and finalized there by whoever it is of', async () => {
    const draft = buildBaseTx(pState([utxo(1, 1_000_000n)]), {
      outputs: [{ to: key(2).shortID, amount: 5_000n }],
    });
    const { txID } = finalize(sign(draft, key(1)));
    const task = { drafts: [draft], keys: [1], trusts: false };
    expect((await inWorker(task))[0]).toContain('NotReviewed');
    const reviewed = [digestOf(draft)];
    expect(await inWorker({ ...task, reviewed })).toEqual([txID]);
  });

  it('may be of any type', async () => {
    const keys = [1, 2, 3, 4, 5];
    const made = fullBuilds.flatMap(({ state, intent, options }) => {
      try {
        return [build(state, intent, options)];
      } catch {
        // A recorded refusal.
        return [];
      }
    });
    expect(new Set(made.map(({ unsignedTx }) => unsignedTx.type)).size).toBeGreaterThan(20);
    const here = made.map((draft) => {
      try {
        return finalize(sign(draft, keys.map(key), trusting), trusting).txID;
      } catch (e) {
        return String(e);
      }
    });
    expect(here.filter((text) => !text.includes(' ')).length).toBeGreaterThan(made.length / 2);
    expect(await inWorker({ drafts: made, keys, trusts: true })).toEqual(here);
  });
});
