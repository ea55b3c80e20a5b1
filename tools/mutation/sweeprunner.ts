/**
 * Vitest's runner that runs each test once for every mutant that it enters. A mutant that makes a test fail is killed if the test then
 * passes without it.
 */
import { appendFileSync, openSync, writeSync } from 'node:fs';
import { relative } from 'node:path';
import type { RunnerTestFile, RunnerTask as Task } from 'vitest';
import { TestRunner } from 'vitest';
import type { SweepLine } from './protocol.ts';
import { fullName } from './runner.ts';

/** What lasts from one test file to the next. */
interface Shared {
  readonly dead: Set<number>;
  /** Mutants whose changed part has run. */
  readonly ran: Set<number>;
  /** A mutant or test left something behind: nothing that follows counts. */
  isSpoiled: boolean;
  steps: number;
  readonly beat: number;
}

const globals = globalThis as { __mutant?: number; __ran?: boolean; __sweep?: Shared };
type Step = { readonly kind: 'first' | 'mutant' | 'check'; readonly id: number };

export default class SweepRunner extends TestRunner {
  readonly #plan = this.injectValue('plan') as Readonly<
    Record<string, Readonly<Record<string, readonly number[]>>>
  >;
  readonly #log = this.injectValue('sweepLog') as string;
  #queue: Step[] = [];
  /** Whether the changed part of a mutant has run in the test; undefined until it has run with one. */
  #entered: boolean | undefined;
  #step: Step | undefined;

  readonly #shared = (): Shared => {
    globals.__sweep ??= {
      dead: new Set(),
      ran: new Set(),
      isSpoiled: false,
      steps: 0,
      beat: openSync(`${this.#log}.beat`, 'w'),
    };
    return globals.__sweep;
  };
  readonly #write = (line: SweepLine): void =>
    appendFileSync(this.#log, `${JSON.stringify(line)}\n`);
  /** Tells the thread that watches what runs: a mutant, nothing (0), or that it is over (-1). */
  readonly #beat = (id: number): void => {
    const shared = this.#shared();
    writeSync(shared.beat, `${++shared.steps} ${id}`.padEnd(40), 0);
  };
  readonly #planOf = (filepath: string) => this.#plan[relative(this.config.root, filepath)] ?? {};

  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) {
      const tests = this.#planOf(file.filepath);
      const limit = (task: Task): void => {
        if (task.type === 'suite') {
          for (const inner of task.tasks) limit(inner);
          if (task.tasks.every(({ mode }) => mode === 'skip')) task.mode = 'skip';
        } else if (tests[fullName(task)] === undefined) task.mode = 'skip';
      };
      for (const task of file.tasks) limit(task);
    }
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    const { dead, isSpoiled } = this.#shared();
    const ids = this.#planOf(test.file.filepath)[fullName(test)] ?? [];
    const alive = isSpoiled ? [] : ids.filter((id) => !dead.has(id));
    if (alive.length === 0) test.mode = 'skip';
    await super.onBeforeRunTask(test as never);
    this.#step = undefined;
    this.#entered = undefined;
    this.#queue = [{ kind: 'first', id: 0 }, ...alive.map((id): Step => ({ kind: 'mutant', id }))];
    // Each mutant, and once more without it if it is killed.
    if (test.type === 'test') test.repeats = alive.length * 2;
  }

  /** Notes how the last run of the test ended, and clears it. */
  readonly #settle = (test: Task): void => {
    const step = this.#step;
    this.#step = undefined;
    if (!step || !test.result || test.type !== 'test') return;
    const failed = test.result.state === 'fail';
    const where = { file: relative(this.config.root, test.file.filepath), test: fullName(test) };
    delete test.result.errors;
    test.result.state = 'run';
    delete (test as { onFinished?: unknown }).onFinished;
    const { ran } = this.#shared();
    if (step.kind === 'mutant') this.#entered ??= false;
    if (step.kind === 'mutant' && globals.__ran) {
      this.#entered = true;
      if (!ran.has(step.id)) this.#write({ ran: step.id });
      ran.add(step.id);
    }
    if (step.kind === 'mutant' && failed) this.#queue.unshift({ kind: 'check', id: step.id });
    if (step.kind === 'check' && !failed) {
      this.#shared().dead.add(step.id);
      this.#write({ killed: step.id, ...where });
    }
    // A test that fails at once says nothing of mutants.
    if (step.kind === 'first' && failed) this.#queue = [];
    if (step.kind === 'check' && failed) {
      this.#shared().isSpoiled = true;
      this.#queue = [];
      this.#beat(-1);
      this.#write({ spoiled: step.id, ...where });
    }
  };

  override onBeforeTryTask(test: Task): void {
    this.#settle(test);
    super.onBeforeTryTask(test as never);
    this.#step = this.#queue.shift();
    const id = this.#step?.kind === 'mutant' ? this.#step.id : 0;
    this.#beat(id);
    globals.__mutant = id;
    globals.__ran = false;
  }

  async runTask(test: Task): Promise<void> {
    if (this.#step) await TestRunner.getTestFn(test as never)();
  }

  override onAfterTryTask(test: Task): void {
    if (this.#step) super.onAfterTryTask(test as never);
  }

  override onAfterRunTask(test: Task): void {
    globals.__mutant = 0;
    this.#settle(test);
    if (this.#entered === false)
      this.#write({
        kept: fullName(test),
        file: relative(this.config.root, test.file.filepath),
      });
    if (test.result) test.result.state = 'pass';
    super.onAfterRunTask(test as never);
  }

  override async onAfterRunSuite(suite: Task): Promise<void> {
    await super.onAfterRunSuite(suite as never);
    if (suite === suite.file && !this.#shared().isSpoiled)
      this.#write({ done: relative(this.config.root, suite.file.filepath) });
  }
}
