import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isError } from '../../../src/errors/error.ts';
import { controlPath } from '../../../src/testnode/serve/control.ts';
import { type TestnodeServer, testnodeServer } from '../../../src/testnode/serve/server.ts';
import { createTestnode, loadTestnode } from '../../../src/testnode/testnode.ts';
import { formatBytes } from '../../../src/text/hex.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { ewoq, signedBy } from '../../../test/support/testnode.ts';
import { thrown } from '../../../test/support/thrown.ts';
import { randomOf } from '../../../tools/fuzz/random.ts';
import { answering, replay } from '../src/testnode.ts';
import type { FileLayer } from '../src/testnodefiles.ts';
import {
  type JournalEntry,
  openStateFile,
  readContent,
  type StateFile,
} from '../src/testnodestate.ts';
import { failingFiles, fullFiles, goodFiles, inputOutput, noSpace } from './faultyfiles.ts';

const request = { method: 'POST', target: '/ext/bc/P', headers: {}, body: 'ä"\n' };
const entry = (n: number): JournalEntry => ({ time: String(n), request, reply: 'hash' });
const newName = (): string => join(testFolder(), 'state');

/** What a file has, by a file system without faults. */
async function contentOf(name: string) {
  const file = await openStateFile(name, goodFiles);
  await file.close();
  const { dump, entries, dropped } = file;
  return { dump, times: entries.map(({ time }) => time), dropped };
}

describe('the state file of a test node', () => {
  it('has nothing at first, then the dump and what came after it', async () => {
    const name = newName();
    const file = await openStateFile(name);
    expect(file).toMatchObject({ dump: undefined, entries: [] });
    file.save('one');
    file.append(entry(1));
    file.append({ time: '2' });
    expect(file.length()).toBe(2);
    await file.close();
    const again = await openStateFile(name);
    expect(again).toMatchObject({ dump: 'one', entries: [entry(1), { time: '2' }], dropped: 0 });
    again.save('two');
    await again.close();
    expect(await contentOf(name)).toEqual({ dump: 'two', times: [], dropped: 0 });
    expect(readdirSync(join(name, '..'))).toEqual(['state']);
  });

  it('begins with a dump, as testnode.dump gives it', async () => {
    const name = newName();
    const dump = createTestnode().dump();
    writeFileSync(name, dump);
    expect(await contentOf(name)).toEqual({ dump, times: [], dropped: 0 });
  });

  it('says what to do about another format', async () => {
    const name = newName();
    const file = await openStateFile(name);
    file.save('one');
    await file.close();
    const text = readFileSync(name, 'latin1');
    writeFileSync(name, text.replace('test node 1', 'test node 2'), 'latin1');
    await expect(openStateFile(name, goodFiles)).rejects.toThrow(
      'BadVersion at format: has format 2, this version reads format 1: update avalanche-tx',
    );
  });

  it('follows a symbolic link, which stays one', async () => {
    const folder = testFolder();
    const link = join(folder, 'link');
    symlinkSync('state', link);
    const file = await openStateFile(link, goodFiles);
    file.save('one');
    await expect(openStateFile(join(folder, 'state'), goodFiles)).rejects.toMatchObject({
      code: 'InUse',
    });
    await file.close();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect((await contentOf(join(folder, 'state'))).dump).toBe('one');
  });

  it('is of one process, until that has ended', async () => {
    const name = newName();
    const file = await openStateFile(name, goodFiles);
    file.save('one');
    await expect(openStateFile(name, goodFiles)).rejects.toMatchObject({
      code: 'InUse',
      detail: expect.stringMatching(
        new RegExp(`^process ${process.pid} on host .* uses .*state.lock$`),
      ),
    });
    await file.close();
    expect(existsSync(`${name}.lock`)).toBe(false);
    expect((await contentOf(name)).dump).toBe('one');
  });

  it.each(['append', 'save'] as const)(
    'refuses to %s where another program wrote',
    async (step) => {
      const name = newName();
      const file = await openStateFile(name, goodFiles);
      file.save('one');
      rmSync(`${name}.lock`, { recursive: true });
      const other = await openStateFile(name, goodFiles);
      other.save('another');
      other.append(entry(1));
      const steps = { append: () => file.append(entry(2)), save: () => file.save('two') };
      expect(steps[step]).toThrow(`${name} was changed by another program`);
      expect(steps[step]).toThrow(`${name} was changed by another program`);
      await file.close();
      await other.close();
      expect(await contentOf(name)).toEqual({ dump: 'another', times: ['1'], dropped: 0 });
    },
  );

  it('says when it cannot be read or written', async () => {
    const name = join(testFolder(), 'none', 'state');
    await expect(openStateFile(name)).rejects.toMatchObject({ code: 'StoreFailed' });
  });
});

