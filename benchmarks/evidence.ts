/**
 * What evidence costs: the size of a draft by its parents, the time to prove, and the requests that `connect` makes.
 *
 * Each parent is a transfer as wallets make it: one input, a signature, two outputs, of which the draft spends the second.
 */
import { buildBaseTx, type Draft } from '../src/builder/index.ts';
import { idOf } from '../src/chain/ids.ts';
import { Tx, UTXO } from '../src/chain/pchain/tx.ts';
import { formatAddress } from '../src/network/address.ts';
import { fuji } from '../src/network/known.ts';
import { connect } from '../src/rpc/connect.ts';
import { encodeDraft, formatDraftParts, prove } from '../src/sign/index.ts';
import { outputOwners } from '../src/state/owner.ts';
import { avax } from '../src/text/amount.ts';
import { formatBytes } from '../src/text/hex.ts';
import { formatID } from '../src/text/id.ts';
import { amountOf } from '../src/tx/output.ts';
import { encode } from '../src/wire/codec.ts';
import { lying } from '../test/support/lyingnode.ts';
import { asset, key, now, pState, trio } from '../test/support/state.ts';
import { base, spend } from '../test/support/tx.ts';

const from = trio.map((k) => k.shortID);
const shared = outputOwners({ addresses: from, threshold: 2 }, fuji.chains.P, fuji);
/** One signature for each: 300 inputs fit into a transaction. */
const anyOf = outputOwners({ addresses: from, threshold: 1 }, fuji.chains.P, fuji);
const other = outputOwners(key(7).shortID, fuji.chains.P, fuji);
const AVAX = fuji.avaxAssetID;

/** The `n`th transfer to three owners, and the UTXO of theirs that it made. */
function parent(n: number, owner = shared) {
  const paid = { assetID: AVAX, output: amountOf(avax('1'), owner) };
  const rest = { assetID: AVAX, output: amountOf(avax('1') + BigInt(n) + 1n, other) };
  const input = spend({ txID: asset(77), outputIndex: n, ...rest });
  const unsignedTx = { type: 'platformvm.BaseTx' as const, ...base([input], [paid, rest]) };
  const signatures = [new Uint8Array(65)];
  const credentials = [{ type: 'secp256k1fx.Credential' as const, signatures }];
  const bytes = encode(Tx, { unsignedTx, credentials });
  const txID = idOf(bytes);
  const outputIndex = unsignedTx.outputs.findIndex(({ output }) => output === paid.output);
  return { chain: 'P' as const, bytes, txID, utxo: { txID, outputIndex, ...paid } };
}
type Parent = ReturnType<typeof parent>;

/** The same with their parent in common. */
function together(count: number): readonly Parent[] {
  const outputs = Array.from({ length: count }, (_, i) => ({
    assetID: AVAX,
    output: amountOf(avax('1') + BigInt(i), anyOf),
  }));
  const unsignedTx = { type: 'platformvm.BaseTx' as const, ...base([], outputs) };
  const bytes = encode(Tx, { unsignedTx, credentials: [] });
  const txID = idOf(bytes);
  return unsignedTx.outputs.map((of, outputIndex) => ({
    chain: 'P',
    bytes,
    txID,
    utxo: { txID, outputIndex, ...of } as Parent['utxo'],
  }));
}

/** A draft that spends all of them, with as many parents as builders take. */
function draftOf(parents: readonly Parent[]): Draft {
  const sorted = [...parents].sort((a, b) => Buffer.compare(a.txID, b.txID));
  const evidence = sorted
    .filter(({ txID }, i) => i === 0 || Buffer.compare(txID, sorted[i - 1]!.txID) !== 0)
    .map(({ chain, bytes }) => ({ chain, bytes }));
  const utxos = parents.map(({ utxo }) => utxo);
  const draft = buildBaseTx(
    pState(utxos, { from, own: from, feeState: { price: 1n } }),
    { outputs: [{ to: key(9).shortID, amount: 'max' }] },
    { change: { addresses: from, threshold: 2 } },
  );
  return { ...draft, evidence };
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
const qr = (draft: Draft, evidence: boolean): string =>
  String(formatDraftParts(draft, { maxLength: 1000, evidence }).length);

/** Sizes of drafts with as many inputs as parents. */
function sizes(): readonly (readonly string[])[] {
  return [1, 10, 100].map((count) => {
    const draft = draftOf(Array.from({ length: count }, (_, n) => parent(n)));
    const size = encodeDraft(draft).length;
    const bare = encodeDraft({ ...draft, evidence: [] }).length;
    return [
      String(count),
      kB(bare),
      kB(size),
      kB((size - bare) / count),
      qr(draft, false),
      qr(draft, true),
    ];
  });
}

/** The median of several runs, in milliseconds. */
function median(run: () => void): string {
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return `${times[7]!.toFixed(1)} ms`;
}

/** Times to prove 300 inputs. */
function times(): readonly (readonly string[])[] {
  return (
    [
      ['of 300 transactions', Array.from({ length: 300 }, (_, n) => parent(n, anyOf))],
      ['of one transaction', together(300)],
    ] as const
  ).map(([name, parents]) => {
    const draft = draftOf(parents);
    const proven = prove(draft).filter(({ status }) => status === 'proven').length;
    return [
      name,
      `${proven} of ${draft.slots.length}`,
      String(draft.evidence.length),
      median(() => prove(draft)),
    ];
  });
}

/** Requests that `connect` makes for a state, the first time and again. */
async function requests(count: number, isOwn: boolean): Promise<readonly string[]> {
  const parents = Array.from({ length: count }, (_, n) => parent(n));
  const texts = parents.map(({ utxo }) => formatBytes(encode(UTXO, utxo), 'hex'));
  const addresses = trio.map((k) => formatAddress(k.shortID, fuji.chains.P, fuji));
  const { transport, calls } = lying(({ method, params }) => {
    if (method === 'platform.getHeight') return { height: '7' };
    if (method === 'platform.getFeeState')
      return { capacity: '1000000', excess: '0', price: '1', timestamp: '2027-01-15T08:00:00Z' };
    if (method === 'platform.getUTXOs')
      return {
        numFetched: String(count),
        utxos: 'sourceChain' in params ? [] : texts,
        endIndex: { address: addresses[0]!, utxo: formatID(new Uint8Array(32)) },
        encoding: 'hex',
      };
    const found = parents.find(({ txID }) => formatID(txID) === params.txID);
    return { tx: formatBytes(found!.bytes, 'hex'), encoding: 'hex' };
  });
  const node = connect('https://node.test', {
    network: fuji,
    transport,
    now: () => Number(now) * 1000,
  });
  const mine = isOwn ? addresses : addresses.slice(0, 1);
  const { evidence = [] } = await node.pchain.state(mine);
  const first = calls.length;
  await node.pchain.state(mine);
  const coins = count === 1 ? '1 UTXO' : `${count} UTXOs`;
  const of = `${coins} of three, ${isOwn ? 'all the caller’s own' : 'two of them others'}`;
  return [of, String(evidence.length), String(first), String(calls.length - first)];
}

/** Rows of the tables. */
export interface EvidenceTables {
  readonly sizes: readonly (readonly string[])[];
  readonly times: readonly (readonly string[])[];
  readonly requests: readonly (readonly string[])[];
}

/** Measures all of it. */
export async function evidence(): Promise<EvidenceTables> {
  const asked = [];
  for (const count of [1, 10, 100]) asked.push(await requests(count, false));
  asked.push(await requests(100, true));
  return { sizes: sizes(), times: times(), requests: asked };
}
