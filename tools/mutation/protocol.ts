/** What the processes of the mutation command tell each other. */
import type { Mutation } from './sites.ts';

/** Tests of a file that a run is limited to, by full name; all of them if absent. */
export interface Selection {
  /** The path of the test file from the project's folder. */
  readonly file: string;
  readonly tests?: readonly string[];
}

/** A mutant to run. */
export interface Task {
  /** The source file, from `src/`. */
  readonly file: string;
  readonly mutation: Mutation;
  /** In the order to run. */
  readonly selections: readonly Selection[];
  /** The most milliseconds of the processor, which do not depend on what else the machine does. */
  readonly limit: number;
}

/** What became of a mutant: the first test that failed, or nothing if all passed. */
export interface Outcome {
  readonly killer?: { readonly file: string; readonly test: string };
}

/** What one test file runs: regions by number, of the file when it is loaded and of each test. */
export interface FileCoverage {
  /** The path of the test file from the project's folder. */
  readonly file: string;
  /** Regions that run while the file is loaded and in its hooks. */
  readonly load: readonly number[];
  /** Milliseconds to load the file. */
  readonly loadTime: number;
  readonly tests: readonly {
    readonly name: string;
    /** Milliseconds. */
    readonly time: number;
    readonly regions: readonly number[];
  }[];
}

/** A line that a sweep notes. */
export type SweepLine =
  /** A mutant was killed by a test. */
  | { readonly killed: number; readonly file: string; readonly test: string }
  /** A test failed without a mutant, after this one had run. */
  | { readonly spoiled: number; readonly file: string; readonly test: string }
  /** A test ran with mutants that it enters, and none of their changed parts ran: it keeps what it computed before. */
  | { readonly kept: string; readonly file: string }
  /** The changed part of a mutant ran in a test. */
  | { readonly ran: number }
  /** A mutant did not end. */
  | { readonly stuck: number }
  /** A test file ended. */
  | { readonly done: string };

/** What a sweep does. */
export interface SweepTask {
  readonly mutants: readonly {
    readonly id: number;
    readonly file: string;
    readonly mutation: Mutation;
  }[];
  /** Mutants by test file and test, in the order to run. */
  readonly plan: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  /** The file that takes a `SweepLine` for each event. */
  readonly log: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a sweep. */
    plan: SweepTask['plan'];
    sweepLog: string;
    /** Which tests to run, by test file. */
    selections: Readonly<Record<string, readonly string[] | true>>;
    /** The file that takes a line for each test file, when regions are counted. */
    coverageFile: string;
    /** How many regions there are. */
    regionCount: number;
  }
}
