import { avax, formatHex, isError, type Opened, open, parseHex, toJSONText } from 'avalanche-tx';
import { describe, expect, it } from 'vitest';
import {
  addElement,
  changesSince,
  choicesOf,
  chooseMember,
  elementsOf,
  moveElement,
  removeElement,
  reopen,
  replaceField,
  splice,
} from '../../apps/inspector/model/editing.ts';
import { knownFieldsOf, readableFieldsOf } from '../../apps/inspector/model/embedded.ts';
import { bytesOfNode, type Fields, nodeOf, pathOf } from '../../apps/inspector/model/fields.ts';
import { fieldText, type Meant, meantBy, parseField } from '../../apps/inspector/model/meaning.ts';
import { rows } from '../support/vectors.ts';
import { everyType } from './every.ts';

const values = everyType().flatMap(([name, opened]) => {
  const fields = knownFieldsOf(opened);
  return fields ? [[name, opened, fields] as const] : [];
});

const tx = (type: string): Opened =>
  open(parseHex(rows('p-public').find((row) => row.type === type)!.hex), {
    chain: 'P',
    kind: 'tx',
  });

/** A text of the same kind that stands for another value. */
function otherText(meant: Meant, text: string): string {
  switch (meant) {
    case 'bool':
      return text === 'true' ? 'false' : 'true';
    case 'text':
      return `${text}!`;
    case 'bytes':
    case 'id':
    case 'nodeID':
    case 'shortID':
    case 'address':
      return text.length > 2 ? `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}` : '0xab';
    default:
      return text === '1' ? '2' : '1';
  }
}

const openedOf = (result: ReturnType<typeof reopen>, where: string): Opened => {
  if ('error' in result) throw new Error(`${where}: ${result.error.message}`);
  return result.opened;
};

describe('a field', () => {
  it('has a control in every type, which changes its bytes and no others', () => {
    let edited = 0;
    for (const [name, opened, fields] of values) {
      // Of long lists of equal fields the first ones stand for all.
      const step = Math.max(1, Math.floor(fields.start.length / 24));
      for (let node = 0; node < fields.start.length; node += step) {
        const meant = meantBy(fields, node);
        if (['group', 'choice', 'version', 'count'].includes(meant)) continue;
        const hex = ['bytes', 'id', 'nodeID', 'shortID', 'address'].includes(meant);
        const unit = hex ? 'hex' : undefined;
        const where = `${name} ${pathOf(fields, node)}`;
        const parsed = parseField(
          fields,
          node,
          otherText(meant, fieldText(fields, node, opened, unit)),
          unit,
        );
        if ('error' in parsed) throw new Error(`${where}: ${parsed.error}`);
        const bytes = replaceField(fields, node, parsed.bytes);
        const now = readableFieldsOf(opened, bytes);
        const at = nodeOf(now, pathOf(fields, node));
        if (at !== undefined)
          expect(formatHex(bytesOfNode(now, at)), where).toBe(formatHex(parsed.bytes));
        edited++;
        const found = reopen(opened, bytes);
        if ('error' in found) continue;
        const { changed } = changesSince(fields, now);
        expect(changed.size, where).toBeGreaterThan(0);
        // Bytes that hold a value: the field inside changed; or none can be read in them any more, and all did.
        const edit = pathOf(fields, node);
        const elsewhere = [...changed]
          .map((i) => pathOf(now, i))
          .filter((path) => !path.startsWith(edit) && !edit.startsWith(path));
        expect(elsewhere, where).toEqual([]);
        if (at === undefined) continue;
        const back = replaceField(now, at, bytesOfNode(fields, node));
        expect(formatHex(back), where).toBe(formatHex(opened.bytes));
      }
    }
    expect(edited).toBeGreaterThan(1000);
  });

  it('shows what its text lacks, and never throws', () => {
    const texts = ['', '-', '1e99', 'NodeID-', '0xzz', 'P-avax1qqqq', '9'.repeat(30), '\u202e'];
    const seen = new Set<string>();
    for (const [, , fields] of values)
      for (const [node, word] of fields.word.entries()) {
        const kind = `${word} ${meantBy(fields, node)}`;
        if (seen.has(kind) || word === 'struct' || word === 'list') continue;
        seen.add(kind);
        for (const text of texts)
          for (const unit of [undefined, 'AVAX', 'date', '%', 'hex', 'text'] as const) {
            const parsed = parseField(fields, node, text, unit);
            if ('error' in parsed) expect(parsed.error.length).toBeGreaterThan(3);
            else expect(parsed.bytes).toBeInstanceOf(Uint8Array);
          }
      }
    expect(seen.size).toBeGreaterThan(15);
  });

  it('takes amounts in AVAX, times as dates and addresses as text', () => {
    const opened = tx('BaseTx');
    const fields = knownFieldsOf(opened)!;
    const at = (path: string) => nodeOf(fields, path)!;
    const amount = at('unsignedTx.outputs[0].output.amount');
    const parsed = parseField(fields, amount, '1.5', 'AVAX');
    expect('bytes' in parsed && formatHex(parsed.bytes)).toBe(
      `0x${avax('1.5').toString(16).padStart(16, '0')}`,
    );
    const time = at('unsignedTx.outputs[0].output.locktime');
    expect(parseField(fields, time, '2025-02-19', 'date')).toEqual(
      parseField(fields, time, `${Date.UTC(2025, 1, 19) / 1000}`, 'unix'),
    );
    const address = at('unsignedTx.outputs[0].output.addresses[0]');
    expect(parseField(fields, address, 'P-fuji1qqqq', 'CB58')).toHaveProperty('error');
  });
});

