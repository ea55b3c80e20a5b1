/** What explorers do: bytes come in, from wherever, and facts go out. */
import {
  type Effects,
  effects,
  formatAddress,
  mainnet,
  type Network,
  type Opened,
  open,
  type Reward,
  rewardUTXOs,
  type Span,
  spans,
  stakeUTXOs,
  type Tx,
  toJSONText,
  type UTXO,
} from 'avalanche-tx';
import { signersOf } from 'avalanche-tx/verify';
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
    json: toJSONText(opened, mainnet),
  };
}

/** One transaction's entries in a ledger. */
export interface Entries extends Pick<Effects, 'consumed' | 'produced' | 'burned'> {
  readonly txID: string;
}

/** What transactions consume, make and burn. */
export const ledger = (opened: Opened, network: Network): readonly Entries[] =>
  opened.txs.map((tx) => {
    const { consumed, produced, burned } = effects(tx, { network });
    return { txID: tx.txID, consumed, produced, burned };
  });

/** Who signed, by transaction and credential, recovered from the signatures. */
export const senders = (
  opened: Opened,
  network: Network,
): readonly (readonly (readonly string[])[])[] =>
  opened.txs.map((tx) =>
    signersOf(tx).map((credential) =>
      credential.map((signer) => formatAddress(tx.chain, signer, network)),
    ),
  );

/** What comes back when a staking period ends, and what it pays. */
export const endOfStaking = (
  staker: Tx,
  reward: Reward,
): { readonly returned: readonly UTXO[]; readonly paid: readonly UTXO[] } => ({
  returned: stakeUTXOs(staker),
  paid: rewardUTXOs(staker, reward),
});

/** The validations that a conversion starts. */
export const validationsOf = (convert: Tx): readonly string[] =>
  conversionOf(convert).validationIDs;

/** Which bytes are what. */
export const inspect = (hex: string): readonly Span[] => spans(open(hex));
