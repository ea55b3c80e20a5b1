import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type JournalEntry, openStateFile } from '../../src/cli/testnodestate.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'avalanche-tx-state-'));
const request = { method: 'POST', target: '/ext/bc/P', headers: {}, body: 'ä"\n' };
const entry = (n: number): JournalEntry => ({ time: String(n), request });

describe('the state file of a test node', () => {
  it('has nothing at first, then the dump and what came after it', () => {
    const name = join(folder(), 'state');
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
    const from = folder();
    const file = openStateFile(join(from, 'state'));
    file.save('one');
    file.append(entry(1));
    const answered = readFileSync(join(from, 'state.journal'));
    file.append(entry(2));
    const whole = readFileSync(join(from, 'state.journal'));
    for (let length = answered.length; length <= whole.length; length++) {
      const to = folder();
      cpSync(from, to, { recursive: true });
      writeFileSync(join(to, 'state.journal'), whole.subarray(0, length));
      const { dump, entries } = openStateFile(join(to, 'state'));
      const isWhole = length === whole.length;
      expect(dump).toBe('one');
      expect(entries).toEqual(isWhole ? [entry(1), entry(2)] : [entry(1)]);
    }
  });

  it('has the old or the new state wherever saving ends', () => {
    const before = folder();
    const file = openStateFile(join(before, 'state'));
    file.save('one');
    file.append(entry(1));
    const after = folder();
    cpSync(before, after, { recursive: true });
    openStateFile(join(after, 'state')).save('two');
    const at = (changes: Readonly<Record<string, string>>) => {
      const to = folder();
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
    const name = join(folder(), 'none', 'state');
    expect(() => openStateFile(name).save('one')).toThrow('the state cannot be read or written');
  });
});
