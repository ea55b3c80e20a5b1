/** A place where the suite runs, and the project that it runs in. */
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, type Tool } from './tool.ts';

/** A place where the smoke suite runs. */
export interface Platform {
  readonly name: string;
  readonly sort: 'runtime' | 'browser' | 'test runner' | 'bundler' | 'compiler';
  /** Its key in `pinned.json`; a program of the machine if omitted. */
  readonly tool?: string;
  /** What must be the same everywhere: what the command line prints, instead of the answers of the library. */
  readonly suite?: 'command line';
  /** What is done, in a few words for the table. */
  readonly how: string;
  /** Gives what was printed, digests among it. `version` wins over that of the tool. */
  run(place: Place): Promise<string | { readonly text: string; readonly version: string }>;
}

/** The user's project, below the folder of the tool, so that the project finds the tool's packages. */
export interface Place {
  readonly app: string;
  readonly tool: Tool;
  /** Runs a program in the project. `node` is the pinned one of `placeOf`. */
  exec(command: string, ...args: readonly string[]): Promise<string>;
  /** Writes a module into the project and runs it with `node`. */
  script(name: string, text: string): Promise<string>;
  write(name: string, text: string): void;
}

/** @param node What tools that are written for Node run on. */
export function placeOf(app: string, tool: Tool, node: Tool): Place {
  const PATH = `${join(node.folder, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
  const write = (name: string, text: string) => writeFileSync(join(app, name), text);
  const exec = (command: string, ...args: readonly string[]) =>
    run(command, args, { cwd: app, env: { PATH, NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1' } });
  return {
    app,
    tool,
    exec,
    write,
    script: (name, text) => {
      write(name, text);
      return exec('node', name);
    },
  };
}
