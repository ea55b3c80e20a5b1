/** A misspelt key in an intent is refused where it stands: what it was meant to say would be lost. */
import { expect, it } from 'vitest';
import { build, buildConsolidateTxs, buildImportTxs } from '../../src/builder/index.ts';
import type { Path } from '../../src/errors/error.ts';
import { changedAt } from '../support/examples.ts';
import { fullBuilds } from '../support/fullbuilds.ts';
import { pState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (of: unknown): of is Plain =>
  typeof of === 'object' && of !== null && !Array.isArray(of) && !ArrayBuffer.isView(of);

/** What is not of this library: owners and references may be whole outputs or UTXOs, a node is what a node said of itself. */
const isForeign = (of: Plain): boolean =>
  'addresses' in of || 'nodePOP' in of || ('txID' in of && 'outputIndex' in of);

/** The places of all objects that have keys of their own. */
const placesIn = (of: unknown, path: Path = []): readonly Path[] => {
  if (isPlain(of) && isForeign(of)) return [];
  const inner = Array.isArray(of)
    ? of.flatMap((one, i) => placesIn(one, [...path, i]))
    : isPlain(of)
      ? Object.entries(of).flatMap(([key, one]) => placesIn(one, [...path, key]))
      : [];
  return isPlain(of) ? [path, ...inner] : inner;
};
const at = (of: unknown, path: Path): unknown =>
  path.reduce((one, step) => (one as Plain)[step], of);

it.each(fullBuilds)('$name', ({ state, intent, options }) => {
  for (const path of placesIn(intent)) {
    const misspelt = changedAt(intent, path, { ...(at(intent, path) as Plain), amuont: 1n });
    expect(thrown(() => build(state, misspelt, options))).toMatchObject({
      code: 'BadArgument',
      path: [...path, 'amuont'],
    });
  }
});

it('of all imports or a consolidation is refused too', () => {
  const [state, misspelt] = [pState([]), { amuont: 1n } as never];
  for (const make of [
    () => buildImportTxs(state, misspelt),
    () => buildConsolidateTxs(state, misspelt),
  ])
    expect(thrown(make)).toMatchObject({ code: 'BadArgument', path: ['amuont'] });
});
