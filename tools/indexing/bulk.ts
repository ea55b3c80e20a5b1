/** Transfers made by hand, without builders, which take a fifth of the time: the mass of a long past. */

import { sortedOutputs } from '../../src/builder/assemble.ts';
import { Tx as PTx, UnsignedTx as PUnsignedTx } from '../../src/chain/pchain/tx.ts';
import { type AnyTx, decodeTx } from '../../src/chain/tx.ts';
import { Tx as XTx, UnsignedTx as XUnsignedTx } from '../../src/chain/xchain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { signDigest } from '../../src/crypto/secp256k1.ts';
import type { Network } from '../../src/network/network.ts';
import { type Key, privateKey } from '../../src/sign/key.ts';
import { formatHex } from '../../src/text/hex.ts';
import { parseID } from '../../src/text/id.ts';
import { compareUTXOIDs } from '../../src/tx/order.ts';
import { encode } from '../../src/wire/codec.ts';
import type { Random } from '../fuzz/random.ts';

/** A coin that somebody can spend. */
export interface Coin {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly amount: bigint;
}

/** Somebody who pays others by hand. */
interface Payer {
  readonly key: Key;
  readonly secret: Uint8Array;
  readonly coins: Readonly<Record<'P' | 'X', Coin[]>>;
}

/** Those who pay each other. */
export interface Payers {
  readonly all: readonly Payer[];
  /** By hex of their addresses. */
  readonly byAddress: ReadonlyMap<string, Payer>;
  readonly network: Network;
}

export function newPayers(network: Network): Payers {
  const all = Array.from({ length: 12 }, (_, i): Payer => {
    const secret = sha256(new TextEncoder().encode(`payer ${i}`));
    return { key: privateKey(secret), secret, coins: { P: [], X: [] } };
  });
  const byAddress = new Map(all.map((of) => [formatHex(of.key.shortID), of]));
  return { all, byAddress, network };
}

/** More than any fee. */
const burned = 1_000_000n;

/** A transfer from somebody who has something; undefined if the first one who was asked has not. */
export function bulkTransfer(
  { all, network }: Payers,
  chain: 'P' | 'X',
  random: Random,
  others: readonly Key[],
): AnyTx | undefined {
  const payer = random.pick(all);
  const coins = payer.coins[chain];
  // Who has many coins spends more of them.
  const spent = coins.splice(0, 1 + random.below(coins.length > 30 ? 8 : 3));
  const total = spent.reduce((sum, { amount }) => sum + amount, 0n) - burned;
  if (total <= 1_000n) return undefined;
  const parts = Array.from({ length: random.below(3) }, (): Part => {
    const to = random.below(50) === 0 ? random.pick(others) : random.pick(all).key;
    return { to, amount: 1n + BigInt(random.below(1000)) * (total / 4_000n) };
  });
  const rest = parts.reduce((sum, { amount }) => sum - amount, total);
  return transferOf(network, chain, payer.secret, spent, [
    ...parts,
    { to: payer.key, amount: rest },
  ]);
}

/** A transfer that gives all payers the same share of some coins. */
export function fundingTransfer(
  { all, network }: Payers,
  chain: 'P' | 'X',
  secret: Uint8Array,
  coins: readonly Coin[],
): AnyTx {
  const total = coins.reduce((sum, { amount }) => sum + amount, 0n) - burned;
  const amount = total / BigInt(all.length);
  const parts = all.map(({ key: to }) => ({ to, amount }));
  return transferOf(network, chain, secret, coins, parts);
}

interface Part {
  readonly to: Key;
  readonly amount: bigint;
}

/** A signed transfer of AVAX that spends all coins. */
function transferOf(
  network: Network,
  chain: 'P' | 'X',
  secret: Uint8Array,
  coins: readonly Coin[],
  parts: readonly Part[],
): AnyTx {
  const spent = [...coins].sort(compareUTXOIDs);
  const assetID = network.avaxAssetID;
  const outputs = parts.map(({ to, amount }) => ({
    assetID,
    output: {
      type: 'secp256k1fx.TransferOutput' as const,
      amount,
      locktime: 0n,
      threshold: 1,
      addresses: [to.shortID],
    },
  }));
  const common = {
    networkID: network.networkID,
    blockchainID: network.chains[chain].blockchainID,
    outputs: sortedOutputs(outputs),
    inputs: spent.map(({ txID, outputIndex, amount }) => ({
      txID,
      outputIndex,
      assetID,
      input: { type: 'secp256k1fx.TransferInput' as const, amount, signatureIndices: [0] },
    })),
    memo: new Uint8Array(),
  };
  const credential = (unsigned: Uint8Array) => ({
    type: 'secp256k1fx.Credential' as const,
    signatures: [signDigest(sha256(unsigned), secret)],
  });
  if (chain === 'P') {
    const unsignedTx = { type: 'platformvm.BaseTx' as const, ...common };
    const of = credential(encode(PUnsignedTx, unsignedTx));
    return decodeTx(encode(PTx, { unsignedTx, credentials: spent.map(() => of) }), 'P');
  }
  const unsignedTx = { type: 'avm.BaseTx' as const, ...common };
  const of = { credential: credential(encode(XUnsignedTx, unsignedTx)) };
  return decodeTx(encode(XTx, { unsignedTx, credentials: spent.map(() => of) }), 'X');
}

interface Made {
  readonly output: { readonly amount?: bigint; readonly addresses?: readonly Uint8Array[] };
}

/** Notes the coins that an accepted transfer gives to those who pay. */
export function noteCoins({ byAddress }: Payers, { chain, txID, unsignedTx }: AnyTx): void {
  if (chain === 'C' || !('outputs' in unsignedTx)) return;
  const id = parseID(txID);
  for (const [outputIndex, { output }] of (unsignedTx.outputs as readonly Made[]).entries()) {
    const { amount, addresses = [] } = output;
    const payer = addresses[0] && byAddress.get(formatHex(addresses[0]));
    if (payer && amount !== undefined) payer.coins[chain].push({ txID: id, outputIndex, amount });
  }
}