describe('lists', () => {
  it('get, lose and move elements in every type, and come back', () => {
    let lists = 0;
    for (const [name, opened, fields] of values)
      for (const list of listsOf(fields).slice(0, 5)) {
        const where = `${name} ${pathOf(fields, list)}`;
        const many = elementsOf(fields, list)!.elements.length;
        const added = readableFieldsOf(opened, addElement(fields, list));
        const there = nodeOf(added, pathOf(fields, list));
        expect(there, where).toBeDefined();
        expect(elementsOf(added, there!)?.elements.length, where).toBe(many + 1);
        expect(formatHex(removeElement(added, there!, many)), where).toBe(formatHex(opened.bytes));
        lists++;
        if (many < 2) continue;
        const moved = readableFieldsOf(opened, moveElement(fields, list, 0, many - 1));
        const again = nodeOf(moved, pathOf(fields, list))!;
        expect(formatHex(moveElement(moved, again, many - 1, 0)), where).toBe(
          formatHex(opened.bytes),
        );
      }
    expect(lists).toBeGreaterThan(150);
  });

  it('mark what was added and count what was removed', () => {
    const opened = tx('BaseTx');
    const fields = knownFieldsOf(opened)!;
    const list = nodeOf(fields, 'unsignedTx.outputs')!;
    const fewer = readableFieldsOf(opened, removeElement(fields, list, 0));
    const gone = changesSince(fields, fewer);
    expect([...gone.removed.values()]).toEqual([1]);
    expect([...gone.changed].map((node) => pathOf(fewer, node))).toEqual([
      'unsignedTx.outputs.count',
    ]);
  });
});

const listsOf = (fields: Fields): readonly number[] =>
  fields.start.flatMap((_, node) => (elementsOf(fields, node) ? [node] : []));

describe('choices', () => {
  it('give every member of every type, and all can be read', () => {
    let chosen = 0;
    for (const [name, opened, fields] of values.filter(
      ([found]) => !/^(genesis|container)/.test(found),
    ))
      for (const [node, word] of fields.word.entries()) {
        if (word !== 'typeID' || node > 30) continue;
        for (const [id, member] of choicesOf(fields, node)) {
          const bytes = chooseMember(fields, node, id);
          const now = readableFieldsOf(opened, bytes);
          const where = `${name} ${pathOf(fields, node)} ${member}`;
          expect(now.readTo, where).toBe(bytes.length);
          expect(now.inner[nodeOf(now, pathOf(fields, fields.parent[node]!))!]!.name, where).toBe(
            member,
          );
          chosen++;
        }
      }
    expect(chosen).toBeGreaterThan(200);
  });

  it('keep what both members have: an output goes into a lock and comes out again', () => {
    const opened = tx('BaseTx');
    const fields = knownFieldsOf(opened)!;
    const node = fields.word.findIndex(
      (word, i) => word === 'typeID' && pathOf(fields, i).endsWith('.output.typeID'),
    );
    const path = pathOf(fields, node);
    const [plain, lock] = [7, 22];
    expect(fields.bytes[fields.end[node]! - 1]).toBe(plain);
    const locked = readableFieldsOf(opened, chooseMember(fields, node, lock));
    const amount = path.replace(/typeID$/, 'amount');
    const inside = path.replace(/typeID$/, 'output.amount');
    expect(bytesOfNode(locked, nodeOf(locked, inside)!)).toEqual(
      bytesOfNode(fields, nodeOf(fields, amount)!),
    );
    const unlocked = chooseMember(locked, nodeOf(locked, path)!, plain);
    expect(formatHex(unlocked)).toBe(formatHex(opened.bytes));
  });
});

describe('bytes', () => {
  it('that were edited are read again, or it is said where they fail', () => {
    const opened = tx('ExportTx');
    let failed = 0;
    for (let at = 0; at < opened.bytes.length; at += 3)
      for (const bytes of [
        splice(opened.bytes, at, at + 1, new Uint8Array([255])),
        splice(opened.bytes, at, at, new Uint8Array([0])),
        splice(opened.bytes, at, at + 1, new Uint8Array()),
      ]) {
        const found = reopen(opened, bytes);
        const fields = readableFieldsOf(opened, bytes);
        if ('error' in found) {
          failed++;
          expect(isError(found.error)).toBe(true);
          expect(fields.readTo).toBeLessThanOrEqual(bytes.length);
        } else {
          expect(fields.readTo).toBe(bytes.length);
          expect(toJSONText(found.opened)).toContain('unsignedTx');
        }
      }
    expect(failed).toBeGreaterThan(50);
  });

  it('inside of a wrapper change its length', () => {
    const [, opened, fields] = values.find(([name]) => name === 'X vertex ')!;
    const memo = fields.start.findIndex((_, node) => /^txs\[0\].*memo$/.test(pathOf(fields, node)));
    const parsed = parseField(fields, memo, '0x010203040506', 'hex');
    const bytes = replaceField(fields, memo, 'bytes' in parsed ? parsed.bytes : new Uint8Array());
    const found = openedOf(reopen(opened, bytes), 'vertex');
    expect(found.txs[0]!.unsignedTx).toHaveProperty('memo', new Uint8Array([1, 2, 3, 4, 5, 6]));
  });
});
