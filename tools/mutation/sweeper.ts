/** A process that runs one sweep, which a file describes. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource } from '../../scripts/source.ts';
import { pathOf, root, startHost } from './host.ts';
import type { SweepLine, SweepTask } from './protocol.ts';
import { withSwitches } from './switches.ts';

const task = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as SweepTask;

/** Milliseconds of the processor that one test may take with a mutant. */
const limit = 3_000;
/** Ends the process when a test does not end with a mutant, or nothing counts any more; tests run in another thread than this. */
function watch(): void {
  let [last, since] = ['', process.cpuUsage()];
  setInterval(() => {
    const beat = existsSync(`${task.log}.beat`) ? readFileSync(`${task.log}.beat`, 'utf8') : '';
    if (beat !== last) [last, since] = [beat, process.cpuUsage()];
    const { user, system } = process.cpuUsage(since);
    const id = Number(beat.split(' ')[1] ?? 0);
    if (id < 0) process.exit(0);
    if (id === 0 || (user + system) / 1000 < limit) return;
    const line: SweepLine = { stuck: id };
    appendFileSync(task.log, `${JSON.stringify(line)}\n`);
    process.exit(1);
  }, 500).unref();
}

const byFile = new Map<string, SweepTask['mutants'][number][]>();
for (const of of task.mutants) byFile.set(of.file, [...(byFile.get(of.file) ?? []), of]);
const vitest = await startHost({
  isolate: false,
  threads: 1,
  bail: false,
  runner: './sweeprunner.ts',
  textOf: (name) => {
    const mutants = byFile.get(name);
    return mutants && withSwitches(parseSource(name, readFileSync(pathOf(name), 'utf8')), mutants);
  },
});
const project = vitest.getRootProject();
project.provide('plan', task.plan);
project.provide('sweepLog', task.log);
project.provide('coverageFile', '');
project.provide('regionCount', 0);
project.provide('selections', {});
watch();
await vitest.runTestSpecifications(
  Object.keys(task.plan).map((file) => project.createSpecification(join(root, file))),
);
await vitest.close();
process.exit(0);
