import { describe, expect, it } from 'vitest';
import { indexes } from '../../../src/rpc/containers.ts';
import { type MethodName, methods } from '../../../src/rpc/methods.ts';
import { parseReply } from '../../../src/rpc/request.ts';
import { readParams } from '../../../src/testnode/serve/params.ts';
import { handlers } from '../../../src/testnode/serve/serve.ts';
import { parseJSON } from '../../../src/text/json.ts';
import { linesOf } from '../../support/vectors.ts';
import { type Called, callAll, everything } from './endpoints.ts';

interface Sample {
  readonly source: string;
  readonly path: string;
  readonly method: string;
}

/** The endpoints of the two documents. */
const seeds = linesOf('rpc-samples-seed')
  .map((line) => parseJSON(line) as unknown as Sample)
  .filter(({ source }) => source === 'seed');

const happened = await everything();
const calls = callAll(happened);
const nameOf = ({ method }: Sample): string => method.replace(/^GET /, '');

/** Where each endpoint is asked. */
const callsOf = (sample: Sample): readonly Called[] =>
  calls.filter(({ name }) => name === nameOf(sample));

describe('every endpoint of the documents', () => {
  it('is called: 65 of them, the methods of an index on each of its paths', () => {
    expect(seeds).toHaveLength(65);
    for (const sample of seeds) {
      const count = sample.method.startsWith('index.') ? indexes.length : 1;
      expect(callsOf(sample).length, sample.method).toBeGreaterThanOrEqual(count);
    }
  });

  it('answers with what the strict reader accepts', () => {
    const refused = calls.filter(({ isAccepted }) => !isAccepted);
    expect(refused).toEqual([]);
    // The index of vertices has been empty since Cortina, as on a node.
    const empty = calls.filter(({ refusal }) => refusal !== undefined);
    expect(empty.map(({ at, name }) => `${at} ${name}`)).toEqual(
      ['ContainerByID', 'ContainerByIndex', 'ContainerRange', 'Index', 'LastAccepted'].map(
        (name) => `POST /ext/index/X/vtx index.get${name}`,
      ),
    );
  });

  it('has no field that the table of methods does not know', () => {
    for (const { name, text, refusal } of calls) {
      if (refusal !== undefined || !Object.hasOwn(methods, name)) continue;
      const value = parseReply(text, { method: name as MethodName, params: {} });
      const found = JSON.stringify(value, (_, of) => (typeof of === 'bigint' ? String(of) : of));
      expect(found, name).not.toContain('"extra"');
    }
  });
});

describe('the handlers', () => {
  it('are one for each method but those that a node is started for', () => {
    const served = Object.keys(methods).filter((name) => !name.startsWith('admin.'));
    expect(Object.keys(handlers).sort()).toEqual(served.sort());
  });

  it('get zero values for what is not given, for every method', () => {
    for (const [name, row] of Object.entries(methods))
      if (!name.startsWith('eth_'))
        for (const value of Object.values(readParams(row, undefined) as object))
          expect(value, name).toBeDefined();
  });
});
