/** The worker with TypeScript's language service: completion, types and errors of the code. It never runs the code. */
import ts from 'typescript';
import type {
  Answer,
  Explained,
  Kind,
  Question,
  Questions,
} from '../../apps/playground/editor/questions.ts';

const name = '/code.ts';
const mostCompletions = 400;

let text = '';
let version = 0;

/** The declarations of the package and of a worker, as the page names them: `service.js#declarations.json`. */
const files: Promise<ReadonlyMap<string, string>> = fetch(
  new URL(location.hash.slice(1), location.href),
).then(async (reply) => new Map(Object.entries((await reply.json()) as Record<string, string>)));

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.webworker.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Folders that have files in them. */
function foldersOf(all: ReadonlyMap<string, string>): ReadonlySet<string> {
  const folders = new Set(['/']);
  for (const path of all.keys())
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1))
      folders.add(path.slice(0, at));
  return folders;
}

const service = files.then((all) => {
  const folders = foldersOf(all);
  const read = (path: string): string | undefined => (path === name ? text : all.get(path));
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [name],
    getScriptVersion: (path) => (path === name ? String(version) : '0'),
    getScriptSnapshot: (path) => {
      const found = read(path);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib/lib.es2023.d.ts',
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    directoryExists: (path) => folders.has(path.replace(/(.)\/$/, '$1')),
    getDirectories: () => [],
  });
});

const plain = (parts: readonly ts.SymbolDisplayPart[] | undefined): string =>
  ts.displayPartsToString(parts ? [...parts] : undefined);

const explained = (of: {
  readonly displayParts?: readonly ts.SymbolDisplayPart[];
  readonly documentation?: readonly ts.SymbolDisplayPart[];
}): Explained => ({ type: plain(of.displayParts), docs: plain(of.documentation) });

const answers: {
  readonly [K in Kind]: (
    of: ts.LanguageService,
    ask: Questions[K]['ask'],
  ) => Questions[K]['answer'];
} = {
  completions: (of, { at }) => {
    const found = of.getCompletionsAtPosition(name, at, {
      includeCompletionsWithInsertText: false,
    });
    if (!found) return undefined;
    const word = /[\w$/@.-]*$/.exec(text.slice(0, at))![0];
    const isString =
      found.optionalReplacementSpan !== undefined &&
      /['"]/.test(text[found.optionalReplacementSpan.start - 1] ?? '');
    const from = isString
      ? found.optionalReplacementSpan!.start
      : at - /[\w$]*$/.exec(word)![0].length;
    const list = found.entries
      .slice(0, mostCompletions)
      .map(({ name: label, kind }) => ({ name: label, kind }));
    return { from, list };
  },
  details: (of, { at, name: label }) => {
    const found = of.getCompletionEntryDetails(name, at, label, {}, undefined, {}, undefined);
    return found && explained(found);
  },
  hover: (of, { at }) => {
    const found = of.getQuickInfoAtPosition(name, at);
    if (!found) return undefined;
    const { start, length } = found.textSpan;
    return { ...explained(found), from: start, to: start + length };
  },
  problems: (of) =>
    [...of.getSyntacticDiagnostics(name), ...of.getSemanticDiagnostics(name)]
      .slice(0, 100)
      .map(({ start = 0, length = 0, messageText, category }) => ({
        from: start,
        to: start + length,
        severity: category === ts.DiagnosticCategory.Error ? 'error' : 'warning',
        message: ts.flattenDiagnosticMessageText(messageText, '\n'),
      })),
};

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  const of = await service;
  if (data.text !== text) {
    text = data.text;
    version++;
  }
  let answer: unknown;
  try {
    answer = (answers[data.kind] as (of: ts.LanguageService, ask: unknown) => unknown)(
      of,
      data.ask,
    );
  } catch {
    // TypeScript itself failed: the editor shows nothing then.
  }
  postMessage({ id: data.id, answer } satisfies Answer);
});
