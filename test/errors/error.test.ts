import { inspect } from 'node:util';
import vm from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/errors/codes.ts';
import {
  AvalancheError,
  climb,
  formatPath,
  isError,
  type Path,
  within,
} from '../../src/errors/error.ts';
import { errorMessages } from '../../src/explain/errormessages.ts';
import { thrown } from '../support/thrown.ts';

const fee = () => new AvalancheError('FeeTooHigh', 'is 5', { fee: 5n, maxFee: 4n });
const short = () =>
  new AvalancheError('Truncated', 'need 4 bytes, 2 left', { need: 4, left: 2 }, { offset: 502 });

/** The module once more, as another copy of the package or another realm has it. */
const copy = (async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from './src/errors/error.ts'",
      resolveDir: new URL('../..', import.meta.url).pathname,
    },
    bundle: true,
    format: 'iife',
    globalName: 'copy',
    write: false,
  });
  return outputFiles[0]!.text;
})();
type Module = typeof import('../../src/errors/error.ts');

describe('isError', () => {
  it.each([
    ['another copy', (code: string) => new Function(`${code}; return copy`)() as Module],
    ['another realm', (code: string) => vm.runInNewContext(`${code}; copy`) as Module],
  ])('knows the errors of %s, and that one ours', async (_, load) => {
    const other = load(await copy);
    const theirs = new other.AvalancheError('FeeTooLow', 'is 1', { fee: 1n, minFee: 2n });
    expect(theirs).toBeInstanceOf(AvalancheError);
    expect(fee()).toBeInstanceOf(other.AvalancheError);
    expect([isError(theirs), isError(theirs, 'FeeTooLow'), isError(theirs, 'Duplicate')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([other.isError(fee()), other.isError(fee(), 'FeeTooHigh')]).toEqual([true, true]);
    expect((climb(theirs, 'fee') as AvalancheError).message).toBe('FeeTooLow at fee: is 1');
  });

  it('leaves a class that extends it its own instances', () => {
    class Own extends AvalancheError {}
    expect(fee()).not.toBeInstanceOf(Own);
    const own = new Own('FeeTooHigh', 'is 5', { fee: 5n, maxFee: 4n });
    expect([own instanceof Own, own instanceof AvalancheError]).toEqual([true, true]);
  });

  it.each([
    undefined,
    null,
    'FeeTooHigh',
    {},
    new Error('FeeTooHigh'),
    { code: 'FeeTooHigh', name: 'AvalancheError' },
  ])('does not take %j for one', (value) => {
    expect(isError(value)).toBe(false);
    expect(value instanceof AvalancheError).toBe(false);
  });
});

describe('an error', () => {
  it('says code, place and detail in its message, and where it climbed', () => {
    expect(short().message).toBe('Truncated (byte 502): need 4 bytes, 2 left');
    const e = thrown(() =>
      within(['tx', 'outputs'], () =>
        within([1], () => {
          throw short();
        }),
      ),
    );
    expect(e.message).toBe('Truncated at tx.outputs[1] (byte 502): need 4 bytes, 2 left');
    expect([e.path, e.offset, e.detail]).toEqual([
      ['tx', 'outputs', 1],
      502,
      'need 4 bytes, 2 left',
    ]);
    expect(e.stack).toContain('AvalancheError: Truncated at tx.outputs[1] (byte 502)');
  });

  it('has the facts of its code, none if the code has none, and its cause', () => {
    const e = thrown(() => {
      throw fee();
    });
    expect(isError(e, 'FeeTooHigh') && e.context.fee).toBe(5n);
    const cause = new Error('inner');
    const bare = new AvalancheError('BadJSON', 'bad', {}, { cause });
    expect([bare.context, bare.cause]).toEqual([{}, cause]);
    expect('cause' in fee()).toBe(false);
  });

  it('is plain data for JSON and other threads', () => {
    const e = new AvalancheError(
      'Insufficient',
      'needs 5',
      { assetID: 'a', needed: 5n, spendable: 0n, stakeable: [{ amount: 3n, until: 7n }] },
      { cause: new TypeError('inner') },
    );
    const plain = (climb(e, 'outputs', 0) as AvalancheError).toJSON();
    expect(structuredClone(plain)).toEqual(plain);
    expect(JSON.parse(JSON.stringify(e))).toEqual({
      name: 'AvalancheError',
      code: 'Insufficient',
      message: 'Insufficient at outputs[0]: needs 5',
      detail: 'needs 5',
      path: 'outputs[0]',
      context: {
        assetID: 'a',
        needed: '5',
        spendable: '0',
        stakeable: [{ amount: '3', until: '7' }],
      },
      cause: 'inner',
    });
    expect(short().toJSON().offset).toBe(502);
  });

  it('prints once what it says, without what is private or empty', () => {
    const printed = (e: unknown) => inspect(e).replace(/\n {4}at .*?(?= \{$|$)/gm, '');
    expect(printed(climb(fee(), 'fee'))).toBe(
      "AvalancheError: FeeTooHigh at fee: is 5 {\n  code: 'FeeTooHigh',\n  context: { fee: 5n, maxFee: 4n }\n}",
    );
    expect(printed(new AvalancheError('BadJSON', 'bad'))).toBe(
      "AvalancheError: BadJSON: bad {\n  code: 'BadJSON'\n}",
    );
    // So Node prints what nobody catches.
    expect(inspect(short(), { customInspect: false }).length).toBeLessThan(2000);
  });
});

describe('climb', () => {
  const caught = (steps: Path, f: () => unknown): AvalancheError => {
    try {
      f();
    } catch (e) {
      return climb(e, ...steps) as AvalancheError;
    }
    throw new Error('nothing was thrown');
  };
  it('makes a BadArgument of what the engine throws for a wrong type, with its cause', () => {
    const e = caught(['options', 'fee'], () => (undefined as never as string).length);
    expect(e).toMatchObject({ code: 'BadArgument', path: ['options', 'fee'] });
    expect(e.detail).toContain("reading 'length'");
    expect(e.cause).toBeInstanceOf(TypeError);
  });

  it('quotes no text that the engine quotes: it may be a key', () => {
    const secret = 'PrivateKey-2GCgSHhQMwycn28YMovLxDeka4dr6NeD1LFmMY7Dcbg14Sx7uX';
    for (const read of [
      () => 'txID' in (secret as never as object),
      () => BigInt(secret),
      () => new URL(secret),
      () => Object.defineProperty(secret, 'x', {}),
    ]) {
      const e = caught(['key'], read);
      expect(e.code).toBe('BadArgument');
      expect(inspect(e, { depth: 9, showHidden: true })).not.toContain(secret.slice(11, 20));
    }
  });

  it('is not what within does: an error that is not ours leaves it as it is', () => {
    const own = new TypeError('mine');
    expect(() =>
      within(['policy'], () => {
        throw own;
      }),
    ).toThrow(own);
  });

  it('leaves other errors and values as they are', () => {
    const other = new Error('other');
    expect([climb(other, 'a'), climb('text', 'a')]).toEqual([other, 'text']);
  });
});

describe('formatPath', () => {
  it('writes steps as one would in code', () => {
    expect(formatPath(['tx', 'outputs', 1, 'amount'])).toBe('tx.outputs[1].amount');
    expect(formatPath([0, 'a'])).toBe('[0].a');
    expect(formatPath([])).toBe('');
  });
});

it('every code has a meaning and a message', () => {
  expect(Object.keys(errorMessages).sort()).toEqual(Object.keys(errorCodes).sort());
});
