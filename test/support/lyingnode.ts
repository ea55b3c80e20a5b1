/** Nodes of a test's own that answer whatever it says, without a network. */
import type { Transport } from '../../src/rpc/transport.ts';
import { formatJSON, type JSONValue } from '../../src/text/json.ts';

/** What a node is asked. */
export interface Call {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** A transport that gives what `answer` says to each call: a result, or the text of the whole reply. */
export function lying(
  answer: (call: Call, count: number) => JSONValue | { readonly raw: string },
): {
  readonly transport: Transport;
  readonly calls: readonly Call[];
} {
  const calls: Call[] = [];
  const transport: Transport = async ({ body = '{}' }) => {
    const call = JSON.parse(body) as Call;
    const said = answer(call, calls.push(call));
    const raw =
      typeof said === 'object' && said !== null && 'raw' in said && typeof said.raw === 'string'
        ? said.raw
        : `{"jsonrpc":"2.0","result":${formatJSON(said as JSONValue)},"id":1}`;
    return { status: 200, headers: {}, text: raw };
  };
  return { transport, calls };
}

/** Reads an iterable to its end. */
export async function drained<T>(of: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of of) found.push(item);
  return found;
}
