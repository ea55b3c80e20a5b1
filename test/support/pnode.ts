/** The P-chain of a localnode, as a wallet sees it. */
import { expect } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import type { DraftOf } from '../../src/builder/index.ts';
import { Tx, UTXO } from '../../src/chain/pchain/tx.ts';
import { jsonContext } from '../../src/network/context.ts';
import { customNetwork } from '../../src/network/custom.ts';
import { local } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import {
  combineDrafts,
  finalize,
  formatDraft,
  issueTxRequest,
  type Key,
  parseDraft,
  sign,
} from '../../src/sign/index.ts';
import type { Owner } from '../../src/state/owner.ts';
import type { PState } from '../../src/state/state.ts';
import { formatBytes, parseBytes } from '../../src/text/hex.ts';
import { unix } from '../../src/text/time.ts';
import { decode } from '../../src/wire/codec.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import { trusting } from './trusting.ts';

/** The network of a node on which every upgrade is active from the start. */
const networkOf = ({ ready }: Localnode): Network =>
  customNetwork({
    networkID: ready.networkID,
    avaxAssetID: ready.avaxAssetID,
    chains: { X: ready.xChainID, C: ready.cChainID },
    upgrades: { helicon: local.upgrades.granite },
  });

/** A call of the P-chain’s API. */
export async function callP(node: Localnode, method: string, params: object = {}) {
  const text = await node.rpc('/ext/bc/P', `platform.${method}`, params);
  const { result, error } = JSON.parse(text) as { result: never; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return { text, result: result as Record<string, never> };
}

/** What keys have, and who is asked for what. */
export async function stateOf(
  node: Localnode,
  keys: readonly Key[],
  authorities: Readonly<Record<string, Owner>> = {},
): Promise<PState> {
  const network = networkOf(node);
  const fees = (await callP(node, 'getFeeState')).result as Record<string, string>;
  const { utxos } = (
    await callP(node, 'getUTXOs', {
      addresses: keys.map((key) => key.address('P', network)),
      encoding: 'hex',
    })
  ).result as unknown as { readonly utxos: readonly string[] };
  return {
    chain: 'P',
    network,
    from: keys.map((key) => key.shortID),
    time: unix(fees.timestamp!),
    feeState: { price: BigInt(fees.price!) },
    utxos: utxos.map((utxo) => decode(UTXO, parseBytes(utxo, 'hex'))),
    authorities,
  };
}

/** A UTXO that two of three own and can spend now; the node’s genesis has others of two, some locked. */
export const twoOfThree = ({ utxos, time }: PState) =>
  utxos.find(
    ({ output }) =>
      'threshold' in output &&
      output.threshold === 2 &&
      output.addresses.length === 3 &&
      output.locktime <= time,
  )!;

/** Signs as if each key were elsewhere, issues, waits until it is accepted, and compares what the node gives back. */
export async function settleOnP(
  node: Localnode,
  draft: DraftOf<'P'>,
  ...keys: readonly Key[]
): Promise<string> {
  const [first, ...others] = keys;
  let text = formatDraft(sign(draft, first!, trusting));
  for (const key of others)
    text = formatDraft(combineDrafts(parseDraft(text), sign(parseDraft(text), key, trusting)));
  const tx = finalize(parseDraft(text));
  const { method, params } = issueTxRequest(tx);
  const issued = (await callP(node, method.replace('platform.', ''), params)).result;
  expect(issued.txID).toBe(tx.txID);
  await expect
    .poll(async () => (await callP(node, 'getTxStatus', { txID: tx.txID })).result.status)
    .toBe('Committed');
  const get = (encoding: string) => callP(node, 'getTx', { txID: tx.txID, encoding });
  expect((await get('hex')).result.tx).toBe(formatBytes(tx.bytes, 'hex'));
  const json = valueToJSONText(Tx, decode(Tx, tx.bytes), {
    context: jsonContext('P', draft.network),
  });
  expect((await get('json')).text).toContain(`"tx":${json},`);
  return tx.txID;
}
