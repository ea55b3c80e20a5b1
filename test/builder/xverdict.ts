import { runOracle } from '../../scripts/oracle.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { formatHex } from '../../src/text/hex.ts';

/** What the node’s own rules say of transactions of X and C: `true`, or why not. */
export async function verdicts(
  txs: readonly { readonly tx: AnyTx; readonly network: { readonly name: string } }[],
): Promise<readonly (true | string)[]> {
  const lines = txs.map(({ tx, network }, id) =>
    JSON.stringify({ id, chain: tx.chain, network: network.name, hex: formatHex(tx.bytes) }),
  );
  const answers = await runOracle('xoracle', ['verify'], `${lines.join('\n')}\n`);
  return answers
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const { ok, error } = JSON.parse(line) as { ok: boolean; error?: string };
      return ok || (error ?? 'refused');
    });
}
