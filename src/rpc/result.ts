import type { ChainName } from '../chain/kinds.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { type Hint, openAll } from '../open/open.ts';
import type { Opened } from '../open/opened.ts';
import type { JSONObject } from '../wire/type.ts';
import { indexes } from './containers.ts';
import type { Method } from './method.ts';
import { type MethodName, methods, type ResultOf } from './methods.ts';

/** What a caller knows of a result beside its method. */
export interface ResultHint extends Pick<Hint, 'network' | 'alias' | 'types'> {
  /** The index that was asked: `X/block`. */
  readonly at?: string | undefined;
}

/** The methods whose results hold transactions, UTXOs, blocks or what an index has. */
export type HoldingMethod = {
  [N in MethodName]: (typeof methods)[N] extends { readonly holds: string } ? N : never;
}[MethodName];

/**
 * The transactions, UTXOs, blocks or containers in a result, in its order, whether they came as hex or JSON.
 * @throws {AvalancheError} As `openAll`; `BadText` under `at`: no index; `Unsupported`: a method whose result holds none.
 * @example
 * const end = { address: '111111111111111111116DBWJs', utxo: '11111111111111111111111111111111LpoYY' };
 * openResult('platform.getUTXOs', { numFetched: 0n, utxos: [], endIndex: end, encoding: 'hex' }); // []
 */
export const openResult = /* @__PURE__ */ guarded(function openResult<N extends HoldingMethod>(
  name: N,
  result: ResultOf<N>,
  { at, ...hint }: ResultHint = {},
): readonly Opened[] {
  const { holds, result: shape } = methods[name] as Method;
  if (!holds)
    throw new AvalancheError(
      'Unsupported',
      `the result of ${name} has no transaction, UTXO or block`,
    );
  const chain = holds === 'at' ? chainOf(at) : holds;
  return openAll(shape.format(result) as JSONObject, { ...hint, chain });
});

function chainOf(at: string | undefined): ChainName {
  if ((indexes as readonly (string | undefined)[]).includes(at)) return at![0] as ChainName;
  throw new AvalancheError('BadText', `must be one of ${indexes.join(', ')}`, {
    kind: 'index name',
  }).at('at');
}
