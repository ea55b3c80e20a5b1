/** A P-chain whose blocks are made by hand, so that it can be at any upgrade and its time passes at once. */
import { expect } from 'vitest';
import { primaryNetworkID } from '../../src/chain/base.ts';
import { genesisSummaryOf } from '../../src/chain/genesis.ts';
import { idOf } from '../../src/chain/ids.ts';
import {
  Block,
  Genesis,
  type OutputOwners,
  Tx,
  type UnsignedTx,
  type UTXO,
} from '../../src/chain/pchain/index.ts';
import { Tx as XTx } from '../../src/chain/xchain/tx.ts';
import { privateKey } from '../../src/sign/index.ts';
import { avax } from '../../src/text/amount.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatBytes } from '../../src/text/hex.ts';
import { amountOf } from '../../src/tx/output.ts';
import type { AnyUTXO } from '../../src/tx/types.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { genesisOf, postBlock } from '../support/history.ts';
import { recordedNode } from '../support/recorded.ts';
import { base, credential, spend, xBase } from '../support/tx.ts';

interface Fields {
  readonly [key: string]: unknown;
}

export const txIDOf = (tx: Tx): Uint8Array => idOf(encode(Tx, tx));

/** What every transaction here burns; before Etna a node asks for nothing. */
const fee = avax('0.01');

/**
 * Starts such a chain at its genesis. Its wallet has large UTXOs, one for each transaction.
 * @param use What the chain is for, if another test has one of the same upgrade.
 */
export async function handmade(upgrade: string, use?: string) {
  const node = await recordedNode(
    'history',
    ['--posted-blocks', '--upgrade', upgrade, '--min-stake-duration', '2s'],
    use,
  );
  const genesis = await genesisOf(node);
  const facts = genesisSummaryOf(genesis);
  const { Timestamp: start, Validators } = decode(Genesis, genesis);
  const key = privateKey(node.ready.keys[0]!.privateKey);
  const owner: OutputOwners = {
    type: 'secp256k1fx.OutputOwners',
    locktime: 0n,
    threshold: 1,
    addresses: [key.shortID],
  };
  const isMine = ({ output: of }: AnyUTXO) =>
    of.type === 'secp256k1fx.TransferOutput' &&
    of.amount > 1n &&
    of.locktime === 0n &&
    of.addresses.length === 1 &&
    equalBytes(of.addresses[0]!, key.shortID);
  const amountIn = ({ output }: AnyUTXO) => ('amount' in output ? output.amount : 0n);
  const rich = facts.utxos.P.map(({ utxo }) => utxo).filter(
    (u) => isMine(u) && amountIn(u) === avax('100000'),
  );
  let height = 0n;
  const { genesisID: parent } = facts;
  const first = { type: 'platformvm.ApricotCommitBlock' as const, parentID: parent, height };
  let parentID = idOf(encode(Block, first));

  /** Posts the next block. */
  async function post(type: string, fields: Fields = {}): Promise<void> {
    height += 1n;
    const block = { type: `platformvm.${type}`, parentID, height, ...fields };
    const bytes = encode(Block, block as never);
    await postBlock(node, bytes);
    parentID = idOf(bytes);
  }
  return {
    node,
    facts,
    owner,
    /** Unix seconds. */
    start,
    /** Of the first validators. */
    nodeIDs: Validators.map(
      ({ unsignedTx }) => (unsignedTx as { validator: { nodeID: Uint8Array } }).validator.nodeID,
    ),
    post,
    /** Posts a block so many seconds after the start. */
    block: (after: bigint, ...txs: readonly Tx[]) =>
      post('BanffStandardBlock', { time: start + after, txs }),
    /** Posts the end of a staker, and how it is decided. */
    async end(after: bigint, of: Tx, how: 'Commit' | 'Abort', txs: readonly Tx[] = []) {
      const time = start + after;
      const isRenewed = of.unsignedTx.type === 'platformvm.AddAutoRenewedValidatorTx';
      const unsignedTx = isRenewed
        ? { type: 'platformvm.RewardAutoRenewedValidatorTx', txID: txIDOf(of), timestamp: time }
        : { type: 'platformvm.RewardValidatorTx', txID: txIDOf(of) };
      await post('BanffProposalBlock', { time, txs, tx: { unsignedTx, credentials: [] } });
      await post(`Banff${how}Block`, { time });
    },
    /** A signed transaction that spends a large UTXO; what it does not use comes back, behind what `outputs` has. */
    tx(type: string, fields: Fields, more: { used?: bigint; extra?: UTXO; auth?: boolean } = {}) {
      const { used = 0n, extra, auth } = more;
      const inputs = [rich.shift()!, ...(extra ? [extra] : [])];
      const rest = avax('100000') - fee - used;
      const back = { assetID: facts.avaxAssetID, output: amountOf(rest, owner) };
      const outputs = [back, ...((fields.outputs as []) ?? [])];
      const common = base(
        inputs.map((u) => spend(u)),
        outputs,
      );
      const unsignedTx = {
        ...common,
        type: `platformvm.${type}`,
        networkID: node.ready.networkID,
        ...fields,
        outputs: common.outputs,
      } as unknown as UnsignedTx;
      const one = credential(unsignedTx, key);
      const imported = (fields.importedInputs as []) ?? [];
      const count = inputs.length + imported.length + (auth ? 1 : 0);
      return { unsignedTx, credentials: new Array<typeof one>(count).fill(one) };
    },
    /** A UTXO of millions. */
    fortune: facts.utxos.P.find(({ utxo }) => isMine(utxo) && amountIn(utxo) === avax('20000000'))!
      .utxo,
    /** What is staked of an asset. */
    stake: (amount: bigint, assetID = facts.avaxAssetID) => ({
      stake: [{ assetID, output: amountOf(amount, owner) }],
    }),
    /** Sends tokens from X to P, and gives the UTXO that waits there. */
    async sendTokens(assetID: Uint8Array): Promise<UTXO> {
      const mine = facts.utxos.X.map(({ utxo }) => utxo).filter(isMine);
      const of = (id: Uint8Array) => mine.find((utxo) => equalBytes(utxo.assetID, id))!;
      const { output } = of(assetID) as { output: ReturnType<typeof amountOf> };
      const inputs = [of(assetID), of(facts.avaxAssetID)].map((utxo) => spend(utxo));
      const unsignedTx = {
        ...xBase(inputs, []),
        type: 'avm.ExportTx' as const,
        networkID: node.ready.networkID,
        blockchainID: facts.chains.X,
        destinationChain: primaryNetworkID,
        exportedOutputs: [{ assetID, output }],
      };
      const one = { credential: credential(unsignedTx, key) };
      const bytes = encode(XTx, { unsignedTx, credentials: [one, one] });
      const tx = formatBytes(bytes, 'hex');
      await node.rpc('/ext/bc/X', 'avm.issueTx', { tx, encoding: 'hex' });
      const txID = idOf(bytes);
      const params = { height: '1', encoding: 'hex' };
      await expect
        .poll(() => node.rpc('/ext/bc/X', 'avm.getBlockByHeight', params))
        .toContain('result');
      return { txID, outputIndex: 0, assetID, output };
    },
  };
}
