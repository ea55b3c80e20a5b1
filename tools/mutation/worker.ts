/** A process that runs mutants one after the other, as its parent sends them. */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathOf, root, startHost } from './host.ts';
import type { Outcome, Task } from './protocol.ts';
import { mutate } from './sites.ts';

let current: Task | undefined;
const vitest = await startHost({
  isolate: false,
  threads: 1,
  bail: true,
  textOf: (name) =>
    current?.file === name
      ? mutate(readFileSync(pathOf(name), 'utf8'), current.mutation)
      : undefined,
});
const project = vitest.getRootProject();
project.provide('coverageFile', '');
project.provide('regionCount', 0);

/** The test files of the last run. */
const known: string[] = [];

async function run(task: Task): Promise<Outcome> {
  current = task;
  vitest.invalidateFile(pathOf(task.file));
  project.provide(
    'selections',
    Object.fromEntries(task.selections.map(({ file, tests }) => [file, tests ?? true])),
  );
  // What the last run said of other files would count again.
  vitest.state.clearFiles(project, known.splice(0));
  known.push(...task.selections.map(({ file }) => resolve(root, file)));
  const specifications = task.selections.map(({ file }) =>
    project.createSpecification(resolve(root, file)),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  current = undefined;
  vitest.invalidateFile(pathOf(task.file));
  for (const module of testModules) {
    const file = relative(root, module.moduleId);
    for (const test of module.children.allTests('failed'))
      return { killer: { file, test: test.fullName } };
    if (module.state() === 'failed') return { killer: { file, test: 'loading' } };
  }
  if (unhandledErrors.length > 0) return { killer: { file: '', test: 'an error' } };
  return {};
}

/** Ends the process when it has used so much of the processor; tests run in another thread than this. Gives what stops the watch. */
function watch(limit: number): () => void {
  const start = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1000 > limit) process.exit(1);
  }, 500);
  return () => clearInterval(timer);
}

process.on('message', (task: Task) => {
  const stop = watch(task.limit);
  void run(task).then((outcome) => {
    stop();
    process.send!(outcome);
  });
});
process.on('disconnect', () => process.exit());
process.send!('ready');
