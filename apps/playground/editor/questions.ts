/** What the editor asks the worker with TypeScript, and what it answers. */

/** A piece of the text: UTF-16 places. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Completion {
  readonly name: string;
  readonly kind: string;
  /** The module that has it, if it is not imported yet. */
  readonly source?: string;
}

export interface Explained {
  /** Its type, as TypeScript writes it. */
  readonly type: string;
  readonly docs: string;
}

export interface Problem extends Span {
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Each question with its answer. */
export interface Questions {
  readonly completions: {
    readonly ask: { readonly at: number };
    readonly answer: { readonly from: number; readonly list: readonly Completion[] } | undefined;
  };
  readonly details: {
    readonly ask: { readonly at: number; readonly name: string };
    readonly answer: Explained | undefined;
  };
  readonly hover: {
    readonly ask: { readonly at: number };
    readonly answer: (Explained & Span) | undefined;
  };
  readonly problems: { readonly ask: object; readonly answer: readonly Problem[] };
}

export type Kind = keyof Questions;

/** A question about a text. */
export type Question = {
  readonly [K in Kind]: {
    readonly id: number;
    readonly kind: K;
    readonly text: string;
    readonly ask: Questions[K]['ask'];
  };
}[Kind];

export interface Answer {
  readonly id: number;
  readonly answer: unknown;
}
