import { answer } from '../../apps/cli/src/answer.ts';
import { isError } from '../../src/errors/error.ts';
import { formatHex } from '../../src/text/hex.ts';
import { decode } from '../../src/wire/codec.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import type { NodeAnswer } from './node.ts';
import type { Target } from './targets.ts';

/** Bytes for a target, and whose network's text is asked for. */
export interface Input {
  readonly bytes: Uint8Array;
  readonly network: string;
}

/** The line that both read. */
export const lineOf = ({ chain, kind }: Target, { bytes, network }: Input): string =>
  JSON.stringify({ chain, kind, network, hex: formatHex(bytes) });

/** What ours begins with if it threw something else than a `AvalancheError`. */
const thrown = '{"thrown":';

/** In what the node and this library can differ. */
export type Aspect = 'verdict' | 'bytes' | 'id' | 'json' | 'kind of error';

const beforeJSON = (line: string): number => line.indexOf(',"json":');

/** The text that `target` is to be compared by; the stream's own where the node prints with a network. */
function jsonOf({ json, type }: Target, { bytes }: Input, line: string): string | null {
  if (json === 'node') {
    const text = line.slice(beforeJSON(line) + ',"json":'.length, -1);
    // Where the node cannot print it, the stream says why.
    return /^null(?:,"jsonError"|$)/.test(text) ? null : text;
  }
  try {
    return valueToJSONText(type, decode(type, bytes));
  } catch (e) {
    if (isError(e, 'Unsupported')) return null;
    throw e;
  }
}

/** What of an answer of `decode --stream` the node's has to equal; undefined if it does. */
export function difference(
  target: Target,
  input: Input,
  node: NodeAnswer,
  ours: string,
): Aspect | undefined {
  if (ours.startsWith(thrown)) return 'kind of error';
  const ok = ours.startsWith('{"id":null,"ok":true,');
  if (node.ok !== ok) return 'verdict';
  if (!ok) return undefined;
  const head = JSON.parse(`${ours.slice(0, beforeJSON(ours))}}`) as Record<string, string>;
  if (head.hex !== node.hex) return 'bytes';
  const id = Object.entries(head).find(([key]) => key.endsWith('ID'))?.[1];
  const nodeID = node.inputID ?? node.blockID ?? node.txID;
  if (id !== undefined && nodeID !== undefined && id !== nodeID) return 'id';
  if (target.json && jsonOf(target, input, ours) !== (node.json ?? null)) return 'json';
  return undefined;
}

/** Ours, as `decode --stream` says it. */
export function ourAnswer(target: Target, input: Input): string {
  try {
    return target.again ? again(target.again, input) : answer(lineOf(target, input));
  } catch (e) {
    return `${thrown}${JSON.stringify(String(e))}}`;
  }
}

function again(encoded: NonNullable<Target['again']>, { bytes }: Input): string {
  try {
    return `{"id":null,"ok":true,"hex":"${formatHex(encoded(bytes))}","json":null}`;
  } catch (e) {
    if (!isError(e)) throw e;
    return JSON.stringify({ id: null, ok: false, error: { code: e.code, message: e.message } });
  }
}
