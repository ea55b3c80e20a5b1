/** What the command line uses of the process that it runs in. */
import type { Readable, Writable } from 'node:stream';

/** Standard input. It is read once. */
export interface StandardInput {
  /** Whether a person would have to type it. */
  readonly isTerminal: () => boolean;
  /** Reads it to its end. */
  readonly read: () => Buffer;
  /** Opens it as a stream that reads so many bytes at once. */
  readonly open: (highWaterMark: number) => Readable;
}

/** Where text for people goes: a terminal, a pipe or a file. */
export type Screen = Writable & {
  readonly isTTY?: boolean;
  /** Columns of a terminal. */
  readonly columns?: number;
};

/** The terminal that the process was started in, which is there also if its standard streams are pipes. */
export interface Terminal {
  readonly write: (text: string) => void;
  /** Asks a question, and returns whether the answer is yes. */
  readonly confirms: (question: string) => boolean;
  /** Asks for a secret, which the terminal does not show. */
  readonly asks: (question: string) => string;
  readonly close: () => void;
}

/** The standard streams and the terminal of a process. */
export interface Standard {
  readonly stdin: StandardInput;
  readonly stdout: Screen;
  readonly stderr: Screen;
  /** Opens the terminal; undefined if there is none, as for a service or in CI. */
  readonly openTerminal: () => Terminal | undefined;
}

/** What a command gets. */
export interface Shell extends Standard {
  /** Writes a line to standard output. */
  readonly print: (text: string) => void;
  /** Writes a line for people to standard error. */
  readonly warn: (line: string) => void;
}
