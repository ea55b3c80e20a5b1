/** Asks the worker with TypeScript, which starts with the first question. */
import { addressOf } from '../model/data.ts';
import type { Answer, Kind, Question, Questions } from './questions.ts';

let worker: Worker | undefined;
let count = 0;
const waiting = new Map<number, (answer: unknown) => void>();

function start(): Worker {
  const made = new Worker(`${addressOf('service')}#${addressOf('declarations')}`);
  made.addEventListener('message', ({ data: { id, answer } }: MessageEvent<Answer>) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  return made;
}

/** Milliseconds after which types that never end to be computed are given up. The first answer waits for TypeScript itself. */
const patience = 30_000;

/** Starts anew with the next question. */
function giveUp(): void {
  worker?.terminate();
  worker = undefined;
  for (const resolve of waiting.values()) resolve(undefined);
  waiting.clear();
}

/** Asks about a text; undefined if there is no answer. */
export function ask<K extends Kind>(
  kind: K,
  text: string,
  of: Questions[K]['ask'],
): Promise<Questions[K]['answer'] | undefined> {
  worker ??= start();
  const id = ++count;
  const timer = setTimeout(giveUp, patience);
  const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
  worker.postMessage({ id, kind, text, ask: of } as Question);
  return answer.finally(() => clearTimeout(timer)) as Promise<Questions[K]['answer'] | undefined>;
}
