import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { controlPath } from '../../../src/testnode/serve/control.ts';
import { serverOf } from '../../../src/testnode/serve/server.ts';
import { createTestnode, loadTestnode } from '../../../src/testnode/testnode.ts';
import { formatBytes } from '../../../src/text/hex.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { ewoq, signedBy } from '../../../test/support/testnode.ts';
import { randomOf } from '../../../tools/fuzz/random.ts';
import { answering, replay } from '../src/testnode.ts';
import { type JournalEntry, openStateFile } from '../src/testnodestate.ts';

const request = { method: 'POST', target: '/ext/bc/P', headers: {}, body: 'ä"\n' };
const entry = (n: number): JournalEntry => ({ time: String(n), request });

describe('the state file of a test node', () => {
  it('has nothing at first, then the dump and what came after it', () => {
    const name = join(testFolder(), 'state');
    const file = openStateFile(name);
    expect(file).toMatchObject({ dump: undefined, entries: [] });
    file.save('one');
    file.append(entry(1));
    file.append({ time: '2' });
    expect(file.length()).toBe(2);
    expect(openStateFile(name)).toMatchObject({ dump: 'one', entries: [entry(1), { time: '2' }] });
    file.save('two');
    expect(openStateFile(name)).toMatchObject({ dump: 'two', entries: [] });
    file.close();
    expect(readdirSync(join(name, '..'))).toEqual(['state']);
  });

  it('has every answered request wherever writing ends', () => {
    const from = testFolder();
    const file = openStateFile(join(from, 'state'));
    file.save('one');
    file.append(entry(1));
    const answered = readFileSync(join(from, 'state.journal'));
    file.append(entry(2));
    const whole = readFileSync(join(from, 'state.journal'));
    for (let length = answered.length; length <= whole.length; length++) {
      const to = testFolder();
      cpSync(from, to, { recursive: true });
      writeFileSync(join(to, 'state.journal'), whole.subarray(0, length));
      const { dump, entries } = openStateFile(join(to, 'state'));
      const isWhole = length === whole.length;
      expect(dump).toBe('one');
      expect(entries).toEqual(isWhole ? [entry(1), entry(2)] : [entry(1)]);
    }
  });

  it('has the old or the new state wherever saving ends', () => {
    const before = testFolder();
    const file = openStateFile(join(before, 'state'));
    file.save('one');
    file.append(entry(1));
    const after = testFolder();
    cpSync(before, after, { recursive: true });
    openStateFile(join(after, 'state')).save('two');
    const at = (changes: Readonly<Record<string, string>>) => {
      const to = testFolder();
      cpSync(before, to, { recursive: true });
      for (const [name, text] of Object.entries(changes)) writeFileSync(join(to, name), text);
      return openStateFile(join(to, 'state'));
    };
    const old = { dump: 'one', entries: [entry(1)] };
    const now = { dump: 'two', entries: [] };
    const journal = readFileSync(join(after, 'state.journal'), 'utf8');
    expect(at({ 'state.new': 'tw' })).toMatchObject(old);
    expect(at({ 'state.new': 'two' })).toMatchObject(old);
    // The journal is of the dump before, which the new one contains.
    expect(at({ state: 'two' })).toMatchObject(now);
    expect(at({ state: 'two', 'state.journal.new': journal.slice(0, 9) })).toMatchObject(now);
    expect(at({ state: 'two', 'state.journal': journal })).toMatchObject(now);
  });

  it('says when it cannot be read or written', () => {
    const name = join(testFolder(), 'none', 'state');
    expect(() => openStateFile(name).save('one')).toThrow('the state cannot be read or written');
  });

  it('comes back as it was answered, after each request and wherever a crash cuts the next one', () => {
    const from = testFolder();
    const name = join(from, 'state');
    const journal = `${name}.journal`;
    const file = openStateFile(name);
    const testnode = createTestnode();
    file.save(testnode.dump());
    const answer = answering(serverOf(testnode), { isHeld: true, file });
    /** The dump of a node that starts with these files. */
    const restarted = (files: Readonly<Record<string, Uint8Array | string>> = {}): string => {
      const to = testFolder();
      cpSync(from, to, { recursive: true });
      for (const [at, content] of Object.entries(files)) writeFileSync(join(to, at), content);
      const opened = openStateFile(join(to, 'state'));
      const server = serverOf(loadTestnode(opened.dump!));
      replay(server, opened);
      return server.testnode.dump();
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
    for (let i = 0; i < 32; i++) {
      const before = readFileSync(journal);
      const [target, method, params] = requests[i] ? requests[i]!() : random.pick(requests)();
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json' };
      expect(answer({ method: 'POST', target, headers, body }).status).toBe(200);
      const whole = readFileSync(journal);
      if (whole.length > before.length) {
        const cut = before.length + random.below(whole.length - before.length);
        expect(restarted({ 'state.journal': whole.subarray(0, cut) }) === answered, method).toBe(
          true,
        );
      }
      answered = testnode.dump();
      expect(restarted() === answered, method).toBe(true);
      // Between the two steps of saving.
      expect(restarted({ state: answered }) === answered, method).toBe(true);
      if (i % 13 === 12 && testnode.world.journal.marks.length === 0) file.save(answered);
    }
    expect(testnode.world.P.blocks.length).toBeGreaterThan(5);
  });
});
