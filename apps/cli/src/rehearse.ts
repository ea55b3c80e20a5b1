import {
  type AnyTx,
  formatAddress,
  formatAmount,
  formatAvax,
  formatID,
  type Network,
} from 'avalanche-tx';
import type { NodeClient } from 'avalanche-tx/rpc';
import {
  assertRehearsed,
  changesSince,
  type Rehearsal,
  type RehearsedTx,
  rehearse,
} from 'avalanche-tx/testnode';
import { equalBytes } from './tx.ts';

/** Writes a line for people. */
type Say = (text: string) => void;

/**
 * Rehearses a transaction on a test node that starts from the state of the node, and reports the result. If the
 * node's state changes in the meantime, reports that and rehearses again.
 * @param own Addresses in addition to those that signed.
 * @throws {AvalancheError} The finding of a rule; `MissingState`: it depends on something unknown.
 * @returns A function that reports what has changed since.
 */
export async function rehearseFirst(
  node: NodeClient,
  tx: AnyTx,
  own: readonly string[],
  say: Say,
): Promise<() => Promise<void>> {
  const network = await node.network();
  const options = { addresses: own };
  const first = await rehearse(tx, node, options);
  for (const line of linesOf(first, network)) say(line);
  assertRehearsed(first);
  const sayChanges = async (): Promise<boolean> => {
    const changes = await changesSince(first, node);
    for (const { name, before, after } of changes)
      say(
        `changed on the node since: ${name} ${before === undefined ? 'is new' : after === undefined ? 'is gone' : `is ${after}, was ${before}`}`,
      );
    return changes.length > 0;
  };
  if (await sayChanges()) assertRehearsed(await rehearse(tx, node, options));
  return async () => {
    await sayChanges();
  };
}

/** A rehearsal in lines of text. */
function linesOf({ txs, balances, accounts }: Rehearsal, network: Network): readonly string[] {
  return [
    ...txs.flatMap((tx) => txLines(tx, network)),
    ...balances.map(({ chain, assetID, before, after }) => {
      const [was, is] = [before, after].map((of) => amountText(of, assetID, network));
      return `  on ${chain}: ${was} before, ${is} after`;
    }),
    ...accounts.map(
      ({ address, before, after }) =>
        `  ${address}: ${formatAmount(before, 18)} AVAX before, ${formatAmount(after, 18)} AVAX after`,
    ),
  ];
}

function txLines(tx: RehearsedTx, network: Network): readonly string[] {
  const { chain, txID, result, height, unknown = [], refusal, effects, potentialReward } = tx;
  const where = height === undefined ? '' : `, in block ${height} if no other comes before`;
  if (result !== 'accepted')
    return [
      `rehearsal: ${result}: ${txID}`,
      ...unknown.map((what) => `  not known: ${what}`),
      ...(refusal ? [`  a node would say: ${refusal.message}`] : []),
    ];
  return [
    `rehearsal: accepted on ${chain}${where}: ${txID}`,
    ...effects.burned.map(
      ({ amount, assetID, why }) => `  ${why}: ${amountText(amount, assetID, network)}`,
    ),
    ...effects.produced.map(({ utxo, why }) => {
      const { output, assetID, outputIndex } = utxo;
      const inner = ('output' in output ? output.output : output) as {
        readonly amount?: bigint;
        readonly addresses?: readonly Uint8Array[];
      };
      const amount =
        inner.amount === undefined ? output.type : amountText(inner.amount, assetID, network);
      const owners = (inner.addresses ?? []).map((of) =>
        formatAddress(of, network.chains[chain], network),
      );
      return `  UTXO ${outputIndex} (${why}): ${amount} to ${owners.join(', ')}`;
    }),
    ...(potentialReward === undefined
      ? []
      : [`  potential reward: ${formatAvax(potentialReward)} AVAX`]),
  ];
}

const amountText = (amount: bigint, assetID: Uint8Array, { avaxAssetID }: Network): string =>
  equalBytes(assetID, avaxAssetID)
    ? `${formatAvax(amount)} AVAX`
    : `${amount} of ${formatID(assetID)}`;
