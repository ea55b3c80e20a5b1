import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type Argument,
  aBigint,
  aBoolean,
  aFunction,
  aList,
  aListOf,
  aNumber,
  anObject,
  aText,
  type Check,
  checkArgument,
  either,
  mapOf,
  objectOf,
  optional,
  optionsOf,
  orThe,
  someBytes,
  wordOf,
} from '../../src/schema/check.ts';
import { thrown } from '../support/thrown.ts';

const said = (value: unknown, declared: Check, ...path: string[]): string =>
  thrown(() => checkArgument(value, declared, ...path)).message;

describe('a kind', () => {
  it.each<[Check, unknown, unknown]>([
    [aText, 'x', 5],
    [aNumber, 5, Number.NaN],
    [aNumber, 1.5, 5n],
    [aBigint, 5n, 5],
    [aBoolean, false, 0],
    [someBytes, new Uint8Array(2), 'ab'],
    [someBytes, new ArrayBuffer(2), [1, 2]],
    [aFunction, () => 1, {}],
    [aList, [], new Set()],
    [anObject, {}, []],
    [anObject, Object.create(null), new Uint8Array(1)],
    [anObject, {}, Promise.resolve({})],
    [wordOf('P', 'X'), 'P', 'C'],
  ])('%# takes one value and refuses another', (declared, good, wrong) => {
    expect(checkArgument(good, declared)).toBe(good);
    expect(thrown(() => checkArgument(wrong, declared)).code).toBe('BadArgument');
  });

  it('is named in the error, with the kind of what was given', () => {
    expect(said(5, aText, 'name')).toBe('BadArgument at name: must be text, got number');
    expect(said(Number.NaN, aNumber)).toBe('BadArgument: must be a number, got NaN');
    expect(said(new Date(), aText)).toBe('BadArgument: must be text, got a Date');
    expect(said('Q', wordOf('P', 'X', 'C'), 'chain')).toBe(
      'BadArgument at chain: must be P, X or C, got "Q"',
    );
    expect(said('p', wordOf('P', 'X', 'C'), 'chain')).toBe(
      'BadArgument at chain: must be P, X or C, got "p": did you mean "P"?',
    );
    expect(said(Promise.resolve(), aBigint, 'time')).toBe(
      'BadArgument at time: must be a bigint, got a Promise: await it',
    );
  });

  it('never repeats what may be secret', () => {
    const secret = 'PrivateKey-2kqWNDaqUKQyE4ZsV5GLCGeizE6sHAJVyjnfjXoXrtcZpK9M67';
    for (const declared of [aBigint, anObject, wordOf('P', 'X'), aListOf(aText)])
      expect(said(secret, declared)).not.toContain('2kqW');
  });
});

describe('an object', () => {
  const state = objectOf({ chain: wordOf('P', 'X'), from: aListOf(aText) }, { name: 'a state' });

  it('is checked member by member, with the path of what is wrong', () => {
    expect(checkArgument({ chain: 'P', from: ['x'], more: 1 }, state)).toBeTruthy();
    expect(said({ chain: 'P', from: ['x', 5] }, state, 'state')).toBe(
      'BadArgument at state.from[1]: must be text, got number',
    );
    expect(said({ chain: 'P' }, state, 'state')).toBe('BadArgument at state.from: is missing');
  });

  it('is named where another kind of object is given for it', () => {
    expect(said([], state, 'state')).toContain('must be a state, got a list');
    expect(said({ type: 'BaseTx', outputs: [] }, state, 'state')).toBe(
      'BadArgument at state: must be a state, got an intent: the state comes first',
    );
    expect(said({ unsignedTx: {}, slots: [] }, state, 'state')).toBe(
      'BadArgument at state: must be a state, got a draft: the state comes first',
    );
  });

  it('of options has no other keys, which are reported before what is missing', () => {
    const options = optionsOf({ maxFee: aBigint, retries: optional(aNumber) });
    expect(checkArgument({ maxFee: 1n }, options)).toEqual({ maxFee: 1n });
    expect(said({ maxfee: 1n }, options, 'options')).toBe(
      'BadArgument at options.maxfee: is not a known key: did you mean maxFee? Known keys: maxFee, retries',
    );
    // A letter less, a letter more, two that changed places, the beginning; and a word that is none of them.
    for (const key of ['retres', 'retriies', 'rerties', 'retr', 'MAXFEE', 'mxFee'])
      expect(said({ [key]: 1n }, options, 'options'), key).toContain('did you mean');
    expect(said({ speed: 1n }, options, 'options')).not.toContain('did you mean');
  });

  it('may be a map, one of two things, or a word', () => {
    expect(said({ AVAX: 1n, x: 2 }, mapOf(aBigint), 'amounts')).toContain('at amounts.x: must be');
    const one = either((value) => typeof value === 'string', aText, aListOf(aText));
    expect(checkArgument('a', one)).toBe('a');
    expect(said([1], one)).toContain('[0]: must be text');
    expect(checkArgument('max', orThe('max', aBigint))).toBe('max');
    expect(said('min', orThe('max', aBigint))).toContain('must be a bigint');
  });

  it('gives the type of the argument', () => {
    const options = optionsOf({
      chain: wordOf('P', 'X'),
      amounts: optional(mapOf(aBigint)),
      signers: aListOf(aText),
    });
    expectTypeOf<Argument<typeof options>['chain']>().toEqualTypeOf<'P' | 'X'>();
    expectTypeOf<Argument<typeof options>['signers']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<{ chain: 'P'; signers: [] }>().toExtend<Argument<typeof options>>();
    expectTypeOf<{ chain: 'C'; signers: [] }>().not.toExtend<Argument<typeof options>>();
  });

  it('is an optional argument only where it is declared so', () => {
    expect(checkArgument(undefined, optional(anObject), 'options')).toBeUndefined();
    expect(said(undefined, anObject, 'options')).toContain('must be an object, got undefined');
    expect(said(null, optional(anObject), 'options')).toContain('got null');
  });
});
