/** Every code block of README and `docs/` against the package as users install it; `test/README.md` says what a block may ask for. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeBlock, codeBlocks, isShown, withChecks } from './support/codeblocks.ts';
import { installCommandLine, installPacked } from './support/packed.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const paths = [
  'README.md',
  'apps/cli/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !path.includes('/node_modules/'))
    .sort(),
];
interface Page {
  readonly path: string;
  readonly folder: string;
  readonly blocks: readonly CodeBlock[];
}
const home = mkdtempSync(join(tmpdir(), 'avalanche-tx-guides-'));
const pages: readonly Page[] = paths.map((path) => ({
  path,
  folder: path.replace(/\.md$/, '').replaceAll('/', '-'),
  blocks: blocksOf(path),
}));
function blocksOf(path: string): readonly CodeBlock[] {
  try {
    return codeBlocks(readFileSync(join(root, path), 'utf8'));
  } catch (e) {
    throw new Error(`${path}, ${(e as Error).message}`);
  }
}

/** What came of a block. */
interface Ran {
  readonly status: number | null;
  readonly printed: string;
}
const ran = new Map<CodeBlock, Ran>();
let typeErrors = '';
const servers: ChildProcess[] = [];

const typesOf = ({ folder }: Page, { line }: CodeBlock): string => `types/${folder}-${line}.mts`;

const runner = fileURLToPath(new URL('support/blockrunner.mjs', import.meta.url));
const mark = '---- end of a block with status ';

/** A program runs until it ends, and prints into one text. */
function runProgram(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (status) => resolve({ status, printed }));
  });
}
const env = {
  ...process.env,
  PATH: `${join(home, 'node_modules', '.bin')}:${process.env.PATH}`,
  NO_COLOR: '1',
  COLUMNS: '120',
};

/** A test node at a port, as soon as it has printed something. */
function startServer(code: string, cwd: string, port: number): Promise<Ran> {
  const child = spawn('bash', ['-c', `exec ${code.trim()} --http 127.0.0.1:${port}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(child);
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr.on('data', (text: Buffer) => {
      errors += text;
    });
    child.stdout.once('data', (text: Buffer) => resolve({ status: 0, printed: `${text}` }));
    child.on('error', reject).on('exit', (status) => resolve({ status, printed: errors }));
  });
}

/** A port that nobody uses, for the one of nodes. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Programs that stand one behind the other, in one process. */
async function runTogether(blocks: readonly CodeBlock[], cwd: string): Promise<void> {
  const { printed } = await runProgram(
    process.execPath,
    [runner, mark, ...blocks.map(fileOf)],
    cwd,
  );
  const parts = printed.split(mark);
  blocks.forEach((block, i) => {
    const text = parts[i] ?? '';
    const status = Number(parts[i + 1]?.[0] ?? 1);
    ran.set(block, { status, printed: i > 0 ? text.slice(text.indexOf('\n') + 1) : text });
  });
}
const fileOf = ({ file, line }: CodeBlock): string =>
  file?.replace(/\.ts$/, '.mjs') ?? `block-${line}.mjs`;

/** A program as JavaScript; one that cannot be parsed runs as it is, and fails. */
function javaScriptOf(code: string): string {
  try {
    return transformSync(withChecks(code), { loader: 'ts', format: 'esm', logLevel: 'silent' })
      .code;
  } catch {
    return code;
  }
}

async function runPage({ folder, blocks }: Page): Promise<void> {
  const cwd = join(home, folder);
  mkdirSync(cwd);
  const port = blocks.some(({ use }) => use === 'server') ? await freePort() : 9650;
  let together: CodeBlock[] = [];
  for (const block of blocks) {
    const code = block.code.replaceAll('127.0.0.1:9650', `127.0.0.1:${port}`);
    const { language, use, file } = block;
    const isProgram = use === 'run' && language !== 'sh';
    if (isProgram) {
      writeFileSync(join(cwd, fileOf(block)), javaScriptOf(code));
    }
    // One that has a name may need a process of its own, as tests do.
    if (isProgram && file === undefined) {
      together.push(block);
      continue;
    }
    if (together.length > 0 && use !== 'output') {
      await runTogether(together, cwd);
      together = [];
    }
    if (use === 'file') writeFileSync(join(cwd, file!), code, { mode: 0o600 });
    if (use === 'server') ran.set(block, await startServer(code, cwd, port));
    if (isProgram) ran.set(block, await runProgram(process.execPath, [fileOf(block)], cwd));
    if (use === 'run' && language === 'sh')
      ran.set(
        block,
        await runProgram('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${code}`], cwd),
      );
  }
  if (together.length > 0) await runTogether(together, cwd);
}

/** Types of all blocks, in one run of the compiler. */
async function checkTypes(): Promise<void> {
  mkdirSync(join(home, 'types'));
  for (const page of pages)
    for (const block of page.blocks)
      if (block.language === 'ts' && (block.use === 'run' || block.use === 'no-run'))
        writeFileSync(join(home, typesOf(page, block)), `${block.code}\nexport {};\n`);
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    types: ['node'],
  };
  writeFileSync(
    join(home, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['types'] }),
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-p', 'tsconfig.json', '--pretty', 'false'];
  typeErrors = (await runProgram(process.execPath, args, home)).printed;
}

beforeAll(async () => {
  await installPacked(home, ['@types/node', 'undici-types', 'fast-check']);
  await installCommandLine(home);
  const waiting = pages.filter(({ blocks }) => blocks.length > 0);
  const work = async (): Promise<void> => {
    for (let page = waiting.shift(); page; page = waiting.shift()) await runPage(page);
  };
  await Promise.all([checkTypes().then(work), work()]);
});
afterAll(() => {
  for (const server of servers) server.kill();
  rmSync(home, { recursive: true, force: true });
});

describe.each(pages.filter(({ blocks }) => blocks.some(({ use }) => use !== 'text')))(
  '$path',
  (page) => {
    const { blocks } = page;
    it.each(blocks.filter(({ use }) => use === 'run' || use === 'server'))(
      'line $line: $language runs',
      (block) => {
        const { status, printed } = ran.get(block)!;
        expect(status, printed).toBe(0);
      },
    );
    it.each(blocks.filter(({ use }) => use === 'output'))(
      'line $line is what it prints',
      (block) => {
        const before = blocks
          .slice(0, blocks.indexOf(block))
          .filter((of) => ran.has(of))
          .at(-1);
        if (!before) throw new Error('no block runs before this output');
        const { printed } = ran.get(before)!;
        if (!isShown(printed, block.code)) expect(printed).toBe(block.code);
      },
    );
    it.each(blocks.filter(({ language }) => language === 'tsx'))(
      'line $line: tsx is syntax',
      (block) => {
        expect(transformSync(block.code, { loader: 'tsx' }).warnings).toEqual([]);
      },
    );
    it('has types that fit', () => {
      const mine = blocks.flatMap((block) => {
        const file = typesOf(page, block);
        return typeErrors.split('\n').filter((line) => line.startsWith(`${file}(`));
      });
      expect(mine).toEqual([]);
    });
  },
);

it('the compiler reports nothing else', () => {
  expect(
    typeErrors
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('types/') && !line.startsWith(' ')),
  ).toEqual([]);
});
it('README can be copied into a file and run', () => {
  const code = blocksOf('README.md').filter(
    ({ language, use }) => language === 'ts' && use === 'run',
  );
  expect(code).toHaveLength(3);
  for (const { code: text, line } of code) {
    const file = join(home, `readme-${line}.mjs`);
    writeFileSync(file, text);
    const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  }
});
