import { formatHex, spansOf, wireTypeOf } from 'avalanche-tx';
import { describe, expect, it } from 'vitest';
import { knownFieldsOf, readableFieldsOf } from '../../apps/inspector/model/embedded.ts';
import {
  bytesOfNode,
  isGroup,
  nodeAt,
  nodeOf,
  pathOf,
  readFields,
  readFieldsInSlices,
} from '../../apps/inspector/model/fields.ts';
import { fieldText, meantBy, parseField, unitsOf } from '../../apps/inspector/model/meaning.ts';
import { everyType } from './every.ts';

const values = everyType();

describe('fields', () => {
  it('are those of spansOf, for every type', () => {
    expect(values.length).toBeGreaterThan(90);
    for (const [name, opened] of values) {
      const fields = readFields(wireTypeOf(opened), opened.bytes);
      expect(fields.readTo, name).toBe(opened.bytes.length);
      const leaves = fields.start.flatMap((start, node) =>
        isGroup(fields, node) || fields.end[node] === start
          ? []
          : [
              {
                path: pathOf(fields, node),
                start,
                end: fields.end[node],
                word: fields.word[node],
                ...(fields.field[node] && { note: fields.field[node].note }),
              },
            ],
      );
      const spans = spansOf(opened);
      expect(leaves, name).toMatchObject(
        spans.map(({ path, start, end, word }) => ({ path, start, end, word })),
      );
      for (const [i, { note }] of leaves.entries())
        if (note !== undefined && leaves[i]!.word !== 'count')
          expect(spans[i]!.note, `${name} ${leaves[i]!.path}`).toBe(note);
    }
  });

  it('have a path that leads back to them, and so have all their bytes', () => {
    for (const [name, opened] of values) {
      const fields = knownFieldsOf(opened) ?? readableFieldsOf(opened, opened.bytes);
      const step = Math.ceil(fields.start.length / 200);
      for (let node = 0; node < fields.start.length; node += step) {
        expect(nodeOf(fields, pathOf(fields, node)), `${name} ${pathOf(fields, node)}`).toBe(node);
        const found = nodeAt(fields, fields.start[node]!);
        if (found === undefined || fields.start[node] === fields.end[node]) continue;
        expect(fields.start[found]).toBeLessThanOrEqual(fields.start[node]!);
        expect(fields.end[found]).toBeGreaterThan(fields.start[node]!);
      }
    }
  });

  it('show what is wrapped: a block, the transactions of a vertex, the message of a transaction', () => {
    const pathsIn = (name: string): readonly string[] => {
      const [, opened] = values.find(([found]) => found.startsWith(name))!;
      const fields = knownFieldsOf(opened)!;
      return fields.start.map((_, node) => pathOf(fields, node));
    };
    expect(pathsIn('P proposervm platformvm.BanffAbortBlock')).toContain(
      'statelessBlock.block.parentID',
    );
    expect(pathsIn('X vertex')).toContain('txs[0].unsignedTx.networkID');
    expect(pathsIn('container P/block')).toContain('Bytes.statelessBlock.block.height');
    expect(pathsIn('P RegisterL1ValidatorTx')).toContain(
      'unsignedTx.message.Payload.Payload.expiry',
    );
  });

  it('are the same when they are read in slices', async () => {
    const [, opened] = values.find(([name]) => name === 'genesis fuji')!;
    const whole = readFields(wireTypeOf(opened), opened.bytes);
    let pauses = 0;
    const sliced = await readFieldsInSlices(
      wireTypeOf(opened),
      opened.bytes,
      undefined,
      async () => {
        pauses++;
      },
    );
    expect(sliced.start).toEqual(whole.start);
    expect(sliced.next).toEqual(whole.next);
    expect(pauses).toBeGreaterThanOrEqual(0);
  });

  it('of damaged bytes go as far as these can be read', () => {
    const [, opened] = values.find(([name]) => name === 'P BaseTx')!;
    for (let length = 0; length < opened.bytes.length; length += 7) {
      const fields = readableFieldsOf(opened, opened.bytes.subarray(0, length));
      expect(fields.readTo).toBeLessThanOrEqual(length);
      expect(fields.readTo).toBeGreaterThan(length - 70);
    }
  });
});

describe('the text of a field', () => {
  it('stands for its bytes, in every unit and for every type', () => {
    let leaves = 0;
    for (const [name, opened] of values) {
      const fields = knownFieldsOf(opened);
      if (!fields) continue;
      for (let node = 0; node < fields.start.length; node++) {
        const meant = meantBy(fields, node);
        if (meant === 'group' || meant === 'choice' || meant === 'version' || meant === 'count')
          continue;
        for (const unit of [undefined, ...unitsOf(fields, node, opened)]) {
          const text = fieldText(fields, node, opened, unit);
          const parsed = parseField(fields, node, text, unit);
          const where = `${name} ${pathOf(fields, node)} ${unit} ${text} ${'error' in parsed ? parsed.error : ''}`;
          expect('bytes' in parsed && formatHex(parsed.bytes), where).toBe(
            formatHex(bytesOfNode(fields, node)),
          );
        }
        leaves++;
      }
    }
    expect(leaves).toBeGreaterThan(1500);
  });
});
