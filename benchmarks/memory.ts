/** A process of its own that builds: `tsx benchmarks/memory.ts 1000000` prints what the first took, then how long three more. */
import { equal } from 'node:assert/strict';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { checkSome, manyUTXOs, sendSome } from './build.ts';
import * as ours from './ours.ts';

/** Time and memory of a build. */
export interface Cost {
  /** To decode all UTXOs and index them by their ids, once. */
  readonly indexMilliseconds: number;
  /** Of the processor, by all threads: what does not grow because others want it too. */
  readonly indexCPUMilliseconds: number;
  /** Median of three, after one that does not count. */
  readonly milliseconds: number;
  /** Of the processor, mean of the three. */
  readonly cpuMilliseconds: number;
  /** Heap and buffers of the state, which the caller has. */
  readonly stateBytes: number;
  /** What the process grew by at most while it built, garbage that was not collected yet included. */
  readonly peakBytes: number;
}

const encoded = (count: number): readonly Uint8Array[] =>
  manyUTXOs(count).utxos.map((utxo) => ours.encode(ours.UTXO, utxo));

/** Milliseconds of the processor since `before`. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function index(
  bytes: readonly Uint8Array[],
): Pick<Cost, 'indexMilliseconds' | 'indexCPUMilliseconds'> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const utxos = bytes.map((b) => ours.decode(ours.UTXO, b));
  const byID = new Map(utxos.map((utxo) => [ours.formatHex(ours.inputIDOf(utxo)), utxo]));
  const indexMilliseconds = performance.now() - start;
  const indexCPUMilliseconds = cpuSince(cpu);
  equal(byID.size, bytes.length);
  return { indexMilliseconds, indexCPUMilliseconds };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const empty = used();
  const state = manyUTXOs(Number(argv[2]));
  const stateBytes = used() - empty;
  const before = process.resourceUsage().maxRSS;
  const draft = sendSome(state);
  const peakBytes = (process.resourceUsage().maxRSS - before) * 1024;
  checkSome(draft);
  const cpu = process.cpuUsage();
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    sendSome(state);
    return performance.now() - start;
  });
  const cpuMilliseconds = cpuSince(cpu) / times.length;
  const milliseconds = times.sort((a, b) => a - b)[1]!;
  console.log(
    JSON.stringify({
      ...index(encoded(Number(argv[2]))),
      milliseconds,
      cpuMilliseconds,
      stateBytes,
      peakBytes,
    } satisfies Cost),
  );
}
