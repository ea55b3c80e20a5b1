/**
 * In the sandboxed frame: starts a worker for each run of the edited code, ends it, and passes its reports on. The frame has an opaque
 * origin and a policy without connections, which its workers inherit; nothing of the page can be reached from here but by messages.
 */
import { limits, type Notice, type Order } from '../model/messages.ts';

/** Reports a second. More would keep the page from answering. */
const mostReports = 200;

let runner: string | undefined;
let worker: Worker | undefined;

const tell = (notice: Notice): void => parent.postMessage(notice, '*');

function stop(): void {
  worker?.terminate();
  worker = undefined;
}

function start({ run, code, isHeld }: Extract<Order, { type: 'run' }>): void {
  stop();
  const mine = new Worker(runner!);
  worker = mine;
  let second = 0;
  let count = 0;
  mine.addEventListener('message', ({ data, timeStamp }) => {
    if (mine !== worker) return;
    if (Math.floor(timeStamp / 1000) !== second) {
      second = Math.floor(timeStamp / 1000);
      count = 0;
    }
    if (++count > mostReports) {
      stop();
      tell({ type: 'flooded', run });
    } else if (typeof data === 'string' && data.length <= limits.report)
      tell({ type: 'report', run, json: data });
  });
  mine.addEventListener('error', ({ message }) => {
    if (mine === worker)
      tell({ type: 'broken', run, message: String(message ?? 'it did not start') });
  });
  mine.postMessage({ type: 'run', code, isHeld });
}

// Without its sandbox the frame would have the origin of the site: it does nothing then.
if (self.origin === 'null') {
  addEventListener('message', ({ source, data }: MessageEvent<Order>) => {
    if (source !== parent) return;
    if (data.type === 'runner')
      runner = URL.createObjectURL(new Blob([data.text], { type: 'text/javascript' }));
    else if (data.type === 'run') start(data);
    else if (data.type === 'stop') stop();
    else if (data.type === 'control') worker?.postMessage(data);
  });
  tell({ type: 'ready' });
}
