/** Lies of a node about what is issued: it refuses a transaction, so that the wallet makes another one, and broadcasts them all later. */

import { idOf } from '../../../src/chain/ids.ts';
import { AvalancheError } from '../../../src/errors/error.ts';
import type { Transport } from '../../../src/rpc/index.ts';
import { parseBytes } from '../../../src/text/hex.ts';
import { formatID } from '../../../src/text/id.ts';
import { hashOf, type JSONAny, type Liar } from './answers.ts';

/** What the node says of a transaction that it keeps: a result, an error of the node, or nothing. */
interface Answers {
  readonly issue: 'takes' | 'refuses' | 'is silent' | 'fails';
  /** Of a transaction that it took. */
  readonly status?: 'Unknown' | 'Processing' | 'Dropped' | 'Rejected';
}

const issueLies = {
  'issue: refused, broadcast later': { issue: 'refuses' },
  'issue: no reply, broadcast later': { issue: 'is silent' },
  'issue: an HTTP error, broadcast later': { issue: 'fails' },
  'issue: said to be unknown, broadcast later': { issue: 'takes', status: 'Unknown' },
  'issue: said to be processing, broadcast later': { issue: 'takes', status: 'Processing' },
  'issue: said to be dropped, broadcast later': { issue: 'takes', status: 'Dropped' },
  'issue: said to be rejected, broadcast later': { issue: 'takes', status: 'Rejected' },
} as const satisfies Readonly<Record<string, Answers>>;

export type IssueLieKind = keyof typeof issueLies;
export const issueLieKinds = Object.keys(issueLies) as readonly IssueLieKind[];

/** Which UTXOs the node lists, another choice for each state: all, some, or none that a kept transaction spends. */
const listings = ['all', 'some', 'unspent', 'unspent'] as const;

/** The txID and the output index of a UTXO as a node writes it, after its version: an input that spends it begins with them. */
const spentOf = (utxo: string): string => utxo.slice(6, 6 + 2 * 36);

/** A node that keeps what is issued. `next` makes it list other UTXOs from now on; `kept` has what it may broadcast. */
export function keeping(
  transport: Transport,
  kind: IssueLieKind,
  { rng }: Liar,
): { readonly transport: Transport; readonly next: () => void; readonly kept: readonly string[] } {
  const kept: string[] = [];
  const { issue, status }: Answers = issueLies[kind];
  let listing: (typeof listings)[number] = rng.pick(['all', 'some'] as const);
  let salt = rng.next();
  const isListed = (text: string): boolean =>
    listing === 'all' ||
    (listing === 'some'
      ? (hashOf(text) ^ salt) % 2 === 0
      : !kept.some((tx) => tx.includes(spentOf(text))));
  const answer = (call: JSONAny, text: string): string => {
    const { result, ...rest } = JSON.parse(text) as JSONAny;
    const reply = (value: JSONAny): string => JSON.stringify({ ...rest, result: value });
    if (call.method.endsWith('.getTxStatus') && status !== undefined) return reply({ status });
    if (!call.method.endsWith('.getUTXOs') || !result) return text;
    const utxos = result.utxos.filter(isListed);
    return reply({ ...result, utxos, numFetched: `${utxos.length}` });
  };
  return {
    kept,
    next() {
      listing = rng.pick(listings);
      salt = rng.next();
    },
    transport: async (request) => {
      const call = JSON.parse(request.body ?? '{}') as JSONAny;
      if (!call.method?.endsWith('.issueTx')) {
        const reply = await transport(request);
        return { ...reply, text: answer(call, reply.text) };
      }
      const { params, id } = call;
      kept.push(params.tx);
      if (issue === 'is silent')
        throw new AvalancheError('Transport', 'no reply', { reason: 'timeout' });
      const said =
        issue === 'takes'
          ? { result: { txID: formatID(idOf(parseBytes(params.tx, 'hex'))) } }
          : { error: { code: -32000, message: 'insufficient funds: provided UTXOs needed more' } };
      return {
        status: issue === 'fails' ? 502 : 200,
        headers: {},
        text: JSON.stringify({ jsonrpc: '2.0', id, ...said }),
      };
    },
  };
}
