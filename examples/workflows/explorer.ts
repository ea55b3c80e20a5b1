/** What explorers do: bytes come in, from wherever, and facts go out. */
import {
  type AnyTx,
  type AnyUTXO,
  type Effects,
  effectsOf,
  formatAddress,
  mainnet,
  type Network,
  type Opened,
  open,
  type PaidReward,
  rewardUTXOsOf,
  type Span,
  spansOf,
  stakeUTXOsOf,
  toJSONText,
} from 'avalanche-tx';
import { explain, svgOf, textOf } from 'avalanche-tx/explain';
import type { IndexName, NodeClient } from 'avalanche-tx/rpc';
import { signersOf } from 'avalanche-tx/rules';
import { conversionOf } from 'avalanche-tx/warp';

/** Whatever it is: hex, CB58, a node's reply. */
export function decodeAnything(input: string): {
  readonly what: string;
  readonly id: string | undefined;
  readonly json: string;
} {
  const opened = open(input);
  return {
    what: `${opened.chain} ${opened.type}`,
    id: opened.id,
    json: toJSONText(opened, { network: mainnet }),
  };
}

/** A page about a transaction, with the UTXOs that it spent if they are known. */
export function page(
  tx: AnyTx,
  network: Network,
  utxos: readonly AnyUTXO[] = [],
): { readonly title: string; readonly lines: string; readonly picture: string } {
  const explanation = explain(tx, { network, utxos });
  return {
    title: explanation.title,
    lines: textOf(explanation),
    picture: svgOf(explanation),
  };
}

/** One transaction's entries in a ledger. */
export interface Entries extends Pick<Effects, 'consumed' | 'produced' | 'burned'> {
  readonly txID: string;
}

/** What transactions consume, make and burn. */
export const ledger = (opened: Opened, network: Network): readonly Entries[] =>
  opened.txs.map((tx) => {
    const { consumed, produced, burned } = effectsOf(tx, { network });
    return { txID: tx.txID, consumed, produced, burned };
  });

/** Who signed, by transaction and credential, recovered from the signatures. */
export const senders = (
  opened: Opened,
  network: Network,
): readonly (readonly (readonly string[])[])[] =>
  opened.txs.map((tx) =>
    signersOf(tx).map((credential) =>
      credential.map((signer) => formatAddress(signer, tx.chain, network)),
    ),
  );

/** What comes back when a staking period ends, and what it pays. */
export const endOfStaking = (
  staker: AnyTx,
  reward: PaidReward,
): { readonly returned: readonly AnyUTXO[]; readonly paid: readonly AnyUTXO[] } => ({
  returned: stakeUTXOsOf(staker),
  paid: rewardUTXOsOf(staker, reward),
});

/** The validations that a conversion starts. */
export const validationsOf = (convert: AnyTx): readonly string[] =>
  conversionOf(convert).validationIDs;

/** Which bytes are what. */
export const inspect = (hex: string): readonly Span[] => spansOf(open(hex));

/** A block as an index has it. */
export interface Row {
  readonly index: bigint;
  /** Of the block, without its wrapper. */
  readonly id: string;
  readonly type: string;
  /** The node that proposed it, where its wrapper names one. */
  readonly proposer: string | undefined;
  /** When the node accepted it, Unix nanoseconds. */
  readonly accepted: bigint;
  readonly txs: readonly AnyTx[];
}

/** What an index has from a place on, and what comes until `signal` says stop. */
export async function* tail(
  node: NodeClient,
  index: IndexName,
  from: bigint,
  signal?: AbortSignal,
): AsyncGenerator<Row> {
  const options = {
    from,
    follow: true,
    interval: 100,
    ...(signal && { signal }),
  };
  for await (const { content, proposer, timestamp, txs, ...of } of node.blocks(index, options)) {
    const type = content && 'type' in content ? content.type : 'block';
    const id = content?.id ?? of.id;
    yield { index: of.index, id, type, proposer, accepted: timestamp.unixNanos, txs };
  }
}

/** What a staker gets back, and what it was paid. */
export async function rewardsOf(
  node: NodeClient,
  stakerID: string,
): Promise<{ readonly returned: readonly AnyUTXO[]; readonly paid: readonly AnyUTXO[] }> {
  const [staker, paid] = await Promise.all([
    node.pchain.getTx(stakerID),
    node.pchain.getRewardUTXOs(stakerID),
  ]);
  return { returned: stakeUTXOsOf(staker), paid };
}

/** The validations that a conversion started, by its id. */
export const validationsAt = async (
  node: NodeClient,
  convertID: string,
): Promise<readonly string[]> => validationsOf(await node.pchain.getTx(convertID));
