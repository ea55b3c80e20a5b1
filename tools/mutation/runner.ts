/** Vitest's runner with two additions: it can limit itself to some tests, and it can note which regions each test enters. */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { RunnerTestFile, RunnerTask as Task } from 'vitest';
import { TestRunner } from 'vitest';
import type { FileCoverage } from './protocol.ts';

/** The name that a test has in a selection: its suites and itself. */
export const fullName = (task: Task): string =>
  task.suite && task.suite !== task.file ? `${fullName(task.suite)} > ${task.name}` : task.name;

/** Where instrumented sources count; see `regions.ts`. */
const counts = globalThis as { __regions?: Uint8Array };

export default class MutationRunner extends TestRunner {
  readonly #coverageFile = this.injectValue('coverageFile') as string;
  readonly #selections = this.injectValue('selections') as Readonly<
    Record<string, readonly string[] | true>
  >;
  #tests: { name: string; time: number; regions: number[] }[] = [];
  #load: number[] = [];

  readonly #take = (): number[] => {
    const found: number[] = [];
    counts.__regions?.forEach((hit, region) => {
      if (hit) found.push(region);
    });
    counts.__regions?.fill(0);
    return found;
  };

  override onCollectStart(file: RunnerTestFile): void {
    if (this.#coverageFile !== '')
      counts.__regions ??= new Uint8Array(this.injectValue('regionCount') as number);
    this.#tests = [];
    this.#load = [];
    super.onCollectStart(file);
  }

  onCollected(files: RunnerTestFile[]): void {
    if (this.#coverageFile !== '') return;
    for (const file of files) {
      const selected = this.#selections[relative(this.config.root, file.filepath)];
      if (selected === true || selected === undefined) continue;
      const names = new Set(selected);
      const limit = (task: Task): void => {
        if (task.type === 'suite') {
          for (const inner of task.tasks) limit(inner);
          if (task.tasks.every(({ mode }) => mode === 'skip')) task.mode = 'skip';
        } else if (!names.has(fullName(task))) task.mode = 'skip';
      };
      for (const task of file.tasks) limit(task);
    }
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.#coverageFile !== '') this.#load.push(...this.#take());
  }

  override onAfterRunTask(test: Task): void {
    super.onAfterRunTask(test);
    if (this.#coverageFile === '') return;
    const regions = this.#take();
    if (test.result?.state === 'pass')
      this.#tests.push({ name: fullName(test), time: test.result.duration ?? 0, regions });
  }

  override async onAfterRunSuite(suite: Task): Promise<void> {
    await super.onAfterRunSuite(suite as never);
    if (this.#coverageFile === '' || suite !== suite.file) return;
    const file: FileCoverage = {
      file: relative(this.config.root, suite.file.filepath),
      load: [...new Set([...this.#load, ...this.#take()])],
      loadTime: suite.file.collectDuration ?? 0,
      tests: this.#tests,
    };
    appendFileSync(this.#coverageFile, `${JSON.stringify(file)}\n`);
  }
}
