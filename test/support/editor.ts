/** What an editor shows of a program: the compiler as a language server, over a file that nobody saved. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** An editor with one open file. */
export class Editor {
  readonly #server: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #file: string;
  readonly #lines: readonly string[];
  #read = Buffer.alloc(0);
  #last = 0;

  /**
   * @param text The file.
   * @param root The folder that it is taken to stand in.
   */
  constructor(text: string, root: string) {
    this.#file = pathToFileURL(join(root, 'opened.ts')).href;
    this.#lines = text.split('\n');
    this.#server = spawn(process.execPath, [compiler, '--lsp', '--stdio'], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#server.stdout!.on('data', (chunk: Buffer) => this.#receive(chunk));
    void this.#ask('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] } } },
    });
    this.#send({ method: 'initialized', params: {} });
    this.#send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri: this.#file, languageId: 'typescript', version: 1, text } },
    });
  }

  /** What the editor shows over the first occurrence of a text. */
  async hover(at: string): Promise<string> {
    const shown = (await this.#ask('textDocument/hover', this.#place(at))) as {
      readonly contents: { readonly value: string };
    } | null;
    return shown?.contents.value ?? '';
  }

  /** The names that the editor offers behind the first occurrence of a text, each with its type and documentation. */
  async completions(behind: string): Promise<ReadonlyMap<string, string>> {
    const offered = (await this.#ask(
      'textDocument/completion',
      this.#place(behind, behind.length),
    )) as { readonly items: readonly { readonly label: string }[] } | null;
    const shown = new Map<string, string>();
    for (const item of offered?.items ?? []) {
      const { detail = '', documentation } = (await this.#ask('completionItem/resolve', item)) as {
        readonly detail?: string;
        readonly documentation?: string | { readonly value: string };
      };
      const text = typeof documentation === 'string' ? documentation : documentation?.value;
      shown.set(item.label, `${detail}\n${text ?? ''}`.trim());
    }
    return shown;
  }

  /** Ends the server. */
  close(): void {
    this.#server.kill();
  }

  #place(text: string, further = 0): object {
    const line = this.#lines.findIndex((of) => of.includes(text));
    if (line < 0) throw new Error(`the file has no ${text}`);
    const character = this.#lines[line]!.indexOf(text) + further;
    return { textDocument: { uri: this.#file }, position: { line, character } };
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#last;
    this.#send({ id, method, params });
    return new Promise((done) => this.#waiting.set(id, done));
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#server.stdin!.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(chunk: Buffer): void {
    this.#read = Buffer.concat([this.#read, chunk]);
    for (;;) {
      const head = this.#read.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(
        /Content-Length: (\d+)/i.exec(this.#read.toString('latin1', 0, head))![1],
      );
      if (this.#read.length < head + 4 + length) return;
      const { id, method, result } = JSON.parse(
        this.#read.toString('utf8', head + 4, head + 4 + length),
      );
      this.#read = this.#read.subarray(head + 4 + length);
      // The server asks as well, for its configuration for instance: it gets the defaults.
      if (method !== undefined && id !== undefined)
        this.#send({ id, result: method === 'workspace/configuration' ? [{}] : null });
      else if (id !== undefined) {
        this.#waiting.get(id)?.(result);
        this.#waiting.delete(id);
      }
    }
  }
}