/** Saves, appends and saves until a step fails, tries the others, and gives what was answered by then. */
async function runUntilFailure(name: string, files: FileLayer) {
  let answered: { dump: string | undefined; times: string[] } = { dump: undefined, times: [] };
  const attempts = { failed: 0, after: 0 };
  let file: StateFile;
  try {
    file = await openStateFile(name, files);
  } catch {
    return { answered, failed: true };
  }
  const step = (run: () => void, then: typeof answered) => {
    try {
      run();
      answered = then;
      if (attempts.failed > 0) attempts.after++;
    } catch {
      attempts.failed++;
    }
  };
  const save = (dump: string) => step(() => file.save(dump), { dump, times: [] });
  const append = (n: number) =>
    step(() => file.append(entry(n)), { ...answered, times: [...answered.times, String(n)] });
  save('one');
  append(1);
  append(2);
  save('two'.repeat(30));
  append(3);
  append(4);
  append(5);
  await file.close();
  // After a failure nothing is said to be kept.
  expect(attempts.after).toBe(0);
  return { answered, failed: attempts.failed > 0 };
}

/** Checks that a file has what was answered, and at most the one request more that failed. */
async function checkKept(
  name: string,
  { dump, times }: { dump: string | undefined; times: string[] },
) {
  const found = await contentOf(name);
  if (found.dump !== dump && dump !== undefined) {
    // A save that failed after its rename.
    expect(found).toMatchObject({ dump: 'two'.repeat(30), times: [] });
    expect({ dump, times }).toEqual({ dump: 'one', times: ['1', '2'] });
    return;
  }
  expect(found.times.slice(0, times.length)).toEqual(times);
  expect(found.times.length - times.length).toBeLessThanOrEqual(1);
}

describe('what was answered is kept, and nothing is answered after a failure,', () => {
  /** How many calls there are. */
  const count = async () => {
    const of = failingFiles(-1, noSpace);
    await runUntilFailure(newName(), of.files);
    return of.calls();
  };

  it.each([
    ['an error of the disk', inputOutput, false],
    ['a full disk', noSpace, false],
    ['half a write and a full disk', noSpace, true],
  ] as const)('wherever a write, sync or rename ends in %s', async (_, error, isShort) => {
    const calls = await count();
    expect(calls).toBeGreaterThan(24);
    const folder = testFolder();
    for (let place = 0; place < calls; place++) {
      const name = join(folder, String(place));
      const { answered, failed } = await runUntilFailure(
        name,
        failingFiles(place, error, isShort).files,
      );
      expect(failed, String(place)).toBe(true);
      await checkKept(name, answered);
    }
  });

  it('however many bytes the disk has room for', async () => {
    const folder = testFolder();
    for (let space = 0, failed = true; failed; space += 29) {
      const name = join(folder, String(space));
      const done = await runUntilFailure(name, fullFiles(space));
      ({ failed } = done);
      await checkKept(name, done.answered);
    }
  });
});

/** A name that no test removes: for what is prepared before the tests. */
function newNameOutside(): string {
  return join(process.env.TMPDIR ?? '/tmp', `avalanche-tx-state-${process.pid}`);
}

