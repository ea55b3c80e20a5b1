/** For tools that make many transactions: signatures are recovered when they are made and when they are checked, of which once is enough. */
import { register } from 'node:module';
import { recordedFiles } from './plugin.ts';

/** Puts the recorded curves in the place of the libraries, for all that is imported from here on. */
export function useRecordedCurves(): void {
  const files = JSON.stringify(Object.fromEntries(recordedFiles));
  const hook = `
    const files = new Map(Object.entries(${files}).map(([name, file]) => [name, 'file://' + file]));
    export const resolve = (name, context, next) =>
      files.has(name) && !context.parentURL?.startsWith(files.get(name))
        ? { url: files.get(name), format: 'module', shortCircuit: true }
        : next(name, context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}
