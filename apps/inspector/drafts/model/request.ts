/** The call that issues a signed transaction, exactly as it goes to a node. */
import { type AnyTx, AvalancheError } from 'avalanche-tx';
import { issueTxRequest } from 'avalanche-tx/sign';

/** A request as it is sent: an address, and a body in JSON. */
export interface NodeRequest {
  readonly url: string;
  readonly body: string;
}

const bodyOf = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/** The JSON-RPC call by itself, for whoever sends it by other means. */
export function issueBody(tx: AnyTx): string {
  const { method, params } = issueTxRequest(tx);
  return bodyOf(method, params);
}

/** The call for a node. @throws {AvalancheError} `BadText`: no address of a node. */
export const issueRequest = (node: string, tx: AnyTx): NodeRequest => ({
  url: urlOf(node, tx),
  body: issueBody(tx),
});

const statusMethods = {
  P: 'platform.getTxStatus',
  X: 'avm.getTxStatus',
  C: 'avax.getAtomicTxStatus',
} as const;

/** The call that asks a node what became of a transaction. */
export const statusRequest = (node: string, tx: AnyTx): NodeRequest => ({
  url: urlOf(node, tx),
  body: bodyOf(statusMethods[tx.chain], { txID: tx.txID }),
});

/** The endpoint of a node that a user typed; a path of a chain behind it is left out, a key in the query stays. */
function urlOf(node: string, tx: AnyTx): string {
  const typed = node.trim();
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AvalancheError(
      'BadText',
      'must be the address of a node such as http://127.0.0.1:9650',
      {
        kind: 'URL',
      },
    );
  const base = url.pathname.replace(/\/ext\/.*$/, '').replace(/\/+$/, '');
  return url.origin + base + issueTxRequest(tx).path + url.search;
}

/** Sends a request, and gives the node's reply as it came. */
export async function post({ url, body }: NodeRequest): Promise<string> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  const text = (await reply.text()).trim();
  return text === '' ? `HTTP status ${reply.status}` : text.slice(0, 10_000);
}
