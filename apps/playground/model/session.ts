/** What the page knows: the code, the run, and what its frame said of it. */
import { batch, computed, signal } from '@preact/signals';
import { data, exampleOf, firstExample } from './data.ts';
import type { Failure, NodeState, OutputLine, Transaction } from './messages.ts';
import { limits } from './messages.ts';

/** How a run stands. */
export type Phase = 'idle' | 'loading' | 'running' | 'done' | 'failed' | 'stopped';

export const exampleID = signal<string | undefined>(firstExample);
export const code = signal(exampleOf(firstExample)?.code ?? data.examples[0]!.code);
/** What the code was before a change that breaks it. */
export const unbroken = signal<string | undefined>(undefined);
/** The breakage that is in the code, and the lines that it changed. */
export const broken = signal<
  { readonly title: string; readonly lines: readonly number[] } | undefined
>(undefined);
/** Where the code came from, if somebody else may have written it. */
export const notice = signal('');

export const phase = signal<Phase>('idle');
/** Milliseconds of the last run that ended. */
export const took = signal(0);
export const output = signal<readonly OutputLine[]>([]);
export const dropped = signal(0);
export const failures = signal<readonly Failure[]>([]);
export const state = signal<NodeState | undefined>(undefined);
export const transactions = signal<readonly Transaction[]>([]);
/** Whether new test nodes hold their blocks. */
export const holds = signal(false);
/** Whether a control waits for its answer. */
export const isBusy = signal(false);
/** Why the last control failed. */
export const controlFailure = signal<Failure | undefined>(undefined);

export const example = computed(() => exampleOf(exampleID.value ?? ''));
export const isChanged = computed(
  () => example.value !== undefined && code.value !== example.value.code,
);
export const isRunning = computed(() => phase.value === 'running' || phase.value === 'loading');

/** Another program, from its own text. */
export function open(text: string, id: string | undefined): void {
  batch(() => {
    code.value = text;
    exampleID.value = id;
    unbroken.value = undefined;
    broken.value = undefined;
    notice.value = '';
    clear();
    phase.value = 'idle';
  });
}

/** Forgets what a run said. */
export function clear(): void {
  batch(() => {
    output.value = [];
    dropped.value = 0;
    failures.value = [];
    state.value = undefined;
    transactions.value = [];
    isBusy.value = false;
    controlFailure.value = undefined;
  });
}

/** Adds lines of output; the oldest make room. */
export function addLines(lines: readonly OutputLine[], lost: number): void {
  const all = [...output.value, ...lines];
  const over = Math.max(0, all.length - limits.lines);
  batch(() => {
    output.value = all.slice(over);
    dropped.value += lost + over;
  });
}