describe('damage', () => {
  let whole: Buffer;
  let payloads: readonly string[];
  beforeAll(async () => {
    const name = newNameOutside();
    rmSync(name, { force: true });
    const file = await openStateFile(name, goodFiles);
    file.save('one');
    for (let i = 1; i <= 5; i++) file.append(entry(i));
    await file.close();
    whole = readFileSync(name);
    rmSync(name);
    ({ payloads } = readContent(whole));
  });

  /** Checks that a damaged file is refused or has everything, and says whether it is refused. */
  function isRefused(bytes: Buffer): boolean {
    let found: ReturnType<typeof readContent>;
    try {
      found = readContent(bytes);
    } catch (e) {
      const codes = ['BadChecksum', 'BadText', 'BadVersion'] as const;
      if (!codes.some((code) => isError(e, code))) throw e;
      return true;
    }
    if (found.payloads.join() !== payloads.join()) expect(found.payloads).toEqual(payloads);
    return false;
  }

  it('of any bit is refused, or has lost nothing', async () => {
    let refused = 0;
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1 << (at % 8);
      if (isRefused(bytes)) refused++;
    }
    expect(refused / whole.length).toBeGreaterThan(0.85);
  });

  it('by a cut, a removed, doubled or moved line, a hole or other ends of lines is refused, or has lost nothing', async () => {
    const lengths = Array.from(whole.keys());
    expect(lengths.filter((length) => !isRefused(whole.subarray(0, length)))).toEqual([]);
    const lines = whole.toString().split('\n').slice(0, -1);
    const written = (of: readonly string[]) => Buffer.from(of.map((line) => `${line}\n`).join(''));
    for (let i = 0; i < lines.length; i++) {
      isRefused(written(lines.toSpliced(i, 1)));
      isRefused(written(lines.toSpliced(i, 0, lines[i]!)));
      isRefused(written([...lines.toSpliced(i, 1), lines[i]!]));
      if (i > 2) {
        // The two lines of a record.
        expect(isRefused(written(lines.toSpliced(i, 2)))).toBe(true);
        isRefused(written(lines.toSpliced(i, 0, ...lines.slice(i, i + 2))));
      }
    }
    expect(isRefused(Buffer.from(whole.toString().replaceAll('\n', '\r\n')))).toBe(true);
    expect(isRefused(Buffer.from(whole).fill(0, 400, 600))).toBe(true);
    expect(isRefused(Buffer.alloc(0))).toBe(true);
  });

  it('is said with the record that is missing', async () => {
    const name = newName();
    writeFileSync(name, whole.subarray(0, -10));
    await expect(contentOf(name)).rejects.toThrow(
      'BadChecksum: the state is damaged: record 6 of 6 is missing or changed. It was left as it is: use a copy of it, or another file',
    );
    expect(readFileSync(name).equals(whole.subarray(0, -10))).toBe(true);
  });
});

