import type { ChainName } from '../chain/declared.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Hint, open, openAccepted } from '../open/open.ts';
import type { Opened } from '../open/opened.ts';
import type { JSONObject } from '../schema/schema.ts';
import { indexes } from './containers.ts';
import type { Holds, Method } from './method.ts';
import { type MethodName, methods, type ResultOf } from './methods.ts';

/** What the caller knows about a result besides its method. */
export interface ResultHint extends Pick<Hint, 'network' | 'alias' | 'types'> {
  /** The index that was queried, such as `X/block`. */
  readonly at?: string | undefined;
}

/** The methods whose results hold transactions, UTXOs, outputs, blocks or containers. */
export type HoldingMethod = {
  [N in MethodName]: (typeof methods)[N] extends { readonly holds: Holds } ? N : never;
}[MethodName];

/**
 * Opens the transactions, UTXOs, outputs, blocks or containers in a result, in order, whether encoded as hex or
 * JSON.
 * @throws {AvalancheError} As `open`, with the path in the result; `BadText` under `at`: not an index;
 *   `Unsupported`: the result of the method contains none.
 * @example
 * const end = { address: '111111111111111111116DBWJs', utxo: '11111111111111111111111111111111LpoYY' };
 * openResult('platform.getUTXOs', { numFetched: 0n, utxos: [], endIndex: end, encoding: 'hex' }); // []
 */
export function openResult<N extends HoldingMethod>(
  name: N,
  result: ResultOf<N>,
  { at, ...hint }: ResultHint = {},
): readonly Opened[] {
  const { holds } = methods[name] as Method;
  if (!holds)
    throw new AvalancheError('Unsupported', `${name} gives no transaction, UTXO, output or block`);
  const chain = holds.chain === 'at' ? chainOf(at) : holds.chain;
  const openOne = (content: unknown): Opened => {
    if (holds.kind === 'output')
      return open(outputIn(content as Uint8Array), { ...hint, chain, kind: holds.kind });
    if (holds.kind !== 'container')
      return open(content as Uint8Array | JSONObject, { ...hint, chain, kind: holds.kind });
    const { bytes } = content as { readonly bytes: Uint8Array };
    return within(['bytes'], () => openAccepted(bytes, { ...hint, chain }));
  };
  if (holds.in === undefined) return [openOne(result)];
  const content = Object(result)[holds.in] as unknown;
  return within([holds.in], () =>
    Array.isArray(content)
      ? content.map((item: unknown, i) => within([i], () => openOne(item)))
      : [openOne(content)],
  );
}

/** Length of the codec version and asset id that precede a staked output. */
const outputStart = 2 + 32;

/** Returns the output part of a `TransferableOutput`. */
function outputIn(bytes: Uint8Array): Uint8Array {
  if (bytes.length < outputStart)
    throw new AvalancheError(
      'Truncated',
      `an output follows ${outputStart} bytes`,
      { need: outputStart, left: bytes.length },
      { offset: 0 },
    );
  if (bytes[0] !== 0 || bytes[1] !== 0)
    throw new AvalancheError(
      'BadVersion',
      'must be codec version 0',
      { version: bytes[0]! * 256 + bytes[1]! },
      { offset: 0 },
    );
  return bytes.subarray(outputStart);
}

function chainOf(at: string | undefined): ChainName {
  if ((indexes as readonly (string | undefined)[]).includes(at)) return at![0] as ChainName;
  throw new AvalancheError('BadText', `must be one of ${indexes.join(', ')}`, {
    kind: 'index name',
  }).at('at');
}
