/** What the build put into the page: the examples of the guides, and the names of files that load later. */

/** A program of a guide. */
export interface Example {
  /** `guide/stake`, and for the second program of a page `guide/stake-2`. */
  readonly id: string;
  /** What the task is about: `Send and receive`. */
  readonly group: string;
  /** The task, and the section of its page if that has several programs. */
  readonly title: string;
  /** The page in the site: `/guides/stake`. */
  readonly page: string;
  readonly code: string;
  /** What it prints, where the page shows it; `…` stands for anything. */
  readonly output?: string;
}

interface Data {
  readonly examples: readonly Example[];
  readonly files: {
    /** The script of the worker that runs code. */
    readonly runner: string;
    /** The script of the worker with TypeScript. */
    readonly service: string;
    /** Declarations of the package and of the browser. */
    readonly declarations: string;
  };
}

export const data = JSON.parse(document.getElementById('data')!.textContent!) as Data;

/** The example that opens first. */
export const firstExample = 'guide/send-p';

export const exampleOf = (id: string): Example | undefined =>
  data.examples.find((example) => example.id === id);

/** The address of a file of the page. */
export const addressOf = (file: keyof Data['files']): string =>
  new URL(data.files[file], document.baseURI).href;
