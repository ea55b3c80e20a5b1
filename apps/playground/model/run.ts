/** Runs and stops the code, over the messages of the frame. */
import { batch } from '@preact/signals';
import { addressOf } from './data.ts';
import {
  type Control,
  type Notice,
  type Order,
  type Report,
  readNotice,
  readReport,
} from './messages.ts';
import {
  addLines,
  clear,
  code,
  controlFailure,
  failures,
  holds,
  isBusy,
  isRunning,
  phase,
  state,
  took,
  transactions,
} from './session.ts';

let frame: HTMLIFrameElement | undefined;
let ready: (() => void) | undefined;
const isReady = new Promise<void>((resolve) => {
  ready = resolve;
});
let runner: Promise<string> | undefined;
let isGiven = false;
let current = 0;
let started = 0;

const send = (order: Order): void => frame?.contentWindow?.postMessage(order, '*');

const failed = (name: string, text: string): void => {
  batch(() => {
    failures.value = [
      ...failures.value,
      { name, isOurs: false, text, message: text, line: undefined },
    ];
    phase.value = 'failed';
    isBusy.value = false;
  });
};

function take(report: Report): void {
  switch (report.type) {
    case 'output':
      addLines(report.lines, report.dropped);
      return;
    case 'transactions':
      transactions.value = report.list;
      return;
    case 'state':
      state.value = report.state;
      return;
    case 'failure':
      // A loop can fail for ever: what comes first explains the rest.
      if (failures.value.length < 5) failures.value = [...failures.value, report.failure];
      if (!isRunning.value) phase.value = 'failed';
      return;
    case 'ended':
      took.value = performance.now() - started;
      phase.value = failures.value.length > 0 ? 'failed' : 'done';
      return;
    case 'answered':
      isBusy.value = false;
      controlFailure.value = report.failure;
  }
}

function hear(notice: Notice): void {
  if (notice.type === 'ready') ready?.();
  else if (notice.run !== current) return;
  else if (notice.type === 'flooded')
    failed('Stopped', 'The code reported more than the page can show, and was stopped.');
  else if (notice.type === 'broken') failed('Error', notice.message);
  else {
    const report = readReport(notice.json);
    if (report) batch(() => take(report));
  }
}

/** Makes the frame, into an element of the page. */
export function mountFrame(into: HTMLElement): void {
  frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'Sandbox of the edited code';
  frame.hidden = true;
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame!.contentWindow || origin !== 'null') return;
    const notice = readNotice(data);
    if (notice) hear(notice);
  });
  frame.src = new URL('frame.html', document.baseURI).href;
  into.append(frame);
}

const load = async (): Promise<string> => {
  const reply = await fetch(addressOf('runner'));
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  return reply.text();
};

/** Runs the code from its beginning, with a test node of its own. */
export async function run(): Promise<void> {
  const mine = ++current;
  clear();
  phase.value = 'loading';
  try {
    runner ??= load();
    const text = await runner;
    await isReady;
    if (!isGiven) send({ type: 'runner', text });
    isGiven = true;
  } catch {
    runner = undefined;
    if (mine === current)
      failed('Not loaded', 'The library could not be loaded. Check the connection, and run again.');
    return;
  }
  if (mine !== current) return;
  phase.value = 'running';
  started = performance.now();
  send({ type: 'run', run: mine, code: code.value, isHeld: holds.value });
}

/** Ends the worker, whatever it does. */
export function stop(): void {
  current++;
  send({ type: 'stop' });
  batch(() => {
    phase.value = 'stopped';
    isBusy.value = false;
  });
}

/** Asks the test node of the run for something. */
export function control(of: Control): void {
  isBusy.value = true;
  controlFailure.value = undefined;
  send({ type: 'control', run: current, control: of });
}