describe('a test node with a state', () => {
  const headers = { 'content-type': 'application/json' };
  const post = (target: string, method: string, params: object) => ({
    method: 'POST',
    target,
    headers: { ...headers, host: 'localhost', origin: 'http://localhost:5173' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

  it("never goes back in time, also where the machine's clock does before a restart", async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const name = newName();
    const start = 1_790_812_800;
    const timeAt = async (seconds: number, node?: string): Promise<bigint> => {
      vi.setSystemTime(seconds * 1000);
      const file = await openStateFile(name, goodFiles);
      const testnode = node === undefined ? loadTestnode(file.dump!) : loadTestnode(node);
      const server = testnodeServer(testnode, { origins: ['http://localhost:5173'] });
      if (node === undefined) replay(server, file);
      file.save(testnode.dump());
      const answer = answering(server, { isHeld: false, file });
      const { text } = answer(post(controlPath, 'testnode.getTime', {}));
      const read = file.length();
      answer(post(controlPath, 'testnode.getTime', {}));
      expect(file.length()).toBe(read);
      // A crash: nothing is saved at the end.
      await file.close();
      return BigInt(/"time":"?(\d+)/.exec(text)?.[1] ?? text);
    };
    const dump = createTestnode({ secondsPerBlock: 0n }).dump();
    expect(await timeAt(start + 12, dump)).toBe(BigInt(start + 12));
    expect(await timeAt(start + 11)).toBe(BigInt(start + 12));
    expect(await timeAt(start + 20)).toBe(BigInt(start + 20));
    expect(await timeAt(start + 19)).toBe(BigInt(start + 20));
  });

  it('comes back as it was answered, after each request and wherever a crash cuts the next one', async () => {
    const name = newName();
    const file = await openStateFile(name, goodFiles);
    const testnode = createTestnode();
    file.save(testnode.dump());
    const server = testnodeServer(testnode, { origins: ['http://localhost:5173'] });
    const answer = answering(server, { isHeld: true, file });
    const copy = newName();
    /** The dump of a node that starts with this state. */
    const restarted = async (bytes: Uint8Array): Promise<string> => {
      writeFileSync(copy, bytes);
      const opened = await openStateFile(copy, goodFiles);
      await opened.close();
      const again = testnodeServer(loadTestnode(opened.dump!));
      replay(again, opened);
      return again.testnode.dump();
    };
    const to = ewoq.address('P', testnode.network);
    const control = (method: string, params: object = {}) =>
      [controlPath, `testnode.${method}`, params] as const;
    const paid: string[] = [];
    const pay = () => {
      const tx = signedBy(testnode, 'P', { type: 'BaseTx', outputs: [{ to, amount: 5n }] });
      paid.push(tx.txID);
      return ['/ext/bc/P', 'platform.issueTx', { tx: formatBytes(tx.bytes, 'hex') }] as const;
    };
    const drop = () => control('drop', { times: 1 });
    const requests = [
      drop,
      pay,
      drop,
      pay,
      // The node remembers longest which of the dropped ones was asked for last.
      () => ['/ext/bc/P', 'platform.getTxStatus', { txID: paid[0] }] as const,
      pay,
      pay,
      () => control('fund', { to, amount: '1' }),
      () => control('advanceTime', { seconds: 5000 }),
      () => control('addValidator'),
      () => control('snapshot'),
      () => control('revert', { id: 1 }),
      () => control('hold'),
      () => control('mine'),
      () => control('release'),
      () => control('refuse', { reason: 'no', times: 1 }),
    ];
    const random = randomOf('crashes');
    let answered = testnode.dump();
    for (let i = 0; i < 24; i++) {
      const before = readFileSync(name);
      const [target, method, params] = requests[i] ? requests[i]!() : random.pick(requests)();
      expect(answer(post(target, method, params)).status).toBe(200);
      const whole = readFileSync(name);
      if (whole.length > before.length) {
        const cut = before.length + random.below(whole.length - before.length);
        const half = Buffer.concat([before, whole.subarray(before.length, cut)]);
        expect((await restarted(half)) === answered, method).toBe(true);
      }
      answered = testnode.dump();
      expect((await restarted(whole)) === answered, method).toBe(true);
      if (i % 8 === 7 && testnode.world.journal.marks.length === 0) file.save(answered);
    }
    await file.close();
    expect(testnode.world.P.blocks.length).toBeGreaterThan(3);
  });

  it('answers nothing more once something could not be kept', async () => {
    const name = newName();
    const testnode = createTestnode();
    // Saving takes four calls, and the first request four.
    const file = await openStateFile(name, failingFiles(8, noSpace).files);
    file.save(testnode.dump());
    const failures: string[] = [];
    const answer = answering(testnodeServer(testnode), {
      isHeld: true,
      file,
      failed: ({ message }) => void failures.push(message),
    });
    const { host: _, origin: __, ...headers } = post('', '', {}).headers;
    const to = ewoq.address('P', testnode.network);
    const fund = { ...post(controlPath, 'testnode.fund', { to, amount: '1' }), headers };
    expect(answer(fund).status).toBe(200);
    const reason = 'the state cannot be read or written: no space left on device';
    for (let i = 0; i < 2; i++)
      expect(answer(fund)).toMatchObject({ status: 500, text: `${reason}\n` });
    const read = { ...post('/ext/bc/P', 'platform.getHeight', {}), headers };
    expect(answer(read).status).toBe(500);
    expect(failures).toEqual([reason]);
    await file.close();
    expect((await contentOf(name)).times).toHaveLength(1);
  });

  it('records a request in which the server fails, too', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => said.mockRestore());
    const file = await openStateFile(newName(), goodFiles);
    const server: TestnodeServer = {
      ...testnodeServer(createTestnode()),
      answer: () => {
        throw new Error('a defect');
      },
    };
    file.save('one');
    const entries: JournalEntry[] = [];
    const append = (entry: JournalEntry) => void entries.push(entry);
    const answer = answering(server, { isHeld: true, file: { ...file, append } });
    expect(answer(post(controlPath, 'testnode.hold', {})).status).toBe(500);
    expect(entries).toHaveLength(1);
    replay(server, { entries });
    expect(said).toHaveBeenCalledTimes(2);
    await file.close();
  });

  it('is refused if a recorded request is answered otherwise', async () => {
    const server = testnodeServer(createTestnode());
    const { time } = server.testnode;
    const recorded = { time: String(time()), request: post(controlPath, 'testnode.hold', {}) };
    expect(
      thrown(() => replay(server, { entries: [{ ...recorded, reply: 'other' }] })).message,
    ).toContain('testnode.hold was answered otherwise when it was recorded');
  });
});
