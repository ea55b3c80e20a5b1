/** From a state file to an `issueTx` payload, without network: `npx tsx examples/offline.ts`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AnyTx, avax, type PState, parseState } from 'avalanche-tx';
import { buildBaseTx, type Draft } from 'avalanche-tx/build';
import { finalize, type IssueRequest, issueTxRequest, privateKey, sign } from 'avalanche-tx/sign';

/** A key that every local network gives funds to. Everybody knows it. */
export const key = privateKey('PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE');

/** Gets the payment. */
export const receiver = 'P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';

/** Pays 1.5 AVAX, and returns the draft, the transaction, and what to POST to a node. */
export function buildAndSign(
  state: PState,
  to: string = receiver,
): {
  draft: Draft;
  tx: AnyTx;
  request: IssueRequest;
} {
  const draft = buildBaseTx(
    state,
    { outputs: [{ to, amount: avax('1.5') }] },
    { maxFee: avax('0.01') },
  );
  const tx = finalize(sign(draft, key));
  return { draft, tx, request: issueTxRequest(tx) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const state = parseState(readFileSync(new URL('state.json', import.meta.url), 'utf8'));
  const { request } = buildAndSign(state as PState);
  console.log(JSON.stringify(request, null, 2));
}
